package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Tables of Delta, Iceberg and PostgreSQL through the launcher, with the options that the
 * documentation gives: the same reports, accumulators and estimates as from Parquet, none of a
 * deleted row, and no value in what a failure says.
 *
 * <p>The launcher fetches 80 MB of jars.
 */
@Tag("long")
@Timeout(600)
@ExtendWith(SparkTest.class)
class LakeIT {
  private static final Path LAUNCHER = DocPage.repository().resolve("jobs/bin/ldp");
  private static final int PEOPLE = 3_000;

  private static final String PLAN =
      """
      name = countries
      column = country
      id = user_id
      protocol = "hadamard(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT, ES, PL] }
      outside = category
      randomness = keyed
      public = [day]
      """;

  /** Of people by number, so that two databases have the same rows. */
  private static final String COLUMNS =
      "id AS user_id, element_at(array('DE', 'FR', 'IT'), CAST(id % 3 AS INT) + 1) AS country,"
          + " date_add(DATE'2026-01-01', CAST(id % 2 AS INT)) AS day";

  /** The newest line for which Iceberg is there; Delta is there for the default one. */
  private static final Map<String, String> SPARK = Map.of("LDP_SPARK", "4.1");

  private static final List<String> TABLES =
      List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates");

  @RegisterExtension static final Sandbox box = new Sandbox();

  @BeforeAll
  static void runParquet() {
    box.write("plan.conf", PLAN);
    for (int people : new int[] {PEOPLE, PEOPLE - 1}) {
      String those = people == PEOPLE ? "" : " WHERE id <> 7";
      box.table("people-" + people, "SELECT " + COLUMNS + " FROM range(" + PEOPLE + ")" + those);
      String run = "run --plan @plan.conf --input @people-%s --output @expected-%s --group-by day";
      box.ldp(run, people, people).done();
    }
  }

  /** A store: what the launcher is told of it, and where it finds passwords. */
  private record Store(String options, Map<String, String> environment) {

    /** Runs a line as {@link Sandbox#ldp} does, by the launcher. */
    Ended ldp(String line, String... values) throws IOException, InterruptedException {
      List<String> words = new ArrayList<>(List.of(LAUNCHER.toString()));
      Iterator<String> next = List.of(values).iterator();
      for (String word : (options + " " + line).strip().split("\\s+")) {
        words.add(word.equals("%s") ? next.next() : word.replaceFirst("^@", box.path("") + "/"));
      }
      ProcessBuilder builder = new ProcessBuilder(words);
      builder.environment().putAll(environment);
      // A test's own settings are not those of a user.
      builder.environment().remove("SPARK_TESTING");
      return Ended.of(builder);
    }

    /** Runs statements, and prints which versions did. */
    void make(String statements) throws IOException, InterruptedException {
      Ended made = ldp("sql --format csv -e %s", statements + "; SELECT version()").done();
      String version = made.lines().get(made.lines().size() - 1);
      System.err.printf("LakeIT: %s, Spark %s%n", options.split(" ")[1], version);
    }

    /** All of a plan. */
    Ended run(String input, String output) throws IOException, InterruptedException {
      return ldp(
          "run --plan @plan.conf --group-by day --key-file %s --input "
              + input
              + " --output @"
              + output,
          SparkTest.KEY_FILE.toString());
    }
  }

  private static void assertSame(int people, String output) {
    for (String table : TABLES) {
      List<String> found = ResultRows.of(box.at(output + "/" + table));
      assertEquals(ResultRows.of(box.at("expected-" + people + "/" + table)), found, table);
      assertFalse(found.isEmpty());
    }
    assertEquals(people, ResultRows.of(box.at(output + "/" + TABLES.get(0))).size());
  }

  /** A result as a table of the catalogue, made again over itself. */
  private static void assertCopied(Store store, String format, String table, String copy)
      throws IOException, InterruptedException {
    String made = "CREATE OR REPLACE TABLE " + copy + " USING " + format + " AS SELECT * FROM ";
    for (int i = 0; i < 2; i++) {
      store.ldp("sql -e %s", made + "parquet.`" + box.path(table) + "`").done();
    }
    Ended rows = store.ldp("sql --format csv -e %s", "SELECT count(*) FROM " + copy).done();
    assertEquals("" + box.table(table).count(), rows.lines().get(1));
  }

