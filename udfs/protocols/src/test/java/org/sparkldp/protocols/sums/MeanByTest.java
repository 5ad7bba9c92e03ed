package org.sparkldp.protocols.sums;

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
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;

final class MeanByTest {

  private static MeanBy of(double epsilon, int k, int size) {
    return MeanBy.DECLARATION.of(epsilon, k, -1, 1, size);
  }

  /** Sets of s keys, each with either end, and three probabilities: A, B and C of the page. */
  @ParameterizedTest
  @CsvSource({"2,1,4", "4,1,8", "4,2,24", "5,4,80"})
  void theTableIsThatOfThePage(int k, int size, int reports) {
    MeanBy protocol = of(1, k, size);
    double e = Math.E;
    double all = size * (e + 1) + 2 * (k - size);
    double each = (double) reports * size / (2 * k); // reports with a given key and end
    for (int corner = 0; corner < protocol.corners(); corner++) {
      int[] input = protocol.corner(corner);
      Law<byte[]> law = Law.of(source -> protocol.report(input, source));
      assertEquals(reports, law.size());
      int own = corner;
      law.forEach(
          (report, p) -> {
            boolean isOwn = (report[own >> 3] >> (own & 7) & 1) == 1;
            assertEquals(size * (isOwn ? e : 1) / all / each, p, 1e-9);
          });
    }
    assertTrue(protocol.guarantee().exactEpsilon() <= 1);
    assertEquals(1, protocol.guarantee().exactEpsilon(), 1e-9);
  }

  /** Numbers between the ends are mixtures of them. */
  @Test
  void aNumberIsRoundedAtRandom() {
    MeanBy protocol = of(1, 3, 1);
    Law<byte[]> quarter =
        Law.of(source -> protocol.report(protocol.input(new double[] {1, -.5}), source));
    Law<byte[]> least = Law.of(source -> protocol.report(protocol.corner(2), source));
    Law<byte[]> most = Law.of(source -> protocol.report(protocol.corner(3), source));
    least.forEach(
        (report, p) -> {
          double[] other = new double[1];
          most.forEach((same, q) -> other[0] += Arrays.equals(same, report) ? q : 0);
          double[] mixed = new double[1];
          quarter.forEach((same, q) -> mixed[0] += Arrays.equals(same, report) ? q : 0);
          assertEquals(.75 * p + .25 * other[0], mixed[0], 1e-12);
        });
  }

  /** Of 3,000 people: two keys with means, one with a few people, one with none. */
  private static double[][] people() {
    double[][] people = new double[3000][];
    for (int i = 0; i < people.length; i++) {
      int key = i < 1600 ? 0 : i < 2900 ? 1 : 2;
      people[i] = new double[] {key, key == 0 ? 70 + i % 40 : 20 + i % 11 * (key == 1 ? 8 : 1)};
    }
    return people;
  }

  private static double[] truth(double[][] people, int k) {
    double[] truth = new double[2 * k];
    for (double[] person : people) {
      truth[2 * (int) person[0]]++;
      truth[2 * (int) person[0] + 1] += person[1];
    }
    return truth;
  }

  /** The page's variances of counts and sums: fixed people, fresh coins. */
  private static double[] variances(MeanBy of, double epsilon, double[][] people) {
    double e = Math.exp(epsilon);
    double s = of.size();
    double all = s * (e + 1) + 2 * (of.k() - s);
    double p = s * (e + 1) / all;
    double q = (s - p) / (of.k() - 1);
    double weight = all / (s * (e - 1));
    double middle = (of.sums().upper() + of.sums().lower()) / 2;
    double half = (of.sums().upper() - of.sums().lower()) / 2;
    double[] variances = new double[2 * of.k()];
    for (double[] person : people) {
      for (int v = 0; v < of.k(); v++) {
        boolean isOwn = person[0] == v;
        double t = isOwn ? (person[1] - middle) / half : 0;
        double named = isOwn ? p : q;
        double count = named * (1 - named) / ((p - q) * (p - q));
        variances[2 * v] += count;
        variances[2 * v + 1] +=
            middle * middle * count
                + half * half * (weight * weight * named - t * t)
                + 2 * middle * half * t * (1 - p) / (p - q);
      }
    }
    return variances;
  }

