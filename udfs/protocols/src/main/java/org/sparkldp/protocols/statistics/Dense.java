package org.sparkldp.protocols.statistics;

import java.util.Arrays;

/**
 * Small dense matrices: what a regression needs of linear algebra, and no more. Additions,
 * multiplications, divisions and square roots only, so that every machine has the same bits.
 */
public final class Dense {
  private static final int SWEEPS = 60;

  private Dense() {}

  /** Eigenvalues, and the vectors as columns. */
  public record Eigen(double[] values, double[][] vectors) {

    /** The matrix of the same vectors with other values. */
    public double[][] with(double[] other) {
      int d = values.length;
      double[][] all = new double[d][d];
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          for (int k = 0; k < d; k++) {
            all[i][j] += vectors[i][k] * other[k] * vectors[j][k];
          }
        }
      }
      return all;
    }

    /** The values, none below a floor. */
    public double[] atLeast(double floor) {
      return Arrays.stream(values).map(value -> Math.max(floor, value)).toArray();
    }
  }

  /** Of a symmetric matrix, by Jacobi's rotations. */
  public static Eigen eigen(double[][] symmetric) {
    int d = symmetric.length;
    double[][] a = copy(symmetric);
    double[][] v = identity(d);
    for (int sweep = 0; sweep < SWEEPS && offDiagonal(a) > 0; sweep++) {
      for (int i = 0; i < d; i++) {
        for (int j = i + 1; j < d; j++) {
          rotate(a, v, i, j);
        }
      }
    }
    double[] values = new double[d];
    Arrays.setAll(values, i -> a[i][i]);
    return new Eigen(values, v);
  }

  /** The squares beside the diagonal; 0 where they are lost beside it. */
  private static double offDiagonal(double[][] a) {
    double off = 0;
    double all = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        all += a[i][j] * a[i][j];
        off += i == j ? 0 : a[i][j] * a[i][j];
      }
    }
    return off > 1e-28 * all ? off : 0;
  }

  private static void rotate(double[][] a, double[][] v, int i, int j) {
    if (a[i][j] == 0) {
      return;
    }
    double half = (a[j][j] - a[i][i]) / (2 * a[i][j]);
    double t = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double x = a[k][i];
      double y = a[k][j];
      a[k][i] = c * x - s * y;
      a[k][j] = s * x + c * y;
    }
    for (int k = 0; k < a.length; k++) {
      double x = a[i][k];
      double y = a[j][k];
      a[i][k] = c * x - s * y;
      a[j][k] = s * x + c * y;
      x = v[k][i];
      y = v[k][j];
      v[k][i] = c * x - s * y;
      v[k][j] = s * x + c * y;
    }
  }

  /**
   * The lower triangular L with L Lᵀ = A for a positive semidefinite A (Cholesky). Where rounding
   * or sampling has made a pivot 0 or less, its column is left out.
   */
  public static double[][] root(double[][] semidefinite) {
    int d = semidefinite.length;
    double[][] l = new double[d][d];
    double largest = 0;
    for (int i = 0; i < d; i++) {
      largest = Math.max(largest, semidefinite[i][i]);
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = semidefinite[i][j];
        for (int k = 0; k < j; k++) {
          rest -= l[i][k] * l[j][k];
        }
        if (i == j) {
          l[i][i] = rest > 1e-12 * largest ? Math.sqrt(rest) : 0;
        } else {
          l[i][j] = l[j][j] == 0 ? 0 : rest / l[j][j];
        }
      }
    }
    return l;
  }

  /** The solution of a positive definite system. */
  public static double[] solve(double[][] positive, double[] right) {
    int d = right.length;
    double[][] l = copy(positive);
    double[] x = right.clone();
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = l[i][j];
        for (int k = 0; k < j; k++) {
          rest -= l[i][k] * l[j][k];
        }
        l[i][j] = i == j ? Math.sqrt(Math.max(rest, Double.MIN_NORMAL)) : rest / l[j][j];
      }
      for (int k = 0; k < i; k++) {
        x[i] -= l[i][k] * x[k];
      }
      x[i] /= l[i][i];
    }
    for (int i = d - 1; i >= 0; i--) {
      for (int k = i + 1; k < d; k++) {
        x[i] -= l[k][i] * x[k];
      }
      x[i] /= l[i][i];
    }
    return x;
  }

  public static double[][] times(double[][] a, double[][] b) {
    double[][] product = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          product[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return product;
  }

  public static double[] times(double[][] a, double[] x) {
    double[] product = new double[a.length];
    Arrays.setAll(product, i -> dot(a[i], x));
    return product;
  }

  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  public static double norm(double[] a) {
    return Math.sqrt(dot(a, a));
  }

  public static double[] minus(double[] a, double[] b) {
    double[] difference = new double[a.length];
    Arrays.setAll(difference, i -> a[i] - b[i]);
    return difference;
  }

  public static double trace(double[][] a) {
    double trace = 0;
    for (int i = 0; i < a.length; i++) {
      trace += a[i][i];
    }
    return trace;
  }

  public static double[][] identity(int d) {
    double[][] one = new double[d][d];
    for (int i = 0; i < d; i++) {
      one[i][i] = 1;
    }
    return one;
  }

  public static double[][] copy(double[][] a) {
    return Arrays.stream(a).map(double[]::clone).toArray(double[][]::new);
  }

  /**
   * The entries of a symmetric matrix that determine all of it, as a vector of the matrix's norm.
   */
  public static double[] packed(double[] x, double weight) {
    double[] packed = new double[packedLength(x.length)];
    int at = 0;
    for (int i = 0; i < x.length; i++) {
      packed[at++] = weight * x[i] * x[i];
      for (int j = 0; j < i; j++) {
        packed[at++] = Math.sqrt(2) * weight * x[i] * x[j];
      }
    }
    return packed;
  }

  /** The symmetric matrix that a vector packs. */
  public static double[][] unpacked(double[] packed, int d) {
    double[][] matrix = new double[d][d];
    int at = 0;
    for (int i = 0; i < d; i++) {
      matrix[i][i] = packed[at++];
      for (int j = 0; j < i; j++) {
        matrix[i][j] = packed[at++] / Math.sqrt(2);
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }

  public static int packedLength(int d) {
    return d * (d + 1) / 2;
  }

  /** The nearest vector of norm at most {@code radius}. */
  public static double[] clipped(double[] x, double radius) {
    double norm = norm(x);
    if (norm <= radius) {
      return x;
    }
    return Arrays.stream(x).map(a -> a * (radius / norm)).toArray();
  }
}
