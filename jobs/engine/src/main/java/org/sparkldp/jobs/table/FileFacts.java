package org.sparkldp.jobs.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The facts about a file, or a slice of one, before anybody is asked: counts, lines, and names and
 * types of columns. It holds no private value.
 */
final class FileFacts implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * A column of a file.
   *
   * @param type as the file's format writes it; empty where it has none
   */
  record Field(String name, String type) implements Serializable {}

  /** The number of lines of a kind, and the first of them. */
  static final class Found implements Serializable {
    private static final long serialVersionUID = 1;

    long count;
    long line;

    /** Counts a line. */
    void add(long at) {
      line = count++ == 0 ? at : line;
    }

    private void plus(Found next, long linesBefore) {
      line = count > 0 || next.count == 0 ? line : linesBefore + next.line;
      count += next.count;
    }
  }

  String file = "";
  long from;
  long lines;

  /** People, by the format's own count. */
  long rows;

  /** Rows with more or fewer fields than the header. */
  final Found malformed = new Found();

  /** Rows that are the header once more. */
  final Found repeats = new Found();

  /** Rows of the header's names in another order. */
  final Found reordered = new Found();

  /** Rows that are none: with an open quote, or no object of JSON. */
  final Found flawed = new Found();

  /** Lines whose bytes are none of the encoding. */
  final Found bad = new Found();

  /** Rows that are equal to the header, and people, as no column is shown. */
  long alike;

  /** The delimiter that a file's first line asks for, as Excel writes it; none where none is. */
  List<String> separator = List.of();

  /** Whether the file ends with a mark that is no row. */
  boolean hasMark;

  /** The number in the last row's id, if it says how many rows there are; else -1. */
  long footer = -1;

  /** The line of the last row. */
  long lastRow;

  /** Why the file was not read to its end; empty where it was. */
  String broken = "";

  /** The columns; of JSON the keys that are asked for, as they are spelled. */
  List<Field> fields = new ArrayList<>();

  /** Of columns of CSV that are typed by what stands in them, by the name that was asked for. */
  TreeMap<String, String> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** How many columns have a name, in any case. */
  long names(String column) {
    return fields.stream().filter(field -> field.name().equalsIgnoreCase(column)).count();
  }

  /** Adds what was seen of the next slice of the file. */
  FileFacts plus(FileFacts next) {
    malformed.plus(next.malformed, lines);
    repeats.plus(next.repeats, lines);
    reordered.plus(next.reordered, lines);
    flawed.plus(next.flawed, lines);
    bad.plus(next.bad, lines);
    alike += next.alike;
    if (next.rows > 0) { // a slice without rows has no last row
      footer = next.footer;
      lastRow = lines + next.lastRow;
    }
    lines += next.lines;
    rows += next.rows;
    hasMark |= next.hasMark;
    broken = broken.isEmpty() ? next.broken : broken;
    for (Field field : next.fields) {
      if (!fields.contains(field)) {
        fields.add(field);
      }
    }
    return this;
  }
}
