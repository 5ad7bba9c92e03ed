package org.sparkldp.protocols.random;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.sparkldp.protocols.check.Require;

/**
 * Laplace noise on the integers, exact: P[X = x] = (1 − r)/(1 + r) r^|x| with r = exp(−s/t). Added
 * to an integer of sensitivity Δ it is epsilon-differentially private for epsilon = Δ s/t.
 *
 * <p>The scale t/s is a fraction, so all arithmetic is on integers, and every coin comes through
 * the overridable samplers of {@link RandomSource}. Cost: about ten draws. Immutable. Errors: t or
 * s below 1.
 *
 * <p>Source: Canonne, Kamath &amp; Steinke, NeurIPS 2020, Algorithm 2.
 */
public final class DiscreteLaplace implements DiscreteNoise {
  /** The largest scale that is made for a claim, so that t and s fit integers. */
  private static final int WIDEST = 1 << 30;

  private static final long HALF = 1L << 63;

  /** Noise is beyond so many t/s with a chance of e^-1000. */
  private static final double REACH = 1000;

  /** What t may be about, safely below 2^31. */
  private static final double LARGEST_NUMERATOR = 0x1p31 - 8;

  /** How many denominators are tried for a tight fraction. */
  private static final int DENOMINATORS = 4096;

  private final int t;
  private final int s;

  /**
   * @param t numerator of the scale, in units of the result, at least 1
   * @param s its denominator, at least 1
   */
  public DiscreteLaplace(int t, int s) {
    Require.that(t >= 1 && s >= 1)
        .orRefuse(
            "a scale must be a fraction of integers of at least 1. Provided value: %s/%s.", t, s);
    this.t = t;
    this.s = s;
  }

  /**
   * Noise that gives integers of that sensitivity epsilon-differential privacy, with a scale at or
   * just above sensitivity/epsilon. Of 4,096 fractions with t just below 2^31 the one is taken that
   * keeps the exact level Δ s/t tightest below the claim, by 2^-41 or so and at most 2^-29
   * (relative) for scales up to 2^29.
   *
   * @param epsilon above 0
   * @param sensitivity Δ, at least 1; Δ/epsilon at most 2^30
   */
  public static DiscreteLaplace of(double epsilon, long sensitivity) {
    Require.that(sensitivity >= 1 && sensitivity / epsilon <= WIDEST)
        .orRefuse(
            "sensitivity must be at least 1, and over epsilon at most 2^30. Provided values: %s and"
                + " %s; take a coarser grid.",
            sensitivity, epsilon);
    BigDecimal claim = new BigDecimal(epsilon);
    MathContext up = new MathContext(40, RoundingMode.CEILING);
    DiscreteLaplace best = null;
    double leastWaste = Double.POSITIVE_INFINITY;
    int largest = (int) Math.min(Integer.MAX_VALUE, LARGEST_NUMERATOR * epsilon / sensitivity);
    for (int s = largest; s > Math.max(0, largest - DENOMINATORS); s--) {
      BigDecimal least =
          BigDecimal.valueOf(sensitivity).multiply(BigDecimal.valueOf(s)).divide(claim, up);
      BigDecimal t = least.setScale(0, RoundingMode.CEILING);
      double waste = t.subtract(least).doubleValue() / t.doubleValue();
      if (waste < leastWaste) {
        leastWaste = waste;
        best = new DiscreteLaplace(t.intValueExact(), s);
      }
    }
    return best; // there is one, the scale being at most 2^30
  }

  /** Numerator of the scale. */
  public int t() {
    return t;
  }

  /** Denominator of the scale. */
  public int s() {
    return s;
  }

  /**
   * One draw. It is below 2^62 in size, except with probability less than exp(−2^30), so that longs
   * do not overflow.
   */
  @Override
  public long sample(RandomSource source) {
    while (true) {
      // u + t v is geometric with ratio exp(−1/t): u < t by rejection, v by coins of exp(−1).
      int u = source.uniform(t);
      if (!Coins.exponential(source, u, t)) {
        continue;
      }
      long v = 0;
      while (Coins.exponential(source)) {
        v++;
      }
      long size = (u + t * v) / s; // and this geometric with ratio exp(−s/t)
      boolean negative = source.bernoulli(HALF);
      if (!negative || size != 0) { // of the two zeros one is thrown away
        return negative ? -size : size;
      }
    }
  }

  /** The variance of a draw, 2 r/(1 − r)². */
  @Override
  public double variance() {
    double half = Math.sinh(s / (2.0 * t)); // (1 − r)²/r = 4 sinh²
    return 1 / (2 * half * half);
  }

  @Override
  public long reach() {
    return (long) Math.ceil(REACH * t / s);
  }

  @Override
  public double logLikelihood(long x) {
    return -Math.abs((double) x) * s / t;
  }

  @Override
  public String toString() {
    return "discrete Laplace of scale " + t + "/" + s;
  }
}
