package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;

/**
 * The batched road gives the reports and accumulators of the road row by row, to the byte, and is
 * taken only where every row would be randomized anyway.
 */
@Tag("slow")
@ExtendWith(SparkTest.class)
class BatchesTest {
  private static final int PEOPLE = 10_000; // more than two batches a file
  private static final String GRR = "'grr(epsilon=1.0,k=16)'";

  @TempDir private static Path folder;

  /** Made once: files of columns of many types, some with NULLs, dictionaries or plain. */
  @BeforeEach
  void people() {
    String table = folder.resolve("people").toString();
    if (!folder.resolve("people").toFile().exists()) {
      spark()
          .range(0, PEOPLE, 1, 2)
          .selectExpr(
              "id",
              "cast(id * 7919 % 16 AS INT) AS item",
              "cast(id % 16 AS TINYINT) AS tiny",
              "cast(id % 16 AS SMALLINT) AS small",
              "CASE WHEN id % 5 > 0 THEN id % 16 END AS gap",
              "CASE WHEN id % 7 > 0 THEN id END AS stranger",
              "concat('person ', id % 6000) AS name",
              "CASE WHEN id % 3 > 0 THEN concat('person ', id) END AS nobody",
              "cast(id % 100 AS FLOAT) / 100 AS share",
              "id % 3 AS region",
              "CASE WHEN id = 777 THEN 4711 ELSE id % 16 END AS wrong")
          .write()
          .parquet(table);
    }
    spark().read().parquet(table).createOrReplaceTempView("people");
  }

  private static List<Row> rowByRow(String sql) {
    spark().conf().set("spark.sql.parquet.enableVectorizedReader", "false");
    try {
      Dataset<Row> frame = spark().sql(sql);
      List<Row> rows = frame.collectAsList();
      assertFalse(plan(frame).contains("Batched"), "the reference is row by row");
      return rows;
    } finally {
      spark().conf().unset("spark.sql.parquet.enableVectorizedReader");
    }
  }

  private static String plan(Dataset<Row> frame) {
    // FileScan shows "Batched: true", which is another thing.
    return frame.queryExecution().executedPlan().toString().replace("Batched: ", "");
  }

  /** What a statement gives batch by batch, under plans that adapt and plans that do not. */
  private static List<Row> batched(String sql, String operator) {
    List<Row> adaptive = once(sql, operator);
    spark().conf().set("spark.sql.adaptive.enabled", "false");
    try {
      assertEquals(adaptive, once(sql, operator));
    } finally {
      spark().conf().unset("spark.sql.adaptive.enabled");
    }
    return adaptive;
  }

  private static List<Row> once(String sql, String operator) {
    Dataset<Row> frame = spark().sql(sql);
    List<Row> rows = frame.collectAsList();
    assertTrue(plan(frame).contains(operator), plan(frame));
    return rows;
  }

  private static void assertSameOnBothRoads(String sql, String operator) {
    assertEquals(rowByRow(sql).toString(), batched(sql, operator).toString());
  }

