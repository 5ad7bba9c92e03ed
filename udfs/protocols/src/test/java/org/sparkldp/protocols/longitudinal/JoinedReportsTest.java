package org.sparkldp.protocols.longitudinal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Estimates of the change between two periods, and what they cost in error. */
class JoinedReportsTest {
  private static MemoizedOracle of(String spec) {
    return (MemoizedOracle) Protocols.of(spec);
  }

  private static final int PEOPLE = 4000;
  private static final int K = 8;
  private static final int TRIALS = 150;

  /**
   * Who holds what on two days: a third of them change.
   *
   * @param t the day
   */
  private static int item(int person, int t) {
    int first = person % 3 == 0 ? 0 : person % K;
    boolean changes = person % 9 < 3;
    return t == 0 || !changes ? first : (first + 1 + person % 2) % K;
  }

  /** Errors of changes: mean squares over those claimed, and coverage. */
  private record Errors(double mean, double ratio, double coverage, double ratioIfApart) {}

  private static Errors errors(MemoizedOracle oracle, MemoizedOracle reads) {
    JoinedReports joined = new JoinedReports(reads);
    double[] truth = new double[K];
    for (int person = 0; person < PEOPLE; person++) {
      truth[item(person, 0)]--;
      truth[item(person, 1)]++;
    }
    RandomSource source = new SimulationSource(17);
    double[] errors = new double[K];
    double squares = 0;
    double claimed = 0;
    double apart = 0;
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      long[] pairs = new long[joined.kinds()];
      Accumulator<Integer> before = reads.newAccumulator();
      Accumulator<Integer> after = reads.newAccumulator();
      for (int person = 0; person < PEOPLE; person++) {
        int[] items = {item(person, 0), item(person, 1)};
        int[] reports = oracle.randomize(items, source);
        pairs[joined.kind(reports[0], reports[1])]++;
        before.add(reports[0]);
        after.add(reports[1]);
      }
      Estimate estimate = joined.changes(pairs, 0.95);
      double[] first = reads.estimate(before).estimates();
      double[] second = reads.estimate(after).estimates();
      for (int v = 0; v < K; v++) {
        Estimate.Row row = estimate.rows().get(v);
        double error = row.estimate() - truth[v];
        assertEquals(second[v] - first[v], row.estimate(), 1e-6, "the difference of the days");
        errors[v] += error / TRIALS;
        squares += error * error;
        claimed += row.standardError() * row.standardError();
        apart +=
            Math.pow(reads.estimate(before).rows().get(v).standardError(), 2)
                + Math.pow(reads.estimate(after).rows().get(v).standardError(), 2);
        covered += row.lower() <= truth[v] && truth[v] <= row.upper() ? 1 : 0;
      }
    }
    double worst = 0;
    for (double error : errors) {
      worst = Math.max(worst, Math.abs(error) / Math.sqrt(claimed / K / TRIALS / TRIALS));
    }
    return new Errors(worst, squares / claimed, covered / (double) (K * TRIALS), squares / apart);
  }

  /**
   * 1,200 intervals, and at most 4 % of the claimed variance is of people who moved. Had the days
   * been independent, the variances of the two would add up to much more than the errors show.
   */
  @ParameterizedTest
  @ValueSource(strings = {"loloha(epsilon=4.0,k=8)"})
  void changesErrAsTheyClaimAndDaysAreNotIndependent(String spec) {
    MemoizedOracle oracle = of(spec);
    Errors errors = errors(oracle, oracle);

    assertTrue(errors.mean < 5, errors.toString());
    assertTrue(errors.ratio > 0.8 && errors.ratio < 1.1, errors.toString());
    assertTrue(errors.coverage > 0.93 && errors.coverage < 0.97, errors.toString());
    assertTrue(errors.ratioIfApart < 0.85, errors.toString());
  }

  /** The wrong twin: the estimator of another epsilon. */
  @Test
  void theEstimatorOfAnotherEpsilonIsSeen() {
    Errors errors = errors(of("loloha(epsilon=4.0,k=8)"), of("loloha(epsilon=3.0,k=8)"));

    assertTrue(errors.mean > 5, errors.toString());
  }

  /**
   * By enumeration, of 0.05 to 40 reports that begin or cease on average: intervals hold, and are
   * at most 12 % longer than normal ones from 16 changed reports on. Where nothing was seen they
   * must be long.
   */
  @ParameterizedTest
  @CsvSource({"0.05,0.05", "1,0.05", "2,1", "4,4", "8,8", "16,1", "40,40"})
  void intervalsOfRareChangesHoldAndAreNotTooLong(double begun, double ceased) {
    double[] now = coverageAndLength(begun, ceased, JoinedReports::reach);
    // The wrong twins: both ends as far as the farther one, and normal ends.
    double[] far =
        coverageAndLength(begun, ceased, (b, c, z) -> z * (Math.sqrt(b + c + z * z / 4) + z / 2));
    double[] normal = coverageAndLength(begun, ceased, (b, c, z) -> z * Math.sqrt(b + c));

    assertTrue(now[0] >= 0.95, () -> "coverage " + now[0]);
    assertTrue(begun + ceased < 16 || now[1] < 1.12, () -> "length " + now[1]);
    assertTrue(begun + ceased > 17 || far[1] > 1.2, () -> "far " + far[1]);
    assertTrue(begun != 1 || normal[0] < 0.9, () -> "normal " + normal[0]);
  }

  private interface Reach {
    double of(long more, long less, double z);
  }

  /** Of Poisson numbers; the length over that of a normal interval with the true error. */
  private static double[] coverageAndLength(double begun, double ceased, Reach reach) {
    double z = 1.959964;
    double covered = 0;
    double length = 0;
    double first = Math.exp(-begun);
    for (int b = 0; b < 120; first *= begun / ++b) {
      double both = first * Math.exp(-ceased);
      for (int c = 0; c < 120; both *= ceased / ++c) {
        double up = reach.of(b, c, z);
        double down = reach.of(c, b, z);
        double error = begun - ceased - (b - c);
        covered += -down <= error && error <= up ? both : 0;
        length += both * (up + down) / (2 * z * Math.sqrt(begun + ceased));
      }
    }
    return new double[] {covered, length};
  }

  /** Reports of one hash function; of three people two did not change theirs. */
  @Test
  void whoDidNotChangeTheirReportAddsNoError() {
    JoinedReports joined = new JoinedReports(of("loloha(epsilon=1.0,k=4)"));
    long[] pairs = new long[joined.kinds()];
    pairs[joined.kind(7, 6)] = 100;
    Estimate moved = joined.changes(pairs, 0.95);
    pairs[joined.kind(7, 7)] = 10_000;
    Estimate all = joined.changes(pairs, 0.95);

    assertEquals(4, moved.rows().size());
    assertEquals(0, Arrays.stream(moved.estimates()).filter(x -> x == 0).count());
    assertEquals(10_100, all.n());
    assertEquals(moved.rows().get(0).standardError(), all.rows().get(0).standardError());
  }

  @Test
  void whatIsNoPairIsRefused() {
    JoinedReports joined = new JoinedReports(of("loloha(epsilon=1.0,k=4)"));
    refused("must be drawn under one key", () -> joined.kind(7, 5));
    refused("at least one report", () -> joined.changes(new long[joined.kinds()], 0.95));
    refused("at most 2^24 kinds", () -> new JoinedReports(of("loloha(epsilon=1.0,k=200,g=128)")));
  }

  private static void refused(String rule, Executable bad) {
    String message = assertThrows(IllegalArgumentException.class, bad).getMessage();
    assertTrue(message.contains(rule), message);
  }
}
