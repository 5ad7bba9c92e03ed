package org.sparkldp.protocols.random;

import java.math.BigInteger;
import org.sparkldp.protocols.check.Require;

/**
 * Gaussian noise on the integers, exact: P[X = x] is proportional to exp(−x²/(2 σ²)). Added to an
 * integer it gives the concentrated differential privacy of continuous noise of the same σ² (their
 * Theorem 4), Δ²/(2 σ²) for sensitivity Δ.
 *
 * <p>σ² is a fraction of integers, so all arithmetic is on integers, and every coin comes through
 * the overridable samplers of {@link RandomSource}. Cost: two trials on average, each a draw of
 * {@link DiscreteLaplace} and a few divisions of integers of up to 200 bits. Immutable. Errors: σ²
 * outside of (0, 2^60].
 *
 * <p>Source: Canonne, Kamath &amp; Steinke, "The Discrete Gaussian for Differential Privacy",
 * NeurIPS 2020, Algorithm 3. With t = ⌊σ⌋ + 1, discrete Laplace noise y of scale t is kept with
 * probability exp(−(|y| − σ²/t)²/(2 σ²)); with σ² = p/q that is
 *
 * <pre>
 *   exp(−(|y| q t − p)² / (2 p q t²)).
 * </pre>
 */
public final class DiscreteGaussian implements DiscreteNoise {
  private static final long MOST = 1L << 60;

  /** Noise is beyond so many σ with a chance below e^-1000, for 45²/2 is more than that. */
  private static final double REACH = 45;

  private final long p;
  private final int q;
  private final BigInteger bigP;
  private final BigInteger qt;
  private final BigInteger denominator;
  private final DiscreteLaplace proposal;

  /**
   * @param p numerator of σ², in squared units of the result, at least 1
   * @param q its denominator, at least 1; p/q at most 2^60
   */
  public DiscreteGaussian(long p, int q) {
    if (p < 1 || q < 1 || p / q > MOST || (p / q == MOST && p % q > 0)) {
      throw Require.refusal(
          "a variance must be a fraction of integers of at least 1, and at most 2^60. Provided"
              + " value: %s/%s; take a coarser grid.",
          p, q);
    }
    this.p = p;
    this.q = q;
    int t = (int) DiscreteNoise.root(BigInteger.valueOf(p / q)) + 1;
    this.proposal = new DiscreteLaplace(t, 1);
    this.bigP = BigInteger.valueOf(p);
    this.qt = BigInteger.valueOf((long) q * t);
    this.denominator = bigP.shiftLeft(1).multiply(qt).multiply(BigInteger.valueOf(t)); // 2 p q t²
  }

  @Override
  public long sample(RandomSource source) {
    while (true) {
      long y = proposal.sample(source);
      BigInteger distance = BigInteger.valueOf(Math.abs(y)).multiply(qt).subtract(bigP);
      if (Coins.exponential(source, distance.multiply(distance), denominator)) {
        return y;
      }
    }
  }

  /**
   * The variance of a draw. A little below σ²: by Poisson's formula the relative difference is
   * about 8π²σ² exp(−2π²σ²), below 1e-15 from σ² = 2 on.
   */
  @Override
  public double variance() {
    double sigma2 = (double) p / q;
    if (sigma2 >= 2) {
      return sigma2;
    }
    double mass = 0.5; // all sums over x ≥ 0, x = 0 counting half
    double squares = 0;
    for (int x = 1; x <= 20; x++) {
      double weight = Math.exp(-x * x / (2 * sigma2));
      mass += weight;
      squares += weight * x * x;
    }
    return squares / mass;
  }

  @Override
  public long reach() {
    return (long) Math.ceil(REACH * Math.sqrt((double) p / q));
  }

  @Override
  public double logLikelihood(long x) {
    return -(double) x * x * q / (2.0 * p);
  }

  @Override
  public String toString() {
    return "discrete Gaussian of variance " + p + "/" + q;
  }
}
