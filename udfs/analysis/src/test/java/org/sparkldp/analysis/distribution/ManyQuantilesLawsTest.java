package org.sparkldp.analysis.distribution;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.sparkldp.protocols.ProtocolLaws;

/** The laws of protocols, held by many quantiles, whose strategies are made here. */
@Tag("slow")
class ManyQuantilesLawsTest extends ProtocolLaws {
  ManyQuantilesLawsTest() {
    super("org.sparkldp.protocols.distribution", Path.of("..", "docs", "protocols"));
  }
}
