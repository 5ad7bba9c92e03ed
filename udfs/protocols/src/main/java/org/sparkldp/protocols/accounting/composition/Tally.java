package org.sparkldp.protocols.accounting.composition;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.sparkldp.protocols.check.Require;

/**
 * The spending of one person on several reports, in the sums that bounds need. Sums of epsilon and
 * delta are whole numbers of grains, so exact in any order; all others are rounded upwards.
 * Immutable.
 *
 * <p>{@link #plus} is for reports of the same people, {@link #max} for reports of different ones: a
 * person is in one round or one cohort, so of these the dearest counts (McSherry, SIGMOD 2009,
 * Theorem 4).
 *
 * <p>{@link #epsilon} takes the least of several bounds. They hold for guarantees that were fixed
 * before the first report; sums and concentrated bounds hold also if later ones are chosen by what
 * earlier reports said (Rogers, Roth, Ullman &amp; Vadhan, NeurIPS 2016; Feldman &amp; Zrnic,
 * NeurIPS 2021).
 */
public final class Tally {
  /** Nothing. */
  public static final Tally NONE = new Tally(GuaranteeSums.NONE, GuaranteeSums.NONE);

  /** Grains of one unit of epsilon. */
  public static final int EPSILON_DIGITS = 12;

  /** Digits of a grain of delta. */
  public static final int DELTA_DIGITS = 18;

