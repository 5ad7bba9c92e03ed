package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        "SELECT id, element_at(array('US', 'IN'), 1 + CAST(id % 2 AS INT)) AS country, CAST(id % 3"
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

  @Test
  void twoEpsilonsOfOneQuestionAreEstimatedTogether() {
    ask("early", PLAN.formatted("grr(epsilon=20.0)"), "id < 100");
    ask("late", PLAN.formatted("olh(epsilon=19.0)"), "id >= 100");
    ask("other", PLAN.formatted("grr(epsilon=18.0)").replace("BR", "DE"), "id >= 100");
    String line = "estimate --input @early-sums @late-sums --output @out --format csv ";
    for (String assumed : new String[] {"different", "alike"}) {
      Ended done = box.ldp(line + "--html @page.html --tiers " + assumed).done();
      assertEquals(10, done.out().lines().count(), done.out()); // three days of three items
      assertTrue(done.out().contains("a person in two tiers counts twice"), done.out());
      double people = box.table("out/estimates").selectExpr("sum(estimate)").head().getDouble(0);
      assertEquals(300, people, 2);
      assertTrue(box.read("page.html").contains("a person in two tiers counts twice"));
      assertTrue(box.read("out/plan.conf").contains("grr(epsilon=20.0"), "the largest epsilon");
    }
    box.ldp(line).refused("estimate them apart, or together by ldp estimate --tiers");
    box.ldp(line + "--tiers same").badInput("tiers must be different");
    box.ldp(line.replace("late", "other") + "--tiers alike")
        .badInput("differ in their protocol alone", "domain.items");
  }

  /** Four in five of 1,000 answer as it is, the others by a coin. */
  @Test
  void countsOfAPublishedRandomizerBecomeEstimates() {
    box.write("matrix.csv", "item,says no,says yes\nno,0.9,0.1\nyes,0.1,0.9\n");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,660\n");
    String line = "estimate --channel @matrix.csv --input @counts.csv --format csv";
    String found = box.ldp(line).done().out();
    assertTrue(found.startsWith("item,estimate,standard_error,lower,upper\nno,700"), found);
    box.ldp(line + " --output @out").badInput("--output does not go with --channel");
    box.ldp("estimate --input @sums").badInput("--output");
    box.write("counts.csv", "output,count\nsays yes,340\n");
    box.ldp(line).badInput("must have a count, be it 0");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,1\nsays nothing,2\n");
    box.ldp(line).badInput("no other output");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,1.5\n");
    box.ldp(line).badInput("whole ones");
    box.write("matrix.csv", "item,says no,says yes\nno,0.9,0.2\nyes,0.1,0.8\n");
    box.write("counts.csv", "output,count\nsays yes,340\nsays no,660\n");
    box.ldp(line).badInput("must sum to 1");
  }
}
