package org.sparkldp.jobs.page;

import java.util.List;
import org.sparkldp.protocols.check.Require;

/** Preconditions of the report's values. They name places and never print what stands there. */
final class Checks {
  private Checks() {}

  static void notEmpty(String what, int size) {
    if (size == 0) {
      throw Require.refusal("%s must hold one or more. Provided: none.", what);
    }
  }

  static void finite(String what, int place, double... numbers) {
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        throw Require.refusal(
            "%s must be finite. Provided: NaN or an infinity at place %s.", what, place);
      }
    }
  }

  /** One finite number for each item. */
  static void asManyAs(String what, List<Double> values, int items) {
    if (values.size() != items) {
      throw Require.refusal(
          "%s must have one value per item. Provided: %s values, %s items.",
          what, values.size(), items);
    }
    for (int i = 0; i < items; i++) {
      finite(what, i, values.get(i));
    }
  }
}
