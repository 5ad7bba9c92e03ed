package org.sparkldp.protocols.frequency;

import java.util.function.Function;
import org.sparkldp.protocols.Layout;

/**
 * Counts for each pair of items the reports that support both, those that support an item on the
 * diagonal, and after them the reports that support so many items. 8 k² bytes, and half as much
 * again while it is filled; about 10 ns a report and supported item.
 *
 * @param reports decides which reports are taken
 * @param k items
 * @param supported the items that a report supports, as packed bits
 * @param <R> a report
 */
record PairCounts<R>(Layout<R> reports, int k, Function<R, byte[]> supported) implements Layout<R> {

  @Override
  public int width() {
    return k * k + k + 1;
  }

  @Override
  public boolean accepts(R report) {
    return reports.accepts(report);
  }

  @Override
  public String rule() {
    return reports.rule();
  }

  @Override
  public Sink<R> onto(long[] counters) {
    return new Rows(counters);
  }

  /** A row for each item, with the reports that support it, by other item. */
  private final class Rows implements Sink<R> {
    private final long[] counters;
    private final BitSinks rows;

    Rows(long[] counters) {
      this.counters = counters;
      this.rows = new BitSinks(BitCounts.of(k), counters, k, u -> u * k);
    }

    @Override
    public void add(R report, long times) {
      byte[] items = supported.apply(report);
      counters[k * k + PackedBits.ones(items)] += times; // no more than n, which is checked
      for (int u = 0; u < k; u++) {
        if (PackedBits.get(items, u) == 1) {
          rows.of(u).add(items, times);
        }
      }
    }

    @Override
    public void flush() {
      rows.flush();
    }
  }
}
