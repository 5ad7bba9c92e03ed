package org.sparkldp.optimizer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.workload.Workload;

/**
 * Ranking of mechanisms for a workload: all of them under one epsilon, without any data, by how
 * many people it takes until the mean variance of an answer, as a fraction of people, is 0.01.
 */
public final class WorkloadDesign {
  private WorkloadDesign() {}

  /** One mechanism. */
  public record MechanismRow(
      Workload workload, double epsilon, Mechanisms.MechanismOutcome outcome, Bounds bounds) {

    /** People needed in the worst case. */
    public double worst() {
      return outcome.performance().sampleComplexityWorst(workload.queries(), MechanismMaker.ALPHA);
    }

    private double average() {
      return outcome
          .performance()
          .sampleComplexityAverage(workload.queries(), MechanismMaker.ALPHA);
    }
  }

  /** Columns of the table, those of the outer contract first. */
  public static final TableLayout<MechanismRow> COLUMNS =
      new TableLayout<MechanismRow>()
          .with("workload", row -> row.workload.name())
          .with("mechanism", row -> row.outcome.mechanism())
          .with("domain", row -> row.workload.domain())
          .with("epsilon", MechanismRow::epsilon)
          .with("sample_complexity_worst", MechanismRow::worst)
          .with("sample_complexity_average", MechanismRow::average)
          .with("objective", row -> row.outcome.performance().objective())
          .with("lower_bound", row -> row.bounds.lower())
          .with("svd_bound", row -> row.bounds.svd())
          .with("rows", row -> row.outcome.rows())
          .with("seconds", row -> row.outcome.seconds())
          .with("gap", row -> row.bounds.gap(row.outcome.performance().objective()))
          .with("made", row -> row.outcome.made());

  /** Columns that say how a search went, and not what it is good for. */
  public static final List<String> DETAILS =
      List.of("objective", "lower_bound", "svd_bound", "rows", "gap");

  /** The mechanisms of those names that apply, those that need the fewest people first. */
  public static TablePrinter ranked(
      Workload workload,
      double epsilon,
      List<String> mechanisms,
      Progress.SearchListener listener) {
    SearchOptions options = SearchOptions.quick(workload.domain());
    return COLUMNS.of(
        rows(workload, epsilon, mechanisms, options, listener).stream()
            .sorted(Comparator.comparingDouble(MechanismRow::worst))
            .toList());
  }

  /** The mechanisms of those names that apply, in this order. */
  public static List<MechanismRow> rows(
      Workload workload,
      double epsilon,
      List<String> mechanisms,
      SearchOptions options,
      Progress.SearchListener listener) {
    Bounds bounds = Optimizer.bounds(workload, epsilon);
    List<MechanismRow> rows = new ArrayList<>();
    for (String mechanism : mechanisms) {
      if (Mechanisms.applies(mechanism, workload)) {
        rows.add(
            new MechanismRow(
                workload,
                epsilon,
                Mechanisms.of(mechanism, workload, epsilon, options, listener),
                bounds));
      }
    }
    return rows;
  }
}
