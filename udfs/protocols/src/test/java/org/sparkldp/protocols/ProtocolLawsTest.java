package org.sparkldp.protocols;

import java.nio.file.Path;
import java.util.Set;

/** The laws of this module's protocols. */
class ProtocolLawsTest extends ProtocolLaws {
  ProtocolLawsTest() {
    super(
        "org.sparkldp.protocols",
        Path.of("..", "docs", "protocols"),
        // Their strategies are made, or read, elsewhere; and nobody is asked for a change.
        Set.of("factorization", "quantiles", "strategy", "loloha-change", "dbitflip-change"));
  }
}
