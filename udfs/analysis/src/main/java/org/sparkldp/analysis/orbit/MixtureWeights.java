package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.analysis.algebra.Algebra;

/**
 * The best mixture of given columns: minimise Σ_j a_j / λ_j over λ = Σ_i v_i φ_i, v ≥ 0, Σ v = 1.
 *
 * <p>Scaling v by s divides the sum by s, so that the least of h(v) = Σ a_j/λ_j + Σ v_i over v ≥ 0
 * alone is attained if both terms are equal, at a multiple of the optimum. h is minimised by
 * Newton's method on h − μ Σ log v, in variables scaled by v, with μ falling to nothing: some tens
 * of steps of O(columns² rows), each certain to fall.
 *
 * <p><b>Certificate.</b> With p_i = Σ_j a_j φ_ij / λ_j², L = Σ_i v_i p_i is the objective, and any
 * mixture of any columns has one of at least L² / max p, the maximum being over all columns: by
 * Cauchy and Schwarz, Σ a/λ' · Σ (a/λ²) λ' ≥ (Σ a/λ)², and Σ (a/λ²) λ' is a mean of p.
 */
final class MixtureWeights {
  private static final int STEPS = 25;

  private MixtureWeights() {}

  /**
   * v, as long as {@code columns}.
   *
   * @param a above 0
   * @param columns at least 0, and for each j one of them above 0
   * @param start v to begin with, above 0; null for even ones
   * @param precision the relative precision of the objective
   */
  static double[] weights(double[] a, List<double[]> columns, double[] start, double precision) {
    int count = columns.size();
    double[] v = new double[count];
    Arrays.fill(v, 1.0 / count);
    if (start != null) {
      System.arraycopy(start, 0, v, 0, count);
    }
    double unit = objective(a, lambda(columns, v, a.length));
    double[] scaled = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      scaled[j] = a[j] / unit;
    }
    for (double mu = (start == null ? 0.1 : 0.01) / count; ; mu *= 0.1) {
      boolean gains = true;
      for (int step = 0; gains && step < STEPS; step++) {
        gains = newton(scaled, columns, v, mu);
      }
      if (mu * count < precision) {
        break;
      }
    }
    double sum = Arrays.stream(v).sum();
    for (int i = 0; i < count; i++) {
      v[i] /= sum;
    }
    return v;
  }

  /** One damped Newton step; false if there was nothing left to gain. */
  private static boolean newton(double[] a, List<double[]> columns, double[] v, double mu) {
    int count = v.length;
    int rows = a.length;
    double[] lambda = lambda(columns, v, rows);
    double[] hessian = new double[count * count];
    double[] step = new double[count];
    double[] scaled = new double[count * rows];
    for (int i = 0; i < count; i++) {
      double[] column = columns.get(i);
      double gradient = 1;
      for (int j = 0; j < rows; j++) {
        double share = column[j] / lambda[j];
        gradient -= share * a[j] / lambda[j];
        scaled[i * rows + j] = share * v[i] * Math.sqrt(2 * a[j] / lambda[j]);
      }
      step[i] = mu - gradient * v[i];
    }
    double[] gradient = step.clone();
    Algebra.current().gram(count, rows, scaled, hessian);
    for (int i = 0; i < count; i++) {
      hessian[i * count + i] += mu;
    }
    solve(hessian, step);
    double decrement = 0;
    double length = 1;
    for (int i = 0; i < count; i++) {
      decrement += gradient[i] * step[i];
      length = Math.min(length, step[i] < 0 ? -0.95 / step[i] : 1);
    }
    double before = barrier(a, lambda, v, mu);
    double[] next = new double[count];
    for (; length > 1e-10; length /= 2) {
      for (int i = 0; i < count; i++) {
        next[i] = v[i] * (1 + length * step[i]);
      }
      if (barrier(a, lambda(columns, next, rows), next, mu) <= before) {
        System.arraycopy(next, 0, v, 0, count);
        return decrement > 1e-3 * mu;
      }
    }
    return false;
  }

  private static double barrier(double[] a, double[] lambda, double[] v, double mu) {
    double sum = objective(a, lambda);
    for (double weight : v) {
      sum += weight - mu * Math.log(weight);
    }
    return sum;
  }

  /** H⁻¹ b in place, by Cholesky's factors of H's lower triangle. */
  static void solve(double[] h, double[] b) {
    int n = b.length;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k <= i; k++) {
        double sum = h[i * n + k];
        for (int j = 0; j < k; j++) {
          sum -= h[i * n + j] * h[k * n + j];
        }
        h[i * n + k] = i == k ? Math.sqrt(Math.max(sum, 1e-300)) : sum / h[k * n + k];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        b[i] -= h[i * n + j] * b[j];
      }
      b[i] /= h[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) {
        b[i] -= h[j * n + i] * b[j];
      }
      b[i] /= h[i * n + i];
    }
  }

  /** Σ_i v_i φ_i. */
  static double[] lambda(List<double[]> columns, double[] v, int rows) {
    double[] lambda = new double[rows];
    for (int i = 0; i < v.length; i++) {
      if (v[i] > 0) {
        double[] column = columns.get(i);
        for (int j = 0; j < rows; j++) {
          lambda[j] += v[i] * column[j];
        }
      }
    }
    return lambda;
  }

  /** Σ a/λ. */
  static double objective(double[] a, double[] lambda) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] / lambda[j];
    }
    return sum;
  }
}
