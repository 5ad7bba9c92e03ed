package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Atoms;

/** Two numbers only; with a share of 0 or 1 a constant, which may lie at the edge of a range. */
public final class TwoPoint extends NumberFamily<Atoms> {
  /** As the service loader needs it. */
  public TwoPoint() {
    super(
        "two-point",
        "two numbers only, or a constant",
        "low or high",
        Parameter.real("low", "the one number", 0, -1e9, 1e9),
        Parameter.real("high", "the other", 1, -1e9, 1e9),
        Parameter.real("share", "probability of high", 0.5, 0, 1));
  }

  @Override
  Atoms law(GeneratorSpec spec) {
    double share = spec.real("share");
    return Atoms.of(
        new double[] {spec.real("low"), spec.real("high")}, new double[] {1 - share, share});
  }
}
