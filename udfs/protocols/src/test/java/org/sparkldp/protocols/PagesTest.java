package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of udfs/docs that are about several protocols. */
class PagesTest {
  private static final Path DOCS = Path.of("..", "docs");

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
