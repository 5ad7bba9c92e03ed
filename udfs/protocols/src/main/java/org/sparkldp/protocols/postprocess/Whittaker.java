package org.sparkldp.protocols.postprocess;

/**
 * A smooth curve through numbers on a path: the x with the least Σ w (y − x)² + μ Σ (x_v − 2
 * x_{v+1} + x_{v+2})², exactly, in O(k). The normal equations have five diagonals; they are solved
 * by their square-root-free Cholesky factors.
 *
 * <p>Source: Whittaker, Proc. Edinburgh Math. Soc. 41, 1923.
 */
final class Whittaker {
  private Whittaker() {}

  /** The numbers; w and μ above 0. */
  static double[] of(double[] y, double[] w, double mu) {
    int k = y.length;
    double[] diagonal = w.clone();
    double[] next = new double[k + 2]; // entries (v, v + 1), then the factor's (v + 1, v)
    double[] second = new double[k + 2]; // entries (v, v + 2), then the factor's (v + 2, v)
    for (int v = 0; v + 2 < k; v++) {
      diagonal[v] += mu;
      diagonal[v + 1] += 4 * mu;
      diagonal[v + 2] += mu;
      next[v] -= 2 * mu;
      next[v + 1] -= 2 * mu;
      second[v] = mu;
    }
    double[] x = new double[k + 2];
    for (int v = 0; v < k; v++) {
      x[v] = w[v] * y[v];
      if (v > 0) {
        diagonal[v] -= next[v - 1] * next[v - 1] * diagonal[v - 1];
        next[v] -= second[v - 1] * next[v - 1] * diagonal[v - 1];
        x[v] -= next[v - 1] * x[v - 1];
      }
      if (v > 1) {
        diagonal[v] -= second[v - 2] * second[v - 2] * diagonal[v - 2];
        x[v] -= second[v - 2] * x[v - 2];
      }
      next[v] /= diagonal[v];
      second[v] /= diagonal[v];
    }
    double[] curve = new double[k];
    for (int v = k - 1; v >= 0; v--) {
      x[v] = x[v] / diagonal[v] - next[v] * x[v + 1] - second[v] * x[v + 2];
      curve[v] = x[v];
    }
    return curve;
  }
}
