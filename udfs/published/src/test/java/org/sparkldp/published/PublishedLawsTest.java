package org.sparkldp.published;

import java.nio.file.Path;
import org.sparkldp.protocols.ProtocolLaws;

/** The laws of this module's protocols. */
class PublishedLawsTest extends ProtocolLaws {
  PublishedLawsTest() {
    super("org.sparkldp.published", Path.of("..", "docs", "protocols"));
  }
}
