package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.workload.Query;

/**
 * {@link Reconstruction} with all n × n matrices written out; O(m n² + n³) to make. A query then
 * costs the square of its items, or O(1) if it is a sum over consecutive items, by a table of the
 * sums of C = X⁺ M X⁺ over rectangles.
 */
public final class DenseReconstruction implements Reconstruction {
  /**
   * Eigenvalues of X below this are taken for 0: X has largest eigenvalue 1, and 1e-16 is noise.
   */
  private static final double RANK = 1e-11;

  private final int n;
  private final double[] data;
  private final double[] own; // what a weight takes off a variance by its square
  private final double[] covariance; // C
  private final double[] sums; // (n + 1)²: sums of C over leading rectangles
  private final DMatrixRMaj rowSpace; // X⁺ X, or null where X is regular
  private final Supplier<Added> adding;
  private volatile Added added; // made at first use; every thread makes the same

  private DenseReconstruction(
      double[] data,
      double[] own,
      double[] covariance,
      DMatrixRMaj rowSpace,
      Supplier<Added> adding) {
    this.n = data.length;
    this.data = data;
    this.own = own;
    this.covariance = covariance;
    this.rowSpace = rowSpace;
    this.adding = adding;
    this.sums = new double[(n + 1) * (n + 1)];
    for (int u = 0; u < n; u++) {
      double row = 0;
      for (int v = 0; v < n; v++) {
        row += covariance[u * n + v];
        sums[(u + 1) * (n + 1) + v + 1] = sums[u * (n + 1) + v + 1] + row;
      }
    }
  }

  /**
   * From a histogram of rows.
   *
   * @param q Q, row after row
   * @param prior the weights w of the row sums D
   * @param counters y, or its expectation
   */
  static DenseReconstruction ofRows(int m, int n, double[] q, double[] prior, double[] counters) {
    double[] d = new double[m];
    for (int o = 0; o < m; o++) {
      for (int u = 0; u < n; u++) {
        d[o] += prior[u] * q[o * n + u];
      }
    }
    DMatrixRMaj information = gram(m, n, q, o -> 1 / d[o]);
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    DMatrixRMaj rowSpace = invert(information, inverse);
    double[] backProjection = new double[n];
    for (int o = 0; o < m; o++) {
      for (int u = 0; u < n; u++) {
        backProjection[u] += q[o * n + u] * counters[o] / d[o];
      }
    }
    double[] data = times(inverse, backProjection);
    DMatrixRMaj forReach = inverse.copy();
    DMatrixRMaj second = gram(m, n, q, o -> counters[o] / (d[o] * d[o]));
    DMatrixRMaj half = new DMatrixRMaj(n, n);
    CommonOps_DDRM.mult(inverse, second, half);
    CommonOps_DDRM.mult(half, inverse, second);
    return new DenseReconstruction(
        data, data, second.data, rowSpace, () -> new Added(forReach, q, o -> 1 / d[o], Reach::of));
  }

  /**
   * From sums of columns of a matrix A with noise, by least squares: C = N σ² (AᵀA)⁺, and people's
   * own items take nothing off it.
   *
   * @param a A, row after row
   * @param noise σ²
   * @param largest number of a report
   * @param counters N and the m sums, or their expectations
   */
  public static DenseReconstruction additive(
      int m, int n, double[] a, double noise, long largest, double[] counters) {
    double square = 0; // so that the largest eigenvalue is between 1 and n
    for (int u = 0; u < n; u++) {
      double length = 0;
      for (int o = 0; o < m; o++) {
        length += a[o * n + u] * a[o * n + u];
      }
      square = Math.max(square, length);
    }
    double scale = 1 / square;
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    DMatrixRMaj rowSpace = invert(gram(m, n, a, o -> scale), inverse);
    double[] backProjection = new double[n];
    for (int o = 0; o < m; o++) {
      for (int u = 0; u < n; u++) {
        backProjection[u] += a[o * n + u] * counters[1 + o] * scale;
      }
    }
    double[] data = times(inverse, backProjection);
    DMatrixRMaj forReach = inverse.copy();
    CommonOps_DDRM.scale(counters[0] * noise * scale, inverse);
    return new DenseReconstruction(
        data,
        new double[n],
        inverse.data,
        rowSpace,
        () ->
            new Added(
                forReach,
                a,
                o -> scale,
                row -> Reach.symmetric(largest * Arrays.stream(row).map(Math::abs).sum())));
  }