  @Test
  void deltaByPathAndByNameHasNoReportOfADeletedRow() throws IOException, InterruptedException {
    Store delta =
        new Store(
            "--packages io.delta:delta-spark_4.2_2.13:4.4.0 --conf"
                + " spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension --conf"
                + " spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog",
            Map.of());
    String make =
        "CREATE TABLE %1$s USING delta AS SELECT %2$s FROM range(%3$d); DELETE FROM %1$s WHERE"
            + " user_id = 7";
    delta.make(make.formatted("delta.`" + box.path("delta") + "`", COLUMNS, PEOPLE));

    delta.run("@delta", "d").badInput("say --read format=delta");
    delta.run("@delta --read format=delta", "delta-now").done();
    assertSame(PEOPLE - 1, "delta-now");
    assertCopied(
        delta,
        "delta",
        "expected-" + PEOPLE + "/estimated/estimates",
        "delta.`" + box.path("delta-estimates") + "`");
    delta.run("@delta --read format=delta --read versionAsOf=0", "delta-before").done();
    assertSame(PEOPLE, "delta-before");
  }

  @Test
  void icebergByNameHasNoReportOfADeletedRow() throws IOException, InterruptedException {
    String catalogue = " --conf spark.sql.catalog.lake";
    Store iceberg =
        new Store(
            "--packages org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0 --conf"
                + " spark.sql.extensions="
                + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
                + catalogue
                + "=org.apache.iceberg.spark.SparkCatalog"
                + catalogue
                + ".type=hadoop"
                + catalogue
                + ".warehouse="
                + box.path("lake"),
            SPARK);
    String make =
        "CREATE TABLE lake.db.people USING iceberg AS SELECT %s FROM range(%d); ALTER TABLE"
            + " lake.db.people CREATE TAG before; DELETE FROM lake.db.people WHERE user_id = 7";
    iceberg.make(make.formatted(COLUMNS, PEOPLE));

    iceberg.run("@lake/db/people", "i").badInput("a table of Iceberg");
    iceberg.run("lake.db.people", "iceberg-now").done();
    assertSame(PEOPLE - 1, "iceberg-now");
    assertCopied(
        iceberg, "iceberg", "expected-" + PEOPLE + "/estimated/estimates", "lake.db.estimates");
    iceberg.run("lake.db.people --read versionAsOf=before", "iceberg-before").done();
    assertSame(PEOPLE, "iceberg-before");
  }

  @Test
  void postgresByNameGivesTheReportsAndKeepsValuesAndPasswords()
      throws IOException, InterruptedException {
    Optional<LoopbackPostgres> started = LoopbackPostgres.start(box.at(""));
    if (started.isEmpty()) {
      System.err.println(
          "LakeIT: PostgreSQL is not tested, for it is not here (package postgresql)");
    }
    Assumptions.assumeTrue(started.isPresent(), "needs the package postgresql");
    try (LoopbackPostgres postgres = started.get()) {
      postgres.sql(
          "CREATE TABLE people AS SELECT CAST(id AS bigint) AS user_id,"
              + " CAST((array['DE', 'FR', 'IT'])[id % 3 + 1] AS varchar(8)) AS country,"
              + " DATE '2026-01-01' + id % 2 AS day FROM generate_series(0, "
              + (PEOPLE - 1)
              + ") AS t(id);"
              + " CREATE VIEW poisoned AS SELECT user_id, day, CAST(CAST(CASE user_id WHEN 7 THEN"
              + " 'secret4711' ELSE '1' END AS text) AS int)::text AS country FROM people;");
      String catalogue = " --conf spark.sql.catalog.pg";
      String options =
          "--packages org.postgresql:postgresql:42.7.9"
              + catalogue
              + "=org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"
              + catalogue
              + ".url="
              + postgres.url()
              + catalogue
              + ".driver=org.postgresql.Driver"
              + catalogue
              + ".user=ldp";
      Store database = new Store(options, Map.of("PGPASSFILE", postgres.passwords().toString()));
      Ended run = database.run("pg.public.people", "postgres").done();
      assertSame(PEOPLE, "postgres");
      run.keeps(LoopbackPostgres.PASSWORD);

      Ended failed = database.run("pg.public.poisoned", "poisoned");
      failed.failed("Its message is withheld");
      failed.keeps("secret4711");

      Ended locked = new Store(options, Map.of()).run("pg.public.people", "locked");
      assertTrue(locked.code() != Exit.DONE, locked::toString);
      locked.says("refused the user or the password");
    }
  }
}
