package org.sparkldp.analysis.algebra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.SimulationSource;

class AlgebraTest {
  /** The native one is bundled for the platform of the continuous build; elsewhere Java alone. */
  static Stream<Algebra> both() {
    return Stream.of(Algebra.java(), AlgebraChoice.choose(null));
  }

  @ParameterizedTest
  @MethodSource("both")
  void products_equalTheTripleLoop_forEveryTranspositionAndOddSizes(Algebra algebra) {
    int rows = 37;
    int columns = 530; // more than a tile
    int inner = 71;
    double[] a = matrix(rows * inner, 1);
    double[] b = matrix(inner * columns, 2);
    double[] expected = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < inner; k++) {
          expected[i * columns + j] += a[i * inner + k] * b[k * columns + j];
        }
      }
    }
    double[] at = transpose(rows, inner, a);
    double[] bt = transpose(inner, columns, b);
    double[] c = matrix(rows * columns, 3); // must be overwritten, not added to
    algebra.multiply(false, false, rows, columns, inner, a, b, c);
    assertArrayEquals(expected, c, 1e-10);
    algebra.multiply(true, false, rows, columns, inner, at, b, c);
    assertArrayEquals(expected, c, 1e-10);
    algebra.multiply(false, true, rows, columns, inner, a, bt, c);
    assertArrayEquals(expected, c, 1e-10);
    algebra.multiply(true, true, rows, columns, inner, at, bt, c);
    assertArrayEquals(expected, c, 1e-10);
    // Wrong twin: the comparison sees a transposition that was forgotten.
    algebra.multiply(false, false, rows, columns, inner, at, b, c);
    assertTrue(Math.abs(expected[1] - c[1]) > 1e-3);
  }

  @ParameterizedTest
  @MethodSource("both")
  void gram_equalsTheProductWithTheTranspose_bothTriangles(Algebra algebra) {
    int rows = 65;
    int columns = 91;
    double[] a = matrix(rows * columns, 4);
    double[] expected = new double[rows * rows];
    algebra.multiply(false, true, rows, rows, columns, a, a, expected);
    double[] c = matrix(rows * rows, 5);
    algebra.gram(rows, columns, a, c);
    assertArrayEquals(expected, c, 1e-10);
  }

  @ParameterizedTest
  @MethodSource("both")
  void invert_timesTheMatrix_isTheIdentity(Algebra algebra) {
    int n = 130;
    double[] a = definite(n);
    double[] inverse = a.clone();
    assertTrue(algebra.invert(n, inverse));
    double[] product = new double[n * n];
    algebra.multiply(false, false, n, n, n, a, inverse, product);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        assertEquals(i == j ? 1 : 0, product[i * n + j], 1e-10);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("both")
  void invert_reportsWhatIsNotPositiveDefinite(Algebra algebra) {
    assertFalse(algebra.invert(2, new double[] {1, 2, 2, 1}));
    assertFalse(algebra.invert(2, new double[] {1, 1, 1, 1 - 1e-9}));
    assertFalse(algebra.invert(2, new double[] {1, 0, 0, Double.NaN}));
    assertFalse(algebra.invert(1, new double[] {0}));
    assertTrue(algebra.invert(2, new double[] {1, 1, 1, 1 + 1e-9}));
  }

  @ParameterizedTest
  @MethodSource("both")
  void eigen_givesRisingValues_andRowsThatRebuildTheMatrix(Algebra algebra) {
    int n = 50;
    double[] a = definite(n);
    a[0] -= 100; // indefinite
    double[] kept = a.clone();
    Algebra.SymmetricEigen eigen = algebra.eigen(n, a);
    assertArrayEquals(kept, a);
    assertArrayEquals(eigen.values(), algebra.eigenvalues(n, a), 1e-10);
    double[] rebuilt = new double[n * n];
    for (int k = 0; k < n; k++) {
      assertTrue(k == 0 || eigen.values()[k] >= eigen.values()[k - 1]);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          rebuilt[i * n + j] +=
              eigen.values()[k] * eigen.vectors()[k * n + i] * eigen.vectors()[k * n + j];
        }
      }
    }
    assertArrayEquals(a, rebuilt, 1e-10);
    assertTrue(eigen.values()[0] < 0);
  }

  @Test
  void bothImplementations_agree() {
    Algebra first = Algebra.java();
    Algebra second = AlgebraChoice.choose(null);
    int n = 64;
    double[] a = definite(n);
    assertArrayEquals(first.eigenvalues(n, a), second.eigenvalues(n, a), 1e-10);
    double[] one = a.clone();
    double[] other = a.clone();
    assertTrue(first.invert(n, one) && second.invert(n, other));
    assertArrayEquals(one, other, 1e-10);
    first.gram(n, n, a, one);
    second.gram(n, n, a, other);
    assertArrayEquals(one, other, 1e-10);
    // Wrong twin: one entry off by 1e-8 is seen.
    other[5] += 1e-8;
    assertThrows(AssertionError.class, () -> assertArrayEquals(one, other, 1e-10));
  }

  @Test
  void choice_followsTheProperty_andRefusesOthers() {
    assertEquals("java", AlgebraChoice.choose("java").name());
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> AlgebraChoice.choose("mkl"))
            .getMessage()
            .startsWith("ldp.algebra must be native or java. Provided value: mkl"));
    Algebra chosen = AlgebraChoice.choose(null);
    chosen.threads(1);
    assertTrue(chosen.name().equals("java") || chosen.name().equals("openblas with 1 thread"));
  }

  @ParameterizedTest
  @MethodSource("both")
  void arraysThatAreTooShort_areRefused(Algebra algebra) {
    assertThrows(
        IllegalArgumentException.class, () -> algebra.gram(3, 3, new double[8], new double[9]));
    assertThrows(IllegalArgumentException.class, () -> algebra.invert(3, new double[8]));
    assertThrows(IllegalArgumentException.class, () -> algebra.eigen(3, new double[8]));
    assertThrows(
        IllegalArgumentException.class,
        () -> algebra.multiply(false, false, 2, 2, 2, new double[4], new double[3], new double[4]));
  }

  /** Two copies of OpenBLAS crash a process. */
  @Test
  void noOtherBlasIsLoadedBesideOurs() {
    AlgebraChoice.choose(null);

    assertEquals("none", System.getProperty("dev.ludovic.netlib.blas.nativeLib"));
    String ours = "7f 0 r-xp 00:00 1 /a/.javacpp/cache/b/org/bytedeco/c/libopenblas.so.0";
    assertFalse(AlgebraChoice.isAnother(Stream.of(ours, "7f 0 r-xp 00:00 1 /lib/libc.so.6")));
    for (String name : new String[] {"libblas.so.3", "libopenblasp-r0.3.21.so", "libblas.so"}) {
      assertTrue(AlgebraChoice.isAnother(Stream.of(ours, "7f 0 r-xp 00:00 1 /usr/lib/" + name)));
    }
  }

  private static double[] matrix(int entries, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] matrix = new double[entries];
    for (int i = 0; i < entries; i++) {
      matrix[i] = (source.nextLong() >> 11) * 0x1p-52;
    }
    return matrix;
  }

  private static double[] definite(int n) {
    double[] a = new double[n * n];
    Algebra.java().gram(n, 2 * n, matrix(2 * n * n, n), a);
    for (int i = 0; i < n; i++) {
      a[i * n + i] += 1;
    }
    return a;
  }

  private static double[] transpose(int rows, int columns, double[] a) {
    double[] transposed = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        transposed[j * rows + i] = a[i * columns + j];
      }
    }
    return transposed;
  }
}
