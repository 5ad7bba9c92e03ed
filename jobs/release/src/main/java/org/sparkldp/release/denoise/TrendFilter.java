package org.sparkldp.release.denoise;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * {@code trend-filter}: graph trend filtering, the b that makes |y − b|²/2 + lambda |O b|₁ least, O
 * the {@link DifferenceOperator} of order k + 1. For truths that are constant (k = 0), linear (1)
 * or quadratic (2) except at few edges or nodes.
 *
 * <p>lambda is in units of sigma, and the weights of edges count by their ratio to their mean.
 * Unless it is given it is the one with the least of Stein's estimates along 0, 0.05, 0.07, 0.098,
 * …, 25,000. The path goes upwards because small lambdas take few steps of the solver and large
 * ones many, and ends where the estimate has not fallen for four values and is above the least one
 * by more than its own standard deviation for noise alone, sigma² √(2 n), or where every component
 * has become constant.
 *
 * <p>The solver ends on a small duality gap. If that is not reached, as on long paths with order=2
 * and a large lambda, the setting says how far from the optimum the values may be.
 *
 * <p>The problem falls apart into the graph's components, which share lambda only. An isolated node
 * is returned as it is.
 *
 * <p>The divergence is the dimension of {x: (O x)_i = 0 wherever (O b)_i = 0}. Let A be the rows
 * where (O b)_i ≠ 0 and G a component.
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
  private static final double SMALLEST = 0.05;
  private static final double RATIO = 1.4;
  private static final int STEPS = 40;

  /** Values of lambda for which the estimate of the risk may fail to fall. */
  private static final int PATIENCE = 4;

  /**
   * Duality gaps, in sigma² a number; |b − optimum|² is at most twice the gap. On the path it is
   * the count of what is exactly 0 that needs so small a one; b is near long before.
   */
  private static final double PATH_GAP = 1e-5;

  private static final double FINAL_GAP = 1e-7;

  /** What may be spent on these gaps. */
  private static final int PATH_STEPS = 3000;

  private static final int FINAL_STEPS = 20_000;

  private final Graph graph;
  private final int order;
  private final OptionalDouble lambda;
  private final DifferenceOperator operator;

  TrendFilter(Graph graph, int order, OptionalDouble lambda) {
    Require.that(order >= 0 && order <= 2)
        .orRefuse("order must be 0, 1 or 2. Provided value: %s.", order);
    if (lambda.isPresent()
        && !(lambda.getAsDouble() > 0 && lambda.getAsDouble() < Double.POSITIVE_INFINITY)) {
      throw Require.refusal(
          "lambda must be finite and above 0. Provided value: %s; leave it out to have it chosen.",
          lambda.getAsDouble());
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
    if (chosen == 0) {
      return new Denoised(noisy.clone(), "lambda = 0 by SURE", n * sigma * sigma);
    }
    double gap = solver.solve(chosen, FINAL_GAP * n, FINAL_STEPS) / n;
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
    double best = 0;
    double least = y.length; // without any penalty y is left as it is
    int since = 0;
    for (int step = 0; step < STEPS; step++) {
      double next = SMALLEST * Math.pow(RATIO, step);
      solver.solve(next, PATH_GAP * y.length, PATH_STEPS);
      int freedom = freedom(solver.jumps());
      double risk = Stein.risk(y, solver.values(), freedom, 1);
      since++;
      if (risk < least) {
        least = risk;
        best = next;
        since = 0;
      }
      boolean rising = since >= PATIENCE && risk > least + Math.sqrt(2.0 * y.length);
      if (rising || freedom == graph.components()) {
        break;
      }
    }
    return best;
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
