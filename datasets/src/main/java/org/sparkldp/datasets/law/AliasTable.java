package org.sparkldp.datasets.law;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Draws an item in [0, k) with given probabilities from one random word, in constant time.
 *
 * <p>Each of k equal buckets holds one item up to a threshold and its alias above. The thresholds
 * are doubles rounded to 63 bits: the probability of an item differs from the given one by less
 * than k 2^-50.
 *
 * <p>Memory: 12 k bytes. Source: Walker 1977, ACM TOMS 3(3); set up as in Vose 1991, IEEE TSE
 * 17(9).
 */
public final class AliasTable implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Share of the bucket that is its own item's, in units of 2^-63. */
  private final long[] threshold;

  private final int[] alias;

  /**
   * @param probabilities of the items 0, 1, ...: each in [0, 1], with sum 1 (within 1e-9)
   */
  public AliasTable(double[] probabilities) {
    Probabilities.requireDistribution(probabilities);
    int k = probabilities.length;
    threshold = new long[k];
    alias = new int[k];
    double[] share = new double[k];
    Deque<Integer> poor = new ArrayDeque<>();
    Deque<Integer> rich = new ArrayDeque<>();
    for (int item = 0; item < k; item++) {
      share[item] = probabilities[item] * k;
      alias[item] = item;
      (share[item] < 1 ? poor : rich).push(item);
    }
    while (!poor.isEmpty() && !rich.isEmpty()) {
      int taker = poor.pop();
      int giver = rich.peek();
      threshold[taker] = (long) (share[taker] * 0x1p63);
      alias[taker] = giver;
      share[giver] -= 1 - share[taker];
      if (share[giver] < 1) {
        poor.push(rich.pop());
      }
    }
    // What is left has share 1 up to rounding, and is its own alias: its threshold does not matter.
  }

  /** The item of 64 uniform bits. */
  public int draw(long bits) {
    // u = 63 bits; u k / 2^63 has the bucket before the point and the place in the bucket behind.
    long u = bits >>> 1;
    long twiceK = 2L * alias.length;
    int bucket = (int) Math.multiplyHigh(u, twiceK);
    long place = (u * twiceK) >>> 1;
    return place < threshold[bucket] ? bucket : alias[bucket];
  }
}
