package org.sparkldp.protocols.workload;

import org.sparkldp.protocols.random.RandomSource;

/**
 * Exact sampling from integer weights that add up to 2^{@value #BITS}, in two draws whatever the
 * number of outcomes (Walker's alias method in Vose's arrangement, "A linear algorithm for
 * generating random numbers with a given distribution", IEEE Trans. Software Engineering 17(9),
 * 1991, here on integers).
 *
 * <p>Each weight is multiplied by the number m of outcomes, so that m buckets of capacity 2^48 hold
 * them exactly: bucket j keeps j below its threshold and gives its alias from there on.
 */
final class IntegerAlias {
  /** The weights add up to 2 to this power. */
  static final int BITS = 48;

  static final long TOTAL = 1L << BITS;

  /** Outcomes at most, so that m · 2^48 fits 63 bits. */
  static final int LIMIT = 1 << 14;

  private final long[] thresholds; // over 2^64; 0 where a bucket is all its alias's
  private final int[] aliases;

  /**
   * Probabilities as integer weights; those below 2^-49 become 0, and what rounding leaves goes to
   * the largest.
   *
   * @param probabilities at least 0, adding up to 1 within 1e-9
   */
  static long[] weights(double[] probabilities) {
    long[] weights = new long[probabilities.length];
    long rest = TOTAL;
    double sum = 0;
    int largest = 0;
    for (int j = 0; j < weights.length; j++) {
      if (!(probabilities[j] >= 0)) {
        throw new IllegalArgumentException(
            "a mixture's masses must be probabilities. Provided value: " + probabilities[j] + ".");
      }
      sum += probabilities[j];
      weights[j] = Math.round(probabilities[j] * TOTAL);
      rest -= weights[j];
      largest = weights[j] > weights[largest] ? j : largest;
    }
    if (!(Math.abs(sum - 1) <= 1e-9)) {
      throw new IllegalArgumentException(
          "a mixture's masses must add up to 1 within 1e-9. Provided: masses that add up to "
              + sum
              + ".");
    }
    weights[largest] += rest;
    return weights;
  }

  /** {@code weights} add up to {@link #TOTAL}. */
  IntegerAlias(long[] weights) {
    int m = weights.length;
    thresholds = new long[m];
    aliases = new int[m];
    long[] rest = new long[m];
    int[] small = new int[m];
    int[] large = new int[m];
    int smalls = 0;
    int larges = 0;
    for (int j = 0; j < m; j++) {
      rest[j] = Math.multiplyExact(weights[j], (long) m);
      aliases[j] = j;
      if (rest[j] < TOTAL) {
        small[smalls++] = j;
      } else {
        large[larges++] = j;
      }
    }
    while (smalls > 0) {
      int j = small[--smalls];
      int donor = large[larges - 1]; // there is one, for the sum is m · TOTAL
      thresholds[j] = rest[j] << (64 - BITS);
      aliases[j] = donor;
      rest[donor] -= TOTAL - rest[j];
      if (rest[donor] < TOTAL) {
        larges--;
        small[smalls++] = donor;
      }
    }
    // What is left is exactly full: threshold 0 and itself as alias.
  }

  /** An outcome. */
  int sample(RandomSource source) {
    int bucket = source.uniform(thresholds.length);
    return source.bernoulli(thresholds[bucket]) ? bucket : aliases[bucket];
  }
}
