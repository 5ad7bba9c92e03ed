package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.Exponential;

/** Skewed numbers, as waiting times are. */
public final class ExponentialNumbers extends NumberFamily<Exponential> {
  /** As the service loader needs it. */
  public ExponentialNumbers() {
    super(
        "exponential",
        "skewed numbers, as waiting times are",
        "number, at least mu - sigma",
        MU,
        SIGMA);
  }

  @Override
  Exponential law(GeneratorSpec spec) {
    return new Exponential(spec.real("mu"), spec.real("sigma"));
  }
}
