package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Answers of a workload through each kind of strategy. */
@Tag("slow")
class FactorizationEstimatesTest {
  @ParameterizedTest
  @MethodSource("org.sparkldp.protocols.strategy.FactorizationTest#files")
  void answersAreUnbiasedWithTheStatedErrors(StrategyFile file) {
    Factorization<?> protocol = Factorization.of(file);
    long[] counts = new long[protocol.k()];
    Arrays.setAll(counts, v -> 20 + 30 * (v % 3));
    Seen seen = repeat(protocol, counts, 2_000);
    double[] variances = protocol.variances(counts);
    for (int i = 0; i < variances.length; i++) {
      if (variances[i] < 1e-6) { // the number of people, which everybody knows
        assertEquals(0, seen.bias[i], 1e-9);
        assertEquals(1, seen.coverage[i], 1e-9);
        continue;
      }
      double z = seen.bias[i] / Math.sqrt(variances[i] / seen.trials);
      assertTrue(Math.abs(z) < 6, "answer " + i + ": z " + z); // false alarm 2e-9 each
      // A sample variance of 2,000 has a relative deviation of about 0.032.
      assertEquals(1, seen.variance[i] / variances[i], 0.2);
      assertEquals(1, seen.meanStatedVariance[i] / variances[i], 0.05);
      assertEquals(0.95, seen.coverage[i], 0.03);
    }
    // The wrong twin: variances half as large again.
    assertTrue(Math.abs(1 - seen.variance[1] / (1.5 * variances[1])) > 0.2);
  }

  private static final class Seen {
    int trials;
    double[] bias;
    double[] variance;
    double[] meanStatedVariance;
    double[] coverage;
  }

  private static <R> Seen repeat(Factorization<R> protocol, long[] counts, int trials) {
    double[] truth = protocol.answers(counts);
    Seen seen = new Seen();
    seen.trials = trials;
    seen.bias = new double[truth.length];
    seen.variance = new double[truth.length];
    seen.meanStatedVariance = new double[truth.length];
    seen.coverage = new double[truth.length];
    RandomSource source = new SimulationSource(11);
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<R> reports = protocol.newAccumulator();
      for (int v = 0; v < counts.length; v++) {
        for (long person = 0; person < counts[v]; person++) {
          reports.add(protocol.randomizer().randomize(v, source));
        }
      }
      Estimate estimate = protocol.estimate(reports);
      for (int i = 0; i < truth.length; i++) {
        Estimate.Row row = estimate.rows().get(i);
        double error = row.estimate() - truth[i];
        seen.bias[i] += error / trials;
        seen.variance[i] += error * error / trials;
        seen.meanStatedVariance[i] += row.standardError() * row.standardError() / trials;
        seen.coverage[i] += row.lower() <= truth[i] && truth[i] <= row.upper() ? 1.0 / trials : 0;
      }
    }
    return seen;
  }

  @Test
  void aWorkloadOutsideTheRowSpaceIsRefused() {
    Design oneBit =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(new Orbit(new int[][] {{1, 0}}, new int[] {2}, Designs.set(0), 1)));
    Factorization<?> protocol = Factorization.of(FactorizationTest.file(oneBit, "histogram", 2, 2));
    assertTrue(
        FactorizationTest.refusal(() -> estimate(protocol))
            .startsWith("a workload must lie in the row space"));
  }

  private static <R> void estimate(Factorization<R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    reports.add(protocol.randomizer().randomize(0, new SimulationSource(1)));
    protocol.estimate(reports);
  }
}
