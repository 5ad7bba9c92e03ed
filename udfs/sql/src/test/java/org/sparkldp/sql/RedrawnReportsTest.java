package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.value;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unkeyed draw is written over nothing that stands, by whatever command. */
@ExtendWith(SparkTest.class)
class RedrawnReportsTest {
  private static final String DRAW = "ldp_randomize(v, 'rr(epsilon=1.0)')";
  private static final String FRESH = "SELECT id, " + DRAW + " AS report FROM people";
  private static final String KEYED =
      "SELECT id, ldp_randomize(v, 'rr(epsilon=1.0)', id) AS report FROM people";

  @TempDir Path folder;

  @BeforeEach
  void people() {
    spark().range(100).selectExpr("id", "id % 2 AS v").createOrReplaceTempView("people");
    spark().sql("CREATE TABLE kept (id BIGINT, report INT) USING parquet");
    spark()
        .sql(
            "CREATE TABLE daily (id BIGINT, report INT, day STRING) USING parquet"
                + " PARTITIONED BY (day)");
  }

  @AfterEach
  void noTables() {
    spark().sql("DROP VIEW IF EXISTS shown");
    for (String table : List.of("kept", "daily", "made")) {
      spark().sql("DROP TABLE IF EXISTS " + table);
    }
  }

  private static String refusal(Executable step) {
    AnalysisException refusal = assertThrows(AnalysisException.class, step);
    assertTrue(refusal.getMessage().contains("ask everybody again"), refusal::getMessage);
    return refusal.getMessage();
  }

  private static String refusal(String sql) {
    return refusal(() -> spark().sql(sql));
  }

  private static long count(String table) {
    return spark().table(table).count();
  }

  @Test
  void anInsertOverwritesNothingThatStands() {
    spark().sql("INSERT OVERWRITE kept " + FRESH); // it is empty
    List<Row> drawn = rows("SELECT * FROM kept ORDER BY id");
    assertTrue(refusal("INSERT OVERWRITE kept " + FRESH).contains("USING ldp"));
    refusal("INSERT OVERWRITE kept " + FRESH + " LIMIT 5");
    refusal(
        "WITH f AS ("
            + FRESH
            + ") INSERT OVERWRITE kept SELECT * FROM f UNION ALL SELECT * FROM f");
    refusal(
        "INSERT OVERWRITE kept SELECT id, (SELECT max(r) FROM (SELECT "
            + DRAW
            + " AS r FROM"
            + " people)) FROM people");
    refusal("FROM (" + FRESH + ") INSERT OVERWRITE kept SELECT * INSERT INTO kept SELECT *");
    refusal(() -> spark().sql(FRESH).write().mode(SaveMode.Overwrite).insertInto("kept"));
    spark().sql("CREATE TEMPORARY VIEW fresh AS " + FRESH);
    refusal("INSERT OVERWRITE kept TABLE fresh");
    spark().sql("DROP VIEW fresh");
    assertEquals(drawn, rows("SELECT * FROM kept ORDER BY id"));
    spark().sql("INSERT INTO kept " + FRESH);
    assertEquals(200, count("kept"));
    spark().sql("INSERT OVERWRITE kept " + KEYED);
    spark().sql("TRUNCATE TABLE kept");
    spark().sql("INSERT OVERWRITE kept " + FRESH);
    assertEquals(100, count("kept"));
  }

  @Test
  void aStaticPartitionThatIsEmptyIsWritten() {
    String fresh = FRESH + " WHERE id < 10";
    spark().sql("INSERT OVERWRITE daily PARTITION (day = '1') " + fresh);
    spark().sql("INSERT OVERWRITE daily PARTITION (day = '2') " + fresh);
    refusal("INSERT OVERWRITE daily PARTITION (day = '2') " + fresh);
    refusal("INSERT OVERWRITE daily " + fresh.replace(" FROM", ", '3' FROM"));
    spark().sql("INSERT OVERWRITE daily PARTITION (day = '2') IF NOT EXISTS " + fresh);
    spark().sql("ALTER TABLE daily ADD PARTITION (day = '4') LOCATION '" + folder + "/far'");
    spark().sql("INSERT OVERWRITE daily PARTITION (day = '4') " + fresh);
    refusal("INSERT OVERWRITE daily PARTITION (day = '4') " + fresh);
    spark().conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    try {
      String whole = fresh.replace(" FROM", ", '5' FROM");
      assertTrue(refusal("INSERT OVERWRITE daily " + whole).contains("PARTITION (day"));
      refusal("INSERT OVERWRITE daily PARTITION (day) " + whole);
      spark().sql("INSERT OVERWRITE daily PARTITION (day = '5') " + fresh);
    } finally {
      spark().conf().unset("spark.sql.sources.partitionOverwriteMode");
    }
    assertEquals(40, count("daily"));
  }

