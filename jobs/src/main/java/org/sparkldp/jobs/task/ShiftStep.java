package org.sparkldp.jobs.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
   * The numbers of steps, a column each.
   *
   * @param n reports
   * @param others what every other step makes
   */
  static Map<String, double[]> columns(
      List<String> steps, Protocol<?, ?> protocol, long n, Function<String, double[]> others) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (String step : steps) {
      columns.put(step, step.equals(NAME) ? of(protocol, n) : others.apply(step));
    }
    return columns;
  }

  /** The same of a task that has no other step. */
  static Map<String, double[]> columns(List<String> steps, Protocol<?, ?> protocol, long n) {
    return columns(
        steps,
        protocol,
        n,
        step -> {
          throw new IllegalStateException(step);
        });
  }

  private static double[] of(Protocol<?, ?> protocol, long n) {
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
