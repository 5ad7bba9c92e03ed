package org.sparkldp.protocols.spec;

/**
 * The numbers that a parameter may be: finite, between two ends that belong to them or not. Says
 * itself for a sentence, and for a description.
 *
 * @param least the lower end; −∞ for none
 * @param isLeastIn whether it may be taken
 * @param tooSmall what helps where a number is below, or empty
 * @param most the upper end; ∞ for none
 * @param isMostIn whether it may be taken
 * @param tooLarge what helps where a number is above, or empty
 */
record Range(
    double least,
    boolean isLeastIn,
    String tooSmall,
    double most,
    boolean isMostIn,
    String tooLarge) {
  static final Range ALL =
      new Range(Double.NEGATIVE_INFINITY, false, "", Double.POSITIVE_INFINITY, false, "");

  /** Powers of two are written in full up to this one. */
  private static final int POWER = 21;

  Range from(double end, boolean isIn, String remedy) {
    return new Range(end, isIn, remedy, most, isMostIn, tooLarge);
  }

  Range to(double end, boolean isIn, String remedy) {
    return new Range(least, isLeastIn, tooSmall, end, isIn, remedy);
  }

  /** What helps where this number is refused; empty if nothing is known. */
  String remedy(double refused) {
    return refused <= least ? tooSmall : refused >= most ? tooLarge : "";
  }

  boolean holds(double value) {
    return (isLeastIn ? value >= least : value > least)
        && (isMostIn ? value <= most : value < most);
  }

  /** What follows "must be" in a refusal. */
  String phrase() {
    if (least == most) {
      return text(least);
    }
    if (!Double.isInfinite(least) && !Double.isInfinite(most) && isLeastIn == isMostIn) {
      return (isLeastIn ? "between " : "strictly between ") + text(least) + " and " + text(most);
    }
    if (Double.isInfinite(most)) {
      return Double.isInfinite(least)
          ? "finite"
          : isLeastIn ? "at least " + text(least) : "above " + text(least) + " and finite";
    }
    String end = (isMostIn ? "at most " : "below ") + text(most);
    return Double.isInfinite(least)
        ? end
        : (isLeastIn ? "at least " : "above ") + text(least) + " and " + end;
  }

  /** What follows the meaning in a description; empty for all numbers. */
  String description() {
    if (equals(ALL)) {
      return "";
    }
    return isLeastIn && isMostIn && least < most
        ? text(least) + " to " + text(most)
        : phrase().replace(" and finite", "").replace("strictly between", "between");
  }

  /** A number as people write it: 64, 2^40, 0.5, 1e-6. */
  private static String text(double end) {
    int exponent = Math.getExponent(end);
    if (Math.abs(exponent) > POWER && end == Math.scalb(1.0, exponent)) {
      return "2^" + exponent;
    }
    return end == Math.rint(end) && Math.abs(end) < 1e15
        ? Long.toString((long) end)
        : Double.toString(end).replace(".0E", "e").replace('E', 'e');
  }
}
