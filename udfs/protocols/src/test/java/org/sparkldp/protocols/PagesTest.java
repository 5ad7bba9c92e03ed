package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of udfs/docs that are about several protocols. */
class PagesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern LINK = Pattern.compile("\\(protocols/([a-z0-9-]+)\\.md\\)");
  private static final Pattern ERRORS =
      Pattern.compile("(?s)(<!-- generated: errors at 256 items -->\n)(.*?)(<!-- end -->)");

  /** {@code -Dldp.docs.write=true} writes the table. */
  @Test
  void theTableOfErrorsIsOfTheOraclesThatThePageNames() throws IOException {
    Path page = DOCS.resolve("counts.md");
    String text = Files.readString(page);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("protocol", "report", "accumulator", "0.5", "1.0", "2.0", "4.0"));
    Matcher link = LINK.matcher(text.substring(text.indexOf("\n## Support")));
    while (link.find()) {
      List<String> row = ProtocolPage.errors(Protocols.declaration(link.group(1)), 256);
      if (!row.isEmpty()) {
        row.add(0, "`" + link.group(1) + "`");
        rows.add(row);
      }
    }
    assertTrue(rows.size() > 9);
    Matcher part = ERRORS.matcher(text);
    assertTrue(part.find());
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(page, part.replaceFirst("$1" + ProtocolPage.table(rows) + "$3"));
    } else {
      assertEquals(ProtocolPage.table(rows), part.group(2), "-Dldp.docs.write=true writes it");
    }
  }

  @Test
  void theIndexListsEveryPage() throws IOException {
    String index = Files.readString(DOCS.resolve("README.md"));
    try (Stream<Path> pages = Files.list(DOCS)) {
      for (Path page : pages.filter(file -> file.toString().endsWith(".md")).toList()) {
        String name = page.getFileName().toString();
        assertTrue(name.equals("README.md") || index.contains("](" + name + ")"), name);
      }
    }
  }
}
