package org.sparkldp.jobs.command;

import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.job.Streaming;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import picocli.CommandLine.Option;

/** Values that keep arriving to reports, and to accumulators as they grow. */
final class Following {
  @Option(
      names = "--follow",
      required = true,
      description =
          "go on with values that keep arriving in the folder --input: reports are drawn and added"
              + " up as they come, and estimate reads the accumulators at any time")
  private boolean unusedIsAsked;

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
      paramLabel = "TIME",
      description = "time between batches, default 1 minute")
  private String interval = "1 minute";

  /** Follows until it is stopped, or until everything is read. */
  void run(HasSession ldp, CollectOptions collect, String output) {
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    Input input = collect.input(plan);
    Steps steps = new Steps(ldp.session().events());
    Notes.of(plan).forEach(Steps::say);
    new Streaming(spark, plan, collect.keyFile(), output, steps)
        .run(Inputs.stream(spark, input, plan), checkpoint, untilDone, interval);
  }
}
