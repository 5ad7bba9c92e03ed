package org.sparkldp.protocols.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.statistics.Dense;

class DenseTest {

  private static double[][] positive(int d) {
    SimulationSource source = new SimulationSource(d);
    double[][] a = new double[d][d];
    for (double[] row : a) {
      Arrays.setAll(row, j -> People.normal(source));
    }
    double[][] square = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        square[i][j] = Dense.dot(a[i], a[j]) + (i == j ? 0.1 : 0);
      }
    }
    return square;
  }

  @Test
  void eigenvectorsGiveTheMatrixBack() {
    for (int d : new int[] {1, 2, 7, 30}) {
      double[][] a = positive(d);
      Dense.Eigen eigen = Dense.eigen(a);
      double[][] again = eigen.with(eigen.values());
      double[][] one = eigen.with(new double[d]);
      for (int i = 0; i < d; i++) {
        assertArrayEquals(a[i], again[i], 1e-9 * Dense.trace(a));
        assertArrayEquals(new double[d], one[i]);
      }
      assertEquals(Dense.trace(a), Arrays.stream(eigen.values()).sum(), 1e-9 * Dense.trace(a));
    }
  }

  @Test
  void systemsAreSolved() {
    double[][] a = positive(6);
    double[] x = {1, -2, 3, 0, 5, -6};

    assertArrayEquals(x, Dense.solve(a, Dense.times(a, x)), 1e-8);
  }

  @Test
  void packedMatricesKeepTheirNorm() {
    double[] x = {3, -1, 2};
    double[] packed = Dense.packed(x, 0.5);

    assertEquals(0.5 * Dense.dot(x, x), Dense.norm(packed), 1e-12);
    double[][] matrix = Dense.unpacked(packed, 3);
    assertEquals(-1.5, matrix[0][1], 1e-12);
    assertEquals(-1.5, matrix[1][0], 1e-12);
    assertEquals(4.5, matrix[0][0], 1e-12);
  }

  @Test
  void publicPeopleTakeTheCurvatureThatWasReported() {
    Model model = new Model(Family.LOGISTIC, 3, 1, 1, Norm.L2, Outside.REFUSE, true);
    Synthetic people = new Synthetic(model, Dense.identity(3), new double[3], 1);
    double[] theta = {1, -0.5, 0.2, 0.3};
    double[][] other =
        new Synthetic(
                model,
                new double[][] {{1.3, 0.2, 0}, {0.2, 0.8, 0.1}, {0, 0.1, 0.6}},
                new double[] {0.2, -0.1, 0},
                0.9)
            .slopes(theta);
    double[][] matched = people.matched(model, theta, other, 1e-6).slopes(theta);

    assertTrue(distance(people.slopes(theta), other) > 0.2, "they differed before");
    assertTrue(distance(matched, other) < 0.05, "distance " + distance(matched, other));
  }

  private static double distance(double[][] a, double[][] b) {
    double squares = 0;
    double all = 0;
    for (int i = 0; i < a.length; i++) {
      double off = Dense.norm(Dense.minus(a[i], b[i]));
      squares += off * off;
      all += Dense.dot(b[i], b[i]);
    }
    return Math.sqrt(squares / all);
  }
}
