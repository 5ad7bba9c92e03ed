package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.ResultRows;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.privatize.Fixture;
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
    List<String> lines =
        new ArrayList<>(
            List.of("randomness = " + randomness, "public = [person, day]", "period = day"));
    lines.addAll(List.of(more));
    box.plan(lines.toArray(String[]::new));
  }

  /** People from and to, on days 1 and 2 in turn. */
  private void arrive(int from, int to) {
    box.add(
        "values",
        "SELECT id, id AS person, chr(97 + id % 3) AS item, make_date(2026, 1, 1 + id % 2) AS day"
            + " FROM range(%d, %d, 1, 1)".formatted(from, to));
  }

  private Ended stream() {
    return box.ldp(
        "run --follow --until-done --plan @plan.conf --input @values --output @out"
            + " --checkpoint @checkpoint");
  }

  private Map<String, String> reports(String name) {
    return ResultRows.byDayAndPerson(box.at(name));
  }

  /** Spark writes a batch's commit last; without it the batch is made again. */
  private void loseTheLastCommit() throws IOException {
    List<Path> commits = Fixture.listed(box.at("checkpoint/commits"), "[0-9]");
    Path last = commits.get(commits.size() - 1);
    Files.delete(last);
    Files.deleteIfExists(last.resolveSibling("." + last.getFileName() + ".crc"));
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
    assertEquals(ResultRows.sums(box.at("once-acc")), ResultRows.sums(box.at("out/accumulated")));
    if (randomness.equals("keyed")) {
      box.table("values").distinct().write().parquet(box.path("all"));
      box.ldp("privatize --plan @plan.conf --input @all --output @batch").done();
      assertEquals(reports("batch"), after);
    }

    // What is refused in a batch ends the stream with its sentence.
    plan(randomness, "late_rows = draw", "outside = category");
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
