package org.sparkldp.published.matrixmechanism;

import java.nio.ByteBuffer;
import org.sparkldp.protocols.Layout;

/** Counts reports and adds up their numbers; 8 (m + 1) bytes. */
record AdditiveCounts(AdditiveStrategy strategy) implements Layout<byte[]> {

  @Override
  public int width() {
    return strategy.width();
  }

  @Override
  public boolean accepts(byte[] report) {
    int m = strategy.rows();
    boolean shaped = report.length == m * Long.BYTES;
    ByteBuffer numbers = AdditiveStrategy.numbers(report);
    for (int o = 0; o < m && shaped; o++) {
      long number = numbers.getLong();
      shaped = number >= -strategy.reach() && number <= strategy.reach();
    }
    return shaped;
  }

  @Override
  public String rule() {
    return "be "
        + strategy.rows()
        + " numbers of 8 bytes each, of at most "
        + strategy.reach()
        + " in size";
  }

  @Override
  public Sink<byte[]> onto(long[] counters) {
    return (report, times) -> {
      counters[0] = Math.addExact(counters[0], times);
      ByteBuffer numbers = AdditiveStrategy.numbers(report);
      for (int o = 1; o < counters.length; o++) {
        counters[o] = Math.addExact(counters[o], Math.multiplyExact(numbers.getLong(), times));
      }
    };
  }
}
