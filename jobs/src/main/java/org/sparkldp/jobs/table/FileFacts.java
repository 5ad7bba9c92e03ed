package org.sparkldp.jobs.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * What was seen of a file, or of a slice of one, before anybody is asked: counts, lines, and names
 * and types of columns. It holds no private value.
 */
final class FileFacts implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * A column of a file.
   *
   * @param type as the file's format writes it; empty where it has none
   */
  record Field(String name, String type) implements Serializable {}

  String file = "";
  long from;
  long lines;

  /** People, by the format's own count. */
  long rows;

  /** Rows with more or fewer fields than the header. */
  long malformed;

  long malformedLine;

  /** Rows that are the header once more. */
  long repeats;

  long repeatLine;

  /** The first line with the header's names in another order. */
  long otherLine;

  /** Rows that are equal to the header, and people, as no column is shown. */
  long alike;

  /** Rows that are none: with an open quote, or no object of JSON. */
  long flawed;

  long flawLine;

  /** Lines whose bytes are none of the encoding. */
  long bad;

  long badLine;

  /** Whether the file ends with a mark that is no row. */
  boolean hasMark;

  /** The number in the last row's id, if it says how many rows there are; else -1. */
  long footer = -1;

  /** Why the file was not read to its end; empty where it was. */
  String broken = "";

  /** The columns; of JSON the keys that are asked for, as they are spelled. */
  List<Field> fields = new ArrayList<>();

  /** Of columns of CSV that are typed by what stands in them, by the name that was asked for. */
  TreeMap<String, String> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Adds what was seen of the next slice of the file. */
  FileFacts plus(FileFacts next) {
    repeatLine = first(repeatLine, next.repeatLine);
    flawLine = first(flawLine, next.flawLine);
    badLine = first(badLine, next.badLine);
    malformedLine = first(malformedLine, next.malformedLine);
    otherLine = first(otherLine, next.otherLine);
    alike += next.alike;
    lines += next.lines;
    rows += next.rows;
    malformed += next.malformed;
    repeats += next.repeats;
    flawed += next.flawed;
    bad += next.bad;
    hasMark |= next.hasMark;
    footer = next.footer;
    broken = broken.isEmpty() ? next.broken : broken;
    for (Field field : next.fields) {
      if (!fields.contains(field)) {
        fields.add(field);
      }
    }
    return this;
  }

  /** A line of the file, by one of the next slice. */
  private long first(long here, long there) {
    return here > 0 || there == 0 ? here : lines + there;
  }
}
