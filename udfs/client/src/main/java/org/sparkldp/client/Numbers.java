package org.sparkldp.client;

import java.util.Map;
import java.util.regex.Pattern;

/** The integers of a question's steps, as text; what is not there, or no number, is refused. */
final class Numbers {
  private static final Pattern INTEGERS = Pattern.compile("-?\\d{1,15}( -?\\d{1,15})*");
  private static final Pattern WORD = Pattern.compile("\\d{1,20}");
  private static final Pattern REAL = Pattern.compile("-?\\d+([.]\\d+)?([eE]-?\\d+)?");

  private final Map<?, ?> texts;

  Numbers(Map<?, ?> texts) {
    this.texts = texts;
  }

  private String text(String name, Pattern form) {
    Object text = texts.get(name);
    Refusal.unless(
        text instanceof String && form.matcher((String) text).matches(),
        "malformed",
        "the question must have a number " + name + ".");
    return (String) text;
  }

  boolean has(String name) {
    return texts.containsKey(name);
  }

  long[] integers(String name) {
    String[] parts = text(name, INTEGERS).split(" ");
    long[] integers = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      integers[i] = Long.parseLong(parts[i]);
    }
    return integers;
  }

  int integer(String name) {
    long integer = integers(name)[0];
    Refusal.unless(
        (int) integer == integer, "malformed", name + " of a question must be below 2^31.");
    return (int) integer;
  }

  /** An unsigned integer below 2^64. */
  long word(String name) {
    return Long.parseUnsignedLong(text(name, WORD)); // refuses what is larger, as malformed
  }

  /** 2^64 less the cases that are left out. */
  long own() {
    long leftOut = word("leave_out");
    Refusal.unless(leftOut != 0, "malformed", "leave_out of a question must be above 0.");
    return -leftOut;
  }

  double real(String name) {
    return Double.parseDouble(text(name, REAL));
  }
}
