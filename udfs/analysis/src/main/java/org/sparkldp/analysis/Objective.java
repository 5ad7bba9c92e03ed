package org.sparkldp.analysis;

import java.util.Arrays;
import org.sparkldp.analysis.algebra.Algebra;

/**
 * The objective L_w(Q) = tr[X⁻¹ G], X = Qᵀ D⁻¹ Q, D the diagonal of Q w, as optimisers ask for it
 * again and again; with all w_u = 1 it is L(Q).
 *
 * <p>Here a strategy is kept by items: {@code laws} is Qᵀ, n × m, the law of a report of item u
 * being row u. With M = X⁻¹ G X⁻¹,
 *
 * <pre>
 *   ∂L/∂Q_ou = −2 (Q M)_ou / d_o + w_u (q_oᵀ M q_o) / d_o²
 * </pre>
 *
 * <p>At a fixed Q, L_w − Σ w_u G_uu = Σ w_u var_u under the reconstruction that is best for w.
 *
 * <p>State of one search, used by one thread.
 */
public final class Objective {
  private final Algebra algebra;
  private final int n;
  private final double[] gram;
  private final double[] prior;
  private final double[] information;
  private final double[] middle;
  private final double[] half;
  private double[] mass = {};
  private double[] norms = {};
  private double[] scaled = {};
  private int outputs;
  private boolean middleIsCurrent;

  /**
   * With all w_u = 1.
   *
   * @param gram G, n × n
   */
  public Objective(Algebra algebra, double[] gram, int n) {
    this.algebra = algebra;
    this.n = n;
    this.gram = gram;
    this.prior = new double[n];
    Arrays.fill(prior, 1);
    this.information = new double[n * n];
    this.middle = new double[n * n];
    this.half = new double[n * n];
  }

  /** Sets w, each above 0, adding up to n. */
  void prior(double[] weights) {
    System.arraycopy(weights, 0, prior, 0, n);
  }

  double[] prior() {
    return prior.clone();
  }

  /**
   * L_w, or infinity where X is not safely invertible.
   *
   * @param rows m
   */
  public double value(double[] laws, int rows) {
    if (rows != outputs) {
      outputs = rows;
      mass = new double[rows];
      norms = new double[rows];
      scaled = new double[n * rows];
    }
    middleIsCurrent = false;
    Arrays.fill(mass, 0);
    for (int u = 0; u < n; u++) {
      double weight = prior[u];
      for (int o = 0, at = u * outputs; o < outputs; o++, at++) {
        mass[o] += weight * laws[at];
      }
    }
    // norms serves as 1/√d for the moment.
    for (int o = 0; o < outputs; o++) {
      norms[o] = 1 / Math.sqrt(mass[o]);
    }
    for (int u = 0; u < n; u++) {
      for (int o = 0, at = u * outputs; o < outputs; o++, at++) {
        scaled[at] = laws[at] * norms[o];
      }
    }
    algebra.gram(n, outputs, scaled, information);
    if (!algebra.invert(n, information)) {
      return Double.POSITIVE_INFINITY;
    }
    double value = 0;
    for (int i = 0; i < n * n; i++) {
      value += information[i] * gram[i];
    }
    // No variance is negative: less than this is the noise of a matrix that is nearly singular.
    double least = 0;
    for (int u = 0; u < n; u++) {
      least += prior[u] * gram[u * n + u];
    }
    return value >= least ? value : Double.POSITIVE_INFINITY;
  }

  /** X⁻¹ of the strategy last valued. */
  double[] inverse() {
    return information;
  }

  /** M of the strategy last valued. */
  double[] middle() {
    if (!middleIsCurrent) {
      algebra.multiply(false, false, n, n, n, information, gram, half);
      algebra.multiply(false, false, n, n, n, half, information, middle);
      middleIsCurrent = true;
    }
    return middle;
  }

  /** d of the strategy last valued. */
  double[] mass() {
    return mass;
  }

  /**
   * The gradient at the strategy last valued.
   *
   * @param laws that strategy
   * @param gradient set to ∂L/∂Q, by items like {@code laws}
   */
  public void gradient(double[] laws, double[] gradient) {
    squares(laws, gradient);
    double[] inverses = new double[outputs];
    for (int o = 0; o < outputs; o++) {
      inverses[o] = -2 / mass[o];
    }
    for (int u = 0; u < n; u++) {
      double weight = prior[u];
      for (int o = 0, at = u * outputs; o < outputs; o++, at++) {
        gradient[at] = gradient[at] * inverses[o] + weight * norms[o];
      }
    }
  }

  /**
   * By item, var_u under the reconstruction that is best for the prior, of the strategy last
   * valued.
   */
  public double[] variances(double[] laws) {
    squares(laws, scaled);
    double[] variances = new double[n];
    for (int u = 0; u < n; u++) {
      double square = 0;
      for (int o = 0, at = u * outputs; o < outputs; o++, at++) {
        square += laws[at] * norms[o];
      }
      variances[u] = square - gram[u * n + u];
    }
    return variances;
  }

  /** Sets {@code image} to M Qᵀ and norms to t_o = q_oᵀ M q_o / d_o². */
  private void squares(double[] laws, double[] image) {
    algebra.multiply(false, false, n, outputs, n, middle(), laws, image);
    Arrays.fill(norms, 0);
    for (int u = 0; u < n; u++) {
      for (int o = 0, at = u * outputs; o < outputs; o++, at++) {
        norms[o] += laws[at] * image[at];
      }
    }
    for (int o = 0; o < outputs; o++) {
      norms[o] /= mass[o] * mass[o];
    }
  }
}
