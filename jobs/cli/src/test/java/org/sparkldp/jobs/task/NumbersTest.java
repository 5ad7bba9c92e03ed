package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.sql.SparkTest;

/** Public numbers of a histogram: their sums and means by the private item, by every door. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class NumbersTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  /** At epsilon 20 a report is the item. */
  private static final String PLAN =
      """
      name = visits
      column = country
      id = id
      protocol = "grr(epsilon=20.0)"
      domain { type = list, items = [US, IN, BR] }
      outside = fail
      randomness = keyed
      public = [day, ms, revenue]
      numbers = [ms, revenue in 0.01]
      """;

  private static Dataset<Row> people() {
    return spark()
        .range(0, 300, 1, 2)
        .selectExpr(
            "id",
            "element_at(array('US', 'IN'), 1 + CAST(id % 2 AS INT)) AS country",
            "CAST(1 + id % 2 AS INT) AS day",
            "IF(id < 10, NULL, 100 * (id % 2) + 50) AS ms",
            "id % 2 + IF(id % 4 < 2, 0.254D, 0.246D) AS revenue");
  }

  /** The plan with these lines in place of those of the same keys. */
  private static Plan plan(String... lines) {
    List<String> keys = Stream.of(lines).map(line -> line.split(" ")[0]).toList();
    Stream<String> kept = PLAN.lines().filter(line -> !keys.contains(line.split(" ")[0]));
    String text = Stream.concat(kept, Stream.of(lines)).collect(Collectors.joining("\n"));
    return PlanFiles.parse(spark(), text, "plan");
  }

  private static Map<String, Row> byName(Dataset<Row> estimates) {
    Function<Row, String> name =
        row -> row.getAs("measure") + " " + row.getAs("item") + extra(row, "day");
    return estimates.collectAsList().stream().collect(Collectors.toMap(name, row -> row));
  }

  private static String extra(Row row, String column) {
    boolean isThere = List.of(row.schema().fieldNames()).contains(column);
    return isThere ? " on " + row.getAs(column) : "";
  }

  private static double estimate(Map<String, Row> rows, String name) {
    return rows.get(name).<Double>getAs("estimate");
  }

  private Dataset<Row> shown(String folder) {
    return spark().read().format("ldp").option("output", folder).load();
  }

  @Test
  void theyAreAnsweredBesideTheCounts() {
    Estimated done = Job.of(spark(), plan()).run(people(), box.path("out"));
    Map<String, Row> rows = byName(shown(box.path("out")));
    assertEquals(15, rows.size());
    assertEquals(150, estimate(rows, "count US"), 1e-3);
    assertEquals(145 * 50, estimate(rows, "sum of ms US"), .1);
    assertEquals(50, estimate(rows, "mean of ms US"), 1e-3);
    assertEquals(150, estimate(rows, "mean of ms IN"), 1e-3);
    assertEquals(1.25, estimate(rows, "mean of revenue IN"), 1e-6); // rounded row by row
    Row none = rows.get("mean of ms BR");
    assertTrue(none.isNullAt(none.fieldIndex("estimate")));
    assertTrue(none.isNullAt(none.fieldIndex("best")));
    assertTrue(none.<String>getAs("note").startsWith("too few people for a mean"));
    assertTrue(none.<String>getAs("note").contains("left out, as they have no number: 10"));
    assertEquals(4, done.result().groups().get(0).numbers().size());
    assertEquals(
        done.result().groups().get(0).numbers(),
        Job.of(spark(), plan()).answer(people()).numbers());
    Estimates.NumberAnswers tens =
        Job.of(spark(), plan("numbers = [ms in 10]")).answer(people()).numbers().get(1);
    assertEquals("mean of ms", tens.name());
    assertEquals(50, tens.estimate().rows().get(0).estimate(), 1e-3);
  }

  /** The number may be private too: the table is the same. */
  @Test
  void aPrivateNumberIsAnsweredInTheSameColumns() {
    Plan both =
        PlanFiles.parse(
            spark(),
            """
            task = mean-by
            name = delays
            column = country
            value = revenue
            id = id
            protocol = "mean-by(epsilon=20.0,lower=0,upper=4)"
            domain { type = list, items = [US, IN, BR] }
            outside = fail
            randomness = keyed
            """,
            "plan");
    Job.of(spark(), both).run(people(), box.path("both"));
    Dataset<Row> table = shown(box.path("both"));
    Job.of(spark(), plan()).run(people(), box.path("public"));
    assertEquals(shown(box.path("public")).schema(), table.schema());
    Map<String, Row> rows = byName(table);
    assertEquals(9, rows.size());
    assertEquals(150, estimate(rows, "count IN"), 1e-3);
    assertEquals(1.25, estimate(rows, "mean of revenue IN"), .5); // of 150 coins, error .14
    Row none = rows.get("mean of revenue BR");
    assertTrue(none.isNullAt(none.fieldIndex("estimate")));
    assertTrue(none.<String>getAs("note").startsWith("too few people for a mean"));
  }

  @Test
  void groupsAndNightsHaveTheirOwn() {
    Job job = Job.of(spark(), plan()).groupedBy(List.of("day"));
    job.run(people(), box.path("groups"));
    Map<String, Row> rows = byName(shown(box.path("groups")));
    assertEquals(30, rows.size());
    assertEquals(50, estimate(rows, "mean of ms US on 1"), 1e-3);
    assertTrue(rows.get("mean of ms IN on 1").isNullAt(3));

    Plan nightly = plan("period = day");
    Job.of(spark(), nightly).run(people().where("day = 1"), box.path("nights"));
    Job.of(spark(), nightly).run(people(), box.path("nights"));
    assertEquals(rows.keySet(), byName(shown(box.path("nights"))).keySet());
    // Other numbers are other answers, of the same reports.
    Plan fewer = plan("period = day", "numbers = [ms]");
    assertEquals(nightly.fingerprint(), fewer.fingerprint());
    Job.of(spark(), fewer).run(people(), box.path("nights"));
    assertEquals(18, byName(shown(box.path("nights"))).size());
    box.ldp("clean --reports @nights/privatized").done();
    String refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> Job.of(spark(), nightly).run(people(), box.path("nights")))
            .getMessage();
    assertTrue(refusal.contains("restore numbers = [ms]"), refusal);
    refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> job.estimateTiers(List.of(), false, List.of(), "alike", box.path("tiers")))
            .getMessage();
    assertTrue(refusal.contains("one or more folders"), refusal);
  }

  @Test
  void commandsAnswerThemStepByStep_andByRun() {
    people().write().parquet(box.path("people"));
    box.write("plan.conf", PLAN);
    box.ldp("privatize --plan @plan.conf --input @people --output @reports").done();
    box.ldp("accumulate --input @reports --output @sums").done();
    String printed = box.ldp("estimate --input @sums --output @out --html @page.html").done().out();
    assertTrue(printed.contains("mean of revenue"), printed);
    assertTrue(printed.contains("too few people for a mean"), printed);
    assertTrue(box.read("page.html").contains("The mean of ms by country"));
    assertTrue(box.read("page.html").contains("\"unsure\":[false,false,true]"));
    String run =
        box.ldp("run --plan @plan.conf --input @people --output @run --format csv").done().out();
    assertTrue(run.contains("mean of ms,US"), run);
  }

  /**
   * 100,000 people in five groups, incomes of mean 60,000 and deviation 30,000, epsilon 1: within
   * 1,430. Further than 5.5 standard errors has a chance of 2e-7 for all groups.
   */
  @Test
  void aMeanIsAsNearAsItCanBe() {
    spark()
        .sql(
            "SELECT id, element_at(array('US', 'IN', 'BR', 'DE', 'FR'), 1 + CAST(id % 5 AS INT)) AS"
                + " country, CAST(60000 + 30000 * randn(7) AS INT) AS ms FROM range(0, 100000, 1,"
                + " 2)")
        .write()
        .parquet(box.path("incomes"));
    Plan plan =
        plan(
            "protocol = \"grr(epsilon=1.0)\"",
            "domain { type = list, items = [US, IN, BR, DE, FR] }",
            "public = [ms]",
            "numbers = [ms]");
    Dataset<Row> incomes = spark().read().parquet(box.path("incomes"));
    Map<String, Double> truth =
        incomes.groupBy("country").avg("ms").collectAsList().stream()
            .collect(Collectors.toMap(row -> row.getString(0), row -> row.getDouble(1)));
    Job.of(spark(), plan).run(incomes, box.path("out"));
    Map<String, Row> rows = byName(shown(box.path("out")));
    double width = 0;
    for (String country : truth.keySet()) {
      Row mean = rows.get("mean of ms " + country);
      double off = mean.<Double>getAs("estimate") - truth.get(country);
      assertTrue(Math.abs(off) <= 5.5 * mean.<Double>getAs("standard_error"), mean::toString);
      width += (mean.<Double>getAs("upper") - mean.<Double>getAs("lower")) / 10;
    }
    assertEquals(1_430, width, .05 * 1_430);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "numbers = [country]|numbers must be public columns",
        "numbers = [cost]|numbers must be public columns",
        "numbers = [ms, ms in 0.1]|each once",
        "numbers = [ms in 0.5]|A step is a power of ten",
        "numbers = [ms];task = words|domain belongs to task",
        "numbers = [ms];protocol = \"blank-bits(epsilon=1.0,k=3)\"|numbers are added up by the reports of rr",
        "numbers = [ms];period = day;block { pool = a, blocks = 3 }|take turns"
      })
  void whatCannotBeAddedUpIsRefusedWithThePlan(String lines, String sentence) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> plan(lines.split(";"))).getMessage();
    assertTrue(message.contains(sentence), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "revenue|CAST(1 AS DOUBLE)|write the step, as in numbers = [revenue in 0.01]",
        "revenue|CAST(1 AS DECIMAL(19,2))|DECIMAL of at most 18 digits",
        "revenue|CAST(1 AS STRING)|of type STRING",
        "revenue in 0.01|CAST(1 AS STRING)|must be a number"
      })
  void otherTypesAreRefusedBeforeAnybodyIsAsked(String number, String value, String sentence) {
    Plan plan = plan("numbers = [" + number + "]");
    Dataset<Row> people = people().withColumn("revenue", functions.expr(value));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Job.of(spark(), plan).run(people, box.path("out")))
            .getMessage();
    assertTrue(message.contains(sentence), message);
    assertFalse(box.has("out"));
  }
}
