package org.sparkldp.protocols.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;

class StatisticalQueriesTest {

  private static StatisticalQueries of(String spec) {
    return (StatisticalQueries) Protocols.of(spec);
  }

  private static double said(StatisticalQueries protocol, int report) {
    return report % 2 == 1 ? protocol.c() : -protocol.c();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 2, 4, 8})
  void theWholeLawGivesTheExactEpsilonTheMeanAndTheVariance(double epsilon) {
    StatisticalQueries protocol = StatisticalQueries.DECLARATION.of(epsilon, 3);
    for (int query = 0; query < 3; query++) {
      int cohort = query;
      List<Law<Integer>> laws = new ArrayList<>();
      for (int i = -8; i <= 8; i++) {
        double t = i / 8.0;
        long input = protocol.input(t, cohort);
        Law<Integer> law = Law.of(source -> protocol.report(input, cohort, source));

        assertTrue(law.sumsToOne());
        assertEquals(2, law.size());
        assertEquals(1, law.mean(report -> report / 2 == cohort ? 1 : 0), 1e-15);
        assertEquals(t, law.mean(report -> said(protocol, report)), 1e-12);
        assertEquals(
            protocol.c() * protocol.c() - t * t,
            law.mean(report -> Math.pow(said(protocol, report) - t, 2)),
            1e-11 * protocol.c() * protocol.c());
        laws.add(law);
      }
      double exact = protocol.guarantee().exactEpsilon();
      assertTrue(exact <= epsilon);
      assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    }
  }

  @Test
  void aHashDividesPeopleEvenlyAndCoversEveryQuery() {
    StatisticalQueries protocol = of("sq(epsilon=1,queries=7)");
    SimulationSource source = new SimulationSource(1);
    int[] sizes = new int[7];
    for (int i = 0; i < 70_000; i++) {
      sizes[protocol.cohort(0, source.nextLong())]++;
    }

    for (int size : sizes) {
      assertEquals(10_000, size, 6 * 100);
    }
    assertEquals(0, protocol.cohort(0, 0));
    assertEquals(6, protocol.cohort(0, -1));
  }

  /** Values of person i: query j's share of +1 is (j + 1)/(q + 1), all others −0.5. */
  private static double value(int person, int people, int query, int queries) {
    return person * (queries + 1L) < (query + 1L) * people ? 1 : -0.5;
  }

  private static double truth(int query, int people, int queries) {
    double sum = 0;
    for (int i = 0; i < people; i++) {
      sum += value(i, people, query, queries);
    }
    return sum / people;
  }

  /** Over and over: people are divided anew and toss new coins. */
  private static Trials trials(
      StatisticalQueries asks, StatisticalQueries reads, int people, int trials) {
    int queries = asks.cohorts();
    double[] truth = new double[queries];
    Arrays.setAll(truth, j -> truth(j, people, queries));
    SimulationSource source = new SimulationSource(11);
    return Trials.of(
        reads,
        truth,
        trials,
        reports -> {
          for (int i = 0; i < people; i++) {
            int cohort = asks.cohort(0, source.nextLong());
            long input = asks.input(value(i, people, cohort, queries), cohort);
            reports.add(asks.report(input, cohort, source));
          }
        });
  }

  @Test
  void everyQueryIsUnbiasedWithItsStandardErrorAndCoverage() {
    StatisticalQueries protocol = of("sq(epsilon=2,queries=4)");
    Trials seen = trials(protocol, protocol, 400, 4000);

    seen.assertUnbiased(seen.variance());
    for (int j = 0; j < 4; j++) {
      double ratio = seen.claimed()[j] / seen.variance()[j];
      // From above by S²/N against (c² − mean²)/n: at most 0.56/400 against 1.7/100.
      assertTrue(ratio > 0.9 && ratio < 1.25, "query " + j + ": " + ratio);
    }
    assertTrue(seen.coverage() > 0.935 && seen.coverage() < 0.97, "coverage " + seen.coverage());
  }

  @Test
  void aTwinThatMistakesTheConstantWouldBeCaught() {
    Trials twin = trials(of("sq(epsilon=2,queries=4)"), of("sq(epsilon=2.3,queries=4)"), 400, 4000);

    assertThrows(AssertionError.class, () -> twin.assertUnbiased(twin.variance()));
  }

  @ParameterizedTest
  @CsvSource({"1", "5"})
  void theStatedVarianceIsTheOneSeen(int queries) {
    StatisticalQueries protocol = StatisticalQueries.DECLARATION.of(1, queries);
    double[] values = new double[200];
    for (int i = 0; i < 200; i++) {
      values[i] = i < 150 ? 1 : -0.5;
    }
    SimulationSource source = new SimulationSource(5);
    Trials seen =
        Trials.of(
            protocol,
            new double[] {0.625},
            20_000,
            reports -> reports.merge(People.reports(protocol, values, source)));

    double stated = protocol.variances(values)[0];
    assertEquals(1, seen.variance()[0] / stated, 6 * Math.sqrt(2.2 / 20_000));
    assertEquals(0.625, protocol.answers(values)[queries - 1], 1e-12);
  }

  /** Runs in which some answer is off by more than tau, of the worst queries: mean 0. */
  private static double failures(SampleSize size, long people, int trials) {
    StatisticalQueries protocol =
        StatisticalQueries.DECLARATION.of(size.epsilon(), size.queries(), size.tau(), size.beta());
    SimulationSource source = new SimulationSource(17);
    int failures = 0;
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<Integer> reports = protocol.newAccumulator();
      for (long i = 0; i < people; i++) {
        int cohort = protocol.cohort(0, source.nextLong());
        double value = i < people / 2 ? 1 : -1;
        reports.add(protocol.report(protocol.input(value, cohort), cohort, source));
      }
      failures +=
          protocol.estimate(reports).rows().stream()
                  .anyMatch(row -> !(Math.abs(row.estimate()) <= size.tau()))
              ? 1
              : 0;
    }
    return (double) failures / trials;
  }

  @Tag("slow")
  @Test
  void answersAreWithinTheToleranceAsOftenAsStated() {
    SampleSize size = new SampleSize(1, 10, 0.1, 0.05);

    double full = failures(size, size.hashedGroups(), 1000);
    double half = failures(size, size.hashedGroups() / 2, 400);

    assertTrue(full <= 0.05, "failures " + full);
    assertTrue(half > 0.05, "failures of half the size " + half);
  }

  @Test
  void tooFewPeopleAreRefusedWithTheirTolerance() {
    StatisticalQueries protocol = of("sq(epsilon=1,queries=2,tau=0.1,beta=0.05)");
    Accumulator<Integer> reports = protocol.newAccumulator();
    reports.add(1, 500);
    reports.add(0, 500);
    Estimate estimate = protocol.estimate(reports);
    long needed = protocol.usersNeeded();

    assertEquals(
        "1000 people are fewer than the "
            + needed
            + " that a tolerance (on [-1, 1]) of 0.1 needs; the 1000 who were asked this query give"
            + " 0.2026.",
        estimate.rows().get(0).note());
    assertEquals("nobody was asked this query.", estimate.rows().get(1).note());
    assertTrue(Double.isNaN(estimate.rows().get(1).estimate()));
    assertEquals(-1, estimate.rows().get(1).lower());

    reports.add(3, needed);
    assertEquals("", protocol.estimate(reports).rows().get(0).note());
    assertEquals(0, of("sq(epsilon=1,queries=2)").usersNeeded());
  }

  /** Over all ways to deal four people out to two queries, and all coins. */
  @Test
  void variancesAreThoseOfTheCoinsAndOfWhoIsAskedWhat() {
    StatisticalQueries protocol = StatisticalQueries.DECLARATION.of(1, 2);
    double[] values = {-1, 0.25, 0.5, 1};
    double c2 = protocol.c() * protocol.c();
    double mean = protocol.answers(values)[0];
    double variance = 0;
    for (int first = 1; first < 16; first++) { // who is asked the first; somebody is
      int n = Integer.bitCount(first);
      double sum = 0;
      double noise = 0;
      for (int i = 0; i < 4; i++) {
        if ((first >> i & 1) == 1) {
          sum += values[i];
          noise += c2 - values[i] * values[i];
        }
      }
      variance += (noise / n / n + Math.pow(sum / n - mean, 2)) / 15;
    }

    assertEquals(0.1875, mean, 1e-12);
    assertEquals(variance, protocol.variances(values)[0], 1e-5 * variance);
    assertEquals(variance, protocol.variances(values)[1], 1e-5 * variance);
  }

  @Test
  void toleranceAndFailureProbabilityBelongTogether() {
    assertTrue(((StatisticalQueries) Protocols.of("sq(epsilon=1,queries=3)")).size().isEmpty());
    SampleSize size = new SampleSize(1, 3, 0.1, 0.05);
    assertEquals(
        size,
        ((StatisticalQueries) Protocols.of("sq(epsilon=1,queries=3,tau=0.1,beta=0.05)"))
            .size()
            .orElseThrow());
    for (String half : List.of("tau=0.1", "beta=0.05")) {
      String spec = "sq(epsilon=1,queries=3," + half + ")";
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Protocols.of(spec));
      String given = half.substring(0, half.indexOf('='));
      assertTrue(refusal.getMessage().contains("Provided: " + given + " alone"));
    }
  }
}
