package org.sparkldp.protocols.words;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * The symbols that words are made of, each with a digit from 1 on. Written as its symbols, with
 * {@code a-z} for a run of them; a hyphen that is a symbol stands first.
 *
 * <p>Immutable; one alphabet has one text. Errors: a symbol given twice, a run that goes back, or
 * more than {@value #MOST} symbols.
 */
final class Alphabet {
  private static final int MOST = 4096;

  /** From this length on, a run is written by its ends. */
  private static final int RUN = 3;

  private final int[] symbols; // sorted

  private Alphabet(int[] symbols) {
    this.symbols = symbols;
  }

  static Alphabet of(String text) {
    int[] written = text.codePoints().toArray();
    IntStream.Builder all = IntStream.builder();
    long count = 0;
    for (int i = 0; i < written.length; i++) {
      boolean isRun = i + 2 < written.length && written[i + 1] == '-';
      int last = isRun ? written[i + 2] : written[i];
      count += Math.max(0, last - written[i] + 1L);
      Require.that(written[i] <= last && count <= MOST)
          .orRefuse(
              "an alphabet must have at most %s symbols, and each of its runs, such as a-z, must go"
                  + " forward. Provided value: %s.",
              MOST, text);
      IntStream.rangeClosed(written[i], last).forEach(all);
      i += isRun ? 2 : 0;
    }
    int[] symbols = all.build().sorted().toArray();
    Require.that(symbols.length > 0 && IntStream.of(symbols).distinct().count() == symbols.length)
        .orRefuse(
            "an alphabet must have each of its symbols once, and a hyphen first. Provided value:"
                + " %s.",
            text);
    return new Alphabet(symbols);
  }

  int size() {
    return symbols.length;
  }

  /** The digit of a symbol, from 1; −1 if it is none. */
  int digit(int symbol) {
    int place = Arrays.binarySearch(symbols, symbol);
    return place < 0 ? -1 : place + 1;
  }

  /** The symbol of a digit from 1. */
  int symbol(int digit) {
    return symbols[digit - 1];
  }

  /** All symbols, that of digit 1 first. */
  String symbols() {
    return new String(symbols, 0, symbols.length);
  }

  /** As specs write it, in one way only. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (digit('-') > 0) {
      text.append('-');
    }
    for (int i = 0; i < symbols.length; i++) {
      int end = i;
      while (end + 1 < symbols.length
          && symbols[end + 1] == symbols[end] + 1
          && symbols[end + 1] != '-') {
        end++;
      }
      if (symbols[i] == '-') {
        continue;
      }
      if (end - i + 1 >= RUN) {
        text.appendCodePoint(symbols[i]).append('-').appendCodePoint(symbols[end]);
        i = end;
      } else {
        text.appendCodePoint(symbols[i]);
      }
    }
    return text.toString();
  }
}
