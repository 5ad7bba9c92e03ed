package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/** {@code id = row}: a table without ids, of which each row gives one report. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class RowsAsPeopleTest {
  private static final int ROWS = 6_000;

  @TempDir static Path tables;
  @TempDir Path folder;

  /** Rows in several files, of which many are alike. */
  @BeforeAll
  static void generate() {
    spark()
        .range(0, ROWS, 1, 3)
        .selectExpr(
            "CAST(id % 3 AS INT) AS item",
            "10 + id % 2 AS low", "90 + id % 2 AS high", "CAST(id % 2 AS INT) AS day")
        .write()
        .parquet(tables.resolve("rows").toString());
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

  private Ended run(String plan, String... options) throws IOException {
    Files.writeString(folder.resolve("plan.conf"), plan);
    String[] all = {
      "run",
      "--plan",
      folder.resolve("plan.conf").toString(),
      "--input",
      tables.resolve("rows").toString(),
      "--output",
      folder.resolve("out").toString(),
      "--format",
      "csv"
    };
    String[] line = Arrays.copyOf(all, all.length + options.length);
    System.arraycopy(options, 0, line, all.length, options.length);
    return Ended.of(line);
  }

  /** A plan with lines in place of those for the same key, or added. */
  private static String with(String... lines) {
    String text = PLAN;
    for (String line : lines) {
      String key = line.split("[ =]", 2)[0];
      text = text.replaceFirst("(?m)^" + key + " .*\\n", "") + line + "\n";
    }
    return text;
  }

  @Test
  void eachRowGivesOneReportAndTheMessageSaysWhatThatMeans() throws IOException {
    Ended done = run(PLAN);
    done.done();
    for (double estimate : Ended.column(done.out(), "estimate")) {
      // A report is of another item with probability 1e-4: 60 of 6,000 with less than 1e-60.
      assertEquals(ROWS / 3.0, estimate, 60, done::toString);
    }
    done.says("a person with two rows spends epsilon twice");
    done.says(ROWS + " reports of grr");
    Ended again = run(PLAN);
    again.says("already done, nothing was drawn");
  }

  @Test
  void withAColumnThatIsNoIdTheSameRowsAreRefused() throws IOException {
    assertEquals(Exit.REFUSED, run(with("id = low")).code());
  }

  @Test
  void aRowsOwnQueryAndItsAnswerBelongTogether() throws IOException {
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
    // Of answers that change places, one would be 40 off, some 20 standard errors.
    for (int i = 0; i < 3; i++) {
      double truth = new double[] {10.5, 90.5, 50.5}[i];
      assertTrue(errors[i] < 3, done::toString);
      assertEquals(truth, estimates[i], 6 * errors[i], done::toString);
    }
  }

  @Test
  void daysAndDroppedRowsNeedNoIds() throws IOException {
    Ended days = run(with("public = [day]", "period = day"), "--group-by", "day");
    days.done();
    assertEquals(1 + 2 * 3, days.lines().size());
  }

  @Test
  void rowsOutsideMayBeDropped() throws IOException {
    Ended done =
        run(
            with(
                "outside = drop",
                "outside_reason = \"a test\"",
                "domain { type = range, from = 0, to = 1 }"));
    done.done().says(ROWS / 3 + " rows left out");
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
  void whatNeedsToKnowWhoseARowIsIsRefused(String line, String remedy) throws IOException {
    Ended refused = run(with(line));
    refused.badInput("id = row takes each row for a person", remedy, "plan.conf: 3");
  }

  @Test
  void roundsDivideByIds() throws IOException {
    Ended refused =
        run(
            """
            task = quantile
            name = rows
            column = low
            id = row
            protocol = "median(epsilon=1.0,lower=0,upper=100,users=6000)"
            outside = fail
            randomness = write-once
            """);
    refused.says("whose rounds divide people");
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "ROW"})
  void aTableWithAColumnOfThatNameIsRefused(String name) throws IOException {
    spark()
        .range(10)
        .selectExpr("id AS " + name, "CAST(0 AS INT) AS item")
        .write()
        .parquet(folder.resolve("named").toString());
    Ended refused = run(PLAN, "--input", folder.resolve("named").toString());
    refused.badInput();
  }

  @Test
  void aStreamHasToKnowWhoHasAnswered() throws IOException {
    Files.writeString(folder.resolve("plan.conf"), PLAN);
    Ended refused =
        ldp(
            "stream --plan %s --input %s --output %s --until-done",
            folder.resolve("plan.conf"), tables.resolve("rows"), folder.resolve("out"));
    refused.badInput();
  }
}
