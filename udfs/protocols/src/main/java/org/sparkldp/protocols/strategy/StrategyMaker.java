package org.sparkldp.protocols.strategy;

import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Makes strategies that nobody has made yet. It is found by the service loader, because optimisers
 * need heavy algebra that only this takes.
 */
public interface StrategyMaker {

  /**
   * A strategy for the request.
   *
   * @param seconds of two usual cores to look for it, counted in steps, so that the same strategy
   *     comes of the same number on any machine; empty for a quick search
   * @param goesOn asked often: when it is false, the best so far is taken
   */
  StrategyFile make(StrategyRequest request, OptionalDouble seconds, BooleanSupplier goesOn);
}
