package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.sql.SparkTest;

@ExtendWith(SparkTest.class)
class TotalTaskTest {
  private static final String PLAN =
      """
      task = total
      name = hours
      column = hours
      id = id
      protocol = "mean(epsilon=4.0,lower=0,upper=80)"
      outside = fail
      randomness = keyed
      """;

  @TempDir Path folder;

  @Test
  void theTotalIsTheMeanTimesThePeople() throws IOException {
    String table = folder.resolve("people").toString();
    SparkTest.spark()
        .sql("SELECT id, CAST(id % 41 AS DOUBLE) AS hours FROM range(8200)")
        .write()
        .parquet(table);
    Path plan = Files.writeString(folder.resolve("plan.conf"), PLAN);

    Ended ended =
        Ended.done(
            "run",
            "--plan",
            plan.toString(),
            "--input",
            table,
            "--output",
            folder.resolve("out").toString(),
            "--key-file",
            SparkTest.KEY_FILE.toString(),
            "--html",
            folder.resolve("out.html").toString(),
            "--format",
            "csv");

    double total = Ended.column(ended.out(), "estimate")[0];
    double error = Ended.column(ended.out(), "standard_error")[0];
    assertEquals("total", Ended.csv(ended.out()).get(1)[0]);
    // The key is fixed, so this holds always or never.
    assertEquals(164_000, total, 5 * error);
    assertTrue(error < 10_000, ended.out());
    assertTrue(Files.readString(folder.resolve("out.html")).contains("The total of hours"));
  }

  @Test
  void aProtocolForOtherQuestionsIsRefused() {
    String other = PLAN.replace("mean(epsilon=4.0,lower=0,upper=80)", "rr(epsilon=1.0)");
    PlanReader reader = new PlanReader(new TestContext(folder));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> reader.read(other, "plan.conf"));
    assertTrue(refusal.getMessage().contains("a total needs a protocol for the mean"));
  }
}
