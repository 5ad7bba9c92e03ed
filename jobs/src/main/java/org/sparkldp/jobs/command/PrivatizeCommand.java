package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Privatization;
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
        "Values to reports, once only: a second run over a finished output does nothing and says"
            + " so.")
public final class PrivatizeCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private InputOption input;
  @Mixin private KeyOption key;

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String plan;

  @Option(names = "--output", required = true, paramLabel = "DIR", description = "a new folder")
  private String output;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    privatize(spark, PlanFiles.read(spark, plan), key.file(), input.input(), output);
    return Exit.DONE;
  }

  /** Privatizes and says what happened on standard error. */
  static void privatize(SparkSession spark, Plan plan, String keyFile, Input input, String output) {
    plan.task().announcement().ifPresent(PrivatizeCommand::announce);
    if (plan.round() <= 1) {
      plan.task().assumption().ifPresent(PrivatizeCommand::announce);
    }
    Output folder = new Output(spark, output).requireOutside(input.table());
    var outcome = new Privatization(plan, keyFile).run(Inputs.values(spark, input, plan), folder);
    if (outcome.alreadyDone()) {
      System.err.println(
          "ldp: already done, nothing was drawn: " + outcome.reports() + " reports in " + output);
      return;
    }
    Guarantee guarantee = plan.protocol().guarantee();
    System.err.printf(
        "ldp: %d reports of %s in %s, exact epsilon %s%s a report%s%s%s%n",
        outcome.reports(),
        plan.protocol().spec(),
        output,
        guarantee.exactEpsilon(),
        guarantee.delta() > 0 ? ", delta " + guarantee.delta() : "",
        plan.reportsPerPerson() > 1
            ? ", up to " + plan.reportsPerPerson() + " reports a person"
            : "",
        outcome.otherRounds() > 0
            ? ", " + outcome.otherRounds() + " rows are of people of other rounds"
            : "",
        outcome.leftOut() > 0 ? ", " + outcome.leftOut() + " rows left out" : "");
  }

  static void announce(String sentence) {
    System.err.println("ldp: " + sentence);
  }
}
