package org.sparkldp.lab.population;

import java.util.Optional;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.Protocol;

/** People for protocols: their question's {@link Crowd own}, or those of their values. */
public final class Populations {
  private Populations() {}

  /** People of a protocol; none where neither its question nor its values say who they are. */
  public static Optional<Population> of(
      Protocol<?, ?> protocol, Population.PopulationRequest request) {
    return Face.all(Crowd.class).stream()
        .flatMap(crowd -> ((Crowd<?>) crowd).of(protocol, request).stream())
        .findFirst();
  }
}
