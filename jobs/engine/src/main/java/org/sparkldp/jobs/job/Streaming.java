package org.sparkldp.jobs.job;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.PeriodOutcomes;
import org.sparkldp.jobs.privatize.PrivateTable;
import org.sparkldp.jobs.table.Counts;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Outcome;
import org.sparkldp.protocols.check.Require;

/**
 * Values that arrive as a stream to reports, and to accumulators as they grow. Each batch is a run
 * of {@link Job#privatize}, which draws for the people who have no report yet.
 *
 * <p>That makes it exactly once: a batch that Spark repeats, after a restart or because its commit
 * was lost, finds its people there and draws nothing. So the plan must take late rows. A person who
 * comes again in a period is left out.
 */
public final class Streaming {
  private final Job drawing;
  private final Job adding;
  private final String reports;
  private final String accumulators;
  private final Listener listener;

  /**
   * @param plan of one round, which takes late rows
   * @param keyFile the release key's file, or empty for the application's own
   * @param output the folder where reports and accumulators go, each into a folder of its own
   * @param listener hears of each period of each batch that had somebody to ask
   */
  public Streaming(
      SparkSession spark, Plan plan, String keyFile, String output, Listener listener) {
    if (!plan.takesLateRows() || plan.round() > 0) {
      throw Require.refusal(
          "a stream must have a plan of one round that knows who has answered, because batches may"
              + " be repeated. Provided plan: %s, with randomness = %s; set late_rows = draw, or"
              + " randomness = keyed.",
          plan.name(), plan.randomness().text());
    }
    Job job = Job.of(spark, plan).withKey(keyFile).ofStream();
    this.drawing = job.heardBy(new News(listener));
    this.adding = job;
    this.reports = output + "/privatized";
    this.accumulators = output + "/accumulated";
    this.listener = listener;
  }

  /** Only of batches in which somebody was asked or left out. */
  private record News(Listener listener) implements Listener {
    @Override
    public void ended(Outcome outcome) {
      if (outcome.isNews()) {
        listener.ended(outcome);
      }
    }
  }

  /**
   * Runs until it is stopped, or until everything that has arrived is read.
   *
   * @param arrivals the stream of values
   * @param checkpoint a folder where Spark notes what has been read
   * @param untilDone whether to end once everything that has arrived is read
   * @param interval between batches, such as "1 minute"
   */
  public void run(Inputs.Arrivals arrivals, String checkpoint, boolean untilDone, String interval) {
    try {
      StreamingQuery query =
          arrivals
              .rows()
              .writeStream()
              .option("checkpointLocation", checkpoint)
              .trigger(untilDone ? Trigger.AvailableNow() : Trigger.ProcessingTime(interval))
              .foreachBatch(
                  (VoidFunction2<Dataset<Row>, Long>) (batch, number) -> add(batch, arrivals))
              .start();
      query.awaitTermination();
      List<String> waiting = arrivals.passedOver().get();
      if (!waiting.isEmpty()) {
        listener.says(
            "not read, as Spark passes over names that begin with _ or a dot: "
                + String.join(", ", waiting)
                + "; rename them, and run the stream again");
      }
    } catch (TimeoutException e) {
      throw new IllegalStateException("the stream did not start in time", e);
    } catch (StreamingQueryException e) {
      throw cause(e);
    }
  }

  /** The refusal that ended the stream, where there was one. */
  private static RuntimeException cause(StreamingQueryException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Refusal || cause instanceof IllegalArgumentException) {
        return (RuntimeException) cause;
      }
    }
    return new IllegalStateException("the stream has failed", failure);
  }

  /** The rows of a batch, which every action reads again, from its source and as it was. */
  private record MicroBatch(Dataset<Row> rows, Counts counts) implements PrivateTable {}

  private void add(Dataset<Row> batch, Inputs.Arrivals arrivals) {
    Counts counts = arrivals.look().apply(batch);
    if (batch.isEmpty()) {
      return;
    }
    counts.notes().forEach(listener::says);
    PeriodOutcomes periods = drawing.draw(new MicroBatch(batch, counts), reports);
    if (!periods.done().isEmpty()) {
      adding.accumulate(List.of(reports), accumulators);
    }
    periods.requireAll();
  }
}
