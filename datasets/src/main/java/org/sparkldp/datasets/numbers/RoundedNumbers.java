package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Atoms;
import org.sparkldp.datasets.law.Normal;

/** Normal numbers, rounded: heights in whole centimetres, ages in whole years. */
public final class RoundedNumbers extends NumberFamily<Atoms> {
  /** As the service loader needs it. */
  public RoundedNumbers() {
    super(
        "rounded",
        "normal numbers rounded to whole steps",
        "number, a multiple of step",
        MU,
        SIGMA,
        Parameter.real("step", "size of a step, at least a thousandth of sigma", 1, 1e-9, 1e9));
  }

  @Override
  Atoms law(GeneratorSpec spec) {
    requireStep(spec);
    return Atoms.rounded(new Normal(spec.real("mu"), spec.real("sigma")), spec.real("step"));
  }

  /** Atoms are kept one by one. */
  static void requireStep(GeneratorSpec spec) {
    if (spec.real("step") < spec.real("sigma") / 1000) {
      throw new IllegalArgumentException(
          "The step of rounded numbers must be at least a thousandth of sigma. Provided spec: "
              + spec
              + ". Take gaussian, which differs by less.");
    }
  }
}
