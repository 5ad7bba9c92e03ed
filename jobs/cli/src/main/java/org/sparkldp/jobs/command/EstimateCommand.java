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
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp estimate}: accumulators to estimates. */
@Command(
    name = "estimate",
    mixinStandardHelpOptions = true,
    description = "Accumulators to estimates with standard errors; may be repeated.")
@CommandGroup.Of(CommandGroup.STEPS)
public final class EstimateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.Folders input;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "gets the result: a new folder, or one of the same plan. With --channel there is none")
  private String output;

  @Mixin private Options.ShownPeriods days;

  @Mixin private Options.PageOption page;

  @Option(
      names = "--postprocess",
      split = ",",
      paramLabel = "STEPS",
      description = "consistency steps shown beside the raw estimates; default the plan's")
  private List<String> steps;

  @Option(
      names = "--tiers",
      paramLabel = "WORD",
      description =
          "of folders of several plans, which differ in their protocol alone, such as in epsilon:"
              + " different adds their counts up; alike takes each tier for a random part of all"
              + " people")
  private String tiers;

  @Option(
      names = "--channel",
      paramLabel = "TABLE",
      description =
          "print estimates from the reports of any published randomizer, whose matrix this is: a row"
              + " for each item with the probability of each output; --input has the columns output"
              + " and count, and counts of one output are added up")
  private String channel;

  @Mixin private FormatOption format;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Path html = page.file();
    SparkSession spark = ldp.session().spark();
    if (channel != null) {
      Options.requireOnly(spec, "--channel", "--channel --input --format");
      ChannelTables.estimates(spark, channel, input.paths).print(format.get(), System.out);
      return Exit.DONE;
    }
    Require.that(output != null)
        .orRefuse("estimate needs --output, the folder that gets the result. Provided: none.");
    Plan plan = PlanFiles.beside(spark, input.paths.get(0), Accumulation.ACCUMULATORS);
    if (days.each()) {
      plan.requirePeriods();
    }
    Job job = Job.of(spark, plan).during(days.days()).heardBy(new Steps(ldp.session().events()));
    List<String> shown = steps == null ? plan.postprocess() : steps;
    Estimated done =
        tiers == null
            ? job.estimate(input.paths, days.each(), shown, output)
            : job.estimateTiers(input.paths, days.each(), shown, tiers, output);
    done.result().notes().forEach(Steps::say); // what run has said before it asked anybody
    EstimatePrinter.show(done, html, Map.of(), format.get());
    return Exit.DONE;
  }
}
