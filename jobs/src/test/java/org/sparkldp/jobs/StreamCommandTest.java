package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/**
 * Values that keep arriving: one report a person and day, through restarts and repeated batches.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class StreamCommandTest {
  @TempDir Path folder;

  @BeforeEach
  void emptyInput() throws IOException {
    Files.createDirectories(at("values"));
  }

  private Path at(String name) {
    return folder.resolve(name);
  }

  private void plan(String randomness, String... more) throws IOException {
    Files.writeString(
        at("plan.conf"),
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
        .parquet(at("values").toString());
  }

  private Ended stream(String... more) {
    List<String> words = new ArrayList<>(List.of("stream", "--until-done"));
    words.addAll(List.of("--plan", at("plan.conf").toString()));
    words.addAll(List.of("--input", at("values").toString()));
    words.addAll(List.of("--output", at("reports").toString()));
    words.addAll(List.of("--accumulators", at("acc").toString()));
    words.addAll(List.of("--checkpoint", at("checkpoint").toString()));
    words.addAll(List.of(more));
    return Ended.of(words.toArray(new String[0]));
  }

  private Map<String, String> reports(String name) {
    Map<String, String> all = new TreeMap<>();
    spark()
        .read()
        .parquet(at(name).resolve("reports").toString())
        .selectExpr("day || ' ' || person", "hex(report_id) || ' ' || report")
        .collectAsList()
        .forEach(row -> assertNull(all.put(row.getString(0), row.getString(1)), row.getString(0)));
    return all;
  }

  private String accumulators(String name) {
    return spark()
        .read()
        .parquet(at(name).resolve("accumulators").toString())
        .groupBy("day")
        .agg(functions.expr("hex(ldp_merge(accumulator))"))
        .orderBy("day")
        .collectAsList()
        .toString();
  }

  /** Spark writes a batch's commit last; without it the batch is made again. */
  private void loseTheLastCommit() throws IOException {
    try (Stream<Path> commits = Files.list(at("checkpoint/commits"))) {
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
  void restartsRepeatedBatchesAndLostCommitsLeaveOneReportAPerson(String randomness)
      throws IOException {
    plan(randomness, "late_rows = draw");
    arrive(0, 40);
    Ended first = stream();
    first.done().says("20 reports of grr");
    arrive(40, 60);
    assertEquals(Exit.DONE, stream().code());
    final Map<String, String> before = reports("reports");
    assertEquals(60, before.size());

    loseTheLastCommit();
    arrive(50, 80); // ten of them for the second time
    assertEquals(Exit.DONE, stream().code());
    Map<String, String> after = reports("reports");
    assertEquals(80, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()));

    // The table at once, by people, not as it arrived.
    Ended.of(
            "accumulate --input %s --output %s".formatted(at("reports"), at("once-acc")).split(" "))
        .done();
    assertEquals(accumulators("once-acc"), accumulators("acc"));
    if (randomness.equals("keyed")) {
      spark()
          .read()
          .parquet(at("values").toString())
          .distinct()
          .write()
          .parquet(at("all").toString());
      Ended.of(
              "privatize --plan %s --input %s --output %s"
                  .formatted(at("plan.conf"), at("all"), at("batch"))
                  .split(" "))
          .done();
      assertEquals(reports("batch"), after);
    }
  }

  @Test
  void aPlanThatDoesNotKnowWhoHasAnsweredIsRefused() throws IOException {
    plan("write-once");
    arrive(0, 10);
    Ended ended = stream();
    ended.badInput("set late_rows = draw");
  }

  @Test
  void whatIsRefusedInABatchEndsTheStreamWithItsSentence() throws IOException {
    plan("keyed");
    arrive(0, 10);
    assertEquals(Exit.DONE, stream().code());
    plan("keyed", "postprocess = [norm-sub]", "outside = fail");
    arrive(10, 20);
    Ended ended = stream();
    ended.refused("of one plan");
  }
}
