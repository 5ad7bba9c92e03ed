package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a CSV's first line says, and that nothing else is asked. */
class CsvHeaderTest {
  private static CsvHeader of(byte[] start, Map<String, String> given) {
    Map<String, String> all = new TreeMap<>(Inputs.RFC_4180);
    all.putAll(given);
    return CsvHeader.of(start, given, all);
  }

  private static CsvHeader of(String text, String... given) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < given.length; i += 2) {
      options.put(given[i], given[i + 1]);
    }
    return of(text.getBytes(StandardCharsets.UTF_8), options);
  }

  private static String refusal(String text, String... given) {
    return assertThrows(IllegalArgumentException.class, () -> of(text, given)).getMessage();
  }

  @ParameterizedTest
  @ValueSource(strings = {";", "\t", "|"})
  void theDelimiterIsTheOneThatCutsTheHeaderIntoMostCells(String delimiter) {
    CsvHeader found = of("id" + delimiter + "a, b" + delimiter + "c\n");
    assertEquals(List.of("id", "a, b", "c"), found.names());
    assertEquals(Map.of("delimiter", delimiter), found.options());
  }

  @Test
  void aCommaNeedsNoOption() {
    assertEquals(
        new CsvHeader(List.of("id", "a;b;c;d", "e"), Map.of()), of("id,\"a;b;c;d\",e\r\n1"));
    assertEquals(new CsvHeader(List.of("one"), Map.of()), of("one\n1\n"));
    assertEquals(new CsvHeader(List.of("a,b", "q\"q"), Map.of()), of("\"a,b\",\"q\"\"q\"\n"));
    assertEquals(
        new CsvHeader(List.of("_c0", "a"), Map.of()), of("\n\n,a\n0,x\n"), "pandas' index");
    assertEquals(new CsvHeader(List.of("a", "b"), Map.of()), of("a,b"), "a file without rows");
  }

  /** What follows an open quote are people's rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "id,\"sex\n1,SECRET,M\n",
        "id,\"s\\\"x\"\n1,SECRET,M\n",
        "\"a\n,SECRET\",b\n",
      })
  void aQuoteThatTheFirstLineLeavesOpenIsRefusedUnseen(String file) {
    String refused = badInput("each quote closed", () -> of(file));
    assertFalse(refused.contains("SECRET"), refused);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ann,HIV,1990-05-01\n", "ann,12:30\n", "ann,ann@example.org\n", "a,http://x\n"})
  void aFirstLineWithDatesTimesOrAddressesIsARow(String file) {
    String refused = badInput("must name its columns", () -> of(file));
    assertFalse(refused.contains("ann"), refused);
  }

  @Test
  void aDelimiterOfNoCharacterIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> of("a,b\n", "delimiter", ""));
  }

  @Test
  void whatIsGivenIsNotLookedFor() {
    assertEquals(List.of("a;b", "c"), of("a;b,c\n", "delimiter", ",").names());
    assertEquals(List.of("a", "b,c"), of("'a'|'b,c'\n", "delimiter", "|", "quote", "'").names());
    assertEquals(List.of("a", "b"), of("a, b\n", "delimiter", ", ").names());
  }

  @Test
  void spacesAfterTheDelimiterAreFound() {
    CsvHeader found = of("age, work class, \"x, y\"\n");
    assertEquals(List.of("age", "work class", "x, y"), found.names());
    assertEquals(Map.of("ignoreLeadingWhiteSpace", "true"), found.options());
  }

  @ParameterizedTest
  @CsvSource({"UTF-16LE, true", "UTF-16BE, true", "UTF-16LE, false", "UTF-16BE, false"})
  void utf16IsFoundByItsFirstBytes(String encoding, boolean hasMark) {
    byte[] text =
        ((hasMark ? "\ufeff" : "") + "id;größe;\u0a0a\u0a00\n").getBytes(Charset.forName(encoding));
    CsvHeader found = of(text, Map.of());
    assertEquals(List.of("id", "größe", "\u0a0a\u0a00"), found.names());
    assertEquals(hasMark ? "UTF-16" : encoding, found.options().get("encoding"));
  }

  @Test
  void aMarkOfUtf8IsNoPartOfAName() {
    assertEquals(List.of("id", "größe"), of("\ufeffid,größe\n").names());
  }

  @Test
  void aHeaderInAnotherEncodingIsRefusedUnlessItIsGiven() {
    byte[] latin = "id,größe\n".getBytes(StandardCharsets.ISO_8859_1);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> of(latin, Map.of()));
    assertTrue(refused.getMessage().contains("--read encoding"), refused::getMessage);
    assertEquals(List.of("id", "größe"), of(latin, Map.of("encoding", "ISO-8859-1")).names());
  }

  @Test
  void aFirstLineWithNumbersIsARowAndIsNotShown() {
    String refused = refusal("39,State-gov,Male\n");
    assertTrue(refused.contains("header=false"), refused);
    assertFalse(refused.contains("39") || refused.contains("State"), refused);
    assertEquals(List.of("_c0", "_c1"), of("39,Male\n", "header", "false").names());
    assertEquals(List.of("2019", "2020"), of("2019,2020\n", "header", "true").names());
  }

  @Test
  void withoutAHeaderNoDelimiterIsGuessed() {
    assertEquals(new CsvHeader(List.of("_c0"), Map.of()), of("a;b;c\n", "header", "false"));
  }

  @Test
  void namesMustDiffer() {
    assertTrue(refusal("a,b,A\n").contains("different names"));
  }

  @Test
  void aFileWithoutALineIsRefused() {
    assertTrue(refusal("").contains("begin with a line"));
    assertTrue(refusal("\n\n").contains("begin with a line"));
    assertTrue(refusal("a".repeat(CsvHeader.LONGEST)).contains("begin with a line"));
  }

  @Test
  void nothingBehindTheFirstLineDecidesAnything() {
    CsvHeader expected = of("id,a\n");
    for (String rows : List.of("1;2;3;4;5\n", "\"", "1,\u0000\n", "x\ty\tz\n", "n/a, b\n", "ä")) {
      assertEquals(expected, of(("id,a\n" + rows).getBytes(StandardCharsets.ISO_8859_1), Map.of()));
    }
    // The test sees a header that differs.
    assertNotEquals(expected, of("id;a\n"));
  }
}
