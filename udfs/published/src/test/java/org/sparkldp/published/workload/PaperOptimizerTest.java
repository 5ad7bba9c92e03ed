package org.sparkldp.published.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.Evaluation;
import org.sparkldp.analysis.Objective;
import org.sparkldp.analysis.Optimized;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.competitor.Competitors;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.workload.PaperOptimizer.BackPropagation;
import org.sparkldp.published.workload.PaperOptimizer.Iterate;

@Tag("long")
class PaperOptimizerTest {
  private static final Algebra ALGEBRA = Algebra.current();

  private static double[] gram(String workload, int n) {
    return Workloads.parse(workload, n).gram();
  }

  /** dL/dz through the projection; the authors' slope is the wrong twin. */
  @Test
  void backPropagation_exact_agreesWithFiniteDifferences_published_doesNot() {
    int n = 8;
    int m = 4 * n;
    double e = Math.exp(1);
    double[] gram = gram("prefix", n);
    Objective objective = new Objective(ALGEBRA, gram, n);
    SimulationSource source = new SimulationSource(7);
    double[] raw = new double[n * m];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = 0.1 * (source.nextLong() >>> 11) * 0x1p-53;
    }
    double[] z = new double[m];
    Arrays.fill(z, (1 + 1 / e) / (2 * m));
    Iterate point = new Iterate(raw.clone(), z);
    point.project(n, e);
    objective.value(point.laws(), m);
    double[] gradient = new double[n * m];
    objective.gradient(point.laws(), gradient);
    double[] exact = PaperOptimizer.backPropagate(point, gradient, n, e, BackPropagation.EXACT);
    double[] published =
        PaperOptimizer.backPropagate(point, gradient, n, e, BackPropagation.PUBLISHED);
    double worst = 0;
    double worstPublished = 0;
    double step = 1e-7;
    for (int o = 0; o < m; o++) {
      double[] ends = new double[2];
      for (int side = 0; side < 2; side++) {
        double[] moved = z.clone();
        moved[o] += side == 0 ? -step : step;
        Iterate there = new Iterate(raw.clone(), moved);
        there.project(n, e);
        ends[side] = objective.value(there.laws(), m);
      }
      double seen = (ends[1] - ends[0]) / (2 * step);
      worst = Math.max(worst, Math.abs(seen - exact[o]));
      worstPublished = Math.max(worstPublished, Math.abs(seen - published[o]));
    }
    double size = Arrays.stream(exact).map(Math::abs).max().orElseThrow();
    assertTrue(worst < 1e-4 * size, worst + " of " + size);
    assertTrue(worstPublished > 0.1 * size, worstPublished + " of " + size);
  }

  @Test
  void optimize_returnsAStrategy_thatKeepsEpsilon_andBeatsRandomizedResponse() {
    int n = 16;
    double epsilon = 1;
    double[] gram = gram("prefix", n);
    Optimized optimized = optimize(gram, n, epsilon, BackPropagation.EXACT, 3);
    int m = optimized.design().outputs();
    double[] q = optimized.design().q();
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int o = 0; o < m; o++) {
        sum += q[o * n + u];
      }
      assertEquals(1, sum, 1e-12);
    }
    for (int o = 0; o < m; o++) {
      double[] row = Arrays.copyOfRange(q, o * n, (o + 1) * n);
      double low = Arrays.stream(row).min().orElseThrow();
      double high = Arrays.stream(row).max().orElseThrow();
      assertTrue(low > 0 && high <= low * Math.exp(epsilon) * (1 + 1e-12));
    }
    Performance performance = optimized.performance();
    double bound = Bounds.of(ALGEBRA, gram, n, epsilon).lower();
    assertTrue(performance.objective() > bound && performance.objective() < 1.2 * bound);
    Workload prefix = Workloads.parse("prefix", n);
    Performance simple = Evaluation.of(Competitors.randomizedResponse(n), prefix, epsilon);
    assertTrue(performance.worst() < simple.worst());
    assertTrue(optimized.made().contains("slope=exact"), optimized.made());
    assertArrayEquals(q, optimize(gram, n, epsilon, BackPropagation.EXACT, 3).design().q());
    assertFalse(
        Arrays.equals(q, optimize(gram, n, epsilon, BackPropagation.EXACT, 4).design().q()));
  }

  /**
   * The published slope is worse, and it never ends in an infeasible z as the published code does.
   */
  @Test
  void publishedSlope_isWorse_andSurvives() {
    for (double epsilon : new double[] {0.5, 1, 4}) {
      for (double[] gram : new double[][] {gram("histogram", 16), gram("all-range", 16)}) {
        double exact =
            optimize(gram, 16, epsilon, BackPropagation.EXACT, 0).performance().objective();
        double published =
            optimize(gram, 16, epsilon, BackPropagation.PUBLISHED, 0).performance().objective();
        assertTrue(Double.isFinite(published) && exact < 1.05 * published);
      }
    }
  }

  @Test
  void move_shortensAStepThatWouldBeInfeasible_orReportsIt() {
    double e = 2;
    double[] z = {0.35, 0.35};
    double[] slope = {-1, -1};
    assertFalse(PaperOptimizer.move(z.clone(), slope, 1, e, true));
    double[] moved = z.clone();
    assertTrue(PaperOptimizer.move(moved, slope, 1, e, false));
    assertArrayEquals(new double[] {0.475, 0.475}, moved, 1e-12);
    // Down below e 1'z = 1, where rows vanish.
    moved = z.clone();
    assertTrue(PaperOptimizer.move(moved, new double[] {1, 1}, 1, e, false));
    double sum = moved[0] + moved[1];
    assertTrue(sum <= 1 && e * sum >= 1);
  }

  @Test
  void listener_stopsTheSearch_withTheBestSoFar() {
    int[] calls = {0};
    Optimized early =
        PaperOptimizer.optimize(
            ALGEBRA,
            gram("prefix", 8),
            8,
            1,
            BackPropagation.EXACT,
            0,
            progress -> {
              assertTrue(progress.gap() >= 1);
              return ++calls[0] < 70;
            });
    assertEquals(70, calls[0]);
    assertTrue(Double.isFinite(early.performance().worst()));
  }

  private static Optimized optimize(
      double[] gram, int n, double epsilon, BackPropagation propagation, long seed) {
    return PaperOptimizer.optimize(
        ALGEBRA, gram, n, epsilon, propagation, seed, Progress.SearchListener.NONE);
  }
}
