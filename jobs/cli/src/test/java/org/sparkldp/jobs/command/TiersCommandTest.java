package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** Estimates that no single plan gives: of two epsilons, and of a randomizer's matrix. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class TiersCommandTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private static final String PLAN =
      """
      name = visits
      column = country
      id = id
      protocol = "%s"
      domain { type = list, items = [US, IN, BR] }
      outside = fail
      randomness = keyed
      public = [day]
      """;

  private void ask(String name, String plan, String where) {
    box.table(
        name,
        "SELECT id, IF(id < 100, 'US', 'IN') AS country, CAST(id % 3"
            + " AS INT) AS day FROM range(300) WHERE "
            + where);
    box.write(name + ".conf", plan);
    String line = "privatize --plan @NAME.conf --input @NAME --output @NAME-reports";
    box.ldp(line.replace("NAME", name)).done();
    box.ldp(
            "accumulate --input @NAME-reports --output @NAME-sums --group-by day"
                .replace("NAME", name))
        .done();
  }

  /**
   * All of the early tier say US, none of the late one: 100 add up, and 300 people like the early
   * tier, which weighs more, are about 230. Either bound is 5 standard errors away.
   */
  @Test
  void twoEpsilonsOfOneQuestionAreEstimatedTogether() {
    ask("early", PLAN.formatted("grr(epsilon=20.0)"), "id < 100");
    ask("late", PLAN.formatted("grr(epsilon=1.0)"), "id >= 100");
    ask("numbered", PLAN.formatted("grr(epsilon=1.0)") + "numbers = [day]\n", "id >= 100");
    ask("other", PLAN.formatted("grr(epsilon=18.0)").replace("BR", "DE"), "id >= 100");
    String line = "estimate --input @early-sums @late-sums --output @out --format csv ";
    for (String assumed : new String[] {"different", "alike"}) {
      Ended done = box.ldp(line + "--html @page.html --tiers " + assumed).done();
      assertEquals(10, done.out().lines().count(), done.out()); // three days of three items
      assertTrue(done.out().contains("a person in two tiers counts twice"), done.out());
      Dataset<Row> found = box.table("out/estimates");
      assertEquals(300, found.selectExpr("sum(estimate)").head().getDouble(0), 2);
      double ofUs = found.where("item = 'US'").selectExpr("sum(estimate)").head().getDouble(0);
      assertEquals(assumed.equals("alike"), ofUs > 185, () -> assumed + ": " + ofUs);
      assertTrue(box.read("page.html").contains("a person in two tiers counts twice"));
      assertTrue(box.read("out/plan.conf").contains("grr(epsilon=20.0"), "the largest epsilon");
    }
    box.ldp(line).refused("estimate them apart, or together by ldp estimate --tiers");
    box.ldp(line + "--tiers same").badInput("tiers must be different");
    box.ldp(line.replace("late", "other") + "--tiers alike")
        .badInput("differ in their protocol alone", "domain.items");
    box.ldp(line.replace("late", "numbered") + "--tiers alike")
        .badInput("tiers give counts alone", "numbers = [day]");
  }

  /** Four in five of 1,000 answer as it is, the others by a coin. */
  @Test
  void countsOfAPublishedRandomizerBecomeEstimates() {
    box.write("matrix.csv", "item,says no,says yes\nno,0.9,0.1\nyes,0.1,0.9\n");
    String parts = "says yes,3\nsays no,6\n".repeat(33_000); // more lines than outputs can be
    box.write("counts.csv", "output,count\nsays yes,241000\nsays no,462000\n" + parts);
    String line = "estimate --channel @matrix.csv --input @counts.csv --format csv";
    String found = box.ldp(line).done().out();
    assertTrue(found.startsWith("item,estimate,standard_error,lower,upper\nno,700000"), found);
    box.ldp(line + " --output @out").badInput("--output does not go with --channel");
    box.ldp("estimate --input @sums").badInput("--output");
    box.write("counts.csv", "output,count\nsays yes,340\n");
    box.ldp(line).badInput("must have a count, be it 0");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,1\nsays nothing,2\n");
    box.ldp(line).badInput("no other output");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,1.5\n");
    box.ldp(line).badInput("whole ones");
    String most = Long.toString(Long.MAX_VALUE);
    for (String more : new String[] {"says yes", "says no"}) {
      box.write("counts.csv", "output,count\nsays yes,%s\nsays no,0\n%s,1".formatted(most, more));
      box.ldp(line).badInput("less than 2^63");
    }
    box.write("matrix.csv", "item,says no,says yes\nno,0.9,0.2\nyes,0.1,0.8\n");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,660\n");
    box.ldp(line).badInput("must sum to 1");
  }
}
