package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Counts, for each size in use, the reports of that size and those of them that hold each item; 8
 * (n + 1) bytes a size.
 */
final class SubsetAccumulator extends Accumulator<byte[]> {
  private final SubsetStrategy strategy;

  SubsetAccumulator(ProtocolSpec spec, String context, SubsetStrategy strategy) {
    super(spec, context, strategy.width());
    this.strategy = strategy;
  }

  @Override
  public void add(byte[] report) {
    add(report, 1);
  }

  @Override
  public boolean accepts(byte[] report) {
    return offset(report) >= 0;
  }

  /** Where the counters of its size begin; negative of a report that is none. */
  private int offset(byte[] report) {
    return PackedBits.isPacked(report, strategy.domain())
        ? strategy.offset(PackedBits.ones(report))
        : -1;
  }

  @Override
  public void add(byte[] report, long times) {
    int offset = offset(report);
    if (offset < 0) {
      throw foreign("be a set of items of a size in use");
    }
    countReports(times);
    long[] counters = counters();
    counters[offset] = Math.addExact(counters[offset], times);
    for (int b = 0; b < report.length; b++) {
      for (int bits = report[b] & 0xff; bits != 0; bits &= bits - 1) {
        int place = offset + 1 + (b << 3) + Integer.numberOfTrailingZeros(bits);
        counters[place] = Math.addExact(counters[place], times);
      }
    }
  }
}
