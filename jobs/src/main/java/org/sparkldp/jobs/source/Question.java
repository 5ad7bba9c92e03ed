package org.sparkldp.jobs.source;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyedPeople;
import scala.collection.immutable.Map;

/**
 * What the options of the data source ask: a plan, a folder, and which days.
 *
 * <ul>
 *   <li>{@code output}: the folder of the results, as of {@code ldp run}; for {@code save(path)}
 *       the path
 *   <li>{@code plan}: the plan's file, or {@code plan_text}: its text; needed to write
 *   <li>{@code days}: periods, such as {@code 2026-11-01..2026-11-30}; several with commas. Left
 *       out for all
 *   <li>{@code group_by}: public columns, with commas, to estimate each group of people
 * </ul>
 *
 * <p>The release key and the ledger are the application's, and no option names another.
 */
record Question(
    SparkSession spark,
    String output,
    String planFile,
    String planText,
    List<String> days,
    List<String> groupBy) {

  static Question of(SparkSession spark, Map<String, String> options) {
    String output = option(options, "output");
    return new Question(
        spark,
        output.isEmpty() ? option(options, "path") : output,
        option(options, "plan"),
        option(options, "plan_text"),
        list(options, "days"),
        list(options, "group_by"));
  }

  Question {
    Require.that(!output.isEmpty())
        .orRefuse(
            "the source ldp needs the option output, the folder of the results. Provided: none.");
    Require.that(planFile.isEmpty() || planText.isEmpty())
        .orRefuse("the source ldp takes plan or plan_text. Provided: both; leave out one.");
  }

  /** Spark's options know no case. */
  private static String option(Map<String, String> options, String name) {
    return options.get(name).getOrElse(() -> "").strip();
  }

  private static List<String> list(Map<String, String> options, String name) {
    return Arrays.stream(option(options, name).split(","))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private Plan plan() {
    Require.that(!planFile.isEmpty() || !planText.isEmpty())
        .orRefuse(
            "writing to the source ldp asks people a plan's question, so it needs the option plan,"
                + " a plan's file, or plan_text. Provided: none.");
    return planText.isEmpty()
        ? PlanFiles.read(spark, planFile)
        : PlanFiles.parse(spark, planText, "plan_text");
  }

  /** Asks those of the people who have not been asked, and estimates again. */
  void ask(Dataset<Row> people) {
    Plan plan = plan();
    LogicalPlan query = people.queryExecution().analyzed();
    Require.that(query.deterministic())
        .orRefuse(
            "a table of people must be the same each time it is read, because it is read more than"
                + " once. Provided: one that Spark calls nondeterministic (rand(), uuid() or the"
                + " like); write it to a table first.");
    if (plan.randomness() == Plan.Randomness.KEYED) {
      KeyedPeople.require(spark, query, plan.name(), plan.task().values().columns(), plan.id());
    }
    Job.of(spark, plan).during(Days.of(days)).groupedBy(groupBy).run(people, output);
  }

  /** What is in storage now, of the last round. */
  Dataset<Row> estimates() {
    Output last = new Output(spark, output + "/estimated");
    for (int round = 1; ; round++) {
      Output next = new Output(spark, output + "/round-" + round + "/estimated");
      if (!next.isComplete()) {
        break;
      }
      last = next;
    }
    List<org.sparkldp.jobs.table.Run> runs = last.require(Estimation.ESTIMATES);
    Require.that(!last.hasNext())
        .orRefuse(
            "the last round's estimates must be there to be read. Provided path: %s, where a round"
                + " is missing; write the people again.",
            output);
    return last.read(Estimation.ESTIMATES, runs);
  }
}
