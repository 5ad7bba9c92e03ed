package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.jobs.privatize.Fixture.table;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.sql.SparkTest;

/**
 * People who take turns, a third of them a day: who is asked when, what it costs, what it shows.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class TurnsTest {
  private static final int PEOPLE = 300;

  /** So large an epsilon that a report is its item. */
  private static final Plan PLAN =
      plan(
          "protocol = \"grr(epsilon=20)\"",
          "public = [person, day, parity]",
          "period = day",
          "block { pool = daily, blocks = 3 }");

  @TempDir static Path folder;

  private static Path reports;

  @BeforeAll
  static void fourDays() {
    reports = folder.resolve("reports");
    Dataset<Row> days =
        people(PEOPLE, 2)
            .crossJoin(
                spark().sql("SELECT explode(sequence(DATE'2026-01-01', DATE'2026-01-04')) day"))
            .withColumn("item", expr("element_at(array('a', 'b'), 1 + CAST(id % 2 AS INT))"));
    new Privatization(PLAN).run(() -> days, output(reports), Days.ALL);
  }

  private static Estimates estimates(String name, List<String> groups, String days) {
    Path sums = folder.resolve(name + "-sums");
    new Accumulation(PLAN).run(List.of(output(reports)), groups, output(sums));
    return new Estimation(spark(), PLAN, List.of("simplex"))
        .run(
            List.of(output(sums)),
            Days.of(List.of(days)),
            groups.isEmpty(),
            output(folder.resolve(name)));
  }

  @Test
  void eachPersonAnswersOnceInThreeDaysAndAgainInTheSameTurn() {
    Dataset<Row> table = table(reports, "reports");
    Dataset<Row> cycle = table.where("day < DATE'2026-01-04'");
    assertEquals(PEOPLE, cycle.count());
    assertEquals(PEOPLE, cycle.select("person").distinct().count());
    assertEquals(
        table.where("day = DATE'2026-01-01'").select("person").orderBy("person").collectAsList(),
        table.where("day = DATE'2026-01-04'").select("person").orderBy("person").collectAsList());
  }

  @Test
  void aDaysCountsAreOfEverybodyAndThoseOfAllDaysAreTheirMean() {
    Estimates each = estimates("each", List.of(), "2026-01-01..2026-01-03");
    assertEquals(3, each.groups().size());
    for (Estimates.Group day : each.groups()) {
      long asked = table(reports, "reports").where("day = DATE'" + day.key().get(0) + "'").count();
      assertEquals(3 * asked, day.estimate().n());
      double[] counts = day.estimate().estimates();
      assertEquals(3.0 * asked, counts[0] + counts[1], 1e-3);
      // Of 150 people a third is asked: 150 people with a standard error of about √300.
      assertEquals(Math.sqrt(2 * counts[0]), day.estimate().standardErrors()[0], 0.1);
      assertTrue(day.note(0).isEmpty(), day.note(0));
    }
    assertTrue(Notes.of(PLAN).get(0).startsWith("people take turns: one in 3 is asked in a day"));

    // Even people of all days: a group that nobody of is asked on some day stays the mean of three.
    Estimates groups = estimates("groups", List.of("parity"), "2026-01-01..2026-01-03");
    assertArrayEquals(
        new double[] {PEOPLE / 2.0, 0, 0, 0, 0},
        groups.groups().get(0).estimate().estimates(),
        1e-3);
  }

  /** The wrong twin asks everybody every day. */
  @Test
  void threeDaysCostAPersonOneEpsilonAndAFourthASecond() {
    assertEquals(1, epsilons(PLAN, 3));
    assertEquals(2, epsilons(PLAN, 4));
    assertEquals(
        3, epsilons(plan("protocol = \"grr(epsilon=20)\"", "period = day", "public = [day]"), 3));
  }

  private static double epsilons(Plan plan, int days) {
    List<Entry> entries =
        IntStream.rangeClosed(1, days)
            .mapToObj(day -> Spend.of(plan, List.of("item"), "day=2026-01-0" + day, "", ""))
            .map(spend -> Entry.of(spend, "", "2026-01-01", "", ""))
            .toList();
    return Math.round(
        Budget.together(entries).epsilonGrains()
            / (double) entries.get(0).spend().tally().epsilonGrains());
  }
}
