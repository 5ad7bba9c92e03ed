package org.sparkldp.protocols.mean;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Chooses among the means of numbers. */
public final class Means {

  private Means() {}

  /** All that need only epsilon and a range, from all providers; each once. */
  public static List<MeanProtocol<?>> all(double epsilon, double lower, double upper) {
    return Protocols.providers().stream()
        .filter(MeanProtocol.RangeProvider.class::isInstance)
        .map(
            provider ->
                Protocols.of(
                    ProtocolSpec.named(provider.name())
                        .with("epsilon", epsilon)
                        .with("lower", lower)
                        .with("upper", upper)))
        .<MeanProtocol<?>>map(protocol -> (MeanProtocol<?>) protocol)
        .distinct()
        .toList();
  }

  /**
   * The one of the smallest worst-case variance, which does not depend on values. The choice is
   * permanent, since specs name it: protocols that others bring are not considered.
   */
  public static MeanProtocol<?> best(double epsilon, double lower, double upper, Outside outside) {
    return Stream.of(
            DuchiMean.of(epsilon, lower, upper, outside),
            HybridMean.of(epsilon, lower, upper, outside),
            HybridMean.piecewise(epsilon, lower, upper, outside),
            LaplaceMean.of(epsilon, lower, upper, outside))
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
