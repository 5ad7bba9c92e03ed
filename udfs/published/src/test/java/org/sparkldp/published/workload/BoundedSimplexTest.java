package org.sparkldp.published.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class BoundedSimplexTest {
  @Test
  void projection_equalsTheSortedAlgorithmOfThePaper() {
    SimulationSource source = new SimulationSource(1);
    for (int trial = 0; trial < 500; trial++) {
      int m = 2 + trial % 40;
      double e = Math.exp(0.1 + 4 * uniform(source));
      double scale = Math.pow(10, 4 * uniform(source) - 3);
      double[] z = new double[m];
      double[] r = new double[m];
      for (int o = 0; o < m; o++) {
        z[o] = uniform(source) < 0.1 ? 0 : uniform(source);
        r[o] = scale * (uniform(source) - 0.3);
      }
      // 1'z anywhere between its limits 1/e and 1.
      double target = 1 / e + uniform(source) * (1 - 1 / e);
      double sum = Arrays.stream(z).sum();
      for (int o = 0; o < m; o++) {
        z[o] *= target / sum;
      }
      double[] expected = sorted(r, z, e);
      double[] seen = r.clone();
      BoundedSimplex.project(seen, 0, z, e);
      assertArrayEquals(expected, seen, 1e-12);
      assertEquals(1, Arrays.stream(seen).sum(), 1e-12);
    }
  }

  @Test
  void projection_isTheNearestPoint_andLeavesPointsOfTheSetAlone() {
    double[] z = {0.1, 0.1, 0.1, 0.1};
    double e = 5;
    double[] inside = {0.15, 0.2, 0.25, 0.4};
    double[] seen = inside.clone();
    BoundedSimplex.project(seen, 0, z, e);
    assertArrayEquals(inside, seen, 1e-15);
    // Optimality: r - q makes an obtuse angle with every direction into the set.
    double[] r = {3, -1, 0.5, 0.2};
    double[] q = r.clone();
    BoundedSimplex.project(q, 0, z, e);
    SimulationSource source = new SimulationSource(2);
    for (int trial = 0; trial < 200; trial++) {
      double[] other = {uniform(source), uniform(source), uniform(source), uniform(source)};
      BoundedSimplex.project(other, 0, z, e);
      double angle = 0;
      for (int o = 0; o < 4; o++) {
        angle += (r[o] - q[o]) * (other[o] - q[o]);
      }
      assertTrue(angle <= 1e-12);
    }
  }

  /** Algorithm 1: the total as a function of λ at its 2m sorted break points. */
  private static double[] sorted(double[] r, double[] z, double e) {
    int m = z.length;
    double[][] breaks = new double[2 * m][];
    for (int o = 0; o < m; o++) {
      breaks[o] = new double[] {z[o] - r[o], 1};
      breaks[m + o] = new double[] {e * z[o] - r[o], -1};
    }
    Arrays.sort(breaks, (a, b) -> Double.compare(a[0], b[0]));
    double total = Arrays.stream(z).sum();
    double slope = 0;
    double shift = breaks[0][0];
    for (int i = 0; i < 2 * m; i++) {
      double gained = slope * (breaks[i][0] - shift);
      if (slope > 0 && total + gained >= 1) {
        break;
      }
      total += gained;
      shift = breaks[i][0];
      slope += breaks[i][1];
    }
    if (slope > 0) {
      shift += (1 - total) / slope;
    }
    double[] q = new double[m];
    for (int o = 0; o < m; o++) {
      q[o] = Math.max(z[o], Math.min(e * z[o], r[o] + shift));
    }
    return q;
  }

  private static double uniform(SimulationSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }
}
