package org.sparkldp.published;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.fuzz.FormatsFuzzTest;

/** Forged states of this module's protocols are refused, or ask a question all the same. */
class PublishedRoundsFuzzTest {
  @Test
  void attachmentsOfRounds() {
    FormatsFuzzTest.attachmentsOfRounds(
        provider -> provider.getClass().getName().startsWith("org.sparkldp.published."), 4);
  }
}
