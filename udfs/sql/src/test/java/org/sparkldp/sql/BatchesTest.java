package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;

/**
 * The batched road gives the accumulators of the road row by row, to the byte, and is taken only
 * where reports of all rows of a scan are added up.
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
              "CASE WHEN id % 11 > 0 THEN cast(id - 5000 AS DECIMAL(9,2)) END AS cost",
              "cast(id * -1000003 AS DECIMAL(18,3)) AS price",
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
  private static List<Row> batched(String sql) {
    List<Row> adaptive = once(sql);
    spark().conf().set("spark.sql.adaptive.enabled", "false");
    try {
      assertEquals(adaptive, once(sql));
    } finally {
      spark().conf().unset("spark.sql.adaptive.enabled");
    }
    return adaptive;
  }

  private static List<Row> once(String sql) {
    Dataset<Row> frame = spark().sql(sql);
    List<Row> rows = frame.collectAsList();
    assertTrue(plan(frame).contains("BatchedAccumulation"), plan(frame));
    return rows;
  }

  private static void assertSameOnBothRoads(String sql) {
    assertEquals(rowByRow(sql).toString(), batched(sql).toString());
  }

  static Stream<String> protocols() {
    return SqlContractTest.protocols().map(protocol -> protocol.spec().toString());
  }

  /** By ids that are numbers or texts: each protocol by one kind, as coins know no protocol. */
  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolMakesTheSameAccumulators(String spec) {
    Protocol<?, ?> protocol = Protocols.of(spec);
    String table = folder.resolve(Integer.toHexString(spec.hashCode())).toString();
    SqlContract.people(protocol).coalesce(1).write().parquet(table);
    String id = spec.hashCode() % 2 == 0 ? "id" : "text";
    String call = "ldp_randomize(x, SPEC, " + id + ", 'a')";
    String sql = "SELECT hex(ldp_accumulate(" + call + ", SPEC)) FROM parquet.`" + table + "`";
    String one = sql.replace("SPEC", "'" + spec + "'");
    assertEquals(rowByRow(one).toString(), once(one).toString());
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
  void columnsOfAnyTypeWithNullsAndDictionariesGiveTheSameAccumulators(String arguments) {
    String randomize = "ldp_randomize(" + arguments.replace("SPEC", GRR) + ")";
    assertSameOnBothRoads("SELECT hex(ldp_accumulate(" + randomize + ", " + GRR + ")) FROM people");
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
    assertSameOnBothRoads("SELECT hex(" + call + ") FROM people");
    String reports = "(SELECT ldp_randomize(item, 'SPEC', id) AS report, region FROM people)";
    String ofView = "SELECT hex(ldp_accumulate(report, 'SPEC')) FROM " + reports;
    assertSameOnBothRoads(ofView.replace("SPEC", spec));
    assertSameOnBothRoads("SELECT hex(" + call + ") FROM (SELECT item, id FROM people)");
    String stored = folder.resolve("reports-" + spec.hashCode()).toString();
    spark()
        .sql("SELECT ldp_randomize(item, 'SPEC', id) AS report FROM people".replace("SPEC", spec))
        .write()
        .parquet(stored);
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate(report, '" + spec + "')) FROM parquet.`" + stored + "`");
  }

  /** Of a column's type, or in units of a DECIMAL's last digit; NULL is no number. */
  @ParameterizedTest
  @ValueSource(strings = {"id", "item", "tiny", "gap", "cost", "price"})
  void numbersBesideReportsAddUpTheSame(String x) {
    String from = "(SELECT *, " + x + " AS number FROM people)";
    String drawn = "ldp_accumulate_sums(ldp_randomize(gap, SPEC, stranger), SPEC, number)";
    assertSameOnBothRoads(
        ("SELECT hex(" + drawn + "), size(ldp_estimate_sums(" + drawn + ")) FROM " + from)
            .replace("SPEC", GRR));
    String stored = folder.resolve("numbers-" + x.hashCode()).toString();
    spark()
        .sql(
            "SELECT ldp_randomize(gap, SPEC, id) AS report, number FROM ".replace("SPEC", GRR)
                + from)
        .write()
        .parquet(stored);
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate_sums(report, SPEC, number)) FROM parquet.`".replace("SPEC", GRR)
            + stored
            + "`");
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
            .replace("SPEC", spec));
  }

  @Test
  void nobodyGivesNothing() {
    for (String nobody : List.of("cast(NULL AS BIGINT)", "id")) {
      String table = folder.resolve("nobody-" + nobody.hashCode()).toString();
      spark()
          .sql("SELECT " + nobody + " AS id, 1L AS item FROM people WHERE id < 0 OR id = 5")
          .limit(nobody.equals("id") ? 0 : 1)
          .write()
          .parquet(table);
      String sql = "SELECT ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC) FROM parquet.`";
      assertSameOnBothRoads(sql.replace("SPEC", GRR) + table + "`");
    }
  }

  @Test
  void partitionsAreChosenByTheScan() {
    String table = folder.resolve("partitioned").toString();
    spark().table("people").write().partitionBy("region").parquet(table);
    assertSameOnBothRoads(
        "SELECT hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)) FROM parquet.`TABLE` WHERE"
                .replace("SPEC", GRR)
                .replace("TABLE", table)
            + " region = 1");
  }

  @Test
  void aCachedTableIsScannedInBatchesToo() {
    String sql =
        "SELECT hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)) FROM cached"
            .replace("SPEC", GRR);
    List<Row> expected = rowByRow(sql.replace("cached", "people"));
    spark().sql("CACHE TABLE cached AS SELECT id, item FROM people");
    assertEquals(expected, batched(sql));
    spark().sql("UNCACHE TABLE cached");
  }

  @Test
  void explainShowsIt() {
    String sql = "SELECT ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC) FROM people";
    String plan = spark().sql("EXPLAIN " + sql.replace("SPEC", GRR)).head().getString(0);
    assertTrue(plan.contains("AdaptiveSparkPlan"), plan);
    assertTrue(plan.contains("BatchedAccumulation partial_ldp_accumulate(ldp_randomize["), plan);
  }

  @Test
  void batchesThatRunAgainAfterALossGiveTheSameAccumulators() {
    String keyed = "SELECT hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)) FROM people";
    assertEquals(
        Set.copyOf(rowByRow(keyed.replace("SPEC", GRR))),
        Set.copyOf(afterLoss(keyed.replace("SPEC", GRR))));
    // The wrong twin: without an id, what runs again would be drawn again, so Spark refuses it.
    String fresh = keyed.replace(", id)", ")").replace("SPEC", GRR);
    assertTrue(refusal(() -> once(fresh)).contains("NONDETERMINISTIC"));
  }

  /** A statement eight times at once, of which seven read shuffle files that are lost. */
  private static List<Row> afterLoss(String sql) {
    spark().conf().set("spark.sql.adaptive.enabled", "false");
    spark().conf().set("spark.sql.exchange.reuse", "false"); // eight shuffles, not one
    try {
      Dataset<Row> frame = spark().sql(String.join(" UNION ALL ", Collections.nCopies(8, sql)));
      assertTrue(plan(frame).contains("BatchedAccumulation"), plan(frame));
      Faults.ShuffleLoss loss = new Faults.ShuffleLoss();
      List<Row> rows = loss.after(frame).collectAsList();
      assertEquals(8, rows.size());
      assertTrue(loss.files() > 0, "files must have been lost");
      return rows;
    } finally {
      spark().conf().unset("spark.sql.adaptive.enabled");
      spark().conf().unset("spark.sql.exchange.reuse");
    }
  }

  @Test
  void aValueThatIsRefusedIsRefusedInTheSameWords() {
    String sql =
        "SELECT ldp_accumulate(ldp_randomize(wrong, SPEC, id), SPEC) FROM people"
            .replace("SPEC", GRR);
    String reference = refusal(() -> rowByRow(sql));
    assertEquals(reference, refusal(() -> batched(sql)));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Calls that some rows leave out: the value 4711 would be refused.
        "SELECT sum(if(wrong < 16, ldp_randomize(wrong, SPEC, id, 'a'), 0)) FROM people",
        "SELECT hex(ldp_accumulate(ldp_randomize(wrong, SPEC, id), SPEC)) FROM people WHERE wrong <"
            + " 16",
        "SELECT hex(ldp_accumulate(ldp_randomize(wrong, SPEC, id), SPEC) FILTER (WHERE wrong < 16))"
            + " FROM people",
        // Values that are computed, groups, several questions, reports as rows.
        "SELECT hex(ldp_accumulate(ldp_randomize(item % 7, SPEC, id, 'a'), SPEC)) FROM people",
        "SELECT region, hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)) FROM people GROUP"
            + " BY region ORDER BY region",
        "SELECT hex(ldp_accumulate(ldp_randomize(item, SPEC, id), SPEC)),"
            + " hex(ldp_accumulate(ldp_randomize(tiny, SPEC, id), SPEC)) FROM people",
        "SELECT id, ldp_randomize(item, SPEC, id) FROM people"
      })
  void allElseStaysRowByRow(String sql) {
    Dataset<Row> frame = spark().sql(sql.replace("SPEC", GRR));
    assertEquals(rowByRow(sql.replace("SPEC", GRR)), frame.collectAsList());
    assertFalse(plan(frame).contains("BatchedAccumulation"), plan(frame));
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
