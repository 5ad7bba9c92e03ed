package org.sparkldp.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;

/** One page lists the ids of all protocols, the papers' too, so that a new one takes a free id. */
class ProtocolIdsTest {
  private static final Path PAGE = DocPage.repository().resolve("udfs/docs/protocols.md");

  @Test
  void thePageListsTheIdsInUse() throws IOException {
    DocPage.check(PAGE, Map.of("ids", ProtocolIdsTest::ids));
  }

  private static String ids() {
    return Protocols.declarations().stream()
        .filter(declaration -> declaration.id() < SqlContractTest.OWN)
        .sorted(Comparator.comparing(Declaration::id))
        .map(declaration -> declaration.id() + " `" + declaration.name() + "`")
        .collect(Collectors.joining(", "))
        .replaceAll("(.{1,118},) ", "$1\n");
  }
}
