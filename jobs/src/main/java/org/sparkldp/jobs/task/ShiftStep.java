package org.sparkldp.jobs.task;

import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;

/**
 * The step {@value #NAME}: beside each estimate, the most that one percent of fake reports could
 * have shifted it.
 */
final class ShiftStep {
  /** Its name in plans. */
  static final String NAME = "shift-per-percent";

  private ShiftStep() {}

  /**
   * A number for each row.
   *
   * @param n reports
   */
  static double[] of(Protocol<?, ?> protocol, long n) {
    return protocol
        .shiftPerPercent(n)
        .orElseThrow(
            () ->
                Require.refusal(
                    "%s needs a protocol whose largest shift is known. Provided value: %s; leave"
                        + " the step out.",
                    NAME, protocol.spec()));
  }
}
