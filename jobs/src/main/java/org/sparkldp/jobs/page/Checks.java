package org.sparkldp.jobs.page;

import java.util.List;

/** Preconditions of the report's values. They name places and never print what stands there. */
final class Checks {
  private Checks() {}

  static void notBlank(String what, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException(what + " must not be blank. Provided: \"" + text + "\".");
    }
  }

  static void notEmpty(String what, int size) {
    if (size == 0) {
      throw new IllegalArgumentException(what + " must hold one or more. Provided: none.");
    }
  }

  static void finite(String what, int place, double... numbers) {
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        throw new IllegalArgumentException(
            what + " must be finite. Provided: NaN or an infinity at place " + place + ".");
      }
    }
  }

  /** One finite number for each item. */
  static void asManyAs(String what, List<Double> values, int items) {
    if (values.size() != items) {
      throw new IllegalArgumentException(
          what
              + " must have one value per item. Provided: "
              + values.size()
              + " values, "
              + items
              + " items.");
    }
    for (int i = 0; i < items; i++) {
      finite(what, i, values.get(i));
    }
  }
}
