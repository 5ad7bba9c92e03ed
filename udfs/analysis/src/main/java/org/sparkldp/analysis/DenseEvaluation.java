package org.sparkldp.analysis;

import java.util.Arrays;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/**
 * The errors of a strategy matrix that is written out on a workload; O(m n² + n³).
 *
 * <p>With w the design's prior, D the diagonal of Q w, X = Qᵀ D⁻¹ Q and M = X⁺ G X⁺, the
 * reconstruction V = W X⁺ Qᵀ D⁻¹ has squared column norms t_o = q_oᵀ M q_o / d_o², so only G is
 * needed of W (McKenna et al., theorem 3.2): var_u = (Qᵀ t)_u − G_uu.
 */
public final class DenseEvaluation {
  /** Relative size below which what a workload needs of a strategy's null space is rounding. */
  private static final double SUPPORT = 1e-7;

  private DenseEvaluation() {}

  /** {@link #of(Algebra, Design.Dense, double[])} for a workload. */
  public static Performance of(Algebra algebra, Design.DenseDesign design, Workload workload) {
    return of(algebra, design, workload.gram());
  }

  /**
   * Performance of a design.
   *
   * @param gram G, n × n
   * @throws IllegalArgumentException if the workload is outside the row space of the strategy, so
   *     that no reconstruction is unbiased
   */
  public static Performance of(Algebra algebra, Design.DenseDesign design, double[] gram) {
    int n = design.domain();
    double[] laws = Transpose.of(design.q(), design.outputs(), n);
    double[] even = new double[n];
    Arrays.fill(even, 1);
    PriorState state = new PriorState(algebra, laws, n, design.outputs(), gram, design.prior());
    double objective =
        Arrays.equals(even, design.prior())
            ? state.objective()
            : new PriorState(algebra, laws, n, design.outputs(), gram, even).objective();
    return new Performance(objective, state.variances());
  }

  /** Everything under one prior. */
  private static final class PriorState {
    private final Algebra algebra;
    private final double[] laws;
    private final int n;
    private final int outputs;
    private final double[] gram;
    private final double[] mass;
    private final double[] inverse;

    PriorState(Algebra algebra, double[] laws, int n, int outputs, double[] gram, double[] prior) {
      this.algebra = algebra;
      this.laws = laws;
      this.n = n;
      this.outputs = outputs;
      this.gram = gram;
      this.mass = new double[outputs];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < outputs; o++) {
          mass[o] += prior[u] * laws[u * outputs + o];
        }
      }
      double[] scaled = new double[n * outputs];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < outputs; o++) {
          double entry = laws[u * outputs + o];
          if (entry != 0) {
            scaled[u * outputs + o] = entry / Math.sqrt(mass[o]);
          }
        }
      }
      double[] information = new double[n * n];
      algebra.gram(n, outputs, scaled, information);
      this.inverse = pseudoInverse(information);
    }

    /** X⁺, after a check that G = G X⁺ X. */
    private double[] pseudoInverse(double[] information) {
      Algebra.SymmetricEigen eigen = algebra.eigen(n, information);
      double[] values = eigen.values();
      double floor = values[n - 1] * n * 0x1p-50;
      Require.that(floor > 0 && values[n - 1] < Double.POSITIVE_INFINITY)
          .orRefuse(
              "a prior must be above 0 wherever a row of the strategy has no other item; use a"
                  + " prior that is above 0 everywhere.");
      double[] root = new double[n * n];
      double size = 0;
      for (int u = 0; u < n; u++) {
        size = Math.max(size, gram[u * n + u]);
      }
      double[] image = new double[n];
      for (int i = 0; i < n; i++) {
        if (values[i] > floor) {
          double scale = 1 / Math.sqrt(values[i]);
          for (int u = 0; u < n; u++) {
            root[u * n + i] = eigen.vectors()[i * n + u] * scale;
          }
        } else {
          // |W v|² = vᵀ G v of a direction v about which no report has information.
          algebra.multiply(
              false,
              true,
              n,
              1,
              n,
              gram,
              Arrays.copyOfRange(eigen.vectors(), i * n, i * n + n),
              image);
          double lost = 0;
          for (int u = 0; u < n; u++) {
            lost += image[u] * eigen.vectors()[i * n + u];
          }
          if (lost > SUPPORT * size) {
            throw Require.refusal(
                "the workload asks for combinations of items that this strategy's reports say"
                    + " nothing about; use a strategy of full rank, such as randomized response.");
          }
        }
      }
      double[] pseudoInverse = new double[n * n];
      algebra.gram(n, n, root, pseudoInverse);
      return pseudoInverse;
    }

    double objective() {
      double trace = 0;
      for (int i = 0; i < n * n; i++) {
        trace += inverse[i] * gram[i];
      }
      return trace;
    }

    double[] variances() {
      double[] half = new double[n * n];
      double[] middle = new double[n * n];
      algebra.multiply(false, false, n, n, n, inverse, gram, half);
      algebra.multiply(false, false, n, n, n, half, inverse, middle);
      double[] image = new double[n * outputs];
      algebra.multiply(false, false, n, outputs, n, middle, laws, image);
      double[] norms = new double[outputs];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < outputs; o++) {
          norms[o] += laws[u * outputs + o] * image[u * outputs + o];
        }
      }
      double[] variances = new double[n];
      for (int u = 0; u < n; u++) {
        double square = 0;
        for (int o = 0; o < outputs; o++) {
          if (mass[o] > 0) {
            square += laws[u * outputs + o] * norms[o] / (mass[o] * mass[o]);
          }
        }
        variances[u] = square - gram[u * n + u];
      }
      return variances;
    }
  }
}
