package org.sparkldp.jobs.plan;

import java.util.Map;
import org.sparkldp.protocols.Estimate;

/**
 * The answers of a group of people.
 *
 * @param estimate raw, rows named by the task
 * @param consistent by step, one number for each row
 */
public record Answers(Estimate estimate, Map<String, double[]> consistent) {

  /** Raw estimates alone. */
  public static Answers raw(Estimate estimate) {
    return new Answers(estimate, Map.of());
  }
}
