package org.sparkldp.protocols.postprocess;

/** The nearest counts: at least 0 each, n in all. */
public final class Simplex {
  private Simplex() {}

  /**
   * The nearest point with all numbers at least 0 and sum n. By the conditions of Karush, Kuhn and
   * Tucker it is max(x − tau, 0) with the one tau at which the sum is n. Leaving out what lies
   * below the tau of those that are left raises it, and once nothing does, it is the one. Usually
   * that takes a few passes, at most k.
   *
   * <p>If the errors were independent, equal and normal, this would be the most likely histogram.
   *
   * <p>Source: CLS, constrained least squares, of Wang et al., NDSS 2020; Michelot, J. Optim.
   * Theory Appl. 50, 1986.
   */
  public static double[] nearest(double[] x, double n) {
    double tau = Double.NEGATIVE_INFINITY;
    int left = 0;
    int before;
    do {
      before = left;
      left = 0;
      double sum = 0;
      for (double each : x) {
        if (each > tau) {
          sum += each;
          left++;
        }
      }
      tau = (sum - n) / left;
    } while (left != before);
    double[] nearest = new double[x.length];
    for (int v = 0; v < x.length; v++) {
      nearest[v] = Math.max(0, x[v] - tau);
    }
    return nearest;
  }
}
