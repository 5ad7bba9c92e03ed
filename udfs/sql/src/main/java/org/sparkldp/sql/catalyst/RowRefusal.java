package org.sparkldp.sql.catalyst;

/**
 * A refusal of a row, as our functions throw it out of running queries: what the protocols floor
 * says in one sentence, under {@link Condition#INVALID}. What others throw stays as it is, for only
 * our own sentences are known to show no value.
 */
public final class RowRefusal {
  private RowRefusal() {}

  /**
   * What to throw instead.
   *
   * @param function the function's name in SQL
   */
  public static RuntimeException of(String function, IllegalArgumentException refusal) {
    StackTraceElement[] trace = refusal.getStackTrace();
    if (trace.length == 0 || !trace[0].getClassName().startsWith("org.sparkldp.")) {
      return refusal;
    }
    return Condition.INVALID.whileRunning(
        refusal,
        Condition.quoted(argument(function)),
        Condition.quoted(function),
        Condition.phrase(String.valueOf(refusal.getMessage())));
  }

  /** The argument that comes from rows. */
  private static String argument(String function) {
    return switch (function) {
      case "ldp_accumulate", "ldp_accumulate_sums", "ldp_unbiased" -> "report";
      case "ldp_merge", "ldp_estimate", "ldp_estimate_sums" -> "accumulator";
      case "ldp_estimate_subtotal" -> "accumulator, items";
      case "ldp_estimate_tiers" -> "accumulators";
      case "ldp_compare" -> "first, second";
      case "ldp_estimate_channel" -> "counts";
      case "ldp_unbiased_rate" -> "rate";
      default -> "value";
    };
  }
}
