package org.sparkldp.lab.population;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.Protocol;

/** People for protocols: their question's {@link Crowd own}, or those of their values. */
public final class Populations {
  private Populations() {}

  /** People of a protocol; none where neither its question nor its values say who they are. */
  public static Optional<Population> of(
      Protocol<?, ?> protocol, Population.PopulationRequest request) {
    return crowds().flatMap(crowd -> crowd.of(protocol, request).stream()).findFirst();
  }

  /** Those of any question with the same values after those of one question, of whatever jar. */
  static Stream<Crowd<?>> crowds() {
    return Face.all(Crowd.class).stream()
        .<Crowd<?>>map(crowd -> crowd)
        .sorted(Comparator.comparing(Crowd::isOfValues));
  }
}
