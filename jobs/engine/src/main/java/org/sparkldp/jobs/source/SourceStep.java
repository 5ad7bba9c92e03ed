package org.sparkldp.jobs.source;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;

/**
 * The step that writing to the data source takes, by its option {@code step}: all of it, or a part.
 */
enum SourceStep {
  /** All, the default. */
  RUN,
  /** Values to reports, once only. This alone needs the key. */
  PRIVATIZE,
  /** Reports to accumulators. The rows that are written are not read. */
  ACCUMULATE,
  /** Accumulators to estimates. The rows that are written are not read. */
  ESTIMATE;

  /** Whether people are asked. */
  boolean isDrawing() {
    return this == RUN || this == PRIVATIZE;
  }

  /** What it writes under the output, if another step was to come before; else all of it. */
  String folder() {
    return isDrawing() ? "" : this == ACCUMULATE ? "/accumulated" : "/estimated";
  }

  void take(Job job, Plan plan, Dataset<Row> people, String folder) {
    Require.that(this == RUN || plan.rounds() == 0)
        .orRefuse(
            "the steps of a plan of several rounds are taken together, because each round needs"
                + " the estimates of the one before. Provided step: %s; leave step out.",
            SourceRequest.word(this));
    String reports = folder + "/privatized";
    String accumulators = folder + "/accumulated";
    switch (this) {
      case RUN -> job.run(people, folder);
      case PRIVATIZE -> job.privatize(() -> people, reports);
      case ACCUMULATE -> job.accumulate(List.of(reports), accumulators);
      case ESTIMATE -> job.estimate(accumulators, folder + "/estimated");
    }
  }
}
