package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The sum of reports that are numbers, from a least to a most. */
final class SumAccumulator extends Accumulator<Long> {
  private final long least;
  private final long most;

  SumAccumulator(ProtocolSpec spec, String context, long least, long most) {
    super(spec, context, 1);
    this.least = least;
    this.most = most;
  }

  @Override
  public boolean accepts(Long report) {
    return report >= least && report <= most;
  }

  @Override
  public void add(Long report) {
    add(report, 1);
  }

  @Override
  public void add(Long report, long times) {
    if (!accepts(report)) {
      throw foreign("be from %s to %s", least, most);
    }
    countReports(times);
    counters()[0] = Math.addExact(counters()[0], Math.multiplyExact(report, times));
  }
}
