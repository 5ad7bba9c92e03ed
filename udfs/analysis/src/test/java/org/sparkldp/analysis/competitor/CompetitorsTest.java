package org.sparkldp.analysis.competitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.DenseEvaluation;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.orbit.Explicit;
import org.sparkldp.analysis.orbit.GramWorkload;
import org.sparkldp.analysis.orbit.OrbitEvaluation;
import org.sparkldp.analysis.orbit.SubsetEvaluation;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

class CompetitorsTest {

  /** (n − 1)(n/(e − 1)² + 2/(e − 1)), a person's share of the total variance. */
  @Test
  void randomizedResponse_onHistogramHasItsClosedForm() {
    for (int n : new int[] {2, 16, 512}) {
      for (double epsilon : new double[] {0.5, 1, 4}) {
        double excess = Math.expm1(epsilon);
        double expected = (n - 1) * (n / (excess * excess) + 2 / excess);
        Performance performance =
            SubsetEvaluation.of(
                Competitors.randomizedResponse(n), GramWorkload.histogram(n), epsilon);
        assertEquals(expected, performance.worst(), 1e-9 * expected);
        assertEquals(expected, performance.average(), 1e-9 * expected);
      }
    }
  }

  /** All 2^n bit vectors, from independent bits. */
  @Test
  void rappor_agreesWithIndependentBits() {
    int n = 8;
    for (double epsilon : new double[] {0.5, 1, 4}) {
      double p = Math.exp(epsilon / 2) / (1 + Math.exp(epsilon / 2));
      List<double[]> rows = new ArrayList<>();
      for (int bits = 0; bits < 1 << n; bits++) {
        double[] row = new double[n];
        for (int u = 0; u < n; u++) {
          int h = Integer.bitCount(bits ^ 1 << u);
          row[u] = Math.pow(p, n - h) * Math.pow(1 - p, h);
        }
        rows.add(row);
      }
      for (Workload workload : List.of(GramWorkload.histogram(n), GramWorkload.prefix(n))) {
        assertSame(
            Explicit.evaluate(rows, workload),
            SubsetEvaluation.of(Competitors.rappor(n, epsilon), workload, epsilon));
      }
    }
    assertEquals(1, Arrays.stream(Competitors.rappor(1 << 14, 0.5).masses()).sum(), 1e-12);
  }

  @Test
  void subsetSelection_agreesWithAllSubsets() {
    for (double epsilon : new double[] {0.5, 1, 4}) {
      Design.Subsets design = Competitors.subsetSelection(8, epsilon);
      assertSame(
          Explicit.evaluate(Explicit.rows(design, epsilon), GramWorkload.allRange(8)),
          SubsetEvaluation.of(design, GramWorkload.allRange(8), epsilon));
    }
  }

  /** 366.6 people at n = 512, against 404.1 of the paper's optimiser. */
  @Test
  void subsetSelection_onHistogramNeedsThePublishedNumberOfPeople() {
    Performance performance =
        SubsetEvaluation.of(Competitors.subsetSelection(512, 1), GramWorkload.histogram(512), 1);
    assertEquals(366.6, performance.sampleComplexityWorst(512, 0.01), 0.05);
  }

  /** What the authors' code gives, per person, with the optimal reconstruction. */
  @Test
  void hierarchical_onPrefixHasThePublishedWorstVariance() {
    Performance performance =
        DenseEvaluation.of(
            Algebra.current(), Competitors.hierarchical(128, 1), GramWorkload.prefix(128));
    assertEquals(5466.13, performance.worst(), 0.005);
  }

  @Test
  void designs_areLawsWithinEpsilon() {
    for (int n : new int[] {2, 3, 16, 21, 100}) {
      for (double epsilon : new double[] {0.1, 1, Math.log(4), 4, 8}) {
        assertLdp(Competitors.hadamard(n, epsilon), epsilon);
        assertLdp(Competitors.hierarchical(n, epsilon), epsilon);
      }
    }
    assertThrows(AssertionError.class, () -> assertLdp(Competitors.hierarchical(16, 1.01), 1));
  }

