package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp privatize}: values to reports, once only. */
@Command(
    name = "privatize",
    mixinStandardHelpOptions = true,
    description =
        "Values to reports, once only: a second run draws for people who came later, and for nobody"
            + " else.")
public final class PrivatizeCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private InputOption input;
  @Mixin private KeyOption key;

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String plan;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "a new folder, or one that holds reports of the same plan")
  private String output;

  @Mixin private DaysOption days;
  @Mixin private TableOption table;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Plan asked = PlanFiles.read(spark, plan);
    privatize(spark, asked, key.file(), input.input(), days.days(), output);
    table.update(
        spark,
        mirror -> mirror.append(new Output(spark, output), Privatization.REPORTS, asked.period()));
    return Exit.DONE;
  }

  /** Privatizes and says what happened on standard error. */
  static void privatize(
      SparkSession spark, Plan plan, String keyFile, Input input, Days days, String output) {
    DaysOption.require(plan, days);
    plan.task().announcement().ifPresent(PrivatizeCommand::announce);
    if (plan.round() <= 1) {
      plan.task().assumption().ifPresent(PrivatizeCommand::announce);
    }
    Output folder = new Output(spark, output).requireOutside(input.table());
    new Privatization(plan, keyFile)
        .run(() -> Inputs.values(spark, input, plan), folder, days)
        .forEach(outcome -> announce(sentence(plan, outcome, output)));
  }

  /** What became of a period. */
  static String sentence(Plan plan, Privatization.Outcome outcome, String output) {
    String where = outcome.period().isEmpty() ? output : output + " for " + outcome.period();
    if (outcome.alreadyDone()) {
      return "already done, nothing was drawn: " + outcome.reports() + " reports in " + where;
    }
    Guarantee guarantee = plan.protocol().guarantee();
    StringBuilder sentence = new StringBuilder();
    sentence.append(
        String.format(
            "%d reports of %s in %s, exact epsilon %s",
            outcome.reports() - outcome.earlier(),
            plan.protocol().spec(),
            where,
            guarantee.exactEpsilon()));
    if (guarantee.delta() > 0) {
      sentence.append(", delta ").append(guarantee.delta());
    }
    sentence.append(" a report");
    if (plan.reportsPerPerson() > 1) {
      sentence.append(", up to ").append(plan.reportsPerPerson()).append(" reports a person");
    }
    if (outcome.otherRounds() > 0) {
      sentence.append(", ").append(outcome.otherRounds()).append(" rows are of people of other");
      sentence.append(" rounds");
    }
    if (outcome.leftOut() > 0) {
      sentence.append(", ").append(outcome.leftOut()).append(" rows left out");
    }
    if (outcome.earlier() > 0) {
      sentence.append("; these people came later, ").append(outcome.earlier());
      sentence.append(" reports were there");
    }
    return sentence.toString();
  }

  static void announce(String sentence) {
    System.err.println("ldp: " + sentence);
  }
}
