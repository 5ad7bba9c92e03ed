package org.sparkldp.protocols.longitudinal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ChangeProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.random.SystemRandomness;

/** Estimates of one period and of the change between two, and what they cost in error. */
public class MemoizedOraclesTest {
  private static MemoizedOracle of(String spec) {
    return (MemoizedOracle) Protocols.of(spec);
  }

  /** The whole law of a report, as the formulas of the page have it. */
  @Test
  void oneReportHasThisLaw() {
    Loloha oracle = Loloha.LOLOHA.of(2 * Math.log(3), 3, 2, 0.5);
    // A = 3, E = sqrt 3, so p1 = 3/4 and p2/q2 = (3 E - 1)/(3 - E).
    double ratio = (3 * Math.sqrt(3) - 1) / (3 - Math.sqrt(3));
    double p2 = ratio / (ratio + 1);
    double own = 0.75 * p2 + 0.25 * (1 - p2);
    for (int item = 0; item < 3; item++) {
      int held = item;
      Law<Integer> law = Law.of(source -> oracle.randomize(held, source));
      assertEquals(8, law.size());
      for (int other = 0; other < 3; other++) {
        int asked = other;
        double supported = law.mean(report -> oracle.cell(report / 2, asked) == report % 2 ? 1 : 0);
        assertEquals(other == item ? own : 0.5, supported, 1e-12);
      }
    }
    assertEquals(Math.log(own / (1 - own)), oracle.reportEpsilon(), 1e-9);
    assertEquals(0.5 * Math.log(3), oracle.reportEpsilon(), 1e-9);
    assertEquals(Math.log(3), oracle.bucketEpsilon(), 1e-9);
  }

  /** Where each report comes as often as its law says, estimates are the truth. */
  @ParameterizedTest
  @ValueSource(strings = {"loloha(epsilon=1.0,k=5)", "loloha(epsilon=2.0,k=5,g=3,alpha=0.2)"})
  public void expectedReportsGiveTheTruthAndItsErrors(String spec) {
    MemoizedOracle oracle = of(spec);
    double people = 1L << 40;
    for (int item = 0; item < 5; item++) {
      int held = item;
      Accumulator<Integer> sum = oracle.newAccumulator();
      Law.of(source -> oracle.randomize(held, source))
          .forEach((report, p) -> sum.add(report, Math.round(p * people)));
      Estimate estimate = oracle.estimate(sum);
      long[] counts = new long[5];
      counts[item] = (long) people;
      double[] variances = oracle.variances(counts);
      for (int v = 0; v < 5; v++) {
        double error = estimate.rows().get(v).standardError();
        assertEquals(counts[v] / people, estimate.rows().get(v).estimate() / people, 1e-9);
        assertEquals(1, error * error / variances[v], 1e-6);
      }
    }
  }

  /**
   * The paper's formula of the variance of a rare item, of frequencies among n people (LOLOHA,
   * section 3.3, chained responses).
   */
  @ParameterizedTest
  @CsvSource({"0.5", "1.0", "2.0", "4.0"})
  void variancesAreThoseOfThePaper(double lifetime) {
    long[] nobody = {0, 1_000_000, 0, 0};
    double one = lifetime / 2;
    double first = one / 2;
    double p1 = Math.exp(one) / (Math.exp(one) + 1);
    double irr = Math.log((Math.exp(one + first) - 1) / (Math.exp(one) - Math.exp(first)));
    double p2 = Math.exp(irr) / (Math.exp(irr) + 1);
    double q2 = 1 - p2;
    double q1 = 0.5; // of the server
    double gamma = q1 * (p2 - q2) + q2;
    double loloha = gamma * (1 - gamma) / Math.pow((p1 - q1) * (p2 - q2), 2);
    assertEquals(1, Loloha.LOLOHA.of(lifetime, 4).variances(nobody)[0] / (1e6 * loloha), 1e-8);
  }

  // Changes.

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

  /** Two reports of a person as one. */
  private static int pair(ChangeProtocol change, int earlier, int later) {
    return earlier * change.answers() + later % change.answers();
  }

  /** Errors of changes: mean squares over those claimed, and coverage. */
  private record Errors(double mean, double ratio, double coverage, double ratioIfApart) {}

  private static Errors errors(MemoizedOracle oracle, MemoizedOracle reads) {
    ChangeProtocol change = reads.change().orElseThrow();
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
      Accumulator<Integer> pairs = change.newAccumulator();
      Accumulator<Integer> before = reads.newAccumulator();
      Accumulator<Integer> after = reads.newAccumulator();
      for (int person = 0; person < PEOPLE; person++) {
        int[] items = {item(person, 0), item(person, 1)};
        int[] reports = oracle.randomize(items, source);
        pairs.add(pair(change, reports[0], reports[1]));
        before.add(reports[0]);
        after.add(reports[1]);
      }
      Estimate estimate = change.estimate(pairs);
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
  public void changesErrAsTheyClaimAndDaysAreNotIndependent(String spec) {
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
    double[] now = coverageAndLength(begun, ceased, MemoizedChange::reach);
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

  @Test
  void aPairOfReportsIsOne() {
    ChangeProtocol change = of("loloha(epsilon=1.0,k=4)").change().orElseThrow();

    assertEquals("loloha-change(epsilon=1.0,k=4,g=2,alpha=0.5)", change.spec().toString());
    assertEquals(change, Protocols.of(change.spec()));
    assertEquals(2, change.answers());
    Accumulator<Integer> pairs = change.newAccumulator();
    pairs.add(pair(change, 7, 6), 100);
    Estimate estimate = change.estimate(pairs);
    assertEquals(4, estimate.rows().size());
    assertEquals(0, Arrays.stream(estimate.estimates()).filter(x -> x == 0).count());
    pairs.add(pair(change, 7, 7), 10_000);
    assertEquals(
        estimate.rows().get(0).standardError(),
        change.estimate(pairs).rows().get(0).standardError(),
        "who did not change his report adds no error");
  }

  @Test
  void nobodyIsAskedForAChange() {
    ChangeProtocol change = of("loloha(epsilon=1.0,k=4)").change().orElseThrow();

    assertTrue(change.eachCohort().isEmpty());
    assertFalse(change.isForLife());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> change.randomizer().randomize(null, new SimulationSource(1)))
            .getMessage();
    assertTrue(message.contains("randomize by loloha(epsilon=1.0,k=4,g=2,alpha=0.5)"), message);
  }

  // Refusals.

  @Test
  void freshCoinsAreRefused() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Loloha.LOLOHA.of(1, 4).randomize(0, SystemRandomness.get()))
            .getMessage();
    assertTrue(message.contains("only keyed random bits can be remembered"), message);
  }

  /** Two buckets are best up to a lifetime epsilon of 10. */
  @Test
  void twoBucketsAreBest() {
    long[] nobody = {0, 1000, 0, 0};
    for (double epsilon : new double[] {0.1, 1, 4, 10}) {
      double two = Loloha.LOLOHA.of(epsilon, 4, 2, 0.5).variances(nobody)[0];
      for (int g : new int[] {3, 4, 5, 8}) {
        assertTrue(two < Loloha.LOLOHA.of(epsilon, 4, g, 0.5).variances(nobody)[0]);
      }
    }
    assertTrue(
        Loloha.LOLOHA.of(11, 4, 2, 0.5).variances(nobody)[0]
            > Loloha.LOLOHA.of(11, 4, 3, 0.5).variances(nobody)[0]);
  }
}
