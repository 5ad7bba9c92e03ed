package org.sparkldp.jobs.watch;

import java.util.List;

/**
 * The result of a step, said once: in sentences for people and as an event for machines. Both hold
 * names, counts and costs; neither holds a value or an estimate.
 */
public interface Outcome {
  /** For people, in this order. */
  List<String> sentences();

  /** For machines. */
  Event event();

  /** Whether anything came of it that a stream of many such steps should mention. */
  default boolean isNews() {
    return true;
  }
}
