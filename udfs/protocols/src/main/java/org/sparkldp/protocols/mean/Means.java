package org.sparkldp.protocols.mean;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Chooses among the means of numbers. */
public final class Means {

  private Means() {}

  /** All that need only epsilon and a range; each once. */
  public static List<MeanProtocol<?>> all(double epsilon, double lower, double upper) {
    return Protocols.declarations().stream()
        .filter(declaration -> declaration.parameters().equals(MeanProtocol.PARAMETERS))
        .map(
            declaration ->
                Protocols.of(
                    ProtocolSpec.named(declaration.name())
                        .with("epsilon", epsilon)
                        .with("lower", lower)
                        .with("upper", upper)))
        .filter(MeanProtocol.class::isInstance) // others estimate a median of such numbers
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

  /** {@code mean(epsilon,lower,upper)}: the chosen one, under its own name. */
  public static final Declaration DECLARATION =
      MeanProtocol.declared(
          "mean",
          26,
          "mean of numbers in a range by the mechanism of the smallest worst-case variance, whose"
              + " spec it becomes",
          Means::best);
}
