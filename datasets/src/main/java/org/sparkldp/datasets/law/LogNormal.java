package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * The distribution of exp(Z), Z normal.
 *
 * @param log the distribution of the logarithm; exp(mu) is the median
 */
public record LogNormal(Normal log) implements Truth.Numeric {

  /** With the given median, &gt; 0, and standard deviation of the logarithm, &gt; 0. */
  public static LogNormal ofMedian(double median, double sigma) {
    return new LogNormal(new Normal(StrictMath.log(median), sigma));
  }

  @Override
  public double mean() {
    return StrictMath.exp(log.mu() + log.variance() / 2);
  }

  @Override
  public double variance() {
    return StrictMath.expm1(log.variance()) * mean() * mean();
  }

  @Override
  public double cdf(double x) {
    return x <= 0 ? 0 : log.cdf(StrictMath.log(x));
  }

  @Override
  public double quantile(double p) {
    return StrictMath.exp(log.quantile(p));
  }
}
