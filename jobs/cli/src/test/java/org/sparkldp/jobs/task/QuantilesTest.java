package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.ResultRows;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * A quantile, and many, through plans in several rounds. Reports and their sums are those of plain
 * Java (AccumulatorsAsInJavaTest), and a median's rounds are JobTest's; here is what commands make
 * of the others.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class QuantilesTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static final String PLAN =
      """
      task = quantile
      name = ages
      column = age
      id = id
      protocol = "median(epsilon=8.0,lower=0,upper=120,users=600,rounds=3,outside=clip,step=1)"
      outside = fail
      randomness = keyed
      """;

  private static final String MANY =
      """
      task = quantiles
      name = incomes
      column = income
      id = id
      protocol = "quantiles(epsilon=8.0,lower=0,upper=6400,parts=4,cells=64,rounds=2)"
      postprocess = [band-lower, band-upper]
      outside = fail
      randomness = keyed
      """;

  private static Ended many;

  /** Ages of 20 to 69 years, and incomes from 0 to 100, most of them small. */
  @BeforeAll
  static void run() {
    BOX.table(
        "people",
        "SELECT id, CAST(20 + (id * 7919) % 50 AS INT) AS age, 20D + id % 50 + 0.1D AS exact,"
            + " 100 * pow((id * 7919 % 600 + 0.5) / 600, 2) AS income FROM range(0, 600, 1, 3)");
    many = run(MANY, "many").done();
  }

  private static Ended run(String plan, String name) {
    BOX.write(name + ".conf", plan);
    return BOX.ldp("run --plan @%s.conf --input @people --output @%s --format csv", name, name);
  }

  private static long reports(String round) {
    return rows(round).size();
  }

  private static List<String> rows(String round) {
    return ResultRows.of(BOX.at(round + "/privatized/reports"));
  }

  /** Without users in the plan, the table shows how many there are before anybody is asked. */
  @Test
  void tooFewPeopleAreNotAsked() {
    run(
            PLAN.replace("epsilon=8.0", "epsilon=1.0").replace("users=600,rounds=3,", "rounds=40,"),
            "few")
        .badInput("enough for the protocol's own analysis");
    assertFalse(BOX.has("few/round-1/privatized"));

    run(MANY.replace("epsilon=8.0", "epsilon=0.2"), "fewer")
        .badInput("enough for the protocol's own analysis", "take rounds=1 or a larger epsilon");
    assertFalse(BOX.has("fewer/round-1/privatized"));
  }

  @Test
  void aShortIntervalAssumesNoStepsAndIsRefusedWhereThereAre() {
    String smooth = PLAN.replace("step=1", "step=1,law=smooth");
    run(smooth, "smooth").badInput("must be asked without law=smooth");
    assertFalse(BOX.has("smooth/round-1/privatized"));

    BOX.write(
        "exact.conf",
        smooth.replace("column = age", "column = exact").replace("step=1,", "step=0.01,"));
    BOX.ldp("privatize --plan @exact.conf --input @people --output @exact")
        .done()
        .says("no steps and gaps near the quantile");
  }

  @Test
  void twoRoundsOfManySeeInsideACellOfOne() {
    assertEquals(
        "item,estimate,standard_error,lower,upper,band_lower,band_upper,note,best",
        many.lines().get(0));
    double[] lower = many.column("band_lower");
    double[] upper = many.column("band_upper");
    for (int i = 0; i < 3; i++) {
      double truth = 100 * Math.pow((i + 1) / 4.0, 2);
      assertTrue(lower[i] <= truth && truth <= upper[i], many.out());
      // One round's cells are 100 wide, as wide as all people lie.
      assertTrue(many.column("upper")[i] - many.column("lower")[i] < 60, many.out());
    }
    assertEquals(600, reports("many/round-1") + reports("many/round-2"));
  }

  /** Whatever a killed run has left, the next one goes on, to the same bytes. */
  @Test
  void aKilledRunGoesOn() throws IOException {
    List<String> before = rows("many/round-2");
    String plan = BOX.read("many/round-2/estimated/plan.conf");
    for (String lost : new String[] {"many/round-2", "many/round-1/estimated"}) {
      FileUtils.deleteDirectory(BOX.at(lost).toFile());
    }
    Ended again = run(MANY, "many").done();

    assertEquals(many.out(), again.out());
    again.says("already done, nothing was drawn");
    assertEquals(before, rows("many/round-2"));
    assertEquals(plan, BOX.read("many/round-2/estimated/plan.conf"));
  }
}
