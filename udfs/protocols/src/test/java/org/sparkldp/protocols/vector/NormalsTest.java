package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.statistics.StandardNormal;

class NormalsTest {
  private static final int WORDS = 400_000;

  @Test
  void vectorsAreStandardNormalAndFavourNone() {
    int d = 3;
    double[] g = new double[d];
    double[][] products = new double[d][d];
    double[] sums = new double[d];
    double fourth = 0;
    for (long word = 0; word < WORDS; word++) {
      Normals.of(word << 16, g);
      for (int i = 0; i < d; i++) {
        sums[i] += g[i];
        fourth += Math.pow(g[i], 4) / WORDS / d;
        for (int j = 0; j < d; j++) {
          products[i][j] += g[i] * g[j] / WORDS;
        }
      }
    }
    for (int i = 0; i < d; i++) {
      assertEquals(0, sums[i] / WORDS, 6 / Math.sqrt(WORDS));
      for (int j = 0; j < d; j++) {
        assertEquals(i == j ? 1 : 0, products[i][j], 6 * Math.sqrt(2.0 / WORDS));
      }
    }
    assertEquals(3, fourth, 6 * Math.sqrt(96.0 / d / WORDS));
  }

  /** Sizes in equal steps, the last of which begins in the layers' tail. */
  private static double misfit(double scale) {
    int cells = 75;
    double[] counts = new double[cells];
    double[] g = new double[10];
    for (long word = 0; word < WORDS; word++) {
      Normals.of(word, g);
      for (double x : g) {
        counts[Math.min(cells - 1, (int) (Math.abs(x) * scale * 20))]++;
      }
    }
    double misfit = 0;
    for (int k = 0; k < cells; k++) {
      double to = k == cells - 1 ? 0 : StandardNormal.survival((k + 1) / 20.0);
      double expected = 2 * (StandardNormal.survival(k / 20.0) - to) * 10 * WORDS;
      misfit += (counts[k] - expected) * (counts[k] - expected) / expected;
    }
    return misfit;
  }

  @Test
  void sizesAreHalfNormalIntoTheTail() {
    double limit = ChiSquaredDistribution.of(74).inverseSurvivalProbability(1e-6);

    assertTrue(misfit(1) < limit);
    assertTrue(misfit(1.003) > limit); // a wrong twin
  }

  /** Vectors are public and permanent: reports of ten years ago name them by these words. */
  @Test
  void theVectorOfAWordIsPermanent() {
    double[] found = new double[4];
    Normals.of(42, found);

    assertArrayEquals(
        new double[] {
          0.3741698576762652, -1.7711701469342112, -0.9937190018154511, 1.2410588384751087
        },
        found);
    long all = 0; // with the edges of layers, and the tail
    for (long word = 0; word < 100_000; word++) {
      Normals.of(word, found);
      for (double x : found) {
        all = 31 * all + Double.doubleToRawLongBits(x);
      }
    }
    assertEquals(5333401146089589609L, all);
  }
}
