package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;

class VectorsTest {
  private static final String[] SPECS = {
    "l2-ball(epsilon=1.0,d=3,radius=2.0)",
    "privunit(epsilon=1.0,d=3,radius=2.0)",
    "hypercube(epsilon=1.0,d=3,radius=2.0)",
    "one-coordinate(epsilon=1.0,d=3,radius=2.0)",
    "coordinate-sampling(epsilon=1.0,d=3,radius=2.0)",
    "laplace-vector(epsilon=1.0,d=3,radius=2.0)",
    "laplace-vector(epsilon=1.0,d=3,radius=2.0,norm=l2)",
  };

  @ParameterizedTest
  @CsvSource({
    "0.5, 27, MAX, one-coordinate", "1.7, 27, MAX, one-coordinate", "3, 27, MAX, hypercube",
    "1, 2000, MAX, one-coordinate", "1, 1, L2, l2-ball", "1, 10, L2, privunit",
    "4, 100, L2, privunit"
  })
  void theBestIsChosenByThePredictedVariance(double epsilon, int d, Norm norm, String name) {
    BallProtocol<?> best = Vectors.best(epsilon, d, 1, norm, Outside.REFUSE);

    assertEquals(name, best.spec().name());
    BallProtocol<?> laplace = LaplaceVector.DECLARATION.of(epsilon, d, 1, norm);
    assertTrue(best.worstVariance() < laplace.worstVariance());
  }

  @ParameterizedTest
  @CsvSource({"1e-6, 27", "0.01, 2", "0.01, 1000", "20, 3", "20, 100"})
  void atEveryEpsilonTheExactOneIsJustBelowTheClaim(double epsilon, int d) {
    for (Norm norm : Norm.values()) {
      for (BallProtocol<?> protocol : Vectors.all(epsilon, d, 1, norm, Outside.REFUSE)) {
        double exact = protocol.guarantee().exactEpsilon();

        assertTrue(exact <= epsilon, protocol + " " + exact);
        assertTrue(exact >= epsilon * (1 - (epsilon > 10 ? 2e-5 : 1e-7)), protocol + " " + exact);
      }
    }
  }

  private static BallProtocol<?> of(String spec) {
    return (BallProtocol<?>) Protocols.of(spec);
  }

  @Test
  void equalVectorsShareAWordAndOthersDoNot() {
    BallProtocol<?> protocol = of(SPECS[0]);
    long word = protocol.randomizer().encode(new double[] {1, 0, -1});

    assertEquals(word, protocol.randomizer().encode(new double[] {1, -0.0, -1}));
    assertNotEquals(word, protocol.randomizer().encode(new double[] {0, 1, -1}));
    // Vectors that reports do not distinguish are one.
    assertEquals(word, protocol.randomizer().encode(new double[] {1, Double.MIN_VALUE, -1}));
  }

  @Test
  void cubesAreRoundedAndClippedCoordinateByCoordinate() {
    BallProtocol<?> protocol = of("hypercube(epsilon=1,d=3,radius=2,outside=clip)");
    int[] point = protocol.input(new double[] {1e300, -1, -5});

    assertEquals(protocol.steps(), point[0]);
    assertEquals(-protocol.steps() / 2, point[1]);
    assertEquals(-protocol.steps(), point[2]);
  }

  @Test
  void aVectorThatRoundsOutOfTheSphereIsBroughtBack() {
    for (int d = 1; d <= 40; d++) {
      BallProtocol<?> protocol = of("l2-ball(epsilon=1,d=" + d + ",radius=0.1)");
      double[] vector = new double[d];
      Arrays.fill(vector, 0.1 / Math.sqrt(d) * (1 + 1e-12));
      long square = 0;
      for (int x : protocol.input(vector)) {
        square += (long) x * x;
      }

      assertTrue(square <= 1L << 60 && square > (1L << 60) - (1L << 40), "d = " + d);
    }
  }
}
