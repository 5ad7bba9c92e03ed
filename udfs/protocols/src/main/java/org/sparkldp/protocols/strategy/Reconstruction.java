package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Query;

/**
 * What accumulated reports say through a strategy: an unbiased data vector, and the variance of any
 * query's answer on it.
 */
public interface Reconstruction {

  /**
   * xt, people by item; raw. Its sum is the number of reports, up to rounding; for additive noise
   * in expectation only.
   */
  double[] data();

  /**
   * The unbiased estimate of the variance of the query's answer, people squared; at least 0.
   *
   * @throws IllegalArgumentException if the strategy cannot answer the query
   */
  double variance(Query query);

  /** The refusal of a query that the strategy cannot answer. */
  static IllegalArgumentException outsideRowSpace() {
    return Require.refusal(
        "a workload must lie in the row space of its strategy, or no unbiased answer exists."
            + " Provided: a query outside it; make a strategy for this workload.");
  }
}
