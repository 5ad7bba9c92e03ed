package org.sparkldp.analysis.algebra;

import java.util.Arrays;
import java.util.Comparator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/** EJML's decompositions, and products in tiles that stay in a core's cache. One thread. */
final class JavaAlgebra implements Algebra {
  /** Rows of b in a tile: 64 × 512 doubles are 256 KiB. */
  private static final int DEEP = 64;

  private static final int WIDE = 512;

  @Override
  public String name() {
    return "java";
  }

  @Override
  public double nominalSpeed() {
    return 1e9;
  }

  /** Ignored: this implementation has one. */
  @Override
  public void threads(int count) {}

  @Override
  public void multiply(
      boolean transposeA,
      boolean transposeB,
      int rows,
      int columns,
      int inner,
      double[] a,
      double[] b,
      double[] c) {
    Algebra.require(a, rows, inner);
    Algebra.require(b, inner, columns);
    Algebra.require(c, rows, columns);
    double[] left = transposeA ? transpose(inner, rows, a) : a;
    double[] right = transposeB ? transpose(columns, inner, b) : b;
    product(rows, columns, inner, left, right, c, false);
  }

  @Override
  public void gram(int rows, int columns, double[] a, double[] c) {
    Algebra.require(a, rows, columns);
    Algebra.require(c, rows, rows);
    product(rows, rows, columns, a, transpose(rows, columns, a), c, true);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < i; j++) {
        c[j * rows + i] = c[i * rows + j];
      }
    }
  }

  /** c = a b, or of a symmetric c the lower triangle and what shares its tiles. */
  private static void product(
      int rows, int columns, int inner, double[] a, double[] b, double[] c, boolean lower) {
    Arrays.fill(c, 0, rows * columns, 0);
    for (int left = 0; left < columns; left += WIDE) {
      int right = Math.min(columns, left + WIDE);
      for (int top = 0; top < inner; top += DEEP) {
        int bottom = Math.min(inner, top + DEEP);
        for (int i = lower ? left : 0; i < rows; i++) {
          row(i, left, right, top, bottom, columns, inner, a, b, c);
        }
      }
    }
  }

  /** Adds to a piece of row i of c; four rows of b at a time, so that c is touched a quarter. */
  private static void row(
      int i,
      int left,
      int right,
      int top,
      int bottom,
      int columns,
      int inner,
      double[] a,
      double[] b,
      double[] c) {
    int at = i * columns;
    int k = top;
    for (; k + 3 < bottom; k += 4) {
      double a0 = a[i * inner + k];
      double a1 = a[i * inner + k + 1];
      double a2 = a[i * inner + k + 2];
      double a3 = a[i * inner + k + 3];
      int b0 = k * columns;
      int b1 = b0 + columns;
      int b2 = b1 + columns;
      int b3 = b2 + columns;
      for (int j = left; j < right; j++) {
        c[at + j] += a0 * b[b0 + j] + a1 * b[b1 + j] + a2 * b[b2 + j] + a3 * b[b3 + j];
      }
    }
    for (; k < bottom; k++) {
      double a0 = a[i * inner + k];
      for (int j = left; j < right; j++) {
        c[at + j] += a0 * b[k * columns + j];
      }
    }
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

  @Override
  public boolean invert(int n, double[] a) {
    Algebra.require(a, n, n);
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(n);
    if (!solver.setA(copy(n, a))) {
      return false;
    }
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    solver.invert(inverse);
    System.arraycopy(inverse.data, 0, a, 0, n * n);
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(a[i * n + i])) {
        return false; // a NaN passes the factorisation's test for a positive pivot
      }
    }
    return true;
  }

  @Override
  public double[] eigenvalues(int n, double[] a) {
    return decompose(n, a, false).values();
  }

  @Override
  public SymmetricEigen eigen(int n, double[] a) {
    return decompose(n, a, true);
  }

  private static SymmetricEigen decompose(int n, double[] a, boolean wanted) {
    Algebra.require(a, n, n);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, wanted, true);
    if (!eigen.decompose(copy(n, a))) {
      throw new ArithmeticException("eigenvalues need a matrix of finite entries.");
    }
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> eigen.getEigenvalue(i).getReal()));
    double[] values = new double[n];
    double[] vectors = new double[wanted ? n * n : 0];
    for (int i = 0; i < n; i++) {
      values[i] = eigen.getEigenvalue(order[i]).getReal();
      if (wanted) {
        System.arraycopy(eigen.getEigenVector(order[i]).data, 0, vectors, i * n, n);
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  private static DMatrixRMaj copy(int n, double[] a) {
    return new DMatrixRMaj(n, n, true, Arrays.copyOf(a, n * n));
  }
}
