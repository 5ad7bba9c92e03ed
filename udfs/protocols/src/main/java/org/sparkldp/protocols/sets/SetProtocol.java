package org.sparkldp.protocols.sets;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose values are sets of items: it estimates how many people hold each of k items, of
 * which a person may hold several, or none.
 *
 * <p>Input: items in [0, k), in any order; one that occurs twice is held once. Report: packed bits.
 * Estimates: k rows, in users, unbiased for the people whose sets have at most {@link #most} items.
 */
public abstract class SetProtocol extends VectorProtocol<byte[]> implements Predicted<double[]> {
  /** Up to so many items, audits compare all sets. */
  private static final int ALL_SETS = 8;

  private final int k;

  SetProtocol(ProtocolSpec spec, Guarantee guarantee, int k) {
    super(spec, guarantee);
    this.k = k;
  }

  /** Items of the domain. */
  public final int k() {
    return k;
  }

  /** The most items of a person that estimates are unbiased for. */
  public abstract int most();

  /** The variance of the estimate of an item that so many of n people hold, in users squared. */
  public abstract double variance(double count, double n);

  /** Values have any length; one is the least that tells items apart. */
  @Override
  public final int d() {
    return 1;
  }

  @Override
  public final boolean accepts(double[] items) {
    for (double v : items) {
      if (!(v >= 0 && v < k && v == Math.rint(v))) {
        return false;
      }
    }
    return true;
  }

  /** The items, each once, in rising order. */
  @Override
  public final int[] input(double[] items) {
    if (!accepts(items)) {
      throw Require.refusal(
          "a value must be a list of item indices in [0, k) of %s. One was not (it is not shown);"
              + " map values to the domain first.",
          spec());
    }
    int[] all = new int[items.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (int) items[i];
    }
    Arrays.sort(all);
    int different = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[different++] = all[i];
      }
    }
    return Arrays.copyOf(all, different);
  }

  static boolean holds(int[] items, int item) {
    return Arrays.binarySearch(items, item) >= 0;
  }

  @Override
  public final int corners() {
    return k <= ALL_SETS ? 2 << k : 2 * k;
  }

  /** All sets, or those of one item, and after each of them one of items that it does not hold. */
  @Override
  public final int[] corner(int number) {
    int half = number / 2;
    int[] items =
        IntStream.range(0, k)
            .filter(v -> k <= ALL_SETS ? (half >> v & 1) == 1 : v == half)
            .toArray();
    return number % 2 == 0
        ? items
        : IntStream.range(0, k).filter(v -> !holds(items, v)).limit(most()).toArray();
  }

  @Override
  public final Expected expected(List<double[]> values, long people) {
    double[] counts = new double[k];
    for (double[] value : values) {
      for (int item : input(value)) {
        counts[item] += people;
      }
    }
    double n = (double) people * values.size();
    return new Expected(counts, Arrays.stream(counts).map(count -> variance(count, n)).toArray());
  }

  /** A row whose variance is linear in the count. */
  final Estimate.Row row(int item, double estimate, long n, double z) {
    return PureEstimator.row(
        Integer.toString(item), estimate, variance(estimate, n), variance(1, 0), z);
  }
}
