package org.sparkldp.published.workload;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.DenseEvaluation;
import org.sparkldp.analysis.Objective;
import org.sparkldp.analysis.Optimized;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Design;

/**
 * The optimiser of the workload factorization mechanism as published: projected gradient descent on
 * the strategy Q and its row minima z, from a random start with m = 4n rows.
 *
 * <p>An iteration is z ← clip(z − γ/(n e^ε) ∂L/∂z, 0, 1) and Q ← Π_z(Q − γ ∂L/∂Q), Π_z being the
 * projection onto the bounded simplex, through which ∂L/∂z is propagated back. γ is halved every 50
 * iterations. It is searched for: 1, ½, ¼, … until 50 iterations keep z feasible; of that γ, γ/2
 * and γ/4 the one with the lowest worst-case variance after 50 iterations goes on for 250 more. L
 * is taken per item (L/n), for γ has no unit.
 *
 * <p>Outside the search for γ a step that would make z infeasible is shortened instead.
 *
 * <p>Source: McKenna, Maity, Mazumdar, Miklau, "A workload-adaptive mechanism for linear queries
 * under local differential privacy", PVLDB 13(11), 2020, algorithms 1 and 2; settings of the
 * authors' implementation. Cost: about 450 iterations of O(m n² + n³).
 */
public final class PaperOptimizer {
  /** The propagation of the slope along z back through the projection. */
  public enum BackPropagation {
    /** As calculus has it. */
    EXACT,
    /**
     * As the authors' implementation has it, without what the entries between their bounds give
     * back (ḡ below): what the paper's figures show. At n = 64 and epsilon = 1 its slope points
     * elsewhere enough to cost 5 to 24 % of the objective.
     */
    PUBLISHED
  }

  /** Rows by item, m / n. */
  private static final int ROWS = 4;

  private static final int TRIAL = 50;
  private static final int REST = 250;

  /** Rows below this are dropped: nobody would ever see such a report. */
  private static final double NEGLIGIBLE = 1e-10;

  private final Objective objective;
  private final int n;
  private final double e;
  private final BackPropagation propagation;
  private final double bound;
  private final Progress.SearchListener listener;
  private final long start = System.nanoTime();
  private int iterations;
  private boolean stopped;

  private PaperOptimizer(
      Algebra algebra,
      double[] gram,
      int n,
      double epsilon,
      BackPropagation propagation,
      Progress.SearchListener listener) {
    this.objective = new Objective(algebra, gram, n);
    this.n = n;
    this.e = Math.exp(epsilon);
    this.propagation = propagation;
    this.bound = Bounds.of(algebra, gram, n, epsilon).lower();
    this.listener = listener;
  }

  /**
   * Searches.
   *
   * @param gram G of the workload, n × n
   * @param n items, at least 2
   * @param epsilon nats, above 0
   * @param propagation EXACT for the best this method can do, PUBLISHED for the paper's numbers
   * @param seed of the random start
   */
  public static Optimized optimize(
      Algebra algebra,
      double[] gram,
      int n,
      double epsilon,
      BackPropagation propagation,
      long seed,
      Progress.SearchListener listener) {
    PaperOptimizer optimizer = new PaperOptimizer(algebra, gram, n, epsilon, propagation, listener);
    Iterate best = optimizer.search(seed);
    Design.DenseDesign design = best.design(n, optimizer.e);
    return new Optimized(
        design,
        DenseEvaluation.of(algebra, design, gram),
        "projected gradient of McKenna et al. 2020 (slope=%s,rows=%s,iterations=%s,seed=%s)"
            .formatted(
                propagation == BackPropagation.EXACT ? "exact" : "published",
                best.z.length,
                optimizer.iterations,
                seed));
  }

  private Iterate search(long seed) {
    Iterate start = random(n, ROWS * n, e, seed);
    double step = 1;
    Iterate best = run(start, step, TRIAL, true);
    while (best == null) {
      step /= 2;
      best = run(start, step, TRIAL, true);
    }
    double chosen = step;
    double lowest = worst(best);
    for (double smaller = step / 2; smaller >= step / 4 && !stopped; smaller /= 2) {
      Iterate other = run(start, smaller, TRIAL, false);
      double worst = worst(other);
      if (worst < lowest) {
        best = other;
        lowest = worst;
        chosen = smaller;
      }
    }
    return stopped ? best : run(best, chosen, REST, false);
  }

  private double worst(Iterate point) {
    objective.value(point.laws, point.z.length);
    return Arrays.stream(objective.variances(point.laws)).max().orElseThrow();
  }

