package org.sparkldp.datasets.law;

import org.sparkldp.datasets.GeneratorRefusal;
import org.sparkldp.datasets.Truth;

/** A normal distribution conditioned on [lower, upper). */
public final class TruncatedNormal implements Truth.Numeric {
  private static final long serialVersionUID = 1L;

  private final Normal normal;
  private final double lower;
  private final double upper;

  /** The normal's probabilities below lower, and inside [lower, upper). */
  private final double below;

  private final double inside;

  /**
   * @param normal before it is cut
   * @param lower finite, &lt; upper
   * @param upper finite; the range must hold at least a millionth of the normal's probability, for
   *     a tail alone cannot be drawn precisely
   */
  public TruncatedNormal(Normal normal, double lower, double upper) {
    this.normal = normal;
    this.lower = lower;
    this.upper = upper;
    below = normal.cdf(lower);
    inside = normal.cdf(upper) - below;
    if (!(Double.isFinite(lower) && Double.isFinite(upper) && inside >= 1e-6)) {
      throw GeneratorRefusal.of(
          "A truncated normal needs a range with at least a millionth of its probability. Provided"
              + " range: [%s, %s). Move the range towards mu.",
          lower, upper);
    }
  }

  /** With a = (lower - mu)/sigma, b likewise: mu + sigma (density(a) - density(b)) / inside. */
  @Override
  public double mean() {
    return normal.mu() + normal.sigma() * shift();
  }

  /** sigma^2 (1 + (a density(a) - b density(b)) / inside - shift^2). */
  @Override
  public double variance() {
    double a = standardize(lower);
    double b = standardize(upper);
    double slope = (a * Normal.standardDensity(a) - b * Normal.standardDensity(b)) / inside;
    return normal.variance() * (1 + slope - shift() * shift());
  }

  @Override
  public double cdf(double x) {
    if (x < lower) {
      return 0;
    }
    return x >= upper ? 1 : Math.min(1, (normal.cdf(x) - below) / inside);
  }

  /** In [lower, upper). */
  @Override
  public double quantile(double p) {
    double uncut = below + Probabilities.requireOpenUnit(p) * inside;
    double x = normal.quantile(Math.min(uncut, Math.nextDown(1.0))); // The sum may round up to 1.
    return Math.min(Math.max(x, lower), Math.nextDown(upper));
  }

  private double shift() {
    return (Normal.standardDensity(standardize(lower)) - Normal.standardDensity(standardize(upper)))
        / inside;
  }

  private double standardize(double x) {
    return (x - normal.mu()) / normal.sigma();
  }
}
