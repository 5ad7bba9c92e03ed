package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.jobs.design.WorkloadDesign;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.matrixmechanism.MatrixMechanism;
import org.sparkldp.published.matrixmechanism.NoiseDesign.Norm;
import org.sparkldp.published.matrixmechanism.NoiseStrategy;
import org.sparkldp.published.matrixmechanism.PIdentityStrategy;
import org.sparkldp.published.matrixmechanism.RootStrategy;

/**
 * Tables of the pages about workloads that the paper does not have: how far strategies are from
 * each bound, and where the matrix mechanism differs from its textbook form. The same numbers for
 * the same seed, on the same algebra.
 */
final class WorkloadTables {
  private static final List<String> WORKLOADS =
      List.of(
          "histogram", "prefix", "all-range", "all-marginals", "marginals-3", "parity", "parity-3");

  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 2.0, 4.0);

  /** Starts of the search for an L1 strategy that are looked at one by one. */
  private static final int STARTS = 8;

  private WorkloadTables() {}

  /** The default mechanism's objective over each bound. */
  static WorkloadFigures.Table bounds(WorkloadFigures.Settings settings) {
    List<List<Object>> rows = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    for (double epsilon : EPSILONS) {
      Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
      for (String name : WORKLOADS) {
        for (int n = 16; n <= settings.domain(); n *= 2) {
          WorkloadDesign.Row row =
              WorkloadDesign.rows(
                      Workloads.parse(name, n),
                      epsilon,
                      List.of(StrategyRequest.OPTIMIZED),
                      settings.options(),
                      settings.listener())
                  .get(0);
          double objective = row.outcome().performance().objective();
          Bounds bounds = row.bounds();
          double before = objective / bounds.spectral();
          double gap = bounds.gap(objective);
          rows.add(
              List.of(
                  name,
                  n,
                  epsilon,
                  objective,
                  bounds.svd(),
                  bounds.sharp(),
                  bounds.delsarte(),
                  before,
                  gap,
                  bounds.lower() / bounds.spectral()));
          lines.computeIfAbsent(name, key -> new ArrayList<>()).add(Chart.Point.of(n, gap));
        }
      }
      sections.add(
          WorkloadFigures.section(
              "epsilon " + epsilon,
              "Objective over the best bound",
              new Chart.Axis("items of the domain", true),
              new Chart.Axis("gap", false),
              lines));
    }
    return new WorkloadFigures.Table(
        List.of(
            "workload",
            "domain",
            "epsilon",
            "objective",
            "svd_bound",
            "sharp_bound",
            "delsarte_bound",
            "gap_spectral",
            "gap",
            "bound_raised_by"),
        rows,
        sections);
  }

  /**
   * Sample complexity over that of the textbook's mechanism, and its causes, whose product it is:
   *
   * <ul>
   *   <li>noise: the least Gaussian noise over σ² = 2 ln(1.25/delta) (Δ/epsilon)²;
   *   <li>sensitivity: the largest distance of two columns over twice the largest column, squared;
   *   <li>strategy: our matrix over the one that the fixed point, or the first start, ends at.
   * </ul>
   */
  static WorkloadFigures.Table matrix(WorkloadFigures.Settings settings) {
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
    for (String name : WORKLOADS) {
      for (int n = 16; n <= settings.domain(); n *= 2) {
        Workload workload = Workloads.parse(name, n);
        rows.add(laplace(workload));
        rows.addAll(gaussian(workload));
      }
    }
    for (List<Object> row : rows) {
      if (row.get(3).equals(1.0)) {
        lines
            .computeIfAbsent(row.get(0) + " " + row.get(1), key -> new ArrayList<>())
            .add(Chart.Point.of((int) row.get(2), (double) row.get(6)));
      }
    }
    return new WorkloadFigures.Table(
        List.of(
            "workload",
            "mechanism",
            "domain",
            "epsilon",
            "people",
            "people_textbook",
            "ratio",
            "noise",
            "sensitivity",
            "strategy",
            "over_identity",
            "over_best_start",
            "over_worst_start"),
        rows,
        List.of(
            WorkloadFigures.section(
                "epsilon 1",
                "People needed, over the textbook's",
                new Chart.Axis("items of the domain", true),
                new Chart.Axis("ratio", false),
                lines)));
  }

  private static List<Object> laplace(Workload workload) {
    Algebra algebra = Algebra.current();
    NoiseStrategy ours = PIdentityStrategy.of(algebra, workload);
    NoiseStrategy textbook = PIdentityStrategy.ofOneStart(algebra, workload, 1);
    double best = textbook.cost();
    double worst = best;
    for (long seed = 2; seed <= STARTS; seed++) {
      double cost = PIdentityStrategy.ofOneStart(algebra, workload, seed).cost();
      best = Math.min(best, cost);
      worst = Math.max(worst, cost);
    }
    // Every epsilon has the same ratios.
    return row(
        workload,
        MatrixMechanism.laplace(ours, 1),
        textbook,
        1,
        ours.cost() / NoiseStrategy.identity(workload, Norm.L1).cost(),
        ours.cost() / best,
        ours.cost() / worst);
  }

  private static List<List<Object>> gaussian(Workload workload) {
    NoiseStrategy ours = RootStrategy.of(Algebra.current(), workload);
    NoiseStrategy textbook = RootStrategy.ofFixedPoint(Algebra.current(), workload);
    List<List<Object>> rows = new ArrayList<>();
    for (double epsilon : EPSILONS) {
      MatrixMechanism mechanism = MatrixMechanism.gaussian(ours, epsilon, MatrixMechanism.DELTA);
      MatrixMechanism classical =
          MatrixMechanism.classicalGaussian(ours, epsilon, MatrixMechanism.DELTA);
      rows.add(
          row(
              workload,
              mechanism,
              textbook,
              mechanism.noise() / classical.noise(),
              ours.cost() / NoiseStrategy.identity(workload, Norm.L2).cost(),
              1,
              1));
    }
    return rows;
  }

  private static List<Object> row(
      Workload workload,
      MatrixMechanism mechanism,
      NoiseStrategy textbook,
      double noise,
      double overIdentity,
      double overBest,
      double overWorst) {
    double distance = textbook.sensitivity() / (2 * textbook.largestColumn());
    double sensitivity = distance * distance;
    double strategy = mechanism.strategy().cost() / textbook.cost();
    double ratio = noise * sensitivity * strategy;
    Performance performance = mechanism.performance(workload);
    double people = performance.sampleComplexityWorst(workload.queries(), 0.01);
    return List.of(
        workload.name(),
        mechanism.name(),
        workload.domain(),
        mechanism.epsilon(),
        people,
        people / ratio,
        ratio,
        noise,
        sensitivity,
        strategy,
        overIdentity,
        overBest,
        overWorst);
  }
}
