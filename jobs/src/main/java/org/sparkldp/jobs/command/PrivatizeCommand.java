package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
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
    privatize(ldp.session(), asked, key.file(), input.input(), days.days(), output);
    table.update(
        spark,
        mirror -> mirror.append(new Output(spark, output), Privatization.REPORTS, asked.period()));
    return Exit.DONE;
  }

  /** Privatizes and says what happened. */
  static void privatize(
      SessionOptions session, Plan plan, String keyFile, Input input, Days days, String output) {
    DaysOption.require(plan, days);
    plan.task().announcement().ifPresent(PrivatizeCommand::announce);
    if (plan.round() <= 1) {
      plan.task().assumption().ifPresent(PrivatizeCommand::announce);
    }
    SparkSession spark = session.spark();
    Output folder = new Output(spark, output).requireOutside(input.table());
    Steps steps = new Steps(session.events());
    new Privatization(plan, keyFile)
        .run(
            () -> Inputs.values(spark, input, plan),
            folder,
            days,
            (outcome, number, of) ->
                steps.privatized(
                    plan,
                    outcome,
                    folder,
                    output,
                    of > 1 ? " (" + number + " of " + of + ")" : ""));
  }

  static void announce(String sentence) {
    System.err.println("ldp: " + sentence);
  }
}
