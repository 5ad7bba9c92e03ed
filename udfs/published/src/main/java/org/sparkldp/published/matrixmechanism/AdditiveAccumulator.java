package org.sparkldp.published.matrixmechanism;

import java.nio.ByteBuffer;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Counts reports and adds up their numbers; 8 (m + 1) bytes. */
final class AdditiveAccumulator extends Accumulator<byte[]> {
  private final AdditiveStrategy strategy;

  AdditiveAccumulator(ProtocolSpec spec, String context, AdditiveStrategy strategy) {
    super(spec, context, strategy.width());
    this.strategy = strategy;
  }

  @Override
  public void add(byte[] report) {
    add(report, 1);
  }

  @Override
  public void add(byte[] report, long times) {
    requireReport(report);
    countReports(times);
    long[] counters = counters();
    counters[0] = n();
    ByteBuffer numbers = AdditiveStrategy.numbers(report);
    for (int o = 1; o < counters.length; o++) {
      counters[o] = Math.addExact(counters[o], Math.multiplyExact(numbers.getLong(), times));
    }
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

  private void requireReport(byte[] report) {
    if (!accepts(report)) {
      throw foreign(
          "be %s numbers of 8 bytes each, of at most %s in size",
          strategy.rows(), strategy.reach());
    }
  }
}
