package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.DenseOptimizer.DenseGoal;
import org.sparkldp.analysis.DenseOptimizer.DenseOptions;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Design;

@Tag("long")
class DenseOptimizerTest {
  private static final Algebra ALGEBRA = Algebra.current();

  @Test
  void changeOfOneEntry_isExact_underAnyPrior() {
    int n = 12;
    double growth = Math.expm1(1);
    TwoLevel strategy = random(n, 48, 13, growth);
    Objective objective = new Objective(ALGEBRA, Grams.prefix(n), n);
    double[] prior = new double[n];
    for (int u = 0; u < n; u++) {
      prior[u] = (u + 1) * 2.0 / (n + 1);
    }
    objective.prior(prior);
    double before = objective.value(strategy.laws, 48);
    double[] inverse = objective.inverse().clone();
    double[] middle = objective.middle().clone();
    double[] mass = objective.mass().clone();
    for (int u = 0; u < n; u++) {
      for (int o = 0; o < 48; o += 7) {
        boolean high = strategy.isHigh(u * 48 + o);
        double step = (high ? -1 : 1) * (strategy.high - strategy.low);
        double[] q = new double[n];
        for (int v = 0; v < n; v++) {
          q[v] = strategy.laws[v * 48 + o];
        }
        double change =
            SwapPolish.change(
                1 / step,
                form(inverse, q, q),
                form(inverse, q, unit(n, u)),
                inverse[u * n + u],
                form(middle, q, q),
                form(middle, q, unit(n, u)),
                middle[u * n + u],
                mass[o],
                prior[u]);
        double[] moved = strategy.laws.clone();
        moved[u * 48 + o] += step;
        double seen = objective.value(moved, 48) - before;
        assertEquals(seen, change, 1e-11 * before);
        // Wrong twin: the gradient alone is not good enough to choose a swap by.
        objective.value(strategy.laws, 48);
        double[] gradient = new double[n * 48];
        objective.gradient(strategy.laws, gradient);
        assertTrue(Math.abs(gradient[u * 48 + o] * step - seen) > 1e-6 * before);
      }
    }
  }

  @Test
  void doubling_changesNothingByItself() {
    int n = 10;
    double[] gram = Grams.allRange(n);
    TwoLevel strategy = random(n, 40, 11, Math.expm1(2));
    Objective objective = new Objective(ALGEBRA, gram, n);
    double before = objective.value(strategy.laws, 40);
    TwoLevel doubled = strategy.doubled();
    assertEquals(80, doubled.outputs);
    assertEquals(before, objective.value(doubled.laws, 80), 1e-9 * before);
  }

  @Test
  void optimize_hasTwoLevels_epsilonApart_equallyOftenHigh() {
    for (double epsilon : new double[] {0.1, 1, 5}) {
      int n = 11;
      Optimized optimized = optimize(Grams.prefix(n), n, epsilon, DenseGoal.WORST, 0);
      Design.DenseDesign design = optimized.design();
      int m = design.outputs();
      double low = Arrays.stream(design.q()).min().orElseThrow();
      double high = Arrays.stream(design.q()).max().orElseThrow();
      assertEquals(Math.exp(epsilon), high / low, 1e-12 * Math.exp(epsilon));
      int expected = -1;
      for (int u = 0; u < n; u++) {
        int highs = 0;
        double sum = 0;
        for (int o = 0; o < m; o++) {
          double q = design.q()[o * n + u];
          assertTrue(q == low || q == high);
          highs += q == high ? 1 : 0;
          sum += q;
        }
        assertEquals(1, sum, 1e-12);
        assertTrue(expected < 0 || expected == highs);
        expected = highs;
      }
      assertTrue(optimized.made().contains("highs=" + expected), optimized.made());
    }
  }

