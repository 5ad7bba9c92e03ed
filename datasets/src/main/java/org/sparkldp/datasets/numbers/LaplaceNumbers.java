package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.Laplace;

/** Numbers with a peak and heavier tails than normal ones. */
public final class LaplaceNumbers extends NumberFamily<Laplace> {
  /** As the service loader needs it. */
  public LaplaceNumbers() {
    super(
        "laplace",
        "numbers with a peak and heavy tails (Laplace)",
        "number, unbounded; at most 26 sigma from mu",
        MU,
        SIGMA);
  }

  @Override
  Laplace law(GeneratorSpec spec) {
    return new Laplace(spec.real("mu"), spec.real("sigma"));
  }
}
