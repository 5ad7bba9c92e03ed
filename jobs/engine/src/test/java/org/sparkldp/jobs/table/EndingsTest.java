package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.sql.DocPage;

/** What a name's ending says, and that the page names each ending. */
class EndingsTest {
  @ParameterizedTest
  @CsvSource({
    "people.csv,       .csv",
    "people.TSV,       .tsv",
    "a.b/people.jsonl, .jsonl",
    "people.tsv.gz,    .tsv",
    "people.ndjson.GZ, .ndjson",
    "people.csv.zst,   .csv",
    "people,           ",
    "people.gz,        .gz",
    "people.csv.,      ",
  })
  void anEndingIsFoundBehindThatOfACompression(String name, String ending) {
    assertEquals(Optional.ofNullable(ending), Endings.of(name));
  }

  @Test
  void thePageNamesEachEndingAndEachIsOfAFormat() throws IOException {
    String page = Files.readString(DocPage.repository().resolve("jobs/docs/data-contract.md"));
    for (String ending : Endings.ALL.split(", ")) {
      assertTrue(TableFormat.ofEnding("people" + ending).isPresent(), ending);
      assertTrue(
          page.contains("`" + ending + "`"),
          () -> "jobs/docs/data-contract.md must name the ending " + ending + " below Values");
    }
  }

  @Test
  void tabsAreSaidByTheEnding() {
    assertEquals("\t", delimiter(".tsv", Map.of()));
    assertEquals("|", delimiter(".tsv", Map.of("delimiter", "|")));
    assertEquals(null, delimiter(".csv", Map.of()));
  }

  private static String delimiter(String ending, Map<String, String> options) {
    return TableFormat.CSV.all(ending, options).get("delimiter");
  }
}
