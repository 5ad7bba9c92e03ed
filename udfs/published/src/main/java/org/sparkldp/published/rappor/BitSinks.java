package org.sparkldp.published.rappor;

import java.util.function.IntUnaryOperator;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.frequency.BitCounts;

/**
 * Rows of counters that each count bits ({@link BitCounts}): reports of cohorts, or those that
 * support an item. A row has a buffer from its first report on.
 */
final class BitSinks {
  private final BitCounts layout;
  private final long[] counters;
  private final IntUnaryOperator first;
  private final Layout.Sink<byte[]>[] rows;

  /**
   * @param layout of a row
   * @param first the place of a row's first counter
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of sinks of bits
  BitSinks(BitCounts layout, long[] counters, int rows, IntUnaryOperator first) {
    this.layout = layout;
    this.counters = counters;
    this.first = first;
    this.rows = new Layout.Sink[rows];
  }

  /** What adds to a row. */
  Layout.Sink<byte[]> of(int row) {
    if (rows[row] == null) {
      rows[row] = layout.onto(counters, first.applyAsInt(row));
    }
    return rows[row];
  }

  /** Moves what all rows hold back into the counters. */
  void flush() {
    for (Layout.Sink<byte[]> row : rows) {
      if (row != null) {
        row.flush();
      }
    }
  }
}
