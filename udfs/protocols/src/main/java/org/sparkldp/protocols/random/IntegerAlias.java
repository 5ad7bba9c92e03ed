package org.sparkldp.protocols.random;

import org.sparkldp.protocols.check.Require;

/**
 * Exact sampling from integer weights that add up to 2^{@value #BITS}, in two draws whatever the
 * number of outcomes: bucket j gives its alias with the share that j leaves free, and else j (see
 * {@link AliasColumns}).
 */
public final class IntegerAlias {
  /** The weights add up to 2 to this power. */
  public static final int BITS = 48;

  /** The sum of the weights. */
  public static final long TOTAL = 1L << BITS;

  /** Outcomes at most, so that m · 2^48 fits 63 bits. */
  public static final int LIMIT = (1 << 15) - 1;

  private final long[] shares; // of the alias, over 2^64; 0 where a bucket is all its own
  private final int[] aliases;

  /**
   * Probabilities as integer weights; those below 2^-49 become 0, and what rounding leaves goes to
   * the largest.
   *
   * @param probabilities at least 0, adding up to 1 within 1e-9
   */
  public static long[] weights(double[] probabilities) {
    long[] weights = new long[probabilities.length];
    long rest = TOTAL;
    double sum = 0;
    int largest = 0;
    for (int j = 0; j < weights.length; j++) {
      if (!(probabilities[j] >= 0)) {
        throw Require.refusal(
            "a mixture's masses must be probabilities. Provided value: %s.", probabilities[j]);
      }
      sum += probabilities[j];
      weights[j] = Math.round(probabilities[j] * TOTAL);
      rest -= weights[j];
      largest = weights[j] > weights[largest] ? j : largest;
    }
    Require.that(Math.abs(sum - 1) <= 1e-9)
        .orRefuse(
            "a mixture's masses must add up to 1 within 1e-9. Provided: masses that add up to %s.",
            sum);
    weights[largest] += rest;
    return weights;
  }

  /** {@code weights} are at least 1 and add up to {@link #TOTAL}. */
  public IntegerAlias(long[] weights) {
    AliasColumns columns = AliasColumns.of(weights, TOTAL);
    shares = new long[weights.length];
    for (int j = 0; j < shares.length; j++) {
      shares[j] = (TOTAL - columns.own()[j]) << (64 - BITS); // 2^64 occurs for weight 0 only
    }
    aliases = columns.others();
  }

  /** An outcome. */
  public int sample(RandomSource source) {
    int bucket = source.uniform(shares.length);
    return source.bernoulli(shares[bucket]) ? aliases[bucket] : bucket;
  }
}