  @Test
  void aFolderThatStandsIsNotOverwritten() throws Exception {
    Dataset<Row> fresh = spark().sql(FRESH);
    String place = folder + "/reports";
    for (String format : List.of("parquet", "csv")) {
      fresh.write().mode("overwrite").format(format).save(place + format);
      refusal(() -> fresh.write().mode("overwrite").format(format).save(place + format));
      fresh.write().mode("append").format(format).save(place + format);
      fresh.write().mode("ignore").format(format).save(place + format);
    }
    refusal("INSERT OVERWRITE DIRECTORY '" + place + "parquet' USING parquet " + FRESH);
    refusal(
        () ->
            fresh
                .write()
                .mode("overwrite")
                .partitionBy("report")
                .option("partitionOverwriteMode", "dynamic")
                .parquet(place + "parquet"));
    spark().sql("INSERT OVERWRITE DIRECTORY '" + folder + "/other' USING parquet " + FRESH);
    // Neither a folder without files nor one whose files readers do not see holds reports.
    Path bare = Files.createDirectories(folder.resolve("bare/_temporary"));
    Files.writeString(bare.resolve("part-0"), "");
    Files.createDirectories(folder.resolve("bare/day=1"));
    fresh.write().mode("overwrite").parquet(folder + "/bare");
    spark().sql(KEYED).write().mode("overwrite").parquet(place + "parquet");
    assertEquals(100, spark().read().parquet(place + "parquet").count());
  }

  @Test
  void aCachedDrawIsADraw() {
    Dataset<Row> fresh = spark().sql(FRESH).cache();
    fresh.write().parquet(folder + "/cached");
    refusal(() -> fresh.write().mode("overwrite").parquet(folder + "/cached"));
  }

  @Test
  void aTableMadeAnewIsWritten() {
    spark().sql("CREATE TABLE made USING parquet AS " + FRESH);
    // Spark drops it before any rule sees the query: to refuse now would lose both.
    String line = spark().version();
    Dataset<Row> fresh = spark().sql(FRESH);
    if (line.startsWith("3.5") || line.equals("4.1.0") || line.equals("4.2.0")) {
      fresh.write().mode("overwrite").saveAsTable("made");
    } else {
      refusal(() -> fresh.write().mode("overwrite").saveAsTable("made"));
    }
    assertEquals(100, count("made"));
    String far = folder + "/outside";
    spark().sql("DROP TABLE made");
    fresh.write().mode("overwrite").option("path", far).saveAsTable("made");
    // The files of an external table stay when it is dropped.
    refusal(() -> fresh.write().mode("overwrite").option("path", far).saveAsTable("made"));
    assertEquals(100, spark().read().parquet(far).count());
  }