  /** A protocol's counts and sums alone, so that trials see no row without an estimate. */
  private static Trials trials(MeanBy asks, MeanBy reads, double[][] people, int trials) {
    double[] truth = truth(people, asks.k());
    double[] mean = new double[truth.length];
    double[] variance = new double[truth.length];
    double[] claimed = new double[truth.length];
    double covered = 0;
    SimulationSource source = new SimulationSource(5);
    int[][] inputs = Arrays.stream(people).map(asks::input).toArray(int[][]::new);
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<byte[]> reports = reads.newAccumulator();
      for (int[] input : inputs) {
        reports.add(asks.report(input, source));
      }
      Estimate all = reads.estimate(reports);
      for (int i = 0; i < truth.length; i++) {
        Estimate.Row row = all.rows().get(i / 2 * 3 + i % 2);
        mean[i] += row.estimate() / trials;
        variance[i] += Math.pow(row.estimate() - truth[i], 2) / trials;
        claimed[i] += row.standardError() * row.standardError() / trials;
        covered += row.lower() <= truth[i] && truth[i] <= row.upper() ? 1 : 0;
      }
    }
    return new Trials(trials, truth, mean, variance, claimed, covered / trials / truth.length);
  }

  @Test
  void countsAndSumsAreUnbiasedAndAsVariableAsStated() {
    MeanBy protocol = MeanBy.DECLARATION.of(1, 4, 0, 120);
    double[][] people = people();
    double[] variances = variances(protocol, 1, people);
    Trials run = trials(protocol, protocol, people, 1000);
    run.assertUnbiased(variances);
    run.assertVariances(variances);
    run.assertStandardErrors(.99, 1.08, variances); // from above
    run.assertCoverage();

    // Twin: reports of another epsilon, read as if they were of this one.
    MeanBy other = MeanBy.DECLARATION.of(1.2, 4, 0, 120, protocol.size());
    Trials twin = trials(other, protocol, people, 200);
    assertThrows(AssertionError.class, () -> twin.assertUnbiased(variances));
  }

  /** Means are covered, and none is given of a key that few people hold, only the range. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 4})
  void meansAreCoveredOrNotGiven(double epsilon) {
    MeanBy protocol = MeanBy.DECLARATION.of(epsilon, 4, 0, 120);
    double[][] people = people();
    double[] truth = truth(people, 4);
    SimulationSource source = new SimulationSource(6);
    int trials = 400;
    int[] covered = new int[4];
    int[] given = new int[4];
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<byte[]> reports = protocol.newAccumulator();
      for (double[] person : people) {
        reports.add(protocol.report(protocol.input(person), source));
      }
      Estimate all = protocol.estimate(reports);
      for (int v = 0; v < 4; v++) {
        Estimate.Row row = all.rows().get(3 * v + 2);
        given[v] += Double.isNaN(row.estimate()) ? 0 : 1;
        double mean = truth[2 * v + 1] / truth[2 * v];
        covered[v] += row.lower() <= mean && mean <= row.upper() ? 1 : 0;
        assertEquals(Double.isNaN(row.estimate()), row.note().startsWith("too few people"));
      }
    }
    assertEquals(trials, given[0]);
    assertTrue(covered[0] >= .92 * trials && covered[1] >= .92 * trials, Arrays.toString(covered));
    assertTrue(given[3] <= .03 * trials, Arrays.toString(given));
    if (epsilon == 1) {
      assertTrue(covered[0] <= .99 * trials, Arrays.toString(covered)); // not empty words
    }
  }

  @Test
  void numbersAreClippedAndRowsAreNamed() {
    MeanBy protocol = MeanBy.DECLARATION.of(20, 2, 10, 30, 1);
    Accumulator<byte[]> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(7);
    for (int i = 0; i < 100; i++) {
      double[] person = {1, i % 2 == 0 ? -1e300 : 1e300};
      reports.add(protocol.randomizer().randomize(person, source));
    }
    Estimate estimate = protocol.estimate(reports);
    assertEquals("1 mean", estimate.rows().get(5).item());
    assertEquals(100, estimate.rows().get(3).estimate(), 1e-6);
    assertEquals(2000, estimate.rows().get(4).estimate(), 1e-3);
    assertEquals(20, estimate.rows().get(5).estimate(), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mean-by(epsilon=1,k=4,lower=0,upper=0)",
        "mean-by(epsilon=1,k=1,lower=0,upper=1)",
        "mean-by(epsilon=1,k=4,lower=0,upper=1,size=0)",
        "mean-by(epsilon=1,k=4,lower=0,upper=1,size=4)",
        "mean-by(epsilon=0,k=4,lower=0,upper=1)",
        "mean-by(epsilon=1,k=40000,lower=0,upper=1)"
      })
  void badParametersAreRefused(String spec) {
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> Protocols.of(spec)).getMessage();
    assertTrue(refusal.contains("must"), refusal);
  }

  @Test
  void badValuesAndReportsAreRefused() {
    MeanBy protocol = of(1, 9, 2);
    for (double[] bad :
        new double[][] {
          {9, 0}, {-1, 0}, {.5, 0}, {0, Double.NaN}, {Double.NaN, 0}, {0}, {0, 0, 0}
        }) {
      assertFalse(protocol.accepts(bad));
      assertThrows(IllegalArgumentException.class, () -> protocol.input(bad));
    }
    assertTrue(protocol.layout().accepts(new byte[] {0b0101, 0, 0}));
    assertFalse(protocol.layout().accepts(new byte[] {0b0011, 0, 0})); // both ends of a key
    assertFalse(protocol.layout().accepts(new byte[] {0b0111, 0, 0}));
    assertFalse(protocol.layout().accepts(new byte[] {0b0101, 0}));
  }

  /** Counts vary least at the size of the page. */
  @ParameterizedTest
  @CsvSource({"100,1,35", "100,2,19", "100,4,4", "10,4,1", "1000,1,350", "2,1,1"})
  void theDefaultSize(int k, double epsilon, int size) {
    assertEquals(size, MeanBy.DECLARATION.of(epsilon, k, 0, 1).size());
  }
}
