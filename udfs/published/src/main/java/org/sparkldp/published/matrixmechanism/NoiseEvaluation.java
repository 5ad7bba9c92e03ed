package org.sparkldp.published.matrixmechanism;

import java.util.Arrays;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.workload.Workload;

/**
 * The errors of a matrix with noise on a workload once it is certified: with the integers A and the
 * σ² of the {@link AdditiveStrategy}, every person adds σ² tr[(AᵀA)⁺ G] to the total variance; O(m
 * n² + n³).
 */
public final class NoiseEvaluation {
  /** Relative size below which what a workload needs of a strategy's null space is rounding. */
  private static final double SUPPORT = 1e-7;

  private NoiseEvaluation() {}

  /**
   * Performance of a design at epsilon.
   *
   * @throws IllegalArgumentException if the workload is outside the row space of the design
   */
  public static Performance of(
      Algebra algebra, NoiseDesign design, Workload workload, double epsilon) {
    AdditiveStrategy strategy = (AdditiveStrategy) Strategy.certify(design, epsilon);
    int n = strategy.domain();
    int m = strategy.rows();
    double[] a = strategy.matrix();
    double[] information = new double[n * n];
    algebra.multiply(true, false, n, n, m, a, a, information);
    Algebra.SymmetricEigen eigen = algebra.eigen(n, information);
    double[] gram = workload.gram();
    double[] image = new double[n * n]; // row i is (G v_i)ᵀ
    algebra.multiply(false, false, n, n, n, eigen.vectors(), gram, image);
    double size = 0;
    for (int u = 0; u < n; u++) {
      size = Math.max(size, gram[u * n + u]);
    }
    double floor = eigen.values()[n - 1] * n * 0x1p-50;
    double spread = 0;
    for (int i = 0; i < n; i++) {
      double square = 0; // |W v_i|²
      for (int u = 0; u < n; u++) {
        square += eigen.vectors()[i * n + u] * image[i * n + u];
      }
      if (eigen.values()[i] > floor) {
        spread += square / eigen.values()[i];
      } else if (square > SUPPORT * size) {
        throw Require.refusal(
            "the workload asks for combinations of items that this matrix says nothing about; use"
                + " one of full rank, such as the identity.");
      }
    }
    return performance(strategy.noise().variance() * spread, workload);
  }

  /** In the terms of strategies that are channels, when every person adds {@code variance}. */
  static Performance performance(double variance, Workload workload) {
    int n = workload.domain();
    double[] variances = new double[n];
    Arrays.fill(variances, variance);
    // The objective L is by definition what makes the average variance (L − tr G)/n.
    return new Performance(n * variance + workload.trace(), variances);
  }
}
