package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;

/**
 * The mean of vectors when all but few of its coordinates are known to be 0: what an estimate says,
 * moved towards 0 by λ and set to 0 if that would go beyond. Post-processing of any estimate of a
 * mean vector; it costs no privacy.
 *
 * <p>This soft threshold is the θ that minimises ½|θ − X|² + λ|θ|₁, the l1-regularised estimate. If
 * no coordinate of X is off by more than λ, then every coordinate whose mean is 0 comes out as 0,
 * the others are off by at most 2λ, and with s of them the squared error is at most 4 s λ². The
 * result is biased towards 0, so that standard errors and intervals of X do not belong to it. Where
 * the mean is dense, it does harm.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, Corollary 5 and equation (27).
 */
public final class SparseMean {

  private SparseMean() {}

  /**
   * The λ that n reports exceed with a chance of at most {@code failure} anywhere, each coordinate
   * of a report being ±bound (hypercube) or between: bound √(2 ln(2d/failure)/n), by Hoeffding.
   *
   * @param bound B, above 0, in the vectors' unit
   * @param d coordinates, at least 1
   * @param n reports, at least 1
   * @param failure in (0, 1)
   */
  public static double lambda(double bound, int d, long n, double failure) {
    Require.that(bound > 0 && d >= 1 && n >= 1)
        .orRefuse(
            "bound must be above 0, d and n at least 1. Provided values: %s, %s and %s.",
            bound, d, n);
    return bound / Math.sqrt(n) * factor(d, failure);
  }

  /**
   * The same for any protocol, where reports are many: from the estimate's largest standard error
   * instead of bound/√n.
   */
  public static double lambda(Estimate estimate, double failure) {
    double largest = 0;
    for (double standardError : estimate.standardErrors()) {
      largest = Math.max(largest, standardError);
    }
    return largest * factor(estimate.rows().size(), failure);
  }

  private static double factor(int d, double failure) {
    Require.that(failure > 0 && failure < 1)
        .orRefuse(
            "failure (the chance that a coordinate is off by more) must be strictly between 0 and"
                + " 1. Provided value: %s.",
            failure);
    return Math.sqrt(2 * Math.log(2 * d / failure));
  }

  /**
   * The sparse mean.
   *
   * @param lambda at least 0, in the vectors' unit
   */
  public static double[] of(Estimate estimate, double lambda) {
    Require.that(lambda >= 0).orRefuse("lambda must be at least 0. Provided value: %s.", lambda);
    double[] sparse = estimate.estimates();
    for (int j = 0; j < sparse.length; j++) {
      sparse[j] = Math.copySign(Math.max(0, Math.abs(sparse[j]) - lambda), sparse[j]);
    }
    return sparse;
  }
}
