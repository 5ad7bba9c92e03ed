package org.sparkldp.jobs.store;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.reverse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.ingest.EnvelopeFiles;
import org.sparkldp.jobs.ingest.Ingestion;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.sql.SparkTest;

/** Every table of ours that decides something is the one that was written, or it is refused. */
@ExtendWith({SparkTest.class, Interpreted.class})
class SumTest {
  private static final int PEOPLE = 60;

  @TempDir Path folder;

  private Output output(String name) {
    return Fixture.output(folder.resolve(name));
  }

  private void privatize(Plan plan, int people) {
    new Privatization(plan).run(people(people, 2), output("out"));
  }

  /** Envelopes of ids from one number to another. */
  private void ingest(Plan plan, int from, int to) {
    List<String> lines = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Envelope envelope =
          new Envelope(
              plan.protocol().spec().toString(),
              plan.fingerprint(),
              "id-" + i,
              "",
              0,
              Map.of(),
              i % 5);
      lines.add(envelope.json());
    }
    try {
      Path file = Files.write(folder.resolve(from + "-" + to + ".jsonl"), lines);
      new Ingestion(spark(), plan, List.of(), Map.of())
          .run(
              EnvelopeFiles.at(file.toString(), Map.of(), spark().sessionState().newHadoopConf()),
              output("out"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accumulate(Plan plan) {
    new Accumulation(plan).run(List.of(output("out")), List.of("parity"), output("sums"));
  }

  private void estimate(Plan plan) {
    new Estimation(spark(), plan, List.of()).run(List.of(output("sums")), output("estimates"));
  }

  /** Puts other rows in the place of a table's file. */
  private void change(String table, String file, UnaryOperator<Dataset<Row>> change)
      throws IOException {
    Path old = Fixture.listed(folder.resolve(table), file).get(0);
    Path other = folder.resolve("other");
    change.apply(spark().read().parquet(old.toString())).coalesce(1).write().parquet(other + "");
    Files.move(Fixture.listed(other, "part-.*").get(0), old, StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(old.resolveSibling("." + old.getFileName() + ".crc"));
    FileUtils.deleteDirectory(other.toFile());
  }

  private static UnaryOperator<Dataset<Row>> change(String how) {
    return switch (how) {
      case "a row is lost" -> rows -> rows.limit((int) rows.count() - 1);
      case "one row is left" -> rows -> rows.limit(1);
      case "a row stands twice" -> rows -> rows.union(rows.limit(1));
      case "a row is another's" -> rows -> rows.limit((int) rows.count() - 1).union(rows.limit(1));
      case "all have other names" ->
          rows -> rows.withColumn("report_id", reverse(col("report_id")));
      case "all are of another plan" -> rows -> rows.withColumn("plan", reverse(col("plan")));
      default -> throw new IllegalArgumentException(how);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "people, a row is lost",
    "people, one row is left",
    "people, a row is another's",
    "names, a row is lost",
    "names, one row is left",
    "names, a row is another's",
    "names, all have other names",
    "reports, a row is lost",
    "reports, a row stands twice",
    "reports, a row is another's",
    "reports, all are of another plan",
    "ingested, a row is lost",
    "ingested, a row is another's",
    "accumulators, a row is lost",
    "accumulators, a row is another's"
  })
  void aTableThatDecidesHasTheRowsThatWereWritten(String decides, String how) throws IOException {
    Plan plan =
        decides.equals("ingested")
            ? plan("public = []")
            : plan(
                "public = [person, parity]",
                "late_rows = draw",
                "randomness = " + (decides.equals("people") ? "write-once" : "keyed"));
    if (decides.equals("ingested")) {
      ingest(plan, 0, PEOPLE);
    } else {
      privatize(plan, PEOPLE);
    }
    Runnable step =
        switch (decides) {
          case "people", "names" -> () -> privatize(plan, PEOPLE + 5);
          case "reports" -> () -> accumulate(plan);
          case "ingested" -> () -> ingest(plan, 10, PEOPLE + 5);
          default -> () -> estimate(plan);
        };
    if (decides.equals("accumulators")) {
      accumulate(plan);
    }
    String table =
        switch (decides) {
          case "people" -> "out/people";
          case "accumulators" -> "sums/accumulators";
          default -> "out/reports";
        };
    change(table, "part-0-.*parquet", change(how));
    Map<String, String> before = Fixture.files(folder.resolve("out"));
    badInput("must have the rows that were written", step::run);
    assertEquals(before, Fixture.files(folder.resolve("out")));
  }

  /** The salts of two runs differ, and rows under the other's salt would know nobody. */
  @Test
  void filesOfPeopleSwappedBetweenRunsAreSeen() throws IOException {
    Plan plan = plan("late_rows = draw", "randomness = write-once");
    privatize(plan, PEOPLE);
    privatize(plan, 2 * PEOPLE); // as many rows in the second run's table
    Path table = folder.resolve("out/people");
    Path first = Fixture.listed(table, "part-0-.*parquet").get(0);
    Path second = Fixture.listed(table, "part-1-.*parquet").get(0);
    Fixture.listed(table, "[.].*crc").forEach(file -> assertTrue(file.toFile().delete()));
    Files.move(first, folder.resolve("kept"));
    Files.move(second, first);
    Files.move(folder.resolve("kept"), second);
    badInput(
        "Provided: 60 of 60 rows of people, of which some are others",
        () -> privatize(plan, 2 * PEOPLE + 1));
  }

  @Test
  void aSumIsTheSameInAnyOrderAndFiles() {
    Plan plan = plan("late_rows = draw");
    privatize(plan, PEOPLE);
    Sum sum = output("out").runs().get(0).sum("reports");
    new Privatization(plan).run(people(PEOPLE, 7).orderBy("item"), output("again"));
    assertEquals(sum, output("again").runs().get(0).sum("reports"));
    assertEquals(PEOPLE, sum.rows());
    new Privatization(plan).run(people(PEOPLE + 1, 1).where("id > 0"), output("others"));
    assertNotEquals(sum, output("others").runs().get(0).sum("reports"));

    // Sums of runs make that of all of them.
    privatize(plan, PEOPLE + 9);
    List<Run> runs = output("out").runs();
    Dataset<Row> all = output("out").readWhole("reports", runs);
    assertEquals(PEOPLE + 9, all.count());
    assertEquals(Sum.of("reports", runs), Sum.of("reports", List.of(runs.get(1), runs.get(0))));
  }
}
