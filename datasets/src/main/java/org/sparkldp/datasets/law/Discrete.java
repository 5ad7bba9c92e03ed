package org.sparkldp.datasets.law;

import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Truth;

/** The truth of a column of consecutive integers: first, first + 1, ... */
public final class Discrete implements Truth.Categorical, Truth.Numeric {
  private static final long serialVersionUID = 1L;

  private final int first;
  private final double[] probabilities;

  /**
   * @param first the smallest value
   * @param probabilities of first, first + 1, ...; each in [0, 1], with sum 1 (within 1e-9)
   */
  public Discrete(int first, double[] probabilities) {
    Probabilities.requireDistribution(probabilities);
    this.first = first;
    this.probabilities = probabilities.clone();
  }

  @Override
  public List<Integer> values() {
    return IntStream.range(first, first + probabilities.length).boxed().toList();
  }

  @Override
  public double[] probabilities() {
    return probabilities.clone();
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum += probabilities[i] * i;
    }
    return first + sum;
  }

  @Override
  public double variance() {
    double mean = mean();
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      double distance = first + i - mean;
      sum += probabilities[i] * distance * distance;
    }
    return sum;
  }

  @Override
  public double cdf(double x) {
    double sum = 0;
    for (int i = 0; i < probabilities.length && first + i <= x; i++) {
      sum += probabilities[i];
    }
    return Math.min(1, sum);
  }

  @Override
  public double quantile(double p) {
    Probabilities.requireOpenUnit(p);
    double sum = 0;
    for (int i = 0; i < probabilities.length; i++) {
      sum += probabilities[i];
      if (sum >= p) {
        return first + i;
      }
    }
    return first + probabilities.length - 1.0;
  }
}
