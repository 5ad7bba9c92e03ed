package org.sparkldp.protocols;

import java.nio.file.Path;
import org.sparkldp.protocols.catalogue.ProductProtocols;

/** The laws of this module's protocols. */
class ProtocolLawsTest extends ProtocolLaws {
  ProtocolLawsTest() {
    super(
        new ProductProtocols(),
        "org.sparkldp.protocols",
        Path.of("..", "docs"),
        // The strategy of a file is read elsewhere; and nobody is asked for a change.
        Elsewhere.and("strategy", "loloha-change"));
  }
}
