package org.sparkldp.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.sparkldp.analysis.algebra.Algebra;

/**
 * Local search over two-level strategies: an item gives up one of its high rows and takes another.
 *
 * <p>Changing entry (o, u) by δ changes X = Qᵀ D⁻¹ Q by a matrix of rank two, so that the change of
 * the objective is known exactly. With q row o of Q, d = wᵀq, M = X⁻¹ G X⁻¹ and
 *
 * <pre>
 *   a = qᵀX⁻¹q   b = (X⁻¹q)_u   c = (X⁻¹)_uu   α = qᵀMq   β = (Mq)_u   γ = M_uu
 *   K11 = a − d   K12 = d/δ + b   K22 = w_u/δ + c
 *   ΔL = −(K22 α − 2 K12 β + K11 γ) / (K11 K22 − K12²)
 * </pre>
 *
 * (X' = X + U C Uᵀ with U = [q, 1_u]; by Woodbury's identity X'⁻¹ = X⁻¹ − X⁻¹ U K⁻¹ Uᵀ X⁻¹ with K =
 * C⁻¹ + Uᵀ X⁻¹ U, which after cancellation is the K above.) Two products give it for all entries at
 * once.
 *
 * <p>A pass takes for each item the best row to leave and the best to enter and applies the swaps
 * in the order of their gains, touching a row once, since a gain is exact for each alone. If the
 * objective does not fall, a third of them is tried, and so on.
 */
final class SwapPolish {
  private final Algebra algebra;
  private final Objective objective;
  private final SearchBudget search;
  private final int n;
  private final TwoLevel strategy;
  private final int outputs;
  private final double[] changes;
  private final double[] image;
  private final double[] quadratic;
  private final double[] curvature;
  private final int[] leaves;
  private final int[] enters;
  private final double[] promises;
  private int batch = Integer.MAX_VALUE;
  private double value;

  /**
   * @param strategy changed in place
   */
  SwapPolish(Algebra algebra, Objective objective, SearchBudget search, int n, TwoLevel strategy) {
    this.algebra = algebra;
    this.objective = objective;
    this.search = search;
    this.n = n;
    this.strategy = strategy;
    this.outputs = strategy.outputs;
    this.changes = new double[n * outputs];
    this.image = new double[n * outputs];
    this.quadratic = new double[outputs];
    this.curvature = new double[outputs];
    this.leaves = new int[n];
    this.enters = new int[n];
    this.promises = new double[n];
  }

  /**
   * Polishes under the objective's prior.
   *
   * @param limit passes at most
   * @param gain the fraction by which a pass must lower the objective for another one
   * @param progress receives the objective after each pass
   * @return the objective reached; the objective's state is that of the strategy
   */
  double polish(int limit, double gain, DoubleConsumer progress) {
    value = evaluate();
    for (int pass = 0; pass < limit && !search.isOver() && Double.isFinite(value); pass++) {
      double before = value;
      if (!pass()) {
        break;
      }
      progress.accept(value);
      if (before - value < gain * value) {
        break;
      }
    }
    return value;
  }

  private double evaluate() {
    search.count(n, outputs);
    return objective.value(strategy.laws, outputs);
  }

  private boolean pass() {
    promise();
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(u -> promises[u]));
    int[] moved = new int[n];
    for (int size = Math.min(n, batch); size > 0; ) {
      int count = apply(order, size, moved);
      if (count == 0) {
        return false;
      }
      double reached = evaluate();
      if (reached < value) {
        value = reached;
        batch = 3 * count;
        return true;
      }
      for (int i = 0; i < count; i++) {
        swap(moved[i], enters[moved[i]], leaves[moved[i]]);
      }
      size = count / 3;
    }
    value = evaluate();
    return false;
  }

  /** Applies up to {@code size} swaps; which, in {@code moved}. */
  private int apply(Integer[] order, int size, int[] moved) {
    boolean[] touched = new boolean[outputs];
    int count = 0;
    for (int i = 0; i < n && count < size; i++) {
      int u = order[i];
      if (!(promises[u] < 0)) {
        break;
      }
      if (!touched[leaves[u]] && !touched[enters[u]]) {
        touched[leaves[u]] = true;
        touched[enters[u]] = true;
        swap(u, leaves[u], enters[u]);
        moved[count++] = u;
      }
    }
    return count;
  }

  private void swap(int u, int leaves, int enters) {
    strategy.laws[u * outputs + leaves] = strategy.low;
    strategy.laws[u * outputs + enters] = strategy.high;
  }

  /** Finds each item's best swap and its gain. */
  private void promise() {
    double[] inverse = objective.inverse();
    double[] middle = objective.middle();
    double[] mass = objective.mass();
    double[] prior = objective.prior();
    algebra.multiply(false, false, n, outputs, n, inverse, strategy.laws, changes);
    algebra.multiply(false, false, n, outputs, n, middle, strategy.laws, image);
    Arrays.fill(quadratic, 0);
    Arrays.fill(curvature, 0);
    for (int u = 0; u < n; u++) {
      addSquares(u * outputs);
    }
    for (int u = 0; u < n; u++) {
      change(u, inverse[u * n + u], middle[u * n + u], prior[u], mass);
      choose(u);
    }
  }

  private void addSquares(int from) {
    for (int o = 0; o < outputs; o++) {
      double q = strategy.laws[from + o];
      quadratic[o] += q * changes[from + o];
      curvature[o] += q * image[from + o];
    }
  }

  /** Replaces X⁻¹q by ΔL along item u's row of {@code changes}. */
  private void change(int u, double c, double gamma, double weight, double[] mass) {
    double inverseStep = 1 / (strategy.high - strategy.low);
    double middle = (strategy.low + strategy.high) / 2;
    for (int o = 0, i = u * outputs; o < outputs; o++, i++) {
      changes[i] =
          change(
              strategy.laws[i] > middle ? -inverseStep : inverseStep,
              quadratic[o],
              changes[i],
              c,
              curvature[o],
              image[i],
              gamma,
              mass[o],
              weight);
    }
  }

  /**
   * ΔL, in the symbols above.
   *
   * @param inverseStep 1/δ
   */
  static double change(
      double inverseStep,
      double a,
      double b,
      double c,
      double alpha,
      double beta,
      double gamma,
      double mass,
      double weight) {
    double k11 = a - mass;
    double k12 = mass * inverseStep + b;
    double k22 = weight * inverseStep + c;
    return -(k22 * alpha - 2 * k12 * beta + k11 * gamma) / (k11 * k22 - k12 * k12);
  }

  private void choose(int u) {
    double leaving = Double.POSITIVE_INFINITY;
    double entering = Double.POSITIVE_INFINITY;
    for (int o = 0, i = u * outputs; o < outputs; o++, i++) {
      double change = changes[i];
      if (strategy.isHigh(i)) {
        if (change < leaving) {
          leaving = change;
          leaves[u] = o;
        }
      } else if (change < entering) {
        entering = change;
        enters[u] = o;
      }
    }
    promises[u] = leaving + entering;
  }
}
