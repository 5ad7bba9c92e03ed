package org.sparkldp.protocols.mean;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;

/** Chooses among the means of numbers. */
public final class Means {

  private Means() {}

  /** All that need only epsilon and a range; each once. */
  public static List<MeanProtocol<?>> all(double epsilon, double lower, double upper) {
    return Protocols.declarations().stream()
        .filter(declaration -> declaration.parameters().equals(MeanProtocol.PARAMETERS))
        .map(declaration -> Protocols.known(declaration.of(epsilon, lower, upper)))
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
            DuchiMean.DECLARATION, HybridMean.HYBRID, HybridMean.PIECEWISE, LaplaceMean.DECLARATION)
        .map(declaration -> declaration.of(epsilon, lower, upper, outside))
        .min(Comparator.comparingDouble(MeanProtocol::worstVariance))
        .orElseThrow();
  }

  /** {@code mean(epsilon,lower,upper)}: the chosen one, under its own name. */
  public static final Declaration<MeanProtocol<?>> DECLARATION =
      Declaration.named(
              "mean",
              26,
              "mean of numbers in a range by the mechanism of the smallest worst-case variance,"
                  + " whose spec it becomes")
          .takes(MeanProtocol.PARAMETERS)
          .makes(
              given ->
                  best(
                      given.epsilon(),
                      given.real(NumberProtocol.LOWER.name()),
                      given.real(NumberProtocol.UPPER.name()),
                      Outside.of(given)));
}
