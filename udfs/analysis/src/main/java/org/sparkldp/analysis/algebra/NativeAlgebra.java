package org.sparkldp.analysis.algebra;

import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotri;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas.cblas_dsyrk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.sparkldp.protocols.check.Require;

/**
 * OpenBLAS through its C interfaces.
 *
 * <p>Matrices are copied into buffers outside the heap that are kept from call to call: at m = 4n =
 * 4,096 a product then runs at 70 GFLOP/s and thread, against 55 with Java arrays, for which the
 * binding allocates and copies each operand at each call.
 */
final class NativeAlgebra implements Algebra {
  /** Multiplications below which a second thread costs more than it gives. */
  private static final double WORTH_THREADS = 1 << 23;

  private int threads = Runtime.getRuntime().availableProcessors();
  private DoubleBuffer first = allocate(0);
  private DoubleBuffer second = allocate(0);
  private DoubleBuffer third = allocate(0);

  NativeAlgebra() {
    try {
      Loader.load(openblas.class);
    } catch (LinkageError | RuntimeException e) {
      throw new UnsupportedOperationException(
          "the bundled OpenBLAS does not load on this platform; set "
              + CHOICE
              + "=java or leave it out.",
          e);
    }
    threads(Integer.getInteger(THREADS, threads));
  }

  @Override
  public synchronized String name() {
    return "openblas with " + threads + (threads == 1 ? " thread" : " threads");
  }

  /** Two usual cores, busy with other work. */
  @Override
  public double nominalSpeed() {
    return 6e9;
  }

  @Override
  public synchronized void threads(int count) {
    Require.atLeast("threads", count, 1);
    threads = count;
  }

  @Override
  public synchronized void multiply(
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
    first = fill(first, a, rows * inner);
    second = fill(second, b, inner * columns);
    third = room(third, rows * columns);
    schedule((double) rows * columns * inner);
    cblas_dgemm(
        CblasRowMajor,
        transposeA ? CblasTrans : CblasNoTrans,
        transposeB ? CblasTrans : CblasNoTrans,
        rows,
        columns,
        inner,
        1,
        first,
        transposeA ? rows : inner,
        second,
        transposeB ? inner : columns,
        0,
        third,
        columns);
    third.get(0, c, 0, rows * columns);
  }

  @Override
  public synchronized void gram(int rows, int columns, double[] a, double[] c) {
    Algebra.require(a, rows, columns);
    Algebra.require(c, rows, rows);
    first = fill(first, a, rows * columns);
    third = room(third, rows * rows);
    schedule(0.5 * rows * rows * columns);
    cblas_dsyrk(
        CblasRowMajor, CblasLower, CblasNoTrans, rows, columns, 1, first, columns, 0, third, rows);
    third.get(0, c, 0, rows * rows);
    mirror(rows, c);
  }

  @Override
  public synchronized boolean invert(int n, double[] a) {
    Algebra.require(a, n, n);
    first = fill(first, a, n * n);
    schedule((double) n * n * n / 3);
    // The upper triangle by columns is the lower one by rows; only it is read and written.
    if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, (byte) 'U', n, first, n) != 0
        || LAPACKE_dpotri(LAPACK_COL_MAJOR, (byte) 'U', n, first, n) != 0) {
      return false;
    }
    first.get(0, a, 0, n * n);
    mirror(n, a);
    return true;
  }

  @Override
  public synchronized double[] eigenvalues(int n, double[] a) {
    return decompose(n, a, 'N').values();
  }

  @Override
  public synchronized SymmetricEigen eigen(int n, double[] a) {
    return decompose(n, a, 'V');
  }

  private SymmetricEigen decompose(int n, double[] a, char job) {
    Algebra.require(a, n, n);
    first = fill(first, a, n * n);
    second = room(second, n);
    schedule((double) n * n * n);
    int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, (byte) job, (byte) 'U', n, first, n, second);
    if (info != 0) {
      throw new ArithmeticException(
          "eigenvalues need a matrix of finite entries; LAPACK gave up with code " + info + ".");
    }
    double[] values = new double[n];
    second.get(0, values);
    double[] vectors = new double[job == 'V' ? n * n : 0];
    first.get(0, vectors);
    return new SymmetricEigen(values, vectors);
  }

  private void schedule(double multiplications) {
    blas_set_num_threads(multiplications < WORTH_THREADS ? 1 : threads);
  }

  private static void mirror(int n, double[] lower) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        lower[j * n + i] = lower[i * n + j];
      }
    }
  }

  private static DoubleBuffer fill(DoubleBuffer buffer, double[] entries, int count) {
    return room(buffer, count).put(0, entries, 0, count);
  }

  private static DoubleBuffer room(DoubleBuffer buffer, int count) {
    return buffer.capacity() >= count ? buffer : allocate(count);
  }

  private static DoubleBuffer allocate(int count) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(count, Double.BYTES))
        .order(ByteOrder.nativeOrder())
        .asDoubleBuffer();
  }
}
