package org.sparkldp.published.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.WindowMean;
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
      double number = WindowMean.DECLARATION.of(epsilon, -1, 1).worstVariance() / N;
      double rate = MinimaxBounds.mean(1, Double.POSITIVE_INFINITY, N, epsilon);
      assertTrue(number / rate >= 4 && number / rate < 5.1, "numbers " + number / rate);
      for (int d : new int[] {2, 10, 100}) {
        double vector = Vectors.best(epsilon, d, 1, Norm.L2, Outside.REFUSE).worstVariance() / N;
        double upper = d / (N * epsilon * epsilon); // corollary 4, where it is below 1
        assertTrue(vector / upper > 4 && vector / upper < 6.5, "vectors " + vector / upper);
      }
    }
  }

  @Test
  void theMediansRateIsThePrintedOne() {
    assertEquals(2 / Math.sqrt(N * 0.25), MinimaxBounds.median(2, N, 0.5), 1e-15);
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(1, 1, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(1, 2, 0, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.median(1, N, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.POSITIVE_INFINITY, Double.NaN})
  void noBoundTakesARadiusThatIsNone(double r) {
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.mean(r, 2, N, 0.5));
    assertThrows(IllegalArgumentException.class, () -> MinimaxBounds.median(r, N, 0.5));
  }
}
