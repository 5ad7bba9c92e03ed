package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Query;

/** What reports say through strategies that are laws: unbiased, with the variance that it has. */
class ReconstructionTest {
  private static final double EPSILON = 1.25;

  @ParameterizedTest
  @MethodSource("org.sparkldp.protocols.strategy.StrategyTest#designs")
  void data_isUnbiased(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    double[] x = StrategyTest.people(strategy.domain());
    double[] data = strategy.reconstruct(strategy.expectedCounters(x)).data();
    assertArrayEquals(x, data, 1e-9);
  }

  @ParameterizedTest
  @MethodSource("org.sparkldp.protocols.strategy.StrategyTest#designs")
  void variance_isThatOfTheAnswer(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    int n = strategy.domain();
    double[] x = StrategyTest.people(n);
    Map<Object, double[]> law = StrategyTest.law(strategy);
    Reconstruction onExpectation = strategy.reconstruct(strategy.expectedCounters(x));
    for (Query query : StrategyTest.queries(n)) {
      // The row of V, read off the reconstruction of one report at a time: it is linear.
      double[] nobody = new double[strategy.width()];
      double offset = query.answer(strategy.reconstruct(nobody).data());
      assertEquals(0, offset, 1e-12);
      double variance = 0;
      for (int u = 0; u < n; u++) {
        double mean = 0;
        double square = 0;
        for (Map.Entry<Object, double[]> row : law.entrySet()) {
          double[] one = new double[strategy.width()];
          for (int counter : StrategyTest.countersOf(strategy, row.getKey())) {
            one[counter] = 1;
          }
          double v = query.answer(strategy.reconstruct(one).data());
          mean += row.getValue()[u] * v;
          square += row.getValue()[u] * v * v;
        }
        variance += x[u] * (square - mean * mean);
      }
      assertEquals(variance, onExpectation.variance(query), 1e-8 * variance);
    }
  }

  @Test
  void spectralReconstruction_isTheDenseOne() {
    for (Design design : List.of(Designs.bits(), Designs.categories())) {
      OrbitStrategy strategy = (OrbitStrategy) Strategy.certify(design, EPSILON);
      RandomSource source = new SimulationSource(5);
      double[] counters = new double[strategy.cells()];
      for (int i = 0; i < 1000; i++) {
        counters[strategy.randomize(i % 3, source)]++;
      }
      Reconstruction dense = strategy.reconstruct(counters);
      assertInstanceOf(DenseReconstruction.class, dense);
      Reconstruction spectral = strategy.spectral(counters);
      assertArrayEquals(dense.data(), spectral.data(), 1e-8);
      for (Query query : StrategyTest.queries(strategy.domain())) {
        double expected = dense.variance(query);
        assertEquals(expected, spectral.variance(query), 1e-8 * expected);
      }
    }
  }

  @Test
  void variance_refusesAQueryOutsideTheRowSpace() {
    Design design =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(new Orbit(new int[][] {{1, 0}}, new int[] {2}, Designs.set(0), 1)));
    OrbitStrategy strategy = (OrbitStrategy) Strategy.certify(design, 1);
    Query firstBit = new Query(new int[] {2, 3}, new double[] {1, 1});
    Query secondBit = new Query(new int[] {1, 3}, new double[] {1, 1});
    for (Reconstruction reconstruction :
        List.of(
            strategy.reconstruct(new double[] {10, 20}),
            strategy.spectral(new double[] {10, 20}))) {
      assertTrue(reconstruction.variance(firstBit) > 0);
      String message =
          assertThrows(IllegalArgumentException.class, () -> reconstruction.variance(secondBit))
              .getMessage();
      assertTrue(message.startsWith("a workload must lie in the row space"), message);
    }
  }

  /**
   * Everybody knows how many people there are, except for rounding: a part in 10^10 of a weight.
   */
  @Test
  void anAnswerWithoutErrorHasAnIntervalForRounding() {
    MatrixWorkload total =
        new MatrixWorkload(
            List.of(), List.of(new Query(new int[] {0, 1, 2, 3}, new double[] {3, 3, 3, 3})), 4);
    Strategy strategy = Strategy.certify(Designs.randomizedResponse(4, EPSILON), EPSILON);
    Factorization<?> protocol =
        Factorization.of(new StrategyFile(strategy, total, "by-hand", Map.of()));
    double[] expected = strategy.expectedCounters(new double[] {250, 250, 250, 250});
    Estimate.Row row = protocol.estimate(strategy.reconstruct(expected), 1000, 0.95).rows().get(0);

    assertEquals(3000, row.estimate(), 1e-6);
    double half = 1.959964 * row.standardError() + 3e-7;
    assertEquals(half, row.upper() - row.estimate(), 1e-8);
    assertEquals(half, row.estimate() - row.lower(), 1e-8);
    assertTrue(row.standardError() < 1e-4, "it is nearly certain: " + row);
  }
}
