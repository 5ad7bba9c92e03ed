package org.sparkldp.published.matrixmechanism;

import java.util.Arrays;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/**
 * The strategy for Laplace noise: the identity and p more rows, A = [I; Θ] diag(1/c), Θ ≥ 0, c = 1
 * + Θᵀ1, so that each column has absolute sum 1. With p = ⌈n/16⌉.
 *
 * <p>tr[(AᵀA)⁻¹ G] = cᵀ((I + ΘᵀΘ)⁻¹ ∘ G)c. With K = (I + ΘΘᵀ)⁻¹, B = KΘ, G_c = diag(c) G diag(c)
 * and M = B G_c, and because (I + ΘᵀΘ)⁻¹ = I − ΘᵀB,
 *
 * <pre>
 *   objective = Σ_u c_u h_u/2,   h_u = 2 (G_uu c_u − Σ_i Θ_iu M_iu/c_u)
 *   gradient  = 1 hᵀ − 2 (M − M Θᵀ B)
 * </pre>
 *
 * so an evaluation costs O(n² p). Minimised from a random Θ (seeded: the same each time) by
 * projected gradients with the step of Barzilai and Borwein and a non-monotone line search (Birgin,
 * Martínez &amp; Raydan, SIAM J. Optim. 2000). Different starts end up to 7 % apart, so the best of
 * several is taken: {@value #STARTS}, fewer above {@value #MANY} items. If the identity alone is
 * better, it is returned, by its name.
 *
 * <p>Source: McKenna, Miklau, Hay &amp; Machanavajjhala, "Optimizing error of high-dimensional
 * statistical queries under differential privacy", VLDB 2018.
 */
public final class PIdentityStrategy {
  private static final int ITEMS_PER_ROW = 16;
  private static final int MOST_STEPS = 300;

  /** Stops when this many steps gained less than {@link #LEAST_GAIN}, relative. */
  private static final int PATIENCE = 25;

  private static final double LEAST_GAIN = 1e-5;
  private static final int MEMORY = 10;
  private static final double SUFFICIENT = 1e-4;
  private static final double SHORTEST = 1e-10;

  /** Random starts, as many as cost no more than those at {@value #MANY} items. */
  private static final int STARTS = 8;

  private static final int MANY = 256;

  /** Starts that end closer than this are taken to end at the same strategy: the first one's. */
  private static final double WORTHWHILE = 1e-4;

  private final Algebra algebra;
  private final int n;
  private final int p;
  private final double[] gram;

  PIdentityStrategy(Algebra algebra, int n, int p, double[] gram) {
    this.algebra = algebra;
    this.n = n;
    this.p = p;
    this.gram = gram;
  }

  /** The best strategy found, n up to {@value Workload#DENSE_LIMIT}. */
  public static NoiseStrategy of(Algebra algebra, Workload workload) {
    NoiseStrategy best = NoiseStrategy.identity(workload, ColumnNorm.L1);
    int starts = Math.max(1, STARTS * MANY / Math.max(MANY, workload.domain()));
    PIdentityStrategy search = search(algebra, workload);
    best = best.orBetter(search.from(1));
    for (long seed = 2; seed <= starts; seed++) {
      NoiseStrategy found = search.from(seed);
      if (found.cost() < best.cost() * (1 - WORTHWHILE)) {
        best = found;
      }
    }
    return best;
  }

  static PIdentityStrategy search(Algebra algebra, Workload workload) {
    int n = workload.domain();
    int p = (n + ITEMS_PER_ROW - 1) / ITEMS_PER_ROW;
    return new PIdentityStrategy(algebra, n, p, workload.gram());
  }

