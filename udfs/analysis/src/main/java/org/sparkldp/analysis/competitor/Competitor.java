package org.sparkldp.analysis.competitor;

import org.sparkldp.analysis.Evaluation;
import org.sparkldp.analysis.Mechanism;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/** The mechanisms of {@link Competitors} by name. */
public enum Competitor implements Mechanism {
  RANDOMIZED_RESPONSE(
      "randomized-response", "The own item, e^epsilon times as likely as any other.") {
    @Override
    public Design design(Workload workload, double epsilon) {
      return Competitors.randomizedResponse(workload.domain());
    }
  },
  HADAMARD("hadamard", "One of the reports where the item's Hadamard column is 1, or any.") {
    @Override
    public Design design(Workload workload, double epsilon) {
      return Competitors.hadamard(workload.domain(), epsilon);
    }
  },
  HIERARCHICAL(
      "hierarchical", "Hadamard response on a random level of a tree of ranges of branching 4.") {
    @Override
    public Design design(Workload workload, double epsilon) {
      return Competitors.hierarchical(workload.domain(), epsilon);
    }
  },
  SUBSET_SELECTION(
      "subset-selection", "A random set of items, e^epsilon times as likely if it holds the own.") {
    @Override
    public Design design(Workload workload, double epsilon) {
      return Competitors.subsetSelection(workload.domain(), epsilon);
    }
  };

  private final String label;
  private final String description; // a report, in a sentence

  Competitor(String label, String description) {
    this.label = label;
    this.description = description;
  }

  @Override
  public String label() {
    return label;
  }

  /** Whether there is a design for so many items; those written out have a limit. */
  public boolean applies(int domain) {
    boolean isDense = this == HADAMARD || this == HIERARCHICAL;
    return domain >= 2 && (!isDense || domain <= Competitors.DENSE_LIMIT);
  }

  @Override
  public boolean applies(Workload workload) {
    return applies(workload.domain());
  }

  @Override
  public Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Design design = design(workload, epsilon);
    return new Made(design, Evaluation.of(design, workload, epsilon), description);
  }

  /**
   * Its strategy matrix for a workload's domain.
   *
   * @param workload over a domain it {@link #applies} to
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public abstract Design design(Workload workload, double epsilon);
}
