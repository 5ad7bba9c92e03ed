package org.sparkldp.protocols.gaussian;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** The standard normal law. */
final class Normal {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private Normal() {}

  /** Φ(z). */
  static double cdf(double z) {
    return STANDARD.cumulativeProbability(z);
  }

  /** φ(z). */
  static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The z that |N(0, 1)| exceeds with probability 1 − confidence. */
  static double quantile(double confidence) {
    return STANDARD.inverseSurvivalProbability((1 - confidence) / 2);
  }
}
