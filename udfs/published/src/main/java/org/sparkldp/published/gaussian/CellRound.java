package org.sparkldp.published.gaussian;

import java.util.Arrays;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A round in which every group of people is put one question with few answers, and each person
 * reports the answer by k-ary randomized response (RR1 and KVRR2 of Joseph, Kulkarni, Mao &amp; Wu
 * are the steps with four and two answers).
 *
 * <p>Every stratum has the same groups. Report: a cell, which shows stratum, group and reported
 * answer: the groups' answers stand one after the other, stratum after stratum. Guarantee:
 * epsilon-LDP, for a report is one randomized response, and the group is public.
 */
abstract class CellRound extends GaussianProtocol<Integer> {
  private static final int MOST_CELLS = 1 << 26;

  private final KaryResponse[] responses; // by group
  private final int[] firstCells; // by group, within the stratum; after the last: all its cells

  /**
   * @param delta failure mass of privacy that the protocol as a whole claims; the step needs none
   * @param responses by group, how its people report the answer
   */
  CellRound(
      ProtocolSpec spec, PublishedQuestion published, double delta, KaryResponse[] responses) {
    super(spec, guarantee(published.epsilon(), delta, responses), published.gaussian());
    this.responses = responses.clone();
    this.firstCells = new int[responses.length + 1];
    for (int group = 0; group < responses.length; group++) {
      firstCells[group + 1] = firstCells[group] + responses[group].k();
    }
    int most = MOST_CELLS / firstCells[responses.length];
    Require.that(strata() <= most)
        .orRefuse(
            "strata must be at most %s here. Provided value: %s; ask the strata apart.",
            most, strata());
  }

  private static Guarantee guarantee(double epsilon, double delta, KaryResponse[] responses) {
    double exact =
        Arrays.stream(responses)
            .distinct()
            .mapToDouble(KaryResponse::exactEpsilon)
            .max()
            .orElseThrow();
    return new Guarantee(epsilon, delta, exact);
  }

  /** The question that a group of a stratum is put. */
  abstract Channel channel(int stratum, int group);

  /** Groups of a stratum. */
  final int groups() {
    return responses.length;
  }

  /** How a group's people report their answers. */
  final KaryResponse response(int group) {
    return responses[group];
  }

  /** Reports by answer of some neighbouring groups, one group after the other. */
  final long[] counts(Accumulator<?> reports, int stratum, int from, int to) {
    int first = stratum * firstCells[groups()];
    long[] counts = new long[firstCells[to] - firstCells[from]];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = reports.count(first + firstCells[from] + i);
    }
    return counts;
  }

  @Override
  public final int cohorts() {
    return strata() * groups();
  }

  /** All groups alike. */
  @Override
  public int cohort(int stratum, long word) {
    return stratum * groups() + share(word, groups());
  }

  /** One of {@code groups} groups of equal shares, by the word's upper 63 bits. */
  static int share(long word, int groups) {
    return (int) Math.multiplyHigh(word >>> 1, 2L * groups);
  }

  @Override
  public final long inputs(int cohort) {
    return responses[cohort % groups()].k();
  }

  @Override
  public final long input(double value, int cohort) {
    requireFinite(value);
    return channel(cohort / groups(), cohort % groups()).answer(value);
  }

  @Override
  public final Integer report(long input, int cohort, RandomSource source) {
    return firstCell(cohort) + responses[cohort % groups()].randomize((int) input, source);
  }

  @Override
  public final double contrast(Integer report, long input, long other, int cohort) {
    int answer = report - firstCell(cohort);
    return (answer == input ? 1 : 0) - (answer == other ? 1 : 0);
  }

  private int firstCell(int cohort) {
    return cohort / groups() * firstCells[groups()] + firstCells[cohort % groups()];
  }

  @Override
  public final ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public final Layout<Integer> layout() {
    return new Layout.CellCounts(strata() * firstCells[groups()]);
  }
}
