package org.sparkldp.datasets.law;

import org.sparkldp.datasets.Truth;

/**
 * Student's t, scaled to a given standard deviation: normal in the middle, with tails that fall as
 * a power only.
 *
 * @param mu mean and median
 * @param sigma standard deviation, &gt; 0
 * @param df degrees of freedom, at least 3
 */
public record Student(double mu, double sigma, int df) implements Truth.Numeric {

  @Override
  public double mean() {
    return mu;
  }

  @Override
  public double variance() {
    return sigma * sigma;
  }

  /** Units of x in one unit of t, whose variance is df / (df − 2). */
  public double scale() {
    return sigma * StrictMath.sqrt((df - 2.0) / df);
  }

  /** Source: Abramowitz and Stegun 1964, 26.7.3 and 26.7.4, finite sums. */
  @Override
  public double cdf(double x) {
    double t = (x - mu) / scale();
    double angle = StrictMath.atan(t / StrictMath.sqrt(df));
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    boolean isOdd = df % 2 == 1;
    double term = isOdd ? cosine : 1;
    double sum = term;
    for (int j = isOdd ? 3 : 2; j <= df - 2; j += 2) {
      term *= cosine * cosine * (j - 1) / j;
      sum += term;
    }
    double between = isOdd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
    return Math.max(0, Math.min(1, (1 + between) / 2));
  }

  /** By bisection, to the last bit of x. */
  @Override
  public double quantile(double p) {
    Probabilities.requireOpenUnit(p);
    double reach = scale();
    while (cdf(mu - reach) >= p || cdf(mu + reach) < p) {
      reach *= 2;
    }
    return Bisection.quantile(this::cdf, p, mu - reach, mu + reach);
  }
}
