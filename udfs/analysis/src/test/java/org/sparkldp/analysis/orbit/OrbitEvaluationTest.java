package org.sparkldp.analysis.orbit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.Performance;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.Workload;

class OrbitEvaluationTest {
  private static final int[] MIXED = {2, 3, 4};

  /** Over 2 × 3 × 4: a function of two attributes, shifts of everything, a form modulo 2. */
  private static final Design.Orbits MIXTURE =
      new Design.Orbits(
          MIXED,
          List.of(
              new Orbit(
                  new int[][] {{0, 1, 0}, {0, 0, 1}}, new int[] {3, 4}, Explicit.set(0, 5, 6), 0.3),
              new Orbit(
                  new int[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  MIXED,
                  Explicit.set(0, 1, 7, 10, 11, 23),
                  0.45),
              new Orbit(new int[][] {{1, 0, 3}}, new int[] {2}, Explicit.set(1), 0.15),
              new Orbit(new int[][] {{2, 0, 1}}, new int[] {4}, Explicit.set(0, 1), 0.1)));

  private static final Design.Orbits CYCLIC =
      new Design.Orbits(
          new int[] {9},
          List.of(
              new Orbit(new int[][] {{1}}, new int[] {9}, Explicit.set(0, 1, 4), 0.75),
              new Orbit(new int[][] {{2}}, new int[] {3}, Explicit.set(1), 0.25)));

  @Test
  void of_agreesWithTheMatrixWrittenOut() {
    for (double epsilon : new double[] {0.5, 2}) {
      for (Workload workload :
          List.of(
              GramWorkload.histogram(MIXED),
              GramWorkload.allMarginalsOf(MIXED),
              GramWorkload.crooked(MIXED))) {
        assertSame(
            Explicit.evaluate(Explicit.rows(MIXTURE, epsilon), workload),
            OrbitEvaluation.of(MIXTURE, workload, epsilon));
      }
      for (Workload workload :
          List.of(GramWorkload.histogram(9), GramWorkload.prefix(9), GramWorkload.allRange(9))) {
        assertSame(
            Explicit.evaluate(Explicit.rows(CYCLIC, epsilon), workload),
            OrbitEvaluation.of(CYCLIC, workload, epsilon));
      }
    }
  }

  @Test
  void eigenvalues_areThoseOfX() {
    double[] lambda = OrbitEvaluation.eigenvalues(CYCLIC, 1);
    DMatrixRMaj x = Explicit.information(Explicit.rows(CYCLIC, 1));
    for (int c = 0; c < 9; c++) {
      double sum = 0;
      for (int u = 0; u < 9; u++) {
        sum += x.get(u, 0) * Math.cos(2 * Math.PI * c * u / 9);
      }
      assertEquals(sum, lambda[c], 1e-14);
    }
    assertEquals(1, lambda[0]);
  }

  /** The wrong twin: the transform of the base set without its square. */
  @Test
  void eigenvalues_withoutTheSquareAreNotThoseOfX() {
    double trace = CommonOps_DDRM.trace(Explicit.information(Explicit.rows(MIXTURE, 1)));
    double right = 1;
    double wrong = 1;
    for (Orbit orbit : MIXTURE.orbits()) {
      OrbitEvaluation.Spectrum spectrum = new OrbitEvaluation.Spectrum(orbit, MIXED, 1);
      for (int eta = 1; eta < orbit.rows(); eta++) {
        right += orbit.mass() * spectrum.power(eta);
        wrong += orbit.mass() * Math.sqrt(spectrum.power(eta));
      }
    }
    assertEquals(trace, right, 1e-12);
    assertTrue(Math.abs(wrong - trace) > 0.1 * trace);
  }

  @Test
  void of_aQuestionOutsideTheRowSpaceHasNoFiniteError() {
    Design.Orbits parityOfOne =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(new Orbit(new int[][] {{1, 0}}, new int[] {2}, Explicit.set(0), 1)));
    assertEquals(
        Double.POSITIVE_INFINITY,
        OrbitEvaluation.of(parityOfOne, GramWorkload.histogram(2, 2), 1).objective());
    assertEquals(
        Double.POSITIVE_INFINITY,
        OrbitEvaluation.of(parityOfOne, GramWorkload.prefix(4), 1).worst());
  }

  @Test
  void of_refusesFeaturesThatRepeatEachOther() {
    Design.Orbits twice =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(new Orbit(new int[][] {{1, 1}, {1, 1}}, new int[] {2, 2}, Explicit.set(0), 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> OrbitEvaluation.of(twice, GramWorkload.histogram(2, 2), 1));
  }

  @Test
  void of_refusesAnotherDomain() {
    assertThrows(
        IllegalArgumentException.class,
        () -> OrbitEvaluation.of(CYCLIC, GramWorkload.prefix(8), 1));
  }

  static void assertSame(Performance expected, Performance actual) {
    assertEquals(expected.objective(), actual.objective(), 1e-10 * expected.objective());
    assertArrayEquals(expected.variances(), actual.variances(), 1e-10 * expected.worst());
  }
}
