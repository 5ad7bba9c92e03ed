package org.sparkldp.jobs.table;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
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

  private static final List<String> DELIMITERS = List.of(",", ";", "\t", "|");
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
    if (!given.containsKey(ENCODING)) {
      String encoding = encoding(start);
      if (!encoding.isEmpty()) {
        found.put(ENCODING, encoding);
      }
    }
    boolean hasHeader = Boolean.parseBoolean(all.get("header"));
    String delimiter = all.getOrDefault(DELIMITER, ",");
    Require.that(!delimiter.isEmpty())
        .orRefuse("a delimiter must be a character. Provided: none; leave it out, or give one.");
    FileFacts seen = new FileFacts();
    List<String> names = names(start, all, found, seen);
    if (hasHeader && !given.containsKey(DELIMITER) && delimiter.equals(",")) {
      // The one that cuts the header into most cells, none of them in quotes.
      String quote = CsvSyntax.of(all).quote() + "";
      for (String other : Stream.concat(DELIMITERS.stream(), seen.separator.stream()).toList()) {
        Map<String, String> own = new TreeMap<>(found);
        own.put(DELIMITER, other);
        FileFacts then = new FileFacts();
        List<String> cells = names(start, all, own, then);
        if (cells.size() > names.size() && cells.stream().noneMatch(cell -> cell.contains(quote))) {
          names = cells;
          found = own;
          seen = then;
        }
      }
    }
    require(names, seen, all.getOrDefault(ENCODING, found.getOrDefault(ENCODING, "UTF-8")));
    boolean trims = Boolean.parseBoolean(all.get(TRIM));
    if (hasHeader && !trims && names.stream().skip(1).anyMatch(name -> name.startsWith(" "))) {
      found.put(TRIM, "true");
      names = names(start, all, found, seen);
    }
    if (hasHeader) {
      requireNames(names, given.containsKey("header"));
    }
    return new CsvHeader(names, found);
  }

  /** By a mark or the zeros of UTF-16; else it is UTF-8, which the header must be. */
  private static String encoding(byte[] start) {
    int first = start.length > 1 ? ((start[0] & 0xff) << 8) | (start[1] & 0xff) : 0xffff00;
    return first == 0xfeff || first == 0xfffe
        ? "UTF-16"
        : first >> 8 == 0 ? "UTF-16BE" : (first & 0xff) == 0 ? "UTF-16LE" : "";
  }

  /** The columns by some options more; none of a line that is too long. */
  private static List<String> names(
      byte[] start, Map<String, String> all, Map<String, String> found, FileFacts seen) {
    Map<String, String> own = new TreeMap<>(all);
    own.putAll(found);
    own.put("multiLine", "false");
    try (CsvRows rows = CsvRows.of(new ByteArrayInputStream(start), CsvSyntax.of(own), seen)) {
      List<String> names = rows.header();
      return rows.isLast() && start.length == LONGEST ? List.of() : names;
    } catch (CharacterCodingException e) {
      seen.bad.add(1);
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory must be readable", e);
    }
  }

  /** Refuses a line that is no header; quotes that it leaves open would let rows of people in. */
  private static void require(List<String> names, FileFacts seen, String encoding) {
    Require.that(seen.bad.count == 0)
        .orRefuse(
            "a CSV's header must be in the encoding that is given, or in UTF-8. Provided: other"
                + " bytes than those of %s; give --read encoding=ISO-8859-1 or another.",
            encoding);
    Require.that(seen.flawed.count == 0)
        .orRefuse(
            "a CSV's header must be one line, with each quote closed. Provided: a quote that is not"
                + " (the line is not shown); give --read quote=... or mend the header.");
    Require.that(!names.isEmpty())
        .orRefuse(
            "a CSV must begin with a line that names its columns, of less than %s bytes. Provided:"
                + " none.",
            LONGEST);
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
