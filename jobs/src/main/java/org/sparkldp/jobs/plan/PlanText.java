package org.sparkldp.jobs.plan;

import org.sparkldp.protocols.check.Require;

/**
 * The text of a plan or script before it is parsed: the parser descends into every bracket and
 * would end without stack. It promises that what passes nests no deeper than anybody writes.
 */
final class PlanText {
  /** Characters, at most: far beyond a list of all domains that plans hold. */
  private static final int LONGEST = 1 << 26;

  /** Brackets within brackets, at most. */
  private static final int DEEPEST = 64;

  private PlanText() {}

  /** The text itself; refused if it is too long or nests too deep, in quotes or not. */
  static String bounded(String what, String text) {
    if (text.length() > LONGEST) {
      throw Require.refusal(
          "%s must have at most %s characters. Provided: %s; give long lists as files.",
          what, LONGEST, text.length());
    }
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{' || c == '[' || c == '(') {
        depth++;
      } else if (c == '}' || c == ']' || c == ')') {
        depth = Math.max(0, depth - 1);
      }
      if (depth > DEEPEST) {
        throw Require.refusal(
            "%s must have at most %s brackets within each other. Provided: more; close those"
                + " that are open.",
            what, DEEPEST);
      }
    }
    return text;
  }
}
