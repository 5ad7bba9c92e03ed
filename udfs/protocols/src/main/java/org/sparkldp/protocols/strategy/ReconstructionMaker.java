package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.check.Require;

/**
 * Makes the reconstructions that take dense algebra. The analyst's module provides one to the
 * service loader; a client that randomizes needs none.
 */
public interface ReconstructionMaker {

  /**
   * From a histogram of rows.
   *
   * @param m rows
   * @param n columns
   * @param q the strategy matrix Q, row after row
   * @param prior the weights w of the row sums D
   * @param counters reports by row, or their expectations
   */
  Reconstruction ofRows(int m, int n, double[] q, double[] prior, double[] counters);

  /**
   * From sums of vectors with noise.
   *
   * @param m rows
   * @param n columns
   * @param a the matrix A, row after row
   * @param noise the noise's variance
   * @param largest the size up to which accumulators take a number of a report
   * @param counters the number of reports and the m sums, or their expectations
   */
  Reconstruction additive(int m, int n, double[] a, double noise, long largest, double[] counters);

  /** The one on the class path. */
  static ReconstructionMaker find() {
    return Strategies.service(ReconstructionMaker.class)
        .orElseThrow(
            () ->
                Require.refusal(
                    "estimates of a strategy must be made by udfs/analysis. It was not found; put"
                        + " ldp-analysis on the class path."));
  }
}
