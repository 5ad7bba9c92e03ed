package org.sparkldp.jobs.table;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;

/**
 * Reads a user's table: a catalogue name, or a path by its ending (Parquet unless it says else).
 * What is read as which type never depends on a private value.
 *
 * <p>CSV (RFC 4180, with a header) and JSON have no types of their own. Columns that a plan shows
 * (its id, its public columns) are typed by what stands in them; a private column has the type that
 * the plan asks for, else STRING, and what does not fit it is NULL. Were its type guessed from what
 * people hold, one person's "n/a" would decide whether the plan is refused.
 */
public final class Inputs {
  /** On columns whose names stood in the data: a CSV's first line may be a person. */
  private static final String NAME_IS_DATA = "ldp.name-is-data";

  private static final Metadata MARK = new MetadataBuilder().putBoolean(NAME_IS_DATA, true).build();

  private Inputs() {}

  /** A public table of that name or path; columns of CSV are STRING. */
  public static Dataset<Row> table(SparkSession spark, String tableOrPath) {
    Format format = Format.of(tableOrPath);
    if (format == Format.CATALOGUE) {
      // Not SQL's text.`release.key`, which would publish any file as a domain.
      if (!spark.catalog().tableExists(tableOrPath)) {
        throw Require.refusal(
            "the table must be in the catalogue, or a path with a slash or an ending (.csv,"
                + " .json, .orc, .parquet). Provided value: %s.",
            tableOrPath);
      }
      return spark.table(tableOrPath);
    }
    requirePlainFiles(spark, tableOrPath);
    return format.load(spark.read(), tableOrPath);
  }

  /** The table whose values a plan randomizes. */
  public static Dataset<Row> values(SparkSession spark, String tableOrPath, Plan plan) {
    return values(spark, tableOrPath, plan.shownColumns(), plan.task().values().types());
  }

