package org.sparkldp.published.workload;

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
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.orbit.Explicit;
import org.sparkldp.analysis.orbit.GramWorkload;
import org.sparkldp.analysis.orbit.OrbitEvaluation;
import org.sparkldp.analysis.orbit.SubsetEvaluation;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

class ClosedFormsTest {

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
            SubsetEvaluation.of(SymmetricRappor.of(n, epsilon), workload, epsilon));
      }
    }
    assertEquals(1, Arrays.stream(SymmetricRappor.of(1 << 14, 0.5).masses()).sum(), 1e-12);
  }

  /** Each parity is learnt with ((e − 1)/(e + 1))² of the weight 1/#T, the empty one is wasted. */
  @Test
  void fourier_hasItsClosedForm() {
    double epsilon = 1;
    double tanh = Math.tanh(epsilon / 2);
    Workload workload = GramWorkload.parity(2, 5);
    Design.Orbits design = Fourier.of(5, 2);
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
        OrbitEvaluation.of(Fourier.of(5, 3), workload, epsilon).objective(),
        0.1 * expected);
  }

  @Test
  void parityOrder_isThatOfTheQuestions() {
    assertEquals(3, Fourier.parityOrder(GramWorkload.marginals(3, 6)));
    assertEquals(2, Fourier.parityOrder(GramWorkload.parity(2, 5)));
    assertEquals(6, Fourier.parityOrder(GramWorkload.allMarginals(6)));
    assertEquals(4, Fourier.parityOrder(GramWorkload.prefix(16)));
  }

  @Test
  void domainsThatAreNotTheirsAreRefused() {
    assertFalse(Mechanisms.applies("fourier", GramWorkload.prefix(12)));
    assertTrue(Mechanisms.applies("rappor", GramWorkload.prefix(12)));
    assertThrows(IllegalArgumentException.class, () -> Fourier.of(4, 5));
    assertThrows(IllegalArgumentException.class, () -> SymmetricRappor.of(1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Mechanisms.of(
                "fourier",
                GramWorkload.prefix(12),
                1,
                SearchOptions.DEFAULT,
                Progress.SearchListener.NONE));
  }

  private static void assertSame(Performance expected, Performance actual) {
    assertEquals(expected.objective(), actual.objective(), 1e-9 * expected.objective());
    assertArrayEquals(expected.variances(), actual.variances(), 1e-9 * expected.worst());
  }
}
