package org.sparkldp.jobs.table;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;

/**
 * Texts as CSV has them: somebody else may have written them, and a spreadsheet runs what looks
 * like a formula. Such a text gets an apostrophe, which spreadsheets take for "this is text".
 * Numbers keep their minus.
 */
public final class Spreadsheet {
  private static final Pattern FORMULA =
      Pattern.compile("\\A(?!-([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\z)[=+@\\t\\r-]");

  private static final String AS_TEXT = "'$0";

  private Spreadsheet() {}

  /** A text that no spreadsheet runs. */
  public static String safe(String text) {
    return FORMULA.matcher(text).replaceFirst(AS_TEXT);
  }

  /** A table whose texts and names no spreadsheet runs. */
  public static Dataset<Row> safe(Dataset<Row> table) {
    return table.select(
        Arrays.stream(table.schema().fields())
            .map(
                field -> {
                  Column column = Inputs.column(field.name());
                  return (field.dataType().equals(DataTypes.StringType)
                          ? regexp_replace(column, lit(FORMULA.pattern()), lit(AS_TEXT))
                          : column)
                      .as(safe(field.name()));
                })
            .toArray(Column[]::new));
  }
}
