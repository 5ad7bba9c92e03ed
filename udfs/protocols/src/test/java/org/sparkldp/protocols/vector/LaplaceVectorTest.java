package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.vector.Hypercube.Variant;

class LaplaceVectorTest {

  private static LaplaceVector of(double epsilon, int d, Norm norm) {
    return LaplaceVector.DECLARATION.of(epsilon, d, 2, norm);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, MAX", "27, 0.5, MAX", "3, 4, L2", "1000, 1, L2", "1000, 0.001, MAX"})
  void theExactEpsilonIsThatOfTheGridAndVariancesAreThePublishedOnes(
      int d, double epsilon, Norm norm) {
    LaplaceVector protocol = of(epsilon, d, norm);
    double exact = protocol.guarantee().exactEpsilon();
    double expected =
        8 * 4.0 * (norm == Norm.MAX ? (double) d * d : d) / (epsilon * epsilon); // a coordinate's

    assertTrue(exact <= epsilon && exact >= epsilon * (1 - 1e-8), "exact " + exact);
    assertEquals(d * expected, protocol.worstVariance(), 1e-4 * d * expected);
  }

  @Test
  void theLikelihoodsOfOppositePointsAreApartByTheExactEpsilon() {
    LaplaceVector cube = of(1, 3, Norm.MAX);
    int[] corner = cube.input(new double[] {2, 2, 2});
    int[] opposite = cube.input(new double[] {-2, -2, -2});
    byte[] report = new byte[24];
    for (int j = 0; j < 3; j++) {
      report[8 * j + 2] = (byte) (corner[j] >> 16);
    }
    LaplaceVector ball = of(1, 4, Norm.L2);
    int[] u = ball.input(new double[] {1, 1, 1, 1});
    int[] v = ball.input(new double[] {-1, -1, -1, -1});

    assertEquals(cube.guarantee().exactEpsilon(), cube.contrast(report, corner, opposite), 1e-12);
    assertTrue(ball.contrast(new byte[32], u, v) == 0);
    byte[] own = new byte[32];
    for (int j = 0; j < 4; j++) {
      own[8 * j + 2] = (byte) (u[j] >> 16);
    }
    assertEquals(ball.guarantee().exactEpsilon(), ball.contrast(own, u, v), 1e-12);
  }

  @Test
  void inTheDrugSettingTheHypercubesRootErrorIsSomeSixthOfIt() {
    double laplace = LaplaceVector.DECLARATION.of(0.5, 27, 0.5, Norm.MAX).worstVariance();
    double cube = Hypercube.DECLARATION.of(0.5, 27, 0.5, Variant.HALF).worstVariance();

    assertEquals(5.80, Math.sqrt(laplace / cube), 0.005);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, MAX", "3, 1, L2"})
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(int d, double epsilon, Norm norm) {
    VectorLaws.check(of(epsilon, d, norm), VectorLaws.peopleOfTheBall(100, d, 2), 3000);
  }
}
