package org.sparkldp.jobs.table;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
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
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Reads a user's table: a catalogue name, or a path by its ending or its files' (Parquet unless
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

  /** The column in which Spark puts a row that is malformed. */
  private static final String CORRUPT = "__ldp_malformed";

  /** The column of a stream that says which file of a CSV a row is in; its metadata, the header. */
  private static final String FILE = "__ldp_file";

  private static final Metadata MARK = new MetadataBuilder().putBoolean(NAME_IS_DATA, true).build();

  /** Whose names are looked at where a path's ending says nothing. */
  private static final int FILES_LOOKED_AT = 1_000;

  private Inputs() {}

  /** A public table of that name or path; columns of CSV are STRING. */
  public static Dataset<Row> table(SparkSession spark, String tableOrPath) {
    Input input = Input.of(tableOrPath);
    TableFormat format = format(spark, input);
    Dataset<Row> table = load(spark, spark.read(), input, format);
    requireWhole(malformed(spark, input, format, table), "");
    return table;
  }

  /**
   * What is public of a table: its columns as a schema or a CSV's header has them. No row is read.
   *
   * @param input how it is read, with what a CSV's header shows put in
   * @param columns their names; none where values would have to be read for them, as of JSON
   * @param isUntyped whether types are not known, and STRING stands for them
   */
  public record Shape(Input input, StructType columns, boolean isUntyped) {}

  /** What is public of a table. */
  public static Shape shape(SparkSession spark, Input input) {
    TableFormat format = format(spark, input);
    if (format == TableFormat.JSON) {
      return new Shape(input, new StructType(), true);
    }
    if (format != TableFormat.CSV) {
      return new Shape(input, load(spark, spark.read(), input, format).schema(), false);
    }
    Map<String, String> options = format.all(input.table(), input.options());
    CsvHeader header = CsvHeader.of(start(spark, input), input.options(), options);
    Map<String, String> found = new TreeMap<>(input.options());
    found.putAll(header.options());
    StructType columns = new StructType();
    for (String name : header.names()) {
      columns = columns.add(name, DataTypes.StringType);
    }
    return new Shape(new Input(input.table(), found), columns, true);
  }

  /** The first bytes of the first file. */
  private static byte[] start(SparkSession spark, Input input) {
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      FileSystem files = place(input.table(), hadoop).getFileSystem(hadoop);
      Iterator<FileStatus> all = dataFiles(files, input);
      if (!all.hasNext()) {
        throw Require.refusal("the path must hold a file. Provided path: %s.", input);
      }
      Path file = all.next().getPath();
      CompressionCodec codec = new CompressionCodecFactory(files.getConf()).getCodec(file);
      try (InputStream raw = files.open(file);
          InputStream in = codec == null ? raw : codec.createInputStream(raw)) {
        return in.readNBytes(CsvHeader.LONGEST);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + input, e);
    }
  }

  /** Whether there is such a table; of a path, whether there is a file. */
  public static boolean exists(SparkSession spark, Input input) {
    if (!isPath(input.table())) {
      return spark.catalog().tableExists(input.table());
    }
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      FileSystem files = place(input.table(), hadoop).getFileSystem(hadoop);
      return dataFiles(files, input).hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + input, e);
    }
  }

  /**
   * A table of people.
   *
   * @param malformed rows of a CSV with more or fewer fields than its header, which are left out
   */
  public record People(Dataset<Row> rows, long malformed) {}

  /**
   * The table whose values a plan randomizes; malformed rows are refused or dropped, as it says.
   */
  public static People values(SparkSession spark, Input input, Plan plan) {
    People people = people(spark, input, plan.shownColumns(), plan.task().values().types());
    if (!plan.reading().dropsMalformed()) {
      requireWhole(people.malformed, ", or say malformed = drop in the plan");
    }
    return people;
  }

  /**
   * A table of people, of which no row may be malformed.
   *
   * @param shown columns that are not private, typed by what stands in them
   * @param given the types of private columns; where there are none, any column may be asked for
   */
  public static Dataset<Row> values(
      SparkSession spark, Input input, Collection<String> shown, Map<String, DataType> given) {
    People people = people(spark, input, shown, given);
    requireWhole(people.malformed, "");
    return people.rows;
  }

  private static void requireWhole(long malformed, String orElse) {
    Require.that(malformed == 0)
        .orRefuse(
            "every row of a CSV must have as many fields as its header. Rows with more or fewer:"
                + " %s; mend them, give another --read delimiter=...%s. Nothing was written.",
            malformed, orElse);
  }

  /** Of a CSV the rows that are malformed; refuses what Spark would read as other rows. */
  private static long malformed(
      SparkSession spark, Input input, TableFormat format, Dataset<Row> table) {
    if (format == TableFormat.JSON && !isDocuments(input)) {
      JsonLines.require(spark, pattern(spark, input), input.options());
    }
    return format == TableFormat.CSV
        ? structure(spark, input).malformed(table.inputFiles(), "")
        : 0;
  }

  /** Whether a file of JSON is one document. */
  private static boolean isDocuments(Input input) {
    return Boolean.parseBoolean(input.options().get("multiLine"));
  }

  private static CsvStructure structure(SparkSession spark, Input input) {
    return new CsvStructure(
        spark, input.options(), TableFormat.CSV.all(input.table(), input.options()));
  }

  /**
   * A table of people, malformed rows left out and counted.
   *
   * @param finds hears of a quote that is left open, and then there are no people
   */
  public static Optional<People> people(
      SparkSession spark, Input input, Plan plan, Consumer<String> finds) {
    try {
      return Optional.of(people(spark, input, plan.shownColumns(), plan.task().values().types()));
    } catch (CsvStructure.OpenQuote found) {
      finds.accept(found.getMessage());
      return Optional.empty();
    }
  }

  private static People people(
      SparkSession spark, Input input, Collection<String> shown, Map<String, DataType> given) {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    types.putAll(given);
    TableFormat format = format(spark, input);
    if (!format.isUntyped()) {
      Dataset<Row> table = load(spark, spark.read(), input, format);
      requireOneColumnEach(table);
      // A Delta table's log has the types of its folders' names.
      StructType asked = format == TableFormat.DELTA ? table.schema() : asked(table, types);
      return new People(
          asked.equals(table.schema())
              ? table
              : load(spark, spark.read().schema(asked), input, format),
          0);
    }
    Set<String> guessed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    guessed.addAll(shown);
    Dataset<Row> inferred = load(spark, spark.read().option("inferSchema", "true"), input, format);
    requireOneColumnEach(inferred);
    StructType found = inferred.schema();
    // Of JSON only what the plan names, be it there or not: what else people hold, or whether
    // anybody has a key at all, decides nothing. A query may speak of any column.
    boolean named = format == TableFormat.JSON && !types.isEmpty();
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
    Dataset<Row> table = load(spark, spark.read().schema(schema), input, format);
    long malformed = malformed(spark, input, format, table);
    Dataset<Row> whole = malformed == 0 ? table : whole(spark, input, schema);
    return new People(
        whole.select(
            Arrays.stream(whole.columns())
                .map(name -> column(name).as(name, MARK))
                .toArray(Column[]::new)),
        malformed);
  }

  /**
   * A table's columns, of which private ones that folders are named by have the types that the plan
   * asks for: of values in names Spark would guess a type, and take 01 for 1.
   */
  private static StructType asked(Dataset<Row> table, Map<String, DataType> types) {
    Set<String> folders = new TreeSet<>();
    relation(table).ifPresent(files -> folders.addAll(List.of(files.partitionSchema().names())));
    StructType asked = new StructType();
    for (StructField field : table.schema().fields()) {
      DataType type = folders.contains(field.name()) ? types.get(field.name()) : null;
      asked =
          type instanceof AtomicType
              ? asked.add(field.name(), type, true, field.metadata())
              : asked.add(field);
    }
    return asked;
  }

  /** Refuses a column that stands both in files and in their folders' names, of which one wins. */
  private static void requireOneColumnEach(Dataset<Row> table) {
    String both =
        relation(table)
            .map(files -> files.overlappedPartCols().keys())
            .map(keys -> keys.mkString(", "))
            .orElse("");
    Require.that(both.isEmpty())
        .orRefuse(
            "a column must stand in the files, or in the names of their folders. Provided: %s in"
                + " both; say --read recursiveFileLookup=true to read the files' own.",
            both);
  }

  /** The files of a table at a path. */
  private static Optional<HadoopFsRelation> relation(Dataset<Row> table) {
    return table.queryExecution().analyzed() instanceof LogicalRelation found
            && found.relation() instanceof HadoopFsRelation files
        ? Optional.of(files)
        : Optional.empty();
  }

  /**
   * The rows of a CSV that are not malformed. Spark calls a row corrupt whose number does not fit
   * its type, too; so it reads texts, of which none is, and then as it would have read them.
   */
  private static Dataset<Row> whole(SparkSession spark, Input input, StructType schema) {
    StructType texts = new StructType();
    for (StructField field : schema.fields()) {
      texts = texts.add(field.name(), DataTypes.StringType);
    }
    DataFrameReader reader =
        spark
            .read()
            .schema(texts.add(CORRUPT, DataTypes.StringType))
            .option("columnNameOfCorruptRecord", CORRUPT);
    Column[] typed =
        Arrays.stream(schema.fields())
            .map(field -> typed(field, input.options()).as(field.name()))
            .toArray(Column[]::new);
    // Beside another column, for Spark refuses to read this one alone.
    Column isWhole =
        functions
            .col(CORRUPT)
            .isNull()
            .and(functions.length(functions.concat_ws("", column(schema.fieldNames()[0]))).geq(0));
    return load(spark, reader, input, TableFormat.CSV).where(isWhole).select(typed);
  }

  /** A text as a CSV's reader takes it for a type. */
  private static Column typed(StructField field, Map<String, String> given) {
    if (DataTypes.StringType.equals(field.dataType())) {
      return column(field.name());
    }
    Map<String, String> options = new TreeMap<>(RFC_4180);
    options.put("quoteAll", "true");
    options.put("ignoreLeadingWhiteSpace", "false"); // which a writer would
    options.put("ignoreTrailingWhiteSpace", "false");
    for (String format : List.of("dateFormat", "timestampFormat")) {
      if (given.containsKey(format)) {
        options.put(format, given.get(format));
      }
    }
    Column line = functions.to_csv(functions.struct(column(field.name()).as("v")), options);
    StructType one = new StructType().add("v", field.dataType());
    return functions.from_csv(line, functions.lit(one.toDDL()), options).getField("v");
  }

  /**
   * What comes into a folder or table, with the columns that it has now.
   *
   * @param plan says which columns are private
   */
  public static Dataset<Row> stream(SparkSession spark, Input input, Plan plan) {
    TableFormat format = format(spark, input);
    if (format == TableFormat.CATALOGUE) {
      load(spark, spark.read(), input, format); // refused where it is not there
      return spark.readStream().options(input.options()).table(input.table());
    }
    requireFolder(spark, input);
    Dataset<Row> now = values(spark, input, plan).rows;
    Dataset<Row> rows =
        format.load(
            spark.readStream().schema(now.schema()), pattern(spark, input), input.options());
    if (format != TableFormat.CSV) {
      return rows;
    }
    String header = structure(spark, input).first(now.inputFiles()).header();
    Metadata must = new MetadataBuilder().putString(FILE, header).build();
    return rows.withColumn(FILE, functions.input_file_name().as(FILE, must));
  }

  /** Refuses a batch of {@link #stream} whose files have malformed rows or other headers. */
  public static void requireWhole(Dataset<Row> batch, Input input) {
    if (Arrays.asList(batch.columns()).contains(FILE)) {
      String[] files =
          batch.select(FILE).distinct().collectAsList().stream()
              .map(row -> row.getString(0))
              .toArray(String[]::new);
      String header = batch.schema().apply(FILE).metadata().getString(FILE);
      requireWhole(structure(batch.sparkSession(), input).malformed(files, header), "");
    }
  }

  /** More files come into a folder, and none into a file. */
  private static void requireFolder(SparkSession spark, Input input) {
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      Path place = place(input.table(), hadoop);
      FileSystem files = place.getFileSystem(hadoop);
      if (files.exists(place) && files.getFileStatus(place).isFile()) {
        throw Require.refusal(
            "a stream reads a folder into which files come, or a table of the catalogue. Provided"
                + " path: %s, a file; run reads it.",
            input);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + input, e);
    }
  }

  /** The type of a private column, which only its shape in the files decides, and the plan. */
  private static DataType type(DataType shape, DataType asked, TableFormat format) {
    if (asked instanceof ArrayType && format == TableFormat.CSV) {
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

  /** The folder or file of a path, of a pattern without the part from the first wildcard on. */
  public static Path place(String path, Configuration hadoop) {
    try {
      new Path(path);
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e,
          "a path must be one that Hadoop takes, without a colon in a name. Provided path: %s;"
              + " rename it.",
          path);
    }
    if (isThere(path, hadoop)) {
      return new Path(path);
    }
    String plain =
        Arrays.stream(path.split("/", -1))
            .takeWhile(part -> part.chars().noneMatch(c -> "*?[{".indexOf(c) >= 0))
            .collect(Collectors.joining("/"));
    return new Path(plain.isEmpty() ? "." : plain);
  }

  private static boolean isThere(String path, Configuration hadoop) {
    try {
      Path plain = new Path(path);
      return plain.getFileSystem(hadoop).exists(plain);
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + path, e);
    }
  }

  /** A path as Hadoop takes it, which takes any for a pattern: what is there matches itself. */
  private static String pattern(String path, Configuration hadoop) {
    return isThere(path, hadoop) ? exactly(path) : path;
  }

  /** A path as a pattern that matches it alone. */
  public static String exactly(String path) {
    return path.replaceAll("[\\\\*?\\[\\]{}]", "\\\\$0");
  }

  private static String pattern(SparkSession spark, Input input) {
    return pattern(input.table(), spark.sessionState().newHadoopConf());
  }

  /** Whether it names files, not a table of the catalogue. */
  public static boolean isPath(String tableOrPath) {
    return TableFormat.isPath(tableOrPath);
  }

  private static Dataset<Row> load(
      SparkSession spark, DataFrameReader reader, Input input, TableFormat format) {
    if (format != TableFormat.CATALOGUE) {
      try {
        return format.load(reader, pattern(spark, input), input.options());
      } catch (Exception e) {
        // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
        if (format == TableFormat.JSON
            && e instanceof AnalysisException analysis
            && SparkLine.condition(analysis).equals("COLUMN_ALREADY_EXISTS")) {
          throw Require.refusal(
              e,
              "keys of JSON must differ in more than the case of their letters. Provided path: %s,"
                  + " with keys that do not (they are not shown); rename one.",
              input);
        }
        throw e;
      }
    }
    // Not SQL's text.`release.key`, which would publish any file as a domain.
    if (!spark.catalog().tableExists(input.table())) {
      throw Require.refusal(
          "the table must be in the catalogue, or a path with a slash or an ending (%s)."
              + " Provided value: %s.",
          Endings.ALL, input);
    }
    return reader.options(input.options()).table(input.table());
  }

  /** What the name says, or where it says nothing, what the names of the files say. */
  private static TableFormat format(SparkSession spark, Input input) {
    if (!isPath(input.table())) {
      return TableFormat.CATALOGUE;
    }
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      Path place = place(input.table(), hadoop);
      FileSystem files = place.getFileSystem(hadoop);
      Optional<TableFormat> named = TableFormat.of(input.table(), input.options());
      requireAllOfATable(files, place, input, named);
      TableFormat format = named.isPresent() ? named.get() : ofFiles(files, input);
      input.require(format);
      if (format != TableFormat.DELTA) {
        requireAllRead(files, input, format);
      }
      requireEncoding(spark, input, format);
      if (format == TableFormat.JSON && isDocuments(input)) {
        requireArrays(files, input);
      }
      return format;
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + input, e);
    }
  }

  private static void requireEncoding(SparkSession spark, Input input, TableFormat format) {
    String encoding = input.options().get("encoding");
    try {
      if (encoding != null) {
        SparkLine.requireEncoding(spark, encoding);
      }
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e,
          "an encoding must be one that Spark reads. Provided value: %s; it reads %s.",
          encoding,
          SparkLine.encodings());
    }
    if (encoding != null && format == TableFormat.JSON && !isDocuments(input)) {
      String name = Charset.forName(encoding).name();
      Require.that(
              name.equals("UTF-8")
                  || (input.options().containsKey("lineSep") && !name.matches("UTF-(16|32)")))
          .orRefuse(
              "lines of JSON must be in UTF-8, or have a lineSep and an encoding that says the order"
                  + " of its bytes, such as UTF-16LE. Provided value: %s%s.",
              encoding, input.options().containsKey("lineSep") ? "" : " without lineSep");
    }
  }

  /** Parquet, unless all endings say something else. */
  private static TableFormat ofFiles(FileSystem files, Input input) throws IOException {
    Set<TableFormat> found = EnumSet.noneOf(TableFormat.class);
    int seen = 0;
    Iterator<FileStatus> all = dataFiles(files, input);
    while (all.hasNext() && seen++ < FILES_LOOKED_AT) {
      TableFormat.ofEnding(all.next().getPath().getName()).ifPresent(found::add);
    }
    if (found.size() > 1) {
      throw Require.refusal(
          "the files of a folder must be of one format. Provided path: %s, which holds %s; name"
              + " those of one, such as --read pathGlobFilter='*.csv*'.",
          input, found);
    }
    return found.isEmpty() ? TableFormat.PARQUET : found.iterator().next();
  }

  /**
   * Refuses what Spark would read the first object of, and leave the others out: with {@code
   * multiLine} a file is one document.
   */
  private static void requireArrays(FileSystem files, Input input) throws IOException {
    CompressionCodecFactory codecs = new CompressionCodecFactory(files.getConf());
    Iterator<FileStatus> all = dataFiles(files, input);
    while (all.hasNext()) {
      Path file = all.next().getPath();
      CompressionCodec codec = codecs.getCodec(file);
      try (InputStream raw = files.open(file);
          InputStream in =
              new BufferedInputStream(codec == null ? raw : codec.createInputStream(raw))) {
        int first = in.read();
        // Blanks, and what UTF-16 and byte order marks put before.
        while (first >= 0 && (first <= ' ' || first > '~')) {
          first = in.read();
        }
        if (first >= 0 && first != '[') {
          throw Require.refusal(
              "a file that is read with multiLine=true must hold one array of objects, [{...},"
                  + " {...}], or all but the first object would be lost. Provided path: %s; leave"
                  + " multiLine out where each line is an object.",
              input); // not the file: its folders may be named by what people hold
        }
      }
    }
  }

  /** Refuses files that Spark would leave out without a word. */
  private static void requireAllRead(FileSystem files, Input input, TableFormat format)
      throws IOException {
    Map<String, String> options = format.all(input.table(), input.options());
    boolean isDeep = Boolean.parseBoolean(options.get("recursiveFileLookup"));
    // Of lines alone nobody may have written any.
    boolean mayBeEmpty =
        format == TableFormat.JSON
            || (format == TableFormat.CSV && !Boolean.parseBoolean(options.get("header")));
    Set<Path> roots =
        Arrays.stream(roots(files, input.table()))
            .map(FileStatus::getPath)
            .collect(Collectors.toSet());
    Iterator<FileStatus> all = dataFiles(files, input);
    Require.that(roots.isEmpty() || all.hasNext())
        .orRefuse("the path must hold a file. Provided path: %s.", input);
    while (all.hasNext()) {
      FileStatus file = all.next();
      String name = file.getPath().getName(); // not its folders: values may name them
      Require.that(mayBeEmpty || file.getLen() > 0)
          .orRefuse(
              "a file of a table must not be empty. Provided: %s in %s, of 0 bytes; write it anew,"
                  + " or take it away.",
              name, input);
      Path folder = file.getPath();
      while (!isDeep && !roots.contains(folder)) {
        folder = folder.getParent();
        Require.that(roots.contains(folder) || folder.getName().contains("="))
            .orRefuse(
                "a folder must hold its files itself, or in folders named COLUMN=VALUE. Provided:"
                    + " %s with %s in another folder; say --read recursiveFileLookup=true to read"
                    + " all below it.",
                input, name);
      }
    }
  }

  private static FileStatus[] roots(FileSystem files, String path) throws IOException {
    if (isThere(path, files.getConf())) {
      return new FileStatus[] {files.getFileStatus(new Path(path))};
    }
    FileStatus[] roots = files.globStatus(new Path(path));
    return roots == null ? new FileStatus[0] : roots;
  }

  private static Iterator<FileStatus> dataFiles(FileSystem files, Input input) throws IOException {
    return files(files, input.table(), input.options().getOrDefault("pathGlobFilter", "*"));
  }

  /**
   * The files that Spark would read, wherever a path leads.
   *
   * @param glob that their names match
   */
  public static Iterator<FileStatus> files(FileSystem files, String input, String glob)
      throws IOException {
    GlobFilter wanted = new GlobFilter(glob);
    Deque<FileStatus> waiting = new ArrayDeque<>(Arrays.asList(roots(files, input)));
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        while (!waiting.isEmpty() && !isWanted(waiting.peek())) {
          FileStatus top = waiting.pop();
          for (FileStatus inside : top.isDirectory() ? inside(top) : new FileStatus[0]) {
            String name = inside.getPath().getName();
            if (!name.startsWith(".") && (!name.startsWith("_") || name.contains("="))) {
              waiting.push(inside);
            }
          }
        }
        return !waiting.isEmpty();
      }

      private boolean isWanted(FileStatus file) {
        return !file.isDirectory() && wanted.accept(file.getPath());
      }

      private FileStatus[] inside(FileStatus folder) {
        try {
          return files.listStatus(folder.getPath());
        } catch (IOException e) {
          throw new UncheckedIOException("the path must be reachable: " + input, e);
        }
      }

      @Override
      public FileStatus next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return waiting.pop();
      }
    };
  }

  /** Of a table format's folder the files are not the table: they hold deleted rows too. */
  private static void requireAllOfATable(
      FileSystem files, Path place, Input input, Optional<TableFormat> named) throws IOException {
    FileStatus[] metadata =
        files.globStatus(
            new Path(pattern(place.toString(), files.getConf()), "metadata/*.metadata.json"));
    String found =
        files.exists(new Path(place, "_delta_log"))
            ? "Delta"
            : metadata != null && metadata.length > 0
                ? "Iceberg"
                : files.exists(new Path(place, ".hoodie")) ? "Hudi" : "";
    if (!found.isEmpty() && named.stream().noneMatch(format -> format.named(found))) {
      throw Require.refusal(
          "a folder must hold nothing but rows, and this one is a table of %s, whose files"
              + " hold deleted rows too. Provided path: %s; name the table as its catalogue does"
              + " (--conf spark.sql.catalog...)%s.",
          found, input, TableFormat.DELTA.named(found) ? ", or say --read format=delta" : "");
    }
  }
}
