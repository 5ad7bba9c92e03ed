package org.sparkldp.datasets.law;

import org.sparkldp.datasets.GeneratorRefusal;
import org.sparkldp.datasets.Truth;

/**
 * The normal distribution.
 *
 * @param mu mean, finite
 * @param sigma standard deviation, finite, &gt; 0
 */
public record Normal(double mu, double sigma) implements Truth.Numeric {
  private static final double SQRT_2_PI = 2.5066282746310007;

  /** From here on the tail's continued fraction is used; below it the series is accurate. */
  private static final double TAIL = 1;

  public Normal {
    if (!(Double.isFinite(mu) && Double.isFinite(sigma) && sigma > 0)) {
      throw GeneratorRefusal.of(
          "A normal distribution needs a finite mu and a finite sigma > 0. Provided values: mu=%s,"
              + " sigma=%s. For a constant column choose a small sigma.",
          mu, sigma);
    }
  }

  @Override
  public double mean() {
    return mu;
  }

  @Override
  public double variance() {
    return sigma * sigma;
  }

  @Override
  public double cdf(double x) {
    return standardCdf((x - mu) / sigma);
  }

  @Override
  public double quantile(double p) {
    return mu + sigma * standardQuantile(Probabilities.requireOpenUnit(p));
  }

  static double standardDensity(double z) {
    return StrictMath.exp(-z * z / 2) / SQRT_2_PI;
  }

  /**
   * Probability that a standard normal is at most z; relative error some 1e-15, in the tails too.
   * Source: Abramowitz and Stegun 1964, 26.2.11 (series) and 26.2.14 (continued fraction).
   */
  static double standardCdf(double z) {
    if (z > TAIL) {
      return 1 - standardCdf(-z);
    }
    if (z < -TAIL) {
      // Q(x) = density(x) / (x + 1/(x + 2/(x + 3/(x + ...)))), evaluated from the far end. The
      // depth
      // that reaches 1e-17, measured in 40-digit arithmetic: 420 at x = 1, 115 at 2, 26 at 5.
      double x = -z;
      double fraction = x;
      for (int j = 20 + (int) (450 / (x * x)); j >= 1; j--) {
        fraction = x + j / fraction;
      }
      return standardDensity(z) / fraction;
    }
    // 1/2 + density(z) (z + z^3/3 + z^5/(3 5) + ...): all terms have one sign, nothing cancels.
    double term = z;
    double sum = z;
    for (int odd = 3; Math.abs(term) > 0x1p-60 * Math.abs(sum); odd += 2) {
      term *= z * z / odd;
      sum += term;
    }
    return 0.5 + standardDensity(z) * sum;
  }

  /**
   * Inverse of {@link #standardCdf}; relative error some 1e-16.
   *
   * <p>Source: Wichura 1988, Applied Statistics 37(3), algorithm AS 241, routine PPND16: a ratio of
   * two polynomials in each of three regions. The middle one, 85 % of draws, needs no logarithm.
   *
   * @param p in (0, 1)
   */
  static double standardQuantile(double p) {
    double q = p - 0.5;
    if (Math.abs(q) <= 0.425) {
      double r = 0.425 * 0.425 - q * q;
      return q * polynomial(MIDDLE_TOP, r) / polynomial(MIDDLE_BOTTOM, r);
    }
    double r = Math.sqrt(-StrictMath.log(q < 0 ? p : 1 - p));
    double z =
        r <= 5
            ? polynomial(NEAR_TOP, r - 1.6) / polynomial(NEAR_BOTTOM, r - 1.6)
            : polynomial(FAR_TOP, r - 5) / polynomial(FAR_BOTTOM, r - 5);
    return q < 0 ? -z : z;
  }

  private static double polynomial(double[] coefficients, double r) {
    double value = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      value = value * r + coefficients[i];
    }
    return value;
  }

  // AS 241, coefficients a and b (|p - 1/2| <= 0.425), c and d (r <= 5), e and f (r > 5).
  private static final double[] MIDDLE_TOP = {
    3.3871328727963665, 133.14166789178438, 1971.5909503065513,
    13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227
  };
  private static final double[] MIDDLE_BOTTOM = {
    1,
    42.31333070160091,
    687.1870074920579,
    5394.196021424751,
    21213.794301586597,
    39307.89580009271,
    28729.085735721943,
    5226.495278852854
  };
  private static final double[] NEAR_TOP = {
    1.4234371107496835, 4.630337846156546, 5.769497221460691,
    3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
    0.022723844989269184, 0.0007745450142783414
  };
  private static final double[] NEAR_BOTTOM = {
    1,
    2.053191626637759,
    1.6763848301838038,
    0.6897673349851,
    0.14810397642748008,
    0.015198666563616457,
    0.0005475938084995345,
    1.0507500716444169e-9
  };
  private static final double[] FAR_TOP = {
    6.657904643501103, 5.463784911164114, 1.7848265399172913,
    0.29656057182850487, 0.026532189526576124, 0.0012426609473880784,
    2.7115555687434876e-5, 2.0103343992922881e-7
  };
  private static final double[] FAR_BOTTOM = {
    1,
    0.599832206555888,
    0.1369298809227358,
    0.014875361290850615,
    0.0007868691311456133,
    1.8463183175100548e-5,
    1.421511758316446e-7,
    2.0442631033899397e-15
  };
}
