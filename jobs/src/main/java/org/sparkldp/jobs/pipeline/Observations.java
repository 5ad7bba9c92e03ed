package org.sparkldp.jobs.pipeline;

import java.util.Map;
import org.apache.spark.sql.Observation;

/** What Spark counted while a job ran. */
final class Observations {
  private Observations() {}

  /** The counts, once the job is over. */
  static Map<String, Object> get(Observation seen) {
    try {
      return seen.getAsJava();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while rows were counted", e);
    }
  }
}
