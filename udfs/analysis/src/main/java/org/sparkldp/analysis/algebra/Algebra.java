package org.sparkldp.analysis.algebra;

import org.sparkldp.protocols.check.Require;

/**
 * The dense linear algebra that the optimisers need. Matrices are row after row.
 *
 * <p>Two implementations: OpenBLAS, bundled for its platform, about 50 times as fast as the other
 * at n = 1,024; and plain Java. {@link #current} takes the native one if it loads; the system
 * property {@value #CHOICE} ({@code native} or {@code java}) forces one, and {@value #THREADS}
 * limits the threads of the native one (default: all processors).
 *
 * <p>Calls are safe from several threads; they take turns.
 *
 * <p><b>One OpenBLAS in a process</b>: two copies crash it. So {@link #current} is plain Java where
 * a system's own is loaded already; the program keeps Spark from loading it.
 */
public interface Algebra {
  /** The system property that chooses an implementation. */
  String CHOICE = "ldp.algebra";

  /** The system property that limits the native one's threads. */
  String THREADS = "ldp.algebra.threads";

  /** The algebra chosen for this process at its first use. */
  static Algebra current() {
    return AlgebraChoice.current();
  }

  /** In Java, on every platform. */
  static Algebra java() {
    return new JavaAlgebra();
  }

  /**
   * OpenBLAS.
   *
   * @throws UnsupportedOperationException if it does not load here
   */
  static Algebra openBlas() {
    return new NativeAlgebra();
  }

  /** Which it is and with how many threads, for logs. */
  String name();

  /**
   * Multiplications a second to reckon with: where a search is to end at the same place on every
   * machine, this and not the clock decides.
   */
  double nominalSpeed();

  /** Threads from now on, at least 1; one implementation may ignore it. */
  void threads(int count);

  /**
   * c = op(a) op(b), op being the transpose or nothing.
   *
   * @param rows of op(a) and c
   * @param columns of op(b) and c
   * @param inner columns of op(a), rows of op(b)
   */
  void multiply(
      boolean transposeA,
      boolean transposeB,
      int rows,
      int columns,
      int inner,
      double[] a,
      double[] b,
      double[] c);

  /**
   * c = a aᵀ.
   *
   * @param rows of a, rows and columns of c
   * @param columns of a
   */
  void gram(int rows, int columns, double[] a, double[] c);

  /**
   * Replaces a symmetric positive definite matrix by its inverse.
   *
   * @return false if it is not positive definite, in which case {@code a} is left undefined
   */
  boolean invert(int n, double[] a);

  /** The eigenvalues of a symmetric matrix, rising; {@code a} is kept. */
  double[] eigenvalues(int n, double[] a);

  /** Eigenvalues and eigenvectors of a symmetric matrix; {@code a} is kept. */
  SymmetricEigen eigen(int n, double[] a);

  /**
   * a = Σ_i values[i] v_i v_iᵀ.
   *
   * @param values rising
   * @param vectors v_i as row i, orthonormal
   */
  record SymmetricEigen(double[] values, double[] vectors) {}

  /** Refuses arrays that are too short, before native code would run over their ends. */
  static void require(double[] matrix, int rows, int columns) {
    if ((long) rows * columns > matrix.length) {
      throw Require.refusal(
          "a matrix of %s × %s needs as many entries. Provided value: %s; allocate them all.",
          rows, columns, matrix.length);
    }
  }
}
