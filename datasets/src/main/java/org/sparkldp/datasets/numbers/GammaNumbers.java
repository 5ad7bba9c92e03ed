package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Gamma;

/** Slightly skewed numbers, as weights and durations are. */
public final class GammaNumbers extends NumberFamily<Gamma> {
  /** As the service loader needs it. */
  public GammaNumbers() {
    super(
        "gamma",
        "numbers of skewness 2/sqrt(shape), as weights and durations are",
        "number, at least mu - sqrt(shape) sigma",
        MU,
        SIGMA,
        Parameter.integer("shape", "4 for a skewness of 1, 16 for 1/2", 4, 1, 100));
  }

  @Override
  Gamma law(GeneratorSpec spec) {
    return new Gamma(spec.real("mu"), spec.real("sigma"), spec.integer("shape"));
  }

  /** A sum of exponentials, which is faster than a quantile. */
  @Override
  Column.DoubleCell cell(Gamma law) {
    return (seed, index) -> {
      double sum = 0;
      for (int i = 0; i < law.shape(); i++) {
        sum -= StrictMath.log(CounterRandom.unit(seed, index, X_STREAM + i));
      }
      return law.mu()
          + law.sigma() * (sum / StrictMath.sqrt(law.shape()) - StrictMath.sqrt(law.shape()));
    };
  }
}
