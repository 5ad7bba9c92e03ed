package org.sparkldp.analysis;

import java.util.Arrays;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.strategy.Design;

/**
 * A strategy whose rows are all of the same two levels, by items: entry (u, o) is {@code high} if
 * item u is high in row o, else {@code low}, and every item is high in equally many rows.
 *
 * <p>Nothing is lost by that: cutting a row into two-level ones never hurts, and rows of other
 * sizes are as good as several equal ones. With low = 1/(m + (e − 1) K) and high = e low every
 * column adds up to 1 and epsilon is kept exactly.
 */
final class TwoLevel {
  /** m. */
  final int outputs;

  /** K, rows in which an item is high, in [1, m − 1]. */
  final int highs;

  final double low;
  final double high;

  /** Qᵀ, n × m; changed in place by the search. */
  final double[] laws;

  private TwoLevel(int outputs, int highs, double growth, double[] laws) {
    this.outputs = outputs;
    this.highs = highs;
    this.low = low(outputs, highs, growth);
    this.high = low * (1 + growth);
    this.laws = laws;
  }

  /**
   * The smaller level.
   *
   * @param growth e − 1
   */
  static double low(int outputs, int highs, double growth) {
    return 1 / (outputs + growth * highs);
  }

  /**
   * Makes high, for each item, the K rows where it is largest.
   *
   * @param shares n × m, each item's in [0, 1] and adding up to K
   */
  static TwoLevel round(double[] shares, int n, int outputs, int highs, double growth) {
    TwoLevel rounded = new TwoLevel(outputs, highs, growth, new double[n * outputs]);
    Arrays.fill(rounded.laws, rounded.low);
    for (int u = 0; u < n; u++) {
      int from = u * outputs;
      double[] sorted = Arrays.copyOfRange(shares, from, from + outputs);
      Arrays.sort(sorted);
      double threshold = sorted[outputs - highs];
      int left = highs;
      for (int o = from; o < from + outputs; o++) {
        if (shares[o] > threshold) {
          rounded.laws[o] = rounded.high;
          left--;
        }
      }
      for (int o = from; o < from + outputs && left > 0; o++) {
        if (shares[o] == threshold) {
          rounded.laws[o] = rounded.high;
          left--;
        }
      }
    }
    return rounded;
  }

  /** Each row as two equal ones of half the size: the same strategy with more to choose from. */
  TwoLevel doubled() {
    int n = laws.length / outputs;
    TwoLevel doubled =
        new TwoLevel(2 * outputs, 2 * highs, high / low - 1, new double[2 * laws.length]);
    for (int u = 0; u < n; u++) {
      for (int o = 0; o < outputs; o++) {
        double level = isHigh(u * outputs + o) ? doubled.high : doubled.low;
        doubled.laws[2 * u * outputs + o] = level;
        doubled.laws[(2 * u + 1) * outputs + o] = level;
      }
    }
    return doubled;
  }

  /**
   * This strategy of pairs of neighbours for the items themselves: each row twice, once over the
   * pairs 0 1, 2 3, and once shifted by an item, over 1 2, 3 4. The shifted last item of an even
   * number has no pair: it is as far from the one before as that is from its own.
   *
   * @param items twice this strategy's, or one less
   */
  TwoLevel finer(int items, RandomSource source) {
    int pairs = laws.length / outputs;
    TwoLevel finer =
        new TwoLevel(2 * outputs, 2 * highs, high / low - 1, new double[2 * items * outputs]);
    for (int u = 0; u < items; u++) {
      int shifted = Math.min((u + 1) / 2, pairs - 1);
      for (int o = 0; o < outputs; o++) {
        int at = 2 * (u * outputs + o);
        finer.laws[at] = isHigh(u / 2 * outputs + o) ? finer.high : finer.low;
        finer.laws[at + 1] = isHigh(shifted * outputs + o) ? finer.high : finer.low;
      }
    }
    if (items == 2 * pairs) {
      finer.leave(items - 1, difference(pairs - 2, pairs - 1), source);
    }
    return finer;
  }

  /** Rows in which the first item is high and the second is not. */
  private int difference(int first, int second) {
    int count = 0;
    for (int o = 0; o < outputs; o++) {
      count += isHigh(first * outputs + o) && !isHigh(second * outputs + o) ? 1 : 0;
    }
    return count;
  }

  /** Takes so many of an item's high rows, at random, and gives it as many others. */
  private void leave(int item, int count, RandomSource source) {
    int left = Math.max(1, count);
    int entered = left;
    while (left > 0 || entered > 0) {
      int at = item * outputs + source.uniform(outputs);
      if (isHigh(at) && left > 0) {
        laws[at] = low;
        left--;
      } else if (!isHigh(at) && entered > 0) {
        laws[at] = high;
        entered--;
      }
    }
  }

  TwoLevel copy() {
    return new TwoLevel(outputs, highs, high / low - 1, laws.clone());
  }

  /** Whether entry {@code at} of {@code laws} is high. */
  boolean isHigh(int at) {
    return laws[at] > (low + high) / 2;
  }

  Design.DenseDesign design(double[] prior) {
    int n = laws.length / outputs;
    return new Design.DenseDesign(outputs, n, Transpose.of(laws, n, outputs), prior);
  }
}
