package org.sparkldp.protocols.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.sparkldp.protocols.random.SimulationSource;

/** Workloads written out, and what must hold between the parts of one. */
final class Matrices {
  private Matrices() {}

  /** W, row by row, from its queries. */
  static double[][] rows(Workload workload) {
    double[][] rows = new double[(int) workload.queries()][workload.domain()];
    for (int i = 0; i < rows.length; i++) {
      Query query = workload.query(i);
      for (int j = 0; j < query.items().length; j++) {
        assertTrue(j == 0 || query.items()[j] > query.items()[j - 1], "items must rise");
        assertTrue(query.weights()[j] != 0, "zeros are left out");
        rows[i][query.items()[j]] = query.weights()[j];
      }
    }
    return rows;
  }

  /** WᵀW. */
  static double[] gram(double[][] rows, int n) {
    double[] gram = new double[n * n];
    for (double[] row : rows) {
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          gram[u * n + v] += row[u] * row[v];
        }
      }
    }
    return gram;
  }

  /** M x. */
  static double[] times(double[][] matrix, double[] x) {
    return Arrays.stream(matrix)
        .mapToDouble(row -> IntStream.range(0, x.length).mapToDouble(u -> row[u] * x[u]).sum())
        .toArray();
  }

  static double[][] square(double[] matrix, int n) {
    return IntStream.range(0, n)
        .mapToObj(u -> Arrays.copyOfRange(matrix, u * n, (u + 1) * n))
        .toArray(double[][]::new);
  }

  /** Rising. */
  static double[] eigenvalues(double[] symmetric, int n) {
    var decomposition = DecompositionFactory_DDRM.eig(n, false, true);
    assertTrue(decomposition.decompose(new DMatrixRMaj(n, n, true, symmetric.clone())));
    return IntStream.range(0, n)
        .mapToDouble(i -> decomposition.getEigenvalue(i).getReal())
        .sorted()
        .toArray();
  }

  static double[] integers(int n, long seed) {
    SimulationSource source = new SimulationSource(seed);
    return IntStream.range(0, n).mapToDouble(i -> source.uniform(1000)).toArray();
  }

  /** All that a workload says of itself agrees with its queries. */
  static void agrees(Workload workload) {
    int n = workload.domain();
    double[][] rows = rows(workload);
    double[] gram = gram(rows, n);
    double scale = Arrays.stream(gram).map(Math::abs).max().orElseThrow();
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        assertEquals(gram[u * n + v], workload.gram(u, v), 1e-12 * scale, "G_" + u + "," + v);
      }
    }
    assertArrayEquals(gram, workload.gram(), 1e-12 * scale, "G in full");
    double trace = IntStream.range(0, n).mapToDouble(u -> gram[u * n + u]).sum();
    assertEquals(trace, workload.trace(), 1e-12 * trace, "trace");
    double[] x = integers(n, 5);
    double[] before = x.clone();
    double tolerance = 1e-12 * scale * 1000 * n;
    assertArrayEquals(times(rows, x), workload.answers(x), tolerance, "answers");
    assertArrayEquals(times(square(gram, n), x), workload.gramTimes(x), tolerance, "G x");
    assertArrayEquals(before, x, "x is only read");
    assertEquals(isInvariant(gram, workload.attributes()), workload.isTranslationInvariant());
    if (workload.isTranslationInvariant()) {
      double[] row = Arrays.copyOf(gram, n); // row 0 is column 0
      double[] spectrum = new GroupTransform(workload.attributes()).symmetric(row);
      double[] stated = workload.gramSpectrum();
      assertArrayEquals(spectrum, stated, 1e-12 * scale * n, "eigenvalues by character");
      Arrays.sort(stated);
      assertArrayEquals(eigenvalues(gram, n), stated, 1e-11 * scale * n, "eigenvalues");
    }
  }

  /** Whether a matrix is unchanged by a step along any axis. */
  private static boolean isInvariant(double[] gram, int[] attributes) {
    int n = (int) Math.sqrt(gram.length);
    int place = n;
    for (int size : attributes) {
      place /= size;
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          double moved = gram[step(u, place, size) * n + step(v, place, size)];
          if (Math.abs(moved - gram[u * n + v]) > 1e-9) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static int step(int u, int place, int size) {
    return u / place % size == size - 1 ? u - (size - 1) * place : u + place;
  }
}
