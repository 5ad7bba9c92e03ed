package org.sparkldp.protocols.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;

/**
 * Reads a text from left to right, token by token; white space between tokens means nothing. Texts
 * that are too long or nest too deep are refused before they cost time or stack.
 */
public abstract class TextParser {
  /** Characters of a text, at most. */
  public static final int LONGEST = 1 << 16;

  /** Brackets within brackets, at most. */
  private static final int DEEPEST = 64;

  /** Characters of a text that a refusal shows. */
  private static final int SHOWN = 400;

  private final String text;
  private int at;
  private int depth;

  protected TextParser(String text) {
    this.text = text;
    Require.that(text.length() <= LONGEST)
        .orRefuse(
            "%s It must have at most %s characters. Provided: %s characters.",
            rule(), LONGEST, text.length());
  }

  /** The form of a text, with an example: the first sentence of a refusal. */
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

  /** The text up to a closing quote, the opening one being passed; two quotes stand for one. */
  protected final String quoted(char quote) {
    StringBuilder value = new StringBuilder();
    while (true) {
      int end = text.indexOf(quote, at);
      if (end < 0) {
        at = text.length();
        throw stopped("a closing quote");
      }
      value.append(text, at, end);
      at = end + 1;
      if (at == text.length() || text.charAt(at) != quote) {
        return value.toString();
      }
      value.append(quote);
      at++;
    }
  }

  /** Begins what may hold itself; refused if that goes too deep. */
  protected final void enter() {
    if (++depth > DEEPEST) {
      throw stopped("at most " + DEEPEST + " brackets within each other");
    }
  }

  /** Ends what {@link #enter} began. */
  protected final void leave() {
    depth--;
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
    return Require.refusal(
        "%s Provided value: %s ; expected %s at character %s.",
        rule(), text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text, expected, at + 1);
  }
}
