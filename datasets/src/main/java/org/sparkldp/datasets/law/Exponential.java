package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * The exponential distribution, moved: as skewed as waiting times are.
 *
 * @param mu mean
 * @param sigma standard deviation, &gt; 0; the least value is mu − sigma
 */
public record Exponential(double mu, double sigma) implements Truth.Numeric {
  @Override
  public double mean() {
    return mu;
  }

  @Override
  public double variance() {
    return sigma * sigma;
  }

  @Override
  public double cdf(double x) {
    double place = (x - mu) / sigma + 1;
    return place <= 0 ? 0 : -StrictMath.expm1(-place);
  }

  @Override
  public double quantile(double p) {
    return mu - sigma - sigma * StrictMath.log1p(-Probabilities.requireOpenUnit(p));
  }
}
