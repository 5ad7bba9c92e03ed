package org.sparkldp.published.workload;

import org.sparkldp.analysis.Mechanism;
import org.sparkldp.analysis.Optimized;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.published.workload.PaperOptimizer.BackPropagation;

/** {@link PaperOptimizer} by name. */
public abstract class PaperMechanism implements Mechanism {
  /** The paper's optimiser, its gradient carried through the projection exactly. */
  public static final String PAPER = "paper";

  private final String label;
  private final BackPropagation propagation;

  private PaperMechanism(String label, BackPropagation propagation) {
    this.label = label;
    this.propagation = propagation;
  }

  @Override
  public final String label() {
    return label;
  }

  @Override
  public final boolean applies(Workload workload) {
    return workload.domain() <= Optimizer.DENSE_LIMIT;
  }

  @Override
  public final Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Optimized made =
        PaperOptimizer.optimize(
            Algebra.current(),
            workload.gram(),
            workload.domain(),
            epsilon,
            propagation,
            options.seed(),
            listener);
    return new Made(made.design(), made.performance(), made.made());
  }

  /** {@code paper}. */
  public static final class Exact extends PaperMechanism {
    public Exact() {
      super(PAPER, BackPropagation.EXACT);
    }
  }

  /** {@code paper-published}, with the gradient of the authors' code: the paper's figures. */
  public static final class Published extends PaperMechanism {
    public Published() {
      super("paper-published", BackPropagation.PUBLISHED);
    }
  }
}
