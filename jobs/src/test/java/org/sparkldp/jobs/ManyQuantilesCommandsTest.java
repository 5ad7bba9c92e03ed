package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.SparkTest;

/** Many quantiles through plans, in one round and in two, and through simulations. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class ManyQuantilesCommandsTest {
  private static final int PEOPLE = 40_000;

  private static final String PLAN =
      """
      task = quantiles
      name = incomes
      column = income
      id = id
      protocol = "quantiles(epsilon=2.0,lower=0,upper=6400,parts=10,cells=64,rounds=2)"
      postprocess = [band-lower, band-upper]
      outside = fail
      randomness = keyed
      """;

  @TempDir static Path tables;
  @TempDir Path folder;

  /** From 0 to 100, most of them small. */
  @BeforeAll
  static void generate() {
    spark()
        .range(0, PEOPLE, 1, 3)
        .selectExpr("id", "100 * pow((id * 7919 % 40000 + 0.5) / 40000, 2) AS income")
        .write()
        .parquet(incomes());
  }

  private static String incomes() {
    return tables.resolve("incomes").toString();
  }

  private Ended run(String text, String name, String... more) throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), text);
    Stream<String> arguments =
        Stream.of(
            "run --plan",
            plan.toString(),
            "--input",
            incomes(),
            "--format csv --output",
            folder.resolve(name).toString());
    return Ended.of(
        Stream.concat(
                arguments.flatMap(part -> Arrays.stream(part.split(" "))), Arrays.stream(more))
            .toArray(String[]::new));
  }

  private static double truth(double p) {
    return 100 * p * p;
  }

  private static double[] lengths(String csv) {
    double[] lower = Ended.column(csv, "lower");
    double[] upper = Ended.column(csv, "upper");
    double[] lengths = new double[lower.length];
    Arrays.setAll(lengths, i -> upper[i] - lower[i]);
    return lengths;
  }

  /** And whatever a killed run has left, the next one goes on, to the same bytes. */
  @Test
  void twoRoundsSeeInsideACellOfOneAlsoWhenTheyWereKilled() throws IOException {
    Path html = folder.resolve("report.html");
    Ended two = run(PLAN, "two", "--html", html.toString());
    two.done();

    assertEquals(
        "item,estimate,standard_error,lower,upper,band_lower,band_upper,note",
        two.out().lines().findFirst().orElseThrow());
    double[] lower = Ended.column(two.out(), "band_lower");
    double[] upper = Ended.column(two.out(), "band_upper");
    for (int i = 0; i < 9; i++) {
      double truth = truth((i + 1) / 10.0);
      assertTrue(lower[i] <= truth && truth <= upper[i], two.out());
    }
    // One round's cells are 100 wide, as wide as all people lie.
    assertTrue(DoubleStream.of(lengths(two.out())).max().orElseThrow() < 60, two.out());
    assertTrue(Files.readString(html).contains("The quantiles of income"));
    assertEquals(PEOPLE, reports("two/round-1").size() + reports("two/round-2").size());

    Path second = folder.resolve("two/round-2");
    List<String> before = reports("two/round-2");
    String plan = Files.readString(second.resolve("estimated/plan.conf"));
    delete(second);
    delete(folder.resolve("two/round-1/estimated"));
    Ended again = run(PLAN, "two");
    assertEquals(two.out(), again.out());
    again.says("already done, nothing was drawn");
    assertEquals(before, reports("two/round-2"));
    assertEquals(plan, Files.readString(second.resolve("estimated/plan.conf")));
  }

  private List<String> reports(String round) {
    return spark()
        .read()
        .parquet(folder.resolve(round + "/privatized/reports").toString())
        .selectExpr("to_json(struct(*))")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Before anybody is asked. */
  @Test
  void tooFewPeopleForTheirRoundsAreNotAsked() throws IOException {
    Ended ended = run(PLAN.replace("epsilon=2.0", "epsilon=0.2"), "few");

    ended.badInput("enough for the protocol's own analysis", "take rounds=1 or a larger epsilon");
    assertFalse(Files.exists(folder.resolve("few/round-1/privatized")));
  }

  @Test
  void simulateAndAuditKnowTheRounds() {
    String spec = "quantiles(epsilon=2,lower=0,upper=10,parts=4,cells=16,rounds=2)";
    String csv =
        ldp("simulate --spec %s --users 20000 --trials 20 --format csv", spec)
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    assertTrue(Ended.column(csv, "coverage")[0] >= 0.9, csv);
    assertEquals(0, Ended.column(csv, "failures")[0], csv);

    String audited =
        ldp("audit --spec %s --format csv", spec).done().out().replaceAll("\"[^\"]*\"", "s");
    assertTrue(Ended.column(audited, "exact_epsilon")[0] <= 2, audited);
    assertTrue(Ended.column(audited, "exact_epsilon")[0] > 1.99, audited);
  }

  @Test
  void designSaysWhatRoundsCost() {
    String csv =
        ldp("design --task quantiles --domain 64 --epsilon 1 --error 0.01 --format csv")
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    double[] users = Ended.column(csv, "users_needed");
    double[] least = Ended.column(csv, "users_at_least");

    assertArrayEquals(new double[] {1, 2, 3, 4}, Ended.column(csv, "rounds"), csv);
    assertEquals(1, least[0], csv);
    for (int rounds = 2; rounds <= 4; rounds++) {
      double last = 1 - (rounds - 1) / 8.0;
      // A last round of fewer people is a sample, whose own error is added.
      assertEquals(users[0] / last, users[rounds - 1], 0.05 * users[0], csv);
      assertTrue(users[rounds - 1] > users[0] / last, csv);
      assertEquals(least[1], least[rounds - 1], csv);
    }
    for (double error : Ended.column(csv, "standard_error")) {
      assertEquals(0.01, error, 1e-6, csv);
    }
  }
}
