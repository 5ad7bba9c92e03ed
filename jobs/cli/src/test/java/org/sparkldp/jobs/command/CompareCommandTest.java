package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** At epsilon 20 an estimate is the truth: what is compared is seen, and by which error. */
@ExtendWith({SparkTest.class, Interpreted.class})
class CompareCommandTest {
  private static final String COLUMNS =
      "item,first,second,difference,standard_error,lower,upper,ratio,ratio_lower,ratio_upper,"
          + "differs";

  @RegisterExtension final Sandbox box = new Sandbox();

  /** Of 100 people a day, 40 say a on the first day and 80 on the second; the others say b. */
  private void run(String output, String... keys) {
    box.plan(keys);
    if (!box.has("values")) {
      box.table(
          "values",
          "SELECT id, id DIV 100 AS day, IF(id % 100 < 40 * (1 + id DIV 100), 'a', 'b') AS item, 'a' AS other,"
              + " id % 2 AS zip FROM range(200)");
    }
    box.ldp("run --plan @plan.conf --input @values --output @%s --group-by zip", output).done();
  }

  private static final String OF_DAYS = "period = day";
  private static final String EXACT = "protocol = \"grr(epsilon=20.0)\"";
  private static final String PUBLIC = "public = [day, zip]";

  @Test
  void twoPeriodsAreComparedGroupByGroup() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    Ended compared = box.ldp("compare @out --periods 0 1 --format csv").done();
    assertEquals("group," + COLUMNS, compared.lines().get(0));
    assertTrue(compared.lines().get(1).startsWith("zip=0,a,"), compared::toString);
    assertEquals(0.4, compared.column("first")[0], 1e-6);
    assertEquals(0.4, compared.column("difference")[0], 1e-6);
    assertTrue(compared.lines().get(1).endsWith(",yes"), compared::toString);
    String ratio = compared.lines().get(1).split(",")[8]; // none of items that nobody has
    assertEquals(2.0, Double.parseDouble(ratio), 1e-6);
    assertEquals(1 + 2 * 5, compared.lines().size());
    compared.says("zip=0: different, all rows considered: a, b");
    assertTrue(!compared.err().contains("dependent"), compared::toString);
  }

  /** Sums and means are left out of a comparison, which says so; of mean-by, means are compared. */
  @Test
  void ofNumbersCountsAreComparedAndOfMeanByMeansWithTheirNotes() {
    run("numbered", OF_DAYS, EXACT, PUBLIC, "numbers = [zip]");
    Ended counts = box.ldp("compare @numbered --periods 0 1 --format csv").done();
    assertEquals(1 + 2 * 5, counts.lines().size());
    counts.says("counts alone are compared, and no sums or means of the plan's numbers, [zip]");
    box.table(
        "paid",
        "SELECT id, IF(id % 10 < 9, 'a', 'b') AS item, 1D AS spend, id % 2 AS zip FROM range(400)");
    box.write(
        "means.conf",
        """
        task = mean-by
        name = spending
        column = item
        value = spend
        id = id
        protocol = "mean-by(epsilon=2.0,lower=0,upper=2)"
        domain { type = list, items = [a, b] }
        outside = fail
        randomness = keyed
        public = [zip]
        """);
    box.ldp("run --plan @means.conf --input @paid --output @means --group-by zip").done();
    Ended means = box.ldp("compare @means/accumulated --groups zip=0 zip=1 --format csv").done();
    assertEquals(1 + 2, means.lines().size());
    assertTrue(means.lines().get(1).startsWith("a mean,"), means::toString);
    means.says("b mean: too few people for a mean");
  }

  /** The page over time marks what changed, in words and at the point, and nothing else. */
  @Test
  void thePageOverTimeMarksWhatChanged() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    box.ldp("accumulate --input @out/privatized --output @sums").done();
    box.ldp("estimate --input @sums --output @each --each-period --html @each.html").done();
    String page = box.read("each.html");
    assertTrue(
        page.contains("Certain changes from the period before, all rows considered: 1: a, b."));
    assertEquals(2, page.split("\"marked\":\\[1.0]", -1).length - 1);
  }

  @Test
  void twoGroupsOfOneFolderAreCompared() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    Ended compared = box.ldp("compare @out/accumulated --groups zip=0 zip=1 --format csv").done();
    assertEquals(COLUMNS, compared.lines().get(0));
    assertEquals(0, compared.column("difference")[0], 1e-6);
    compared.says("no difference is certain, all rows considered");
  }

  /** The same people under one key and plan have the same random bits in both folders. */
  @Test
  void foldersThatMayShareRandomBitsAreComparedByTheSumOfTheirErrors() {
    String weak = "protocol = \"grr(epsilon=1.0)\"";
    run("one", weak, PUBLIC);
    run("other", weak, PUBLIC);
    Ended shared = box.ldp("compare @one @other --format csv").done();
    shared.says("so standard errors are added: intervals are too long rather than too short");
    assertEquals(0, shared.column("difference")[0]);
    run("third", weak, PUBLIC, "name = another");
    Ended apart = box.ldp("compare @one @third --format csv").done();
    assertTrue(!apart.err().contains("dependent"), apart::toString);
    double ratio = shared.column("standard_error")[0] / apart.column("standard_error")[0];
    assertEquals(Math.sqrt(2), ratio, 0.2);
  }

  /** Two items of one chart have errors of opposite signs, by the protocol's formula. */
  @Test
  void twoItemsOfOneChartAreCompared() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    Ended exact = box.ldp("compare @out --items a b --format csv").done();
    assertEquals(2 + 1, exact.lines().size()); // a row for each group
    assertTrue(exact.lines().get(1).startsWith("zip=0,a to b,0.6"), exact::toString);
    assertTrue(exact.lines().get(1).endsWith(",yes"), exact::toString);
    assertTrue(!exact.err().contains("dependent"), exact::toString);
    run("weak", "protocol = \"grr(epsilon=1.0)\"", PUBLIC);
    Ended weak = box.ldp("compare @weak/accumulated --items a b --format csv").done();
    double n = 100; // in each group
    double sum = n * (weak.column("first")[0] + weak.column("second")[0]);
    double q = 1 / (Math.E + 4);
    double gap = (Math.E - 1) * q;
    double error = Math.sqrt((sum * gap + 2 * n * q) / (gap * gap) - sum) / n;
    assertEquals(error, weak.column("standard_error")[0], 1e-4 * error);
  }

  /** Of 50 people of a zip code, 40 and 20 of the two days say a; the other 40 say b. */
  @Test
  void itemsOfOneFolderAreAddedUp() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    Ended both = box.ldp("compare @out --subtotal a b --format csv").done();
    assertEquals(
        "group,item,estimate,standard_error,lower,upper,share,share_lower,share_upper",
        both.lines().get(0));
    assertTrue(both.lines().get(1).startsWith("zip=0,(subtotal),100"), both::toString);
    assertEquals(0.6, both.column("share")[1], 1e-6);
    assertEquals(1 + 2 * 3, both.lines().size());
    box.ldp("compare @out --subtotal a nobody").badInput("such as a");
    box.ldp("compare @out @out --subtotal a").badInput("one folder");
    box.ldp("compare @out --subtotal a b --items a b").badInput("does not go with --subtotal");
  }

  @Test
  void jointlyAllIntervalsHoldAtOnce() {
    run("out", OF_DAYS, "protocol = \"grr(epsilon=1.0)\"", PUBLIC);
    String compare = "compare @out --periods 0 1 --format csv";
    Ended each = box.ldp(compare).done();
    Ended all = box.ldp(compare + " --jointly").done();
    double longer =
        (all.column("upper")[0] - all.column("lower")[0])
            / (each.column("upper")[0] - each.column("lower")[0]);
    assertEquals(2.807 / 1.960, longer, 0.06); // z of .05/10 beside z of .05, for 2 x 5 rows
    Ended table = box.ldp("compare @out --periods 0 1").done();
    assertTrue(table.lines().stream().allMatch(line -> line.length() <= 80), table::toString);
  }

  /** Who is asked on one day is not asked on the other. */
  @Test
  void peopleWhoTakeTurnsAreComparedByTheSumOfTheirErrors() {
    run("out", OF_DAYS, EXACT, PUBLIC, "block { pool = daily, blocks = 2 }");
    Ended compared = box.ldp("compare @out --periods 0 1 --format csv").done();
    compared.says("by whose turn it is");
  }

  @Test
  void anotherQuestionIsRefused() {
    run("out", EXACT, PUBLIC);
    run("others", EXACT, PUBLIC, "column = other");
    box.ldp("compare @out @others").badInput("over item and task histogram over other");
  }

  @Test
  void whatHasNoTwoSidesIsRefused() {
    run("out", OF_DAYS, EXACT, PUBLIC);
    for (String line :
        List.of(
            "@out | two sides",
            "@out @out --periods 0 1 | two sides",
            "@out --groups zip=0 zip=7 | such as zip=0",
            "@out --items a nobody | such as a",
            "@out --items a a | a twice",
            "@out --items a b --groups zip=0 zip=1 | two sides",
            "@out --periods 0 5 | Provided: [5]",
            "@nothing --periods 0 1 | nothing")) {
      String[] parts = line.split(" [|] ?", 2);
      box.ldp("compare " + parts[0]).badInput(parts[1]);
    }
  }
}
