package org.sparkldp.published.gaussian;

import java.math.BigInteger;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;

/**
 * An interval as a grid, and noise on it: a place in the interval becomes one of steps + 1
 * integers, and integer noise is added. Two places differ by at most {@code steps}, and that is all
 * the noise has to hide; how a place was rounded makes no difference to privacy.
 *
 * <p>Rounding moves a place by at most half a step. Over smooth values the moves have mean 0 and
 * the variance of a uniform, step²/12: with 2^16 steps, below 1e-10 of the noise's at epsilon 1.
 * There are fewer steps, never below 2^6, where epsilon is so small that the noise would outgrow
 * its integers.
 *
 * @param steps length of the interval
 * @param noise integer noise
 * @param exactEpsilon of the noise for that length, at the claimed delta
 */
record GridNoise(int steps, DiscreteNoise noise, double exactEpsilon) {
  private static final int MOST_STEPS = 1 << 16;

  /**
   * Laplace noise of scale t ≥ steps/epsilon: two places' probabilities of any report differ by at
   * most the factor exp(steps/t).
   */
  static GridNoise laplace(double epsilon) {
    int steps = MOST_STEPS;
    while (steps / epsilon > 0x1p30) {
      steps /= 2;
    }
    int scale = (int) Math.ceil(steps / epsilon);
    while (exactEpsilon(steps, scale) > epsilon) {
      scale++;
    }
    return new GridNoise(steps, new DiscreteLaplace(scale, 1), exactEpsilon(steps, scale));
  }

  private static double exactEpsilon(int steps, int scale) {
    return Epsilon.ofQuotient(BigInteger.valueOf(steps), BigInteger.valueOf(scale));
  }

  /**
   * Gaussian noise of the published variance, 2 ln(2/delta) (steps/epsilon)², or more if that is
   * not private.
   *
   * <p>Discrete Gaussian noise of variance parameter v is rho-concentrated private with rho =
   * steps²/(2 v), for any two places (Canonne, Kamath &amp; Steinke, NeurIPS 2020, Theorem 4), and
   * that is (rho + 2 √(rho ln(1/delta)), delta)-private (Bun &amp; Steinke, TCC 2016, Proposition
   * 1.3). With l = ln(1/delta) this is epsilon at rho = (√(l + epsilon) − √l)². The published
   * variance has rho = epsilon²/(4 ln(2/delta)), which is less whenever epsilon ≤ 2 ln 2: then (√l
   * + √rho)² = l + epsilon √(l/ln(2/delta)) + rho ≤ l + epsilon because epsilon/(4 ln(2/delta)) ≤
   * ln(2)/(2 ln(2/delta)) ≤ 1 − √(l/ln(2/delta)), the last by 1 − √(1 − x) ≥ x/2.
   */
  static GridNoise gaussian(double epsilon, double delta) {
    double l = -StrictMath.log(delta);
    double rootRho = epsilon / (StrictMath.sqrt(l + epsilon) + StrictMath.sqrt(l));
    double published = 2 * (StrictMath.log(2) + l) / (epsilon * epsilon);
    double variance = Math.max(published, 1 / (2 * rootRho * rootRho)) * (1 + 1e-9);
    double steps = MOST_STEPS;
    while (variance * steps * steps > 0x1p60) {
      steps /= 2;
    }
    long whole = (long) Math.ceil(variance * steps * steps);
    double rho = steps * steps / (2.0 * whole);
    double exact = (rho + 2 * StrictMath.sqrt(rho * l)) * (1 + 1e-12); // covers its own rounding
    return new GridNoise((int) steps, new DiscreteGaussian(whole, 1), exact);
  }

  /**
   * The integer of a place.
   *
   * @param place from 0, the lower end, to 1, the upper; anything outside is clipped
   * @return in [0, steps]
   */
  long input(double place) {
    return Math.round(Math.max(0, Math.min(1, place)) * steps);
  }

  /** An input's report: counted from the middle of the interval, with noise. */
  long report(long input, RandomSource source) {
    return input - steps / 2 + noise.sample(source);
  }

  /** How much likelier the report is for one input than for another, as a logarithm. */
  double contrast(long report, long input, long other) {
    long middle = report + steps / 2;
    return noise.logLikelihood(middle - input) - noise.logLikelihood(middle - other);
  }
}
