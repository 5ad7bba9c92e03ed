package org.sparkldp.jobs.table;

import java.nio.charset.Charset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * A table of JSON files: an object in each line, or one array of objects in each file. Of the keys
 * it reads those that a plan names, each in one spelling, be they there or not: whether anybody has
 * another key decides nothing.
 */
final class JsonTable extends FileTable {
  JsonTable(SparkSession spark, Input input, TableFiles files, Wanted wanted) {
    super(spark, input, files, TableFormat.JSON, wanted);
    requireEncoding(input);
  }

  private static void requireEncoding(Input input) {
    String encoding = input.options().get("encoding");
    if (encoding != null && !JsonLook.isDocument(input.options())) {
      String name = Charset.forName(encoding).name();
      Require.that(
              name.equals("UTF-8")
                  || (input.options().containsKey("lineSep") && !name.matches("UTF-(16|32)")))
          .orRefuse(
              "lines of JSON must be in UTF-8, or have a lineSep and an encoding that says the"
                  + " order of its bytes, such as UTF-16LE. Provided value: %s%s.",
              encoding, input.options().containsKey("lineSep") ? "" : " without lineSep");
    }
  }

  @Override
  Class<? extends FileLook> eye() {
    return JsonLook.class;
  }

  @Override
  Map<String, String> ofTheLook() {
    Map<String, String> own = new TreeMap<>();
    own.put(JsonLook.KEYS, wanted.isAny() ? "" : String.join("\n", wanted.columns()));
    return own;
  }

  @Override
  boolean mayBeEmpty() {
    return true; // of lines alone nobody may have written any
  }

  @Override
  void requireStructure(FileFacts file) {
    if (file.flawed.count == 0) {
      return;
    }
    throw refusal(
        file,
        JsonLook.isDocument(input.options())
            ? "a file that is read with multiLine=true must hold one array of objects, [{...},"
                + " {...}], or all but the first object would be lost. Provided: %s; leave"
                + " multiLine out where each line is an object."
            : "every line of JSON must be one object. Lines that are none, or hold more: %3$s; mend"
                + " them (the first is line %2$s of %1$s), or say --read multiLine=true where a"
                + " file holds one array of objects.",
        file.flawed.line,
        file.flawed.count);
  }

  @Override
  String withoutColumns() {
    return "a key that is named must stand in some row of each file of JSON, because writers leave"
        + " NULLs out. Missing: %2$s in %1$s (rows: %3$s); spell it as the file does, take the file"
        + " away, or for a private key say missing = category or drop in the plan.";
  }

  @Override
  List<String> columns(List<FileFacts> seen) {
    return wanted.isAny()
        ? List.of()
        : wanted.columns().stream()
            .filter(name -> !wanted.isMissingKnown() || wanted.shown().contains(name))
            .toList();
  }

  @Override
  Dataset<Row> rows(Collection<FileFacts> seen, StructType folders) {
    requireOneSpelling(seen);
    StructType found = loaded(reader("json", options()).option("inferSchema", "true")).schema();
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(wanted.isAny() ? List.of(found.fieldNames()) : wanted.columns());
    List.of(folders.fieldNames()).forEach(names::remove);
    Set<String> there = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    StructType columns =
        StructFields.pruned(
            found,
            "",
            names,
            StructFields.structs(names),
            (name, shape) -> {
              there.add(name);
              return wanted.isTypedByValues(name) ? shape : type(name, shape);
            });
    for (StructField folder : folders.fields()) {
      columns = columns.add(folder);
      there.add(folder.name());
    }
    for (Map.Entry<String, DataType> missing : wanted.types().entrySet()) {
      if (!there.contains(missing.getKey())) {
        requireNowhere(seen, missing.getKey());
        columns = columns.add(missing.getKey(), stored(missing.getValue()), true);
      }
    }
    DataFrameReader reader = reader("json", options()).option(TextRelations.LOOKED, "true");
    return Inputs.marked(loaded(reader.schema(columns)));
  }

  @Override
  StructType found(Collection<FileFacts> all, StructType folders, String[] places) {
    requireOneSpelling(all);
    return reader("json", options()) // of the files that came alone, or each would read all again
        .options(Map.of("inferSchema", "true", "dropFieldIfAllNull", "true"))
        .load(places)
        .schema();
  }

  /** Refuses a field of what is an object in some rows and something else in others. */
  private void requireNowhere(Collection<FileFacts> seen, String name) {
    for (FileFacts file : seen) {
      if (file.fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name))) {
        throw refusal(
            file,
            "a key that holds objects must hold them in every row. Provided: %s, in which the key"
                + " around %s also holds other values.",
            name);
      }
    }
  }

  /** The type of a private key, which only its shape in the files decides, and the plan. */
  private DataType type(String name, DataType shape) {
    DataType asked = wanted.types().get(name);
    if (shape instanceof ArrayType && DataTypes.DoubleType.equals(asked)) {
      return DataTypes.createArrayType(DataTypes.DoubleType);
    }
    if (asked != null) {
      return stored(asked);
    }
    boolean isFraction = wanted.ids().contains(name) && shape instanceof FractionalType;
    return shape instanceof AtomicType && !isFraction ? DataTypes.StringType : shape;
  }

  private void requireOneSpelling(Collection<FileFacts> seen) {
    Map<String, String> spelled = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (FileFacts file : seen) {
      for (String name : new TreeSet<>(file.fields.stream().map(FileFacts.Field::name).toList())) {
        String before = spelled.putIfAbsent(name, name);
        if (before != null && !before.equals(name)) {
          throw refusal(
              file,
              "a key of JSON must be spelled in one way. Provided: %2$s and %3$s in %1$s; rename"
                  + " one.",
              before,
              name);
        }
      }
    }
  }

  private Dataset<Row> loaded(DataFrameReader reader) {
    try {
      return load(reader);
    } catch (Exception e) {
      // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
      if (e instanceof AnalysisException analysis
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
}
