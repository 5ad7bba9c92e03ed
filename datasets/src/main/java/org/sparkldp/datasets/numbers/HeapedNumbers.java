package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Atoms;
import org.sparkldp.datasets.law.Normal;

/**
 * Rounded normal numbers, of which a share is rounded further: ages and weights as people give
 * them.
 */
public final class HeapedNumbers extends NumberFamily<Atoms> {
  /** As the service loader needs it. */
  public HeapedNumbers() {
    super(
        "heaped",
        "rounded normal numbers, many of them rounded further to tens",
        "number, a multiple of step",
        MU,
        SIGMA,
        Parameter.real("step", "size of a step, at least a thousandth of sigma", 1, 1e-9, 1e9),
        Parameter.real("heap", "size of the larger step", 10, 1e-9, 1e9),
        Parameter.real("share", "share of people who use the larger step", 0.3, 0, 1));
  }

  @Override
  Atoms law(GeneratorSpec spec) {
    RoundedNumbers.requireStep(spec);
    double heap = spec.real("heap");
    return Atoms.rounded(new Normal(spec.real("mu"), spec.real("sigma")), spec.real("step"))
        .shared(spec.real("share"), x -> heap * Math.rint(x / heap));
  }
}
