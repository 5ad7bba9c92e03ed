package org.sparkldp.protocols.strategy;

/**
 * Who makes strategies that nobody has made yet; found by ServiceLoader, because optimisers need
 * heavy algebra that a client does without.
 */
public interface StrategyMaker {

  /** A strategy for the request; may take some seconds. */
  StrategyFile make(StrategyRequest request);
}
