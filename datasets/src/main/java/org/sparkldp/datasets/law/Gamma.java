package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * The gamma distribution of a whole shape, moved and scaled: skewed by 2/√shape, so from the
 * exponential's 2 down to almost none.
 *
 * @param mu mean
 * @param sigma standard deviation, &gt; 0; the least value is mu − √shape sigma
 * @param shape at least 1
 */
public record Gamma(double mu, double sigma, int shape) implements Truth.Numeric {
  /** Standard deviations above the mean beyond which there is nothing that a double shows. */
  private static final double FAR = 60;

  @Override
  public double mean() {
    return mu;
  }

  @Override
  public double variance() {
    return sigma * sigma;
  }

  /** That of a sum of exponentials: 1 − e^−y Σ y^j/j!, j below the shape. */
  @Override
  public double cdf(double x) {
    double y = shape + (x - mu) / sigma * StrictMath.sqrt(shape);
    if (y <= 0) {
      return 0;
    }
    double term = 1;
    double sum = 1;
    for (int j = 1; j < shape; j++) {
      term *= y / j;
      sum += term;
    }
    return Math.max(0, 1 - StrictMath.exp(-y) * sum);
  }

  @Override
  public double quantile(double p) {
    return Bisection.quantile(
        this::cdf,
        Probabilities.requireOpenUnit(p),
        mu - StrictMath.sqrt(shape) * sigma,
        mu + FAR * sigma);
  }
}
