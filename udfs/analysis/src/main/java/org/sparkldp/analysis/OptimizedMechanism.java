package org.sparkldp.analysis;

import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workload;

/** The best strategy that {@link Optimizer} finds, as a mechanism beside the others. */
final class OptimizedMechanism implements Mechanism {
  @Override
  public String label() {
    return StrategyRequest.OPTIMIZED;
  }

  @Override
  public boolean applies(Workload workload) {
    return true;
  }

  @Override
  public Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Optimizer.OptimizedDesign result = Optimizer.optimize(workload, epsilon, options, listener);
    return new Made(result.design(), result.performance(), result.made());
  }
}
