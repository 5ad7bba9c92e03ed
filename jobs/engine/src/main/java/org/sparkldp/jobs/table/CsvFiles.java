package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.sql.catalyst.FileSlices;
import org.sparkldp.sql.catalyst.Scala;
import scala.Function1;

/**
 * A format of Spark: the rows of CSV files, by {@link CsvRows}. Each file has columns by its own
 * header; a field becomes what Spark's CSV reader makes of it, NULL where it does not fit its type.
 */
public final class CsvFiles extends FileSlices {
  /** The option that names columns that are not private. */
  static final String SHOWN = "ldp.shown";

  /** The option with the session's time zone. */
  static final String ZONE = "ldp.zone";

  /** Columns in an option. */
  static Set<String> columns(Map<String, String> options, String option) {
    String names = options.getOrDefault(option, "");
    return names.isEmpty() ? Set.of() : Set.of(names.split("\n"));
  }

  /** What Spark's own reader makes of texts. */
  static CSVOptions texts(Map<String, String> options) {
    Map<String, String> own = new TreeMap<>(options);
    own.keySet().removeIf(name -> name.startsWith("ldp."));
    return new CSVOptions(Scala.map(own), true, options.getOrDefault(ZONE, "UTC"));
  }

  /** The rows of a slice; those of a file's later slices need its header. */
  static CsvRows open(
      PartitionedFile slice,
      CsvSyntax syntax,
      Set<String> shown,
      Configuration hadoop,
      FileFacts found)
      throws IOException {
    List<String> header = null;
    if (slice.start() > 0) {
      InputStream start = Lines.unpacked(slice.toPath(), hadoop);
      try (CsvRows first = CsvRows.of(start, syntax, new FileFacts())) {
        header = first.header();
      }
    }
    boolean isEnd = slice.start() + slice.length() >= slice.fileSize();
    Lines lines = Lines.open(slice, syntax.charset(), syntax.lineEnd(), syntax.isCut(), hadoop);
    return new CsvRows(lines, syntax, header, isEnd, shown, found);
  }

  @Override
  protected boolean isCut(Map<String, String> options) {
    return CsvSyntax.of(options).isCut();
  }

  @Override
  protected Reader reader(Map<String, String> options, StructType columns) {
    CsvSyntax syntax = CsvSyntax.of(options);
    return (slice, hadoop) ->
        new Typed(
            open(slice, syntax, columns(options, SHOWN), hadoop, new FileFacts()),
            columns,
            options);
  }

  /** As plans show it. */
  @Override
  public String toString() {
    return "CSV";
  }

  /** Rows with types. */
  private static final class Typed extends SliceRows {
    private final CsvRows rows;
    private final int[] places;
    private final Function1<String, Object>[] made;
    private final Object[] row;
    private final InternalRow given;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Typed(CsvRows rows, StructType columns, Map<String, String> options) throws IOException {
      this.rows = rows;
      this.places = new int[columns.size()];
      this.made = new Function1[columns.size()];
      this.row = new Object[columns.size()];
      this.given = new GenericInternalRow(row);
      UnivocityParser texts = new UnivocityParser(columns, texts(options));
      for (int i = 0; i < places.length; i++) {
        String name = columns.fields()[i].name();
        places[i] = rows.place(name);
        made[i] = (Function1) texts.makeConverter(name, columns.fields()[i].dataType(), true);
      }
    }

    @Override
    protected InternalRow read() throws IOException {
      if (!rows.next()) {
        close();
        return null;
      }
      for (int i = 0; i < places.length; i++) {
        row[i] = places[i] < 0 ? null : value(made[i], rows.get(places[i]));
      }
      return given;
    }

    private static Object value(Function1<String, Object> made, String text) {
      if (text == null) {
        return null;
      }
      try {
        return made.apply(text);
      } catch (Exception e) { // as Spark's reader has it: what does not fit its type is NULL
        return null;
      }
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