  /**
   * A table of people.
   *
   * @param shown columns that are not private, typed by what stands in them
   * @param given the types of private columns; where there are none, any column may be asked for
   */
  public static Dataset<Row> values(
      SparkSession spark,
      String tableOrPath,
      Collection<String> shown,
      Map<String, DataType> given) {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    types.putAll(given);
    Format format = Format.of(tableOrPath);
    if (!format.isUntyped()) {
      return table(spark, tableOrPath);
    }
    requirePlainFiles(spark, tableOrPath);
    Set<String> guessed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    guessed.addAll(shown);
    StructType found =
        format.load(spark.read().option("inferSchema", "true"), tableOrPath).schema();
    // Of JSON only what the plan names, be it there or not: what else people hold, or whether
    // anybody has a key at all, decides nothing. A query may speak of any column.
    boolean named = format == Format.JSON && !types.isEmpty();
    List<StructField> fields =
        Arrays.stream(found.fields())
            .filter(
                field ->
                    !named || guessed.contains(field.name()) || types.containsKey(field.name()))
            .map(
                field ->
                    guessed.contains(field.name()) && !types.containsKey(field.name())
                        ? field
                        : field.copy(
                            field.name(),
                            type(field.dataType(), types.get(field.name()), format),
                            true,
                            MARK))
            .collect(Collectors.toCollection(ArrayList::new));
    if (named) {
      types.forEach(
          (name, type) -> {
            if (fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(name))) {
              fields.add(new StructField(name, type, true, MARK));
            }
          });
    }
    StructType schema = new StructType(fields.toArray(new StructField[0]));
    Dataset<Row> table = format.load(spark.read().schema(schema), tableOrPath);
    return table.select(
        Arrays.stream(table.columns())
            .map(name -> functions.col(quoted(name)).as(name, MARK))
            .toArray(Column[]::new));
  }

  /** The type of a private column, which only its shape in the files decides, and the plan. */
  private static DataType type(DataType shape, DataType asked, Format format) {
    if (asked instanceof ArrayType && format == Format.CSV) {
      return DataTypes.StringType; // which holds no arrays, and is refused as a vector
    }
    if (shape instanceof ArrayType && DataTypes.DoubleType.equals(asked)) {
      return DataTypes.createArrayType(DataTypes.DoubleType);
    }
    if (asked != null) {
      return asked;
    }
    return shape instanceof AtomicType ? DataTypes.StringType : shape;
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A type for a message: of a struct from JSON, the fields are people's keys. */
  public static String name(DataType type) {
    return type instanceof AtomicType ? type.sql() : type.typeName().toUpperCase(Locale.ROOT);
  }

  /** A top-level column by its very name; {@code a.b} would be a struct's field. */
  public static Column column(String name) {
    return functions.col(quoted(name));
  }

  /** Writes CSV as RFC 4180 has it, with a header. */
  public static DataFrameWriter<Row> rfc4180(DataFrameWriter<Row> writer) {
    return writer.option("header", "true").option("quote", "\"").option("escape", "\"");
  }

  /** Whether the table's names stood in its files, where they may be of people. */
  public static boolean namesAreData(StructType schema) {
    return Arrays.stream(schema.fields())
        .anyMatch(field -> field.metadata().contains(NAME_IS_DATA));
  }

  /** A table's columns for a message: their names where a schema has them, else how many. */
  public static String columns(StructType schema) {
    return namesAreData(schema)
        ? schema.size() + " columns, by the header or keys of its files"
        : String.join(", ", schema.fieldNames());
  }

  /** The sorted distinct values of a public column, as text, NULL left out. */
  public static List<String> distinct(SparkSession spark, String tableOrPath, String column) {
    return table(spark, tableOrPath)
        .select(functions.col(column).cast("string").as("item"))
        .where("item IS NOT NULL")
        .distinct()
        .orderBy("item")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  /** The folder or file of a path, without the part from the first wildcard on. */
  static Path place(String path) {
    String plain =
        Arrays.stream(path.split("/", -1))
            .takeWhile(part -> part.chars().noneMatch(c -> "*?[{".indexOf(c) >= 0))
            .collect(Collectors.joining("/"));
    return new Path(plain.isEmpty() ? "." : plain);
  }

  /** Whether it names files, not a table of the catalogue. */
  static boolean isPath(String tableOrPath) {
    return Format.of(tableOrPath) != Format.CATALOGUE;
  }

  /** Of a table format's folder the files are not the table: they hold deleted rows too. */
  private static void requirePlainFiles(SparkSession spark, String path) {
    Path place = place(path);
    try {
      FileSystem files = place.getFileSystem(spark.sessionState().newHadoopConf());
      FileStatus[] metadata = files.globStatus(new Path(place, "metadata/*.metadata.json"));
      String found =
          files.exists(new Path(place, "_delta_log"))
              ? "Delta"
              : metadata != null && metadata.length > 0
                  ? "Iceberg"
                  : files.exists(new Path(place, ".hoodie")) ? "Hudi" : "";
      if (!found.isEmpty()) {
        throw Require.refusal(
            "a folder must hold nothing but rows, and this one is a table of %s, whose files"
                + " hold deleted rows too. Provided path: %s; name the table as its catalogue does"
                + " (--conf spark.sql.catalog...).",
            found, path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + path, e);
    }
  }

  private enum Format {
    CATALOGUE,
    PARQUET,
    ORC,
    CSV,
    JSON;

    static Format of(String tableOrPath) {
      String lower = tableOrPath.toLowerCase(Locale.ROOT);
      if (!tableOrPath.contains("/")
          && !tableOrPath.contains(File.separator)
          && !lower.matches(".*\\.(csv|json|orc|parquet)")) {
        return CATALOGUE;
      }
      return lower.endsWith(".csv")
          ? CSV
          : lower.endsWith(".json") ? JSON : lower.endsWith(".orc") ? ORC : PARQUET;
    }

    boolean isUntyped() {
      return this == CSV || this == JSON;
    }

    Dataset<Row> load(DataFrameReader reader, String path) {
      return switch (this) {
        case CSV -> rfc4180(reader).csv(path);
        case JSON -> reader.json(path);
        case ORC -> reader.orc(path);
        case PARQUET -> reader.parquet(path);
        case CATALOGUE -> throw new IllegalStateException("a catalogue's table is no path");
      };
    }

    /** A quote inside quotes is doubled; Spark's own default is a backslash. */
    private static DataFrameReader rfc4180(DataFrameReader reader) {
      return reader
          .option("header", "true")
          .option("quote", "\"")
          .option("escape", "\"")
          .option("multiLine", "true"); // or the rest of a value would be a row of its own
    }
  }
}
