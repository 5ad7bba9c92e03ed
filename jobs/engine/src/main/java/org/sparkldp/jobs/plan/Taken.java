package org.sparkldp.jobs.plan;

/**
 * The values that a question takes.
 *
 * @param values what a value must be so that it is not outside
 * @param remedy what to do about values outside
 * @param mayKeepOutside whether values outside may be a category of their own
 */
public record Taken(String values, String remedy, boolean mayKeepOutside) {
  /** Items, beyond which there may be one more. */
  public static final Taken ITEMS =
      new Taken("in the domain", "widen it, or choose category or drop", true);

  /** Numbers, which have no further category. */
  static final Taken NUMBERS =
      new Taken(
          "finite, and in the range of the protocol",
          "widen it, let the protocol clip (outside=clip), or leave out who has no value (missing ="
              + " drop)",
          false);

  /** Reads the rule for other values. */
  OutsideRule read(Settings plan) {
    return mayKeepOutside ? plan.as(OutsideRule.class) : OutsideRule.readForNumbers(plan);
  }
}
