package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.strategy.Design;

class BoundsTest {
  private static final Algebra ALGEBRA = Algebra.current();

  @Test
  void histogram_svdBound_isThePapersSampleComplexity() {
    int n = 32;
    double epsilon = 1;
    double bound = Bounds.of(ALGEBRA, Grams.histogram(n), n, epsilon).svd();
    // N >= (1/alpha)(1/e - 1/n)
    assertEquals(100 * (1 / Math.exp(epsilon) - 1.0 / n), (bound - n) / n / (n * 0.01), 1e-9);
  }

  /** For two items every strategy is a mixture of randomized responses. */
  @Test
  void sharpBound_isAttained_byRandomizedResponseOfTwoItems() {
    for (double epsilon : new double[] {0.01, 0.5, 1, 4}) {
      double[] gram = {1, 1, 1, 2};
      double objective = evaluate(2, 2, Grams.randomizedResponse(2, epsilon), gram).objective();
      assertEquals(1, Bounds.of(ALGEBRA, gram, 2, epsilon).gap(objective), 1e-9);
    }
  }

  @Test
  void sharpBound_isAttained_bySubsetSelection_onHistogram() {
    int n = 7;
    for (double epsilon : new double[] {0.5, 1, 2}) {
      int k = Bounds.bestHigh(n, epsilon);
      int[] subsets = IntStream.range(0, 1 << n).filter(s -> Integer.bitCount(s) == k).toArray();
      double[] q = new double[subsets.length * n];
      double e = Math.exp(epsilon);
      double all = subsets.length * (k * e + n - k) / n;
      for (int o = 0; o < subsets.length; o++) {
        for (int u = 0; u < n; u++) {
          q[o * n + u] = ((subsets[o] >> u & 1) == 1 ? e : 1) / all;
        }
      }
      Bounds bounds = Bounds.of(ALGEBRA, Grams.histogram(n), n, epsilon);
      double objective = evaluate(subsets.length, n, q, Grams.histogram(n)).objective();
      assertEquals(1, bounds.gap(objective), 1e-9);
      assertTrue(bounds.svd() < bounds.sharp());
    }
  }

  @Test
  void spectra_giveTheSame_asTheMatrix() {
    int n = 20;
    double[] whole = new double[n];
    double[] centered = new double[n - 1];
    for (int j = 1; j <= n; j++) {
      double s = Math.sin((2 * j - 1) * Math.PI / (2 * (2 * n + 1)));
      whole[j - 1] = 1 / (4 * s * s);
    }
    for (int k = 1; k < n; k++) {
      double s = Math.sin(Math.PI * k / (2 * n));
      centered[k - 1] = 1 / (4 * s * s);
    }
    double mean = (n + 1) * (2 * n + 1) / 6.0;
    Bounds bounds = Bounds.of(ALGEBRA, Grams.prefix(n), n, 1.5);
    assertEquals(bounds.svd(), Bounds.svd(whole, 1.5), 1e-9 * bounds.svd());
    assertEquals(bounds.sharp(), Bounds.sharp(mean, centered, n, 1.5), 1e-9 * bounds.sharp());
  }

  @Test
  void tau_isTheLargestOfItsDefinition() {
    int n = 50;
    for (double epsilon : new double[] {0.1, 1, 3}) {
      double best = 0;
      for (int k = 1; k < n; k++) {
        best = Math.max(best, Bounds.g(k, n, epsilon));
      }
      assertEquals(n * best - 1, Bounds.tau(n, epsilon), 1e-9);
    }
    assertThrows(IllegalArgumentException.class, () -> Bounds.tau(1, 1));
    assertThrows(IllegalArgumentException.class, () -> Bounds.tau(4, 0));
    assertThrows(IllegalArgumentException.class, () -> Bounds.tau(4, Double.NaN));
  }

  private static Performance evaluate(int m, int n, double[] q, double[] gram) {
    return DenseEvaluation.of(ALGEBRA, new Design.DenseDesign(m, n, q, Grams.ones(n)), gram);
  }
}
