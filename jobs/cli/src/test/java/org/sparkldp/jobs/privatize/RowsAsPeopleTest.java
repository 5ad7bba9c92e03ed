package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** {@code id = row}: a table without ids, of which each row gives one report. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class RowsAsPeopleTest {
  private static final int ROWS = 1_500;

  @RegisterExtension final Sandbox box = new Sandbox();

  /** Rows in several files, of which many are alike. */
  @BeforeAll
  static void generate() {
    spark()
        .range(0, ROWS, 1, 3)
        .selectExpr(
            "CAST(id % 3 AS INT) AS item",
            "10 + id % 2 AS low", "90 + id % 2 AS high", "CAST(id % 2 AS INT) AS day")
        .createOrReplaceTempView("rows_without_ids");
  }

  private static final String PLAN =
      """
      name = rows
      column = item
      id = row
      protocol = "grr(epsilon=10.0)"
      domain { type = range, from = 0, to = 2 }
      outside = fail
      randomness = write-once
      """;

  private Ended run(String plan, String... options) {
    box.write("plan.conf", plan);
    return box.ldp(
        "run --plan @plan.conf --input rows_without_ids --output @out --format csv "
            + String.join(" ", options));
  }

  private static String with(String... lines) {
    return Fixture.with(PLAN, lines);
  }

  @Test
  void eachRowGivesOneReportAndTheMessageSaysWhatThatMeans() {
    Ended done = run(PLAN);
    done.done();
    for (double estimate : Ended.column(done.out(), "estimate")) {
      // A report is of another item with probability 1e-4: 15 of 1,500 with less than 1e-20.
      assertEquals(ROWS / 3.0, estimate, 15, done::toString);
    }
    done.says("a person with two rows spends epsilon twice", ROWS + " reports of grr");
    run(PLAN).says("already done, nothing was drawn");
  }

  @Test
  void withAColumnThatIsNoIdTheSameRowsAreRefused() {
    run(with("id = low")).refused();
  }

  @Test
  void aRowsOwnQueryAndItsAnswerBelongTogether() {
    Ended done =
        run(
            """
            task = query
            name = rows
            id = row
            queries = [
              { name = low, expression = low, lower = 0, upper = 100 }
              { name = high, expression = high, lower = 0, upper = 100 }
              { name = middle, expression = "(low + high) / 2", lower = 0, upper = 100 }
            ]
            protocol = "sq(epsilon=8.0)"
            outside = fail
            randomness = write-once
            """);
    done.done();
    double[] estimates = Ended.column(done.out(), "estimate");
    double[] errors = Ended.column(done.out(), "standard_error");
    // Of answers that change places, one would be 40 off; chance takes one 15 off once in 10^9.
    for (int i = 0; i < 3; i++) {
      double truth = new double[] {10.5, 90.5, 50.5}[i];
      assertTrue(errors[i] < 3, done::toString);
      assertEquals(truth, estimates[i], 15, done::toString);
    }
  }

  @Test
  void daysAndDroppedRowsNeedNoIds() {
    Ended days = run(with("public = [day]", "period = day"), "--group-by day");
    days.done();
    assertEquals(1 + 2 * 3, days.lines().size());
  }

  @Test
  void rowsOutsideMayBeDropped() {
    run(with(
            "outside = drop",
            "outside_reason = \"a test\"",
            "domain { type = range, from = 0, to = 1 }"))
        .done()
        .says(ROWS / 3 + " rows left out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "randomness = keyed | choose write-once",
        "reports_per_person = 2 | reports_per_person = 2; leave it out",
        "late_rows = draw | late_rows = draw; leave it out",
        "block { pool = a, from = 0, to = 1, blocks = 2 } | a block, which is of ids",
      })
  void whatNeedsToKnowWhoseARowIsIsRefused(String line, String remedy) {
    run(with(line)).badInput("id = row takes each row for a person", remedy, "plan.conf: 3");
  }

  @Test
  void roundsDivideByIds() {
    run("""
            task = quantile
            name = rows
            column = low
            id = row
            protocol = "median(epsilon=1.0,lower=0,upper=100,users=6000)"
            outside = fail
            randomness = write-once
            """)
        .says("whose rounds divide people");
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "ROW"})
  void aTableWithAColumnOfThatNameIsRefused(String name) {
    box.table("named", "SELECT id AS %s, 0 AS item FROM range(10)".formatted(name));
    box.write("plan.conf", PLAN);
    box.ldp("run --plan @plan.conf --input @named --output @out").badInput();
  }
}
