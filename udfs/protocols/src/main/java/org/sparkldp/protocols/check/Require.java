package org.sparkldp.protocols.check;

/**
 * Refuses values that break a rule, with one sentence: the rule, the provided value, the remedy. A
 * refusal is always an {@link IllegalArgumentException} whose sentence reads as concatenation would
 * have it, in any locale.
 *
 * <pre>{@code
 * Require.that(k >= 2).orRefuse("k must be at least 2. Provided value: %s.", k);
 *
 * if (report.length != bytes) { // once a row
 *   throw Require.refusal("a report must have %s bytes. Provided: %s.", bytes, report.length);
 * }
 * }</pre>
 *
 * <p>The first form evaluates its arguments each time, so they must be valid whether or not the
 * rule does; where a row or an entry of an array is checked, or an argument takes work, the second
 * evaluates them for a refusal only. Sentences never show a private value or a key.
 */
public final class Require {
  private static final Require HOLDS = new Require(true);
  private static final Require BROKEN = new Require(false);

  private final boolean holds;

  private Require(boolean holds) {
    this.holds = holds;
  }

  /** The rule of a sentence that {@link #orRefuse} adds; without it nothing is checked. */
  @CheckReturnValue
  public static Require that(boolean rule) {
    return rule ? HOLDS : BROKEN;
  }

  /** Refuses if the rule is broken; see {@link #refusal(String, Object...)} for the sentence. */
  public void orRefuse(String sentence, Object... arguments) {
    if (!holds) {
      throw refusal(sentence, arguments);
    }
  }

  /** Refuses a number outside of its range, both ends included. */
  public static void between(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw refusal("%s must be between %s and %s. Provided value: %s.", name, least, most, value);
    }
  }

  /** Refuses a number below its least. */
  public static void atLeast(String name, long value, long least) {
    if (value < least) {
      throw refusal("%s must be at least %s. Provided value: %s.", name, least, value);
    }
  }

  /**
   * A refusal to throw.
   *
   * @param sentence where each %s stands for the next argument; all else is text
   */
  @CheckReturnValue
  public static IllegalArgumentException refusal(String sentence, Object... arguments) {
    return new IllegalArgumentException(sentence(sentence, arguments));
  }

  /** A refusal to throw, caused by another failure. */
  @CheckReturnValue
  public static IllegalArgumentException refusal(
      Throwable cause, String sentence, Object... arguments) {
    return new IllegalArgumentException(sentence(sentence, arguments), cause);
  }

  /** The sentence with its arguments. */
  private static String sentence(String sentence, Object... arguments) {
    // Not String.format: %d and %f follow the locale, and a sentence that is short of an argument
    // would fail instead of refusing.
    StringBuilder text = new StringBuilder(sentence.length() + 16 * arguments.length);
    int from = 0;
    for (Object argument : arguments) {
      int at = sentence.indexOf("%s", from);
      if (at < 0) {
        break;
      }
      text.append(sentence, from, at).append(argument);
      from = at + 2;
    }
    return text.append(sentence, from, sentence.length()).toString();
  }

  /** Known to the compiler's checks by its name: a result that is dropped does not compile. */
  private @interface CheckReturnValue {}
}
