package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Design;

class DenseEvaluationTest {
  private static final Algebra ALGEBRA = Algebra.current();

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 1, 2, 4})
  void randomizedResponse_onHistogram_hasItsClosedForm(double epsilon) {
    int n = 24;
    Performance seen = evaluate(n, n, Grams.randomizedResponse(n, epsilon), Grams.histogram(n));
    double growth = Math.expm1(epsilon);
    double expected = (n - 1) * (n / (growth * growth) + 2 / growth);
    assertEquals(expected, seen.worst(), 1e-9 * expected);
    assertEquals(expected, seen.average(), 1e-9 * expected);
    assertEquals(n * expected + n, seen.objective(), 1e-9 * n * expected);
  }

  /** V written out: moments of the answers themselves, item by item. */
  @Test
  void variances_areThoseOfTheAnswers_forAnExplicitReconstruction() {
    int n = 9;
    int m = 30;
    double[] q = random(m, n, 1, 11);
    double[] w = new double[n * n]; // Prefix
    for (int i = 0; i < n; i++) {
      for (int u = 0; u <= i; u++) {
        w[i * n + u] = 1;
      }
    }
    double[] prior = new double[n];
    for (int u = 0; u < n; u++) {
      prior[u] = (u + 1) * 2.0 / (n + 1);
    }
    double[] v = reconstruction(m, n, q, w, prior);
    double[] expected = new double[n];
    double average = 0;
    for (int u = 0; u < n; u++) {
      for (int i = 0; i < n; i++) {
        double mean = 0;
        double square = 0;
        for (int o = 0; o < m; o++) {
          mean += v[i * m + o] * q[o * n + u];
          square += v[i * m + o] * v[i * m + o] * q[o * n + u];
        }
        assertEquals(w[i * n + u], mean, 1e-9); // unbiased, whatever the prior
        expected[u] += square - mean * mean;
      }
      average += prior[u] * expected[u];
    }
    double[] gram = Grams.prefix(n);
    Performance seen = DenseEvaluation.of(ALGEBRA, new Design.DenseDesign(m, n, q, prior), gram);
    assertArrayEquals(expected, seen.variances(), 1e-7);
    // The prior's reconstruction is best for the prior, the even one for even people.
    Performance even = evaluate(m, n, q, gram);
    double other = 0;
    for (int u = 0; u < n; u++) {
      other += prior[u] * even.variances()[u];
    }
    assertTrue(average < other);
    assertTrue(even.average() < seen.average());
    assertEquals(even.objective(), seen.objective(), 1e-9 * even.objective());
    // Wrong twin: the plain pseudo-inverse (here: everything weighed alike) is not what we report.
    assertTrue(Math.abs(expected[0] - even.variances()[0]) > 1e-3);
  }

  /** Counts of a simulated population lie as widely around the truth as predicted. */
  @Test
  void totalVariance_agreesWithASimulation() {
    int n = 8;
    int m = 8;
    double[] q = Grams.randomizedResponse(n, 1);
    double[] gram = Grams.prefix(n);
    double[] w = Grams.of(n, (i, u) -> u <= i ? 1 : 0);
    double[] v = reconstruction(m, n, q, w, Grams.ones(n));
    double predicted = evaluate(m, n, q, gram).variances()[2];
    SimulationSource source = new SimulationSource(5);
    int draws = 200_000;
    double total = 0;
    double squares = 0;
    for (int r = 0; r < draws; r++) {
      double coin = (source.nextLong() >>> 11) * 0x1p-53;
      int o = 0;
      while (o < m - 1 && (coin -= q[o * n + 2]) >= 0) {
        o++;
      }
      double error = 0;
      for (int i = 0; i < n; i++) {
        double off = v[i * m + o] - w[i * n + 2];
        error += off * off;
      }
      total += error;
      squares += error * error;
    }
    double mean = total / draws;
    double deviation = Math.sqrt((squares / draws - mean * mean) / draws);
    assertEquals(predicted, mean, 5 * deviation); // false alarms: 6e-7
    // Wrong twin: without the term G_uu the prediction is refuted.
    assertTrue(Math.abs(predicted + gram[2 * n + 2] - mean) > 5 * deviation);
  }

  @Test
  void worstCase_liesBetweenTheAverage_andTheoremFiveOne() {
    for (int seed = 0; seed < 20; seed++) {
      int n = 12;
      double epsilon = 0.3 * (1 + seed % 6);
      double[] gram = Grams.prefix(n);
      Performance seen = evaluate(40, n, random(40, n, epsilon, seed), gram);
      double trace = n * (n + 1) / 2.0;
      assertTrue(seen.average() <= seen.worst());
      assertTrue(seen.worst() <= Math.exp(epsilon) * (seen.average() + trace / n));
    }
  }

  @Test
  void bothAlgebras_agree() {
    int n = 16;
    Design.DenseDesign design = new Design.DenseDesign(64, n, random(64, n, 1, 3), Grams.ones(n));
    Performance one = DenseEvaluation.of(Algebra.java(), design, Grams.allRange(n));
    Performance other = DenseEvaluation.of(ALGEBRA, design, Grams.allRange(n));
    assertArrayEquals(one.variances(), other.variances(), 1e-9 * one.worst());
  }

  @Test
  void strategyOfLowRank_answersWhatItSpans_andRefusesTheRest() {
    // Items 0, 1 and items 2, 3 are distinguished, within the pairs nothing is.
    double e = Math.exp(1);
    double p = e / (1 + e);
    double[] q = {p, p, 1 - p, 1 - p, 1 - p, 1 - p, p, p};
    double[] halves = Grams.of(4, (u, v) -> u / 2 == v / 2 ? 1 : 0);
    assertEquals(e / ((e - 1) * (e - 1)) * 2, evaluate(2, 4, q, halves).worst(), 1e-9);
    String message =
        assertThrows(IllegalArgumentException.class, () -> evaluate(2, 4, q, Grams.histogram(4)))
            .getMessage();
    assertTrue(message.startsWith("the workload asks for combinations"), message);
  }

  private static Performance evaluate(int m, int n, double[] q, double[] gram) {
    return DenseEvaluation.of(ALGEBRA, new Design.DenseDesign(m, n, q, Grams.ones(n)), gram);
  }

  /** V = W X⁻¹ Qᵀ D⁻¹, p × m, for a square W. */
  private static double[] reconstruction(int m, int n, double[] q, double[] w, double[] prior) {
    double[] mass = new double[m];
    ALGEBRA.multiply(false, false, m, 1, n, q, prior, mass);
    double[] scaled = q.clone();
    for (int i = 0; i < m * n; i++) {
      scaled[i] /= mass[i / n];
    }
    double[] x = new double[n * n];
    ALGEBRA.multiply(true, false, n, n, m, q, scaled, x);
    assertTrue(ALGEBRA.invert(n, x));
    double[] wx = new double[n * n];
    ALGEBRA.multiply(false, false, n, n, n, w, x, wx);
    double[] v = new double[n * m];
    ALGEBRA.multiply(false, true, n, m, n, wx, scaled, v);
    return v;
  }

  /** A random strategy: rows between 1 and e, in columns that add up to 1. */
  private static double[] random(int m, int n, double epsilon, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] q = new double[m * n];
    double[] sums = new double[n];
    for (int i = 0; i < m * n; i++) {
      q[i] = (source.nextLong() & 1) == 0 ? 1 : Math.exp(epsilon);
      sums[i % n] += q[i];
    }
    for (int i = 0; i < m * n; i++) {
      q[i] /= sums[i % n];
    }
    return q;
  }
}
