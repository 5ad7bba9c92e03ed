package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class PureLawTest {
  /** Subset selection written out: all subsets of the law's size, with their probabilities. */
  private static double[][] covariance(int cells, int size, double epsilon, double[] shares) {
    double growth = Math.exp(epsilon);
    double p = size * growth / (size * growth + cells - size);
    double q = (p * (size - 1) + (1 - p) * size) / (cells - 1.0);
    int[] subsets =
        IntStream.range(0, 1 << cells).filter(s -> Integer.bitCount(s) == size).toArray();
    double with = Arrays.stream(subsets).filter(s -> (s & 1) == 1).count();
    double[][] covariance = new double[cells][cells];
    for (int u = 0; u < cells; u++) {
      for (int subset : subsets) {
        double chance = (subset >> u & 1) == 1 ? p / with : (1 - p) / (subsets.length - with);
        for (int v = 0; v < cells; v++) {
          for (int w = 0; w < cells; w++) {
            covariance[v][w] +=
                shares[u]
                    * chance
                    * (((subset >> v & 1) - (v == u ? p : q)) / (p - q))
                    * (((subset >> w & 1) - (w == u ? p : q)) / (p - q));
          }
        }
      }
    }
    return covariance;
  }

  private static int size(PureLaw law) {
    return (int) Math.round(law.p() + (law.cells() - 1) * law.q());
  }

  @Test
  void noise_isTheOneOfAllReports() {
    SplittableRandom random = new SplittableRandom(3);
    for (int cells = 2; cells <= 8; cells++) {
      for (double epsilon : new double[] {0.2, 1, 4}) {
        PureLaw law = PureLaw.best(cells, epsilon);
        assertEquals(epsilon, law.epsilon(), 1e-12);
        double[] shares = Joint.random(Domain.of(cells), 3, random).shares();
        double[][] covariance = covariance(cells, size(law), epsilon, shares);
        double[] w = random.doubles(cells, -1, 2).toArray();
        double expected = 0;
        double mean = 0;
        double meanSquare = 0;
        for (int v = 0; v < cells; v++) {
          mean += w[v] * shares[v];
          meanSquare += w[v] * w[v] * shares[v];
          for (int u = 0; u < cells; u++) {
            expected += w[v] * w[u] * covariance[v][u];
          }
        }
        double squares = Arrays.stream(w).map(each -> each * each).sum();
        double sum = Arrays.stream(w).sum();
        assertEquals(expected, law.noise(sum, squares, mean, meanSquare), 1e-9 * expected);
        assertEquals(covariance[0][0], law.variance(shares[0]), 1e-9 * covariance[0][0]);
        // All shares together are 1, whatever the coins.
        assertEquals(0, law.noise(cells, cells, 1, 1), 1e-9);
      }
    }
  }

  /**
   * Of 100,000 draws each covariance lies within 7 standard errors (false alarms below 1e-9); drawn
   * with independent errors they do not.
   */
  @Test
  void drawn_haveTheLawsCovariance() {
    double[] shares = {0.6, 0.3, 0.1, 0};
    PureLaw law = PureLaw.best(4, 1);
    double[][] expected = covariance(4, size(law), 1, shares);
    SimulationSource source = new SimulationSource(4);
    assertTrue(worst(expected, shares, 0, law, source) < 7);
    for (int v = 0; v < 4; v++) {
      for (int w = 0; w < 4; w++) {
        expected[v][w] += (v == w ? shares[v] : 0) - shares[v] * shares[w];
      }
    }
    assertTrue(worst(expected, shares, 1, law, source) < 7);
    assertTrue(worst(expected, shares, 0, law, source) > 7, "without who was asked");
    expected[0][1] = 0;
    assertTrue(worst(expected, shares, 1, law, source) > 7, "independent errors");
  }

  private static double worst(
      double[][] expected, double[] shares, double sampled, PureLaw law, SimulationSource source) {
    int trials = 100_000;
    double[][] seen = new double[4][4];
    for (int i = 0; i < trials; i++) {
      double[] drawn = law.draw(shares, AskedTable.ones(4), 1, sampled, source);
      for (int v = 0; v < 4; v++) {
        for (int w = 0; w < 4; w++) {
          seen[v][w] += (drawn[v] - shares[v]) * (drawn[w] - shares[w]) / trials;
        }
      }
    }
    double worst = 0;
    for (int v = 0; v < 4; v++) {
      for (int w = 0; w < 4; w++) {
        double error = expected[v][v] * expected[w][w] + expected[v][w] * expected[v][w];
        worst = Math.max(worst, Math.abs(seen[v][w] - expected[v][w]) / Math.sqrt(error / trials));
      }
    }
    return worst;
  }

  @Test
  void theBestSize_hasTheLeastVariance() {
    for (int cells : new int[] {2, 3, 5, 16, 240, 4097}) {
      for (double epsilon : new double[] {0.1, 1, 3, 6}) {
        PureLaw best = PureLaw.best(cells, epsilon);
        double growth = Math.exp(epsilon);
        for (int size = 1; size < cells; size++) {
          double p = size * growth / (size * growth + cells - size);
          double q = (p * (size - 1) + (1 - p) * size) / (cells - 1.0);
          double other = new PureLaw(cells, p, q).variance(1.0 / cells);
          assertTrue(best.variance(1.0 / cells) <= other * (1 + 1e-12));
        }
      }
    }
  }

  @Test
  void whatIsNoOracle_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new PureLaw(1, 0.6, 0.4));
    assertThrows(IllegalArgumentException.class, () -> new PureLaw(4, 0.4, 0.4));
    assertThrows(IllegalArgumentException.class, () -> PureLaw.best(4, 0));
  }
}
