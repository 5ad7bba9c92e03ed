package org.sparkldp.tables.protocol;

import java.nio.file.Path;
import java.util.Set;
import org.sparkldp.protocols.ProtocolLaws;

/** The laws of this module's protocol. */
class TablesLawsTest extends ProtocolLaws {
  TablesLawsTest() {
    super(new Tables(), "org.sparkldp.tables", Path.of("..", "docs"), Set.of());
  }
}
