package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class TreeWaveletBasisTest {
  private static final int[] STAR = {-1, 0, 0, 0, 0, 0, 0};

  @Test
  void aPathOfThreeByHand() {
    // The middle goes with node 0: {0, 1} against {2}, then 0 against 1.
    TreeWaveletBasis basis = TreeWaveletBasis.of(new int[] {-1, 0, 1});
    double[] x = {1, 4, 10};
    double[] expected = {
      Math.sqrt(2 / 3.0) * (2.5 - 10), Math.sqrt(1 / 2.0) * (1 - 4), 15 / Math.sqrt(3)
    };
    assertEquals(2, basis.details());
    assertArrayEquals(expected, basis.analyse(x), 1e-12);
    assertArrayEquals(x, basis.synthesise(expected), 1e-12);
  }

  @Test
  void anIsolatedNodeIsItsOwnConstant() {
    TreeWaveletBasis basis = TreeWaveletBasis.of(new int[] {-1, -1, 0});
    assertEquals(1, basis.details());
    assertEquals(7, basis.analyse(new double[] {0, 7, 0})[2], 1e-12);
  }

  @Test
  void theBasisIsOrthonormal() {
    for (int[] parent : forests()) {
      TreeWaveletBasis basis = TreeWaveletBasis.of(parent);
      int n = parent.length;
      double[][] vectors = new double[n][];
      for (int i = 0; i < n; i++) {
        double[] unit = new double[n];
        unit[i] = 1;
        vectors[i] = basis.synthesise(unit);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double product = 0;
          for (int v = 0; v < n; v++) {
            product += vectors[i][v] * vectors[j][v];
          }
          assertEquals(i == j ? 1 : 0, product, 1e-12);
        }
      }
    }
  }

  @Test
  void theFastTransformsAreTheMatrixAndItsTranspose() {
    SimulationSource source = new SimulationSource(1);
    for (int[] parent : forests()) {
      TreeWaveletBasis basis = TreeWaveletBasis.of(parent);
      double[] x = Noise.added(new double[parent.length], 1, source);
      double[] coefficients = basis.analyse(x);
      assertArrayEquals(x, basis.synthesise(coefficients), 1e-12);
      for (int i = 0; i < x.length; i++) {
        double[] unit = new double[x.length];
        unit[i] = 1;
        double[] vector = basis.synthesise(unit);
        double product = 0;
        for (int v = 0; v < x.length; v++) {
          product += vector[v] * x[v];
        }
        assertEquals(product, coefficients[i], 1e-12);
      }
    }
  }

  @Test
  void fewJumpsMakeFewCoefficients() {
    SimulationSource source = new SimulationSource(2);
    for (int[] parent : forests()) {
      TreeWaveletBasis basis = TreeWaveletBasis.of(parent);
      int n = parent.length;
      int components = n - basis.details();
      int bound = log2(largestDegree(parent)) * log2(n);
      int most = 0;
      for (int trial = 0; trial < 200; trial++) {
        int pieces = 1 + source.uniform(4);
        double[] x = piecewise(parent, pieces, source);
        int jumps = 0;
        for (int v = 0; v < n; v++) {
          jumps += parent[v] >= 0 && x[v] != x[parent[v]] ? 1 : 0;
        }
        long coefficients = Arrays.stream(basis.analyse(x)).filter(c -> Math.abs(c) > 1e-9).count();
        assertTrue(coefficients <= components + (long) bound * jumps);
        most = Math.max(most, (int) coefficients);
      }
      assertTrue(most > components, "some trial has jumps");
    }
  }

  private static List<int[]> forests() {
    SimulationSource source = new SimulationSource(3);
    int[] path = new int[64];
    Arrays.setAll(path, v -> v - 1);
    return List.of(
        STAR,
        path,
        SpanningForest.draw(Noise.grid(8, 9), source),
        SpanningForest.draw(Noise.grid(1, 2), source),
        SpanningForest.draw(Noise.threeComponents(), source));
  }

  /** Cuts some random edges and gives each piece a value of its own. */
  private static double[] piecewise(int[] parent, int pieces, SimulationSource source) {
    double[] step = new double[parent.length];
    for (int i = 0; i < pieces; i++) {
      step[source.uniform(parent.length)] = 1 + source.uniform(100);
    }
    double[] x = new double[parent.length];
    for (int v = 0; v < x.length; v++) {
      for (int u = v; u >= 0; u = parent[u]) {
        x[v] += step[u];
      }
    }
    return x;
  }

  private static int largestDegree(int[] parent) {
    int[] degree = new int[parent.length];
    for (int v = 0; v < parent.length; v++) {
      if (parent[v] >= 0) {
        degree[v]++;
        degree[parent[v]]++;
      }
    }
    return Math.max(2, Arrays.stream(degree).max().orElseThrow());
  }

  /** ⌈log₂ of a number⌉. */
  private static int log2(int number) {
    return 32 - Integer.numberOfLeadingZeros(number - 1);
  }
}
