package org.sparkldp.published.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.Means;
import org.sparkldp.protocols.vector.Vectors;

class MinimaxBoundsTest {
  private static final long N = 1_000_000;

  @Test
  void theMeansExponentFollowsTheMoment() {
    assertEquals(9 / Math.sqrt(N * 0.25), MinimaxBounds.mean(3, 2, N, 0.5), 1e-12);
    assertEquals(9 / (N * 0.25), MinimaxBounds.mean(3, Double.POSITIVE_INFINITY, N, 0.5), 1e-15);
    assertEquals(9, MinimaxBounds.mean(3, 2, 1, 0.5));
    assertTrue(MinimaxBounds.mean(3, 1.1, N, 0.5) > MinimaxBounds.mean(3, 10, N, 0.5));
  }

  @Test
  void noMeanHereIsBelowItsRateByMoreThanAConstant() {
    // Worst-case squared errors of what is built, over the rate: flat in n, d and epsilon.
    for (double epsilon : new double[] {0.1, 0.5, 1}) {
      double number = Means.best(epsilon, -1, 1, Outside.REFUSE).worstVariance() / N;
      double rate = MinimaxBounds.mean(1, Double.POSITIVE_INFINITY, N, epsilon);
      assertTrue(number / rate > 4 && number / rate < 5.1, "numbers " + number / rate);
      for (int d : new int[] {2, 10, 100}) {
        double vector = Vectors.best(epsilon, d, 1, Norm.L2, Outside.REFUSE).worstVariance() / N;
        double upper = MinimaxBounds.vectorMean(1, d, N, epsilon);
        assertTrue(vector / upper > 4 && vector / upper < 6.5, "vectors " + vector / upper);
      }
    }
  }

  @Test
  void forEuclideanBallsTheVectorRatesMeet() {
    assertEquals(
        MinimaxBounds.vectorMean(2, 30, N, 0.5),
        MinimaxBounds.vectorMeanLower(2, 2, 30, N, 0.5),
        1e-15);
    assertTrue(
        MinimaxBounds.vectorMeanLower(2, 1, 100_000, N, 0.5)
            < MinimaxBounds.vectorMean(2, 100_000, N, 0.5));
    assertEquals(4 / Math.sqrt(N * 0.25), MinimaxBounds.vectorMeanLower(2, 1, 100_000, N, 0.5));
  }

  @Test
  void theOtherRatesAreThePrintedOnes() {
    assertEquals(2 / Math.sqrt(N * 0.25), MinimaxBounds.median(2, N, 0.5), 1e-15);
    assertEquals(
        Math.sqrt(2) * 4 / Math.tanh(0.25) / 1000, MinimaxBounds.medianGuarantee(2, N, 0.5), 1e-12);
    assertEquals(
        4 * 10 * Math.log(20) / (N * 0.25), MinimaxBounds.sparseMean(2, 10, N, 0.5), 1e-15);
    assertEquals(1 / Math.sqrt(N * 0.25), MinimaxBounds.density(1, N, 0.5), 1e-15);
    assertEquals(100 / (N * 0.25), MinimaxBounds.logisticRegression(10, N, 0.5), 1e-15);
    assertEquals(1, MinimaxBounds.logisticRegression(1000, N, 0.5));
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(1, 1, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(0, 2, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(1, 2, 0, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.median(1, N, 0));
    assertThrows(
        IllegalArgumentException.class, () -> MinimaxBounds.vectorMeanLower(1, 3, 2, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.vectorMean(1, 0, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.density(0.5, N, 0.5));
  }

  /** Smoothness 3: (n epsilon²)^(−6/8). */
  @Test
  void smootherDensitiesAreFoundFaster() {
    assertEquals(Math.pow(N * 0.25, -0.75), MinimaxBounds.density(3, N, 0.5), 1e-15);
    double between = Math.pow(N * 0.25, 1 - 2 / 1.5);
    assertEquals(between, MinimaxBounds.vectorMeanLower(1, 1.5, 100_000, N, 0.5), 1e-15);
    assertTrue(between > 1 / Math.sqrt(N * 0.25)); // a power of its own, not that of p = 1
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.POSITIVE_INFINITY, Double.NaN})
  void noBoundTakesARadiusThatIsNone(double r) {
    List<Executable> bounds =
        List.of(
            () -> MinimaxBounds.mean(r, 2, N, 0.5),
            () -> MinimaxBounds.median(r, N, 0.5),
            () -> MinimaxBounds.medianGuarantee(r, N, 0.5),
            () -> MinimaxBounds.vectorMean(r, 2, N, 0.5),
            () -> MinimaxBounds.vectorMeanLower(r, 2, 2, N, 0.5),
            () -> MinimaxBounds.sparseMean(r, 2, N, 0.5));
    for (Executable bound : bounds) {
      assertThrows(IllegalArgumentException.class, bound);
    }
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.sparseMean(1, 0, N, 0.5));
    assertThrows(
        IllegalArgumentException.class, () -> MinimaxBounds.vectorMeanLower(1, 2, 0, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.logisticRegression(0, N, 1));
  }
}
