package org.sparkldp.analysis;

/**
 * The Euclidean projection of a column onto the set it may be in.
 *
 * <p>It is q = clip(r + λ) with the one λ for which the column adds up to its total. The sum as a
 * function of λ is piecewise linear and rises, so Newton's method within a bracket ends on the
 * right piece after a few passes.
 */
public final class ColumnProjection {
  private static final int PASSES = 200;

  private ColumnProjection() {}

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

  /**
   * Newton's step if it stays in the bracket, else the bracket's middle.
   *
   * @param shift λ so far, in [low, high]
   * @param missing what the column's sum lacks at this λ
   * @param interior entries that move with λ
   */
  public static double next(double shift, double missing, int interior, double low, double high) {
    if (interior > 0) {
      double newton = shift + missing / interior;
      if (newton > low && newton < high) {
        return newton;
      }
    }
    return missing == 0 ? shift : (missing > 0 ? shift + high : low + shift) / 2;
  }
}
