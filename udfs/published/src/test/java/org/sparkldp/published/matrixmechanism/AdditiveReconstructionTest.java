package org.sparkldp.published.matrixmechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.workload.Query;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/** What reports say through matrices with noise: unbiased, with the variance that it has. */
class AdditiveReconstructionTest {
  private static final double EPSILON = 1.25;

  @ParameterizedTest
  @MethodSource("org.sparkldp.published.matrixmechanism.AdditiveStrategyTest#designs")
  void data_isUnbiased(NoiseDesign design) {
    AdditiveStrategy strategy = AdditiveStrategyTest.certify(design, EPSILON);
    double[] x = AdditiveStrategyTest.people(strategy.domain());
    assertArrayEquals(x, strategy.reconstruct(strategy.expectedCounters(x)).data(), 1e-9);
  }

  @ParameterizedTest
  @MethodSource("org.sparkldp.published.matrixmechanism.AdditiveStrategyTest#designs")
  void variance_isThatOfTheAnswerWhoeverThePeopleAre(NoiseDesign design) {
    AdditiveStrategy strategy = AdditiveStrategyTest.certify(design, EPSILON);
    int n = strategy.domain();
    double[] x = AdditiveStrategyTest.people(n);
    double[] allAlike = new double[n];
    allAlike[0] = Arrays.stream(x).sum();
    for (Query query :
        List.of(
            new Query(new int[] {n - 1}, new double[] {1}),
            new Query(new int[] {0, 1, 2}, new double[] {2, 2, 2}),
            new Query(new int[] {0, 2}, new double[] {1, -0.5}))) {
      double variance = 0; // by the weight that each number has in the answer
      for (int o = 0; o < strategy.rows(); o++) {
        double[] one = new double[strategy.width()];
        one[1 + o] = 1;
        double weight = query.answer(strategy.reconstruct(one).data());
        variance += allAlike[0] * weight * weight * strategy.noise().variance();
      }
      for (double[] some : List.of(x, allAlike)) {
        double stated = strategy.reconstruct(strategy.expectedCounters(some)).variance(query);
        assertEquals(1, stated / variance, 1e-9);
      }
    }
  }

  @Test
  void variance_refusesAQueryOutsideTheRowSpace() {
    double[] pairs = {1, 1, 0, 0, 0, 0, 1, 1};
    Strategy strategy = Strategy.certify(new NoiseDesign(2, 4, pairs, ColumnNorm.L2), 1);
    Reconstruction reconstruction =
        strategy.reconstruct(strategy.expectedCounters(new double[] {1, 3, 2, 2}));
    Query pair = new Query(new int[] {2, 3}, new double[] {1, 1});
    Query item = new Query(new int[] {2}, new double[] {1});

    assertTrue(reconstruction.variance(pair) > 0);
    assertEquals(4, pair.answer(reconstruction.data()), 1e-9);
    assertTrue(
        AdditiveStrategyTest.refusal(() -> reconstruction.variance(item))
            .startsWith("a workload must lie in the row"));
  }
}
