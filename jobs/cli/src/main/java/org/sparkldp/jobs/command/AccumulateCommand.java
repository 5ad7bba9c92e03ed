package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Privatization;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code ldp accumulate}: reports to accumulators. */
@Command(
    name = "accumulate",
    mixinStandardHelpOptions = true,
    description = "Reports to accumulators, which merge; may be repeated.")
@CommandGroup.Of(CommandGroup.STEPS)
public final class AccumulateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.Folders input;

  @Mixin private Options.Folder output;
  @Mixin private Options.Groups groups;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Plan plan = PlanFiles.beside(spark, input.paths.get(0), Privatization.REPORTS);
    Job.of(spark, plan)
        .groupedBy(groups.columns)
        .heardBy(new Steps(ldp.session().events()))
        .accumulate(input.paths, output.path);
    return Exit.DONE;
  }
}
