package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.pipeline.Accumulation;
import org.sparkldp.jobs.pipeline.Estimation;
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
public final class EstimateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Option(
      names = "--input",
      required = true,
      arity = "1..*",
      paramLabel = "DIR",
      description = "one or more folders that accumulate wrote; they are merged")
  private List<String> inputs;

  @Option(names = "--output", required = true, paramLabel = "DIR", description = "replaced")
  private String output;

  @Mixin private DaysOption days;

  @Option(
      names = "--each-period",
      description = "an estimate of each period, such as a day, instead of one of all together")
  private boolean each;

  @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
  private Path html;

  @Option(
      names = "--postprocess",
      split = ",",
      paramLabel = "STEPS",
      description = "consistency steps shown beside the raw estimates; default the plan's")
  private List<String> steps;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Mixin private TableOption table;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Plan plan =
        PlanFiles.beside(spark, PlanFiles.outputs(spark, inputs).get(0), Accumulation.ACCUMULATORS);
    if (each) {
      plan.requirePeriods();
    }
    Job.Estimates done =
        Job.of(spark, plan)
            .during(days.days())
            .heardBy(new Steps(ldp.session().events()))
            .estimate(inputs, each, steps == null ? plan.postprocess() : steps, output);
    Shown.show(done, html, Map.of(), format);
    table.update(spark, mirror -> mirror.replace(done.folder(), Estimation.ESTIMATES));
    return Exit.DONE;
  }
}
