package org.sparkldp.analysis.competitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.DenseEvaluation;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.orbit.Explicit;
import org.sparkldp.analysis.orbit.GramWorkload;
import org.sparkldp.analysis.orbit.SubsetEvaluation;
import org.sparkldp.protocols.strategy.Design;

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
    Design.DenseDesign design = Competitors.hadamard(15, epsilon);
    assertEquals(16, design.outputs());
    assertEquals(
        expected,
        DenseEvaluation.of(Algebra.current(), design, GramWorkload.histogram(15)).objective(),
        1e-9 * expected);
  }

  @Test
  void competitors_tellWhatTheyApplyTo() {
    assertFalse(Competitor.HADAMARD.applies(1 << 14));
    assertTrue(Competitor.SUBSET_SELECTION.applies(1 << 14));
    for (Competitor competitor : Competitor.values()) {
      assertEquals(16, competitor.design(GramWorkload.prefix(16), 1).domain());
      assertThrows(
          IllegalArgumentException.class, () -> competitor.design(GramWorkload.histogram(1), 1));
    }
    assertThrows(IllegalArgumentException.class, () -> Competitors.hadamard(1 << 14, 1));
  }

  private static void assertLdp(Design.DenseDesign design, double epsilon) {
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
