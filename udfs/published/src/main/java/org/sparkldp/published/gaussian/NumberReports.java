package org.sparkldp.published.gaussian;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;

/**
 * Reports that carry a group and a number in one word, the group in the upper 20 bits and the
 * number plus 2^43 in the lower 44, and what they add up to.
 *
 * <p>Every stratum has the same groups: first some that answer one of four, then some that report
 * noisy numbers. Of an answering group the answers are counted, of a numeric one the reports, the
 * numbers and their squares. Squares are in units of 2^coarse, some hundredths of the noise, so
 * that sums of billions do not overflow. Numbers are clipped to ±2^21 units, after the noise, so
 * that it costs no privacy; noise is beyond that with a chance below e^-4000.
 *
 * @param strata strata
 * @param answering groups of a stratum that answer
 * @param numeric groups of a stratum that report numbers
 * @param coarse 0 to 22
 */
record NumberReports(int strata, int answering, int numeric, int coarse) implements Layout<Long> {
  private static final int NUMBER_BITS = 44;
  private static final long MIDDLE = 1L << (NUMBER_BITS - 1);
  private static final int MOST_GROUPS = 1 << 19;
  private static final int MOST_UNITS_BITS = 21;

  /** Counters of a group that reports numbers: reports, their sum, their sum of squares. */
  private static final int SUMS = 3;

  NumberReports {
    Require.that((long) strata * (answering + numeric) <= MOST_GROUPS)
        .orRefuse(
            "strata times groups must be at most %s. Provided values: %s and %s; ask the strata"
                + " apart.",
            MOST_GROUPS, strata, answering + numeric);
  }

  /**
   * With units by which the noise's standard deviation is 256 to 512, if that is a step or more.
   */
  static NumberReports of(int strata, int answering, int numeric, GridNoise noise) {
    int exponent = Math.getExponent(Math.sqrt(noise.noise().variance()));
    return new NumberReports(strata, answering, numeric, Math.max(0, exponent - 8));
  }

  static ReportType type() {
    return ReportType.word();
  }

  /** Groups of a stratum. */
  int ofStratum() {
    return answering + numeric;
  }

  /** Groups of all strata. */
  int groups() {
    return strata * ofStratum();
  }

  /** Whether a group, counted over all strata, answers; else it reports numbers. */
  boolean isAnswering(int group) {
    return group % ofStratum() < answering;
  }

  /** The report of a group's answer or number. */
  long pack(int group, long number) {
    long clipped = Math.max(-mostNumber(), Math.min(mostNumber(), number));
    return ((long) group << NUMBER_BITS) | (clipped + MIDDLE);
  }

  /** The answer or number of a report. */
  long number(long report) {
    return (report & (2 * MIDDLE - 1)) - MIDDLE;
  }

  private long mostNumber() {
    return (1L << (MOST_UNITS_BITS + coarse)) - 1;
  }

  /** Answers of the answering groups of a stratum, one group after the other. */
  long[] answers(Accumulator<?> reports, int stratum) {
    long[] counts = new long[Levels.ANSWERS * answering];
    int first = firstCounter(stratum * ofStratum());
    for (int i = 0; i < counts.length; i++) {
      counts[i] = reports.count(first + i);
    }
    return counts;
  }

  /** The mean of a numeric group's numbers. */
  SampleMean mean(Accumulator<?> reports, int group) {
    int first = firstCounter(group);
    double n = reports.count(first);
    double mean = reports.count(first + 1) / n;
    double unit = Math.scalb(1.0, coarse);
    // Rounding to whole units has added the variance of a uniform (Sheppard).
    double rounding = coarse == 0 ? 0 : unit * unit / 12;
    double square = reports.count(first + 2) / n * unit * unit - rounding;
    double variance = Math.max(0, square - mean * mean) * n / (n - 1);
    return new SampleMean(reports.count(first), mean, Math.sqrt(variance / n));
  }

  /**
   * The mean of some numbers.
   *
   * @param n how many
   * @param mean NaN if there are none
   * @param standardError by the numbers' own spread; NaN if there are fewer than two
   */
  record SampleMean(long n, double mean, double standardError) {}

  private int firstCounter(int group) {
    int perStratum = Levels.ANSWERS * answering + SUMS * numeric;
    int within = group % ofStratum();
    int numericBefore = Math.max(0, within - answering);
    int answeringBefore = within - numericBefore;
    return group / ofStratum() * perStratum
        + Levels.ANSWERS * answeringBefore
        + SUMS * numericBefore;
  }

  @Override
  public int width() {
    return firstCounter(groups());
  }

  @Override
  public boolean accepts(Long report) {
    long group = report >> NUMBER_BITS;
    long number = number(report);
    return group >= 0
        && group < groups()
        && Math.abs(number) <= mostNumber()
        && (!isAnswering((int) group) || (number >= 0 && number < Levels.ANSWERS));
  }

  @Override
  public String rule() {
    return "carry one of its groups and what that may say";
  }

  @Override
  public Sink<Long> onto(long[] counters) {
    return (report, times) -> {
      int group = (int) (report >> NUMBER_BITS);
      long number = number(report);
      int counter = firstCounter(group);
      if (isAnswering(group)) {
        add(counters, counter + (int) number, times);
      } else {
        // Ties to even, so that rounding has no bias.
        long units = (long) Math.rint(Math.scalb((double) number, -coarse));
        add(counters, counter, times);
        add(counters, counter + 1, Math.multiplyExact(number, times));
        add(counters, counter + 2, Math.multiplyExact(units * units, times));
      }
    };
  }

  private static void add(long[] counters, int counter, long more) {
    counters[counter] = Math.addExact(counters[counter], more);
  }
}
