package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Streaming;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
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
  @Mixin private InputOption input;
  @Mixin private KeyOption key;

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String plan;

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
      description = "end when all is read that is there now; a scheduler may run it again")
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
    Plan asked = PlanFiles.read(spark, plan);
    Output reports = new Output(spark, output).requireOutside(input.table());
    Steps steps = new Steps(ldp.session().events());
    new Streaming(
            asked,
            key.file(),
            reports,
            accumulators == null ? null : new Output(spark, accumulators),
            outcome -> steps.privatized(asked, outcome, reports, output, ""))
        .run(Inputs.stream(spark, input.input(), asked), checkpoint, untilDone, interval);
    return Exit.DONE;
  }
}
