package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Opens a user's table: a catalogue name, or a path by its ending or its files' (Parquet unless
 * they say else). What is read as which type never depends on a private value.
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
    return people(spark, Input.of(tableOrPath), Wanted.ALL).rows;
  }

  /**
   * The public part of a table: its columns as a schema or a CSV's header has them. No row is read.
   *
   * @param input how it is read, with what a CSV's header shows put in
   * @param columns their names; none where values would have to be read for them, as of JSON
   * @param isUntyped whether types are not known, and STRING stands for them
   */
  public record TableShape(Input input, StructType columns, boolean isUntyped) {}

  /** What is public of a table. */
  public static TableShape shape(SparkSession spark, Input input) {
    if (!isPath(input.table())) {
      return new TableShape(input, named(spark, input).schema(), false);
    }
    TableFiles files = TableFiles.of(spark, input);
    TableFormat format = format(spark, input, files, Wanted.ALL);
    if (format == TableFormat.JSON) {
      return new TableShape(input, new StructType(), true);
    }
    if (format != TableFormat.CSV) {
      return new TableShape(input, load(spark, input, format).schema(), false);
    }
    Map<String, String> options = format.all(files.ending(), input.options());
    CsvHeader header = CsvHeader.of(start(spark, input, files), input.options(), options);
    Map<String, String> found = new TreeMap<>(input.options());
    found.putAll(header.options());
    StructType columns = new StructType();
    for (String name : header.names()) {
      columns = columns.add(name, DataTypes.StringType);
    }
    return new TableShape(new Input(input.table(), found), columns, true);
  }

  /** The first bytes of the first file. */
  private static byte[] start(SparkSession spark, Input input, TableFiles files) {
    Require.that(!files.data().isEmpty())
        .orRefuse("the path must hold a file. Provided path: %s.", input);
    Path file = files.data().get(0).getPath();
    try (InputStream in = Lines.unpacked(file, spark.sessionState().newHadoopConf())) {
      return in.readNBytes(CsvHeader.LONGEST);
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + input, e);
    }
  }

  /** Whether there is such a table; of a path, whether there is a file. */
  public static boolean exists(SparkSession spark, Input input) {
    return isPath(input.table())
        ? !TableFiles.of(spark, input).data().isEmpty()
        : isThere(spark, input.table());
  }

  /**
   * A table of people.
   *
   * @param counts its rows by its format's own count
   */
  public record CountedTable(Dataset<Row> rows, Counts counts) {
    /** Of a table that nobody counts but by reading it. */
    public static CountedTable of(Dataset<Row> rows) {
      return new CountedTable(rows, Counts.NONE);
    }
  }

  /**
   * The table whose values a plan randomizes; malformed rows are refused or dropped, as it says.
   *
   * @param days those that are wanted: where folders are named by days, files of others stay closed
   */
  public static CountedTable values(SparkSession spark, Input input, Plan plan, Days days) {
    return people(spark, input, Wanted.of(plan, days));
  }

  /**
   * A table of people, of which no row may be malformed.
   *
   * @param ids the columns that say whose a row is
   * @param given the types of private columns; where there are none, any column may be asked for
   */
  public static Dataset<Row> values(
      SparkSession spark, Input input, Collection<String> ids, Map<String, DataType> given) {
    return values(spark, input, ids, given, List.of());
  }

  /**
   * The same.
   *
   * @param attributes columns of which the levels are known
   */
  public static Dataset<Row> values(
      SparkSession spark,
      Input input,
      Collection<String> ids,
      Map<String, DataType> given,
      List<Attribute> attributes) {
    return people(spark, input, Wanted.of(ids, given, attributes)).rows;
  }

  /**
   * A table of people, malformed rows left out and counted.
   *
   * @param finds hears of a file that cannot be read, and then there are no people
   */
  public static Optional<CountedTable> people(
      SparkSession spark, Input input, Plan plan, Days days, Consumer<String> finds) {
    try {
      return Optional.of(people(spark, input, Wanted.of(plan, days).droppingMalformed()));
    } catch (BadFile found) {
      finds.accept(found.getMessage());
      return Optional.empty();
    }
  }

  private static CountedTable people(SparkSession spark, Input input, Wanted wanted) {
    ReadSettings.require(spark);
    if (!isPath(input.table())) {
      return CountedTable.of(named(spark, input));
    }
    TableFiles files = TableFiles.of(spark, input);
    TableFormat format = format(spark, input, files, wanted);
    return format == TableFormat.DELTA
        ? CountedTable.of(load(spark, input, format))
        : FileTable.of(spark, input, files, format, wanted).people();
  }

  /**
   * The rows that come into a folder or table, with the columns that it has now.
   *
   * @param rows the stream
   * @param look refuses a batch that must not be read, and counts its rows
   * @param passedOver names the files that the stream has not read; a run without it reads them
   */
  public record Arrivals(
      Dataset<Row> rows, Function<Dataset<Row>, Counts> look, Supplier<List<String>> passedOver) {}

  /**
   * What comes into a folder or table.
   *
   * @param plan says which columns are private
   */
  public static Arrivals stream(SparkSession spark, Input input, Plan plan) {
    ReadSettings.require(spark);
    if (!isPath(input.table())) {
      Dataset<Row> now = named(spark, input); // refused where it is not there
      return new Arrivals(
          spark.readStream().options(input.options()).table(input.table()),
          batch -> {
            TextRelations.requireBatch(now, batch);
            return Counts.NONE;
          },
          List::of);
    }
    Wanted wanted = Wanted.of(plan, Days.ALL);
    TableFiles files = TableFiles.of(spark, input);
    TableFormat format = format(spark, input, files, wanted);
    Require.that(!files.isFile())
        .orRefuse(
            "a stream reads a folder into which files come, or a table of the catalogue. Provided"
                + " path: %s, a file; run reads it.",
            input);
    FileTable table = FileTable.of(spark, input, files.ofStream(), format, wanted);
    table.people(); // which looks at those that are there
    DataStreamReader reader =
        table
            .reading(spark.readStream())
            .schema(table.stored())
            .option("maxFileAge", "36500d"); // Spark passes over older ones without a word
    return new Arrivals(
        table.typed(
            reader.load(TableFiles.pattern(input.table(), spark.sessionState().newHadoopConf()))),
        table::counts,
        () -> TableFiles.of(spark, input).waiting(wanted));
  }

  /** A type for a message: of a struct from JSON, the fields are people's keys. */
  public static String name(DataType type) {
    return type instanceof AtomicType ? type.sql() : type.typeName().toUpperCase(Locale.ROOT);
  }

  /** A top-level column by its very name; {@code a.b} would be a struct's field. */
  public static Column column(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  /** A table whose columns' names stood in its files. */
  static Dataset<Row> marked(Dataset<Row> table) {
    return table.select(
        Arrays.stream(table.columns())
            .map(name -> column(name).as(name, MARK))
            .toArray(Column[]::new));
  }

  /** A quote inside quotes is doubled; Spark's own default is a backslash. */
  static final Map<String, String> RFC_4180 =
      Map.of("header", "true", "quote", "\"", "escape", "\"");

  /** Writes CSV as RFC 4180 has it, with a header; spaces at a text's ends, which Spark cuts. */
  public static DataFrameWriter<Row> rfc4180(DataFrameWriter<Row> writer) {
    return writer
        .options(RFC_4180)
        .option("ignoreLeadingWhiteSpace", "false")
        .option("ignoreTrailingWhiteSpace", "false");
  }

  /** Whether the table's names stood in its files, where they may be of people. */
  public static boolean namesAreData(StructType schema) {
    return Arrays.stream(schema.fields())
        .anyMatch(field -> field.metadata().contains(NAME_IS_DATA));
  }

  /** A table's columns for a message: their names where a schema has them, else how many. */
  public static String columns(StructType schema) {
    return namesAreData(schema)
        ? schema.size()
            + " columns, by the header or keys of its files (--read delimiter=... and other options"
            + " say how a CSV is read)"
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

  /** Whether it names files, not a table of the catalogue. */
  public static boolean isPath(String tableOrPath) {
    return TableFormat.isPath(tableOrPath);
  }

  /** A folder's name may be none that a table can have, as one with a hyphen is. */
  private static boolean isThere(SparkSession spark, String table) {
    try {
      return spark.catalog().tableExists(table);
    } catch (Exception e) {
      if (e instanceof ParseException) {
        return false;
      }
      throw e;
    }
  }

  /** A table of the catalogue. */
  private static Dataset<Row> named(SparkSession spark, Input input) {
    // Not SQL's text.`release.key`, which would publish any file as a domain.
    if (!isThere(spark, input.table())) {
      throw Require.refusal(
          "the table must be in the catalogue, or a path with a slash or an ending (%s)."
              + " Provided value: %s.",
          Endings.ALL, input);
    }
    Dataset<Row> table = spark.read().options(input.options()).table(input.table());
    ReadSettings.require(table);
    return table;
  }

  private static Dataset<Row> load(SparkSession spark, Input input, TableFormat format) {
    DataFrameReader reader =
        spark
            .read()
            .format(format.name().toLowerCase(Locale.ROOT))
            .options(format.all("", input.options()));
    return reader.load(
        format == TableFormat.DELTA
            ? input.table()
            : TableFiles.pattern(input.table(), spark.sessionState().newHadoopConf()));
  }

  /** What the name says, or where it says nothing, what the names of the files say. */
  private static TableFormat format(
      SparkSession spark, Input input, TableFiles files, Wanted wanted) {
    Optional<TableFormat> named = TableFormat.of(input.table(), input.options());
    files.requireAllOfATable(named);
    if (named.isEmpty() || named.get() != TableFormat.DELTA) {
      files.requireUnpacked(wanted);
    }
    TableFormat format = named.orElseGet(files::format);
    input.require(format);
    String encoding = input.options().get("encoding");
    try {
      if (encoding != null) {
        SparkLine.requireEncoding(spark, encoding);
        Charset.forName(encoding);
      }
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e,
          "an encoding must be one that Spark reads. Provided value: %s; it reads %s.",
          encoding,
          SparkLine.encodings());
    }
    return format;
  }
}
