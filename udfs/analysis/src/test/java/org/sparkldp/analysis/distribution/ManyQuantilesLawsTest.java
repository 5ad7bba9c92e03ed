package org.sparkldp.analysis.distribution;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.sparkldp.protocols.ProtocolLaws;
import org.sparkldp.protocols.distribution.ManyQuantiles;

/** The laws of protocols, held by many quantiles, whose strategies are made here. */
@Tag("slow")
class ManyQuantilesLawsTest extends ProtocolLaws {
  ManyQuantilesLawsTest() {
    super(
        () -> List.of(ManyQuantiles.DECLARATION),
        "org.sparkldp.protocols.distribution",
        Path.of("..", "docs"));
  }
}
