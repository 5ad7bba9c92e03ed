package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Tables of Delta, Iceberg and PostgreSQL through the launcher, with the options that the
 * documentation gives: the same reports, accumulators and estimates as from Parquet, none of a
 * deleted row, and no value in what a failure says.
 *
 * <p>In the profile lake: the launcher fetches 80 MB of jars.
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

  private static final List<String> TABLES =
      List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates");

  @TempDir static Path folder;

  @BeforeAll
  static void runParquet() throws IOException {
    Files.writeString(folder.resolve("plan.conf"), PLAN);
    for (int people : new int[] {PEOPLE, PEOPLE - 1}) {
      SparkTest.spark()
          .range(PEOPLE)
          .selectExpr(COLUMNS.split(", (?=element|date)"))
          .where(people == PEOPLE ? "true" : "user_id <> 7")
          .write()
          .parquet(folder.resolve("people-" + people).toString());
      Ended.ldp(
              "run --plan %s --input %s --output %s --group-by day",
              folder.resolve("plan.conf"),
              folder.resolve("people-" + people),
              folder.resolve("expected-" + people))
          .done();
    }
  }

  /** How a launched command ended. */
  private static Ended ldp(Map<String, String> environment, List<String> before, String... command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(LAUNCHER.toString()));
    words.addAll(before);
    words.addAll(List.of(command));
    Path out = folder.resolve("ldp.out");
    Path err = folder.resolve("ldp.err");
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment);
    // A test's own settings are not those of a user.
    builder.environment().remove("SPARK_TESTING");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    if (!process.waitFor(300, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("ldp did not end: " + words);
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static void done(Ended ended) {
    ended.done();
  }

  /** All of a plan, by the launcher. */
  private static Ended run(
      Map<String, String> environment,
      List<String> before,
      String input,
      String output,
      String... more)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "run",
                "--plan",
                folder.resolve("plan.conf").toString(),
                "--input",
                input,
                "--output",
                folder.resolve(output).toString(),
                "--group-by",
                "day",
                "--key-file",
                SparkTest.KEY_FILE.toString()));
    words.addAll(List.of(more));
    return ldp(environment, before, words.toArray(String[]::new));
  }

  private static void assertSame(int people, String output) {
    for (String table : TABLES) {
      List<String> found = ResultRows.of(folder.resolve(output).resolve(table));
      assertEquals(
          ResultRows.of(folder.resolve("expected-" + people).resolve(table)), found, table);
      assertFalse(found.isEmpty());
    }
    assertEquals(people, ResultRows.of(folder.resolve(output).resolve(TABLES.get(0))).size());
  }

  /** Each command twice, and its result once in the catalogue. */
  private static void assertShown(
      Map<String, String> environment, List<String> before, String input, String schema, int people)
      throws IOException, InterruptedException {
    String to = folder.resolve("shown-" + schema).toString();
    for (int i = 0; i < 2; i++) {
      done(
          ldp(
              environment,
              before,
              "privatize",
              "--plan",
              folder.resolve("plan.conf").toString(),
              "--input",
              input,
              "--output",
              to + "/reports",
              "--key-file",
              SparkTest.KEY_FILE.toString(),
              "--table",
              schema + "reports"));
      done(
          ldp(
              environment,
              before,
              "accumulate",
              "--input",
              to + "/reports",
              "--output",
              to + "/accumulators",
              "--table",
              schema + "accumulators"));
    }
    Ended counted =
        ldp(
            environment,
            before,
            "sql",
            "--format",
            "csv",
            "-e",
            "SELECT count(*), count(DISTINCT report_id), (SELECT sum(n) FROM "
                + schema
                + "accumulators) FROM "
                + schema
                + "reports");
    done(counted);
    assertEquals(people + "," + people + "," + people, counted.lines().get(1));
  }

  @Test
  void deltaByPathAndByNameHasNoReportOfADeletedRow() throws IOException, InterruptedException {
    List<String> delta =
        List.of(
            "--packages",
            "io.delta:delta-spark_4.1_2.13:4.1.0",
            "--conf",
            "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension",
            "--conf",
            "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog");
    String path = folder.resolve("delta").toString();
    String name = "delta.`" + path + "`";
    done(
        ldp(
            Map.of(),
            delta,
            "sql",
            "-e",
            "CREATE TABLE "
                + name
                + " USING delta AS SELECT "
                + COLUMNS
                + " FROM range("
                + PEOPLE
                + "); DELETE FROM "
                + name
                + " WHERE user_id = 7; SELECT 1"));

    Ended refused = run(Map.of(), delta, path, "d");
    refused.badInput("say --read format=delta");

    done(run(Map.of(), delta, path, "delta-now", "--read", "format=delta"));
    assertSame(PEOPLE - 1, "delta-now");
    done(
        run(
            Map.of(),
            delta,
            path,
            "delta-before",
            "--read",
            "format=delta",
            "--read",
            "versionAsOf=0"));
    assertSame(PEOPLE, "delta-before");
  }

  @Test
  void icebergByNameHasNoReportOfADeletedRow() throws IOException, InterruptedException {
    List<String> iceberg =
        List.of(
            "--packages",
            "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0",
            "--conf",
            "spark.sql.extensions=org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
            "--conf",
            "spark.sql.catalog.lake=org.apache.iceberg.spark.SparkCatalog",
            "--conf",
            "spark.sql.catalog.lake.type=hadoop",
            "--conf",
            "spark.sql.catalog.lake.warehouse=" + folder.resolve("lake"));
    done(
        ldp(
            Map.of(),
            iceberg,
            "sql",
            "-e",
            "CREATE TABLE lake.db.people USING iceberg AS SELECT "
                + COLUMNS
                + " FROM range("
                + PEOPLE
                + "); ALTER TABLE lake.db.people CREATE TAG before;"
                + " DELETE FROM lake.db.people WHERE user_id = 7; SELECT 1"));

    Ended refused = run(Map.of(), iceberg, folder.resolve("lake/db/people").toString(), "i");
    refused.badInput("a table of Iceberg");

    done(run(Map.of(), iceberg, "lake.db.people", "iceberg-now"));
    assertSame(PEOPLE - 1, "iceberg-now");
    assertShown(Map.of(), iceberg, "lake.db.people", "lake.db.", PEOPLE - 1);
    done(
        run(Map.of(), iceberg, "lake.db.people", "iceberg-before", "--read", "versionAsOf=before"));
    assertSame(PEOPLE, "iceberg-before");
  }

  @Test
  void postgresByNameGivesTheReportsAndKeepsValuesAndPasswords()
      throws IOException, InterruptedException {
    Optional<LoopbackPostgres> started = LoopbackPostgres.start(folder);
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
      List<String> database =
          List.of(
              "--packages",
              "org.postgresql:postgresql:42.7.9",
              "--conf",
              "spark.sql.catalog.pg="
                  + "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
              "--conf",
              "spark.sql.catalog.pg.url=" + postgres.url(),
              "--conf",
              "spark.sql.catalog.pg.driver=org.postgresql.Driver",
              "--conf",
              "spark.sql.catalog.pg.user=ldp");
      Map<String, String> passwords = Map.of("PGPASSFILE", postgres.passwords().toString());
      Ended run = run(passwords, database, "pg.public.people", "postgres");
      done(run);
      assertSame(PEOPLE, "postgres");
      assertFalse((run.out() + run.err()).contains(LoopbackPostgres.PASSWORD));

      Ended failed = run(passwords, database, "pg.public.poisoned", "poisoned");
      failed.failed("Its message is withheld");
      assertFalse((failed.out() + failed.err()).contains("secret4711"), failed.err());

      Ended locked = run(Map.of(), database, "pg.public.people", "locked");
      assertTrue(locked.code() != Exit.DONE, locked::toString);
      locked.says("refused the user or the password");
    }
  }
}
