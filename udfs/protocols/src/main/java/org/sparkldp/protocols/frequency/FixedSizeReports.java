package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Fake reports of k bits with a fixed number of ones: the targets, and any other items where there
 * is room; or some of the targets where there is not.
 */
final class FixedSizeReports implements Poisoning<byte[]> {
  private final int k;
  private final int[] targets;
  private final boolean[] isTarget;
  private final int size;
  private final PureEstimator estimator;

  FixedSizeReports(int k, int[] targets, int size, PureEstimator estimator) {
    this.k = k;
    this.targets = targets;
    this.isTarget = new boolean[k];
    for (int item : targets) {
      isTarget[item] = true;
    }
    this.size = size;
    this.estimator = estimator;
  }

  @Override
  public byte[] report(RandomSource source) {
    long[] words = new long[(k + 63) >>> 6];
    int held = Math.min(size, targets.length);
    int[] order = targets.clone();
    for (int i = 0; i < held; i++) {
      // A uniform choice of the targets where not all fit: the first of a shuffle.
      int j = held == order.length ? i : i + source.uniform(order.length - i);
      int item = order[j];
      order[j] = order[i];
      words[item >>> 6] |= 1L << item;
    }
    for (int left = size - held; left > 0; ) {
      int item = source.uniform(k);
      long bit = 1L << item;
      if (!isTarget[item] && (words[item >>> 6] & bit) == 0) {
        words[item >>> 6] |= bit;
        left--;
      }
    }
    return PackedBits.toBytes(words, (k + 7) >>> 3);
  }

  @Override
  public double gain(int item) {
    int held = Math.min(size, targets.length);
    double supported =
        isTarget[item]
            ? (double) held / targets.length
            : (double) (size - held) / (k - targets.length);
    return supported * estimator.contribution(true)
        + (1 - supported) * estimator.contribution(false);
  }
}
