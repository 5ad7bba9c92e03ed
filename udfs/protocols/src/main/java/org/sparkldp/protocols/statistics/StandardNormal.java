package org.sparkldp.protocols.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The standard normal law N(0, 1): the one home of its quantiles and of its distribution function.
 * All intervals, tests and calibrations that rest on normal errors take them from here, to the bit.
 */
public final class StandardNormal {
  private static final NormalDistribution LAW = NormalDistribution.of(0, 1);

  private StandardNormal() {}

  /** Φ(z), the probability below z. */
  public static double cdf(double z) {
    return LAW.cumulativeProbability(z);
  }

  /** 1 − Φ(z), the probability above z, precise where it is small. */
  public static double survival(double z) {
    return LAW.survivalProbability(z);
  }

  /** φ(z), to the last bits also where it is small. */
  public static double density(double z) {
    return LAW.density(z);
  }

  /** φ(z) as doubles have it, for loops over many z; a relative 1e-13 off at worst. */
  public static double fastDensity(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The z with Φ(z) = p. */
  public static double quantile(double p) {
    return LAW.inverseCumulativeProbability(p);
  }

  /** The z that is exceeded with probability p, precise where p is small. */
  public static double upperQuantile(double p) {
    return LAW.inverseSurvivalProbability(p);
  }

  /** The z that |N(0, 1)| exceeds with probability 1 − confidence. */
  public static double twoSided(double confidence) {
    return upperQuantile((1 - confidence) / 2);
  }

  /**
   * Two independent standard normal numbers from two words (Box and Muller 1958), the same to the
   * bit on every machine. For simulations: doubles are no noise that protects anybody.
   */
  public static double[] pair(RandomSource source) {
    double radius = Math.sqrt(-2 * StrictMath.log(((source.nextLong() >>> 11) + 0.5) * 0x1p-53));
    double angle = 2 * Math.PI * ((source.nextLong() >>> 11) * 0x1p-53);
    return new double[] {radius * StrictMath.cos(angle), radius * StrictMath.sin(angle)};
  }

  /**
   * The standard errors from an estimate to the ends of its interval, if its errors are normal.
   * Refuses what {@link Estimate#requireBasis} refuses.
   *
   * @param n reports that the estimate rests on
   */
  public static double ofInterval(long n, double confidence) {
    Estimate.requireBasis(n, confidence);
    return twoSided(confidence);
  }
}
