package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp estimate}: accumulators to estimates. */
@Command(
    name = "estimate",
    mixinStandardHelpOptions = true,
    description = "Accumulators to estimates with standard errors; may be repeated.")
@CommandGroup.Of(CommandGroup.STEPS)
public final class EstimateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.Folders input;

  @Mixin private Options.Folder output;

  @Mixin private Options.ShownPeriods days;

  @Mixin private Options.PageOption page;

  @Option(
      names = "--postprocess",
      split = ",",
      paramLabel = "STEPS",
      description = "consistency steps shown beside the raw estimates; default the plan's")
  private List<String> steps;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    Path html = page.file();
    SparkSession spark = ldp.session().spark();
    Plan plan = PlanFiles.beside(spark, input.paths.get(0), Accumulation.ACCUMULATORS);
    if (days.each()) {
      plan.requirePeriods();
    }
    Estimated done =
        Job.of(spark, plan)
            .during(days.days())
            .heardBy(new Steps(ldp.session().events()))
            .estimate(
                input.paths, days.each(), steps == null ? plan.postprocess() : steps, output.path);
    done.result().notes().forEach(Steps::say); // what run has said before it asked anybody
    EstimatePrinter.show(done, html, Map.of(), format.get());
    return Exit.DONE;
  }
}
