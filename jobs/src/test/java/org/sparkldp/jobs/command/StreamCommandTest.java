package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * Values that keep arriving: one report a person and day, through restarts and repeated batches.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class StreamCommandTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void emptyInput() throws IOException {
    Files.createDirectories(box.at("values"));
  }

  private void plan(String randomness, String... more) {
    box.write(
        "plan.conf",
        """
        name = stream
        column = item
        id = id
        protocol = "grr(epsilon=1.0)"
        domain { type = list, items = [a, b, c] }
        outside = category
        randomness = %s
        public = [person, day]
        period = day
        %s
        """
            .formatted(randomness, String.join("\n", more)));
  }

  /** People from and to, on days 1 and 2 in turn. */
  private void arrive(int from, int to) {
    spark()
        .range(from, to, 1, 1)
        .selectExpr(
            "id",
            "id AS person",
            "element_at(array('a', 'b', 'c'), 1 + CAST(id % 3 AS INT)) AS item",
            "make_date(2026, 1, 1 + CAST(id % 2 AS INT)) AS day")
        .write()
        .mode(SaveMode.Append)
        .parquet(box.path("values"));
  }

  private Ended stream() {
    return box.ldp(
        "run --follow --until-done --plan @plan.conf --input @values --output @out"
            + " --checkpoint @checkpoint");
  }

  private Map<String, String> reports(String name) {
    Map<String, String> all = new TreeMap<>();
    box.table(name + "/reports")
        .selectExpr("day || ' ' || person", "hex(report_id) || ' ' || report")
        .collectAsList()
        .forEach(row -> assertNull(all.put(row.getString(0), row.getString(1)), row.getString(0)));
    return all;
  }

  private String accumulators(String name) {
    return box.table(name + "/accumulators")
        .groupBy("day")
        .agg(functions.expr("hex(ldp_merge(accumulator))"))
        .orderBy("day")
        .collectAsList()
        .toString();
  }

  /** Spark writes a batch's commit last; without it the batch is made again. */
  private void loseTheLastCommit() throws IOException {
    try (Stream<Path> commits = Files.list(box.at("checkpoint/commits"))) {
      Path last =
          commits
              .filter(file -> file.getFileName().toString().matches("[0-9]+"))
              .max((a, b) -> Integer.compare(number(a), number(b)))
              .orElseThrow();
      Files.delete(last);
      Files.deleteIfExists(last.resolveSibling("." + last.getFileName() + ".crc"));
    }
  }

  private static int number(Path file) {
    return Integer.parseInt(file.getFileName().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void restartsRepeatedBatchesAndLostCommitsLeaveOneReportAPersonOfOnePlan(String randomness)
      throws IOException {
    plan(randomness, "late_rows = draw");
    arrive(0, 60);
    stream().done().says("30 reports of grr");
    final Map<String, String> before = reports("out/privatized");
    assertEquals(60, before.size());

    loseTheLastCommit();
    arrive(50, 80); // ten of them for the second time
    stream().done();
    Map<String, String> after = reports("out/privatized");
    assertEquals(80, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()));

    // The table at once, by people, not as it arrived.
    box.ldp("accumulate --input @out/privatized --output @once-acc").done();
    assertEquals(accumulators("once-acc"), accumulators("out/accumulated"));
    if (randomness.equals("keyed")) {
      box.table("values").distinct().write().parquet(box.path("all"));
      box.ldp("privatize --plan @plan.conf --input @all --output @batch").done();
      assertEquals(reports("batch"), after);
    }

    // What is refused in a batch ends the stream with its sentence.
    plan(randomness, "late_rows = draw", "postprocess = [norm-sub]", "outside = fail");
    arrive(80, 90);
    stream().refused("of one plan");
  }

  @Test
  void lateRowsOfDaysWhoseReportsAreCleanedAreLeftOutAloud() {
    plan("keyed");
    arrive(0, 10);
    stream().done();
    box.ldp("clean @out/privatized --reports").done();
    arrive(10, 11);
    stream().done().says("5 reports in", "5 of them deleted since, 1 late rows left out");
  }

  @Test
  void aPlanThatDoesNotKnowWhoHasAnsweredIsRefused() {
    plan("write-once");
    arrive(0, 10);
    stream().badInput("set late_rows = draw");
  }
}