  @Test
  @Tag("slow")
  void tablesOfOtherCataloguesAreNotOverwritten() throws Exception {
    Map<String, String> entries =
        Map.of(
            "spark.sql.catalog.other",
            "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
            "spark.sql.catalog.other.url",
            "jdbc:derby:memory:redrawn;create=true",
            "spark.sql.catalog.other.driver",
            "org.apache.derby.jdbc.EmbeddedDriver");
    entries.forEach((entry, is) -> spark().conf().set(entry, is));
    try {
      spark().sql("CREATE NAMESPACE IF NOT EXISTS other.app");
      spark().sql("CREATE OR REPLACE TABLE other.app.kept AS " + FRESH); // no table yet
      Dataset<Row> fresh = spark().sql(FRESH);
      refusal("CREATE OR REPLACE TABLE other.app.kept AS " + FRESH);
      refusal("REPLACE TABLE other.app.kept AS " + FRESH);
      refusal("INSERT OVERWRITE other.app.kept " + FRESH);
      refusal(() -> fresh.writeTo("other.app.kept").createOrReplace());
      refusal(() -> fresh.writeTo("other.app.kept").replace());
      refusal(() -> fresh.write().mode("overwrite").saveAsTable("other.app.kept"));
      refusal(() -> fresh.write().mode("overwrite").insertInto("other.app.kept"));
      fresh.writeTo("other.app.kept").append();
      assertEquals(200, count("other.app.kept"));
      refusal(
          () ->
              fresh
                  .write()
                  .mode("overwrite")
                  .format("jdbc")
                  .option("url", entries.get("spark.sql.catalog.other.url"))
                  .option("dbtable", "\"app\".\"kept\"")
                  .save());
      spark().sql("CREATE OR REPLACE TABLE other.app.kept AS " + KEYED);
      assertEquals(100, count("other.app.kept"));
    } finally {
      spark().sql("DROP TABLE IF EXISTS other.app.kept");
      entries.keySet().forEach(entry -> spark().conf().unset(entry));
    }
  }

  @Test
  void aPermanentViewDrawsNothing() {
    spark().sql("INSERT INTO kept SELECT id, CAST(v AS INT) FROM people");
    String draw = "SELECT ldp_randomize(report, 'rr(epsilon=1.0)') AS r FROM kept";
    refusal("CREATE VIEW shown AS " + draw);
    refusal("CREATE OR REPLACE VIEW shown AS SELECT max(r) AS r FROM (" + draw + ")");
    spark().sql("CREATE VIEW shown AS SELECT id FROM kept");
    refusal("ALTER VIEW shown AS " + draw);
    spark().sql("CREATE TEMPORARY VIEW passing AS " + draw);
    spark().sql("ALTER VIEW passing AS " + draw);
    assertEquals(100, count("passing"));
    spark().sql("DROP VIEW passing");
  }

  @Test
  void theOperatorDecides() {
    spark().sql("INSERT OVERWRITE kept " + FRESH);
    SparkTest.startedWith(RedrawnReports.ENTRY, "allowed");
    spark().sql("INSERT OVERWRITE kept " + FRESH);

    SparkTest.startedWith(RedrawnReports.ENTRY, "never");
    Map.of(
            "INSERT INTO kept ",
            ".default.kept, which",
            "INSERT OVERWRITE kept ",
            ".default.kept, which",
            "CREATE TABLE made USING parquet AS ",
            ".default.made, which",
            "INSERT OVERWRITE DIRECTORY '" + folder + "/never' USING parquet ",
            "writes files,")
        .forEach(
            (write, named) -> {
              String said = refusal(write + FRESH);
              assertTrue(said.contains(named) && said.contains("is never"), said);
            });
    refusal(() -> spark().sql(FRESH).write().parquet(folder + "/never"));
    spark().sql("INSERT INTO kept " + KEYED);
    spark().sql("CREATE OR REPLACE TEMPORARY VIEW fresh AS " + FRESH);
    assertEquals(100, count("fresh"));
    spark().sql("EXPLAIN " + FRESH);

    SparkTest.startedWith(RedrawnReports.ENTRY, "sometimes");
    String refusal =
        assertThrows(AnalysisException.class, () -> spark().sql("INSERT INTO kept " + FRESH))
            .getMessage();
    assertTrue(
        refusal.contains("allowed, over-nothing or never. Provided value: sometimes"), refusal);
    SparkTest.startedWith(RedrawnReports.ENTRY, null);
    spark().sql("DROP VIEW fresh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"allowed", "never"})
  void noSessionDecides(String value) {
    spark().sql("INSERT OVERWRITE kept " + FRESH);
    spark().sql("SET " + RedrawnReports.ENTRY + "=" + value);
    try {
      String refusal =
          assertThrows(AnalysisException.class, () -> spark().sql("INSERT OVERWRITE kept " + FRESH))
              .getMessage();
      assertTrue(refusal.contains("must be set when the application starts"), refusal);
    } finally {
      spark().sql("RESET " + RedrawnReports.ENTRY);
    }
    refusal("INSERT OVERWRITE kept " + FRESH);
    assertFalse(value("SELECT count(*) FROM kept").equals(0L));
  }
}
