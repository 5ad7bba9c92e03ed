package org.sparkldp.published.gaussian;

import java.util.Arrays;
import java.util.stream.Collectors;

/** EstimateNotes of estimates, sentence by sentence. */
final class EstimateNotes {
  static final String INTERVAL_ONLY =
      "this round alone gives an interval, which holds with probability 1 - beta.";

  private EstimateNotes() {}

  static String join(String... notes) {
    return Arrays.stream(notes).filter(note -> !note.isEmpty()).collect(Collectors.joining(" "));
  }

  /**
   * What a reader must know where a group should have had {@code needed} people, or as few less as
   * a hash may deal out; empty if it had.
   */
  static String tooFew(String group, double people, double needed) {
    return people >= needed - 4 * Math.sqrt(needed)
        ? ""
        : group
            + " had too few people to be relied on: "
            + (long) people
            + ", where "
            + (long) Math.ceil(needed)
            + " are needed; the mean may be far off.";
  }
}
