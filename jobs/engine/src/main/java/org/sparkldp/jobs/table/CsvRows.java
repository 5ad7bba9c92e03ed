package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The rows of a CSV file, or of a slice of one, in order: the only place that says which line is a
 * person. Whoever draws takes its rows, and whoever looks first takes its counts, so that the two
 * cannot differ.
 *
 * <p>A line is a row, unless it is a comment, or empty and its table has more than one column. Left
 * out are the first row of a file, if it is the header, by its place; rows that are equal to it, as
 * where files were joined, if a column that is not private stands in it; the mark (Ctrl-Z) with
 * which old systems end a file; and rows with more or fewer fields than the header.
 */
final class CsvRows implements AutoCloseable {
  /** Characters of the longest row with line breaks. */
  private static final int LONGEST = 1 << 20;

  private static final String END_MARK = "\u001a";

  /** An id that is the number of rows, as some programs write below them. */
  private static final Pattern FOOTER = Pattern.compile("\\W{0,3}(\\d{1,18})\\s+\\p{L}+\\W{0,3}");

  /** A first line by which Excel knows the delimiter. */
  private static final Pattern SEPARATOR = Pattern.compile("\"?(?i:sep)=(.)\"?");

  private final Lines lines;
  private final CsvSyntax syntax;
  private final Set<String> shown;
  private final boolean isEnd;
  private final CsvFields fields;
  private final String lineBreak;
  private final FileFacts found;
  private List<String> names;
  private String line;
  private String ahead;
  private boolean isBadAhead;
  private long emptyBefore;

  /**
   * Goes through lines.
   *
   * @param header of the file; null where these lines begin with it
   * @param isEnd whether these lines end the file
   * @param shown columns that are not private
   * @param found where lines and rows are counted
   */
  CsvRows(
      Lines lines,
      CsvSyntax syntax,
      List<String> header,
      boolean isEnd,
      Set<String> shown,
      FileFacts found)
      throws IOException {
    this.found = found;
    this.lines = lines;
    this.syntax = syntax;
    this.isEnd = isEnd;
    this.fields = new CsvFields(syntax);
    this.lineBreak = syntax.lineEnd().isEmpty() ? "\n" : syntax.lineEnd();
    this.shown = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    this.shown.addAll(shown);
    this.names = header;
    look();
  }

  /** All rows of some bytes. */
  static CsvRows of(InputStream bytes, CsvSyntax syntax, FileFacts found) throws IOException {
    Lines lines = Lines.of(bytes, syntax.charset(), syntax.lineEnd());
    return new CsvRows(lines, syntax, null, true, Set.of(), found);
  }

  /** The names of the columns; none of a file without a row. */
  List<String> header() throws IOException {
    if (names == null) {
      begin();
    }
    return names;
  }

  /** The place of a column; -1 where the file has none of this name. */
  int place(String name) throws IOException {
    for (int i = 0; i < header().size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The next row; false at the end. */
  boolean next() throws IOException {
    if (names == null) {
      begin();
    }
    if (emptyBefore > 0 && names.size() == 1) {
      emptyBefore--;
      found.rows++;
      fields.cut("");
      return true;
    }
    while (line()) {
      line = Lines.withoutMark(line); // of a file that was joined to another
      if ((line.isEmpty() && names.size() > 1) || isComment(line)) {
        continue;
      }
      long at = found.lines;
      boolean isWhole = row();
      if (!isWhole) {
        found.flawed.add(at);
      } else if (isHeader()) {
        found.repeats.add(at);
      } else if (isOtherHeader()) {
        found.reordered.add(at);
      } else if (fields.count() != names.size()) {
        found.malformed.add(at);
      } else {
        found.rows++;
        found.lastRow = at;
        return true;
      }
    }
    return false;
  }

  /** The text of a field of the row; null where nothing stands. */
  String get(int field) {
    return fields.get(field);
  }

  /** Whether no line follows in the file. */
  boolean isLast() {
    return ahead == null && isEnd;
  }

  /** The number in the id of the last row, if it says of rows how many there are; else -1. */
  long footer(int idField) {
    boolean isRow = idField >= 0 && found.rows > 0 && fields.count() == names.size();
    String id = isRow ? fields.get(idField) : null;
    Matcher number = FOOTER.matcher(id == null ? "" : id);
    return number.matches() ? Long.parseLong(number.group(1)) : -1;
  }

  /** Passes over what is before the rows. */
  private void begin() throws IOException {
    names = List.of();
    while (ahead != null) {
      Matcher asked = SEPARATOR.matcher(syntax.hasHeader() && found.lines == 0 ? ahead : "");
      if (asked.matches()) {
        found.separator = List.of(asked.group(1));
      }
      boolean isSkipped = ahead.isEmpty() || isComment(ahead) || asked.matches();
      if (!isSkipped && !syntax.hasHeader()) {
        fields.cut(ahead);
        names = named();
        return;
      }
      line();
      emptyBefore += syntax.hasHeader() || !line.isEmpty() ? 0 : 1;
      if (!isSkipped) {
        long at = found.lines;
        if (!row()) {
          found.flawed.add(at);
        }
        names = named();
        return;
      }
    }
  }

  /** The names in this row; numbers stand for those that are not there. */
  private List<String> named() {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < fields.count(); i++) {
      String name = syntax.hasHeader() ? fields.get(i) : null;
      named.add(name == null || name.isEmpty() ? "_c" + i : name);
    }
    return named;
  }

  /** Takes a line, and looks at the next one. */
  private boolean line() throws IOException {
    line = ahead;
    if (line == null) {
      return false;
    }
    found.lines++;
    if (isBadAhead) {
      found.bad.add(found.lines);
    }
    look();
    if (ahead == null && isEnd && line.endsWith(END_MARK)) {
      found.hasMark = true;
      line = line.substring(0, line.length() - 1);
      return !line.isEmpty();
    }
    return true;
  }

  private void look() throws IOException {
    ahead = lines.next();
    isBadAhead = lines.isBad();
  }

  private boolean isComment(String text) {
    return syntax.comment() != 0 && !text.isEmpty() && text.charAt(0) == syntax.comment();
  }

  /** Cuts the row that begins with this line; false where its quotes are not closed. */
  private boolean row() throws IOException {
    CsvFields.RowEnd outcome = fields.cut(line);
    while (outcome == CsvFields.RowEnd.OPEN && syntax.hasBreaks()) {
      if (fields.length() > LONGEST || !line()) {
        return false;
      }
      outcome = fields.append(lineBreak + line);
    }
    return outcome == CsvFields.RowEnd.WHOLE;
  }

  /** Whether the row is the header once more. */
  private boolean isHeader() {
    if (!syntax.hasHeader() || fields.count() != names.size()) {
      return false;
    }
    boolean isShown = false;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!fields.is(i, name) && !(name.equals("_c" + i) && fields.get(i) == null)) {
        return false;
      }
      isShown |= shown.contains(name);
    }
    found.alike += isShown ? 0 : 1;
    return isShown;
  }

  /** Whether the row has the header's names in another order, as of a file that was joined. */
  private boolean isOtherHeader() {
    boolean mayBe = syntax.hasHeader() && fields.count() == names.size();
    for (int i = 1; mayBe && i < names.size(); i++) {
      if (fields.is(0, names.get(i))) {
        List<String> own = IntStream.range(0, fields.count()).mapToObj(fields::get).toList();
        return own.containsAll(names) && names.stream().anyMatch(shown::contains);
      }
    }
    return false;
  }

  @Override
  public void close() {
    lines.close();
  }
}
