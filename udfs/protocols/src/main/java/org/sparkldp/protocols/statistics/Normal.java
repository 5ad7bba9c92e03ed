package org.sparkldp.protocols.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** The standard normal law: the one home of its quantiles. */
public final class Normal {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private Normal() {}

  /** Φ(z). */
  public static double cdf(double z) {
    return STANDARD.cumulativeProbability(z);
  }

  /** φ(z). */
  public static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The z that |N(0, 1)| exceeds with probability 1 − confidence. */
  public static double quantile(double confidence) {
    return upperQuantile((1 - confidence) / 2);
  }

  /** The z that N(0, 1) exceeds with a probability. */
  public static double upperQuantile(double probability) {
    return STANDARD.inverseSurvivalProbability(probability);
  }
}
