package org.sparkldp.protocols.strategy;

import java.util.Optional;
import org.sparkldp.protocols.spec.Services;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.protocols.workload.Workload;

/**
 * A kind of strategies that another jar brings. Named, with a public constructor without arguments,
 * in {@code META-INF/services/org.sparkldp.protocols.strategy.StrategyKind}.
 */
public interface StrategyKind {

  /** What {@link Design#kind} and {@link Strategy#kind} say. */
  String kind();

  /**
   * A design of this kind in integers.
   *
   * @param epsilon the claim, in nats
   */
  Strategy certify(Design design, double epsilon);

  /** All integers of a strategy, in order; refuses what cannot be of this kind. */
  Strategy fields(Fields<Strategy> fields, double epsilon, int domain);

  /** The protocol that draws reports from a strategy of this kind. */
  Factorization<?> protocol(StrategyFile file, Workload workload);

  /** The kind of that name, if a jar on the class path has it. */
  static Optional<StrategyKind> find(String kind) {
    return Services.load(StrategyKind.class).stream()
        .filter(found -> found.kind().equals(kind))
        .findFirst();
  }
}
