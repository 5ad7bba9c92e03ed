package org.sparkldp.datasets.numbers;

import java.util.List;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.UniformInterval;

/** Numbers on both sides of a gap in the middle of an interval, where nobody is. */
public final class GappedNumbers extends NumberFamily<Mixture> {
  private static final int PART_STREAM = 2;

  /** As the service loader needs it. */
  public GappedNumbers() {
    super(
        "gapped",
        "numbers on both sides of a gap where nobody is",
        "number, in [lower, upper], outside of the gap",
        Parameter.real("lower", "least number", 0, -1e9, 1e9),
        Parameter.real("upper", "greatest number, above lower", 1, -1e9, 1e9),
        Parameter.real("gap", "share of the interval that the gap takes", 0.2, 0, 0.99),
        Parameter.real("share", "probability of a number above the gap", 0.5, 0, 1));
  }

  @Override
  Mixture law(GeneratorSpec spec) {
    double lower = spec.real("lower");
    double upper = spec.real("upper");
    double side = (upper - lower) * (1 - spec.real("gap")) / 2;
    return new Mixture(
        List.of(new UniformInterval(lower, lower + side), new UniformInterval(upper - side, upper)),
        new double[] {1 - spec.real("share"), spec.real("share")});
  }

  @Override
  Column.DoubleCell cell(Mixture law) {
    return (seed, index) ->
        law.draw(
            CounterRandom.unit(seed, index, PART_STREAM),
            CounterRandom.unit(seed, index, X_STREAM));
  }
}
