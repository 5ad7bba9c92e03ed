package org.sparkldp.jobs.plan;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * A question whose intervals rest on something about the people's values, besides what its protocol
 * makes of any values.
 */
public interface Assuming {

  /**
   * What is assumed, and what happens where that is not so, in one sentence; none where estimates
   * and intervals are right whatever the values are. Said before people are asked, and beside the
   * answers.
   */
  Optional<String> assumption();

  /** Refuses a table whose columns' types show that it is not so. */
  default void requireTypes(StructType schema) {}

  /** Keys by which a plan insists on it; they decide how it is read, and nothing of a report. */
  default Map<String, Object> readingKeys() {
    return Map.of();
  }

  /** What a question assumes. */
  static Optional<String> assumption(Task task) {
    return task.facet(Assuming.class).flatMap(Assuming::assumption);
  }
}
