package org.sparkldp.protocols.accounting.composition;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * Upper bounds on the epsilon of several guarantees together, at a delta. Each is a theorem with
 * its source; numbers are rounded upwards, so that an answer is never below the bound.
 *
 * <p>Basic composition is a sum, and {@link Tally} has it.
 */
public final class Composition {
  /** What floating point may take from a sum of some thousand terms, and more. */
  private static final double CARE = 1 + 1e-9;

  private static final int HALVINGS = 60;

  private Composition() {}

  /**
   * Advanced composition: Σ ε (e^ε − 1)/(e^ε + 1) + √(2 ln(1/delta) Σ ε²). The first of its kind is
   * Dwork, Rothblum &amp; Vadhan, FOCS 2010; with these constants Kairouz, Oh &amp; Viswanath, ICML
   * 2015, Theorem 3.5.
   *
   * @param drift Σ ε (e^ε − 1)/(e^ε + 1)
   * @param squares Σ ε²
   * @param delta above 0, beside the deltas of the guarantees themselves
   */
  public static double advanced(double drift, double squares, double delta) {
    requireDelta(delta);
    return up(drift + Math.sqrt(2 * Math.log(1 / delta) * squares));
  }

  /**
   * The least epsilon at which k guarantees of one epsilon hold together: no smaller one holds for
   * k-fold randomized response. Kairouz, Oh &amp; Viswanath, ICML 2015, Theorem 3.3, read as a
   * curve: Murtagh &amp; Vadhan, TCC 2016, Theorem 1.
   *
   * @param k how many
   * @param epsilon of each
   * @param delta 0 or above, beside the deltas of the guarantees themselves
   */
  public static double optimal(long k, double epsilon, double delta) {
    Require.that(k >= 0 && epsilon >= 0 && delta >= 0 && delta < 1)
        .orRefuse(
            "k, epsilon and delta must not be negative. Provided: %s, %s, %s.", k, epsilon, delta);
    double sum = k * epsilon;
    if (delta == 0 || sum == 0) {
      return up(sum);
    }
    return up(
        Bisection.halve(0, sum, HALVINGS, total -> optimalDelta(k, epsilon, total) <= delta)
            .high());
  }

  /** The delta of k-fold randomized response of that epsilon at a total, rounded up. */
  static double optimalDelta(long k, double epsilon, double total) {
    double logAll = k * (epsilon + Math.log1p(Math.exp(-epsilon)));
    double logWays = 0;
    double sum = 0;
    for (long wrong = 0; wrong <= k; wrong++) {
      double loss = (k - 2 * wrong) * epsilon;
      if (loss <= total) {
        break;
      }
      sum += Math.exp(logWays + (k - wrong) * epsilon - logAll) * -Math.expm1(total - loss);
      logWays += Math.log((double) (k - wrong) / (wrong + 1));
    }
    return sum * CARE;
  }

  /**
   * Concentrated differential privacy at a delta: the least over a of ρ a + ln(1 − 1/a) + (ln(1/
   * delta) − ln a)/(a − 1). The sum of rho is Bun &amp; Steinke, TCC 2016, Lemma 1.7; the
   * conversion is Canonne, Kamath &amp; Steinke, NeurIPS 2020, Proposition 12 with Rényi divergence
   * ρ a. A pure epsilon has ρ = epsilon²/2 (Bun &amp; Steinke, Proposition 1.4), Gaussian noise ρ =
   * Δ²/(2 σ²).
   *
   * @param rho not negative
   * @param delta above 0
   */
  public static double concentrated(double rho, double delta) {
    Require.that(rho >= 0).orRefuse("rho must not be negative. Provided value: %s.", rho);
    requireDelta(delta);
    if (rho == 0) {
      return 0;
    }
    // Any order gives a bound, so the search need not find the very least.
    double low = 0;
    double high = Math.log(1e18);
    for (int i = 0; i < 2 * HALVINGS; i++) {
      double third = (high - low) / 3;
      if (atOrder(rho, delta, low + third) <= atOrder(rho, delta, high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    double half = Math.log(Math.sqrt(Math.log(1 / delta) / rho) * 1e6); // Bun & Steinke's order
    return Math.max(0, up(Math.min(atOrder(rho, delta, low), atOrder(rho, delta, half))));
  }

  /**
   * @param logOrder of a − 1, shifted so that a search may begin at 0
   */
  private static double atOrder(double rho, double delta, double logOrder) {
    double beyond = Math.exp(logOrder) * 1e-6;
    double order = 1 + beyond;
    return rho * order
        + Math.log(beyond / order)
        + (Math.log(1 / delta) - Math.log(order)) / beyond;
  }

  private static void requireDelta(double delta) {
    Require.that(delta > 0 && delta < 1)
        .orRefuse("delta must be between 0 and 1, both excluded. Provided value: %s.", delta);
  }

  private static double up(double value) {
    return Math.nextUp(value * CARE);
  }
}
