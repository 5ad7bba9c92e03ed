package org.sparkldp.protocols.strategy;

import java.util.List;
import org.sparkldp.protocols.check.Require;

/**
 * Who makes strategies that nobody has made yet; found by ServiceLoader, because optimisers need
 * heavy algebra that a client does without.
 */
public interface StrategyMaker {

  /** A strategy for the request; may take some seconds. */
  StrategyFile make(StrategyRequest request);

  /** The names of the strategy files that come with it, as in a folder of strategies. */
  default List<String> shipped() {
    return List.of();
  }

  /** One of these files. */
  default StrategyFile shipped(String name) {
    throw Require.refusal("a strategy must be shipped. Provided value: %s; make it.", name);
  }
}
