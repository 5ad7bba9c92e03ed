package org.sparkldp.protocols.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KNOWN =
      List.of("grr", "pgr", "column", "columns", "domain", "--key-file", "hadamard");

  @ParameterizedTest
  @CsvSource({
    "ggr, grr or pgr",
    "colunm, column",
    "colums, column or columns",
    "Hadamrd, hadamard",
    "--keyfile, --key-file",
    "--key-flie, --key-file",
    "xyz,",
    "income,",
    "g,",
  })
  void namesWhatFewestSlipsMake(String word, String nearest) {
    assertEquals(
        nearest == null ? "" : " Did you mean " + nearest + "?", Nearest.question(word, KNOWN));
  }

  /** A text of any length is answered soon: no word that is much shorter is compared. */
  @Test
  void aVeryLongWordIsNearNothing() {
    assertEquals("", Nearest.question("grr".repeat(1_000_000), KNOWN));
  }
}
