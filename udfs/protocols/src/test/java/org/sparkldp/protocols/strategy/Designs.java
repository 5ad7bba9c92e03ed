package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Small designs for tests. */
final class Designs {
  private Designs() {}

  /** Randomized response as a matrix. */
  static Design.DenseDesign randomizedResponse(int n, double epsilon) {
    double e = Math.exp(epsilon);
    double[] q = new double[n * n];
    for (int o = 0; o < n; o++) {
      for (int u = 0; u < n; u++) {
        q[o * n + u] = (o == u ? e : 1) / (e + n - 1);
      }
    }
    return new Design.DenseDesign(n, n, q, ones(n));
  }

  /**
   * Rows of two and three levels, some never used, under an uneven prior: everything a dense design
   * may be.
   */
  static Design.DenseDesign uneven(double epsilon) {
    int n = 5;
    int m = 7;
    double e = Math.exp(epsilon);
    double[] weight = {1, 2, 1, 0.5, 3, 0, 1.5};
    double[] q = new double[m * n];
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int o = 0; o < m; o++) {
        int pattern = (7 * o + 3 * u + o * u) % 5;
        double level = pattern < 2 ? e : pattern == 2 ? (1 + e) / 2 : 1;
        q[o * n + u] = weight[o] * level;
        sum += q[o * n + u];
      }
      for (int o = 0; o < m; o++) {
        q[o * n + u] /= sum;
      }
    }
    // Normalising columns apart lets rows exceed the ratio a little; a mixture with the even law
    // brings them back.
    for (int o = 0; o < m; o++) {
      for (int u = 0; u < n; u++) {
        q[o * n + u] = 0.6 * q[o * n + u] + 0.4 * weight[o] / Arrays.stream(weight).sum();
      }
    }
    return new Design.DenseDesign(m, n, q, new double[] {2, 1, 0.5, 1, 0.5});
  }

  /** Functions of single bits, of a pair, a parity, over three bits. */
  static Design.Orbits bits() {
    int[] attributes = {2, 2, 2};
    return new Design.Orbits(
        attributes,
        List.of(
            new Orbit(
                new int[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                new int[] {2, 2, 2},
                set(0, 3, 5),
                0.5),
            new Orbit(new int[][] {{1, 0, 0}, {0, 0, 1}}, new int[] {2, 2}, set(1), 0.2),
            new Orbit(new int[][] {{1, 1, 1}}, new int[] {2}, set(0), 0.25),
            // Says nothing, as the Fourier mechanism's character of no bits does.
            new Orbit(new int[][] {{1, 0, 0}}, new int[] {2}, set(), 0.05)));
  }

  /** Translates over a 3 × 4 domain, of both digits and of one. */
  static Design.Orbits categories() {
    return new Design.Orbits(
        new int[] {3, 4},
        List.of(
            new Orbit(new int[][] {{1, 0}, {0, 1}}, new int[] {3, 4}, set(0, 1, 6), 0.7),
            new Orbit(new int[][] {{0, 1}}, new int[] {4}, set(0, 2), 0.1),
            new Orbit(new int[][] {{0, 1}}, new int[] {2}, set(1), 0.2)));
  }

  /** Sets of one and of three of six items. */
  static Design.Subsets subsets() {
    return new Design.Subsets(6, new double[] {0, 0.4, 0, 0.6, 0, 0, 0});
  }

  static BitSet set(int... members) {
    BitSet set = new BitSet();
    Arrays.stream(members).forEach(set::set);
    return set;
  }

  static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
