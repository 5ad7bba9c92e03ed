package org.sparkldp.protocols.random;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * The source of a local randomizer's coins: uniform words, and samplers that are exact on them.
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

  /** Planes of packed bits that are drawn ahead, in one piece. */
  private static final int PLANES_AHEAD = 8;

  private byte[] buffer = {}; // places that a subset takes; all 0 between subsets

  /** The next 64 uniform bits. */
  public abstract long nextLong();

  /**
   * The coins that this source's person keeps under a number: always the same ones, whatever the
   * value and the period are, and others under another number. Valid until the next call; drawn
   * from by one part of a report after the other.
   *
   * <p>Keyed sources remember. A source of simulations or audits gives coins of one report, in
   * which nothing is remembered of another, so it is its own memory. A source of fresh coins
   * refuses, because a response that is drawn anew in each report is not permanent.
   *
   * @param number of what is remembered; at least 0
   */
  public RandomSource memory(long number) {
    return this;
  }

  /**
   * The next {@code count} words, as so many calls of {@link #nextLong} would give them, at the
   * head of an array that stays valid until the next call.
   */
  protected long[] draw(int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = nextLong();
    }
    return words;
  }

  /**
   * This source, with the next words drawn in one piece, which makes a keyed source fast: the same
   * words in the same order. Meanwhile nothing else may draw in this thread. A source that has
   * samplers of its own returns itself, because they are not functions of words.
   *
   * @param expected how many words will be asked for at least; no more are drawn ahead
   */
  public RandomSource ahead(int expected) {
    return new WordsAhead(this, expected);
  }

  /** True with probability threshold / 2^64 (threshold unsigned, so 0 is never). One word. */
  public boolean bernoulli(long threshold) {
    return Long.compareUnsigned(nextLong(), threshold) < 0;
  }

  /**
   * An integer uniform in [0, bound), bound ≥ 1. Exact: Lemire's multiplication with rejection of
   * the 2^64 mod bound surplus words (one word, except in a fraction below bound / 2^64 of calls).
   */
  public int uniform(int bound) {
    Require.atLeast("bound", bound, 1);
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
   * Sets the bits of a uniform subset of [0, bound): those that are so many calls of {@link
   * #uniform} give, with the words drawn in one piece, which makes a keyed source fast.
   *
   * <p>Floyd's algorithm (Bentley &amp; Floyd, CACM 30(9), 1987): for j from bound − size to bound
   * − 1, a number is drawn from [0, j]; if it is in the subset already, j is taken instead.
   *
   * @param size at most bound
   * @param bits place i at bit i mod 64 of word i / 64, all 0 before
   */
  public void subset(int bound, int size, long[] bits) {
    long[] drawn = draw(size);
    if (buffer.length < bound + Long.BYTES) {
      buffer = new byte[bound + Long.BYTES];
    }
    byte[] taken = buffer;
    for (int i = 0; i < size; i++) {
      int j = bound - size + i;
      long word = drawn[i];
      long low = word * (j + 1);
      if (Long.compareUnsigned(low, j + 1) < 0
          && Long.compareUnsigned(low, Long.remainderUnsigned(-(j + 1L), j + 1)) < 0) {
        subsetAfterRejection(bound, size, i, drawn.clone(), taken);
        break;
      }
      take((int) unsignedMultiplyHigh(word, j + 1), j, taken);
    }
    pack(taken, bound, bits);
  }

  /** The rest of a subset where word {@code at} was a surplus one, so that all words move up. */
  private void subsetAfterRejection(int bound, int size, int at, long[] drawn, byte[] taken) {
    int next = at;
    for (int i = at; i < size; i++) {
      int j = bound - size + i;
      long surplus = Long.remainderUnsigned(-(j + 1L), j + 1);
      long word;
      do {
        word = next < size ? drawn[next] : nextLong();
        next++;
      } while (Long.compareUnsigned(word * (j + 1), surplus) < 0);
      take((int) unsignedMultiplyHigh(word, j + 1), j, taken);
    }
  }

  /**
   * A step of Floyd's algorithm. It has a byte for each place, not a bit: so it needs no branch,
   * and seldom waits for the step before.
   *
   * @param last beyond all places of earlier steps, so that it is not taken
   * @param taken 1 at places of the subset, 0 at others
   */
  protected static void take(int drawn, int last, byte[] taken) {
    taken[last] = taken[drawn];
    taken[drawn] = 1;
  }

  /**
   * Sets the bits of taken places, and clears these.
   *
   * @param taken eight more than places
   */
  protected static void pack(byte[] taken, int places, long[] bits) {
    for (int i = 0; i < places; i += Byte.SIZE) {
      // Eight bytes that are 0 or 1: the product's highest byte has the first one's in bit 0.
      long eight = Bytes.word(taken, i);
      Bytes.word(taken, i, 0L);
      bits[i >>> 6] |= ((eight * 0x0102_0408_1020_4080L) >>> 56) << i;
    }
  }

  /**
   * True with probability numerator / denominator, exactly. One word.
   *
   * @param numerator 0 to denominator
   * @param denominator at least 1
   */
  public final boolean chance(int numerator, int denominator) {
    return coin(numerator, denominator) == 1;
  }

  /** 1 where {@link #chance} is true, else 0: for loops in which no branch could be foreseen. */
  public int coin(int numerator, int denominator) {
    return (uniform(denominator) - numerator) >>> 31;
  }

  /** An outcome in [0, weights.size()), each with a probability in the ratio of its weight. */
  public int weighted(IntegerWeights weights) {
    return weights.draw(this);
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
    return choice(nextLong(), value, k, otherWeight);
  }

  /**
   * {@link #keepOrOther} and, from the same word, a uniform integer in [0, 2^bits): chosen · 2^bits
   * + integer. Exact because the weight is a multiple of 2^bits: then so are the ends of the runs
   * of words, and a word's low digits say nothing of the run it is in.
   *
   * @param otherWeight a multiple of 2^bits
   * @param bits at least 0, with k · 2^bits at most 2^31
   */
  public int keepOrOtherWithUniform(int value, int k, long otherWeight, int bits) {
    long word = nextLong();
    int low = (int) word & ((1 << bits) - 1);
    return (choice(word, value, k, otherWeight) << bits) | low;
  }

  private static int choice(long word, int value, int k, long otherWeight) {
    // The first (k-1)·w words are cut into k-1 runs of w words, one for each other integer.
    if (Long.compareUnsigned(word, (k - 1) * otherWeight) >= 0) {
      return value;
    }
    if (k == 2) {
      return 1 - value;
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
   * one plane). The first planes of all words are drawn in one piece, which makes a keyed source
   * fast; planes for lanes still open follow.
   */
  public void bernoulliBits(long threshold, int count, long[] bits) {
    int words = (count + 63) >>> 6;
    if (threshold == 0) {
      Arrays.fill(bits, 0, words, 0L);
      return;
    }
    int last = Long.numberOfTrailingZeros(threshold);
    int planes = Math.min(PLANES_AHEAD, 64 - last);
    long[] ahead = draw(words * planes);
    for (int i = 0; i < words; i++) {
      bits[i] = lanes(threshold, last, ahead, i * planes, planes);
    }
    int tail = count & 63;
    if (tail != 0) {
      bits[words - 1] &= (1L << tail) - 1;
    }
  }

  /** One word of 64 coins from its first planes, and from deeper ones for lanes still open. */
  private long lanes(long threshold, int last, long[] ahead, int at, int planes) {
    long open = -1L;
    long less = 0L;
    // Without a branch on the threshold's digits, so that the compiler unrolls it.
    for (int p = 0; p < planes; p++) {
      long one = threshold << p >> 63; // all ones where the threshold's digit is 1
      long equal = ~(ahead[at + p] ^ one);
      less |= open & one & ~equal;
      open &= equal;
    }
    return open == 0 ? less : less | lessInDeeperPlanes(open, threshold, 63 - planes, last);
  }

  /** Decides the open lanes of one word from the given plane down. */
  private long lessInDeeperPlanes(long openLanes, long threshold, int from, int last) {
    long open = openLanes;
    long less = 0L;
    for (int plane = from; open != 0 && plane >= last; plane--) {
      long digits = nextLong();
      long ones = -((threshold >>> plane) & 1L);
      less |= open & ~digits & ones;
      open &= ~(digits ^ ones);
    }
    return less;
  }

  /**
   * The number of failures before the first success of trials that succeed with probability
   * threshold / 2^64, threshold not 0: P[X = x] = (1 − t)^x t. Exact, 64 trials at a time; refuses
   * to run beyond {@code limit} (≥ 0) and returns limit instead, i.e. samples min(X, limit).
   */
  public long geometric(long threshold, long limit) {
    if (threshold == 0) {
      throw Require.refusal(
          "the success threshold must be at least 1 (over 2^64). Provided value: 0.");
    }
    int last = Long.numberOfTrailingZeros(threshold);
    int planes = Math.min(PLANES_AHEAD, 64 - last);
    for (long before = 0; before < limit; before += 64) {
      long trials = lanes(threshold, last, draw(planes), 0, planes);
      if (trials != 0) {
        return Math.min(limit, before + Long.numberOfTrailingZeros(trials));
      }
    }
    return limit;
  }

  private static long unsignedMultiplyHigh(long word, long bound) {
    // bound > 0; a negative (large unsigned) word needs the signed product corrected by bound.
    return Math.multiplyHigh(word, bound) + ((word >> 63) & bound);
  }
}
