package org.sparkldp.jobs.table;

import java.io.Serializable;
import java.nio.charset.Charset;
import java.util.Map;
import org.apache.spark.sql.catalyst.csv.CSVExprUtils;

/**
 * The syntax of a CSV, by the options of Spark's reader.
 *
 * @param charset the name of its encoding
 * @param quote 0 for none
 * @param escape of a quote in quotes, perhaps the quote itself
 * @param comment the first character of lines that are no rows; 0 for none
 * @param lineEnd the only one; empty for CR, LF and CRLF, each
 * @param trimsLeft whether blanks before a field are no part of it
 * @param trimsRight whether blanks after a field without quotes are no part of it
 * @param hasBreaks whether a field in quotes may have line breaks
 * @param hasHeader whether the first row names the columns
 */
record CsvSyntax(
    String charset,
    String delimiter,
    char quote,
    char escape,
    char comment,
    String lineEnd,
    boolean trimsLeft,
    boolean trimsRight,
    boolean hasBreaks,
    boolean hasHeader)
    implements Serializable {

  /**
   * Reads options.
   *
   * @param all those that were given, and the format's defaults
   */
  static CsvSyntax of(Map<String, String> all) {
    return new CsvSyntax(
        Charset.forName(all.getOrDefault("encoding", "UTF-8")).name(),
        CSVExprUtils.toDelimiterStr(all.getOrDefault("delimiter", ",")),
        first(all.get("quote")),
        first(all.get("escape")),
        first(all.get("comment")),
        all.getOrDefault("lineSep", ""),
        Boolean.parseBoolean(all.get("ignoreLeadingWhiteSpace")),
        Boolean.parseBoolean(all.get("ignoreTrailingWhiteSpace")),
        Boolean.parseBoolean(all.get("multiLine")),
        Boolean.parseBoolean(all.get("header")));
  }

  /** Whether a field can be this text, with quotes around it or without. */
  boolean canHold(String text) {
    boolean isOneLine =
        lineEnd.isEmpty() ? !text.matches("(?s).*[\r\n].*") : !text.contains(lineEnd);
    return (hasBreaks || isOneLine)
        && Charset.forName(charset).newEncoder().canEncode(text)
        && (isField(text, text) || isField(quoted(text), text));
  }

  private boolean isField(String written, String text) {
    CsvFields fields = new CsvFields(this);
    return fields.cut(written) == CsvFields.RowEnd.WHOLE
        && fields.count() == 1
        && text.equals(fields.get(0));
  }

  private String quoted(String text) {
    String whole = escape == quote ? text : text.replace("" + escape, "" + escape + escape);
    return quote + whole.replace("" + quote, "" + escape + quote) + quote;
  }

  private static char first(String text) {
    return text == null || text.isEmpty() || text.equals("\\u0000") ? '\0' : text.charAt(0);
  }

  /** Whether a file can be read from any of its lines on. */
  boolean isCut() {
    return !hasBreaks && Lines.areOfBytes(charset);
  }
}
