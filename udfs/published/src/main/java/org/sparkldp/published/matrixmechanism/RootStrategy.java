package org.sparkldp.published.matrixmechanism;

import java.util.Arrays;
import java.util.function.Supplier;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/**
 * The strategy for Gaussian noise: AᵀA = Y with the least tr(Y⁺ G) among those with Y_uu = 1.
 *
 * <p>For multipliers v &gt; 0 of these conditions, and V = diag(v), the best Y is V^−½ R V^−½ with
 * R = (V^½ G V^½)^½; then tr(Y⁺ G) = tr R, and (tr R)²/Σ v is a lower bound for every Y. The
 * conditions hold where v_u = R_uu, which is reached by repeating v_u ← v_u Y_uu^1.5 (an exponent
 * of 1 is the plain fixed point; 1.5 takes about half the steps). Any v gives a valid strategy; of
 * all on the way, and the identity, the one with the least Δ² tr(Y⁺ G) is taken, Δ being what noise
 * depends on in the end.
 *
 * <p>A translation-invariant G has v = 1 at once, by symmetry: O(n log n), for any domain. Else
 * O(n³) a step, a few dozen steps, n up to {@value Workload#DENSE_LIMIT}.
 *
 * <p>A is the eigenvectors of Y times the roots of its eigenvalues. Those of directions that the
 * workload does not ask for are 0; in A they are raised to {@value #FLOOR} of the largest Y_uu. It
 * costs next to nothing of Δ², nothing of the workload's answers, and makes A regular, so that
 * rounding it does not turn the space of its rows.
 */
public final class RootStrategy {
  private static final double TOLERANCE = 1e-3;
  private static final int MOST_STEPS = 100;
  private static final double RELAXATION = 1.5;

  /** The multipliers of conditions that do not bind fall to 0, where roots lose their digits. */
  private static final double LEAST_MULTIPLIER = 1e-9;

  private static final double FLOOR = 1e-6;

  private RootStrategy() {}

  /** The best strategy found. */
  public static NoiseStrategy of(Algebra algebra, Workload workload) {
    NoiseStrategy identity = NoiseStrategy.identity(workload, ColumnNorm.L2);
    if (workload.isTranslationInvariant()) {
      return identity.orBetter(invariant(algebra, workload));
    }
    int n = workload.domain();
    double[] gram = workload.gram();
    double[] v = ones(n);
    NoiseStrategy best = identity;
    for (int step = 0; step < MOST_STEPS; step++) {
      Iteration at = step(algebra, n, gram, v);
      best = best.orBetter(at.strategy());
      if (at.gap() < TOLERANCE) {
        break;
      }
      v = at.next();
    }
    return best;
  }

  private static NoiseStrategy invariant(Algebra algebra, Workload workload) {
    int n = workload.domain();
    double[] roots = roots(workload.gramSpectrum());
    double spread = Arrays.stream(roots).sum();
    // The first row of G^½ by the transform, which is its own inverse up to n.
    double[] row = new GroupTransform(workload.attributes()).symmetric(roots);
    return strategy(
        n,
        (row[0] - Arrays.stream(row).min().orElseThrow()) * 2 / n,
        spread,
        () -> step(algebra, n, workload.gram(), ones(n)).strategy().matrix().get());
  }

  /**
   * A strategy and the way on.
   *
   * @param y Y, n × n
   * @param gap max_u Y_uu · Σ v/tr R − 1: how far this Y, scaled to Y_uu ≤ 1, may be from the least
   *     tr(Y⁺ G), relative
   */
  record Iteration(NoiseStrategy strategy, double[] y, double gap, double[] next) {}

  static Iteration step(Algebra algebra, int n, double[] gram, double[] v) {
    double[] scaled = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      scaled[i] = gram[i] * Math.sqrt(v[i / n] * v[i % n]);
    }
    Algebra.SymmetricEigen eigen = algebra.eigen(n, scaled);
    double[] roots = roots(eigen.values());
    double spread = Arrays.stream(roots).sum();
    double[] factor = new double[n * n];
    for (int u = 0; u < n; u++) {
      for (int i = 0; i < n; i++) {
        factor[u * n + i] = eigen.vectors()[i * n + u] * Math.sqrt(roots[i] / v[u]);
      }
    }
    double[] y = new double[n * n];
    algebra.gram(n, n, factor, y);
    double distance = 0;
    double largest = 0;
    double sum = 0;
    double[] next = v.clone();
    for (int u = 0; u < n; u++) {
      for (int w = 0; w < u; w++) {
        distance = Math.max(distance, y[u * n + u] + y[w * n + w] - 2 * y[u * n + w]);
      }
      if (gram[u * n + u] > 0) { // an item that no query counts needs no report
        largest = Math.max(largest, y[u * n + u]);
        sum += v[u];
        next[u] *= Math.pow(y[u * n + u], RELAXATION);
      }
    }
    double floor = LEAST_MULTIPLIER * Arrays.stream(next).max().orElseThrow();
    Arrays.setAll(next, u -> Math.max(floor, next[u]));
    NoiseStrategy strategy = strategy(n, distance, spread, () -> matrix(algebra, n, y));
    return new Iteration(strategy, y, largest * sum / spread - 1, next);
  }

  private static NoiseStrategy strategy(
      int n, double squaredDistance, double spread, Supplier<double[]> matrix) {
    return new NoiseStrategy(
        "root", ColumnNorm.L2, n, Math.sqrt(Math.max(0, squaredDistance)), spread, matrix);
  }

  private static double[] matrix(Algebra algebra, int n, double[] y) {
    double largest = 0;
    for (int u = 0; u < n; u++) {
      largest = Math.max(largest, y[u * n + u]);
    }
    Algebra.SymmetricEigen eigen = algebra.eigen(n, y);
    double[] a = new double[n * n];
    for (int i = 0; i < n * n; i++) {
      a[i] = eigen.vectors()[i] * Math.sqrt(Math.max(FLOOR * largest, eigen.values()[i / n]));
    }
    return a;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Square roots of eigenvalues, 0 for what may be a rounded 0, which a root would magnify. */
  private static double[] roots(double[] eigenvalues) {
    double floor = eigenvalues.length * 0x1p-50 * Arrays.stream(eigenvalues).max().orElseThrow();
    return Arrays.stream(eigenvalues).map(value -> value > floor ? Math.sqrt(value) : 0).toArray();
  }
}
