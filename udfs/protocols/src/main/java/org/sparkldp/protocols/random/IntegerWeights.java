package org.sparkldp.protocols.random;

import java.math.BigInteger;
import java.util.List;
import org.sparkldp.protocols.check.Require;

/**
 * Outcomes 0, 1, … whose probabilities are in the ratio of given integers, of any size, and are
 * drawn exactly.
 *
 * <p>By inversion: a uniform number in [0, 1) is drawn digit by digit until it is certain between
 * which two of the cumulated weights it lies. The first 60 binary digits decide, except with
 * probability m 2^-60 among m outcomes. Cost: one word and a binary search; 8 bytes and a big
 * integer an outcome. Immutable. Errors: no weights, or one below 1.
 */
public final class IntegerWeights {
  private static final int FIRST_DIGITS = 60;
  private static final int MORE_DIGITS = 30;

  private final BigInteger[] ends; // of each outcome's run of the total
  private final long[] leading; // of ends over the total, the first 60 binary digits

  /**
   * @param weights each at least 1
   */
  public IntegerWeights(List<BigInteger> weights) {
    ends = new BigInteger[weights.size()];
    BigInteger end = BigInteger.ZERO;
    for (int k = 0; k < ends.length; k++) {
      if (weights.get(k).signum() < 1) {
        throw Require.refusal("weights must be at least 1. Provided value: %s.", weights.get(k));
      }
      end = end.add(weights.get(k));
      ends[k] = end;
    }
    Require.that(ends.length != 0).orRefuse("there must be at least one weight. Provided: none.");
    leading = new long[ends.length];
    for (int k = 0; k < ends.length; k++) {
      leading[k] = ends[k].shiftLeft(FIRST_DIGITS).divide(total()).longValue();
    }
  }

  /** How many outcomes there are. */
  public int size() {
    return ends.length;
  }

  /** The sum of the weights. */
  public BigInteger total() {
    return ends[ends.length - 1];
  }

  /** The weight of an outcome. */
  public BigInteger weight(int outcome) {
    return outcome == 0 ? ends[0] : ends[outcome].subtract(ends[outcome - 1]);
  }

  int draw(RandomSource source) {
    long digits = source.nextLong() >>> (64 - FIRST_DIGITS);
    int low = 0; // the first outcome whose end is beyond the digits
    int high = leading.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (leading[middle] > digits) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    // Digits equal to those of an end leave open on which side of it the number lies.
    return low > 0 && leading[low - 1] == digits ? drawOn(source, digits) : low;
  }

  private int drawOn(RandomSource source, long first) {
    BigInteger drawn = BigInteger.valueOf(first);
    for (int digits = FIRST_DIGITS; ; digits += MORE_DIGITS) {
      BigInteger from = drawn.multiply(total());
      BigInteger to = from.add(total());
      int outcome = 0;
      while (ends[outcome].shiftLeft(digits).compareTo(from) <= 0) {
        outcome++;
      }
      if (to.compareTo(ends[outcome].shiftLeft(digits)) <= 0) {
        return outcome;
      }
      drawn =
          drawn
              .shiftLeft(MORE_DIGITS)
              .add(BigInteger.valueOf(source.nextLong() >>> (64 - MORE_DIGITS)));
    }
  }
}
