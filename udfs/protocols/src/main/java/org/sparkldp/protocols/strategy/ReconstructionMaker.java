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
