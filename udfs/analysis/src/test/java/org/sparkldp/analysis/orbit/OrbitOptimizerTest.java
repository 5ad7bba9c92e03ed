package org.sparkldp.analysis.orbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.DenseEvaluation;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.competitor.Competitor;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.Workload;

@Tag("long")
class OrbitOptimizerTest {
  private static final double[] EPSILONS = {0.5, 1, 2, 4};

  @Test
  void optimize_histogramAndParitiesAreSubsetSelectionAndExactlyOptimal() {
    for (double epsilon : EPSILONS) {
      for (Workload workload :
          List.of(
              GramWorkload.histogram(2, 2, 2, 2, 2, 2),
              GramWorkload.histogram(10),
              GramWorkload.parity(6, 6))) {
        OrbitOptimizer.OrbitDesign result = optimize(workload, epsilon);
        assertInstanceOf(Design.Subsets.class, result.design());
        assertEquals(1, result.gap(), 1e-9);
      }
    }
  }

  @Test
  void optimize_comesWithinFractionsOfAPercentOfTheBound() {
    for (double epsilon : new double[] {0.5, 1, 2}) {
      assertTrue(optimize(GramWorkload.allMarginals(6), epsilon).gap() < 1.005);
      assertTrue(optimize(GramWorkload.marginals(3, 6), epsilon).gap() < 1.005);
      assertTrue(optimize(GramWorkload.parity(3, 6), epsilon).gap() < 1.02);
      Workload ranges = GramWorkload.allRange(64);
      Bounds bounds = Bounds.of(Algebra.current(), ranges.gram(), 64, epsilon);
      assertTrue(bounds.gap(optimize(ranges, epsilon).performance().objective()) < 1.01);
    }
  }

  /** Where sets are so small that the bound is out of reach for any strategy. */
  @Test
  void optimize_atEpsilonFourIsAsGoodAsIsKnown() {
    assertTrue(optimize(GramWorkload.allMarginals(6), 4).gap() < 1.15);
    assertTrue(optimize(GramWorkload.marginals(3, 6), 4).gap() < 1.40);
    assertTrue(optimize(GramWorkload.parity(3, 6), 4).gap() < 1.39);
  }

  @Test
  void optimize_worksOverCategories() {
    Workload workload = GramWorkload.allMarginalsOf(3, 1, 4, 2);
    for (double epsilon : EPSILONS) {
      OrbitOptimizer.OrbitDesign result = optimize(workload, epsilon);
      assertTrue(result.gap() < (epsilon < 3 ? 1.03 : 1.2));
      assertClaimHolds(result, workload, epsilon);
    }
  }

  @Test
  void optimize_claimsWhatTheMatrixWrittenOutAchieves() {
    for (double epsilon : new double[] {0.5, 4}) {
      for (Workload workload :
          List.of(
              GramWorkload.allMarginals(4),
              GramWorkload.marginals(3, 4),
              GramWorkload.allRange(16),
              GramWorkload.crooked(12))) {
        assertClaimHolds(optimize(workload, epsilon), workload, epsilon);
      }
    }
  }

  @Test
  void optimize_isNeverAboveACompetitor() {
    List<Workload> workloads = new ArrayList<>();
    workloads.add(GramWorkload.allRange(16));
    for (int d = 1; d <= 4; d++) {
      workloads.add(GramWorkload.allMarginals(d));
      workloads.add(GramWorkload.parity(Math.min(d, 2), d));
    }
    for (Workload workload : workloads) {
      for (double epsilon : new double[] {0.1, 1, 4, 8}) {
        double objective = optimize(workload, epsilon).performance().objective();
        for (Competitor competitor : Competitor.values()) {
          Design design = competitor.design(workload, epsilon);
          Performance performance;
          if (design instanceof Design.Subsets subsets) {
            performance = SubsetEvaluation.of(subsets, workload, epsilon);
          } else if (design instanceof Design.Orbits orbits) {
            performance = OrbitEvaluation.of(orbits, workload, epsilon);
          } else {
            performance =
                DenseEvaluation.of(Algebra.current(), (Design.DenseDesign) design, workload);
          }
          assertTrue(
              objective <= performance.objective() * (1 + 1e-9),
              () -> workload + " at " + epsilon + ": " + competitor);
        }
      }
    }
  }

