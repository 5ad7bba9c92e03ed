package org.sparkldp.protocols.audit;

import org.sparkldp.protocols.Audited;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The subject of an audit: a cohort of a protocol, whose inputs are called items here. Items 0 and
 * 1 lie furthest apart, and an attack compares them.
 *
 * @param protocol whose claim is at stake
 * @param cohort one of its cohorts
 */
record Subject<R>(Protocol<?, R> protocol, Audited.Cohort<R> cohort) {

  static <R> Subject<R> of(Protocol<?, R> protocol, int cohort) {
    return new Subject<>(protocol, Audited.cohorts(protocol).get(cohort));
  }

  /** Items that may be compared, at least 2. */
  int items() {
    return (int) Math.min(Integer.MAX_VALUE, cohort.inputs());
  }

  R report(int item, RandomSource source) {
    return cohort.report(item, source);
  }

  double contrast(R report, int item, int other) {
    return cohort.contrast(report, item, other);
  }

  int firstIndependentBit() {
    return cohort.firstIndependentBit();
  }

  /** Bits of a report that are packed in bytes. */
  int bits() {
    return 8 * protocol.reportType().bytes();
  }

  Guarantee guarantee() {
    return protocol.guarantee();
  }
}
