package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.value;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values by their names: which item a value is, one label a question, and names in estimates. */
@ExtendWith(SparkTest.class)
class ItemsTest {
  private static final String COUNTRIES = "array('US', 'IN', 'BR')";
  private static final String SPEC = "'grr(epsilon=20.0,k=4)'";

  @TempDir Path folder;

  @BeforeEach
  void people() {
    spark()
        .range(0, 300, 1, 2)
        .selectExpr(
            "id",
            "element_at(array('US', 'IN', 'FR', NULL), CAST(id % 4 + 1 AS INT)) AS country",
            "named_struct('c', IF(id % 2 = 0, 'US', 'IN')) AS s",
            "IF(id % 2 = 0, 'BR', 'IN') AS `s.c`",
            "CAST(id % 3 AS DOUBLE) AS rating")
        .createOrReplaceTempView("people");
  }

  /** In rows, not as constants. */
  private static List<Object> numbers(String call, String type, String... values) {
    String all =
        Arrays.stream(values)
            .map(each -> "(CAST(" + each + " AS " + type + "))")
            .collect(Collectors.joining(", "));
    spark().sql("SELECT * FROM VALUES " + all + " AS t(v)").createOrReplaceTempView("values_of");
    return inBothModes(
        () ->
            rows("SELECT " + call + " FROM values_of DISTRIBUTE BY 1").stream()
                .map(row -> row.get(0))
                .toList());
  }

  private static String refusal(String sql) {
    return assertThrows(AnalysisException.class, () -> rows(sql), sql).getMessage();
  }

  @Test
  void aValueIsTheItemOfItsName() {
    assertEquals(
        Arrays.asList(0L, 1L, 3L, 3L, 3L),
        numbers("ldp_item(v, " + COUNTRIES + ")", "STRING", "'US'", "'IN'", "'us'", "''", "NULL"));
    assertEquals(
        Arrays.asList(0L, null, null),
        numbers("ldp_item(v, " + COUNTRIES + ", 'drop')", "STRING", "'US'", "'FR'", "NULL"));
    assertEquals(
        List.of(0L, 2L),
        numbers("ldp_item(v, " + COUNTRIES + ", 'fail')", "STRING", "'US'", "'BR'"));
    for (String other : List.of("'FRANCE'", "NULL")) {
      Exception refusal =
          assertThrows(
              Exception.class,
              () -> numbers("ldp_item(v, " + COUNTRIES + ", 'fail')", "STRING", other));
      assertTrue(refusal.getMessage().contains("one of the items"), refusal::getMessage);
      assertTrue(!refusal.getMessage().contains("FRANCE"), refusal::getMessage);
    }
    assertEquals(
        List.of(1L, 0L, 2L),
        numbers("ldp_item(v, array(true, false))", "BOOLEAN", "false", "true", "NULL"));
    String days = "ldp_item(v, array(DATE'2026-01-01', DATE'2026-01-02'))";
    assertEquals(List.of(1L, 2L), numbers(days, "DATE", "'2026-01-02'", "'2025-01-02'"));
    assertEquals(List.of(1L), numbers(days, "STRING", "'2026-01-02'"));
    assertEquals(List.of(0L), numbers("ldp_item(v, array('2026-01-01'))", "DATE", "'2026-01-01'"));
    String time = "TIMESTAMP_NTZ";
    assertEquals(List.of(1L, 2L), numbers(days, time, "'2026-01-02 10:00'", "'2025-01-02'"));
  }

  @ParameterizedTest
  @CsvSource({"BIGINT", "INT", "SMALLINT", "DOUBLE", "FLOAT", "'DECIMAL(9,2)'", "STRING"})
  void wholeNumbersAreItemsWhateverTheirType(String type) {
    for (String items : List.of("1, 5", "array(1, 2, 3, 4, 5)")) {
      assertEquals(
          Arrays.asList(0L, 4L, 5L, 5L),
          numbers("ldp_item(v, " + items + ")", type, "1", "5", "0", "NULL"));
    }
    if (List.of("DOUBLE", "FLOAT", "DECIMAL(9,2)", "STRING").contains(type)) {
      assertEquals(List.of(5L), numbers("ldp_item(v, 1, 5)", type, "2.5"));
      assertEquals(List.of(1L), numbers("ldp_item(v, 1, 5)", type, "2.0"));
    }
    if (List.of("DOUBLE", "FLOAT", "STRING").contains(type)) {
      assertEquals(List.of(5L, 5L), numbers("ldp_item(v, 1, 5)", type, "'NaN'", "'Infinity'"));
      assertEquals(List.of(5L), numbers("ldp_item(v, 1, 5)", type, "1e30"));
    }
  }

