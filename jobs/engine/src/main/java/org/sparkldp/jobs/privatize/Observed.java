package org.sparkldp.jobs.privatize;

import java.util.Map;
import org.apache.spark.sql.Observation;

/** Spark's counts of rows while they went by. */
public final class Observed {
  private Observed() {}

  /** Its counts by name, when the rows have gone by. */
  public static Map<String, Object> by(Observation observation) {
    try {
      return observation.getAsJava();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while rows were counted", e);
    }
  }
}
