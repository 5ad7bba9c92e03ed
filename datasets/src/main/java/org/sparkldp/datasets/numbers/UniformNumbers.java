package org.sparkldp.datasets.numbers;

import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.UniformInterval;

/** Numbers spread evenly over an interval. */
public final class UniformNumbers extends NumberFamily<UniformInterval> {
  /** As the service loader needs it. */
  public UniformNumbers() {
    super(
        "interval",
        "numbers spread evenly over an interval",
        "number, in [lower, upper]",
        Parameter.real("lower", "least number", 0, -1e9, 1e9),
        Parameter.real("upper", "greatest number, above lower", 1, -1e9, 1e9));
  }

  @Override
  UniformInterval law(GeneratorSpec spec) {
    return new UniformInterval(spec.real("lower"), spec.real("upper"));
  }
}
