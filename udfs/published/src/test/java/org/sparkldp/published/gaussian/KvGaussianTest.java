package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.random.SimulationSource;

/** Exact laws of reports are in {@code PublishedGaussianLawsTest}. */
@Tag("slow")
class KvGaussianTest {
  private static final String SPEC = "kv-gaussian(epsilon=1.0,sigma=2.0,range=30.0,center=-40.0)";

  @SuppressWarnings("unchecked") // its reports are cells
  private static NumberProtocol<Integer> of(Object protocol) {
    return (NumberProtocol<Integer>) protocol;
  }

  private static NumberProtocol<Integer> second(double mean, int people, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] values = People.normals(people, mean, 2, source);
    NumberProtocol<Integer> first = of(Protocols.of(SPEC));
    Accumulator<?> reports = People.reports(first, values, new long[people], source);
    return of(RoundWalk.next(first, reports));
  }

  @Test
  void fortyThousandPeopleBelowZero() {
    SimulationSource source = new SimulationSource(1);
    double[] values = People.normals(40_000, -51.3, 2, source);

    Estimate.Row mean = People.estimate(SPEC, values, source).rows().get(0);

    assertEquals("mean", mean.item());
    assertEquals(-51.3, mean.estimate(), 4 * mean.standardError());
    assertTrue(mean.standardError() < 0.06);
    assertEquals("", mean.note());
  }

  @ParameterizedTest
  @CsvSource({"0.5, -51.3", "1, -69.99", "1, -10.01", "3, -37.2"})
  void estimatesAreUnbiasedWithTheStatedErrors(double epsilon, double mean) {
    String spec = SPEC.replace("epsilon=1.0", "epsilon=" + epsilon);
    int people = (int) Demanding.people(Protocols.of(spec));

    Runs trials = Runs.ofNormals(spec, people, mean, 2, 300);

    trials.assertHonest(mean);
    // Theory: about 2 e^(d²) with |d| at most 1 here.
    double ratio = Runs.ratio(trials.rmse(mean), people, 2, epsilon);
    assertTrue(ratio > 1.5 && ratio < 5.5, "ratio " + ratio);
  }

  @Test
  void intervalsHoldTheirLevel() {
    String spec = SPEC.replace("epsilon=1.0", "epsilon=3.0");

    double coverage = Runs.ofNormals(spec, 6000, -37.2, 2, 1500).coverage(-37.2);

    assertTrue(coverage >= 0.93 && coverage <= 0.97, "coverage " + coverage);
  }

  @Test
  void aBiasOrAnErrorTooSmallWouldBeCaught() {
    Runs right = Runs.ofNormals(SPEC, 30_000, -33, 2, 300);
    double biased = -33 + right.stated() / 2;
    Runs bold =
        new Runs(
            right.rows().stream()
                .map(
                    r ->
                        new Estimate.Row(
                            "", r.estimate(), r.standardError() / 2, r.lower(), r.upper()))
                .toList());

    right.assertHonest(-33);
    assertThrows(AssertionError.class, () -> right.assertHonest(biased));
    assertThrows(AssertionError.class, () -> bold.assertHonest(-33));
  }

  /** The check of the restored pseudo-code: n = 200,000, 11 levels. */
  @Test
  void theReferenceSettingGivesTheReferenceError() {
    String spec = "kv-gaussian(epsilon=1.0,sigma=2.3,range=1000.0,center=1000.0)";

    Runs trials = Runs.ofNormals(spec, 200_000, 777.7, 2.3, 60);

    // Points are 776 and 778, at d = 0.74 and −0.13: ratios of 3.2 and 2.0; 2.8 in 1,000 runs.
    double stated = Runs.ratio(trials.stated(), 200_000, 2.3, 1);
    assertEquals(2.8, stated, 0.2);
    trials.assertHonest(777.7);
  }

  @Test
  void roundTwoInvertsTheSignsAboutThePointOfRoundOne() {
    NumberProtocol<Integer> second = second(-51.3, 30_000, 2);
    double point = RoundState.decode(Attached.of(second)).numbers()[0];
    Accumulator<Integer> reports = second.newAccumulator();
    // At d = 1/2: Φ = 0.69146; gamma = 0.46212; reported above: 0.5 + 0.46212 · 0.19146 = 0.588478.
    reports.add(0, 411_522);
    reports.add(1, 588_478);

    Estimate.Row row = second.estimate(reports).rows().get(0);

    assertEquals(-51.3, point, 4);
    assertEquals(0, second.input(point - 1e-9, 0));
    assertEquals(1, second.input(point, 0));
    assertEquals(point + 1, row.estimate(), 1e-4);
    double error = 2 / 0.46212 * Math.sqrt(0.588478 * 0.411522 / 1e6) / 0.352065;
    assertEquals(error, row.standardError(), 1e-6);
    assertEquals(1_030_000, second.estimate(reports).n());
    // The slip of a published program: raw counts, not debiased ones.
    double raw = point + 2 * 0.2236; // Φ⁻¹(0.588478)
    assertThrows(AssertionError.class, () -> assertEquals(raw, row.estimate(), 0.1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void signsThatAreNearlyAllAlikeSayNothing(int side) {
    NumberProtocol<Integer> second = second(-51.3, 30_000, 2);
    Accumulator<Integer> reports = second.newAccumulator();
    reports.add(side, 730);
    reports.add(1 - side, 270);

    Estimate.Row row = second.estimate(reports).rows().get(0);

    assertTrue(Double.isNaN(row.estimate()) && Double.isNaN(row.standardError()));
    assertEquals(-70, row.lower());
    assertEquals(-10, row.upper());
    assertTrue(row.note().startsWith("round one has probably failed"), row.note());
  }

  @Test
  void tooFewPeopleFailAsPublishedAndSaySo() {
    String spec = "kv-gaussian(epsilon=1.0,sigma=1.0,range=500.0,center=500.3,users=10000)";

    Runs trials = Runs.ofNormals(spec, 10_000, 777.7, 1, 60);
    SimulationSource source = new SimulationSource(5);
    double[] values = People.normals(10_000, 777.7, 1, source);

    assertTrue(trials.answered() < 20, "answered " + trials.answered());
    assertTrue(People.estimate(spec, values, source).rows().get(0).note().contains("too few"));
    assertTrue(Demanding.people(Protocols.of(spec)) > 30_000);
  }

  @Test
  void roundOneAloneGivesTwoSigmas() {
    SimulationSource source = new SimulationSource(1);
    NumberProtocol<Integer> first = of(Protocols.of(SPEC));
    double[] values = People.normals(30_000, -20, 2, source);

    Estimate.Row row =
        Protocols.estimate(People.reports(first, values, new long[30_000], source), 0.95)
            .rows()
            .get(0);

    assertTrue(Double.isNaN(row.estimate()));
    assertEquals(8, row.upper() - row.lower());
    assertTrue(row.lower() <= -20 && row.upper() >= -20);
    assertTrue(row.note().contains("interval"));
  }

  @Test
  void halfOfThePeopleSpeakInEitherRoundAndEvenlyAtAllLevels() {
    Protocol<?, ?> first = Protocols.of(SPEC);
    SimulationSource source = new SimulationSource(1);
    int[] rounds = new int[3];
    int[] levels = new int[of(first).cohorts()];
    for (int i = 0; i < 60_000; i++) {
      rounds[RoundWalk.at(first).roundOf(source.nextLong())]++;
      levels[of(first).cohort(0, source.nextLong())]++;
    }

    assertEquals(30_000, rounds[1], 5 * Math.sqrt(15_000));
    assertEquals(6, levels.length);
    for (int people : levels) {
      assertEquals(10_000, people, 5 * Math.sqrt(10_000));
    }
    assertEquals(0, of(first).cohort(0, 0));
    assertEquals(5, of(first).cohort(0, -1));
    assertEquals(2, RoundWalk.at(first).rounds());
    assertEquals(1, RoundWalk.at(first).round());
  }

  @Test
  void everyStratumHasItsOwnMean() {
    String spec = "kv-gaussian(epsilon=2.0,sigma=1.0,range=10.0,strata=3)";
    NumberProtocol<Integer> first = of(Protocols.of(spec));
    double[] means = {-8.5, 0.25, 7};
    SimulationSource source = new SimulationSource(9);
    NumberProtocol<Integer> round = first;
    for (int r = 1; r <= 2; r++) {
      Accumulator<Integer> reports = round.newAccumulator();
      for (int stratum = 0; stratum < 3; stratum++) {
        for (double value : People.normals(10_000, means[stratum], 1, source)) {
          int cohort = round.cohort(stratum, source.nextLong());
          reports.add(round.report(round.input(value, cohort), cohort, source));
        }
      }
      if (r == 1) {
        round = of(RoundWalk.next(round, reports));
      } else {
        Estimate estimate = round.estimate(reports);
        for (int stratum = 0; stratum < 3; stratum++) {
          Estimate.Row row = estimate.rows().get(stratum);
          assertEquals(stratum + " mean", row.item());
          assertEquals(means[stratum], row.estimate(), 4 * row.standardError());
        }
        assertEquals(60_000, estimate.n());
      }
    }
  }

  @Test
  void aStratumThatNobodyIsOfIsNotEstimated() {
    NumberProtocol<Integer> first =
        of(Protocols.of("kv-gaussian(epsilon=2.0,sigma=1.0,range=10.0,strata=2)"));
    SimulationSource source = new SimulationSource(9);
    Accumulator<Integer> reports = first.newAccumulator();
    reports.add(first.report(first.input(3, 0), 0, source));
    NumberProtocol<Integer> second = of(RoundWalk.next(first, reports));
    Accumulator<Integer> signs = second.newAccumulator();
    signs.add(second.report(1, 0, source));

    Estimate.Row row = second.estimate(signs).rows().get(1);

    assertTrue(Double.isNaN(row.estimate()));
    assertTrue(row.note().startsWith("nobody was asked"), row.note());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e308, -1e308, Double.MAX_VALUE, 4.9e-324, -40})
  void anyFiniteValueHasAnInput(double value) {
    NumberProtocol<Integer> first = of(Protocols.of(SPEC));
    for (int cohort = 0; cohort < first.cohorts(); cohort++) {
      long input = first.input(value, cohort);
      assertTrue(input >= 0 && input < first.inputs(cohort));
    }
  }
}
