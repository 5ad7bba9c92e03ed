package org.sparkldp.protocols;

import java.util.List;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A protocol whose reports depend on finitely many inputs, so that it can be audited.
 *
 * @param <R> a report
 */
public interface Audited<R> {

  /** The public cohorts of people, by number; one if nothing public distinguishes people. */
  List<Cohort<R>> eachCohort();

  /** The cohorts of a protocol; none if it cannot be audited. */
  @SuppressWarnings("unchecked") // a protocol is audited by its own reports
  static <R> List<Cohort<R>> cohorts(Protocol<?, R> protocol) {
    return protocol
        .facet(Audited.class)
        .map(audited -> ((Audited<R>) audited).eachCohort())
        .orElseGet(List::of);
  }

  /**
   * People whose reports are made alike: the finitely many inputs that their reports depend on, and
   * the report of each. An audit knows a protocol by its cohorts and by nothing else.
   *
   * @param inputs their number, at least 2. Inputs 0 and 1 lie as far apart as any, and the first
   *     few are spread over all, because an audit compares the first ones if there are many
   * @param randomizer makes reports
   * @param likelihood says how much a report speaks for an input
   * @param firstIndependentBit as {@link ItemProtocol#firstIndependentBit}
   * @param <R> a report
   */
  record Cohort<R>(
      long inputs, Reporting<R> randomizer, Contrasting<R> likelihood, int firstIndependentBit) {

    /**
     * One report.
     *
     * @param input in [0, inputs)
     */
    public R report(long input, RandomSource source) {
      return randomizer.report(input, source);
    }

    /**
     * How much more a report speaks for one input than for another, in any unit; audits look for
     * the reports where it is largest.
     */
    public double contrast(R report, long input, long other) {
      return likelihood.contrast(report, input, other);
    }
  }

  /** {@link Cohort#report}. */
  interface Reporting<R> {
    R report(long input, RandomSource source);
  }

  /** {@link Cohort#contrast}. */
  interface Contrasting<R> {
    double contrast(R report, long input, long other);
  }
}