  @Test
  void aRangeMayReachTheEndsOfBigint() {
    String call = "ldp_item(v, -9223372036854775808, -9223372036854775807, 'drop')";
    assertEquals(
        Arrays.asList(0L, null, null),
        numbers(call, "BIGINT", "-9223372036854775808", "9223372036854775807", "0"));
    assertEquals(
        Arrays.asList(0L, null), numbers(call, "DOUBLE", "-9223372036854775808", "9.3e18"));
    String highest = "ldp_item(v, 9223372036854775806, 9223372036854775807, 'drop')";
    assertEquals(List.of(1L), numbers(highest, "BIGINT", "9223372036854775807"));
    assertEquals(Arrays.asList((Long) null), numbers(highest, "DOUBLE", "9.3e18"));
  }

  @Test
  void aBinHasItsLowerEdgeAndTheLastBothEdges() {
    String bins = "ldp_bin(v, array(0, 5000, 10000.5))";
    assertEquals(
        List.of(0L, 0L, 1L, 1L, 2L, 2L, 2L, 2L),
        numbers(
            bins, "DOUBLE", "-0.0", "4999.9", "5000", "10000.5", "10000.6", "-1e-9", "'NaN'",
            "NULL"));
    assertEquals(
        "[0, 5000), [5000, 10000.5], (other)",
        rows("SELECT array_join(transform(ldp_estimate(ldp_accumulate(r,"
                + " 'grr(epsilon=1.0,k=3)')), e -> e.item), ', ') FROM (SELECT"
                + " ldp_randomize(ldp_bin(rating, array(0, 5000, 10000.5)),"
                + " 'grr(epsilon=1.0,k=3)') AS r FROM people)")
            .get(0)
            .get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ldp_item('a', array('a', 'a')) | differ",
        "ldp_item('a', array()) | texts, whole numbers",
        "ldp_item('a', array('a', NULL)) | must not be null",
        "ldp_item('a', array('a', '(other)')) | another name",
        "ldp_item(1.5, array(1.5, 2.5)) | texts, whole numbers",
        "ldp_item('a', array('a'), 'other') | category, drop or fail",
        "ldp_item(country, array(country)) | foldable",
        "ldp_item(1, 5, 1) | from a lower to an upper",
        "ldp_item(1, 0, 9223372036854775807) | at most 1000000 items",
        "ldp_item(1, 1) | requires [3, 4]",
        "ldp_item(1, 1, 'drop') | constant whole number",
        "ldp_item(s, array('a')) | STRING, number",
        "ldp_item(DATE'2026-01-01', 1, 5) | STRING, number",
        "ldp_item(TIMESTAMP'2026-01-01 10:00:00', array('2026-01-01')) | STRING, number",
        "ldp_bin(1, array(1)) | edges",
        "ldp_bin(1, array(1, 1)) | edges",
        "ldp_randomize(ldp_item(country, array('a', 'b')), 'grr(epsilon=1.0,k=2)') | k=3",
        "ldp_randomize(ldp_item(country, array('a', 'b')), 'mean(epsilon=1.0,lower=0.0,upper=1.0)')"
            + " | k=3",
      })
  void whatIsNoListIsRefused(String call, String says) {
    String refusal = refusal("SELECT " + call + " FROM people");
    assertTrue(refusal.contains(says), refusal);
  }

  @Test
  void aLongListIsRefused() {
    String items =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    assertTrue(refusal("SELECT ldp_item(1, array(" + items + "))").contains("at most 10000"));
  }

