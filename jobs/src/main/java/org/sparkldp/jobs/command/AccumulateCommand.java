package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.draw.Privatization;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.reduce.Changes;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp accumulate}: reports to accumulators. */
@Command(
    name = "accumulate",
    mixinStandardHelpOptions = true,
    description = {
      "Reports to accumulators, which merge; may be repeated.",
      "With --check-fakes it writes nothing and looks for fake reports: it prints each estimate,"
          + " what fakes add to it, and the estimate without that. Honest people raise the alarm"
          + " with a probability of at most 1e-6, whatever they hold, if each gives one report."
          + " (Under rappor a device keeps its random bits: look at its reports of one day at a time, by"
          + " --days.) Reports of those who lie as people do are not seen."
    })
@Group.Of(Group.STEPS)
public final class AccumulateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @Mixin private Options.Folders input;

  @ArgGroup(multiplicity = "1")
  private Purpose purpose;

  /** What the reports are read for. */
  private static final class Purpose {
    @Option(names = "--output", paramLabel = "DIR", description = "replaced")
    private String output;

    @Option(names = "--check-fakes", description = "look for fake reports, and write nothing")
    private boolean checksFakes;
  }

  @Mixin private Options.Groups groups;

  @Option(
      names = "--distinct",
      description =
          "the reports are known to differ, so do not look for reports that occur twice (which"
              + " costs one shuffle of 8 bytes a report)")
  private boolean areDistinct;

  @Option(
      names = "--change",
      paramLabel = "PERIODS",
      description =
          "the changes between two periods of a plan with a lifetime epsilon, such as"
              + " 2026-01-01..2026-01-08, instead of each period's reports")
  private String change;

  @Mixin private Options.Periods days;
  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    if (purpose.checksFakes) {
      Options.requireOnly(command, "--check-fakes", "--input --check-fakes --days --format");
      FakesCheck.run(spark, input.paths, days.days(), format.get());
      return Exit.DONE;
    }
    Options.requireOnly(
        command,
        "accumulate without --check-fakes",
        "--input --output --group-by --distinct --change");
    String output = purpose.output;
    if (change == null) {
      Plan plan = beside(spark);
      Job.of(spark, plan)
          .groupedBy(groups.columns)
          .heardBy(new Steps(ldp.session().events()))
          .accumulate(input.paths, areDistinct, output);
    } else {
      change(output);
    }
    return Exit.DONE;
  }

  private void change(String output) {
    SparkSession spark = ldp.session().spark();
    Require.that(groups.columns.isEmpty())
        .orRefuse(
            "a change is of all people together. Provided groups: %s; leave out --group-by.",
            groups.columns);
    Require.that(!areDistinct)
        .orRefuse("pairs of reports are always compared. Provided: --distinct; leave it out.");
    new Steps(ldp.session().events())
        .ended(
            new Changes(spark, beside(spark), change)
                .run(PlanFiles.outputs(spark, input.paths), new Output(spark, output)));
  }

  private Plan beside(SparkSession spark) {
    return PlanFiles.beside(
        spark, PlanFiles.outputs(spark, input.paths).get(0), Privatization.REPORTS);
  }
}
