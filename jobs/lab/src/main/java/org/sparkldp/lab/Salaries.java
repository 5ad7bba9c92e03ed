package org.sparkldp.lab;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Made-up salaries in place of those of the University of California in 2010, which are not ours to
 * ship: {@value #PEOPLE} people at the evenly spaced quantiles of a lognormal distribution, cut off
 * at $2.9 million. Its median is the published $24,968, its mean near the published $39,531, and 15
 * salaries are above $1 million (published: 14).
 */
final class Salaries {
  /** How many there are. */
  static final int PEOPLE = 252_540;

  private static final double MEDIAN = 24_968;
  private static final double SIGMA = 0.958635;
  private static final double LARGEST = 2.9e6;

  private final double[] sorted = new double[PEOPLE];
  private final double[] sums = new double[PEOPLE + 1]; // of the first

  Salaries() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    Arrays.setAll(
        sorted,
        i ->
            Math.min(
                LARGEST,
                MEDIAN
                    * Math.exp(SIGMA * normal.inverseCumulativeProbability((i + 0.5) / PEOPLE))));
    for (int i = 0; i < PEOPLE; i++) {
      sums[i + 1] = sums[i] + sorted[i];
    }
  }

  /** The mean of all. */
  double mean() {
    return sums[PEOPLE] / PEOPLE;
  }

  /** The k-th root of the mean of k-th powers. */
  double norm(double k) {
    double sum = 0;
    for (double salary : sorted) {
      sum += Math.pow(salary / LARGEST, k) / PEOPLE;
    }
    return LARGEST * Math.pow(sum, 1 / k);
  }

  /** How much larger the mean distance to a number is than to the median, at least 0. */
  double gap(double center) {
    return Math.max(0, distance(center) - distance(sorted[PEOPLE / 2]));
  }

  private double distance(double center) {
    int found = Arrays.binarySearch(sorted, center);
    int below = found < 0 ? -found - 1 : found;
    double left = below * center - sums[below];
    double right = sums[PEOPLE] - sums[below] - (PEOPLE - below) * center;
    return (left + right) / PEOPLE;
  }

  /** The salaries of some people, drawn without replacement. */
  double[] sample(int people, RandomSource source) {
    double[] all = sorted.clone();
    for (int i = 0; i < people; i++) {
      int other = i + source.uniform(PEOPLE - i);
      double salary = all[i];
      all[i] = all[other];
      all[other] = salary;
    }
    return Arrays.copyOf(all, people);
  }
}
