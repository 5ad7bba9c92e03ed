package org.sparkldp.jobs.plan;

import java.util.Optional;
import java.util.OptionalDouble;

/** A question of which a formula says the error, whatever the people's values are. */
public interface Forecasting {

  /**
   * How large the error of an answer is beside the answer, with one person; with n people it is
   * this over sqrt(n). Empty where there is no formula for this protocol.
   *
   * <p>Of counts: the root mean square of the items' standard errors, over the people of an item,
   * when all items have equally many. Of numbers: the standard error when they are evenly spread
   * over the range, over half of the range. Of vectors: the root mean square of the error's length
   * in the worst case, over the radius.
   */
  default OptionalDouble relativeError() {
    return OptionalDouble.empty();
  }

  /** What error to expect of the answers, in their unit; empty where there is no formula. */
  Optional<Forecast> forecast();

  /** The forecast of a question. */
  static Optional<Forecast> of(Task task) {
    return task.facet(Forecasting.class).flatMap(Forecasting::forecast);
  }

  /** The relative error of a question. */
  static OptionalDouble relativeError(Task task) {
    return task.facet(Forecasting.class)
        .map(Forecasting::relativeError)
        .orElseGet(OptionalDouble::empty);
  }
}