  /**
   * Hadamard response on Histogram with one full block of 16 reports for 15 items: row 0 has all
   * items high, each other one 7 of them, and each item 7 of the others. X is 11ᵀ/n + a P with tr X
   * = 1 + 14 a.
   */
  @Test
  void hadamard_ofOneFullBlockHasItsClosedForm() {
    double epsilon = 0.5;
    double e = Math.exp(epsilon);
    double low = 1 / (8 + 8 * e);
    double diagonal = low * e / 15 + low * (8 + 7 * e * e) / (8 + 7 * e);
    double expected = 1 + 14 / ((15 * diagonal - 1) / 14);
    Design.Dense design = Competitors.hadamard(15, epsilon);
    assertEquals(16, design.outputs());
    assertEquals(
        expected,
        DenseEvaluation.of(Algebra.current(), design, GramWorkload.histogram(15)).objective(),
        1e-9 * expected);
  }

  /** Each parity is learnt with ((e − 1)/(e + 1))² of the weight 1/#T, the empty one is wasted. */
  @Test
  void fourier_hasItsClosedForm() {
    double epsilon = 1;
    double tanh = Math.tanh(epsilon / 2);
    Workload workload = GramWorkload.parity(2, 5);
    Design.Orbits design = Competitors.fourier(5, 2);
    int parities = 1 + 5 + 10;
    assertEquals(parities, design.orbits().size());
    double expected = 32 + 32.0 * 15 * parities / (tanh * tanh);
    assertEquals(
        expected, OrbitEvaluation.of(design, workload, epsilon).objective(), 1e-9 * expected);
    assertSame(
        Explicit.evaluate(Explicit.rows(design, epsilon), workload),
        OrbitEvaluation.of(design, workload, epsilon));
    assertNotEquals(
        expected,
        OrbitEvaluation.of(Competitors.fourier(5, 3), workload, epsilon).objective(),
        0.1 * expected);
  }

  @Test
  void parityOrder_isThatOfTheQuestions() {
    assertEquals(3, Competitors.parityOrder(GramWorkload.marginals(3, 6)));
    assertEquals(2, Competitors.parityOrder(GramWorkload.parity(2, 5)));
    assertEquals(6, Competitors.parityOrder(GramWorkload.allMarginals(6)));
    assertEquals(4, Competitors.parityOrder(GramWorkload.prefix(16)));
  }

  @Test
  void competitors_tellWhatTheyApplyTo() {
    assertFalse(Competitor.FOURIER.applies(12));
    assertFalse(Competitor.HADAMARD.applies(1 << 14));
    assertTrue(Competitor.RAPPOR.applies(1 << 14));
    for (Competitor competitor : Competitor.values()) {
      assertEquals(16, competitor.design(GramWorkload.prefix(16), 1).domain());
      assertThrows(
          IllegalArgumentException.class, () -> competitor.design(GramWorkload.histogram(1), 1));
    }
    assertThrows(IllegalArgumentException.class, () -> Competitors.hadamard(1 << 14, 1));
    assertThrows(IllegalArgumentException.class, () -> Competitors.fourier(4, 5));
    assertThrows(
        IllegalArgumentException.class,
        () -> Competitor.FOURIER.design(GramWorkload.prefix(12), 1));
  }

  private static void assertLdp(Design.Dense design, double epsilon) {
    int n = design.domain();
    double[] sums = new double[n];
    for (int row = 0; row < design.outputs(); row++) {
      double[] q = Arrays.copyOfRange(design.q(), row * n, row * n + n);
      double ratio = Arrays.stream(q).max().orElseThrow() / Arrays.stream(q).min().orElseThrow();
      assertTrue(Math.log(ratio) <= epsilon + 1e-12);
      for (int u = 0; u < n; u++) {
        sums[u] += q[u];
      }
    }
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    assertArrayEquals(ones, sums, 1e-12);
  }

  private static void assertSame(Performance expected, Performance actual) {
    assertEquals(expected.objective(), actual.objective(), 1e-9 * expected.objective());
    assertArrayEquals(expected.variances(), actual.variances(), 1e-9 * expected.worst());
  }
}
