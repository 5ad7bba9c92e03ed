package org.sparkldp.datasets.law;

import java.util.List;
import org.sparkldp.datasets.GeneratorRefusal;
import org.sparkldp.datasets.Truth;

/** One of several distributions, chosen with given probabilities. */
public final class Mixture implements Truth.Numeric {
  private static final long serialVersionUID = 1L;

  private final List<? extends Truth.Numeric> parts;
  private final double[] probabilities;

  /**
   * @param parts at least one
   * @param probabilities of the parts, in their order; each in [0, 1], with sum 1 (within 1e-9)
   */
  public Mixture(List<? extends Truth.Numeric> parts, double[] probabilities) {
    Probabilities.requireDistribution(probabilities);
    if (parts.size() != probabilities.length) {
      throw GeneratorRefusal.of(
          "Parts and probabilities must be equally many. Provided sizes: %s and %s. Give one"
              + " probability per part.",
          parts.size(), probabilities.length);
    }
    this.parts = List.copyOf(parts);
    this.probabilities = probabilities.clone();
  }

  /**
   * A number from two independent uniform ones: quantiles of a mixture take a bisection, draws need
   * none.
   *
   * @param part in (0, 1): which distribution
   * @param place in (0, 1): where in it
   */
  public double draw(double part, double place) {
    int chosen = 0;
    double sum = probabilities[0];
    while (chosen < probabilities.length - 1 && part >= sum) {
      chosen++;
      sum += probabilities[chosen];
    }
    return parts.get(chosen).quantile(place);
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum += probabilities[i] * parts.get(i).mean();
    }
    return sum;
  }

  /** The mean of the parts' variances plus the variance of their means. */
  @Override
  public double variance() {
    double mean = mean();
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      double distance = parts.get(i).mean() - mean;
      sum += probabilities[i] * (parts.get(i).variance() + distance * distance);
    }
    return sum;
  }

  @Override
  public double cdf(double x) {
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum += probabilities[i] * parts.get(i).cdf(x);
    }
    return Math.min(1, sum);
  }

  /**
   * By bisection, to the last bit: the quantile lies between the least and the greatest quantile of
   * the parts.
   */
  @Override
  public double quantile(double p) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Truth.Numeric part : parts) {
      double quantile = part.quantile(p);
      low = Math.min(low, quantile);
      high = Math.max(high, quantile);
    }
    while (true) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        return high;
      }
      if (cdf(middle) >= p) {
        high = middle;
      } else {
        low = middle;
      }
    }
  }
}
