package org.sparkldp.jobs.task;

import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;

/** Refuses to ask where a protocol knows that it fails with so few people. */
final class EnoughPeople {
  private EnoughPeople() {}

  /**
   * Checks the first round, whose people decide for all.
   *
   * @param remedy what to do besides asking more people
   */
  static void require(Protocol<?, ?> protocol, int strata, long people, String remedy) {
    long needed = protocol.usersNeeded().orElse(0);
    if (protocol.round() <= 1 && people / strata < needed) {
      throw Require.refusal(
          "people must be enough for the protocol's own analysis, %s%s. Provided: %s%s; %s. Nothing"
              + " was written.",
          needed,
          strata == 1 ? "" : " in each stratum",
          people,
          strata == 1 ? "" : " in " + strata + " strata",
          remedy);
    }
  }
}
