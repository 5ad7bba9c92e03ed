package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * Numbers spread evenly over an interval.
 *
 * @param lower finite
 * @param upper finite, &gt; lower
 */
public record UniformInterval(double lower, double upper) implements Truth.Numeric {
  public UniformInterval {
    if (!(Double.isFinite(lower) && Double.isFinite(upper) && lower < upper)) {
      throw new IllegalArgumentException(
          "An interval needs a finite lower < upper. Provided values: "
              + lower
              + ", "
              + upper
              + ". For one number give two-point a share of 0.");
    }
  }

  @Override
  public double mean() {
    return lower + (upper - lower) / 2;
  }

  @Override
  public double variance() {
    return (upper - lower) * (upper - lower) / 12;
  }

  @Override
  public double cdf(double x) {
    return Math.max(0, Math.min(1, (x - lower) / (upper - lower)));
  }

  @Override
  public double quantile(double p) {
    return lower + (upper - lower) * Probabilities.requireOpenUnit(p);
  }
}
