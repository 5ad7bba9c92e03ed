package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * The Laplace distribution: symmetric, with a peak and heavier tails than the normal's.
 *
 * @param mu mean and median
 * @param sigma standard deviation, &gt; 0; the scale is sigma / √2
 */
public record Laplace(double mu, double sigma) implements Truth.Numeric {
  @Override
  public double mean() {
    return mu;
  }

  @Override
  public double variance() {
    return sigma * sigma;
  }

  private double scale() {
    return sigma / StrictMath.sqrt(2);
  }

  @Override
  public double cdf(double x) {
    double tail = StrictMath.exp(-Math.abs(x - mu) / scale()) / 2;
    return x < mu ? tail : 1 - tail;
  }

  @Override
  public double quantile(double p) {
    Probabilities.requireOpenUnit(p);
    double distance = -scale() * StrictMath.log(2 * Math.min(p, 1 - p));
    return p < 0.5 ? mu - distance : mu + distance;
  }
}
