package org.sparkldp.jobs.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * The text of a plan, a script or a file of budgets, where its parser would not do: it descends
 * into every bracket until no stack is left, and of two values for a key it takes the last. What
 * passes nests no deeper than anybody writes, and says nothing twice.
 */
final class PlanText {
  /** Characters, at most: far beyond a list of all domains that plans hold. */
  private static final int LONGEST = 1 << 26;

  /** Brackets within brackets, at most. */
  private static final int DEEPEST = 64;

  /** What HOCON has no use for: it stands in a draft where a person must write. */
  private static final String GAP = "?";

  /** Quotes and comments of one line. */
  private static final Pattern ASIDE = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|(?:#|//).*");

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

  /**
   * Refuses a key that stands twice in its section, and two sections that become one because no
   * comma is between them.
   *
   * @param valid HOCON that the parser has accepted
   */
  static void requireNothingTwice(String valid, String origin) {
    Set<String> said = new HashSet<>(); // keys with the sections that they are in
    Deque<String> sections = new ArrayDeque<>(List.of(""));
    String key = "";
    StringBuilder word = new StringBuilder(); // a key, or a value up to its separator
    boolean isValue = false;
    char last = '\n'; // that is no space
    for (int i = 0; i < valid.length(); i++) {
      char c = valid.charAt(i);
      if (c == '"') {
        int end = quoteEnd(valid, i);
        word.append(valid, i + 1, end);
        i = end;
      } else if (c == '#' || valid.startsWith("//", i)) {
        int end = valid.indexOf('\n', i);
        i = end < 0 ? valid.length() : end - 1;
        continue;
      } else if (c == '{' || c == '[' || c == '=' || c == ':') {
        if (c == '{' && last == '}') { // the place is sought only then: it takes a look at all text
          throw Require.refusal(
              "between two sections there must be a comma or the end of a line; else they become"
                  + " one. Provided: neither, in %s.",
              place(valid, i, origin));
        }
        String written = word.toString().strip();
        boolean isNamed = isValue || !written.isEmpty();
        if (!isValue && isNamed) {
          key = sections.element() + written;
          if (last != '+' && !said.add(key)) {
            throw Require.refusal(
                "a key must be given once in its section; of two values, the last would count"
                    + " without a word. Given twice: %s, in %s; leave one out.",
                ReleaseKey.hidden(written), place(valid, i, origin));
          }
        }
        isValue = c == '=' || c == ':';
        if (!isValue) {
          sections.push((c == '{' && isNamed ? key : sections.element() + i) + ".");
        }
        word.setLength(0);
      } else if (c == ',' || c == '\n' || c == '}' || c == ']') {
        isValue = c == '}' || c == ']';
        if (isValue && sections.size() > 1) {
          sections.pop();
        }
        word.setLength(0);
      } else {
        word.append(c);
      }
      last = c == '\n' || !Character.isWhitespace(c) ? c : last;
    }
  }

  /** The lines on which a {@value #GAP} stands, in neither quotes nor a comment. */
  static List<Integer> gaps(String text) {
    String[] lines = text.split("\n", -1);
    return IntStream.rangeClosed(1, lines.length)
        .filter(line -> ASIDE.matcher(lines[line - 1]).replaceAll("").contains(GAP))
        .boxed()
        .toList();
  }

  /** Where the quotes that begin at a place end: their last character. */
  private static int quoteEnd(String text, int from) {
    if (text.startsWith("\"\"\"", from)) {
      int end = text.indexOf("\"\"\"", from + 3) + 2;
      while (text.startsWith("\"", end + 1)) {
        end++; // quotes at the end of what is quoted
      }
      return end;
    }
    int end = from + 1;
    while (text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return end;
  }

  private static String place(String text, int at, String origin) {
    return origin + ": " + (1 + text.substring(0, at).chars().filter(c -> c == '\n').count());
  }
}
