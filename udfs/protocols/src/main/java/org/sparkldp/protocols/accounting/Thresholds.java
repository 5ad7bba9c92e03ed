package org.sparkldp.protocols.accounting;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;
import org.sparkldp.protocols.check.Require;

/** Integer thresholds (probabilities over 2^64), from formulas in doubles and certified after. */
public final class Thresholds {
  private static final double TWO_64 = 0x1p64;

  private Thresholds() {}

  /**
   * round(p · 2^64) as an unsigned word, for 0 &lt; p &lt; 1 that leave at least one word on either
   * side.
   */
  public static long of(double p) {
    Require.that(p > 0 && p < 1)
        .orRefuse("a probability must lie strictly between 0 and 1. Provided value: %s.", p);
    BigInteger words =
        new BigDecimal(p)
            .multiply(new BigDecimal(Epsilon.WORDS))
            .setScale(0, RoundingMode.HALF_EVEN)
            .toBigInteger();
    return words.max(BigInteger.ONE).min(Epsilon.WORDS.subtract(BigInteger.ONE)).longValue();
  }

  /** threshold / 2^64, rounded to the nearest double. */
  public static double probability(long threshold) {
    return (threshold >>> 11) * 0x1p-53 + (threshold & 0x7ff) / TWO_64;
  }

  /**
   * The smallest threshold at or just above {@code start} whose exact epsilon is at or below the
   * claim, where a larger threshold means a smaller epsilon. The start comes from a formula in
   * doubles, so it is right up to some units in its last place; steps grow by doubling.
   */
  public static long raiseUntil(double claim, long start, ToDoubleFunction<Long> exactEpsilon) {
    long threshold = start;
    for (long step = 1; step > 0; step <<= 1) {
      if (exactEpsilon.applyAsDouble(threshold) <= claim) {
        return threshold;
      }
      threshold += step;
    }
    throw Require.refusal("epsilon is too fine for 64-bit thresholds. Provided value: %s.", claim);
  }
}
