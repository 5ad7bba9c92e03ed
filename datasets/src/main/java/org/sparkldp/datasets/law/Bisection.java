package org.sparkldp.datasets.law;

import java.util.function.DoubleUnaryOperator;

/** Quantiles of distributions whose distribution function alone is known: to the last bit. */
final class Bisection {
  private Bisection() {}

  /**
   * The smallest x with {@code cdf(x) >= p} between low and high, up to rounding.
   *
   * @param low below the quantile, or at it up to rounding
   * @param high where the distribution function is at least p
   */
  static double quantile(DoubleUnaryOperator cdf, double p, double low, double high) {
    double below = low;
    double above = high;
    while (true) {
      double middle = below + (above - below) / 2;
      if (middle <= below || middle >= above) {
        return above;
      }
      if (cdf.applyAsDouble(middle) >= p) {
        above = middle;
      } else {
        below = middle;
      }
    }
  }
}
