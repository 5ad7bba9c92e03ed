package org.sparkldp.published;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.fuzz.FormatsFuzzTest;
import org.sparkldp.published.catalogue.PublishedProtocols;

/** Forged states of this module's protocols are refused, or ask a question all the same. */
class PublishedRoundsFuzzTest {
  @Test
  void attachmentsOfRounds() {
    FormatsFuzzTest.attachmentsOfRounds(new PublishedProtocols().declarations(), 4);
  }
}
