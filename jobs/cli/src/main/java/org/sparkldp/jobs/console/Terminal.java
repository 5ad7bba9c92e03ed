package org.sparkldp.jobs.console;

import java.io.Console;
import java.util.Optional;

/** Text as a terminal may show it: an item of a public list may hold what a terminal obeys. */
public final class Terminal {
  private Terminal() {}

  /** Whether standard output is somebody's screen, as far as this JVM can say. */
  public static boolean isThere() {
    return Optional.ofNullable(System.console()).filter(Terminal::isScreen).isPresent();
  }

  /** From Java 22 on there is a console without a terminal, too. */
  private static boolean isScreen(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException before) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** The text with each control character, except line ends and tabs, spelled out by its number. */
  public static String safe(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean isControl = Character.isISOControl(c) && c != '\n' && c != '\t';
              if (isControl || turnsText(c)) {
                safe.append(String.format("\\u%04x", c));
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }

  /** Whether it changes the direction in which what follows is shown. */
  private static boolean turnsText(int c) {
    return (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x200e
        || c == 0x200f;
  }
}
