package org.sparkldp.protocols.mean;

import java.util.List;
import org.sparkldp.protocols.Protocols;

/** The means of numbers to choose from. */
public final class Means {

  private Means() {}

  /** All means that need only epsilon and a range; each once. */
  public static List<MeanProtocol<?>> all(double epsilon, double lower, double upper) {
    return Protocols.declarations().stream()
        .filter(declaration -> declaration.parameters().equals(MeanProtocol.PARAMETERS))
        .map(declaration -> Protocols.known(declaration.of(epsilon, lower, upper)))
        .filter(MeanProtocol.class::isInstance) // others estimate a median of such numbers
        .<MeanProtocol<?>>map(protocol -> (MeanProtocol<?>) protocol)
        .distinct()
        .toList();
  }
}
