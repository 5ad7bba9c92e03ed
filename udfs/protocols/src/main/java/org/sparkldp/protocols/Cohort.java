package org.sparkldp.protocols;

import org.sparkldp.protocols.random.RandomSource;

/**
 * People whose reports are made alike: the finitely many inputs that their reports depend on, and
 * the report of each. An audit knows a protocol by its cohorts and by nothing else.
 *
 * @param <R> a report
 */
public interface Cohort<R> {

  /**
   * How many inputs, at least 2. Those numbered 0 and 1 lie as far apart as any, and the first few
   * lie everywhere, for where there are many an audit compares the first ones.
   */
  long inputs();

  /**
   * One report.
   *
   * @param input in [0, inputs)
   */
  R report(long input, RandomSource source);

  /**
   * How much more a report speaks for one input than for another, in any unit; audits look for the
   * reports where it is largest.
   */
  double contrast(R report, long input, long other);

  /** As {@link ItemProtocol#firstIndependentBit}. */
  default int firstIndependentBit() {
    return -1;
  }
}
