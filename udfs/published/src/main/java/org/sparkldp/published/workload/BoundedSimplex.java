package org.sparkldp.published.workload;

import org.sparkldp.analysis.ColumnProjection;

/**
 * The Euclidean projection onto {q : z ≤ q ≤ e z, 1ᵀq = 1}, the bounded simplex of McKenna et al.
 * (problem 4.1): q = clip(r + λ) with the one λ for which q adds up to 1. Newton's method finds it
 * in a few passes, without the sort of the paper's algorithm 1.
 */
final class BoundedSimplex {
  private static final int PASSES = 200;

  private BoundedSimplex() {}

  /**
   * Projects a column.
   *
   * @param r the column is r[from], …, r[from + m − 1]; replaced
   * @param z m lower bounds with 1ᵀz ≤ 1 ≤ e 1ᵀz
   * @param e exp(epsilon)
   */
  static void project(double[] r, int from, double[] z, double e) {
    int m = z.length;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    double sum = 0;
    for (int o = 0; o < m; o++) {
      double value = r[from + o];
      sum += value;
      low = Math.min(low, z[o] - value);
      high = Math.max(high, e * z[o] - value);
    }
    double shift = Math.max(low, Math.min(high, (1 - sum) / m));
    for (int pass = 0; pass < PASSES; pass++) {
      double total = 0;
      int interior = 0;
      for (int o = 0; o < m; o++) {
        double value = r[from + o] + shift;
        double least = z[o];
        double most = e * least;
        if (value <= least) {
          total += least;
        } else if (value >= most) {
          total += most;
        } else {
          total += value;
          interior++;
        }
      }
      double next = ColumnProjection.next(shift, 1 - total, interior, low, high);
      if (total < 1) {
        low = shift;
      } else {
        high = shift;
      }
      if (next == shift || Math.abs(total - 1) < 1e-15) {
        break;
      }
      shift = next;
    }
    for (int o = 0; o < m; o++) {
      r[from + o] = Math.max(z[o], Math.min(e * z[o], r[from + o] + shift));
    }
  }
}
