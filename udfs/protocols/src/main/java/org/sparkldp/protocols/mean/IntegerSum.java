package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Layout;

/** The sum of reports that are numbers, from a least to a most. */
record IntegerSum(long least, long most) implements Layout<Long> {

  @Override
  public int width() {
    return 1;
  }

  @Override
  public boolean accepts(Long report) {
    return report >= least && report <= most;
  }

  @Override
  public String rule() {
    return "be from " + least + " to " + most;
  }

  @Override
  public Sink<Long> onto(long[] counters) {
    return (report, times) ->
        counters[0] = Math.addExact(counters[0], Math.multiplyExact(report, times));
  }
}