  @Test
  void objective_isWithinAFewPercentOfTheBound() {
    int n = 32;
    double[] worstGap = {1.005, 1.01, 1.035};
    double[][] grams = {Grams.histogram(n), Grams.allRange(n), Grams.prefix(n)};
    for (int w = 0; w < grams.length; w++) {
      for (double epsilon : new double[] {0.5, 1}) {
        Bounds bounds = Bounds.of(ALGEBRA, grams[w], n, epsilon);
        double gap =
            bounds.gap(
                optimize(grams[w], n, epsilon, DenseGoal.AVERAGE, 1).performance().objective());
        assertTrue(gap >= 1 - 1e-9 && gap < worstGap[w], w + " at " + epsilon + ": " + gap);
      }
    }
  }

  /** (Σ √G_uu)²/e^ε, which the authors' code calls a lower bound, is above what can be had. */
  @Test
  void boundsHold_whereTheDiagonalTwinOfTheSvdBoundFails() {
    int n = 64;
    double epsilon = 1;
    double[] gram = Grams.prefix(n);
    double objective = optimize(gram, n, epsilon, DenseGoal.AVERAGE, 0).performance().objective();
    Bounds bounds = Bounds.of(ALGEBRA, gram, n, epsilon);
    assertTrue(bounds.svd() < objective && bounds.sharp() < objective);
    double roots = 0;
    for (int u = 0; u < n; u++) {
      roots += Math.sqrt(gram[u * n + u]);
    }
    assertTrue(roots * roots * Math.exp(-epsilon) > 1.05 * objective);
  }

  @Test
  void goalWorst_lowersTheWorstCase_almostToTheAverage() {
    int n = 24;
    for (double epsilon : new double[] {1, 3}) {
      double[] gram = Grams.prefix(n);
      Optimized average = optimize(gram, n, epsilon, DenseGoal.AVERAGE, 0);
      Optimized worst = optimize(gram, n, epsilon, DenseGoal.WORST, 0);
      double reached = worst.performance().worst();
      assertTrue(reached < 0.995 * average.performance().worst());
      assertTrue(reached < 1.01 * worst.performance().average());
      double[] prior = worst.design().prior();
      assertEquals(n, Arrays.stream(prior).sum(), 1e-9);
      // Weak duality: nobody's reconstruction has a mean, over these people, below their best
      // one's.
      double mean = 0;
      for (int u = 0; u < n; u++) {
        mean += prior[u] * worst.performance().variances()[u] / n;
      }
      assertTrue(mean <= reached && mean > 0.99 * reached);
    }
  }

  @Test
  void largeEpsilon_takesMoreHighs_thanTheBoundWouldHave() {
    int n = 32;
    Optimized optimized = optimize(Grams.prefix(n), n, 4, DenseGoal.AVERAGE, 0);
    int m = optimized.design().outputs();
    double low = Arrays.stream(optimized.design().q()).min().orElseThrow();
    double highs = 0;
    for (int o = 0; o < m; o++) {
      highs += optimized.design().q()[o * n] > 2 * low ? 1 : 0;
    }
    assertTrue(highs / m > 1.3 * Bounds.bestHigh(n, 4) / n);
  }

  @Test
  void workloadsOfLowRank_tinyDomains_andExtremeEpsilons_work() {
    double[] pairs = Grams.marginals(4, 1);
    double gap =
        Bounds.of(ALGEBRA, pairs, 16, 1)
            .gap(optimize(pairs, 16, 1, DenseGoal.AVERAGE, 0).performance().objective());
    assertTrue(gap >= 1 - 1e-9 && gap < 1.5, "gap " + gap);
    for (int n : new int[] {2, 3, 5}) {
      for (double epsilon : new double[] {0.01, 1, 8}) {
        double[] gram = Grams.prefix(n);
        Performance performance = optimize(gram, n, epsilon, DenseGoal.WORST, 0).performance();
        double bound = Bounds.of(ALGEBRA, gram, n, epsilon).lower();
        assertTrue(performance.objective() >= bound * (1 - 1e-9));
        assertTrue(performance.objective() < 1.4 * bound, n + " " + epsilon);
      }
    }
  }

