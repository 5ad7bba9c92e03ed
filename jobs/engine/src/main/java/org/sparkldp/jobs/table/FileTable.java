package org.sparkldp.jobs.table;

import static org.apache.spark.sql.functions.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.FileScanRDD;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.PartitionPath;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Spelling;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * A table of files: one class a format. It looks at the files first, in one pass over texts and at
 * the footers of the others, refuses a file that would be read as other people than are in it, by
 * its name, and counts the people; then it reads.
 */
abstract class FileTable {
  /** Spark's option for paths that are no patterns, whatever they hold. */
  private static final String PATTERNS = "__globPaths__";

  final SparkSession spark;
  final Input input;
  final TableFiles files;
  final TableFormat format;
  final Wanted wanted;
  private final Map<String, String> options;
  private Dataset<Row> stored;

  /** What was seen of the files that were there first; what comes later must agree with it. */
  private Collection<FileFacts> known = List.of();

  FileTable(SparkSession spark, Input input, TableFiles files, TableFormat format, Wanted wanted) {
    this.spark = spark;
    this.input = input;
    this.files = files;
    this.format = format;
    this.wanted = wanted;
    this.options = format.all(files.ending(), input.options());
  }

  static FileTable of(
      SparkSession spark, Input input, TableFiles files, TableFormat format, Wanted wanted) {
    return switch (format) {
      case CSV -> new CsvTable(spark, input, files, wanted);
      case JSON -> new JsonTable(spark, input, files, wanted);
      case PARQUET, ORC -> new ColumnarTable(spark, input, files, format, wanted);
      default -> throw new IllegalStateException("a table of files");
    };
  }

  /** What looks at the files. */
  abstract Class<? extends FileLook> eye();

  /** Options of the look, besides the reader's. */
  abstract Map<String, String> ofTheLook();

  /**
   * The rows.
   *
   * @param seen of the files, which pass
   * @param folders columns that folders are named by
   */
  abstract Dataset<Row> rows(Collection<FileFacts> seen, StructType folders);

  /** Whether a file of 0 bytes has no rows, rather than having been cut off. */
  abstract boolean mayBeEmpty();

  /** Options of the reader, those of the format among them. */
  final Map<String, String> options() {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(options);
    return all;
  }

  /** A reader of the table's files and of no pattern. */
  final DataFrameReader reader(String how, Map<String, String> with) {
    return spark.read().format(how).options(with).option(PATTERNS, "" + !files.areThere());
  }

  /** What reads files as they come. */
  DataStreamReader reading(DataStreamReader stream) {
    return stream.format(format.name().toLowerCase(Locale.ROOT)).options(options);
  }

  /** The table at its path. */
  final Dataset<Row> load(DataFrameReader reader) {
    return reader.load(files.roots());
  }

  /** Looks, refuses and counts; then the rows, which nobody has read yet. */
  final Inputs.CountedTable people() {
    files.requireAllRead(mayBeEmpty(), wanted);
    Dataset<Row> look = look(options(), files.roots());
    StructType folders = folders(look);
    Optional<Column> ofDays = ofDays(look, folders);
    Collection<FileFacts> seen = FileLook.of(ofDays.map(look::where).orElse(look));
    Counts counts = require(seen, folders);
    known = seen;
    stored = rows(seen, asked(folders));
    Dataset<Row> rows = typed(stored);
    return new Inputs.CountedTable(ofDays.map(rows::where).orElse(rows), counts);
  }

  /** The columns as they are read; {@link #typed} makes of them those that are wanted. */
  final StructType stored() {
    return stored.schema();
  }

  /**
   * The type in which texts are read that shall become another: whole numbers, alone or in arrays,
   * are texts first, for Spark's readers take 21.0 for none.
   */
  static DataType stored(DataType asked) {
    return asked instanceof ArrayType arrays
        ? DataTypes.createArrayType(stored(arrays.elementType()))
        : DataTypes.LongType.equals(asked) ? DataTypes.StringType : asked;
  }

