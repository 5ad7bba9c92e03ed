package org.sparkldp.published.bound;

import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;

/**
 * How well anything that is epsilon-locally private can do, in the worst case over a class of
 * distributions: the rates of Duchi, Jordan &amp; Wainwright, "Minimax Optimal Procedures for
 * Locally Private Estimation", JASA 2018, for epsilon up to 1. A rate holds up to constants that
 * depend on nothing, which the paper leaves open and here are 1: rates show how errors change with
 * n, d and epsilon, not how large they are.
 *
 * <p>Squared errors in the values' unit squared, unless said otherwise. n is the number of people;
 * n epsilon² is what n people are worth, or fewer in d dimensions. Errors: arguments out of range.
 */
public final class MinimaxBounds {

  private MinimaxBounds() {}

  private static double worth(long n, double epsilon) {
    Require.atLeast("n", n, 1);
    return n * Epsilon.require(epsilon) * epsilon;
  }

  private static void requireScale(double radius, double least, double exponent) {
    Require.that(radius > 0 && radius < Double.POSITIVE_INFINITY && exponent > least)
        .orRefuse(
            "a radius must be above 0 and finite, and an exponent above %s. Provided values: %s and"
                + " %s.",
            least, radius, exponent);
  }

  /**
   * Corollary 1: the mean of numbers with E|X|^k ≤ r^k, r² min(1, (n epsilon²)^(−(k−1)/k)). Upper
   * and lower rate alike. As k grows it becomes the 1/(n epsilon²) of bounded numbers.
   *
   * @param r above 0
   * @param k above 1, infinite for |X| ≤ r
   */
  public static double mean(double r, double k, long n, double epsilon) {
    requireScale(r, 1, k);
    double exponent = k == Double.POSITIVE_INFINITY ? 1 : (k - 1) / k;
    return r * r * Math.min(1, Math.pow(worth(n, epsilon), -exponent));
  }

  /**
   * Corollary 2: the median of numbers in [−r, r], by its excess mean absolute deviation (not
   * squared): r min(1, 1/√(n epsilon²)). Upper and lower rate alike.
   *
   * @param r above 0
   */
  public static double median(double r, long n, double epsilon) {
    requireScale(r, 0, 1);
    return r * Math.min(1, 1 / Math.sqrt(worth(n, epsilon)));
  }

  /** What {@link #median} is with its constant, by stochastic gradients: √2 · 2r c/√n. */
  public static double medianGuarantee(double r, long n, double epsilon) {
    requireScale(r, 0, 1);
    worth(n, epsilon);
    return Math.sqrt(2) * 2 * r / Math.tanh(epsilon / 2) / Math.sqrt(n);
  }

  /**
   * Corollary 4, upper rate: the mean of vectors in the l_p ball of radius r, p from 1 to 2: r²
   * min(1, d/(n epsilon²)).
   */
  public static double vectorMean(double r, int d, long n, double epsilon) {
    requireScale(r, 0, d);
    return r * r * Math.min(1, d / worth(n, epsilon));
  }

  /**
   * Corollary 4, lower rate: r² min(1, d/(n epsilon²), max((n epsilon²)^(−1/2), (n epsilon²)^(1 −
   * 2/p))). For p = 2 it is the upper rate.
   *
   * @param p 1 to 2
   */
  public static double vectorMeanLower(double r, double p, int d, long n, double epsilon) {
    requireScale(r, 0, d);
    Require.that(p >= 1 && p <= 2).orRefuse("p must be between 1 and 2. Provided value: %s.", p);
    double worth = worth(n, epsilon);
    double dimensionFree = Math.max(1 / Math.sqrt(worth), Math.pow(worth, 1 - 2 / p));
    return r * r * Math.min(1, Math.min(d / worth, dimensionFree));
  }

  /**
   * Corollary 5: the mean of vectors in [−r, r]^d of which one coordinate only is not 0: r² min(1,
   * d ln(2d)/(n epsilon²)). Upper and lower rate alike: sparsity does not help as it does without
   * privacy.
   */
  public static double sparseMean(double r, int d, long n, double epsilon) {
    requireScale(r, 0, d);
    return r * r * Math.min(1, d * Math.log(2.0 * d) / worth(n, epsilon));
  }

  /**
   * Corollary 7: a density on [0, 1] of smoothness beta, by integrated squared error: (n
   * epsilon²)^(−2 beta/(2 beta + 2)). Upper and lower rate alike; without privacy it is n^(−2
   * beta/(2 beta + 1)).
   *
   * @param beta above 1/2
   */
  public static double density(double beta, long n, double epsilon) {
    requireScale(1, 0.5, beta);
    return Math.min(1, Math.pow(worth(n, epsilon), -2 * beta / (2 * beta + 2)));
  }

  /**
   * Equation (33): the coefficients of a logistic regression on x in {−1, 1}^d: min(1, d²/(n
   * epsilon²)), a lower rate that private stochastic gradients attain. Without privacy it is d/n.
   */
  public static double logisticRegression(int d, long n, double epsilon) {
    requireScale(1, 0, d);
    return Math.min(1, (double) d * d / worth(n, epsilon));
  }
}
