package org.sparkldp.jobs.collected;

import org.sparkldp.protocols.Accumulator;

/** A question whose last reports are a whole table, of which anything may be asked afterwards. */
public interface Collecting {
  /** The table, of the reports of all rounds. */
  CollectedTable collected(Accumulator<?> reports);
}
