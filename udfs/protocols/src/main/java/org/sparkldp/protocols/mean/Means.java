package org.sparkldp.protocols.mean;

import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.Outside;

/** Chooses among the means of numbers. */
public final class Means {

  private Means() {}

  /** All that there are, plainest first. */
  public static List<MeanProtocol<?>> all(
      double epsilon, double lower, double upper, Outside outside) {
    return List.of(
        DuchiMean.of(epsilon, lower, upper, outside),
        HybridMean.of(epsilon, lower, upper, outside),
        HybridMean.piecewise(epsilon, lower, upper, outside),
        LaplaceMean.of(epsilon, lower, upper, outside));
  }

  /** The one of the smallest worst-case variance, which is the same whoever the people are. */
  public static MeanProtocol<?> best(double epsilon, double lower, double upper, Outside outside) {
    return all(epsilon, lower, upper, outside).stream()
        .min(Comparator.comparingDouble(MeanProtocol::worstVariance))
        .orElseThrow();
  }

  /** Provides {@code mean(epsilon,lower,upper)}: the chosen one, under its own name. */
  public static final class Provider extends MeanProtocol.RangeProvider {
    public Provider() {
      super(
          "mean",
          26,
          "mean of numbers in a range by the mechanism of the smallest worst-case variance, whose"
              + " spec it becomes",
          Means::best);
    }
  }
}