  private static List<Row> reports(String value, String more) {
    return rows(
        "SELECT id, ldp_randomize("
            + value
            + ", 'grr(epsilon=1.0,k=4)', id"
            + more
            + ") FROM people ORDER BY id");
  }

  /** One question has one label, however its list is written; another list has other coins. */
  @Test
  void theListIsPartOfTheLabel() {
    List<Row> reports = inBothModes(() -> reports("ldp_item(country, " + COUNTRIES + ")", ""));
    assertEquals(
        reports, reports("ldp_item(country, " + COUNTRIES + ", 'category')", ", 'country'"));
    assertEquals(reports, reports("ldp_item(`country`, array('US', 'IN', concat('B', 'R')))", ""));
    assertNotEquals(reports, reports("ldp_item(country, array('US', 'IN', 'MX'))", ""));
    assertNotEquals(reports, reports("ldp_item(country, array('IN', 'US', 'BR'))", ""));
    assertEquals(
        reports("ldp_item(rating, 0, 2)", ""), reports("ldp_item(rating, array(0, 1, 2))", ""));
    assertEquals(
        reports("ldp_item(CAST(rating AS INT), 0, 2)", ", 'rating'"),
        reports("ldp_item(rating, array(0, 1, 2))", ""));
    // A column of item numbers knows its list.
    spark()
        .sql("SELECT id, ldp_item(country, " + COUNTRIES + ") AS country FROM people")
        .createOrReplaceTempView("numbered");
    assertEquals(
        reports,
        rows(
            "SELECT id, ldp_randomize(country, 'grr(epsilon=1.0,k=4)', id) FROM numbered ORDER BY id"));
  }

  @Test
  void aFieldIsNamedByItsPath() {
    String list = ", array('US', 'IN', 'BR'))";
    assertEquals(reports("ldp_item(s.c" + list, ", 's.c'"), reports("ldp_item(s.c" + list, ""));
    assertEquals(
        reports("ldp_item(`s.c`" + list, ", '`s.c`'"), reports("ldp_item(`s.c`" + list, ""));
    assertNotEquals(
        reports("ldp_item(s.c" + list, ""), reports("ldp_item(s.c" + list, ", '`s.c`'"));
    assertTrue(
        refusal(
                "SELECT ldp_randomize(ldp_item(upper(country)"
                    + list
                    + ", "
                    + SPEC
                    + ", id) FROM people")
            .contains("`attribute` is required"));
  }

  private static String items(String sql) {
    return rows(sql).stream().map(row -> row.getString(0)).collect(Collectors.joining(","));
  }