  static Iterate random(int n, int m, double e, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] laws = new double[n * m];
    for (int i = 0; i < laws.length; i++) {
      laws[i] = (source.nextLong() >>> 11) * 0x1p-53;
    }
    double[] z = new double[m];
    Arrays.fill(z, (1 + 1 / e) / (2 * m));
    Iterate point = new Iterate(laws, z);
    point.project(n, e);
    return point;
  }

  /**
   * Iterations from a point.
   *
   * @param strict whether to give up at an infeasible z instead of shortening the step
   * @return the best point on the way, or null if it gave up
   */
  private Iterate run(Iterate from, double firstStep, int count, boolean strict) {
    Iterate at = from.copy();
    Iterate best = at;
    double lowest = objective.value(at.laws, at.z.length);
    double[] gradient = new double[at.laws.length];
    double step = firstStep;
    for (int i = 0; i < count && !stopped; i++) {
      if (i > 0 && i % TRIAL == 0) {
        step /= 2;
      }
      int m = at.z.length;
      objective.gradient(at.laws, gradient);
      double[] slope = backPropagate(at, gradient, n, e, propagation);
      Iterate next = at.copy();
      if (!move(next.z, slope, step / (n * e) / n, e, strict)) {
        return null;
      }
      for (int j = 0; j < n * m; j++) {
        next.laws[j] -= step / n * gradient[j];
      }
      next = next.withoutNegligibleRows(n);
      next.project(n, e);
      double value = objective.value(next.laws, next.z.length);
      iterations++;
      if (value == Double.POSITIVE_INFINITY) {
        if (strict) {
          return null;
        }
        step /= 2;
        objective.value(at.laws, m);
        continue;
      }
      at = next;
      if (value < lowest) {
        lowest = value;
        best = at;
      }
      stopped =
          !listener.goesOn(
              new Progress(
                  strict ? "step size" : "descent",
                  iterations,
                  lowest,
                  bound,
                  (System.nanoTime() - start) * 1e-9));
    }
    return best;
  }

  /** Moves z along −slope, by the whole step or by the half, quarter, … that stays feasible. */
  static boolean move(double[] z, double[] slope, double step, double e, boolean strict) {
    double[] moved = new double[z.length];
    for (double part = step; ; part /= 2) {
      double sum = 0;
      for (int o = 0; o < z.length; o++) {
        moved[o] = Math.max(0, Math.min(1, z[o] - part * slope[o]));
        sum += moved[o] <= NEGLIGIBLE ? 0 : moved[o];
      }
      if (sum <= 1 && e * sum >= 1) {
        System.arraycopy(moved, 0, z, 0, z.length);
        return true;
      }
      if (strict) {
        return false;
      }
    }
  }

  /**
   * ∂L/∂z through Q = Π_z(R): ∂L/∂z_o = Σ_u (A_ou + e B_ou)(g_ou − ḡ_u), A and B marking the
   * entries at their lower and upper bound and ḡ_u being the mean of g over the entries of column u
   * between their bounds (0 if there are none): what a bound adds to a column, those entries give
   * back.
   */
  static double[] backPropagate(
      Iterate at, double[] gradient, int n, double e, BackPropagation propagation) {
    int m = at.z.length;
    double[] slope = new double[m];
    for (int u = 0; u < n; u++) {
      double sum = 0;
      int interior = 0;
      for (int o = 0; o < m; o++) {
        double q = at.laws[u * m + o];
        if (q > at.z[o] && q < e * at.z[o]) {
          sum += gradient[u * m + o];
          interior++;
        }
      }
      double mean = interior == 0 || propagation == BackPropagation.PUBLISHED ? 0 : sum / interior;
      for (int o = 0; o < m; o++) {
        double q = at.laws[u * m + o];
        if (q <= at.z[o]) {
          slope[o] += gradient[u * m + o] - mean;
        } else if (q >= e * at.z[o]) {
          slope[o] += e * (gradient[u * m + o] - mean);
        }
      }
    }
    return slope;
  }

  /**
   * A strategy, by items, with its row minima.
   *
   * @param laws Qᵀ, n × m
   * @param z m
   */
  record Iterate(double[] laws, double[] z) {
    Iterate copy() {
      return new Iterate(laws.clone(), z.clone());
    }

    void project(int n, double e) {
      for (int u = 0; u < n; u++) {
        BoundedSimplex.project(laws, u * z.length, z, e);
      }
    }

    Iterate withoutNegligibleRows(int n) {
      int[] kept = IntStream.range(0, z.length).filter(o -> z[o] > NEGLIGIBLE).toArray();
      if (kept.length == z.length) {
        return this;
      }
      double[] less = new double[n * kept.length];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < kept.length; o++) {
          less[u * kept.length + o] = laws[u * z.length + kept[o]];
        }
      }
      return new Iterate(less, Arrays.stream(kept).mapToDouble(o -> z[o]).toArray());
    }

    /** Projected once more, so that rounding on the way leaves no trace. */
    Design.DenseDesign design(int n, double e) {
      Iterate last = copy();
      last.project(n, e);
      double[] even = new double[n];
      Arrays.fill(even, 1);
      double[] q = new double[last.laws.length];
      for (int u = 0; u < n; u++) {
        for (int o = 0; o < z.length; o++) {
          q[o * n + u] = last.laws[u * z.length + o];
        }
      }
      return new Design.DenseDesign(z.length, n, q, even);
    }
  }
}
