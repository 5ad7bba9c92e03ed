package org.sparkldp.client;

/** A rule that was broken, by its code. Its sentence never shows a value or a key. */
public final class Refusal extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String code;

  Refusal(String code, String sentence) {
    super(sentence);
    this.code = code;
  }

  static void unless(boolean holds, String code, String sentence) {
    if (!holds) {
      throw new Refusal(code, sentence);
    }
  }

  static Refusal malformed() {
    return new Refusal("malformed", "a question must have all that a client needs.");
  }

  /** The rule's, such as {@code expired} or {@code limit-day}. */
  public String code() {
    return code;
  }
}