  @Test
  void estimatesHaveTheNames() {
    String drawn =
        "SELECT id, id % 2 AS day, ldp_randomize(ldp_item(country, "
            + COUNTRIES
            + "), "
            + SPEC
            + ", id) AS report FROM people";
    spark().sql(drawn).createOrReplaceTempView("reports");
    String all = "SELECT ldp_accumulate(report, " + SPEC + ") AS sums FROM ";
    assertEquals(
        "US,IN,BR,(other)", items("SELECT inline(ldp_estimate(sums)) FROM (" + all + "reports)"));
    assertEquals(
        "US,IN,BR,(other)",
        items(
            "SELECT inline(ldp_estimate(ldp_merge(sums), 0.9)) FROM ("
                + all
                + "reports GROUP BY day)"));
    assertEquals(
        List.of(75L, 75L, 0L, 150L),
        inBothModes(
            () ->
                rows(
                        "SELECT estimate FROM (SELECT inline(ldp_estimate(ldp_accumulate(report, "
                            + SPEC
                            + "))) FROM ("
                            + drawn
                            + "))")
                    .stream()
                    .map(row -> Math.round(row.getDouble(0)))
                    .toList()));
    spark().table("reports").write().parquet(folder + "/reports");
    spark().sql(all + "reports GROUP BY day").write().parquet(folder + "/sums");
    assertEquals(
        "US,IN,BR,(other)",
        items("SELECT inline(ldp_estimate(ldp_merge(sums))) FROM parquet.`" + folder + "/sums`"));
    assertEquals(
        "US,IN,BR,(other)",
        items(
            "SELECT inline(ldp_estimate(ldp_accumulate(report, "
                + SPEC
                + "))) FROM parquet.`"
                + folder
                + "/reports`"));
    String others = "array('US', 'BR', 'IN'))) FROM ";
    String nested = "SELECT inline(ldp_estimate(ldp_accumulate(report, " + SPEC + ")";
    for (String sql :
        List.of(
            "SELECT inline(ldp_estimate(sums, " + others + "(" + all + "reports)",
            nested + ", " + others + "reports")) {
      assertTrue(refusal(sql).contains("leave them out"));
    }
    assertEquals("US,IN,BR,(other)", items(nested + ")) FROM reports"));
    // An expression over the column has no list, unless it is given.
    String lost = all.replace("report,", "report + 0,") + "reports";
    assertEquals("0,1,2,3", items("SELECT inline(ldp_estimate(sums)) FROM (" + lost + ")"));
    for (String names :
        List.of("0.9, " + COUNTRIES, COUNTRIES, "array('US', 'IN', 'BR', '(other)')")) {
      assertEquals(
          "US,IN,BR,(other)",
          items("SELECT inline(ldp_estimate(sums, " + names + ")) FROM (" + lost + ")"));
    }
    Exception refusal =
        assertThrows(
            Exception.class,
            () -> rows("SELECT inline(ldp_estimate(sums, array('a'))) FROM (" + lost + ")"));
    assertTrue(refusal.getMessage().contains("as many as the items"), refusal::getMessage);
    // Without a list, bytes stay; with one, they merge with their like.
    assertNotEquals(
        value("SELECT hex(sums) FROM (" + lost + ")"),
        value("SELECT hex(sums) FROM (" + all + "reports)"));
    assertEquals(
        value("SELECT hex(ldp_accumulate(1, " + SPEC + "))"),
        value(
            "SELECT hex(sums) FROM (SELECT ldp_accumulate(r + 0, "
                + SPEC
                + ") AS sums FROM (SELECT 1 AS r))"));
    Exception merged =
        assertThrows(
            Exception.class,
            () -> rows("SELECT ldp_merge(sums) FROM (" + lost + " UNION ALL " + all + "reports)"));
    assertTrue(merged.getMessage().contains("one list of items"), merged::getMessage);
  }

