package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * Means through plans: Gaussian ones round by round, and those of people's own numbers. Reports and
 * their sums are those of plain Java (AccumulatorsAsInJavaTest); here is what commands make of
 * them.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class MeansTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static final String PLAN =
      """
      task = gaussian-mean
      name = heights
      column = height
      id = id
      protocol = "gaussian(epsilon=8.0,sigma=7,center=170,range=100,users=200)"
      sigma_exact = true
      strata { column = region, domain { type = list, items = [r0, r1, r2] } }
      outside = fail
      randomness = keyed
      """;

  private static final String OWN =
      """
      task = mean
      name = heights
      column = height
      id = id
      protocol = "mean(epsilon=8.0,lower=130,upper=210,outside=clip)"
      outside = fail
      randomness = keyed
      public = [region]
      """;

  private static Ended first;

  /** Two hundred people in each of three regions, with means of 150, 170 and 190 cm. */
  @BeforeAll
  static void run() {
    BOX.table(
        "heights",
        "SELECT id, 150 + 20 * (id % 3) + 7 * (rand(5) + rand(6) + rand(7) - 1.5) * 2 AS height,"
            + " concat('r', id % 3) AS region FROM range(0, 600, 1, 3)");
    BOX.write("plan.conf", PLAN);
    first = BOX.ldp("run --plan @plan.conf --input @heights --output @out --format csv").done();
  }

  private static Ended privatize(String plan, String table, String output) {
    BOX.write("other.conf", plan);
    return BOX.ldp("privatize --plan @other.conf --input @%s --output @%s", table, output);
  }

  private static boolean isWithin(double z, Ended ended, double... truth) {
    double[] estimates = ended.column("estimate");
    double[] errors = ended.column("standard_error");
    boolean isWithin = estimates.length == truth.length;
    for (int i = 0; i < truth.length; i++) {
      isWithin &= Math.abs(estimates[i] - truth[i]) < z * errors[i];
    }
    return isWithin;
  }

  @Test
  void runGoesThroughAllRoundsAndFindsEachStratumsMean() {
    assertEquals("item,estimate,standard_error,lower,upper,note,best", first.lines().get(0));
    assertEquals(
        Stream.of("r0", "r1", "r2")
            .map(r -> r + " centre (mean if normal with this sigma)")
            .toList(),
        Ended.csv(first.out()).stream().skip(1).map(row -> row[0]).toList());
    // Keyed: it holds always, or never. Normal errors are beyond 6 of them in 2e-9 of cases.
    assertTrue(isWithin(6, first, 150, 170, 190), first.out());
    assertFalse(isWithin(6, first, 190, 170, 150), first.out());
    assertEquals(600, reports("out/round-1", 1) + reports("out/round-2", 2));
    first.says(reports("out/round-2", 2) + " rows are of people of other rounds");
  }

  /** How many there are, all of that round. */
  private static long reports(String folder, int round) {
    Dataset<Row> reports = BOX.table(folder + "/privatized/reports");
    assertEquals(0, reports.where("round <> " + round).count());
    return reports.count();
  }

  @Test
  void whatTheModelAssumesIsSaidOnce() {
    first.says("gaussian(epsilon=8.0,sigma=7.0,", "a standard deviation of exactly 7.0");
    assertEquals(1, first.err().split("taken for normally", -1).length - 1, first.err());
  }

  /** To the last digit, and of a table that is cut otherwise. */
  @Test
  void roundByRoundGivesWhatRunGives() {
    BOX.table("heights").repartition(7, col("height")).write().parquet(BOX.path("cut"));
    for (int round = 1; round <= 2; round++) {
      String plan = round == 1 ? "plan.conf" : "e1/next/plan.conf";
      BOX.ldp("privatize --plan @%s --input @cut --output @p%s", plan, round).done();
      BOX.ldp("accumulate --input @p%s --output @a%s", round, round).done();
      Ended estimated =
          BOX.ldp("estimate --input @a%s --output @e%s --format csv", round, round).done();
      assertEquals(round == 1, estimated.err().contains("next/plan.conf"), estimated.err());
      assertEquals(round == 2, estimated.out().equals(first.out()), estimated.out());
    }
  }

  /**
   * The division into rounds hangs on the question: asked otherwise, somebody might answer twice.
   */
  @Test
  void aLaterRoundOfAnotherQuestionIsRefused() {
    String next = "out/round-1/estimated/next/plan.conf";
    String original = BOX.read(next);
    BOX.write(next, original.replace("\"heights\"", "\"other\""));
    BOX.ldp("privatize --plan @%s --input @heights --output @again", next)
        .refused("a person might answer in two");
    BOX.write(next, original);
  }

  /** The second was planned from the reports that the first has. */
  @Test
  void whoComesLaterIsInNoRoundThatIsOver() {
    BOX.table("later", "SELECT id + 600 AS id, 170.0D AS height, 'r0' AS region FROM range(50)");
    BOX.ldp("privatize --plan @plan.conf --input @later --output @out/round-1/privatized")
        .done()
        .says("already done, nothing was drawn");
  }

  @Test
  void numbersThatAreNotFiniteAndUnknownStrataAreOutside() {
    BOX.table(
        "odd",
        "SELECT id, CASE id WHEN 1 THEN double('NaN') WHEN 2 THEN double('Infinity') WHEN 3 THEN"
            + " NULL ELSE 170.0D + id % 10 END AS height, IF(id = 4, 'elsewhere', 'r0') AS region"
            + " FROM range(300)");
    privatize(PLAN, "odd", "fail").badInput("Rows that are not: 4");
    assertFalse(BOX.has("fail"));

    String dropping = PLAN.replace("= fail", "= drop\noutside_reason = \"broken scales\"");
    privatize(dropping, "odd", "drop").done();
  }

  /** Nobody knows sigma exactly, but who says so is believed; see the first run. */
  @Test
  void aPlanTakesSigmaForABandUnlessItInsists() {
    privatize(PLAN.replace("sigma_exact = true\n", ""), "heights", "banded")
        .done()
        .says(
            "sigma_min=5.6,sigma_max=8.75,",
            "a standard deviation from 5.6 to 8.75",
            "rounded or heaped to steps of at most 0.6 of it");
  }

  @Test
  void aStepTakesThePlaceOfDither() {
    BOX.table("whole", "SELECT id, int(170 + id % 10) AS height, 'r0' AS region FROM range(300)");
    privatize(PLAN.replace(",users", ",step=1,users"), "whole", "asked")
        .done()
        .says("rounded to multiples of 1.0", "step=1.0,dither=0.0,users");
  }

  /** Reports of a plan that was read otherwise are still of their plan. */
  @Test
  void aPlanBesideItsTablesIsReadAsItWasAsked() throws IOException {
    String beside = "out/round-1/privatized/plan.conf";
    String original = BOX.read(beside);
    assertTrue(original.contains("sigma_exact"), original);
    Files.deleteIfExists(BOX.at("out/round-1/privatized/.plan.conf.crc"));
    BOX.write(beside, original.replaceAll(".*sigma_exact.*\n", ""));

    BOX.ldp("accumulate --input @out/round-1/privatized --output @beside").done();
    BOX.write(beside, original);
  }

  @Test
  void strataTakeThePlaceOfGroups() {
    BOX.write("groups.conf", PLAN + "public = [region]\n");
    BOX.ldp("run --plan @groups.conf --input @heights --output @groups --group-by region")
        .badInput("has strata, not groups");
  }

  @Test
  void aColumnOfTextIsNoNumber() {
    privatize(PLAN.replace("column = height", "column = region"), "heights", "text")
        .badInput("must be a number");
  }

  // --- people's own numbers ---

  @Test
  void numbersOutsideTheRangeAreCountedAndNotShown() {
    privatize(OWN.replace("130,upper=210,outside=clip", "170,upper=250"), "heights", "range")
        .badInput("Rows that are not: ");
  }

  @Test
  void theDensityOfNumbersSumsToOne() {
    String density = "density(epsilon=4.0,lower=130,upper=210,outside=clip,terms=7,points=16)";
    BOX.write(
        "density.conf",
        OWN.replace("task = mean", "task = density").replaceFirst("mean\\(.*\\)", density)
            + "postprocess = [density]\n");
    Ended ended =
        BOX.ldp("run --plan @density.conf --input @heights --output @density --format csv").done();

    assertEquals(1, Arrays.stream(ended.column("density")).sum() * 5, 1e-9); // 5 cm apart
  }
}
