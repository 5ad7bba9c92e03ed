package org.sparkldp.jobs.table;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.protocols.check.Require;

/**
 * A table of CSV files. Lines are divided over tasks, and each file is read by its own header:
 * files may have other columns, or the same in another order, as long as each has those that are
 * wanted.
 */
final class CsvTable extends FileTable {
  CsvTable(SparkSession spark, Input input, TableFiles files, Wanted wanted) {
    super(spark, input, files, TableFormat.CSV, wanted);
    wanted.attributes().forEach(this::requireFields);
  }

  /** Refuses items that no field of such a file can be. */
  private void requireFields(Attribute attribute) {
    Domain domain = attribute.domain();
    CsvSyntax syntax = CsvSyntax.of(options());
    String none = options().getOrDefault("nullValue", "");
    for (int i = 0; domain.kind() == Domain.ColumnKind.TEXT && i < domain.size(); i++) {
      String item = domain.item(i);
      Require.that(!item.equals(none) && syntax.canHold(item))
          .orRefuse(
              "an item must be one that a field of the table's files can be. Provided: '%s', item"
                  + " %s of %s, which a CSV read like this %s; leave it out (missing = category"
                  + " counts those without a value).",
              item,
              i + 1,
              attribute.column(),
              item.equals(none) ? "takes for no value" : "cannot hold");
    }
  }

  @Override
  Class<? extends FileLook> eye() {
    return CsvLook.class;
  }

  private boolean hasHeader() {
    return Boolean.parseBoolean(options().get("header"));
  }

  @Override
  boolean mayBeEmpty() {
    return !hasHeader(); // of lines alone nobody may have written any
  }

  @Override
  Map<String, String> ofTheLook() {
    Map<String, String> own = ofTheReader();
    own.put(CsvLook.ID, wanted.id());
    own.put(
        CsvLook.TYPED,
        String.join("\n", wanted.shown().stream().filter(wanted::isTypedByValues).toList()));
    return own;
  }

  private Map<String, String> ofTheReader() {
    Map<String, String> own = new TreeMap<>();
    own.put(CsvFiles.SHOWN, String.join("\n", wanted.shown()));
    own.put(CsvFiles.ZONE, spark.sessionState().conf().sessionLocalTimeZone());
    return own;
  }

  private Map<String, String> all() {
    Map<String, String> all = options();
    all.putAll(ofTheReader());
    return all;
  }

  @Override
  DataStreamReader reading(DataStreamReader stream) {
    return stream.format(CsvFiles.class.getName()).options(all());
  }

  @Override
  void requireStructure(FileFacts file) {
    if (file.reordered.count > 0) {
      throw refusal(
          file,
          "a file must have its columns in one order. Provided: %s, whose line %s is a header with"
              + " another order, as where files were joined; deliver the files one by one.",
          file.reordered.line);
    }
    CsvSyntax syntax = CsvSyntax.of(options());
    if (file.separator.stream().anyMatch(named -> !named.equals(syntax.delimiter()))) {
      throw refusal(
          file,
          "a CSV must be read by the delimiter that its first line names. Provided: %1$s, whose first"
              + " line says sep=%2$s; say --read 'delimiter=%2$s' (read { delimiter = \"%2$s\" } in"
              + " the plan).",
          file.separator.get(0));
    }
    if (file.flawed.count > 0) {
      throw refusal(
          file,
          "a quote in a CSV must be closed%4$s, and be followed by a delimiter or the line's end,"
              + " for an open one swallows the rows that follow. Provided: one that is not, opened"
              + " in line %2$s of %1$s (the line is not shown; such rows: %3$s); mend it%5$s.",
          file.flawed.line,
          file.flawed.count,
          syntax.hasBreaks() ? "" : " in its line",
          syntax.hasBreaks()
              ? ""
              : ", or where fields have line breaks say --read multiLine=true (read { multiLine ="
                  + " true } in the plan), or --read quote= where quotes mean nothing");
    }
  }

  @Override
  Dataset<Row> rows(Collection<FileFacts> seen, StructType folders) {
    StructType columns = new StructType();
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : names(seen)) {
      if (names.add(name)) {
        columns = columns.add(name, type(name, seen));
      }
    }
    for (var folder : folders.fields()) {
      columns = columns.add(folder);
    }
    return Inputs.marked(load(reader(CsvFiles.class.getName(), all()).schema(columns)));
  }

  /** The columns of the first file that has any. */
  private static Set<String> names(Collection<FileFacts> seen) {
    Set<String> names = new LinkedHashSet<>();
    seen.stream()
        .filter(file -> !file.fields.isEmpty())
        .findFirst()
        .ifPresent(file -> file.fields.forEach(field -> names.add(field.name())));
    return names;
  }

  private DataType type(String name, Collection<FileFacts> seen) {
    if (wanted.isTypedByValues(name)) {
      List<String> types =
          seen.stream().map(file -> file.types.get(name)).filter(Objects::nonNull).toList();
      return CsvLook.merged(all(), types);
    }
    // A CSV holds no arrays, and is refused as a vector.
    return wanted
        .type(name)
        .map(FileTable::stored)
        .filter(asked -> !(asked instanceof ArrayType))
        .orElse(DataTypes.StringType);
  }
}