  /**
   * DRAWN stands for the query of the reports, SUMS and NAMES for their accumulator and estimates.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH r AS (DRAWN) SELECT NAMES FROM r",
        "WITH r(person, report) AS (DRAWN) SELECT NAMES FROM r",
        "WITH r AS (DRAWN), s AS (SELECT SUMS AS sums FROM r)"
            + " SELECT inline(ldp_estimate(sums)) FROM s",
        "WITH s AS (WITH r AS (DRAWN) SELECT id % 2, SUMS AS sums FROM r GROUP BY 1)"
            + " SELECT inline(ldp_estimate(ldp_merge(sums))) FROM s",
        "WITH r AS (DRAWN) SELECT NAMES FROM (SELECT report FROM r WHERE id % 2 = 0"
            + " UNION ALL SELECT report FROM r WHERE id % 2 = 1)",
        "WITH r AS (DRAWN) SELECT NAMES FROM (SELECT r.report FROM r JOIN r AS other USING (id))",
        "WITH r AS (DRAWN) SELECT inline((SELECT ldp_estimate(SUMS) FROM r))",
        "WITH r AS (DRAWN) SELECT NAMES FROM r WHERE id IN (SELECT id FROM r)",
        "WITH n AS (SELECT id, ldp_item(country, LIST) AS country FROM people), r AS (SELECT"
            + " ldp_randomize(country, SPEC, id) AS report FROM n) SELECT NAMES FROM r",
        "SELECT * FROM (WITH r AS (DRAWN) SELECT NAMES FROM r)",
        "SELECT NAMES FROM (WITH r AS (DRAWN) SELECT * FROM r)",
      })
  void aQueryThatWithNamesKeepsTheList(String query) {
    String sql =
        query
            .replace(
                "DRAWN",
                "SELECT id, ldp_randomize(ldp_item(country, LIST), SPEC, id) AS report FROM people")
            .replace("NAMES", "inline(ldp_estimate(SUMS))")
            .replace("SUMS", "ldp_accumulate(report, SPEC)")
            .replace("LIST", COUNTRIES)
            .replace("SPEC", SPEC);
    assertEquals("US,IN,BR,(other)", inBothModes(() -> items(sql)));
    spark().sql("CREATE OR REPLACE TEMPORARY VIEW estimates AS " + sql);
    assertEquals("US,IN,BR,(other)", items("SELECT * FROM estimates"));
  }

  @Test
  void reportsOfTwoListsAreNotAddedUp() {
    String one =
        "SELECT ldp_randomize(ldp_item(country, " + COUNTRIES + "), " + SPEC + ") AS r FROM people";
    String two = one.replace("'BR'", "'MX'");
    String none = "SELECT ldp_randomize(1, " + SPEC + ") AS r FROM people";
    for (String other : List.of(two, none)) {
      assertTrue(
          refusal(
                  "SELECT ldp_accumulate(r, "
                      + SPEC
                      + ") FROM ("
                      + one
                      + " UNION ALL "
                      + other
                      + ")")
              .contains("one list of items"));
    }
    rows("SELECT ldp_accumulate(r, " + SPEC + ") FROM (" + one + " UNION ALL " + one + ")");
    String sums = "SELECT ldp_accumulate(r, " + SPEC + ") AS sums FROM (%s)";
    assertTrue(
        refusal(
                "SELECT ldp_merge(sums) FROM ("
                    + sums.formatted(one)
                    + " UNION ALL "
                    + sums.formatted(two)
                    + ")")
            .contains("one list of items"));
  }

  /** Long names stay behind; their digest travels. */
  @Test
  void longNamesAreNumbers() {
    String items =
        IntStream.range(0, 3)
            .mapToObj(i -> "repeat('" + i + "', 30000)")
            .collect(Collectors.joining(", ", "array(", ")"));
    String draw =
        "SELECT ldp_randomize(ldp_item(country, " + items + "), " + SPEC + ") AS r FROM people";
    String sums = "SELECT ldp_accumulate(r, " + SPEC + ") AS sums FROM (" + draw + ")";
    assertEquals("0,1,2,3", items("SELECT inline(ldp_estimate(sums)) FROM (" + sums + ")"));
    assertTrue(
        refusal(
                "SELECT ldp_accumulate(r, "
                    + SPEC
                    + ") FROM ("
                    + draw
                    + " UNION ALL "
                    + draw.replace("'2'", "'3'")
                    + ")")
            .contains("one list of items"));
  }

  /** Over a pinned column the pin names the list. */
  @Test
  void aPinNamesTheList() {
    spark().sql("DROP TABLE IF EXISTS pinned");
    spark().table("people").selectExpr("id", "country").write().saveAsTable("pinned");
    try {
      String ask =
          "SELECT ldp_randomize(ldp_item(country, "
              + COUNTRIES
              + "), "
              + SPEC
              + ", id) AS r FROM pinned";
      List<Row> free = rows(ask);
      SparkTest.startedWith(SharedServer.SWITCH, "true");
      String pin = "country=default.pinned.country@id";
      SparkTest.startedWith(KeyedAttributes.ENTRY, pin);
      String refusal = refusal(ask);
      String list = refusal.replaceAll("(?s).*country@id#([0-9a-f]+).*", "$1");
      SparkTest.startedWith(KeyedAttributes.ENTRY, pin + "#" + list);
      assertEquals(free, rows(ask));
      assertTrue(refusal(ask.replace("'BR'", "'MX'")).contains("pins it to"));
      assertTrue(
          refusal(
                  ask.replace("item(country", "item(upper(country)")
                      .replace(", id)", ", id, 'country')"))
              .contains("bare columns"));
      assertTrue(
          refusal(
                  ask.replace("item(country", "item(CAST(country AS STRING)")
                      .replace(", id)", ", id, 'country')"))
              .contains("bare columns"));
    } finally {
      SparkTest.startedWith(SharedServer.SWITCH, null);
      SparkTest.startedWith(KeyedAttributes.ENTRY, null);
      spark().sql("DROP TABLE pinned");
    }
  }
}
