package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.Normal;

/** Normal numbers with known mean and standard deviation. */
public final class Gaussian extends NumberFamily<Normal> {
  /** As the service loader needs it. */
  public Gaussian() {
    super(
        "gaussian",
        "normal numbers of given mean and standard deviation",
        "number, unbounded; at most 8.3 sigma from mu",
        MU,
        SIGMA);
  }

  @Override
  Normal law(GeneratorSpec spec) {
    return new Normal(spec.real("mu"), spec.real("sigma"));
  }
}
