package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp run}: values to estimates, all rounds of a plan. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Values to estimates: privatize, accumulate and estimate under one folder.")
public final class RunCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "gets the folders privatized, accumulated and estimated, each round's in its own")
  private String output;

  @Option(
      names = "--group-by",
      split = ",",
      paramLabel = "COLS",
      description = "public columns, separated by commas")
  private List<String> groupBy = new ArrayList<>();

  @Mixin private DaysOption days;
  @Mixin private RehearseOption rehearsal;

  @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
  private Path html;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      RehearseOption.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return Exit.DONE;
    }
    run(
        ldp.session(),
        plan,
        collect.keyFile(),
        collect.input(plan),
        days.days(),
        output,
        groupBy,
        html,
        Map.of(),
        format);
    return Exit.DONE;
  }

  static void run(
      SessionOptions session,
      Plan plan,
      String keyFile,
      Input input,
      Days days,
      String output,
      List<String> groupBy,
      Path html,
      Map<List<Object>, double[]> truth,
      Format format) {
    Plan round = plan;
    while (true) {
      String folder = round.round() == 0 ? output : output + "/round-" + round.round();
      PrivatizeCommand.privatize(session, round, keyFile, input, days, folder + "/privatized");
      AccumulateCommand.accumulate(
          session, List.of(folder + "/privatized"), groupBy, true, folder + "/accumulated");
      EstimateCommand.Estimated estimated =
          EstimateCommand.estimate(
              session,
              List.of(folder + "/accumulated"),
              days,
              false,
              plan.postprocess(),
              folder + "/estimated");
      if (estimated.result().next().isEmpty()) {
        estimated.show(html, truth, format);
        return;
      }
      estimated.printNext();
      round = estimated.result().next().get();
    }
  }
}
