package org.sparkldp.jobs.table;

import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat;
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Tables that Spark's own readers of CSV and JSON have opened: {@code spark.read.json}, or a table
 * USING CSV. Their files are looked at as a path's files are, for those readers lose people without
 * a word: the second of two objects in a line, or rows that an open quote swallows. A table is
 * refused of which Spark reads more or fewer rows than its files have.
 */
public final class TextRelations {
  /** An option of a reader whose files have been looked at. */
  static final String LOOKED = "ldp.looked";

  /** Spark's names of options, and ours. */
  private static final Map<String, String> NAMES =
      Map.of("sep", "delimiter", "charset", "encoding");

  /** What Spark does where nobody says anything, unlike us. */
  private static final Map<String, String> DEFAULTS = Map.of("header", "false", "escape", "\\");

  /**
   * A relation of texts.
   *
   * @param columns those of the files, in order
   * @param options of Spark's reader
   */
  private record Texts(
      TableFormat format, FileIndex files, StructType columns, Map<String, String> options) {
    private FileTable table(SparkSession spark) {
      Map<String, String> ours = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      ours.put(TableFormat.FORMAT, format.name());
      if (format == TableFormat.CSV) {
        ours.putAll(DEFAULTS);
      }
      Set<String> known = format.taken();
      known.remove("pathGlobFilter"); // which has been applied
      options.forEach(
          (name, value) -> {
            String our = NAMES.getOrDefault(name.toLowerCase(Locale.ROOT), name);
            if (known.contains(our)) {
              ours.put(our, value);
            }
          });
      String root = Scala.list(files.rootPaths()).get(0).toString();
      Input input = new Input(root, ours);
      return FileTable.of(spark, input, TableFiles.of(spark, input), format, Wanted.ALL);
    }

    void require(SparkSession spark, String... places) {
      if (places.length == 0) {
        return;
      }
      FileTable table = table(spark);
      Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      all.putAll(options);
      all.remove("path");
      all.remove("paths");
      Dataset<Row> read = table.reader(format.name(), all).schema(columns).load(places);
      all.putAll(table.options());
      Collection<FileFacts> seen = FileLook.of(table.look(all, places));
      final long there = table.requireRows(seen).rows();
      if (Boolean.parseBoolean(all.get("header"))) {
        seen.forEach(this::requirePlaces);
      }
      long found = read.count();
      Require.that(found == there)
          .orRefuse(
              "Spark must read each row of a table's files once. Provided: %s, in which are %s"
                  + " rows, of which its reader of %s makes %s; give the path itself as the table"
                  + " of people, or write the rows to Parquet.",
              table.input, there, format, found);
    }

    /** Spark's reader takes fields by their places, whatever a file's header calls them. */
    private void requirePlaces(FileFacts file) {
      for (int i = 0; i < file.fields.size(); i++) {
        int place = FileTable.place(columns, file.fields.get(i).name());
        Require.that(place < 0 || place == i)
            .orRefuse(
                "the columns of a CSV must stand in the order of its table, for Spark takes them by"
                    + " their places. Provided: a file whose column %s is %s, which is %s of the"
                    + " table; give the path itself as the table of people, or write the file"
                    + " anew.",
                i + 1, file.fields.get(i).name(), place + 1);
      }
    }
  }

  private TextRelations() {}

  /** Refuses a table that Spark might read in part; see {@link ReadSettings} too. */
  public static void require(Dataset<Row> table) {
    ReadSettings.require(table);
    texts(table)
        .forEach(
            texts ->
                texts.require(
                    table.sparkSession(),
                    Stream.of(texts.files.inputFiles())
                        .map(file -> new Path(URI.create(file)).toString())
                        .toArray(String[]::new)));
  }

  /**
   * The same of files that have come to a table of the catalogue.
   *
   * @param table as it is read at once
   * @param batch of its stream
   */
  static void requireBatch(Dataset<Row> table, Dataset<Row> batch) {
    texts(table).forEach(texts -> texts.require(table.sparkSession(), FileTable.files(batch)));
  }

  private static Stream<Texts> texts(Dataset<Row> table) {
    return ReadSettings.leaves(table).stream()
        .flatMap(leaf -> of(leaf).stream())
        .filter(texts -> !texts.options.containsKey(LOOKED));
  }

  private static Optional<Texts> of(LogicalPlan leaf) {
    if (leaf instanceof LogicalRelation relation
        && relation.relation() instanceof HadoopFsRelation read) {
      return format(read.fileFormat().getClass())
          .map(
              format ->
                  new Texts(format, read.location(), read.dataSchema(), Scala.map(read.options())));
    }
    if (leaf instanceof DataSourceV2Relation relation
        && relation.table()
            instanceof org.apache.spark.sql.execution.datasources.v2.FileTable read) {
      return format(read.fallbackFileFormat())
          .map(
              format ->
                  new Texts(
                      format,
                      read.fileIndex(),
                      read.dataSchema(),
                      relation.options().asCaseSensitiveMap()));
    }
    return Optional.empty();
  }

  private static Optional<TableFormat> format(Class<?> ofSpark) {
    return CSVFileFormat.class.isAssignableFrom(ofSpark)
        ? Optional.of(TableFormat.CSV)
        : JsonFileFormat.class.isAssignableFrom(ofSpark)
            ? Optional.of(TableFormat.JSON)
            : Optional.empty();
  }
}
