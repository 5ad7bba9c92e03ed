package org.sparkldp.protocols.mean;

/**
 * The mean square of an unbiased report Z of a value t in [−1, 1]: E[Z² | t] = constant + slope t².
 * So a report varies by constant + (slope − 1) t².
 *
 * <p><b>What n reports vary by.</b> The mean X of the reports of n fixed people varies by V =
 * (constant + (slope − 1) τ)/n, where τ is the mean of the people's t². With M the mean of the
 * reports' squares:
 *
 * <ul>
 *   <li>slope &gt; 0: (M − constant)/slope is unbiased for τ, and so what follows is for V (except
 *       for cutting τ to [0, 1]).
 *   <li>slope = 0: squares of reports say nothing of τ. But τ is at least the squared mean of the
 *       people's t, for which (n X² − constant)/(n − 1) is unbiased if all are equal and otherwise
 *       too low on average. So V is estimated from above, as if all people were equal; too high by
 *       the n-th part of the variance among the people. For people who are themselves a sample it
 *       is no overestimate: it is the variance about the mean of those they are a sample of.
 * </ul>
 *
 * @param constant at least 0
 * @param slope at least 0
 */
public record SecondMoment(double constant, double slope) {

  /** Variance of one report. */
  public double variance(double t) {
    return constant + (slope - 1) * t * t;
  }

  /** The largest variance of one report. */
  public double worstVariance() {
    return Math.max(variance(0), variance(1));
  }

  /**
   * Estimated variance of the mean of n reports.
   *
   * @param mean of the reports, X
   * @param meanSquare of the reports, M; ignored if the slope is 0 or 1
   */
  public double varianceOfMean(long n, double mean, double meanSquare) {
    double tau;
    if (slope == 0) {
      tau = n == 1 ? 0 : Math.min(1, (n * mean * mean - constant) / (n - 1));
    } else if (slope == 1) {
      tau = 0; // whatever it is
    } else {
      tau = Math.max(0, Math.min(1, (meanSquare - constant) / slope));
    }
    return (constant + (slope - 1) * tau) / n;
  }
}