  @Test
  void optimize_isTheSameForTheSameSeed() {
    Workload workload = GramWorkload.allRange(24);
    assertEquals(
        optimize(workload, 1).performance().objective(),
        optimize(workload, 1).performance().objective());
  }

  @Test
  void optimize_tellsOfProgressAndStopsWhenAsked() {
    AtomicInteger calls = new AtomicInteger();
    Workload workload = GramWorkload.marginals(3, 6);
    OrbitOptimizer.OrbitDesign result =
        OrbitOptimizer.optimize(
            workload,
            1,
            60,
            false,
            1,
            progress -> {
              assertTrue(progress.objective() >= progress.bound());
              return calls.incrementAndGet() < 3;
            });
    assertEquals(3, calls.get());
    assertClaimHolds(result, workload, 1);
  }

  @Test
  void optimize_refusesWhatItCannotDo() {
    assertThrows(IllegalArgumentException.class, () -> optimize(GramWorkload.histogram(1), 1));
    assertThrows(IllegalArgumentException.class, () -> optimize(GramWorkload.prefix(5000), 1));
    assertThrows(IllegalArgumentException.class, () -> optimize(GramWorkload.prefix(8), 0));
  }

  @Test
  void weights_areCertifiedByTheirPrices() {
    double[] a = {1, 3, 0.5};
    List<double[]> columns =
        List.of(
            new double[] {1, 0, 0},
            new double[] {0, 1, 0},
            new double[] {0, 0, 1},
            new double[] {0.4, 0.5, 0.3});
    double[] v = MixtureWeights.weights(a, columns, null, 1e-9);
    double[] lambda = MixtureWeights.lambda(columns, v, 3);
    double objective = MixtureWeights.objective(a, lambda);
    // The corners alone: (1 + √3 + √½)² = 11.82; even masses are worse.
    assertTrue(objective < Math.pow(1 + Math.sqrt(3) + Math.sqrt(0.5), 2));
    assertTrue(worth(a, lambda, columns) <= objective * (1 + 1e-6));
    double[] even = MixtureWeights.lambda(columns, new double[] {0.25, 0.25, 0.25, 0.25}, 3);
    assertTrue(worth(a, even, columns) > MixtureWeights.objective(a, even) * 1.1);
  }

  private static double worth(double[] a, double[] lambda, List<double[]> columns) {
    double most = 0;
    for (double[] column : columns) {
      double worth = 0;
      for (int j = 0; j < a.length; j++) {
        worth += a[j] * column[j] / lambda[j] / lambda[j];
      }
      most = Math.max(most, worth);
    }
    return most;
  }

  private static void assertClaimHolds(
      OrbitOptimizer.OrbitDesign result, Workload workload, double epsilon) {
    List<double[]> rows;
    if (result.design() instanceof Design.Orbits orbits) {
      rows = Explicit.rows(orbits, epsilon);
      assertEquals(1, orbits.orbits().stream().mapToDouble(Orbit::mass).sum(), 1e-12);
    } else {
      rows = Explicit.rows((Design.Subsets) result.design(), epsilon);
    }
    Performance expected = Explicit.evaluate(rows, workload);
    assertEquals(
        expected.objective(), result.performance().objective(), 1e-6 * expected.objective());
    assertEquals(expected.worst(), result.performance().worst(), 1e-6 * expected.worst());
  }

  private static OrbitOptimizer.OrbitDesign optimize(Workload workload, double epsilon) {
    return OrbitOptimizer.optimize(workload, epsilon, 60, false, 1, Progress.SearchListener.NONE);
  }
}