  private interface RowWeight {
    double of(int row);
  }

  /** Qᵀ diag(weight) Q. */
  private static DMatrixRMaj gram(int m, int n, double[] q, RowWeight weight) {
    double[] scaled = new double[m * n];
    for (int o = 0; o < m; o++) {
      double w = weight.of(o);
      for (int u = 0; u < n; u++) {
        scaled[o * n + u] = w * q[o * n + u];
      }
    }
    DMatrixRMaj product = new DMatrixRMaj(n, n);
    CommonOps_DDRM.multTransA(DMatrixRMaj.wrap(m, n, q), DMatrixRMaj.wrap(m, n, scaled), product);
    return product;
  }

  /** Fills the (pseudo-)inverse; returns the projector on the row space if it is not everything. */
  private static DMatrixRMaj invert(DMatrixRMaj information, DMatrixRMaj inverse) {
    int n = information.numRows;
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(n);
    if (solver.setA(information.copy()) && solver.quality() > RANK) {
      solver.invert(inverse);
      return null;
    }
    Dense.Eigen eigen = eigen(information);
    DMatrixRMaj projector = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      double value = eigen.values()[i];
      if (value > RANK) {
        DMatrixRMaj vector = new DMatrixRMaj(n, 1);
        for (int u = 0; u < n; u++) {
          vector.set(u, eigen.vectors()[u][i]);
        }
        CommonOps_DDRM.multAddTransB(1 / value, vector, vector, inverse);
        CommonOps_DDRM.multAddTransB(1, vector, vector, projector);
      }
    }
    return projector;
  }

  /**
   * By QR steps, which are quick, or, on the few matrices where they go on for ever, by rotations.
   */
  private static Dense.Eigen eigen(DMatrixRMaj symmetric) {
    int n = symmetric.numRows;
    EigenDecomposition_F64<DMatrixRMaj> steps = DecompositionFactory_DDRM.eig(n, true, true);
    double[][] rows = new double[n][];
    if (!steps.decompose(symmetric.copy())) {
      Arrays.setAll(rows, i -> Arrays.copyOfRange(symmetric.data, i * n, (i + 1) * n));
      return Dense.eigen(rows);
    }
    double[] values = new double[n];
    Arrays.setAll(rows, i -> new double[n]);
    for (int i = 0; i < n; i++) {
      values[i] = steps.getEigenvalue(i).getReal();
      for (int u = 0; u < n; u++) {
        rows[u][i] = steps.getEigenVector(i).get(u);
      }
    }
    return new Dense.Eigen(values, rows);
  }

  private static double[] times(DMatrixRMaj a, double[] x) {
    double[] y = new double[a.numRows];
    for (int u = 0; u < y.length; u++) {
      for (int v = 0; v < x.length; v++) {
        y[u] += a.data[u * a.numCols + v] * x[v];
      }
    }
    return y;
  }

  @Override
  public double[] data() {
    return data.clone();
  }

  @Override
  public double variance(Query query) {
    requireRowSpace(query);
    int[] items = query.items();
    double[] weights = query.weights();
    double ofMeans = 0;
    boolean run = items[items.length - 1] - items[0] == items.length - 1;
    for (int i = 0; i < items.length; i++) {
      ofMeans += weights[i] * weights[i] * own[items[i]];
      run &= weights[i] == weights[0];
    }
    if (run) {
      int from = items[0];
      int to = items[items.length - 1] + 1;
      double square = sum(to, to) - sum(from, to) - sum(to, from) + sum(from, from);
      return Math.max(0, weights[0] * weights[0] * square - ofMeans);
    }
    double square = 0;
    for (int i = 0; i < items.length; i++) {
      double row = 0;
      int offset = items[i] * n;
      for (int j = 0; j < items.length; j++) {
        row += weights[j] * covariance[offset + items[j]];
      }
      square += weights[i] * row;
    }
    return Math.max(0, square - ofMeans);
  }

  @Override
  public Reach reach(Query query) {
    requireRowSpace(query);
    Added known = added;
    if (known == null) {
      known = adding.get();
      added = known;
    }
    return known.reach(query);
  }

  /** V = X⁺ Qᵀ D⁻¹: what each row of reports, or number in them, adds to each item. */
  private static final class Added {
    private final int m;
    private final double[] sums; // of V over the items before each, m a time
    private final Function<double[], Reach> reach;

    /**
     * @param reach what reports add to an answer, by its row of V
     */
    Added(DMatrixRMaj inverse, double[] q, RowWeight weight, Function<double[], Reach> reach) {
      int n = inverse.numRows;
      this.m = q.length / n;
      this.reach = reach;
      DMatrixRMaj product = new DMatrixRMaj(n, m);
      CommonOps_DDRM.multTransB(inverse, DMatrixRMaj.wrap(m, n, q), product);
      this.sums = new double[(n + 1) * m];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < m; o++) {
          sums[(u + 1) * m + o] = sums[u * m + o] + product.data[u * m + o] * weight.of(o);
        }
      }
    }

    /** Items of equal weight one after the other are taken together. */
    Reach reach(Query query) {
      int[] items = query.items();
      double[] weights = query.weights();
      double[] row = new double[m];
      int from = 0;
      for (int i = 1; i <= items.length; i++) {
        if (i == items.length || items[i] != items[i - 1] + 1 || weights[i] != weights[from]) {
          int first = items[from] * m;
          int last = (items[i - 1] + 1) * m;
          for (int o = 0; o < m; o++) {
            row[o] += weights[from] * (sums[last + o] - sums[first + o]);
          }
          from = i;
        }
      }
      return reach.apply(row);
    }
  }

  /** W C Wᵀ less what people's own items take off it. */
  @Override
  public double[][] covariance(List<Query> queries) {
    int size = queries.size();
    DMatrixRMaj weights = new DMatrixRMaj(size, n);
    DMatrixRMaj ofOwn = new DMatrixRMaj(size, n);
    for (int i = 0; i < size; i++) {
      Query query = queries.get(i);
      requireRowSpace(query);
      for (int j = 0; j < query.items().length; j++) {
        int item = query.items()[j];
        weights.set(i, item, query.weights()[j]);
        ofOwn.set(i, item, query.weights()[j] * own[item]);
      }
    }
    DMatrixRMaj half = new DMatrixRMaj(size, n);
    CommonOps_DDRM.mult(weights, DMatrixRMaj.wrap(n, n, covariance), half);
    CommonOps_DDRM.subtractEquals(half, ofOwn);
    DMatrixRMaj all = new DMatrixRMaj(size, size);
    CommonOps_DDRM.multTransB(half, weights, all);
    double[][] rows = new double[size][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(all.data, i * size, (i + 1) * size));
    return rows;
  }

  private double sum(int rows, int columns) {
    return sums[rows * (n + 1) + columns];
  }

  private void requireRowSpace(Query query) {
    if (rowSpace == null) {
      return;
    }
    double[] row = new double[n];
    double scale = 0;
    for (int i = 0; i < query.items().length; i++) {
      row[query.items()[i]] = query.weights()[i];
      scale = Math.max(scale, Math.abs(query.weights()[i]));
    }
    double[] projected = times(rowSpace, row);
    for (int u = 0; u < n; u++) {
      if (Math.abs(projected[u] - row[u]) > 1e-6 * scale) {
        throw Reconstruction.outsideRowSpace();
      }
    }
  }
}
