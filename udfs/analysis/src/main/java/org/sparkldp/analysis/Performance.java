package org.sparkldp.analysis;

import java.util.Arrays;

/**
 * The errors of a strategy matrix on a workload.
 *
 * @param objective L(Q) = tr[X⁺ G], with the reconstruction that is best for people evenly spread;
 *     at least the bounds of {@code Bounds}
 * @param variances by item u, what one person with u adds to the total variance of the answers
 *     under the reconstruction in use: (Qᵀ t)_u − G_uu, t_o the squared norm of column o of V; in
 *     answers squared
 */
public record Performance(double objective, double[] variances) {

  /** The largest of the variances. */
  public double worst() {
    return Arrays.stream(variances).max().orElseThrow();
  }

  /** Their mean: people evenly spread. */
  public double average() {
    return Arrays.stream(variances).average().orElseThrow();
  }

  /**
   * People needed, in the worst case, for a normalised variance (mean variance of a query's answer,
   * as a fraction of people) of {@code alpha}.
   *
   * @param queries p
   */
  public double sampleComplexityWorst(long queries, double alpha) {
    return worst() / (queries * alpha);
  }

  /** {@link #sampleComplexityWorst} for people evenly spread. */
  public double sampleComplexityAverage(long queries, double alpha) {
    return average() / (queries * alpha);
  }
}
