package org.sparkldp.analysis;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.competitor.Competitor;
import org.sparkldp.analysis.orbit.DelsarteBound;
import org.sparkldp.analysis.orbit.OrbitOptimizer;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/**
 * The best strategy that is known how to find for a workload, and how far from the best possible it
 * is.
 *
 * <p>In this order, as long as the ones before leave something to gain: the competitors in closed
 * form; mixtures of orbits, where the workload has the symmetry of its attributes' group or nearly
 * so; a matrix that is written out and optimised entry by entry, up to {@value #DENSE_LIMIT} items.
 * The best of all under the goal is returned, so it is never worse than a competitor.
 *
 * <p>Deterministic in the seed, except for a budget of seconds of the clock and for sums that
 * native algebra makes in an order of its own.
 */
public final class Optimizer {
  /** Items up to which n × n matrices are written out and optimised. */
  public static final int DENSE_LIMIT = 1024;

  /** A gap to the bound that is not worth a further search. */
  private static final double ENOUGH = 1.0005;

  /** A gap that is not worth optimising a matrix entry by entry, the dearest of the searches. */
  private static final double NEAR = 1.01;

  /**
   * Items up to which that is tried on symmetric workloads too, where orbits seldom leave a gap.
   */
  private static final int SMALL = 64;

  /** How much the bound of mixtures of orbits may exceed the bound of all strategies. */
  private static final double NEARLY_SYMMETRIC = 1.02;

  private static final List<Competitor> CANDIDATES =
      List.of(
          Competitor.SUBSET_SELECTION,
          Competitor.RANDOMIZED_RESPONSE,
          Competitor.HADAMARD,
          Competitor.HIERARCHICAL);

  /** The best design, its objective, the bounds, and how it was found. */
  public record OptimizedDesign(
      Design design, Performance performance, Bounds bounds, String made) {}

  private final Workload workload;
  private final double epsilon;
  private final SearchOptions options;
  private final Progress.SearchListener listener;
  private final Bounds bounds;
  private final long start = System.nanoTime();
  private boolean stopped;
  private Design design;
  private Performance performance;
  private String made;

  private Optimizer(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    this.workload = workload;
    this.epsilon = epsilon;
    this.options = options;
    this.listener =
        progress -> {
          stopped |= !listener.goesOn(progress);
          return !stopped;
        };
    this.bounds = bounds(workload, epsilon);
  }

  /** Finds a strategy. */
  public static OptimizedDesign optimize(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    return new Optimizer(workload, epsilon, options, listener).search();
  }

  /**
   * How low the objective can be.
   *
   * @param workload with the symmetry of its attributes' group, or of at most {@value #DENSE_LIMIT}
   *     items
   */
  public static Bounds bounds(Workload workload, double epsilon) {
    Bounds spectral = spectral(workload, epsilon);
    return DelsarteBound.applies(workload)
        ? new Bounds(spectral.svd(), spectral.sharp(), DelsarteBound.of(workload, epsilon))
        : spectral;
  }

  private static Bounds spectral(Workload workload, double epsilon) {
    int n = workload.domain();
    if (workload.isTranslationInvariant()) {
      double[] spectrum = workload.gramSpectrum();
      return new Bounds(
          Bounds.svd(spectrum, epsilon),
          Bounds.sharp(spectrum[0], Arrays.copyOfRange(spectrum, 1, n), n, epsilon));
    }
    Require.that(n <= DENSE_LIMIT)
        .orRefuse(
            "a workload without symmetry is optimised for at most %s items. Provided: %s; bin the"
                + " domain more coarsely.",
            DENSE_LIMIT, workload);
    return Bounds.of(Algebra.current(), workload.gram(), n, epsilon);
  }

