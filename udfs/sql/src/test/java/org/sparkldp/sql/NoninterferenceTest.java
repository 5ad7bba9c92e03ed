package org.sparkldp.sql;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing but reports depends on a value: over two tables that differ in every private value and in
 * nothing else, under protocols whose reports say nothing, SQL shows the same to the byte: results,
 * failures, log, event log, plans, and what it writes.
 *
 * <p>The functions of constants ({@code ldp_epsilon}, {@code ldp_gaussian_...}) are not here: they
 * see no table.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class NoninterferenceTest {
  private static final String CELLS = "blank(epsilon=1.0,k=4)";
  private static final String BITS = "blank-bits(epsilon=1.0,k=4)";
  private static final String NUMBER = "blank-number(epsilon=1.0,lower=0.0,upper=1.0)";
  private static final String VECTOR = "blank-vector(epsilon=1.0,d=2,radius=2.0)";

  /** Columns of values, each with a protocol that takes it. */
  private static final Map<String, String> PROTOCOLS =
      Map.of(
          "as_int", CELLS,
          "as_bigint", BITS,
          "as_boolean", CELLS,
          "as_double", NUMBER,
          "as_array", VECTOR,
          "as_text", CELLS,
          "as_bin", BITS);

  /** What is randomized of columns that are looked up first. */
  private static final Map<String, String> ITEMS =
      Map.of(
          "as_text", "ldp_item(as_text, array('v0', 'v1', 'v2'))",
          "as_bin", "ldp_bin(as_double, array(0, 0.3, 0.6, 0.8))");

  private static final List<String> IDS = List.of("id", "text_id", "binary_id");

  /** Another value for everybody; widths are fixed, so that the files are as long. */
  private static void writePeople(int variant) {
    String value = "(id + " + variant + ")";
    spark().sql("DROP TABLE IF EXISTS people");
    spark().sql("DROP TABLE IF EXISTS reports");
    spark()
        .range(0, 200, 1, 3)
        .selectExpr(
            "id",
            "CAST(id AS STRING) AS text_id",
            "CAST(CAST(id AS STRING) AS BINARY) AS binary_id",
            "id % 3 AS day",
            "CAST(" + value + " % 4 AS INT) AS as_int",
            value + " % 4 AS as_bigint",
            value + " % 2 = 0 AS as_boolean",
            value + " % 10 / 10.0D AS as_double",
            "concat('v', " + value + " % 4) AS as_text",
            "array(" + value + " % 2 / 2.0D, " + value + " % 3 / 3.0D) AS as_array",
            "CAST(IF(id = 77, 7717 + " + variant + ", 1) AS INT) AS outside")
        .write()
        .option("compression", "none")
        .option("parquet.enable.dictionary", "false")
        .option("parquet.page.write-checksum.enabled", "false") // as long as it is large
        .saveAsTable("people");
  }

  @AfterEach
  void dropTables() {
    spark().sql("DROP TABLE IF EXISTS people");
    spark().sql("DROP TABLE IF EXISTS reports");
    for (String entry :
        List.of(
            "spark.sql.adaptive.enabled",
            "spark.sql.files.minPartitionNum",
            "spark.sql.codegen.wholeStage",
            "spark.sql.codegen.factoryMode")) {
      spark().conf().unset(entry);
    }
  }

  /** Statements over the one table and over the other. */
  private static void assertNoDifference(List<String> statements) {
    writePeople(0);
    Observed.warm(() -> all(statements));
    Observed.assertSame(() -> observed(statements, 0), () -> observed(statements, 1));
  }

  private static Observed observed(List<String> statements, int variant) {
    writePeople(variant);
    return Observed.of(() -> all(statements));
  }

  private static String all(List<String> statements) throws IOException {
    StringBuilder shown = new StringBuilder();
    for (String statement : statements) {
      shown.append(statement).append('\n');
      for (Row row : rows(statement)) {
        shown.append(row).append('\n');
      }
    }
    return shown.append(tables()).toString();
  }

  /** What was written: every file's name, length and bytes. */
  private static String tables() throws IOException {
    Path folder = SparkTest.KEY_FILE.resolveSibling("reports");
    if (!Files.exists(folder)) {
      return "";
    }
    List<String> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        byte[] bytes = Files.readAllBytes(file);
        files.add(
            folder.relativize(file) + " " + bytes.length + " " + HexFormat.of().formatHex(bytes));
      }
    }
    return String.join("\n", files);
  }

  private static String randomize(String value, String spec, String id) {
    return "ldp_randomize(" + value + ", '" + spec + "'" + (id.isEmpty() ? "" : ", " + id) + ")";
  }

  private static void setModes(boolean codegen, boolean adaptive) {
    spark().conf().set("spark.sql.adaptive.enabled", Boolean.toString(adaptive));
    spark().conf().set("spark.sql.codegen.wholeStage", Boolean.toString(codegen));
    spark().conf().set("spark.sql.codegen.factoryMode", codegen ? "CODEGEN_ONLY" : "NO_CODEGEN");
  }

  /** Of several tasks that fail, another is the first each time. */
  private static void oneTask() {
    spark().conf().set("spark.sql.files.minPartitionNum", "1");
  }

  private static List<String> statements(List<String> ids) {
    List<String> statements = new ArrayList<>();
    for (String id : ids) {
      String reports = each(value -> "hex(" + randomize(value, id) + ")");
      statements.add("SELECT id, " + reports + " FROM people ORDER BY id");
    }
    String reports = each(value -> randomize(value, ids.get(0)) + " AS r_" + value);
    statements.add("EXPLAIN EXTENDED SELECT " + reports + " FROM people");
    statements.add(
        "SELECT "
            + each(
                value ->
                    "hex(ldp_merge(a_" + value + ")), ldp_estimate(ldp_merge(a_" + value + "))")
            + " FROM (SELECT day, "
            + each(value -> accumulate(value) + " AS a_" + value)
            + " FROM (SELECT day, "
            + reports
            + " FROM people) GROUP BY day)");
    statements.add("CREATE TABLE reports USING parquet AS SELECT day, " + reports + " FROM people");
    statements.add(
        "SELECT "
            + each(value -> "hex(" + accumulate(value) + ")")
            + " FROM reports GROUP BY day ORDER BY day");
    return statements;
  }

  private static String each(UnaryOperator<String> column) {
    return PROTOCOLS.keySet().stream().sorted().map(column).collect(joining(", "));
  }

  private static String randomize(String value, String id) {
    return randomize(ITEMS.getOrDefault(value, value), PROTOCOLS.get(value), id);
  }

  private static String accumulate(String value) {
    return "ldp_accumulate(r_" + value + ", '" + PROTOCOLS.get(value) + "')";
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void keyedFunctionsShowNothingButReports(boolean codegen, boolean adaptive) {
    setModes(codegen, adaptive);
    assertNoDifference(statements(IDS));
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void writeOnceFunctionsShowNothingButReports(boolean codegen, boolean adaptive) {
    setModes(codegen, adaptive);
    assertNoDifference(statements(List.of("")));
  }

  /** That it fails says that somebody is outside; not who, and not with what. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void keyedFunctionsInTheOtherModesToo(boolean codegen, boolean adaptive) {
    setModes(codegen, adaptive);
    assertNoDifference(statements(IDS));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void writeOnceFunctionsInTheOtherModesToo(boolean codegen, boolean adaptive) {
    setModes(codegen, adaptive);
    assertNoDifference(statements(List.of("")));
  }

  /** That it fails says that somebody is outside; not who, and not with what. */
  @ParameterizedTest
  @ValueSource(strings = {CELLS, "grr(epsilon=1.0,k=4)", "oue(epsilon=1.0,k=4)", NUMBER})
  void aValueOutsideTheDomainFailsInTheSameWordsWhateverItIs(String spec) {
    assertFailsInTheSameWords("outside", spec);
  }

  @Test
  void aValueThatIsNoItemFailsInTheSameWordsWhateverItIs() {
    assertFailsInTheSameWords("ldp_item(outside, 0, 3, 'fail')", CELLS);
  }

  private static void assertFailsInTheSameWords(String value, String spec) {
    oneTask();
    for (String id : List.of("", "id")) {
      String report = randomize(value, spec, id);
      assertNoDifference(List.of("SELECT count(r) FROM (SELECT " + report + " AS r FROM people)"));
    }
  }

  @Test
  void aMessageThatShowsAValueIsCaught() {
    oneTask();
    String report = "SELECT " + randomize("as_int", "blank(epsilon=1.0,k=4,leak=%s)", "id");
    assertNoDifference(List.of(String.format(report, "words") + " FROM people"));
    assertCaught("log", String.format(report, "message") + " FROM people");
  }

  @Test
  void aReportWhoseSizeDependsOnItsValueIsCaught() {
    spark().conf().set("spark.sql.adaptive.enabled", "false");
    assertNoDifference(List.of(longest(randomize("as_int", BITS, "id"))));
    String twin = randomize("as_int", "blank-bits(epsilon=1.0,k=4,leak=size)", "id");
    assertCaught("events", longest(twin));
  }

  private static String longest(String report) {
    return "SELECT day, count(DISTINCT " + report + ") > 0 FROM people GROUP BY day ORDER BY day";
  }

  @Test
  void aReportThatIsItsValueIsCaught() {
    assertCaught(
        "outcome",
        "SELECT sum("
            + randomize("as_int", "blank(epsilon=1.0,k=4,leak=report)", "id")
            + " * id) FROM people");
  }

  @Test
  void anOrderByValueIsCaught() {
    String report = randomize("as_int", CELLS, "id");
    assertCaught("outcome", "SELECT id, " + report + " FROM people ORDER BY as_int, id LIMIT 9");
  }

  @Test
  void aFilterByValueIsCaught() {
    String report = randomize("as_int", CELLS, "id");
    assertCaught("events", "SELECT max(" + report + ") FROM people WHERE as_int * id < 30");
  }

  @Test
  void aValueInAPlanIsCaught() {
    writePeople(0);
    Observed one = Observed.of(() -> all(List.of(withLiteral())));
    writePeople(1);
    Observed two = Observed.of(() -> all(List.of(withLiteral())));
    assertTrue(one.differences(two).toString().contains("plans of one"), "a literal of the data");
  }

  private static String withLiteral() {
    Object value = SparkTest.value("SELECT as_int FROM people WHERE id = 3");
    return "SELECT id % 2, '" + value + "' AS note FROM people LIMIT 0";
  }

  private static void assertCaught(String part, String statement) {
    writePeople(0);
    Observed.warm(() -> all(List.of(statement)));
    Observed one = observed(List.of(statement), 0);
    Observed two = observed(List.of(statement), 1);
    AssertionError caught = assertThrows(AssertionError.class, () -> Observed.assertSame(one, two));
    assertTrue(
        caught.getMessage().contains(part + " of one"), () -> part + ": " + caught.getMessage());
  }
}
