package org.sparkldp.analysis.denoise;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.sparkldp.protocols.ProtocolSpec;

/**
 * {@code trend-filter}: graph trend filtering, the b that makes |y − b|²/2 + lambda |O b|₁ least, O
 * the {@link DifferenceOperator} of order k + 1. For truths that are constant (k = 0), linear (1)
 * or quadratic (2) but for few edges or nodes.
 *
 * <p>lambda is in units of sigma, and the weights of edges count by their ratio to their mean.
 * Unless it is given it is the one of {@value #STEPS} in geometric progression from {@value
 * #LARGEST} down to {@value #SMALLEST} at which Stein's estimate is least; where that is the
 * largest, larger ones are tried in the same ratio for as long as the estimate falls.
 *
 * <p>The problem falls apart into the graph's components, which share lambda only. An isolated node
 * is returned as it is.
 *
 * <p>The divergence is the dimension of {x: (O x)_i = 0 wherever (O b)_i = 0}. Let A be the rows
 * where (O b)_i ≠ 0 and G a component of c nodes.
 *
 * <ul>
 *   <li>k odd: L^((k+1)/2) x must be 0 outside A. As the range of L on G is all that sums to 0, the
 *       images make a space of dimension max(|A ∩ G| − 1, 0), and the kernel, the constants, adds
 *       1: max(|A ∩ G|, 1).
 *   <li>k even: L^(k/2) x must be constant on each of the q pieces into which G falls without the
 *       edges in A; again q − 1 dimensions of images and 1 of constants (for k = 0, all q): q.
 * </ul>
 *
 * <p>Source: Wang, Sharpnack, Smola &amp; Tibshirani, "Trend filtering on graphs", JMLR 2016.
 */
final class TrendFilter implements Denoiser {
  static final int LARGEST_ORDER = 2;

  private static final double LARGEST = 4;
  private static final double SMALLEST = 0.05;
  private static final int STEPS = 14;

  /** How many larger ones are tried at most: up to some hundred sigma. */
  private static final int MORE_STEPS = 12;

  /**
   * Duality gaps, in sigma² per number. |b − optimum|² is at most twice the gap. What needs the
   * smaller one of the two on the path is the count of what is exactly 0, not b.
   */
  private static final double PATH_GAP = 1e-5;

  private static final double FINAL_GAP = 1e-7;

  private final Graph graph;
  private final int order;
  private final OptionalDouble lambda;
  private final DifferenceOperator operator;

  TrendFilter(Graph graph, int order, OptionalDouble lambda) {
    if (order < 0 || order > LARGEST_ORDER) {
      throw new IllegalArgumentException("order must be 0, 1 or 2. Provided value: " + order + ".");
    }
    if (lambda.isPresent()
        && !(lambda.getAsDouble() > 0 && lambda.getAsDouble() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "lambda must be finite and above 0. Provided value: "
              + lambda.getAsDouble()
              + "; leave it out to have it chosen.");
    }
    this.graph = graph;
    this.order = order;
    this.lambda = lambda;
    this.operator = new DifferenceOperator(graph, order);
  }

  @Override
  public ProtocolSpec spec() {
    ProtocolSpec spec = ProtocolSpec.named("trend-filter").with("order", order);
    return lambda.isPresent() ? spec.with("lambda", lambda.getAsDouble()) : spec;
  }

  @Override
  public Denoised denoise(double[] noisy, double sigma) {
    Noisy.require(noisy, sigma, graph);
    int n = noisy.length;
    double[] y = new double[n];
    for (int place = 0; place < n; place++) {
      y[place] = noisy[operator.node(place)] / sigma;
    }
    TrendFilterSolver solver = new TrendFilterSolver(operator, y);
    double chosen = lambda.isPresent() ? lambda.getAsDouble() : leastRisk(solver, y);
    double gap = solver.solve(chosen, FINAL_GAP * n) / n;
    double[] values = new double[n];
    for (int place = 0; place < n; place++) {
      values[operator.node(place)] = sigma * solver.values()[place];
    }
    String choice =
        lambda.isPresent() ? "" : "lambda = " + Choices.digits(chosen) + " sigma by SURE";
    String shortfall =
        gap > FINAL_GAP
            ? (choice.isEmpty() ? "" : ", ")
                + "optimal to "
                + Choices.digits(gap)
                + " sigma² a number"
            : "";
    return new Denoised(
        values, choice + shortfall, Stein.risk(noisy, values, freedom(solver.jumps()), sigma));
  }

  private double leastRisk(TrendFilterSolver solver, double[] y) {
    double ratio = Math.pow(SMALLEST / LARGEST, 1.0 / (STEPS - 1));
    double best = LARGEST;
    double least = riskAt(LARGEST, solver, y);
    for (int step = 1; step < STEPS; step++) {
      double next = LARGEST * Math.pow(ratio, step);
      double risk = riskAt(next, solver, y);
      if (risk < least) {
        least = risk;
        best = next;
      }
    }
    if (best == LARGEST) {
      double next = LARGEST / ratio;
      for (int step = 0; step < MORE_STEPS; step++, next /= ratio) {
        double risk = riskAt(next, solver, y);
        if (risk >= least) {
          break;
        }
        least = risk;
        best = next;
      }
    }
    return best;
  }

  private double riskAt(double offered, TrendFilterSolver solver, double[] y) {
    solver.solve(offered, PATH_GAP * y.length);
    return Stein.risk(y, solver.values(), freedom(solver.jumps()), 1);
  }

  /** The divergence, from the rows of O b that are not 0. */
  int freedom(boolean[] jumps) {
    if (order % 2 == 0) {
      return pieces(jumps);
    }
    int[] component = graph.component();
    int[] bends = new int[graph.components()];
    for (int place = 0; place < jumps.length; place++) {
      bends[component[operator.node(place)]] += jumps[place] ? 1 : 0;
    }
    return Arrays.stream(bends).map(count -> Math.max(1, count)).sum();
  }

  /** How many components are left without the edges that jump. */
  private int pieces(boolean[] jumps) {
    int[] from = new int[graph.edges()];
    int[] to = new int[graph.edges()];
    int kept = 0;
    for (int e = 0; e < graph.edges(); e++) {
      if (!jumps[e]) {
        from[kept] = graph.from(e);
        to[kept++] = graph.to(e);
      }
    }
    return Graph.of(graph.nodes(), Arrays.copyOf(from, kept), Arrays.copyOf(to, kept)).components();
  }
}
