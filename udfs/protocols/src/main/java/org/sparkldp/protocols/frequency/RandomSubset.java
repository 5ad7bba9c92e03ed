package org.sparkldp.protocols.frequency;

import java.math.BigInteger;
import java.util.Arrays;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Exact random subsets of a given size that hold the own item more likely than not holding it: the
 * draw behind subset selection, wherever it occurs.
 *
 * <p>The own item is left out by o of the 2^64 words. A set with v then has probability (1 −
 * o/2^64)/C(k−1, s−1) under v, one without v has o/2^64/C(k−1, s), and since the quotient of the
 * binomials is (k−s)/s, the exact epsilon is the logarithm of (2^64 − o)(k − s) over o s.
 *
 * <p>Cost: a word for the own item and one for each other member ({@link RandomSource#subset}).
 */
public final class RandomSubset {

  private RandomSubset() {}

  /** P[the own item is left out] for e^epsilon between sets with and without it. */
  public static double exclusion(double epsilon, int k, int size) {
    return (k - size) / (size * StrictMath.exp(epsilon) + (k - size));
  }

  /**
   * {@link #exclusion} as words of 2^64, the fewest for which the exact epsilon is at or below the
   * claim.
   *
   * @param size in [1, k)
   */
  public static long leaveOut(double epsilon, int k, int size) {
    long start = Thresholds.of(exclusion(epsilon, k, size));
    return Thresholds.raiseUntil(epsilon, start, o -> exactEpsilon(k, size, o));
  }

  /**
   * Support by sets of a size: p = 1 − leftOut of the own item, and q = (s − p)/(k − 1) of any
   * other, since the s − p other members on average are spread evenly over k − 1 items.
   *
   * @param leftOut P[the own item is left out]
   */
  public static PureEstimator support(int k, int size, double leftOut) {
    double p = 1 - leftOut;
    return new PureEstimator(p, (size - p) / (k - 1));
  }

  /** Epsilon of these integers, rounded up. */
  public static double exactEpsilon(int k, int size, long leaveOut) {
    BigInteger without = Epsilon.unsigned(leaveOut);
    BigInteger member = Epsilon.WORDS.subtract(without).multiply(BigInteger.valueOf(k - size));
    BigInteger other = without.multiply(BigInteger.valueOf(size));
    return Epsilon.ofRatio(member.max(other), member.min(other));
  }

  /**
   * Draws a set.
   *
   * @param item the own item, in [0, k)
   * @param size members, in [1, k)
   * @param leaveOut in how many of 2^64 cases the own item is not among them, at least 1
   * @param words receives the members as bits
   */
  public static void draw(
      int item, int k, int size, long leaveOut, RandomSource source, long[] words) {
    int last = k - 1;
    Arrays.fill(words, 0, (k + 63) >>> 6, 0);
    long own = source.bernoulli(-leaveOut) ? 1 : 0; // in 2^64 − leaveOut of 2^64 cases
    source.subset(last, size - (int) own, words); // the other members
    // Place v of that subset stands for item k − 1, so that place v is free for the own bit.
    words[last >>> 6] |= bit(words, item) << last;
    words[item >>> 6] = (words[item >>> 6] & ~(1L << item)) | (own << item);
  }

  private static long bit(long[] words, int place) {
    return (words[place >>> 6] >>> place) & 1;
  }
}
