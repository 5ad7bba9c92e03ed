package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.frequency.PackedBits;

/**
 * Counts, for each size in use, the reports of that size and those of them that hold each item; 8
 * (n + 1) bytes a size.
 */
record SubsetCounts(SubsetStrategy strategy) implements Layout<byte[]> {

  @Override
  public int width() {
    return strategy.width();
  }

  @Override
  public boolean accepts(byte[] report) {
    return PackedBits.isPacked(report, strategy.domain()) && offset(report) >= 0;
  }

  /** Where the counters of its size begin; negative of a size that is not in use. */
  private int offset(byte[] report) {
    return strategy.offset(PackedBits.ones(report));
  }

  @Override
  public String rule() {
    return "be a set of items of a size in use";
  }

  @Override
  public Sink<byte[]> onto(long[] counters) {
    return (report, times) -> {
      int offset = offset(report);
      counters[offset] = Math.addExact(counters[offset], times);
      for (int b = 0; b < report.length; b++) {
        for (int bits = report[b] & 0xff; bits != 0; bits &= bits - 1) {
          int place = offset + 1 + (b << 3) + Integer.numberOfTrailingZeros(bits);
          counters[place] = Math.addExact(counters[place], times);
        }
      }
    };
  }
}
