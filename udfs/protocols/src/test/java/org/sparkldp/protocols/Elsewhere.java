package org.sparkldp.protocols;

import java.util.Set;

/** Protocols whose examples other modules can make, and this one cannot. */
public final class Elsewhere {
  /** Their strategies are made by udfs/analysis. */
  private static final Set<String> STRATEGIES = Set.of("factorization", "quantiles");

  private Elsewhere() {}

  /** Whether the strategies of the protocol's examples are made elsewhere. */
  public static boolean isMade(String protocol) {
    return STRATEGIES.contains(protocol);
  }
}
