package org.sparkldp.protocols.strategy;

import org.sparkldp.protocols.Accumulator;
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
  public void add(byte[] report, long times) {
    int n = strategy.domain();
    int size = 0;
    for (byte bits : report) {
      size += Integer.bitCount(bits & 0xff);
    }
    int tail = n & 7;
    boolean shaped =
        report.length == (n + 7) / 8
            && (tail == 0 || (report[report.length - 1] & 0xff) >>> tail == 0);
    int offset = shaped ? strategy.offset(size) : -1;
    if (offset < 0) {
      throw foreign(
          "be a set of items of a size in use. Provided: %s members in %s bytes",
          size, report.length);
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