  static Stream<String> protocols() {
    return SqlContractTest.protocols().map(protocol -> protocol.spec().toString());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolMakesTheSameReports(String spec) {
    Protocol<?, ?> protocol = Protocols.of(spec);
    String table = folder.resolve(Integer.toHexString(spec.hashCode())).toString();
    SqlContract.people(protocol).coalesce(1).write().parquet(table);
    String sql =
        "SELECT n, hex(r), hex(s) FROM (SELECT n, ldp_randomize(x, SPEC, id, 'a') AS r,"
            + " ldp_randomize(x, SPEC, text, 'a') AS s FROM parquet.`"
            + table
            + "`)";
    String both = sql.replace("SPEC", "'" + spec + "'");
    assertEquals(rowByRow(both).toString(), once(both, "BatchedCalls").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "item, SPEC, id", // INT beside BIGINT
        "tiny, SPEC, item, 'a'",
        "small, SPEC, id, 'a'",
        "gap, SPEC, id, 'a'",
        "gap, SPEC, stranger, 'a'",
        "item, SPEC, name, 'a'",
        "gap, SPEC, nobody, 'a'"
      })
  void columnsOfAnyTypeWithNullsAndDictionariesGiveTheSameReports(String arguments) {
    String randomize = "ldp_randomize(" + arguments.replace("SPEC", GRR) + ")";
    String reports = "SELECT id, " + randomize + " AS report FROM people";
    assertSameOnBothRoads(
        "SELECT count(report), sum(hash(id, report)) FROM (" + reports + ")", "BatchedCalls");
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate(" + randomize + ", " + GRR + ")) FROM people",
        "BatchedAccumulation");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=16)",
        "hadamard(epsilon=1.0,k=16)",
        "olh(epsilon=1.0,k=16)",
        "oue(epsilon=1.0,k=16)",
        "subset(epsilon=1.0,k=16)"
      })
  void accumulatorsAreTheSame(String spec) {
    String call = "ldp_accumulate(ldp_randomize(item, 'SPEC', id), 'SPEC')".replace("SPEC", spec);
    assertSameOnBothRoads("SELECT hex(" + call + ") FROM people", "BatchedAccumulation");
    assertSameOnBothRoads(
        "SELECT region, hex(" + call + "), count(*) FROM people GROUP BY region ORDER BY region",
        "BatchedCalls");
    String stored = folder.resolve("reports-" + spec.hashCode()).toString();
    spark()
        .sql("SELECT ldp_randomize(item, 'SPEC', id) AS report FROM people".replace("SPEC", spec))
        .write()
        .parquet(stored);
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate(report, '" + spec + "')) FROM parquet.`" + stored + "`",
        "BatchedAccumulation");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "coalesce(nullif(array_position(array('person 1'), name), 0) - 1, 3) | id",
        "item % 7                                                            | upper(name)",
        "CASE WHEN gap > 3 THEN gap END                                      | id * 2",
        "cast(try_divide(item, 0) IS NULL AND item > 3 AS INT)               | cast(id AS STRING)",
      })
  void valuesAndIdsMayBeComputed(String item, String id) {
    String call = "ldp_randomize(%s, " + GRR + ", %s, 'a')";
    String sum = "hex(ldp_accumulate(" + call + ", " + GRR + "))";
    assertSameOnBothRoads(
        "SELECT " + sum.formatted(item, id) + " FROM people", "BatchedAccumulation");
    String derived =
        " FROM (SELECT " + item + " AS item, " + id + " AS person, id % 2 AS half FROM people)";
    assertSameOnBothRoads(
        "SELECT half, "
            + sum.formatted("item", "person")
            + derived
            + " GROUP BY half ORDER BY half",
        "BatchedCalls");
    assertSameOnBothRoads(
        "SELECT item, " + call.formatted("item", "person") + derived, "BatchedCalls");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wrong < 16",
        "gap IS NOT NULL AND wrong < 16",
        "stranger > 100 AND (wrong < 16 OR name = 'nobody')",
        "wrong = 3 AND id < 100" // few, and whole batches without anybody
      })
  void rowsThatAFilterLeavesOutAreNotRandomized(String condition) {
    // The value 4711 would be refused, and cast to TINYINT fail.
    String call = "ldp_randomize(cast(cast(wrong AS TINYINT) AS INT), " + GRR + ", id, 'a')";
    String sum = "hex(ldp_accumulate(" + call + ", " + GRR + "))";
    String from = " FROM people WHERE " + condition;
    assertSameOnBothRoads("SELECT " + sum + from, "BatchedAccumulation");
    assertSameOnBothRoads(
        "SELECT region, " + sum + ", count(*)" + from + " GROUP BY region ORDER BY region",
        "BatchedCalls");
    assertSameOnBothRoads(
        "SELECT id, name, ldp_randomize(wrong, " + GRR + ", id, 'a')" + from, "BatchedCalls");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A filter on what a projection below draws or counts.
        "SELECT hex(ldp_accumulate(ldp_randomize(item, G, id, 'a'), G)) FROM (SELECT item, id,"
            + " spark_partition_id() AS q FROM people) WHERE q = 1",
        "SELECT hex(ldp_accumulate(ldp_randomize(item, G, id, 'a'), G)) FROM (SELECT item, id,"
            + " monotonically_increasing_id() AS q FROM people) WHERE q > 100",
        // Reports that the query says are there, beside rows that a filter leaves out, where
        // Spark makes rows before it filters: no generated code for the filter.
        "SELECT id, hex(ldp_randomize(coalesce(gap, 0), O, coalesce(id, 0), 'a')) FROM people WHERE"
            + " exists(array(item), x -> x < 9)",
        "SELECT id, ldp_randomize(coalesce(gap, 0), O, coalesce(id, 0), 'a') IS NULL FROM people"
            + " WHERE exists(array(item), x -> x < 9)",
        // An id that cannot be computed where there is no value.
        "SELECT id, ldp_randomize(gap, G, cast(if(gap IS NULL, 'secret', name) AS STRING), 'a')"
            + " FROM people",
        "SELECT id, ldp_randomize(gap, G, 1 DIV coalesce(gap + 1, 0), 'a') FROM people",
        // A condition that fails where another leaves the row out.
        "SELECT hex(ldp_accumulate(ldp_randomize(item, G, id, 'a'), G)) FROM people WHERE 1 /"
            + " coalesce(gap + 1, 0) > 0 AND gap IS NOT NULL",
        // People whom a join or a limit leaves out.
        "SELECT /*+ BROADCAST(d) */ r FROM (SELECT id, ldp_randomize(wrong, G, id, 'a') AS r FROM"
            + " people) a JOIN (SELECT id + 5 AS id FROM range(20)) d ON a.id = d.id",
        "SELECT ldp_randomize(wrong, G, id, 'a') FROM people WHERE id < 3000 LIMIT 5"
      })
  void queriesThatAnswerRowByRowAnswerTheSame(String sql) {
    String query = sql.replaceAll("\\bG\\b", GRR).replace("O,", "'oue(epsilon=1.0,k=16)',");
    assertEquals(rowByRow(query).toString(), spark().sql(query).collectAsList().toString());
  }

  @Test
  void filtersOfStoredReportsStay() {
    String stored = folder.resolve("stored").toString();
    spark()
        .sql(
            "SELECT region, ldp_randomize(item, SPEC, id) AS report FROM people"
                .replace("SPEC", GRR))
        .write()
        .parquet(stored);
    String sql =
        "SELECT hex(ldp_accumulate(report, "
            + GRR
            + ")) FROM parquet.`"
            + stored
            + "` WHERE region = 1";
    assertEquals(rowByRow(sql), spark().sql(sql).collectAsList());
  }

  @Test
  void numbersAreReadFromNarrowerColumns() {
    String spec = "'duchi(epsilon=1.0,lower=0,upper=1)'";
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate(ldp_randomize(share, SPEC, id), SPEC)) FROM people"
            .replace("SPEC", spec),
        "BatchedAccumulation");
  }

  @Test
  void reportsOfSeveralQuestionsStandBesideTheirRows() {
    assertSameOnBothRoads(
        "SELECT id, upper(name), ldp_randomize(item, SPEC, id) AS a, ldp_randomize(tiny, SPEC, id)"
                .replace("SPEC", GRR)
            + " FROM people",
        "BatchedCalls");
  }

  @Test
  void aCachedTableIsScannedInBatchesToo() {
    String sql =
        "SELECT hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)) FROM cached"
            .replace("SPEC", GRR);
    List<Row> expected = rowByRow(sql.replace("cached", "people"));
    spark().sql("CACHE TABLE cached AS SELECT id, item FROM people");
    assertEquals(expected, batched(sql, "BatchedAccumulation"));
    spark().sql("UNCACHE TABLE cached");
  }

  @Test
  void tasksThatDieAndRunAgainGiveTheSameReports() {
    Dataset<Row> frame =
        spark()
            .sql(
                "SELECT id, hex(report) AS report FROM (SELECT id, ldp_randomize(item, SPEC, id) AS"
                        .replace("SPEC", GRR)
                    + " report FROM people)");
    Faults.Witness witness = new Faults.Witness();
    List<Row> rows = Faults.killFirstAttempts(witness.watch(frame)).collectAsList();
    assertEquals(PEOPLE, rows.size());
    assertTrue(plan(frame).contains("BatchedCalls"));
    assertTrue(witness.rows() > PEOPLE, "some partitions must have been computed twice");
    assertTrue(witness.reports().values().stream().allMatch(seen -> seen.size() == 1));
    // The wrong twin: without an id a person has several.
    Faults.Witness fresh = new Faults.Witness();
    Faults.killFirstAttempts(
            fresh.watch(
                spark()
                    .sql(
                        "SELECT id, hex(ldp_randomize(item, SPEC)) AS report FROM people"
                            .replace("SPEC", GRR))))
        .collectAsList();
    assertTrue(fresh.reports().values().stream().anyMatch(seen -> seen.size() > 1));
  }

  @Test
  void aValueThatIsRefusedIsRefusedInTheSameWords() {
    String sql =
        "SELECT sum(hash(r)) FROM (SELECT ldp_randomize(wrong, SPEC, id) AS r FROM people)"
            .replace("SPEC", GRR);
    String reference = refusal(() -> rowByRow(sql));
    assertEquals(reference, refusal(() -> batched(sql, "BatchedCalls")));
    assertTrue(reference.contains("INVALID_PARAMETER_VALUE"), reference);
    assertFalse(reference.contains("4711"), reference);
  }

  private static String refusal(Runnable query) {
    Throwable cause = assertThrows(Exception.class, query::run);
    while (cause.getCause() != null && !cause.getMessage().startsWith("[")) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  @Test
  void callsThatSomeRowsLeaveOutStayRowByRow() {
    for (String sql :
        List.of(
            "SELECT sum(if(wrong < 16, ldp_randomize(wrong, SPEC, id, 'a'), 0)) FROM people",
            "SELECT sum(r) FROM (SELECT ldp_randomize(wrong, SPEC, id) AS r FROM people WHERE wrong"
                + " < (SELECT count(*) FROM range(16)))",
            "SELECT hex(ldp_accumulate(ldp_randomize(wrong, SPEC, id), SPEC) FILTER (WHERE wrong <"
                + " 16)) FROM people")) {
      Dataset<Row> frame = spark().sql(sql.replace("SPEC", GRR));
      assertEquals(rowByRow(sql.replace("SPEC", GRR)), frame.collectAsList());
      assertFalse(plan(frame).contains("Batched"), plan(frame));
    }
  }

  @Test
  void freshReportsOfEqualCallsStayTwoDraws() {
    String spec = "'grr(epsilon=1.0,k=1000)'";
    Dataset<Row> frame =
        spark()
            .sql(
                "SELECT ldp_randomize(item, SPEC) AS a, ldp_randomize(item, SPEC) AS b FROM people"
                    .replace("SPEC", spec));
    assertTrue(frame.where("a <> b").count() > PEOPLE / 2);
    assertNotEquals(frame.collectAsList(), frame.collectAsList());
  }
}
