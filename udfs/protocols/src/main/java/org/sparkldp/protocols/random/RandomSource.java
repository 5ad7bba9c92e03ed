package org.sparkldp.protocols.random;

/**
 * Where a local randomizer gets its coins: uniform words, and samplers that are exact on them.
 *
 * <p>Every probability here is an integer over 2^64 (a <em>threshold</em>, read unsigned), so the
 * law of a report is a table of integers and its epsilon can be computed from them. No sampler
 * touches floating point.
 *
 * <p>The samplers are overridable on purpose: {@code audit} runs the very same randomizers on a
 * source that walks through every outcome of every call and weighs it, which turns a finite
 * randomizer into its exact output table.
 *
 * <p>A source is used by one thread.
 */
public abstract class RandomSource {

  /** The next 64 uniform bits. */
  public abstract long nextLong();

  /** True with probability threshold / 2^64 (threshold unsigned, so 0 is never). One word. */
  public boolean bernoulli(long threshold) {
    return Long.compareUnsigned(nextLong(), threshold) < 0;
  }

  /**
   * An integer uniform in [0, bound), bound ≥ 1. Exact: Lemire's multiplication with rejection of
   * the 2^64 mod bound surplus words (one word but for a fraction below bound / 2^64 of calls).
   */
  public int uniform(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException(
          "bound must be at least 1. Provided value: " + bound + ".");
    }
    long word = nextLong();
    long low = word * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long surplus = Long.remainderUnsigned(-(long) bound, bound);
      while (Long.compareUnsigned(low, surplus) < 0) {
        word = nextLong();
        low = word * bound;
      }
    }
    return (int) unsignedMultiplyHigh(word, bound);
  }

  /**
   * The k-ary randomized response step: each of the k − 1 other integers in [0, k) with probability
   * otherWeight / 2^64, and {@code value} with all that is left. One word, whatever the outcome.
   *
   * @param value in [0, k)
   * @param k at least 2
   * @param otherWeight at least 1, with (k − 1) · otherWeight below 2^64
   */
  public int keepOrOther(int value, int k, long otherWeight) {
    long word = nextLong();
    // The first (k-1)·w words are cut into k-1 runs of w words, one for each other integer.
    if (Long.compareUnsigned(word, (k - 1) * otherWeight) >= 0) {
      return value;
    }
    int other = (int) Long.divideUnsigned(word, otherWeight);
    return other < value ? other : other + 1;
  }

  /**
   * Packs {@code count} independent bits, each 1 with probability threshold / 2^64, into {@code
   * bits}: bit j is bit j mod 64 of word j / 64. Bits beyond count are 0.
   *
   * <p>64 lanes at a time: lane j holds a uniform 64-bit number u_j whose binary digits arrive one
   * plane (a word: the same digit of all 64 numbers) after the other, from the top, and u_j &lt;
   * threshold is decided at the first digit where they differ. Eight planes leave each lane open
   * with probability 1/256, so a word of bits costs about 8.5 words instead of 64. Below the
   * threshold's last 1 digit an open lane can only be ≥, so dyadic thresholds stop early (1/2 costs
   * one plane).
   */
  public void bernoulliBits(long threshold, int count, long[] bits) {
    int words = (count + 63) >>> 6;
    if (threshold == 0) {
      for (int i = 0; i < words; i++) {
        bits[i] = 0;
      }
      return;
    }
    int last = Long.numberOfTrailingZeros(threshold);
    int unconditional = Math.max(last, 64 - 8);
    for (int i = 0; i < words; i++) {
      long open = -1L;
      long less = 0L;
      int plane = 63;
      for (; plane >= unconditional; plane--) {
        long digits = nextLong();
        long ones = -((threshold >>> plane) & 1L); // all ones where the threshold's digit is 1
        less |= open & ~digits & ones;
        open &= ~(digits ^ ones);
      }
      for (; open != 0 && plane >= last; plane--) {
        long digits = nextLong();
        long ones = -((threshold >>> plane) & 1L);
        less |= open & ~digits & ones;
        open &= ~(digits ^ ones);
      }
      bits[i] = less;
    }
    int tail = count & 63;
    if (tail != 0) {
      bits[words - 1] &= (1L << tail) - 1;
    }
  }

  /**
   * The number of failures before the first success of trials that succeed with probability
   * threshold / 2^64, threshold not 0: P[X = x] = (1 − t)^x t. Exact, 64 trials at a time; refuses
   * to run beyond {@code limit} (≥ 0) and returns limit instead, i.e. samples min(X, limit).
   */
  public long geometric(long threshold, long limit) {
    if (threshold == 0) {
      throw new IllegalArgumentException(
          "the success threshold must be at least 1 (over 2^64). Provided value: 0.");
    }
    long[] trials = new long[1];
    for (long before = 0; before < limit; before += 64) {
      bernoulliBits(threshold, 64, trials);
      if (trials[0] != 0) {
        return Math.min(limit, before + Long.numberOfTrailingZeros(trials[0]));
      }
    }
    return limit;
  }

  private static long unsignedMultiplyHigh(long word, long bound) {
    // bound > 0; a negative (large unsigned) word needs the signed product corrected by bound.
    return Math.multiplyHigh(word, bound) + ((word >> 63) & bound);
  }
}
