package org.sparkldp.protocols.accounting;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;

/**
 * Epsilon, the privacy loss in nats, with every rounding against the claim.
 *
 * <p>The epsilon of a finite randomizer is ln of the largest ratio of two integers. {@link
 * #ofRatio} returns a double that is never below that logarithm and within a few units in the last
 * place above it: the quotient is rounded up in 40 decimal digits and again to a double, and
 * fdlibm's log and log1p (which StrictMath is) err by less than one unit in the last place, so two
 * steps up cover them.
 */
public final class Epsilon {
  /**
   * The largest epsilon accepted, in nats. e^20 is half a billion: beyond, a report is as good as
   * the value, and 64-bit thresholds could no longer keep the exact epsilon within 1e-9 of the
   * claim.
   */
  public static final double MAX = Parameter.EPSILON.most();

  /**
   * The smallest epsilon accepted, in nats; below, no realistic number of users gives an answer.
   */
  public static final double MIN = Parameter.EPSILON.least();

  private static final MathContext CEILING_40 = new MathContext(40, RoundingMode.CEILING);

  /** 2^64, the denominator of every threshold. */
  public static final BigInteger WORDS = BigInteger.ONE.shiftLeft(64);

  private Epsilon() {}

  /** Refuses an epsilon that is not a number in [1e-6, 20]. */
  public static double require(double epsilon) {
    return Parameter.EPSILON.require(epsilon);
  }

  /**
   * ln(larger / smaller), rounded up.
   *
   * @param larger at least smaller
   * @param smaller at least 0; 0 gives positive infinity
   */
  public static double ofRatio(BigInteger larger, BigInteger smaller) {
    Require.that(smaller.signum() >= 0 && larger.compareTo(smaller) >= 0)
        .orRefuse("a ratio must be given as larger over smaller, both ≥ 0.");
    if (larger.equals(smaller)) {
      return 0;
    }
    if (smaller.signum() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    BigInteger excess = larger.subtract(smaller);
    BigDecimal denominator = new BigDecimal(smaller);
    double log;
    if (excess.compareTo(smaller) < 0) {
      log = StrictMath.log1p(up(new BigDecimal(excess).divide(denominator, CEILING_40)));
    } else {
      // Ratios beyond the range of doubles are halved often enough, exactly.
      int halvings = Math.max(0, larger.bitLength() - smaller.bitLength() - 1000);
      BigDecimal ratio =
          new BigDecimal(larger).divide(new BigDecimal(smaller.shiftLeft(halvings)), CEILING_40);
      log = StrictMath.log(up(ratio));
      if (halvings > 0) {
        log = Math.nextUp(log) + Math.nextUp(halvings * Math.nextUp(StrictMath.log(2)));
      }
    }
    return Math.nextUp(Math.nextUp(log));
  }

  /**
   * numerator / denominator, rounded up to a double: the loss of noise whose likelihood falls by
   * exponentials of a fraction.
   *
   * @param numerator at least 0
   * @param denominator at least 1
   */
  public static double ofQuotient(BigInteger numerator, BigInteger denominator) {
    return up(new BigDecimal(numerator).divide(new BigDecimal(denominator), CEILING_40));
  }

  /** {@link #ofRatio(BigInteger, BigInteger)} of unsigned 64-bit integers. */
  public static double ofRatio(long larger, long smaller) {
    return ofRatio(unsigned(larger), unsigned(smaller));
  }

  /** The sum of two losses, rounded up (sequential composition). */
  public static double add(double a, double b) {
    return a == 0 ? b : b == 0 ? a : Math.nextUp(a + b);
  }

  /** A 64-bit word read as an unsigned integer. */
  public static BigInteger unsigned(long word) {
    BigInteger value = BigInteger.valueOf(word);
    return word < 0 ? value.add(WORDS) : value;
  }

  private static double up(BigDecimal exact) {
    double nearest = exact.doubleValue();
    return new BigDecimal(nearest).compareTo(exact) >= 0 ? nearest : Math.nextUp(nearest);
  }
}