  @Test
  void sameSeed_sameStrategy_otherSeed_another() {
    double[] gram = Grams.prefix(8);
    double[] first = optimize(gram, 8, 1, DenseGoal.WORST, 5).design().q();
    assertArrayEquals(first, optimize(gram, 8, 1, DenseGoal.WORST, 5).design().q());
    assertFalse(Arrays.equals(first, optimize(gram, 8, 1, DenseGoal.WORST, 6).design().q()));
  }

  @Test
  void listener_hearsOfEveryStage_andStopsWithTheBestSoFar() {
    List<Progress> heard = new ArrayList<>();
    DenseOptimizer.optimize(
        ALGEBRA, Grams.prefix(16), 16, 1, DenseOptions.of(DenseGoal.WORST, 16), heard::add);
    assertEquals(
        List.of("descent", "swaps", "worst case"),
        heard.stream().map(Progress::stage).distinct().toList());
    assertTrue(heard.stream().allMatch(p -> p.gap() >= 1 && p.seconds() >= 0));
    for (int calls : new int[] {1, 10, 70}) {
      int[] left = {calls};
      Optimized early =
          DenseOptimizer.optimize(
              ALGEBRA,
              Grams.prefix(16),
              16,
              1,
              DenseOptions.of(DenseGoal.WORST, 16),
              progress -> --left[0] > 0);
      assertEquals(0, left[0]);
      assertTrue(Double.isFinite(early.performance().worst()));
    }
    Optimized limited =
        DenseOptimizer.optimize(
            ALGEBRA,
            Grams.prefix(16),
            16,
            1,
            new DenseOptions(DenseGoal.AVERAGE, 4, 30, 1e9, 0),
            Progress.SearchListener.NONE);
    assertTrue(limited.made().matches(".*evaluations=3[0-9],.*"), limited.made());
  }

  @Test
  void javaAlgebra_findsAsGoodAStrategy() {
    double[] gram = Grams.prefix(12);
    double java =
        DenseOptimizer.optimize(
                Algebra.java(),
                gram,
                12,
                1,
                DenseOptions.of(DenseGoal.AVERAGE, 12),
                Progress.SearchListener.NONE)
            .performance()
            .objective();
    double other = optimize(gram, 12, 1, DenseGoal.AVERAGE, 0).performance().objective();
    assertEquals(1, java / other, 0.02);
  }

  @Test
  void options_refuseWhatMakesNoSense() {
    assertThrows(
        IllegalArgumentException.class, () -> new DenseOptions(DenseGoal.WORST, 3, 1, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new DenseOptions(DenseGoal.WORST, 4, 0, 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new DenseOptions(DenseGoal.WORST, 4, 1, 0, 0));
  }

  private static Optimized optimize(
      double[] gram, int n, double epsilon, DenseGoal goal, long seed) {
    DenseOptions options =
        new DenseOptions(goal, 16, Long.MAX_VALUE, Double.POSITIVE_INFINITY, seed);
    return DenseOptimizer.optimize(
        ALGEBRA, gram, n, epsilon, options, Progress.SearchListener.NONE);
  }

  private static TwoLevel random(int n, int outputs, int highs, double growth) {
    SimulationSource source = new SimulationSource(9);
    double[] shares = new double[n * outputs];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = (source.nextLong() >>> 11) * 0x1p-53;
    }
    return TwoLevel.round(shares, n, outputs, highs, growth);
  }

  private static double[] unit(int n, int u) {
    double[] unit = new double[n];
    unit[u] = 1;
    return unit;
  }

  private static double form(double[] matrix, double[] x, double[] y) {
    double form = 0;
    for (int u = 0; u < x.length; u++) {
      for (int v = 0; v < x.length; v++) {
        form += x[u] * matrix[u * x.length + v] * y[v];
      }
    }
    return form;
  }
}
