package org.sparkldp.analysis;

/**
 * Euclidean projections of a column onto the sets it may be in.
 *
 * <p>Both are q = clip(r + λ) with the one λ for which the column adds up to its total. The sum as
 * a function of λ is piecewise linear and rises, so Newton's method within a bracket ends on the
 * right piece after a few passes, without the sort of the paper's algorithm 1.
 */
final class ColumnProjection {
  private static final int PASSES = 200;

  private ColumnProjection() {}

  /**
   * Projects onto {q : z ≤ q ≤ e z, 1ᵀq = 1}, the bounded simplex of McKenna et al. (problem 4.1).
   *
   * @param r the column is r[from], …, r[from + m − 1]; replaced
   * @param z m lower bounds with 1ᵀz ≤ 1 ≤ e 1ᵀz
   * @param e exp(epsilon)
   */
  static void bounded(double[] r, int from, double[] z, double e) {
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
      double next = next(shift, 1 - total, interior, low, high);
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

  /**
   * Projects onto {b : 0 ≤ b ≤ 1, 1ᵀb = total}.
   *
   * @param r the column is r[from], …, r[from + m − 1]; replaced
   * @param total in [0, m]
   */
  static void capped(double[] r, int from, int m, double total) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = from; i < from + m; i++) {
      least = Math.min(least, r[i]);
      most = Math.max(most, r[i]);
    }
    double low = -most;
    double high = 1 - least;
    double shift = Math.max(low, Math.min(high, 0));
    for (int pass = 0; pass < PASSES; pass++) {
      double sum = 0;
      int interior = 0;
      for (int i = from; i < from + m; i++) {
        double value = r[i] + shift;
        sum += Math.max(0, Math.min(1, value));
        interior += value > 0 && value < 1 ? 1 : 0;
      }
      double next = next(shift, total - sum, interior, low, high);
      if (sum < total) {
        low = shift;
      } else {
        high = shift;
      }
      if (next == shift || Math.abs(sum - total) < 1e-15 * m) {
        break;
      }
      shift = next;
    }
    for (int i = from; i < from + m; i++) {
      r[i] = Math.max(0, Math.min(1, r[i] + shift));
    }
  }

  /** Newton's step if it stays in the bracket, else the bracket's middle. */
  private static double next(double shift, double missing, int interior, double low, double high) {
    if (interior > 0) {
      double newton = shift + missing / interior;
      if (newton > low && newton < high) {
        return newton;
      }
    }
    return missing == 0 ? shift : (missing > 0 ? shift + high : low + shift) / 2;
  }
}