  /** What one start ends at, which may be worse than the identity. */
  NoiseStrategy from(long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] theta = new double[p * n];
    Arrays.setAll(theta, i -> (source.nextLong() >>> 11) * 0x1p-53);
    return strategy(minimise(theta));
  }

  /** The objective and its gradient by Θ. */
  record Value(double objective, double[] gradient) {}

  Value at(double[] theta) {
    double[] c = columnSums(theta);
    double[] k = new double[p * p];
    algebra.gram(p, n, theta, k);
    for (int i = 0; i < p; i++) {
      k[i * p + i] += 1;
    }
    if (!algebra.invert(p, k)) {
      return new Value(Double.POSITIVE_INFINITY, new double[p * n]);
    }
    double[] b = new double[p * n];
    algebra.multiply(false, false, p, n, p, k, theta, b);
    // M = B diag(c) G diag(c)
    double[] scaled = new double[p * n];
    Arrays.setAll(scaled, i -> b[i] * c[i % n]);
    double[] m = new double[p * n];
    algebra.multiply(false, false, p, n, n, scaled, gram, m);
    double[] h = new double[n];
    for (int i = 0; i < p * n; i++) {
      h[i % n] -= 2 * theta[i] * m[i]; // M without diag(c) on its right, which 1/c undoes
      m[i] *= c[i % n];
    }
    double objective = 0;
    for (int u = 0; u < n; u++) {
      h[u] += 2 * gram[u * n + u] * c[u];
      objective += c[u] * h[u] / 2;
    }
    double[] small = new double[p * p];
    algebra.multiply(false, true, p, p, n, m, theta, small);
    double[] gradient = new double[p * n];
    algebra.multiply(false, false, p, n, p, small, b, gradient);
    for (int i = 0; i < p * n; i++) {
      gradient[i] = h[i % n] - 2 * (m[i] - gradient[i]);
    }
    return new Value(objective, gradient);
  }

  private double[] columnSums(double[] theta) {
    double[] c = new double[n];
    Arrays.fill(c, 1);
    for (int i = 0; i < p * n; i++) {
      c[i % n] += theta[i];
    }
    return c;
  }

  double[] minimise(double[] start) {
    double[] theta = start;
    Value value = at(theta);
    double[] best = theta;
    double bestObjective = value.objective();
    double before = bestObjective;
    double[] recent = new double[MEMORY];
    Arrays.fill(recent, value.objective());
    double step = 1 / Arrays.stream(value.gradient()).map(Math::abs).max().orElseThrow();
    for (int i = 1; i <= MOST_STEPS; i++) {
      double[] direction = new double[p * n];
      double slope = 0;
      for (int j = 0; j < direction.length; j++) {
        direction[j] = Math.max(0, theta[j] - step * value.gradient()[j]) - theta[j];
        slope += direction[j] * value.gradient()[j];
      }
      double ceiling = Arrays.stream(recent).max().orElseThrow();
      double length = 1;
      double[] next = moved(theta, direction, length);
      Value nextValue = at(next);
      while (!(nextValue.objective() <= ceiling + SUFFICIENT * length * slope)) {
        length /= 2;
        if (length < SHORTEST) {
          return best;
        }
        next = moved(theta, direction, length);
        nextValue = at(next);
      }
      double curvature = 0;
      double square = 0;
      for (int j = 0; j < direction.length; j++) {
        double change = next[j] - theta[j];
        square += change * change;
        curvature += change * (nextValue.gradient()[j] - value.gradient()[j]);
      }
      step = curvature > 0 ? square / curvature : 4 * step;
      theta = next;
      value = nextValue;
      recent[i % MEMORY] = value.objective();
      if (value.objective() < bestObjective) {
        bestObjective = value.objective();
        best = theta;
      }
      if (i % PATIENCE == 0) {
        if (bestObjective > before * (1 - LEAST_GAIN)) {
          return best;
        }
        before = bestObjective;
      }
    }
    return best;
  }

  private static double[] moved(double[] theta, double[] direction, double length) {
    double[] next = new double[theta.length];
    Arrays.setAll(next, j -> theta[j] + length * direction[j]);
    return next;
  }

  NoiseStrategy strategy(double[] theta) {
    double[] c = columnSums(theta);
    double[] columns = new double[n * p]; // column u of Θ diag(1/c) as row u
    for (int i = 0; i < p; i++) {
      for (int u = 0; u < n; u++) {
        columns[u * p + i] = theta[i * n + u] / c[u];
      }
    }
    double sensitivity = 0;
    for (int u = 0; u < n; u++) {
      for (int w = 0; w < u; w++) {
        double distance = 1 / c[u] + 1 / c[w];
        for (int i = 0; i < p; i++) {
          distance += Math.abs(columns[u * p + i] - columns[w * p + i]);
        }
        sensitivity = Math.max(sensitivity, distance);
      }
    }
    return new NoiseStrategy(
        "p-identity",
        ColumnNorm.L1,
        n + p,
        sensitivity,
        at(theta).objective(),
        () -> {
          double[] a = new double[(n + p) * n];
          for (int u = 0; u < n; u++) {
            a[u * n + u] = 1 / c[u];
            for (int i = 0; i < p; i++) {
              a[(n + i) * n + u] = columns[u * p + i];
            }
          }
          return a;
        });
  }
}
