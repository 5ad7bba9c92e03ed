package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The sum of reports that are numbers. */
final class SumAccumulator extends Accumulator<Long> {

  SumAccumulator(ProtocolSpec spec, String context) {
    super(spec, context, 1);
  }

  @Override
  public void add(Long report) {
    add(report, 1);
  }

  @Override
  public void add(Long report, long times) {
    countReports(times);
    counters()[0] = Math.addExact(counters()[0], Math.multiplyExact(report, times));
  }
}
