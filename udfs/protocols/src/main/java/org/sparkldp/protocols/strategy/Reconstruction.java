package org.sparkldp.protocols.strategy;

import java.util.List;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Query;

/**
 * The estimates of accumulated reports through a strategy: an unbiased data vector, and the
 * variance of any query's answer on it.
 */
public interface Reconstruction {

  /**
   * xt, people by item; raw. Its sum is the number of reports, up to rounding, or in expectation
   * where reports have noise added.
   */
  double[] data();

  /**
   * The unbiased estimate of the variance of the query's answer, people squared; at least 0.
   *
   * @throws IllegalArgumentException if the strategy cannot answer the query
   */
  double variance(Query query);

  /**
   * What one report can add to the query's answer, of all reports that accumulators accept. It does
   * not depend on the reports that were accumulated.
   *
   * @throws IllegalArgumentException if the strategy cannot answer the query
   */
  Reach reach(Query query);

  /**
   * The covariances of the queries' answers, of which {@link #variance} gives the diagonal; here by
   * the variances of differences.
   */
  default double[][] covariance(List<Query> queries) {
    int size = queries.size();
    double[][] covariance = new double[size][size];
    for (int i = 0; i < size; i++) {
      covariance[i][i] = variance(queries.get(i));
      for (int j = 0; j < i; j++) {
        double apart = variance(queries.get(i).minus(queries.get(j)));
        covariance[i][j] = (covariance[i][i] + covariance[j][j] - apart) / 2;
        covariance[j][i] = covariance[i][j];
      }
    }
    return covariance;
  }

  /** The refusal of a query that the strategy cannot answer. */
  static IllegalArgumentException outsideRowSpace() {
    return Require.refusal(
        "a workload must lie in the row space of its strategy, or no unbiased answer exists."
            + " Provided: a query outside it; make a strategy for this workload.");
  }
}
