package org.sparkldp.analysis.competitor;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/** The mechanisms of {@link Competitors} by name. */
public enum Competitor {
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
  FOURIER("fourier", "Randomized response on a random parity of binary digits.") {
    @Override
    public boolean applies(int domain) {
      return domain >= 2 && Integer.bitCount(domain) == 1;
    }

    @Override
    public Design design(Workload workload, double epsilon) {
      Require.that(applies(workload.domain()))
          .orRefuse(
              "the Fourier mechanism needs a domain of 2^d items. Provided value: %s; fill up the"
                  + " domain, or use another mechanism.",
              workload.domain());
      return Competitors.fourier(
          Integer.numberOfTrailingZeros(workload.domain()), Competitors.parityOrder(workload));
    }
  },
  RAPPOR("rappor", "The item in n bits, each turned over with probability 1/(1 + e^(epsilon/2)).") {
    @Override
    public Design design(Workload workload, double epsilon) {
      return Competitors.rappor(workload.domain(), epsilon);
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
  private final String description;

  Competitor(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** Its name in tables, lower case with hyphens. */
  public String label() {
    return label;
  }

  /** A report, in a sentence. */
  public String description() {
    return description;
  }

  /** Whether there is a design for so many items; those written out have a limit. */
  public boolean applies(int domain) {
    boolean isDense = this == HADAMARD || this == HIERARCHICAL;
    return domain >= 2 && (!isDense || domain <= Competitors.DENSE_LIMIT);
  }

  /**
   * Its strategy matrix for a workload's domain.
   *
   * @param workload over a domain it {@link #applies} to
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public abstract Design design(Workload workload, double epsilon);
}
