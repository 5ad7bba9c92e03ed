package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Streaming;
import org.sparkldp.jobs.pipeline.Notes;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp stream}: values that keep arriving to reports and accumulators. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    description =
        "Values that keep arriving to reports, and to accumulators as they grow; each person is"
            + " drawn once a period, through restarts and repeated batches.")
public final class StreamCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "reports: a new folder, or one that holds reports of the same plan")
  private String output;

  @Option(
      names = "--accumulators",
      paramLabel = "DIR",
      description = "also adds up the reports of each batch, in this folder")
  private String accumulators;

  @Option(
      names = "--checkpoint",
      required = true,
      paramLabel = "DIR",
      description = "where Spark notes what has been read; keep it as long as the stream")
  private String checkpoint;

  @Option(
      names = "--until-done",
      description = "end once everything that has arrived is read; a scheduler may run it again")
  private boolean untilDone;

  @Option(
      names = "--interval",
      defaultValue = "1 minute",
      paramLabel = "TIME",
      description = "time between batches, default ${DEFAULT-VALUE}")
  private String interval;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    Input input = collect.input(plan);
    collect.requireOutside(spark, output);
    Steps steps = new Steps(ldp.session().events());
    Notes.of(plan).forEach(Steps::say);
    new Streaming(spark, plan, collect.keyFile(), output, accumulators, steps)
        .run(
            Inputs.stream(spark, input, plan),
            batch -> Inputs.requireWhole(batch, input),
            checkpoint,
            untilDone,
            interval);
    return Exit.DONE;
  }
}
