package org.sparkldp.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.privatize.Fixture.names;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.sql.Faults;
import org.sparkldp.sql.SparkTest;

/**
 * Totals and means of a trusted curator: what a user moves is bounded whatever the table holds.
 * Epsilon is 300 and L1 at most 7, so that noise is far below a half and rounding shows the bounded
 * totals; the noise itself is looked at in ReleaseCommandTest.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class ReleaseTest {
  private static final String QUIET = "laplace(epsilon=300)";

  @TempDir Path folder;

  private static ReleasePlan plan(String text) {
    return ReleasePlan.read(text, "the test's plan", Fixture.context());
  }

  /** Rows of users (who) in cells 0 to 5 (place), with an amount. */
  private static ReleasePlan plan(String statistic, String contribution, String more) {
    return plan(
        """
        task = release
        name = test
        user = who
        cells = [{ column = place, domain { type = range, from = 0, to = 5 } }]
        neighbours = add-remove
        mechanism = "%s"
        statistic = %s
        contribution { %s }
        %s
        """
            .formatted(
                QUIET,
                statistic,
                contribution,
                more.contains("outside = ") ? more : "outside = fail\n" + more));
  }

  private static Dataset<Row> rows(String values) {
    return spark()
        .sql("SELECT * FROM VALUES " + values + " AS rows(who, place, amount)")
        .selectExpr("who", "CAST(place AS INT) AS place", "CAST(amount AS DOUBLE) AS amount");
  }

  private static Dataset<Row> users(String values, String columns) {
    return spark().sql("SELECT * FROM VALUES " + values + " AS users(" + columns + ")");
  }

  private double[] released(ReleasePlan plan, Dataset<Row> rows) {
    return new Release(spark(), plan, new SimulationSource(7))
            .run(rows, output(folder.resolve("out" + names(folder).size())))
            .result()
            .orElseThrow()
            .slices()
            .stream()
            .flatMapToDouble(slice -> DoubleStream.of(slice.estimates()))
            .toArray();
  }

  private long[] rounded(ReleasePlan plan, Dataset<Row> rows) {
    return DoubleStream.of(released(plan, rows)).mapToLong(Math::round).toArray();
  }

  @Test
  void aUserCountsInNoMoreCellsThanThePlanAllows_norForMoreInEachOrInAll() {
    String busy = "(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 3, 0), (1, 4, 0)";
    long[] all = rounded(plan("count", "cells = 5, per_cell = 3, total = 7", ""), rows(busy));
    assertArrayEquals(new long[] {3, 1, 1, 1, 1, 0}, all);
    long[] once = rounded(plan("count", "cells = 6, per_cell = 1", ""), rows(busy));
    assertArrayEquals(new long[] {1, 1, 1, 1, 1, 0}, once);
    long[] two = rounded(plan("count", "cells = 2, per_cell = 1", ""), rows(busy));
    assertEquals(2, Arrays.stream(two).sum());
    assertEquals(1, Arrays.stream(two).max().orElseThrow());
    long[] four = rounded(plan("count", "cells = 6, per_cell = 2, total = 4", ""), rows(busy));
    assertEquals(4, Arrays.stream(four).sum());
    assertTrue(four[0] <= 2);
  }

  @Tag("long")
  @Test
  void cellsAreChosenByAHash_notByTheirOrder() {
    StringBuilder users = new StringBuilder();
    for (int user = 0; user < 200; user++) {
      for (int cell = 0; cell < 6; cell++) {
        users.append(users.isEmpty() ? "" : ", ").append("(%d, %d, 0)".formatted(user, cell));
      }
    }
    long[] chosen = rounded(plan("count", "cells = 1, per_cell = 1", ""), rows(users.toString()));
    assertEquals(200, Arrays.stream(chosen).sum());
    assertTrue(Arrays.stream(chosen).allMatch(n -> n > 10 && n < 60), Arrays.toString(chosen));
  }

  @Tag("long")
  @Test
  void aUserMayBeSeveralColumns() {
    ReleasePlan plan =
        plan(
            plan("count", "cells = 1, per_cell = 1", "")
                .text()
                .replaceAll("(?s)\"user\" : \\[.*?\\]", "\"user\" : [who, amount]"));
    assertArrayEquals(
        new long[] {2, 0, 0, 0, 0, 0}, rounded(plan, rows("(1, 0, 1), (1, 0, 1), (1, 0, 2)")));
  }

  @Test
  void amountsAreAddedUp_aUsersCutToTheBoundsInEachCell() {
    ReleasePlan plan = plan("sum", "cells = 6, lower = -10, upper = 100", "value = amount");
    double[] sums =
        released(
            plan, rows("(1, 0, 5.5), (1, 0, 6), (2, 0, -3), (1, 1, 90), (1, 1, 90), (3, 2, -500)"));
    double[] expected = {8.5, 100, -10, 0, 0, 0};
    double most = 8 * plan.noise().standardDeviation();
    assertTrue(most < 25);
    for (int cell = 0; cell < 6; cell++) {
      assertEquals(expected[cell], sums[cell], most);
    }
    assertEquals(0, released(plan, rows("(1, 0, 0)"))[0], most);
  }

  /** Nor does it matter whether tasks are killed, or files of a shuffle lost. */
  @Tag("long")
  @Test
  void whoseRowsAreWhereDoesNotMatter_norHowTheyAreCut() {
    ReleasePlan plan = plan("sum", "cells = 3, lower = 0, upper = 5", "value = amount");
    Dataset<Row> rows =
        spark()
            .range(0, 3000, 1, 4)
            .selectExpr("id % 97 AS who", "CAST(id % 6 AS INT) AS place", "rand(3) * 0.3 AS amount")
            .localCheckpoint();
    double[] once = released(plan, rows);
    Faults.ShuffleLoss loss = new Faults.ShuffleLoss();
    for (Dataset<Row> same :
        List.of(
            rows.repartition(7),
            rows.orderBy("amount"),
            Faults.killFirstAttempts(rows),
            loss.after(rows.repartition(8, rows.col("place"))))) {
      assertArrayEquals(once, released(plan, same));
    }
    assertTrue(loss.files() > 0);
    assertEquals(
        DoubleStream.of(once).boxed().toList(),
        SparkTest.inBothModes(() -> DoubleStream.of(released(plan, rows)).boxed().toList()));
  }

  @Test
  void aMeanIsOfUsers_eachCutToTheBound_withOneRowEach() {
    ReleasePlan box = mean("columns = [a, b]", "lower = 0, upper = 10");
    Dataset<Row> users =
        users(
            "(1, 2D, 4D), (1, 2D, 4D), (2, 4D, 100D), (3, -6D, 4D)," + " (4, 4D, 2D)", "who, a, b");
    assertNear(box, users, 2.5, 5);
    ReleasePlan ball = mean("column = v", "radius = 5, d = 2");
    Dataset<Row> vectors =
        users(
            "(1, ARRAY(3D, 4D)), (2, ARRAY(30D, 40D)), (3, ARRAY(0D, 0D))," + " (4, ARRAY(1D, 0D))",
            "who, v");
    assertNear(ball, vectors, 7 / 4.0, 8 / 4.0);
    Dataset<Row> numbers = users("(1, 1), (2, 2)", "who, x");
    assertNear(mean("column = x", "lower = -5, upper = 5"), numbers, 1.5);
  }

  private void assertNear(ReleasePlan plan, Dataset<Row> users, double... expected) {
    double[] found = released(plan, users);
    assertEquals(expected.length, found.length);
    double n = users.select("who").distinct().count();
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found[i], 8 * plan.noise().standardDeviation() / n);
    }
  }

  private static ReleasePlan mean(String columns, String bound) {
    return plan(
        """
        task = release
        name = test
        user = who
        statistic = mean
        %s
        bound { %s }
        neighbours = replace
        mechanism = "%s"
        outside = fail
        """
            .formatted(columns, bound, QUIET));
  }

  @Test
  void twoRowsOfAUserMoveAMeanNoMoreThanOne() {
    ReleasePlan plan = mean("column = x", "lower = 0, upper = 10");
    Dataset<Row> users = users("(1, 10), (1, 10), (1, 9), (2, 0)", "who, x");
    double mean = released(plan, users)[0];
    double noise = 8 * plan.noise().standardDeviation() / 2;
    assertTrue(Math.abs(mean - 5) < noise || Math.abs(mean - 4.5) < noise, "mean " + mean);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(1, 6, 0), (2, 0, 0) | outside = fail | 1 such rows",
        "(1, NULL, 0), (2, 7, 0) | outside = fail | 2 such rows",
        "(CAST(NULL AS INT), 0, 0) | outside = fail | 1 rows with NULL in who",
      })
  void rowsThatDoNotFitAreRefusedAsCounts_andNothingIsWritten(
      String values, String policy, String sentence) {
    ReleasePlan plan = plan("count", "cells = 1, per_cell = 1", policy);
    String message = badInput(sentence, () -> released(plan, rows(values)));
    assertTrue(message.contains("nothing was released"), message);
    assertEquals(List.of(), names(folder));
  }

  @Tag("long")
  @Test
  void amountsThatAreNoFiniteNumbersAreOutside_andMayBeDropped() {
    String bad =
        "(1, 0, CAST('NaN' AS DOUBLE)), (2, 0, CAST('Infinity' AS DOUBLE)), (3, 0, NULL), (4, 0,"
            + " 2)";
    String bounds = "cells = 1, lower = 0, upper = 4";
    ReleasePlan fails = plan("sum", bounds, "value = amount");
    badInput("3 such rows", () -> released(fails, rows(bad)));
    ReleasePlan drops =
        plan("sum", bounds, "value = amount, outside = drop, outside_reason = sensors fail");
    assertEquals(2, released(drops, rows(bad))[0], 8 * drops.noise().standardDeviation());
  }

  @Tag("long")
  @Test
  void aMeanRefusesVectorsWithGaps_andEmptyTables() {
    ReleasePlan plan = mean("column = v", "radius = 1, d = 2");
    Dataset<Row> gaps =
        users("(1, ARRAY(1D, NULL)), (2, ARRAY(1D)), (3, NULL)," + " (4, ARRAY(0D, 1D))", "who, v");
    badInput("3 such rows", () -> released(plan, gaps));
    assertThrows(IllegalArgumentException.class, () -> released(plan, gaps.where("who > 9")));
  }

  @Tag("long")
  @Test
  void missingColumnsAndWrongTypesAreRefused() {
    ReleasePlan plan = plan("sum", "cells = 1, lower = 0, upper = 1", "value = amount");
    Dataset<Row> rows = rows("(1, 0, 1)");
    for (String missing : List.of("who", "place", "amount")) {
      badInput("Missing: " + missing, () -> released(plan, rows.drop(missing)));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> released(plan, rows.selectExpr("who", "place", "'much' AS amount")));
  }
}
