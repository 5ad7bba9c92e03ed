package org.sparkldp.protocols;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Protocols whose examples other modules can make, and this one cannot. */
public final class Elsewhere {
  /** Their strategies are made by udfs/analysis. */
  private static final Set<String> STRATEGIES = Set.of("factorization", "quantiles");

  private Elsewhere() {}

  /** These protocols and some others. */
  static Set<String> and(String... others) {
    return Stream.concat(STRATEGIES.stream(), Stream.of(others)).collect(Collectors.toSet());
  }

  /** Whether the strategies of the protocol's examples are made elsewhere. */
  public static boolean isMade(String protocol) {
    return STRATEGIES.contains(protocol);
  }
}
