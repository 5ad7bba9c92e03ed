package org.sparkldp.protocols.random;

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
  private static final long HALF = 1L << 63;

  private final int t;
  private final int s;

  /**
   * @param t numerator of the scale, in units of the result, at least 1
   * @param s its denominator, at least 1
   */
  public DiscreteLaplace(int t, int s) {
    if (t < 1 || s < 1) {
      throw new IllegalArgumentException(
          "a scale must be a fraction of integers of at least 1. Provided value: "
              + t
              + "/"
              + s
              + ".");
    }
    this.t = t;
    this.s = s;
  }

  /**
   * One draw. It is below 2^62 in size but for a probability of less than exp(−2^30), so that longs
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
  public double logLikelihood(long x) {
    return -Math.abs((double) x) * s / t;
  }

  @Override
  public String toString() {
    return "discrete Laplace of scale " + t + "/" + s;
  }
}