  private OptimizedDesign search() {
    for (Competitor candidate : CANDIDATES) {
      boolean small = workload.domain() <= DENSE_LIMIT / 2;
      boolean closed =
          candidate == Competitor.SUBSET_SELECTION || candidate == Competitor.RANDOMIZED_RESPONSE;
      if ((closed || small) && candidate.applies(workload.domain())) {
        Design closedForm = candidate.design(workload, epsilon);
        offer(
            closedForm,
            Evaluation.of(closedForm, workload, epsilon),
            candidate.label() + " in closed form");
      }
    }
    if (goesOn(ENOUGH) && hasOrbits()) {
      OrbitOptimizer.OrbitDesign found =
          OrbitOptimizer.optimize(
              workload, epsilon, left(), options.isCounted(), options.seed(), listener);
      offer(found.design(), found.performance(), found.made());
    }
    boolean exact = workload.isTranslationInvariant();
    // By the weaker bound, as what orbits leave to the stronger one is still worth a search.
    boolean isNear = performance.objective() <= NEAR * bounds.spectral();
    if (!isNear && goesOn(ENOUGH) && workload.domain() <= (exact ? SMALL : DENSE_LIMIT)) {
      DenseOptimizer.DenseGoal goal =
          options.goal() == SearchOptions.Goal.WORST && !exact
              ? DenseOptimizer.DenseGoal.WORST
              : DenseOptimizer.DenseGoal.AVERAGE;
      matrix(goal);
    }
    return new OptimizedDesign(design, performance, bounds, made);
  }

  /**
   * Optimises a matrix over the items that the queries distinguish; items that they do not share a
   * column, which loses nothing: giving each the mean of their columns keeps all rows in their
   * ratio and raises no variance.
   */
  private void matrix(DenseOptimizer.DenseGoal goal) {
    int n = workload.domain();
    double[] gram = workload.gram();
    int[] kind = new int[n];
    int[] first = new int[n];
    int kinds = 0;
    for (int u = 0; u < n; u++) {
      int same = 0;
      while (same < kinds && !isSame(gram, n, u, first[same])) {
        same++;
      }
      if (same == kinds) {
        first[kinds++] = u;
      }
      kind[u] = same;
    }
    if (kinds < 2) {
      return; // everybody counts alike in all queries, and the number of people is known
    }
    double[] reduced = new double[kinds * kinds];
    for (int a = 0; a < kinds; a++) {
      for (int b = 0; b < kinds; b++) {
        reduced[a * kinds + b] = gram[first[a] * n + first[b]];
      }
    }
    Optimized found =
        DenseOptimizer.optimize(
            Algebra.current(),
            reduced,
            kinds,
            epsilon,
            new DenseOptimizer.DenseOptions(
                goal,
                DenseOptimizer.DenseOptions.of(goal, kinds).rows(),
                Long.MAX_VALUE,
                left(),
                options.isCounted(),
                options.seed()),
            listener);
    if (kinds == n) {
      offer(found.design(), found.performance(), found.made());
    } else {
      Design.DenseDesign lifted = lift(found.design(), kind);
      offer(lifted, Evaluation.of(lifted, workload, epsilon), found.made());
    }
  }

  /** Whether no query distinguishes two items: |W e_u − W e_v|² = 0 up to rounding. */
  private static boolean isSame(double[] gram, int n, int u, int v) {
    double size = gram[u * n + u] + gram[v * n + v];
    return size - 2 * gram[u * n + v] <= 1e-13 * size;
  }

  /** The design over all items; each kind's weight in the prior is shared among its items. */
  private static Design.DenseDesign lift(Design.DenseDesign design, int[] kind) {
    int n = kind.length;
    int kinds = design.domain();
    int[] members = new int[kinds];
    for (int k : kind) {
      members[k]++;
    }
    double[] q = new double[design.outputs() * n];
    double[] prior = new double[n];
    for (int u = 0; u < n; u++) {
      prior[u] = design.prior()[kind[u]] / members[kind[u]] * n / kinds;
      for (int o = 0; o < design.outputs(); o++) {
        q[o * n + u] = design.q()[o * kinds + kind[u]];
      }
    }
    return new Design.DenseDesign(design.outputs(), n, q, prior);
  }

  /** Whether mixtures of orbits can come close. */
  private boolean hasOrbits() {
    return workload.isTranslationInvariant()
        || OrbitOptimizer.bound(workload, epsilon) <= NEARLY_SYMMETRIC * bounds.spectral();
  }

  private double left() {
    if (options.isCounted()) {
      return options.seconds();
    }
    return Math.max(1e-3, options.seconds() - (System.nanoTime() - start) / 1e9);
  }

  private boolean goesOn(double enough) {
    return !stopped && left() > 1e-3 && bounds.gap(performance.objective()) > enough;
  }

  private void offer(Design offered, Performance achieved, String how) {
    if (performance == null || options.goal().of(achieved) < options.goal().of(performance)) {
      design = offered;
      performance = achieved;
      made = how;
    }
    listener.goesOn(
        new Progress(
            how, 0, performance.objective(), bounds.lower(), (System.nanoTime() - start) / 1e9));
  }
}
