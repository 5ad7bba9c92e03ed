package org.sparkldp.jobs.task;

import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;

/** Finds or makes the strategy that a plan asks for; whoever reads plans may offer one. */
public interface StrategySource {
  /** The strategy. */
  StrategyFile of(StrategyRequest request);
}
