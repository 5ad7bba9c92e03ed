package org.sparkldp.protocols.rappor;

import org.sparkldp.protocols.Accumulator;

/**
 * Counts RAPPOR reports by cohort: for cohort c, counter c (bits + 1) holds its reports and the
 * {@code bits} counters after it the ones of each bit. 8 cohorts (bits + 1) bytes.
 */
final class RapporAccumulator extends Accumulator<byte[]> {
  private final int bits;
  private final int cohorts;
  private final int bytes;

  RapporAccumulator(Rappor protocol, String context) {
    super(protocol.spec(), context, protocol.cohorts() * (protocol.bits() + 1));
    this.bits = protocol.bits();
    this.cohorts = protocol.cohorts();
    this.bytes = protocol.reportType().bytes();
  }

  @Override
  public void add(byte[] report) {
    add(report, 1);
  }

  @Override
  public void add(byte[] report, long times) {
    int cohort = requireShape(report);
    countReports(times);
    long[] counters = counters();
    int at = cohort * (bits + 1);
    // No counter exceeds n, whose own sum is checked, so none can overflow.
    counters[at++] += times;
    for (int bit = 0; bit < bits; bit++) {
      int one = (report[Rappor.COHORT_BYTES + (bit >>> 3)] >>> (bit & 7)) & 1;
      counters[at + bit] += one * times;
    }
  }

  @Override
  public boolean accepts(byte[] report) {
    int tail = bits & 7;
    return report.length == bytes
        && (tail == 0 || (report[bytes - 1] & 0xff) >>> tail == 0)
        && cohort(report) < cohorts;
  }

  private static int cohort(byte[] report) {
    return (report[0] & 0xff) | (report[1] & 0xff) << 8;
  }

  /** The report's cohort; refuses a report that this protocol cannot have made. */
  private int requireShape(byte[] report) {
    if (accepts(report)) {
      return cohort(report);
    }
    throw foreign(
        "have %s bytes: a cohort below %s in two bytes, then %s bits", bytes, cohorts, bits);
  }
}
