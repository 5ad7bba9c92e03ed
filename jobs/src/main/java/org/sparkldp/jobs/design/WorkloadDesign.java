package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.protocols.workload.Workload;

/**
 * Which mechanism for a workload? All of them under one epsilon, without any data, by how many
 * people it takes until the mean variance of an answer, as a fraction of people, is 0.01.
 */
public final class WorkloadDesign {
  /** Columns of the table, those of the outer contract first. */
  public static final List<String> COLUMNS =
      List.of(
          "workload",
          "mechanism",
          "domain",
          "epsilon",
          "sample_complexity_worst",
          "sample_complexity_average",
          "objective",
          "lower_bound",
          "svd_bound",
          "rows",
          "seconds",
          "gap",
          "made");

  private WorkloadDesign() {}

  /** One mechanism. */
  public record Row(Workload workload, double epsilon, Mechanisms.Outcome outcome, Bounds bounds) {

    /** The cells of {@link WorkloadDesign#COLUMNS}. */
    public List<Object> cells() {
      long queries = workload.queries();
      return List.of(
          workload.name(),
          outcome.mechanism(),
          workload.domain(),
          epsilon,
          worst(),
          outcome.performance().sampleComplexityAverage(queries, MechanismMaker.ALPHA),
          outcome.performance().objective(),
          bounds.lower(),
          bounds.svd(),
          outcome.rows(),
          outcome.seconds(),
          bounds.gap(outcome.performance().objective()),
          outcome.made());
    }

    /** People needed in the worst case. */
    public double worst() {
      return outcome.performance().sampleComplexityWorst(workload.queries(), MechanismMaker.ALPHA);
    }
  }

  /** The mechanisms of those names that apply, those that need the fewest people first. */
  public static Design ranked(
      Workload workload, double epsilon, List<String> mechanisms, Progress.Listener listener) {
    return new Design(
        COLUMNS,
        rows(workload, epsilon, mechanisms, Optimizer.Options.quick(workload.domain()), listener)
            .stream()
            .sorted(Comparator.comparingDouble(Row::worst))
            .map(Row::cells)
            .toList());
  }

  /** The mechanisms of those names that apply, in this order. */
  public static List<Row> rows(
      Workload workload,
      double epsilon,
      List<String> mechanisms,
      Optimizer.Options options,
      Progress.Listener listener) {
    Bounds bounds = Optimizer.bounds(workload, epsilon);
    List<Row> rows = new ArrayList<>();
    for (String mechanism : mechanisms) {
      if (Mechanisms.applies(mechanism, workload)) {
        rows.add(
            new Row(
                workload,
                epsilon,
                Mechanisms.of(mechanism, workload, epsilon, options, listener),
                bounds));
      }
    }
    return rows;
  }
}
