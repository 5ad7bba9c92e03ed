package org.sparkldp.analysis;

import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/**
 * A way to make strategy matrices for workloads. Named, with a public constructor without
 * arguments, in {@code META-INF/services/org.sparkldp.analysis.Mechanism}, one of another jar
 * stands beside ours.
 */
public interface Mechanism {

  /** Its name in specs and tables, lower case with hyphens. */
  String label();

  /** Whether it can be made for a workload; {@link #make} refuses all others. */
  boolean applies(Workload workload);

  /**
   * Makes a design.
   *
   * @param epsilon nats, finite, above 0
   * @param options how a search is done
   * @param listener hears of a search, and may end it
   */
  Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener);

  /**
   * The result of a mechanism.
   *
   * @param design the strategy matrix
   * @param performance its errors
   * @param how it was made, a sentence
   */
  record Made(Design design, Performance performance, String how) {}
}
