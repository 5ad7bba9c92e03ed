package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.univocity.parsers.csv.CsvParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.util.HadoopFSUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.sql.catalyst.Scala;

/** Which lines of a CSV are people, and what their fields are; a ~ stands for a line's end. */
class CsvRowsTest {
  private static Map<String, String> options(String... given) {
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String option : given) {
      options.put(option.replaceFirst("=.*", ""), option.replaceFirst("(?s)^[^=]*=", ""));
    }
    return TableFormat.CSV.all("a.csv", options);
  }

  private static CsvRows rows(String text, Set<String> shown, String... options)
      throws IOException {
    return rows(text, shown, new FileFacts(), options);
  }

  private static CsvRows rows(String text, Set<String> shown, FileFacts found, String... options)
      throws IOException {
    CsvSyntax syntax = CsvSyntax.of(options(options));
    return new CsvRows(lines(text.replace("~", "\n"), syntax), syntax, null, true, shown, found);
  }

  private static Lines lines(String text, CsvSyntax syntax) throws IOException {
    byte[] bytes = text.getBytes(Charset.forName(syntax.charset()));
    return Lines.of(new ByteArrayInputStream(bytes), syntax.charset(), syntax.lineEnd());
  }

  private static FileFacts found(String text, String... options) throws IOException {
    FileFacts found = new FileFacts();
    CsvRows rows = rows(text, Set.of("id"), found, options);
    while (rows.next()) {
      rows.get(0);
    }
    return found;
  }

  private static List<List<String>> read(String text, String... options) throws IOException {
    CsvRows rows = rows(text, Set.of("id"), options);
    List<List<String>> all = new ArrayList<>(List.of(rows.header()));
    while (rows.next()) {
      all.add(IntStream.range(0, rows.header().size()).mapToObj(rows::get).toList());
    }
    return all;
  }

  private static void refused(long line, String text, String... options) throws IOException {
    assertEquals(line, found(text, options).flawed.line, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "3 | a,b~1,2~3,\"secret~4,5~",
        "3 | a,b~1,2~3,\"secret",
        "2 | a,b~1,\"2~3,4~5,\"secret~",
        "2 | a,b~1,\"secret~3\",4~",
        "1 | \"a,b~1,2~",
        "4 | a,b~~~1,\"2\" secret~",
        "2 | a,b~\"se\"cret,2~",
      })
  void aQuoteThatIsNotClosedInItsLineIsNoRow(long line, String text) throws IOException {
    refused(line, text);
  }

  @Test
  void whereFieldsHaveLineBreaksAQuoteMustBeClosedAllTheSame() throws IOException {
    assertEquals(2, found("a,b~1,\"x~y~z\"~3,4~", "multiLine=true").rows);
    assertEquals("x\ny\nz", read("a,b~1,\"x\r\ny\rz\"~", "multiLine=true").get(1).get(1));
    refused(2, "a,b~1,\"x~\"y~3,\"4\"~", "multiLine=true");
    refused(4, "a,b~1,\"x~y\"~5,\"secret~7,8~", "multiLine=true");
    refused(2, "a,b~1,\"" + "x~".repeat(1 << 20) + "\"~", "multiLine=true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b~1,2~3,4",
        "\ufeff\"a\",b~\"1\",\"2\"~,~",
        "a,b~\"say \"\"hi\"\", you\",2~\"\",\"\"\"\"~",
        "a,b\r\n1,\"2\"\r\n\r\n3,4\r\n",
        "a,b\r1,\"2\"\r3,4",
        "a,b\r\n1,2\n3,4\r",
        "a,b~5\" pipe,2~6\",3\"~",
        "a,b~1,\"2\"  ~,~",
        "~~a,b~1,2~3,4~~",
      })
  void aCsvThatFollowsTheRulesPasses(String text) throws IOException {
    for (String breaks : List.of("false", "true")) {
      FileFacts found = found(text, "multiLine=" + breaks);
      assertEquals(2, found.rows, text);
      assertEquals(0, found.flawed.count + found.malformed.count);
    }
  }

  /** The last slice of a file may hold blank lines alone, and the row above them count the rows. */
  @Test
  void theLastRowOfAFileIsThatOfItsLastSliceWithRows() throws IOException {
    FileFacts file = found("id~1~2~3~");
    file.footer = 3;
    file.plus(found("~~\u001a")).plus(new FileFacts());
    assertEquals(List.of(3L, 3L, 4L), List.of(file.rows, file.footer, file.lastRow));
    FileFacts next = found("id~4~");
    file.plus(next);
    assertEquals(List.of(4L, -1L), List.of(file.rows, file.footer));
  }

  @Test
  void rowsWithMoreOrFewerFieldsAreCounted() throws IOException {
    assertEquals(4, found("a,b~1,2~3~4,5,6~7,8,~9,\"10,11\"~  ~").malformed.count);
    assertEquals(1, found("a;b~1;2~3,4~", "delimiter=;").malformed.count);
    assertEquals(1, found("a||b~1||2~3|4~", "delimiter=||").malformed.count);
    assertEquals(1, found("a§b~1§2~3,4~", "delimiter=§").malformed.count);
    assertEquals(1, found("a\tb~1\t2~3~", "delimiter=\\t").malformed.count);
    assertEquals(1, found("a,b~#1~1,2~3~", "comment=#").malformed.count);
    assertEquals(1, found("a,b~1,'2,3'~4~", "quote='").malformed.count);
    assertEquals(0, found("a,b~1,\"2~3,4\"~", "quote=").malformed.count);
    assertEquals(1, found("a,b~1,\"2\\\",3\"~4~", "escape=\\").malformed.count);
    assertEquals(1, found("a,b~1, \"2,3\"~4~", "ignoreLeadingWhiteSpace=true").malformed.count);
    assertEquals(1, found("a,b!1,2!3!", "lineSep=!").malformed.count);
  }

  /** An empty line of one column is a person without a value; of several it is nobody. */
  @Test
  void anEmptyLine() throws IOException {
    assertEquals(4, found("id~~x~~y").rows);
    assertEquals(2, found("id,v~~1,x~~2,y~").rows);
    assertEquals(3, found("~~x~", "header=false").rows);
    assertEquals(0, found("\ufeff").rows);
    assertEquals(0, found("").rows);
  }

  @Test
  void aHeaderIsOneByItsPlaceAndOnceMoreIfItIsOfNobody() throws IOException {
    FileFacts joined = found("id,v~1,x~id,v~2,y~\ufeffid,v~3,z~\"id\",\"v\"~");
    assertEquals(3, joined.rows);
    assertEquals(3, joined.repeats.count);
    assertEquals(3, joined.repeats.line);
    FileFacts found = new FileFacts();
    CsvRows alone = rows("v,w~v,w~v,w~", Set.of(), found);
    assertTrue(alone.next());
    assertTrue(alone.next());
    assertEquals(
        List.of(0L, 2L), List.of(found.repeats.count, found.alike), "of nobody but people");
    assertEquals(3, found("id,v~1,x~v,id~y,2~").reordered.line, "a header of another order");
    assertEquals(2, found("id,v~1,x~v,2~").rows);
    FileFacts turned = new FileFacts();
    assertTrue(rows("v,w~w,v~", Set.of(), turned).next());
    assertEquals(0, turned.reordered.count, "of columns that nobody asks for, a row is a row");
  }

  @Test
  void aMarkOfBadBytesThatSomebodyWroteIsAText() throws IOException {
    assertEquals(0, found("id,v~1,\ufffd~").bad.count);
  }

  @Test
  void theMarkAtAFilesEndIsNobody() throws IOException {
    for (String text : List.of("id,v~1,x~2,y~\u001a", "id,v~1,x~2,y\u001a", "id~1~2~\u001a~")) {
      FileFacts found = found(text);
      assertEquals(2, found.rows, text);
      assertTrue(found.hasMark);
      assertEquals(0, found.malformed.count);
    }
    assertEquals("y", read("id,v~2,y\u001a").get(1).get(1));
  }

  @Test
  void aRowThatCountsTheRowsAboveIt() throws IOException {
    for (String id : List.of("2 rows", "\"2 rows\"", "(2 rows)", "002  Zeilen.")) {
      for (String after : List.of("", "~", "~~~", "~\u001a", "\u001a", "~id,v~")) {
        String text = "id,v~1,x~2,y~" + id + "," + after;
        CsvRows rows = rows(text, Set.of("id"));
        while (rows.next()) {
          rows.get(0);
        }
        assertEquals(after.contains("id") ? -1 : 2, rows.footer(0), text);
        assertEquals(4, found(text).lastRow, text);
      }
    }
    CsvRows rows = rows("id~user 2~2~u2~", Set.of());
    while (rows.next()) {
      assertEquals(-1, rows.footer(0));
    }
  }

  // Fields are those of Spark's own parser, whatever the line.

  private static final String[] PIECES = {
    "a",
    "b c",
    ",",
    ",",
    "\"",
    "\"\"",
    "\"x\"",
    "\"y, z\"",
    " ",
    "\t",
    "\\",
    "\\\"",
    "é",
    "😀",
    ";",
    "#",
    "\u001a",
    "1.5",
    "'",
    "|",
  };

  private static String line(Random random) {
    StringBuilder line = new StringBuilder();
    int pieces = 1 + random.nextInt(8);
    for (int i = 0; i < pieces; i++) {
      line.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return line.toString();
  }

  private static String[] cut(CsvSyntax syntax, String line) {
    CsvFields fields = new CsvFields(syntax);
    if (fields.cut(line) != CsvFields.RowEnd.WHOLE) {
      return null;
    }
    return IntStream.range(0, fields.count()).mapToObj(fields::get).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "escape=\\", "delimiter=;", "quote='", "ignoreLeadingWhiteSpace=true"})
  void fieldsAreThoseOfSparksParser(String option) {
    Map<String, String> options = options(option.isEmpty() ? new String[0] : new String[] {option});
    if (option.startsWith("ignore")) {
      options.put("ignoreTrailingWhiteSpace", "true");
    }
    CsvSyntax syntax = CsvSyntax.of(options);
    CsvParser spark =
        new CsvParser(new CSVOptions(Scala.map(options), true, "UTC").asParserSettings());
    Random random = new Random(5202);
    int whole = 0;
    for (int i = 0; i < 20_000; i++) {
      String line = line(random);
      String[] fields = cut(syntax, line);
      if (fields == null || line.isBlank()) {
        continue;
      }
      whole++;
      String[] expected =
          Arrays.stream(spark.parseLine(line))
              .map(field -> field == null || field.isEmpty() ? null : field)
              .toArray(String[]::new);
      String[] found =
          Arrays.stream(fields)
              .map(field -> field == null || field.isEmpty() ? null : field)
              .toArray(String[]::new);
      assertArrayEquals(expected, found, line);
    }
    assertTrue(whole > 8_000, "" + whole);
  }

  // Made-up files: people there = people read.

  /** Writes people as someone might, and says how many there are. */
  private static int made(Random random, StringBuilder file, Map<String, String> options) {
    String[] ends = {"\n", "\r\n", "\r"};
    String delimiter = random.nextInt(3) == 0 ? ";" : ",";
    options.put("delimiter", delimiter);
    int columns = 1 + random.nextInt(3);
    boolean hasComment = random.nextInt(4) == 0;
    if (hasComment) {
      options.put("comment", "#");
    }
    boolean hasBreaks = random.nextInt(4) == 0;
    options.put("multiLine", "" + hasBreaks);
    String header = String.join(delimiter, List.of("id", "v", "w").subList(0, columns));
    file.append(random.nextInt(3) == 0 ? "\ufeff" : "");
    file.append(random.nextInt(5) == 0 ? "\r\n" : "").append(header);
    int people = 0;
    int lines = random.nextInt(12);
    for (int i = 0; i < lines; i++) {
      file.append(ends[random.nextInt(3)]);
      switch (random.nextInt(9)) {
        case 0 -> file.append(random.nextBoolean() ? "\ufeff" : "").append(header);
        case 1 -> {
          // With CRLF after a CR, or the other way about, an empty line would be no line.
          file.append("\n");
          people += columns == 1 && !isPair(file) ? 1 : 0;
          file.append(person(random, columns, delimiter, hasBreaks));
          people++;
        }
        case 2 -> file.append(hasComment ? "# " + header + "\"" : header);
        default -> {
          file.append(person(random, columns, delimiter, hasBreaks));
          people++;
        }
      }
    }
    file.append(random.nextBoolean() ? ends[random.nextInt(3)] : "");
    file.append(random.nextInt(4) == 0 ? "\u001a" : "");
    return people;
  }

  /** Whether what ends here is CRLF, which is one end of a line. */
  private static boolean isPair(StringBuilder file) {
    return file.length() > 1 && file.charAt(file.length() - 2) == '\r';
  }

  private static String person(Random random, int columns, String delimiter, boolean hasBreaks) {
    StringBuilder row = new StringBuilder("p" + random.nextInt(1000));
    for (int i = 1; i < columns; i++) {
      String inside = hasBreaks && random.nextInt(3) == 0 ? "x\r\ny" : delimiter + "\"\"";
      String[] values = {
        "", "red", "5\" pipe", " x ", "\"" + inside + "\"", "||", "\\", "\u001a\u001a."
      };
      row.append(delimiter).append(values[random.nextInt(values.length)]);
    }
    return row.toString();
  }

  private interface Count {
    long of(String text, Map<String, String> options) throws IOException;
  }

  private static int wrong(int files, Count count) throws IOException {
    Random random = new Random(5203);
    int wrong = 0;
    for (int i = 0; i < files; i++) {
      StringBuilder file = new StringBuilder();
      Map<String, String> options = new TreeMap<>(options());
      int people = made(random, file, options);
      wrong += count.of(file.toString(), options) == people ? 0 : 1;
    }
    return wrong;
  }

  private static long read(String text, Map<String, String> options) throws IOException {
    CsvSyntax syntax = CsvSyntax.of(options);
    Lines lines = lines(text, syntax);
    FileFacts found = new FileFacts();
    CsvRows rows = new CsvRows(lines, syntax, null, true, Set.of("id"), found);
    while (rows.next()) {
      rows.get(0);
    }
    assertEquals(0, found.flawed.count + found.malformed.count, () -> text.replace("\r", "^M"));
    return found.rows;
  }

  @Test
  void peopleReadArePeopleThere() throws IOException {
    assertEquals(0, wrong(2_000, CsvRowsTest::read));
  }

  @Test
  @Tag("long")
  void peopleReadArePeopleThereInManyFiles() throws IOException {
    assertEquals(0, wrong(100_000, CsvRowsTest::read));
  }

  /** Spark reads a name, or passes over it, and then it is refused, or known to hold nothing. */
  @Test
  void noNameIsPassedOverUnseen() {
    Random random = new Random(5204);
    String[] parts = {
      "_", ".", "a", "=", "SUCCESS", ".csv", "metadata", "._COPYING_", "~", "day=1", ".crc"
    };
    for (int i = 0; i < 100_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int part = random.nextInt(4); part >= 0; part--) {
        name.append(parts[random.nextInt(parts.length)]);
      }
      boolean isSeen = TableFiles.isHidden(name + "") || TableFiles.isNoData(name + "");
      assertEquals(isSeen, isSeen || HadoopFSUtils.shouldFilterOutPathName(name + ""), name + "");
    }
    assertTrue(HadoopFSUtils.shouldFilterOutPathName("_a.csv"), "a twin that looks at dots alone");
    assertTrue(!TableFiles.isHidden("_x=1"), "the folder of a column _x");
  }

  /** The twins: one end of a line for all, and a header by its text. */
  @Test
  void otherReadersLosePeople() throws IOException {
    Count firstEnd =
        (text, options) -> {
          Map<String, String> own = new TreeMap<>(options);
          own.put("lineSep", text.contains("\r\n") ? "\r\n" : "\n");
          CsvSyntax syntax = CsvSyntax.of(own);
          CsvRows rows =
              new CsvRows(lines(text, syntax), syntax, null, true, Set.of(), new FileFacts());
          long count = 0;
          while (rows.next()) {
            count++;
          }
          return count;
        };
    assertNotEquals(0, wrong(500, firstEnd));
    Count withoutBlanks =
        (text, options) -> text.lines().filter(line -> !line.isBlank()).count() - 1;
    assertNotEquals(0, wrong(500, withoutBlanks));
  }
}
