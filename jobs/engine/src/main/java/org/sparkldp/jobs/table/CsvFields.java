package org.sparkldp.jobs.table;

import java.util.Arrays;

/**
 * Cuts a row of a CSV into its fields, as RFC 4180 and the options of Spark's reader say. A quote
 * that begins a field must be closed, and be followed by a delimiter or the row's end; a quote
 * inside a field without quotes is a part of it.
 */
final class CsvFields {
  /** The end of a row. */
  enum RowEnd {
    WHOLE,
    /** A quote is open: the row goes on in the next line, or is none. */
    OPEN,
    /** More than a delimiter follows a quote. */
    AFTER_QUOTE
  }

  private final CsvSyntax syntax;
  private final StringBuilder more = new StringBuilder();
  private String row = "";
  private int count;
  private int[] from = new int[16];
  private int[] to = new int[16];

  /** The quoting of each field: without quotes, in quotes, in quotes with an escape. */
  private byte[] quoting = new byte[16];

  private int at;
  private boolean isOpen;
  private boolean hasEscape;

  CsvFields(CsvSyntax syntax) {
    this.syntax = syntax;
  }

  /** Cuts a row, or as much of it as there is. */
  RowEnd cut(String text) {
    row = text;
    count = 0;
    at = 0;
    isOpen = false;
    more.setLength(0);
    return rest();
  }

  /** Goes on with a row whose quote was open. */
  RowEnd append(String text) {
    more.append(text);
    if (text.indexOf(syntax.quote()) < 0) {
      return RowEnd.OPEN; // whatever it is, it does not close the quote
    }
    row = row.concat(more.toString());
    more.setLength(0);
    return rest();
  }

  /** Its characters so far. */
  int length() {
    return row.length() + more.length();
  }

  private RowEnd rest() {
    int end = row.length();
    while (true) {
      if (!isOpen) {
        begin();
        while (syntax.trimsLeft() && at < end && isBlank(row.charAt(at)) && !isDelimiter()) {
          at++;
        }
        from[count] = at;
        if (syntax.quote() != 0 && at < end && row.charAt(at) == syntax.quote()) {
          isOpen = true;
          hasEscape = false;
          from[count] = ++at;
        } else {
          int next = row.indexOf(syntax.delimiter(), at);
          at = next < 0 ? end : next;
          to[count] = at;
        }
      }
      if (isOpen) {
        RowEnd outcome = quoted(end);
        if (outcome != RowEnd.WHOLE) {
          return outcome;
        }
      }
      count++;
      if (at == end) {
        return RowEnd.WHOLE;
      }
      at += syntax.delimiter().length();
    }
  }

  private void begin() {
    if (count == from.length) {
      from = Arrays.copyOf(from, 2 * count);
      to = Arrays.copyOf(to, 2 * count);
      quoting = Arrays.copyOf(quoting, 2 * count);
    }
    quoting[count] = 0;
  }

  /** Passes over the rest of a field in quotes. */
  private RowEnd quoted(int end) {
    while (at < end) {
      char c = row.charAt(at);
      if (c == syntax.escape() && at + 1 < end && isEscaped(row.charAt(at + 1))) {
        hasEscape = true;
        at += 2;
      } else if (c == syntax.quote()) {
        to[count] = at++;
        while (at < end && isBlank(row.charAt(at)) && !isDelimiter()) {
          at++;
        }
        isOpen = false;
        quoting[count] = (byte) (hasEscape ? 2 : 1);
        return at == end || isDelimiter() ? RowEnd.WHOLE : RowEnd.AFTER_QUOTE;
      } else {
        at++;
      }
    }
    return RowEnd.OPEN;
  }

  private boolean isEscaped(char next) {
    return next == syntax.quote() || (syntax.escape() != syntax.quote() && next == syntax.escape());
  }

  private boolean isDelimiter() {
    return row.startsWith(syntax.delimiter(), at);
  }

  private static boolean isBlank(char c) {
    return c <= ' ';
  }

  /** How many fields the row has. */
  int count() {
    return count;
  }

  /** The text of a field, without quotes; null where nothing stands, not even quotes. */
  String get(int field) {
    int start = from[field];
    int end = to[field];
    if (quoting[field] == 0) {
      while (syntax.trimsRight() && end > start && row.charAt(end - 1) <= ' ') {
        end--;
      }
      return start == end ? null : row.substring(start, end);
    }
    return quoting[field] == 1 ? row.substring(start, end) : unescaped(start, end);
  }

  /** Whether a field is this text. */
  boolean is(int field, String text) {
    boolean isPlain = quoting[field] < 2 && !syntax.trimsRight();
    return isPlain
        ? to[field] - from[field] == text.length() && row.startsWith(text, from[field])
        : text.equals(get(field));
  }

  private String unescaped(int start, int end) {
    StringBuilder text = new StringBuilder(end - start);
    for (int i = start; i < end; i++) {
      char c = row.charAt(i);
      if (c == syntax.escape() && i + 1 < end && isEscaped(row.charAt(i + 1))) {
        c = row.charAt(++i);
      }
      text.append(c);
    }
    return text.toString();
  }
}
