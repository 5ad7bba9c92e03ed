package org.sparkldp.protocols.release;

import java.util.function.DoublePredicate;
import org.apache.commons.numbers.gamma.Erfcx;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The analytic Gaussian mechanism: the smallest standard deviation of Gaussian noise under which an
 * answer of a given L2 sensitivity is (epsilon, delta)-differentially private, and the two inverse
 * questions.
 *
 * <p>Input: epsilon in nats, 0 to 300 (0 asks for total-variation distance delta); delta, 1e-15 to
 * below 1; sensitivity Δ and standard deviation sigma in the answer's unit, positive. Errors:
 * parameters out of range. Cost: some hundred evaluations of special functions, about 50 µs.
 *
 * <p>Source: Balle &amp; Wang, "Improving the Gaussian Mechanism for Differential Privacy:
 * Analytical Calibration and Optimal Denoising", ICML 2018, Theorem 8: with s = sigma/Δ, noise of
 * sigma is private exactly when
 *
 * <pre>
 *   delta(s) = Φ(−a) − e^eps Φ(−b) ≤ delta,     a = eps s − 1/(2s),  b = eps s + 1/(2s).
 * </pre>
 *
 * <p>Their Algorithm 1 evaluates this as it stands, which cancels for small delta and overflows for
 * large epsilon. Here e^eps φ(b) = φ(a) turns it into Mills ratios M(x) = (1 − Φ(x))/φ(x),
 *
 * <pre>
 *   delta(s) = φ(a) (M(a) − M(a + 1/s)),
 * </pre>
 *
 * and where even those cancel, into the integral of −M′(t) = 1 − t M(t) over [a, a + 1/s] by Gauss
 * and Legendre. All in logarithms. The answer is the safe end of the bracket, raised by a relative
 * {@value #MARGIN} that covers the evaluation's own error: never under-noised.
 */
public final class GaussianCalibration {
  /** The largest epsilon, nats. */
  public static final double MAX_EPSILON = 300;

  /** The smallest delta. */
  public static final double MIN_DELTA = 1e-15;

  private static final String USUAL = "Usual choices are far below one over the number of people.";

  /** The failure mass of privacy. */
  public static final Parameter DELTA =
      Parameter.real("delta", "failure mass of privacy")
          .from(MIN_DELTA, USUAL)
          .below(1, USUAL)
          .example("1e-5");

  /** Relative; the evaluation errs by less than 2e-14 over the whole range. */
  private static final double MARGIN = 1e-12;

  private static final double LOG_SQRT_2_PI = 0.5 * Math.log(2 * Math.PI);
  private static final double SQRT_HALF_PI = Math.sqrt(Math.PI / 2);
  private static final double SQRT_HALF = Math.sqrt(0.5);

  /** Positive nodes of the 20-point Gauss–Legendre rule on [−1, 1], and their weights. */
  private static final double[][] GAUSS_LEGENDRE = gaussLegendre(20);

  private GaussianCalibration() {}

  /**
   * The smallest standard deviation that gives (epsilon, delta), rounded up.
   *
   * @param epsilon nats, 0 to 300
   * @param delta 1e-15 to below 1
   * @param sensitivity L2 sensitivity, positive; the result has its unit
   */
  public static double sigma(double epsilon, double delta, double sensitivity) {
    requireEpsilon(epsilon);
    DELTA.require(delta);
    requirePositive("sensitivity", sensitivity);
    double logDelta = Math.log(delta);
    double relative = smallest(s -> logDelta(epsilon, s) <= logDelta);
    double sigma = up(relative, sensitivity);
    if (sigma == Double.POSITIVE_INFINITY) {
      throw Require.refusal(
          "sensitivity must be small enough for sigma to be finite. Provided value: %s; measure the"
              + " answer in a larger unit.",
          sensitivity);
    }
    return sigma;
  }

  /** The delta of noise of standard deviation sigma at an epsilon, rounded up; in [0, 1]. */
  public static double delta(double epsilon, double sigma, double sensitivity) {
    requireEpsilon(epsilon);
    requirePositive("sigma", sigma);
    requirePositive("sensitivity", sensitivity);
    return Math.min(1, up(Math.exp(logDelta(epsilon, ratio(sigma, sensitivity))), 1));
  }

  /**
   * The smallest epsilon of noise of standard deviation sigma at a delta, rounded up; 0 where total
   * variation is within delta already.
   */
  public static double epsilon(double sigma, double delta, double sensitivity) {
    DELTA.require(delta);
    return epsilonOf(sigma, delta, sensitivity);
  }

  /** {@link #epsilon} also where delta is a little below the smallest. */
  static double epsilonOf(double sigma, double delta, double sensitivity) {
    requirePositive("sigma", sigma);
    requirePositive("sensitivity", sensitivity);
    double s = ratio(sigma, sensitivity);
    double logDelta = Math.log(delta);
    if (logDelta(0, s) <= logDelta) {
      return 0;
    }
    double most = MAX_EPSILON * (1 + 1e-9); // the margin must not refuse what sigma(300) gave
    DoublePredicate isPrivate = e -> logDelta(e, s) <= logDelta;
    double epsilon =
        isPrivate.test(most) ? smallest(isPrivate) * (1 + MARGIN) : Double.POSITIVE_INFINITY;
    if (epsilon > most) {
      throw Require.refusal(
          "sigma must be large enough for an epsilon of at most 300. Provided value: %s at"
              + " sensitivity %s.",
          sigma, sensitivity);
    }
    return epsilon;
  }

  /** A product and the margin; among subnormal numbers rounding may cost more than the margin. */
  private static double up(double x, double factor) {
    double product = x * (1 + MARGIN) * factor;
    return product < Double.MIN_NORMAL ? Math.nextUp(product) : product;
  }

  /** sigma in sensitivities; of numbers too far apart for a double, the nearest there is. */
  private static double ratio(double sigma, double sensitivity) {
    return Math.min(sigma / sensitivity, Double.MAX_VALUE);
  }

  /** ln delta(s) of the class comment. */
  static double logDelta(double epsilon, double s) {
    double a = epsilon * s - 1 / (2 * s);
    double b = epsilon * s + 1 / (2 * s);
    if (a <= 0) {
      double own = logUpperTail(a);
      double other = epsilon + logUpperTail(b);
      if (other - own <= -1e-3) {
        return own + Math.log(-Math.expm1(other - own));
      }
    } else {
      double difference = mills(a) - mills(b);
      if (difference > 0.1 * mills(a)) {
        return logDensity(a) + Math.log(difference);
      }
    }
    return logDensity(a) + Math.log(integral(a, 1 / s));
  }

  private static double logDensity(double x) {
    return -x * x / 2 - LOG_SQRT_2_PI;
  }

  /** ln(1 − Φ(x)). */
  private static double logUpperTail(double x) {
    return x < 0 ? Math.log1p(-StandardNormal.cdf(x)) : logDensity(x) + Math.log(mills(x));
  }

  private static double mills(double x) {
    return SQRT_HALF_PI * Erfcx.value(x * SQRT_HALF);
  }

  /** The integral of 1 − t M(t) over [from, from + width]. */
  private static double integral(double from, double width) {
    // The integrand falls smoothly from 1 to 1/t²; pieces of length 1 keep 20 points exact.
    int pieces = (int) Math.max(1, Math.ceil(Math.min(width, 64)));
    double sum = 0;
    for (int piece = 0; piece < pieces; piece++) {
      double half = width / pieces / 2;
      double middle = from + (2 * piece + 1) * half;
      for (int i = 0; i < GAUSS_LEGENDRE[0].length; i++) {
        double offset = half * GAUSS_LEGENDRE[0][i];
        sum += half * GAUSS_LEGENDRE[1][i] * (slope(middle - offset) + slope(middle + offset));
      }
    }
    return sum;
  }

  /** −M′(t) = 1 − t M(t), which cancels for large t: there by M's continued fraction. */
  private static double slope(double t) {
    if (t < 5) {
      return 1 - t * mills(t);
    }
    double r = 0; // M(t) = 1/(t + r), r = 1/(t + 2/(t + 3/(t + ...)))
    for (int level = 60; level >= 1; level--) {
      r = level / (t + r);
    }
    return r / (t + r);
  }

  /**
   * The smallest x &gt; 0 for which a monotone predicate holds, to the last bit and on its side; it
   * must hold for some x.
   */
  private static double smallest(DoublePredicate holds) {
    double high = Bisection.doubled(1, holds);
    double low = high / 2;
    while (low > 0 && holds.test(low)) {
      high = low;
      low /= 2;
    }
    return Bisection.halve(low, high, holds).high();
  }

  /** Nodes and weights by Newton's method on the Legendre polynomial. */
  private static double[][] gaussLegendre(int points) {
    double[][] rule = new double[2][points / 2];
    for (int i = 0; i < points / 2; i++) {
      double x = Math.cos(Math.PI * (i + 0.75) / (points + 0.5));
      double derivative = 0;
      for (int step = 0; step < 10; step++) {
        double previous = 1;
        double value = x;
        for (int degree = 2; degree <= points; degree++) {
          double next = ((2 * degree - 1) * x * value - (degree - 1) * previous) / degree;
          previous = value;
          value = next;
        }
        derivative = points * (x * value - previous) / (x * x - 1);
        x -= value / derivative;
      }
      rule[0][i] = x;
      rule[1][i] = 2 / ((1 - x * x) * derivative * derivative);
    }
    return rule;
  }

  private static void requireEpsilon(double epsilon) {
    Require.that(epsilon >= 0 && epsilon <= MAX_EPSILON)
        .orRefuse("epsilon must be between 0 and 300. Provided value: %s.", epsilon);
  }

  private static void requirePositive(String name, double value) {
    Require.that(value > 0 && value < Double.POSITIVE_INFINITY)
        .orRefuse("%s must be finite and above 0. Provided value: %s.", name, value);
  }
}