  /** Rows as they were read, with fields of objects and whole numbers where these are wanted. */
  final Dataset<Row> typed(Dataset<Row> rows) {
    if (wanted.isAny() || (format != TableFormat.CSV && format != TableFormat.JSON)) {
      return rows;
    }
    Set<String> structs = StructFields.structs(wanted.columns());
    List<Column> columns = new ArrayList<>();
    Dataset<Row> named = StructFields.named(rows, wanted.columns());
    for (StructField field : named.schema().fields()) {
      if (structs.contains(StructFields.quoted(field.name()))) {
        continue;
      }
      Column column = Inputs.column(field.name());
      DataType asked = wanted.types().get(field.name());
      if (asked == null || asked.equals(stored(asked)) || !field.dataType().equals(stored(asked))) {
        columns.add(column);
        continue;
      }
      Column whole =
          asked instanceof ArrayType ? transform(column, Columns::whole) : Columns.whole(column);
      columns.add(whole.as(field.name(), field.metadata()));
    }
    return named.select(columns.toArray(Column[]::new));
  }

  /** What is seen of files, not yet. */
  final Dataset<Row> look(Map<String, String> with, String... places) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(with);
    given.putAll(ofTheLook());
    return reader(eye().getName(), given).schema(FileLook.SCHEMA).load(places);
  }

  /** The files that a batch of a stream is read from. */
  static String[] files(Dataset<Row> batch) {
    Set<String> paths = new TreeSet<>();
    for (LogicalPlan leaf : Scala.list(batch.queryExecution().analyzed().collectLeaves())) {
      if (leaf instanceof LogicalRDD rows) {
        addFiles(rows.rdd(), paths);
      }
    }
    return paths.toArray(String[]::new);
  }

  /** Looks at the files that a batch of a stream is read from. */
  final Counts counts(Dataset<Row> batch) {
    String[] places = files(batch);
    if (places.length == 0) {
      return new Counts(0, 0, 0, 0, 0);
    }
    Map<String, String> given = options();
    given.put("basePath", files.roots()[0]);
    Dataset<Row> look = look(given, places);
    StructType folders = folders(look);
    List<FileFacts> all = new ArrayList<>(FileLook.of(look));
    final Counts counts = require(all, folders);
    all.addAll(0, known);
    require(all, folders);
    requireTypes(batch.schema(), found(all, asked(folders), places));
    return counts;
  }

  /** The columns of all files so far, with the types that a first look would give them. */
  StructType found(Collection<FileFacts> all, StructType folders, String[] places) {
    return rows(all, folders).schema();
  }

  /** Refuses what the types of a stream, which stay as they were first, would make NULL. */
  private void requireTypes(StructType first, StructType now) {
    wanted.ids().stream()
        .filter(id -> place(now, id) >= 0)
        .forEach(id -> Columns.requireId(id, now));
    for (StructField field : now.fields()) {
      int place = place(first, field.name());
      if (place >= 0 && wanted.isTypedByValues(field.name())) {
        DataType before = first.fields()[place].dataType();
        Require.that(Cast.canUpCast(field.dataType(), before))
            .orRefuse(
                "files must agree about a column's type. Provided: %s, which was %s and in the"
                    + " files that came now is %s; write these anew.",
                field.name(), Inputs.name(before), Inputs.name(field.dataType()));
      }
    }
  }

  private static void addFiles(RDD<?> rows, Set<String> paths) {
    if (rows instanceof FileScanRDD scan) {
      for (FilePartition part : Scala.list(scan.filePartitions())) {
        for (PartitionedFile slice : part.files()) {
          paths.add(slice.toPath().toString());
        }
      }
    }
    Scala.list(rows.dependencies()).forEach(above -> addFiles(above.rdd(), paths));
  }

  /** The columns that folders are named by, as Spark types them. */
  private static StructType folders(Dataset<Row> look) {
    return new StructType(
        Arrays.stream(look.schema().fields())
            .filter(field -> !field.name().equals("facts"))
            .toArray(StructField[]::new));
  }

  /** The same, private ones of the types that the plan asks for: Spark would take 01 for 1. */
  private StructType asked(StructType folders) {
    StructType asked = new StructType();
    for (StructField field : folders.fields()) {
      DataType type = wanted.type(field.name()).orElse(null);
      asked = type instanceof AtomicType ? asked.add(field.name(), type, true) : asked.add(field);
    }
    return asked;
  }

  /** Which rows are of the wanted days, where folders are named by them. */
  private Optional<Column> ofDays(Dataset<Row> look, StructType folders) {
    if (wanted.days().isAll() || place(folders, wanted.period()) < 0) {
      return Optional.empty();
    }
    int place = place(folders, wanted.period());
    DataType type = folders.fields()[place].dataType();
    Set<String> found = new TreeSet<>();
    for (PartitionPath folder : folders(relation(look).orElseThrow())) {
      Object value = folder.values().isNullAt(place) ? null : folder.values().get(place, type);
      String text = "" + CatalystTypeConverters.convertToScala(value, type);
      if (value != null && wanted.days().contains(text)) {
        found.add(text);
      }
    }
    NoSuchDays.require(!found.isEmpty(), wanted.days());
    return Optional.of(Inputs.column(wanted.period()).cast("string").isin(found.toArray()));
  }

  private static List<PartitionPath> folders(HadoopFsRelation files) {
    return files.location() instanceof PartitioningAwareFileIndex index
        ? Scala.list(index.partitionSpec().partitions())
        : List.of();
  }

  static int place(StructType columns, String name) {
    String[] names = columns.fieldNames();
    for (int i = 0; i < names.length; i++) {
      if (names[i].equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The files of a table at a path. */
  static Optional<HadoopFsRelation> relation(Dataset<Row> table) {
    return Scala.list(table.queryExecution().analyzed().collectLeaves()).stream()
        .filter(leaf -> leaf instanceof LogicalRelation)
        .map(leaf -> ((LogicalRelation) leaf).relation())
        .filter(found -> found instanceof HadoopFsRelation)
        .map(found -> (HadoopFsRelation) found)
        .findFirst();
  }

  // What is refused, one file after the other.

  final Counts require(Collection<FileFacts> seen, StructType folders) {
    List<String> inFolders = List.of(folders.fieldNames());
    List<FileFacts> withRows =
        seen.stream().filter(file -> !file.fields.isEmpty() || file.rows > 0).toList();
    final Counts counts = requireRows(seen);
    if (!withRows.isEmpty()) {
      requireOneColumnEach(withRows.get(0), inFolders);
    }
    List<String> needed = new ArrayList<>(columns(withRows));
    needed.removeIf(column -> inFolders.stream().anyMatch(column::equalsIgnoreCase));
    // What no file has the table lacks, and that is said of it; but JSON leaves NULLs out.
    Set<String> lacking = new TreeSet<>(format == TableFormat.JSON ? List.of() : needed);
    lacking.removeIf(column -> withRows.stream().anyMatch(file -> file.names(column) > 0));
    for (FileFacts file : withRows) {
      requireColumns(file, needed, lacking);
    }
    needed.forEach(column -> requireOneType(withRows, column));
    return counts;
  }

  /** Refuses files of which not every row can be read, whatever their columns are. */
  final Counts requireRows(Collection<FileFacts> seen) {
    for (FileFacts file : seen) {
      requireReadable(file);
      requireStructure(file);
    }
    requireWhole(seen);
    return new Counts(
        seen.stream().mapToLong(file -> file.rows).sum(),
        seen.stream().mapToLong(file -> file.malformed.count).sum(),
        seen.stream().mapToLong(file -> file.repeats.count).sum(),
        seen.stream().filter(file -> file.hasMark).count(),
        seen.stream().mapToLong(file -> file.alike).sum());
  }

  /** The columns that each file must have. */
  List<String> columns(List<FileFacts> seen) {
    return wanted.isAny() && !seen.isEmpty()
        ? seen.get(0).fields.stream().map(FileFacts.Field::name).distinct().toList()
        : wanted.columns();
  }

  private void requireReadable(FileFacts file) {
    boolean isKnown = file.broken.contains(";"); // what it is, and what to do
    if (!file.broken.isEmpty()) {
      throw refusal(
          file,
          isKnown
              ? "a file must be what its name says. Provided: %s, which is %s."
              : "a file must be whole. Provided: %s, which is cut off or damaged (%s); deliver it"
                  + " again, or take it away.",
          file.broken);
    }
    if (file.bad.count > 0) {
      throw refusal(
          file,
          "a text must be in the encoding that is given, or in UTF-8. Provided: %s, whose line %s"
              + " is not in %s (lines that are not: %s); give --read encoding=ISO-8859-1 or"
              + " another.",
          file.bad.line,
          options.getOrDefault("encoding", "UTF-8"),
          file.bad.count);
    }
  }

  /** Refuses rows that are none. */
  abstract void requireStructure(FileFacts file);

  /** Refuses a column that stands both in files and in their folders' names, of which one wins. */
  private void requireOneColumnEach(FileFacts first, List<String> folders) {
    String both =
        folders.stream()
            .filter(
                name ->
                    first.fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name)))
            .collect(Collectors.joining(", "));
    Require.that(both.isEmpty())
        .orRefuse(
            "a column must stand in the files, or in the names of their folders. Provided: %s in"
                + " both; say --read recursiveFileLookup=true to read the files' own.",
            both);
  }

  /** Refuses a file without a column that is named, or with one that could be two. */
  private void requireColumns(FileFacts file, List<String> needed, Set<String> lacking) {
    List<String> missing = new ArrayList<>(needed);
    missing.removeAll(lacking);
    missing.removeIf(column -> file.names(column) > 0);
    for (String column : needed) {
      long names = file.names(column);
      if (names > 1) {
        throw refusal(
            file,
            "a name must be one column's. Provided: %s, in which %s columns are called %s; rename"
                + " one.",
            names,
            column);
      }
      if (names == 0) {
        requireNoneAlike(file, column);
      }
    }
    if (!missing.isEmpty()) {
      throw refusal(file, withoutColumns(), String.join(", ", missing), file.rows);
    }
  }

  /** How a file is refused that lacks columns: its name, the columns, and its rows. */
  String withoutColumns() {
    return "every file of a table must have the columns that are named. Missing: %2$s in %1$s (rows:"
        + " %3$s); add them to the file, or take it away.";
  }

  private void requireOneType(List<FileFacts> seen, String column) {
    Map<String, FileFacts> types = new LinkedHashMap<>();
    for (FileFacts file : seen) {
      for (FileFacts.Field field : file.fields) {
        if (field.name().equalsIgnoreCase(column)) {
          types.putIfAbsent(field.type(), file);
        }
      }
    }
    if (types.size() > 1) {
      List<String> two = List.copyOf(types.keySet());
      throw refusal(
          types.get(two.get(1)),
          "the files of a table must agree about a column's type. Provided: %s, in which %s is %s,"
              + " and %s, in which it is %s; cast it in a view, or write a file anew.",
          column,
          two.get(1),
          files.name(types.get(two.get(0)).file, wanted),
          two.get(0));
    }
  }

  private void requireNoneAlike(FileFacts file, String column) {
    for (FileFacts.Field field : file.fields) {
      if (Spelling.stripped(field.name()).equalsIgnoreCase(Spelling.stripped(column))) {
        throw refusal(
            file,
            "a column must be called as the plan calls it. Provided: %s, whose '%s' is %s with"
                + " blanks at its ends; take them away, or for a CSV give --read"
                + " ignoreLeadingWhiteSpace=true.",
            field.name(),
            column);
      }
    }
  }

  private void requireWhole(Collection<FileFacts> seen) {
    for (FileFacts file : seen) {
      if (file.malformed.count > 0 && !wanted.dropsMalformed()) {
        throw refusal(
            file,
            "every row of a CSV must have as many fields as its header. Rows with more or fewer:"
                + " %3$s, the first in line %2$s of %1$s; mend them, give another --read"
                + " delimiter=..., or say malformed = drop in the plan.",
            file.malformed.line,
            seen.stream().mapToLong(each -> each.malformed.count).sum());
      }
      if (file.footer >= 0 && file.footer == file.rows - 1) {
        throw refusal(
            file,
            "every row must be a person's. Provided: %s, whose last row (line %s) counts those above"
                + " it; take it away.",
            file.lastRow);
      }
    }
  }

  /** The refusal of a file; what is put into the sentence is its name, then the rest. */
  final BadFile refusal(FileFacts file, String sentence, Object... rest) {
    String name = files.name(file.file, wanted);
    return new BadFile(sentence, Stream.concat(Stream.of(name), Stream.of(rest)).toArray());
  }
}
