package org.sparkldp.protocols;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a text from left to right, token by token; white space between tokens means nothing. */
public abstract class TextParser {
  private final String text;
  private int at;

  protected TextParser(String text) {
    this.text = text;
  }

  /** What a text must read like, and an example: the first sentence of a refusal. */
  protected abstract String rule();

  /** The next token; refused with {@code what} was expected if there is none like it. */
  protected final String token(Pattern pattern, String what) {
    Matcher matcher = matcher(pattern);
    if (!matcher.lookingAt()) {
      throw stopped(what);
    }
    return take(matcher);
  }

  /** A matcher that looks at what is next. */
  protected final Matcher matcher(Pattern pattern) {
    space();
    return pattern.matcher(text).region(at, text.length());
  }

  /** Passes over what a matcher of {@link #matcher} has found, and returns it. */
  protected final String take(Matcher matcher) {
    at = matcher.end();
    return matcher.group();
  }

  /** Passes over a character that must be next. */
  protected final void expect(char c) {
    if (!next(c)) {
      throw stopped("'" + c + "'");
    }
  }

  /** Passes over a character if it is next. */
  protected final boolean next(char c) {
    space();
    boolean here = at < text.length() && text.charAt(at) == c;
    at += here ? 1 : 0;
    return here;
  }

  /** Refuses anything that is left. */
  protected final void expectEnd() {
    space();
    if (at != text.length()) {
      throw stopped("the end");
    }
  }

  private void space() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  /** Says where reading stopped, and before what. */
  protected final IllegalArgumentException stopped(String expected) {
    return new IllegalArgumentException(
        rule()
            + " Provided value: "
            + text
            + " ; expected "
            + expected
            + " at character "
            + (at + 1)
            + ".");
  }
}