  /**
   * Sums over guarantees.
   *
   * @param most the largest epsilon
   * @param drift of {@link Composition#advanced}
   * @param rho of concentrated privacy
   */
  private record GuaranteeSums(
      long count,
      long epsilonGrains,
      long deltaGrains,
      double most,
      double squares,
      double drift,
      double rho) {
    private static final GuaranteeSums NONE = new GuaranteeSums(0, 0, 0, 0, 0, 0, 0);

    private GuaranteeSums plus(GuaranteeSums other) {
      return new GuaranteeSums(
          sum(count, other.count),
          sum(epsilonGrains, other.epsilonGrains),
          sum(deltaGrains, other.deltaGrains),
          Math.max(most, other.most),
          up(squares, other.squares),
          up(drift, other.drift),
          up(rho, other.rho));
    }

    private GuaranteeSums max(GuaranteeSums other) {
      return new GuaranteeSums(
          Math.max(count, other.count),
          Math.max(epsilonGrains, other.epsilonGrains),
          Math.max(deltaGrains, other.deltaGrains),
          Math.max(most, other.most),
          Math.max(squares, other.squares),
          Math.max(drift, other.drift),
          Math.max(rho, other.rho));
    }

    private GuaranteeSums times(long n) {
      return new GuaranteeSums(
          product(count, n),
          product(epsilonGrains, n),
          product(deltaGrains, n),
          most,
          product(squares, n),
          product(drift, n),
          product(rho, n));
    }

    private static double up(double a, double b) {
      return a == 0 ? b : b == 0 ? a : Math.nextUp(a + b);
    }

    private static long sum(long a, long b) {
      long sum = a + b; // neither is negative
      return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private static double product(double a, long n) {
      return a == 0 ? 0 : Math.nextUp(a * n);
    }

    private static long product(long a, long n) {
      return a != 0 && n > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * n;
    }
  }

  private final GuaranteeSums plain;
  private final GuaranteeSums gaussian;

  private Tally(GuaranteeSums plain, GuaranteeSums gaussian) {
    this.plain = plain;
    this.gaussian = gaussian;
  }

  /**
   * One report.
   *
   * @param epsilonGrains its epsilon
   * @param deltaGrains its delta
   * @param rho of Gaussian noise; 0 where there is none, or where nobody has computed it
   */
  public static Tally of(long epsilonGrains, long deltaGrains, double rho) {
    Require.that(epsilonGrains >= 0 && deltaGrains >= 0 && rho >= 0)
        .orRefuse(
            "a report must cost nothing or more. Provided: %s, %s, %s.",
            epsilonGrains, deltaGrains, rho);
    double epsilon = epsilon(epsilonGrains);
    GuaranteeSums part =
        new GuaranteeSums(
            1,
            epsilonGrains,
            deltaGrains,
            epsilon,
            Math.nextUp(epsilon * epsilon),
            Math.nextUp(Math.nextUp(epsilon * Math.tanh(epsilon / 2))),
            rho > 0 ? rho : Math.nextUp(epsilon * epsilon / 2));
    return rho > 0 ? new Tally(GuaranteeSums.NONE, part) : new Tally(part, GuaranteeSums.NONE);
  }

  /**
   * A number of grains, rounded up. A double stands for the decimal that it prints as, as in specs:
   * ten reports of 0.1 are 1.
   */
  public static long epsilonGrains(double epsilon) {
    return grains(epsilon, EPSILON_DIGITS);
  }

  /** A number of grains, rounded up. */
  public static long deltaGrains(double delta) {
    return grains(delta, DELTA_DIGITS);
  }

  private static long grains(double value, int digits) {
    return new BigDecimal(Double.toString(value))
        .scaleByPowerOfTen(digits)
        .setScale(0, RoundingMode.CEILING)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }

  /** What so many grains are, rounded up. */
  public static double epsilon(long grains) {
    return value(grains, EPSILON_DIGITS);
  }

  /** What so many grains are, rounded up. */
  public static double delta(long grains) {
    return value(grains, DELTA_DIGITS);
  }

  private static double value(long grains, int digits) {
    BigDecimal exact = BigDecimal.valueOf(grains, digits);
    double near = exact.doubleValue();
    return new BigDecimal(near).compareTo(exact) < 0 ? Math.nextUp(near) : near;
  }

  /** Both, of the same people. */
  public Tally plus(Tally other) {
    return new Tally(plain.plus(other.plain), gaussian.plus(other.gaussian));
  }

  /** Either, of different people. */
  public Tally max(Tally other) {
    return new Tally(plain.max(other.plain), gaussian.max(other.gaussian));
  }

  /** So many times, of the same people. */
  public Tally times(long n) {
    Require.that(n >= 0).orRefuse("a number of times must not be negative. Provided: %s.", n);
    return n == 0 ? NONE : new Tally(plain.times(n), gaussian.times(n));
  }

  /** The sum of epsilons. */
  public long epsilonGrains() {
    return GuaranteeSums.sum(plain.epsilonGrains, gaussian.epsilonGrains);
  }

  /** The sum of deltas. */
  public long deltaGrains() {
    return GuaranteeSums.sum(plain.deltaGrains, gaussian.deltaGrains);
  }

  /**
   * The least known bound on epsilon for all together, in grains; {@link Long#MAX_VALUE} if there
   * is none at this delta.
   *
   * @param totalDeltaGrains the delta that all together may have
   */
  public long epsilonGrains(long totalDeltaGrains) {
    long least = deltaGrains() <= totalDeltaGrains ? epsilonGrains() : Long.MAX_VALUE;
    GuaranteeSums all = plain.plus(gaussian);
    double slack = left(totalDeltaGrains, deltaGrains());
    if (slack > 0) {
      least = Math.min(least, up(Composition.advanced(all.drift, all.squares, slack)));
      least = Math.min(least, up(Composition.optimal(all.count, all.most, slack)));
    }
    double slackOfPlain = left(totalDeltaGrains, plain.deltaGrains);
    if (slackOfPlain > 0) {
      least = Math.min(least, up(Composition.concentrated(all.rho, slackOfPlain)));
      long apart = up(Composition.concentrated(gaussian.rho, slackOfPlain));
      least = Math.min(least, GuaranteeSums.sum(plain.epsilonGrains, apart));
    }
    return least;
  }

  /** Rounded down, and so on the safe side. */
  private static double left(long total, long spent) {
    return total <= spent ? 0 : Math.nextDown((total - spent) * 1e-18);
  }

  private static long up(double epsilon) {
    return epsilonGrains(epsilon);
  }
}
