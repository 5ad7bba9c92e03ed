package org.sparkldp.published.bound;

import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;

/**
 * The least error of anything that is epsilon-locally private, in the worst case over a class of
 * distributions: the rates of Duchi, Jordan &amp; Wainwright, "Minimax Optimal Procedures for
 * Locally Private Estimation", JASA 2018, for epsilon up to 1. A rate holds up to constants that
 * depend on nothing, which the paper leaves open and here are 1: rates show how errors change with
 * n and epsilon, not how large they are.
 *
 * <p>Squared errors in the values' unit squared, unless said otherwise. n is the number of people;
 * n epsilon² is what n people are worth. Errors: arguments out of range.
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
}
