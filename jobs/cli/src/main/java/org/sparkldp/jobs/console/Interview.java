package org.sparkldp.jobs.console;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;

/** Asks who sits at the terminal; where nobody does, it asks nothing and has no answer. */
public final class Interview {
  private final Optional<BufferedReader> in;
  private final PrintStream out;

  /** Wrong answers to one question, before the command ends. */
  private static final int TRIES = 5;

  private Interview(Optional<BufferedReader> in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /** Of the one at this program's terminal. */
  public static Interview atTerminal() {
    Console console = System.console();
    return new Interview(
        Optional.ofNullable(console).map(found -> new BufferedReader(found.reader())), System.err);
  }

  /** Of a text with an answer a line. */
  public static Interview of(Reader answers, PrintStream out) {
    return new Interview(Optional.of(new BufferedReader(answers)), out);
  }

  /** Whether somebody may answer. */
  public boolean isPossible() {
    return in.isPresent();
  }

  /** Says something to who answers, and to nobody else. */
  public void tell(String sentence) {
    if (isPossible()) {
      out.println(Terminal.safe(sentence));
    }
  }

  /**
   * What an option or else an answer means; an answer that is refused is asked for again, as long
   * as there are answers.
   *
   * @param given the option's text; null where it is not given
   * @param reads a text, and refuses what is none
   */
  public <T> T ask(String given, String question, String ifEmpty, Function<String, T> reads) {
    if (given != null) {
      return reads.apply(given);
    }
    IllegalArgumentException last = null;
    for (int tries = 1; ; tries++) {
      Optional<String> answer = answer(question, ifEmpty);
      if (answer.isEmpty() && last != null) {
        throw last;
      }
      try {
        return reads.apply(answer.orElse(ifEmpty));
      } catch (IllegalArgumentException refusal) {
        if (answer.isEmpty() || tries == TRIES) {
          throw refusal;
        }
        last = refusal;
        tell(refusal.getMessage());
      }
    }
  }

  /** The answer, or the default for an empty one; none where nobody answers any more. */
  private Optional<String> answer(String question, String ifEmpty) {
    if (!isPossible()) {
      return Optional.empty();
    }
    out.print(Terminal.safe(question) + (ifEmpty.isEmpty() ? " " : " [" + ifEmpty + "] "));
    out.flush();
    try {
      return Optional.ofNullable(in.get().readLine())
          .map(line -> line.isBlank() ? ifEmpty : line.strip());
    } catch (IOException e) {
      throw new UncheckedIOException("the terminal must be readable", e);
    }
  }
}
