package org.sparkldp.jobs.table;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * The columns of a CSV, and how it is read, by its header. Of the bytes it looks at the first line
 * only: what follows is of people, so neither delimiter, quotes, encoding nor a type is guessed
 * from it.
 *
 * @param names of the columns
 * @param options of Spark's reader that the header shows to be needed and nobody gave
 */
record CsvHeader(List<String> names, Map<String, String> options) {
  /** Bytes of the longest. */
  static final int LONGEST = 1 << 20;

  private static final char UNREADABLE = '\ufffd';
  private static final String DELIMITERS = ",;\t|";
  private static final String DELIMITER = "delimiter";
  private static final String ENCODING = "encoding";
  private static final String TRIM = "ignoreLeadingWhiteSpace";

  CsvHeader {
    names = List.copyOf(names);
    options = Map.copyOf(options);
  }

  /**
   * Reads the header.
   *
   * @param start the file's first bytes
   * @param given options that somebody gave
   * @param all the same with the format's defaults
   */
  static CsvHeader of(byte[] start, Map<String, String> given, Map<String, String> all) {
    Map<String, String> found = new TreeMap<>();
    Charset encoding = encoding(start, given, found);
    char quote = first(all.get("quote"));
    String line = line(start, encoding, quote);
    boolean hasHeader = Boolean.parseBoolean(all.get("header"));
    String delimiter = all.getOrDefault(DELIMITER, ",");
    Require.that(!delimiter.isEmpty())
        .orRefuse("a delimiter must be a character. Provided: none; leave it out, or give one.");
    boolean isOpen = hasHeader && !given.containsKey(DELIMITER) && delimiter.equals(",");
    if (isOpen) {
      delimiter = delimiter(line, quote);
      if (!delimiter.equals(",")) {
        found.put(DELIMITER, delimiter);
      }
    }
    List<String> cells = cells(line, delimiter, quote);
    if (!hasHeader) {
      // How many there are is no value; what stands in them is.
      return new CsvHeader(
          IntStream.range(0, cells.size()).mapToObj(i -> "_c" + i).toList(), found);
    }
    boolean trims = Boolean.parseBoolean(all.get(TRIM));
    if (!trims && cells.stream().skip(1).anyMatch(cell -> cell.startsWith(" "))) {
      found.put(TRIM, "true");
      trims = true;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      String cell = unquoted(trims ? cells.get(i).strip() : cells.get(i), quote);
      names.add(cell.isEmpty() ? "_c" + i : cell);
    }
    requireNames(names, given.containsKey("header"));
    return new CsvHeader(names, found);
  }

  /** Given, or by a mark or the zeros of UTF-16; else UTF-8, which the header must be. */
  private static Charset encoding(
      byte[] start, Map<String, String> given, Map<String, String> found) {
    String name = given.get(ENCODING);
    if (name == null) {
      int first = start.length > 1 ? ((start[0] & 0xff) << 8) | (start[1] & 0xff) : 0xffff00;
      name =
          first == 0xfeff || first == 0xfffe
              ? "UTF-16"
              : first >> 8 == 0 ? "UTF-16BE" : (first & 0xff) == 0 ? "UTF-16LE" : "";
      if (!name.isEmpty()) {
        found.put(ENCODING, name);
      }
    }
    return name.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(name);
  }

  /** The first line that is not empty. Quotes that it leaves open would let rows of people in. */
  private static String line(byte[] start, Charset encoding, char quote) {
    String text = new String(start, encoding); // which writes U+FFFD for what it cannot read
    int from = 0;
    while (from < text.length() && "\ufeff\r\n".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    int end = from;
    while (end < text.length() && "\r\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    Require.that(end > from && (end < text.length() || start.length < LONGEST))
        .orRefuse(
            "a CSV must begin with a line that names its columns, of less than %s bytes. Provided:"
                + " none.",
            LONGEST);
    String line = text.substring(from, end);
    Require.that(line.indexOf(UNREADABLE) < 0)
        .orRefuse(
            "a CSV's header must be in the encoding that is given, or in UTF-8. Provided: other"
                + " bytes than those of %s; give --read encoding=ISO-8859-1 or another.",
            encoding);
    Require.that(line.chars().filter(c -> c == quote).count() % 2 == 0)
        .orRefuse(
            "a CSV's header must be one line, with each quote closed. Provided: a quote that is not"
                + " (the line is not shown); give --read quote=... or mend the header.");
    return line;
  }

  /** The one that cuts the header into most cells. */
  private static String delimiter(String line, char quote) {
    String best = ",";
    int most = 1;
    for (int i = 0; i < DELIMITERS.length(); i++) {
      String delimiter = DELIMITERS.substring(i, i + 1);
      int cells = cells(line, delimiter, quote).size();
      if (cells > most) {
        best = delimiter;
        most = cells;
      }
    }
    return best;
  }

  static List<String> cells(String line, String delimiter, char quote) {
    List<String> cells = new ArrayList<>();
    boolean isQuoted = false;
    int from = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == quote) {
        isQuoted = !isQuoted;
      } else if (!isQuoted && line.startsWith(delimiter, i)) {
        cells.add(line.substring(from, i));
        i += delimiter.length() - 1;
        from = i + 1;
      }
    }
    cells.add(line.substring(from));
    return cells;
  }

  static String unquoted(String cell, char quote) {
    String q = String.valueOf(quote);
    return cell.length() > 1 && cell.startsWith(q) && cell.endsWith(q)
        ? cell.substring(1, cell.length() - 1).replace(q + q, q)
        : cell;
  }

  private static char first(String text) {
    return text == null || text.isEmpty() ? '\0' : text.charAt(0);
  }

  /** A first line with a value in it is a person's row rather than names; it is not shown. */
  private static void requireNames(List<String> names, boolean isSaid) {
    if (!isSaid && names.stream().anyMatch(CsvHeader::isValue)) {
      throw Require.refusal(
          "a CSV's first line must name its columns. Provided: %s cells, some of them numbers,"
              + " dates or addresses, as in a row; give --read header=false if the file has no"
              + " header (columns are then _c0, _c1, ...), or --read header=true if these are"
              + " names.",
          names.size());
    }
    TreeSet<String> different = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    different.addAll(names);
    Require.that(different.size() == names.size())
        .orRefuse(
            "a CSV's columns must have different names. Provided: %s columns, %s names; rename them"
                + " in the header, or give --read header=false.",
            names.size(), different.size());
  }

  /** Numbers, dates, times and addresses: what begins with a digit, or holds what names do not. */
  private static boolean isValue(String cell) {
    return cell.matches("\\s*[-+.]?[0-9].*") || cell.contains("@") || cell.contains("://");
  }
}
