package org.sparkldp.protocols.postprocess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BayesianTrendTest {
  private static final double SPIKE = 0.05;
  private static final int STEPS = 7;

  /** The same law by dense matrices: the curve with its spikes, and the evidence. */
  private static final class Dense {
    final double[] curve;
    final double evidence;

    Dense(double[] y, double[] w, int order, boolean hasSpikes, double half) {
      int k = y.length;
      int gap = 1;
      while (order > 1 && 16 * gap <= half) {
        gap *= 2;
      }
      double scale = 1 / (gap * Math.pow(half / gap, 2 * order));
      int knots = (k - 2) / gap + 2;
      double[][] lines = new double[k][knots];
      for (int v = 0; v < k; v++) {
        for (int j = 0; j < knots; j++) {
          lines[v][j] = Math.max(0, 1 - Math.abs((double) v / gap - j));
        }
      }
      double[][] differences = new double[knots][knots];
      for (int j = 0; j < knots; j++) {
        differences[j][j] = 1;
      }
      for (int i = 0; i < order; i++) {
        double[][] next = new double[differences.length - 1][knots];
        for (int j = 0; j < next.length; j++) {
          for (int l = 0; l < knots; l++) {
            next[j][l] = differences[j + 1][l] - differences[j][l];
          }
        }
        differences = next;
      }
      double[] bends = new double[knots - order];
      Arrays.fill(bends, 1 / scale);
      double[] spikes = new double[k];
      Arrays.fill(spikes, hasSpikes ? 1 / SPIKE : Double.POSITIVE_INFINITY);
      double[] x = {};
      double sum = 0;
      for (int step = 1; step <= STEPS; step++) {
        double[][] precision = new double[knots][knots];
        double[] right = new double[knots];
        for (int v = 0; v < k; v++) {
          double weight = 1 / (1 / w[v] + 1 / spikes[v]);
          for (int j = 0; j < knots; j++) {
            right[j] += weight * lines[v][j] * y[v];
            for (int l = 0; l < knots; l++) {
              precision[j][l] += weight * lines[v][j] * lines[v][l];
            }
          }
        }
        for (int d = 0; d < bends.length; d++) {
          for (int j = 0; j < knots; j++) {
            for (int l = 0; l < knots; l++) {
              precision[j][l] += bends[d] * differences[d][j] * differences[d][l];
            }
          }
        }
        double[][] covariance = new double[knots][knots];
        double logDeterminant = inverse(precision, covariance);
        x = times(covariance, right);
        double[] fitted = times(lines, x);
        double[] at = times(differences, x);
        sum = -logDeterminant - order * (order - 1) * Math.log(gap);
        for (int d = 0; d < bends.length; d++) {
          sum += 1 + Math.log(bends[d] * bends[d] * scale) - bends[d] * (scale + at[d] * at[d]);
        }
        for (int v = 0; v < k; v++) {
          double off = y[v] - fitted[v];
          sum -= off * off / (1 / w[v] + 1 / spikes[v]);
          if (hasSpikes) {
            sum += 1 + Math.log(spikes[v] * spikes[v] * SPIKE / (spikes[v] + w[v]));
            sum -= SPIKE * spikes[v];
          }
        }
        double[] all = fitted.clone();
        for (int v = 0; v < k; v++) {
          double part = w[v] / (w[v] + spikes[v]);
          double spike = part * (y[v] - fitted[v]);
          all[v] += spike;
          if (hasSpikes && step < STEPS) {
            double variance = part / w[v] + part * part * square(covariance, lines[v]);
            spikes[v] = 2 / (SPIKE + spike * spike + variance);
          }
        }
        x = all;
        for (int d = 0; d < bends.length; d++) {
          bends[d] = 2 / (scale + at[d] * at[d] + square(covariance, differences[d]));
        }
      }
      curve = x;
      evidence = sum / 2;
    }

    private static double[] times(double[][] matrix, double[] x) {
      return Arrays.stream(matrix).mapToDouble(row -> dot(row, x)).toArray();
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += a[i] * b[i];
      }
      return sum;
    }

    private static double square(double[][] matrix, double[] x) {
      return dot(times(matrix, x), x);
    }

    /** By Gauss and Jordan; the logarithm of the determinant. */
    private static double inverse(double[][] matrix, double[][] into) {
      int k = matrix.length;
      double log = 0;
      for (int j = 0; j < k; j++) {
        into[j][j] = 1;
      }
      for (int j = 0; j < k; j++) {
        double pivot = matrix[j][j];
        log += Math.log(pivot);
        for (int l = 0; l < k; l++) {
          matrix[j][l] /= pivot;
          into[j][l] /= pivot;
        }
        for (int i = 0; i < k; i++) {
          double factor = i == j ? 0 : matrix[i][j];
          for (int l = 0; l < k; l++) {
            matrix[i][l] -= factor * matrix[j][l];
            into[i][l] -= factor * into[j][l];
          }
        }
      }
      return log;
    }
  }

  /** Orders, spikes, and gaps of 1, 2 and 4 places; the last knot at the end or beyond it. */
  @ParameterizedTest
  @CsvSource({
    "1, 2, 1",
    "1, 40, 5",
    "2, 3, 0.5",
    "2, 41, 8",
    "2, 41, 16",
    "2, 44, 32",
    "3, 4, 1",
    "3, 40, 3",
    "3, 61, 16",
    "3, 63, 32"
  })
  void curvesAreThoseOfDenseMatrices(int order, int k, double half) {
    Random random = new Random(k);
    double[] y = random.doubles(k, -3, 3).toArray();
    y[k / 2] += 20;
    double[] w = random.doubles(k, 0.5, 2).toArray();
    for (boolean hasSpikes : new boolean[] {false, true}) {
      Dense dense = new Dense(y, w, order, hasSpikes, half);
      BayesianTrend filter = new BayesianTrend(w, order, hasSpikes, half);

      assertArrayEquals(dense.curve, filter.of(y), 1e-6);
      assertEquals(dense.evidence, filter.evidence(y), 1e-6);
    }
  }

  /** What has no difference of the order stays; the wrong twin has one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void straightCurvesStay(int order) {
    int k = 60;
    double[] w = new double[k];
    Arrays.fill(w, 1);
    double[] y = new double[k];
    double[] bent = new double[k];
    for (int v = 0; v < k; v++) {
      y[v] = Math.pow(v / 10.0, order - 1);
      bent[v] = Math.pow(v / 10.0, order);
    }

    BayesianTrend filter = new BayesianTrend(w, order, false, 15);
    assertArrayEquals(y, filter.of(y), 1e-6);
    double most = 0;
    for (int v = 0; v < k; v++) {
      most = Math.max(most, Math.abs(filter.of(bent)[v] - bent[v]));
    }
    assertTrue(most > 0.01);
  }

  /** Where the likeliest strength alone decides, noise is levelled and a step stays a step. */
  @Test
  void theLikeliestStrengthLevelsNoiseAndKeepsAStep() {
    int k = 400;
    double[] w = new double[k];
    Arrays.fill(w, 1);
    Random random = new Random(4);
    double[] y = new double[k];
    for (int v = 0; v < k; v++) {
      y[v] = (v < 150 ? 0 : 6) + random.nextGaussian();
    }
    double[] error = new double[4];
    for (int order = 1; order <= 3; order++) {
      double[] curve = BayesianTrend.likeliest(y, w, order, false).trend().of(y);
      for (int v = 0; v < k; v++) {
        error[order] += Math.pow(curve[v] - (v < 150 ? 0 : 6), 2) / k;
      }
    }

    assertTrue(error[1] < 0.05, "" + error[1]);
    assertTrue(error[3] > 2 * error[1], "a curve of bends, the wrong twin: " + error[3]);
  }

  /**
   * Two numbers and one difference, by numerical integration of the Cauchy law: strengths are
   * likely in the same order, ties aside, and at the likeliest the difference is as expected.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 2, 6, 12})
  void ofTwoNumbersItIsNearTheExactPosterior(double step) {
    double[] y = {-step / 2, step / 2};
    double[] halves = {0.25, 1, 4, 16};
    double[] exact = new double[4];
    double[] bound = new double[4];
    double[] off = new double[4];
    for (int i = 0; i < 4; i++) {
      double scale = 1 / halves[i];
      double all = 0;
      double sum = 0;
      for (double u = -200; u < 200; u += 0.001) {
        double weight = Math.exp(-(step - u) * (step - u) / 4) * scale / (scale * scale + u * u);
        all += weight;
        sum += weight * u;
      }
      exact[i] = Math.log(all);
      BayesianTrend trend = new BayesianTrend(new double[] {1, 1}, 1, false, halves[i]);
      bound[i] = trend.evidence(y);
      off[i] = trend.of(y)[1] - trend.of(y)[0] - sum / all;
    }
    int likeliest = 0;
    for (int i = 0; i < 4; i++) {
      likeliest = bound[i] > bound[likeliest] ? i : likeliest;
      for (int j = 0; j < 4; j++) {
        assertTrue(exact[i] < exact[j] + 0.1 || bound[i] > bound[j], i + " and " + j);
      }
    }
    assertEquals(0, off[likeliest], 0.3, "in standard errors");
  }

  /** A spike on a slope stays where spikes are allowed; the wrong twin levels it. */
  @Test
  void aSpikeOnASlopeIsKeptByCurvesWithSpikes() {
    int k = 101;
    double[] w = new double[k];
    Arrays.fill(w, 1);
    Random random = new Random(11);
    double[] y = new double[k];
    for (int v = 0; v < k; v++) {
      y[v] = v / 10.0 + (v == 50 ? 12 : 0) + random.nextGaussian();
    }

    double[] kept = new BayesianTrend(w, 2, true, 16).of(y);
    assertEquals(y[50], kept[50], 0.5);
    assertEquals(4.9, kept[49], 0.5);
    assertEquals(5, new BayesianTrend(w, 2, false, 16).of(y)[50], 1);
  }
}
