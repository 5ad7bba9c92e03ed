package org.sparkldp.jobs.accumulate;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.Refused.refused;
import static org.sparkldp.jobs.privatize.Fixture.files;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.jobs.privatize.Fixture.table;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.sql.ReportColumns;
import org.sparkldp.sql.SameRows;
import org.sparkldp.sql.SparkTest;

/** Reports to accumulators to estimates: sums that come out the same to the byte. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class AccumulationTest {
  /** Read by several tests: 100 reports of {@link Fixture#plan}, and their accumulators. */
  @TempDir static Path shared;

  @TempDir Path folder;

  @BeforeAll
  static void reports() {
    new Privatization(plan()).run(people(100, 2), output(shared.resolve("reports")));
    new Accumulation(plan())
        .run(List.of(output(shared.resolve("reports"))), List.of(), output(shared.resolve("a")));
  }

  /** Lays a copy of what all tests share into the test's folder. */
  private void laid(String... names) {
    for (String name : names) {
      Fixture.copy(shared.resolve(name), folder.resolve(name));
    }
  }

  private void privatize(Plan plan, String name, int from, int to, int partitions) {
    new Privatization(plan)
        .run(people(to, partitions).where("id >= " + from), output(folder.resolve(name)));
  }

  private long accumulate(Plan plan, List<String> groupBy, String name, String... inputs) {
    return new Accumulation(plan)
        .run(
            Arrays.stream(inputs).map(i -> output(folder.resolve(i))).toList(),
            groupBy,
            output(folder.resolve(name)))
        .reports();
  }

  private Estimates estimate(Plan plan, String name, String... inputs) {
    return new Estimation(spark(), plan, List.of("simplex"))
        .run(
            Arrays.stream(inputs).map(i -> output(folder.resolve(i))).toList(),
            output(folder.resolve(name)));
  }

  /** The first replaces what is there by other groups; the second must not add to those. */
  @Test
  void twoAtOnceCountEachReportOnce() {
    privatize(plan(), "d1", 0, 20, 1);
    privatize(plan(), "d2", 20, 40, 1);
    accumulate(plan(), List.of(), "b", "d1", "d2");
    accumulate(plan(), List.of(), "a", "d1");
    Stream.of(List.of("person"), List.<String>of())
        .map(by -> CompletableFuture.runAsync(() -> accumulate(plan(), by, "a", "d1", "d2")))
        .toList()
        .forEach(CompletableFuture::join);
    assertEquals(merged("b"), merged("a"));
  }

  /** The accumulators of folders merged into one, as hexadecimal text. */
  private String merged(String... names) {
    String[] tables =
        Arrays.stream(names).map(n -> folder.resolve(n) + "/accumulators").toArray(String[]::new);
    Row row =
        spark()
            .read()
            .parquet(tables)
            .agg(ReportColumns.merge(col("accumulator")), functions.sum("n"))
            .head();
    return row.getLong(1) + " " + HexFormat.of().formatHex((byte[]) row.get(0));
  }

  // grr counts by cell; the other fills a vector.
  @ParameterizedTest
  @ValueSource(strings = {"grr(epsilon=1.0)", "oue(epsilon=1.0)"})
  void daysMergeToTheTotalInAnyOrderAndGroupsToo(String protocol) {
    Plan plan = plan("protocol = \"" + protocol + "\"", "public = [person, parity]");
    privatize(plan, "d1", 0, 100, 2);
    privatize(plan, "d2", 100, 350, 3);
    privatize(plan, "d3", 350, 400, 1);
    assertEquals(100, accumulate(plan, List.of(), "a1", "d1"));
    accumulate(plan, List.of(), "a2", "d2", "d3");
    assertEquals(400, accumulate(plan, List.of(), "all", "d1", "d2", "d3"));
    accumulate(plan, List.of("parity"), "groups", "d3", "d1", "d2");

    String all = merged("all");
    assertTrue(all.startsWith("400 "), all);
    assertEquals(1, table(folder.resolve("all"), "accumulators").count());
    assertEquals(all, merged("a1", "a2"));
    assertEquals(all, merged("a2", "a1"));
    assertEquals(2, table(folder.resolve("groups"), "accumulators").count());
    assertEquals(all, merged("groups"));

    // Many files merge in two levels.
    Dataset<Row> reports = table(folder.resolve("d2"), "reports");
    accumulate(plan, List.of(), "few", "d2");
    assertEquals(merged("few"), sum(plan, reports.repartition(20), 20));
    // A null among reports is no report: neither n nor the accumulator counts it.
    Dataset<Row> some =
        reports.withColumn("report", functions.when(col("person").geq(110), col("report")));
    assertEquals(sum(plan, reports.where("person >= 110"), 1), sum(plan, some, 1));
    assertTrue(sum(plan, some, 1).startsWith("240 "));
  }

  private static String sum(Plan plan, Dataset<Row> reports, int files) {
    Dataset<Row> summed = reports.withColumn(Sum.WORD, Sum.word(reports.schema()));
    Row sum = new Accumulation(plan).accumulators(summed, List.of(), files).head();
    return sum.<Long>getAs("n") + " " + HexFormat.of().formatHex(sum.getAs("accumulator"));
  }

  @Test
  void estimatesOfGroupsAreRawWithTheirErrorsAndConsistentBeside() {
    Plan plan = plan("protocol = \"oue(epsilon=2.0)\"", "public = [person, parity]");
    privatize(plan, "reports", 0, 300, 2);
    accumulate(plan, List.of("parity"), "accumulators", "reports");
    Estimates result = estimate(plan, "estimates", "accumulators");
    assertEquals(List.of("parity"), result.groupBy());
    assertEquals(300, result.reports());
    Map<String, Integer> labels = new TreeMap<>();
    for (Estimates.Group group : result.groups()) {
      labels.put(result.label(group), group.estimate().rows().size());
      double sum = Arrays.stream(group.consistent().get("simplex")).sum();
      assertEquals(150, sum, 1e-6);
    }
    assertEquals(Map.of("parity=0", 5, "parity=1", 5), labels);
    List<Row> rows = table(folder.resolve("estimates"), "estimates").collectAsList();
    assertEquals(10, rows.size());
    assertEquals(
        List.of(
            "parity",
            "item",
            "estimate",
            "standard_error",
            "lower",
            "upper",
            "simplex",
            "note",
            "best"),
        Arrays.asList(rows.get(0).schema().fieldNames()));
    SameRows.require(
        table(folder.resolve("estimates"), "estimates").drop("note"), // in a CSV "" is NULL
        spark()
            .read()
            .option("header", "true")
            .schema(rows.get(0).schema())
            .csv(folder.resolve("estimates/estimates_csv").toString())
            .drop("note"));
  }

  @Test
  void accumulatingAgainReplacesTheSame() {
    laid("reports", "a");
    String once = merged("a");
    accumulate(plan(), List.of("person"), "a", "reports");
    assertEquals(100, table(folder.resolve("a"), "accumulators").count(), "in other groups");
    assertEquals(once, merged("a"));
    accumulate(plan(), List.of(), "a", "reports");
    assertEquals(once, merged("a"));
    assertEquals(1, table(folder.resolve("a"), "accumulators").count());
  }

  @Test
  void aRerunOrACopyBesideTheFirstRunIsRefused() throws IOException {
    Plan plan = plan();
    laid("reports");
    Files.move(folder.resolve("reports"), folder.resolve("day"));
    privatize(plan, "rerun", 40, 200, 3);
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("day"));
    refused(
        "Reports that occur more often: 60;",
        () -> accumulate(plan, List.of(), "out", "day", "rerun"));
    laid("a"); // of the first run alone: all are compared with it, though it is not read again
    refused(
        "Reports that occur more often: 60;",
        () -> accumulate(plan, List.of(), "a", "day", "rerun"));
    refused(
        "Runs that occur more often: 1;", () -> accumulate(plan, List.of(), "out", "day", "link"));
    // A copy has another path and the same reports.
    Fixture.copy(folder.resolve("day"), folder.resolve("copy"));
    refused(
        "Runs that occur more often: 1;", () -> accumulate(plan, List.of(), "out", "copy", "day"));
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void resultsOfAnotherKindNeverGiveWay() {
    Plan plan = plan();
    laid("reports", "a");
    Map<String, String> before = files(folder);
    badInput(
        "or hold finished accumulators to be replaced",
        () -> accumulate(plan, List.of(), "reports", "reports"));
    badInput("or hold finished estimates to be replaced", () -> estimate(plan, "a", "a"));
    assertEquals(before, files(folder));
    Plan daily = plan("name = daily", "public = [person]", "period = person");
    privatize(daily, "days", 0, 5, 1);
    badInput(
        "or hold finished accumulators to be replaced",
        () -> accumulate(daily, List.of(), "days", "days"));
  }

  @Test
  void badInputsAreRefused() {
    Plan plan = plan();
    Plan other = plan("name = other");
    laid("reports", "a");
    privatize(other, "foreign", 0, 10, 1);
    Plan dropping =
        plan(
            "outside = drop",
            "outside_reason = \"a test\"",
            "domain { type = list, items = [x, y] }");
    privatize(dropping, "none", 0, 10, 1);
    accumulate(plan, List.of("person"), "by-person", "reports");
    accumulate(other, List.of(), "foreign-a", "foreign");
    Map<String, String> before = files(folder);

    refused("must be of one plan", () -> accumulate(plan, List.of(), "out", "reports", "foreign"));
    refused("must be of one plan", () -> estimate(plan, "out", "a", "foreign-a"));
    badInput(
        "[person]. Provided value: item.",
        () -> accumulate(plan, List.of("item"), "out", "reports"));
    badInput("there must be reports", () -> accumulate(dropping, List.of(), "out", "none"));
    badInput("count twice", () -> accumulate(plan, List.of(), "out", "reports", "reports"));
    badInput("count twice", () -> estimate(plan, "out", "a", "a"));
    badInput("grouped by the same columns", () -> estimate(plan, "out", "a", "by-person"));
    badInput("must hold finished reports", () -> accumulate(plan, List.of(), "out", "a"));
    badInput("must hold finished accumulators", () -> estimate(plan, "out", "nowhere"));
    assertEquals(before, files(folder));
  }

  @Test
  void damagedAndForeignAccumulatorsAreRefused() {
    Plan plan = plan();
    laid("a");
    forged(plan, "short", bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    forged(
        plan,
        "flipped",
        bytes -> {
          bytes[bytes.length - 8] ^= 1;
          return bytes;
        });
    forged(plan, "empty", bytes -> new byte[0]);
    for (String name : List.of("short", "flipped", "empty")) {
      Exception refusal = assertThrows(Exception.class, () -> estimate(plan, "out", name));
      StringBuilder all = new StringBuilder();
      for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
        all.append(cause.getMessage()).append('\n');
      }
      assertTrue(all.toString().contains("an accumulator must be whole"), all.toString());
    }
    // Accumulators of one plan that lie beside another, though all claim to be one.
    Plan other = plan("name = other");
    privatize(other, "other", 0, 10, 1);
    accumulate(other, List.of(), "other-a", "other");
    byte[] foreign =
        table(folder.resolve("other-a"), "accumulators").head().<byte[]>getAs("accumulator");
    forged(plan, "swapped", bytes -> foreign);
    refused("the plan that lies beside it", () -> estimate(plan, "out", "swapped"));
    assertTrue(Fixture.names(folder).stream().noneMatch(n -> n.contains("out")));
  }

  /** The accumulators "a" with other bytes, laid down as a finished result. */
  private void forged(Plan plan, String name, UnaryOperator<byte[]> change) {
    Row row = table(folder.resolve("a"), "accumulators").head();
    byte[] bytes = change.apply(row.<byte[]>getAs("accumulator").clone());
    output(folder.resolve(name))
        .append(
            "",
            0,
            new Output.Beside(plan.text(), new byte[0]),
            staging -> {
              Dataset<Row> rows =
                  spark()
                      .createDataset(List.of(bytes), Encoders.BINARY())
                      .selectExpr(
                          "'" + plan.fingerprint() + "' AS plan",
                          "100L AS n",
                          "value AS accumulator");
              rows.write().parquet(staging + "/accumulators");
              Sum sum = Sum.read(rows.agg(Sum.of(Sum.word(rows.schema()))).head().get(0));
              return Output.WriteResult.of(
                  new Forged(plan.fingerprint(), List.of(), 100, Map.of("accumulators", sum)),
                  name);
            });
  }

  private record Forged(String plan, List<String> groupBy, int reports, Map<String, Sum> sums) {}
}
