package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp clean}: removes what killed runs left, and reports that are not needed any more. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description = {
      "Removes what killed runs left beside a result.",
      "With --reports also its reports, whose accumulators stay."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class CleanCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "DIR", description = "a folder that a command wrote")
  private String folder;

  @Option(
      names = "--reports",
      description =
          "delete the reports, for good: they can still be estimated if they were accumulated, and"
              + " privatize still knows that they were drawn")
  private boolean reports;

  @Mixin private Options.PeriodOptions days;

  @Override
  public Integer call() {
    if (!reports) {
      Options.requireOnly(command, "clean without --reports", "");
    }
    SparkSession spark = ldp.session().spark();
    Output output = new Output(spark, folder);
    Purse purse = Purse.ofApplication();
    LongAdder gone = new LongAdder();
    int found =
        folders(spark)
            .mapToInt(left -> left.clean(attempt -> gone.add(purse.forget(attempt))))
            .sum();
    Require.that(found > 0 || output.exists())
        .orRefuse(
            "there must be a folder, or what a killed run left beside it. Provided path: %s, where"
                + " neither is.",
            folder);
    Steps.say(found + " folders of killed runs finished or removed");
    if (gone.sum() > 0) {
      Steps.say("in the ledger, repeating " + gone + " killed runs costs nothing more");
    }
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("folder", folder);
    details.put("leftovers", found);
    if (reports) {
      Plan plan = PlanFiles.beside(spark, output.name(), Privatization.REPORTS);
      days.days().requireOf(plan);
      requireWholeRuns(output, plan.name());
      List<Run> runs =
          Privatization.of(output.runs(), days.days()).stream()
              .filter(run -> run.hasTable(Privatization.REPORTS))
              .toList();
      output.drop(Privatization.REPORTS, runs);
      long deleted = runs.stream().mapToLong(Run::reports).sum();
      Steps.say(deleted + " reports deleted in " + folder);
      details.put("reports_deleted", deleted);
    }
    ldp.session().events().emit(Event.done("clean", false, details));
    return Exit.DONE;
  }

  /** The folder of a step; or of a run or a script, and those of its steps. */
  private Stream<Output> folders(SparkSession spark) {
    List<String> runs = new ArrayList<>(List.of(folder));
    for (String part : List.of("/round-", "/query-")) {
      for (int i = 1; new Output(spark, folder + part + i).exists(); i++) {
        runs.add(folder + part + i);
      }
    }
    return runs.stream()
        .flatMap(
            run ->
                Stream.of("", "/privatized", "/accumulated", "/estimated")
                    .map(step -> new Output(spark, run + step)));
  }

  /** A batch of reports from outside may be of several days, and is deleted whole. */
  private void requireWholeRuns(Output output, String plan) {
    boolean areOfDays = output.runs().stream().noneMatch(run -> run.period().isEmpty());
    Require.that(days.days().isAll() || areOfDays)
        .orRefuse(
            "reports from outside can be deleted with all their days only. Provided days: %s of"
                + " plan %s; leave out --days.",
            days.days(), plan);
  }
}
