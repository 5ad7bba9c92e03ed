package org.sparkldp.jobs.table;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Fields within STRUCT columns, named as Spark names them: {@code payload.country}, with back
 * quotes around a part that has a dot. A column of the very name comes first.
 */
public final class StructFields {
  private StructFields() {}

  /**
   * A table with a column of each field that is named; the same table where none is. A name that
   * nothing has is left for others to refuse.
   */
  public static Dataset<Row> named(Dataset<Row> table, Collection<String> names) {
    Dataset<Row> all = table;
    for (String name : new TreeSet<>(names)) {
      List<String> parts = parts(name);
      List<String> found = found(table.schema(), "", parts);
      boolean isColumn = Arrays.stream(table.columns()).anyMatch(name::equalsIgnoreCase);
      if (found.isEmpty() || (isColumn && parts.size() == 1)) {
        continue;
      }
      Require.that(found.size() == 1 && !isColumn)
          .orRefuse(
              "a name must be one column's or one field's. Provided: %s, which names several;"
                  + " rename one in a view.",
              name);
      Require.that(spelled(parts).equalsIgnoreCase(name))
          .orRefuse(
              "a field must be named without needless quotes. Provided: %s; write %s.",
              name, spelled(parts));
      all = all.withColumn(name, functions.col(found.get(0)));
    }
    return all;
  }

  /** The schema of such a table. */
  public static StructType named(StructType schema, Collection<String> names) {
    return named(SparkSession.active().createDataFrame(List.of(), schema), names).schema();
  }

  private static String spelled(List<String> parts) {
    return parts.stream().map(StructFields::quoted).collect(Collectors.joining("."));
  }

  private static List<String> parts(String name) {
    try {
      return Scala.list(UnresolvedAttribute.parseAttributeName(name));
    } catch (Exception e) { // of Spark's analysis, which Java cannot name: no path
      return List.of();
    }
  }

  /** The fields that parts of a name lead to, without regard to case. */
  private static List<String> found(StructType in, String before, List<String> parts) {
    return Arrays.stream(in.fields())
        .filter(field -> !parts.isEmpty() && field.name().equalsIgnoreCase(parts.get(0)))
        .flatMap(
            field -> {
              String path = before + "`" + field.name().replace("`", "``") + "`";
              List<String> rest = parts.subList(1, parts.size());
              return rest.isEmpty()
                  ? List.of(path).stream()
                  : field.dataType() instanceof StructType inner
                      ? found(inner, path + ".", rest).stream()
                      : List.<String>of().stream();
            })
        .toList();
  }

  /** A part of a name as Spark writes it. */
  static String quoted(String part) {
    return part.contains(".") || part.contains("`") ? "`" + part.replace("`", "``") + "`" : part;
  }

  /** The names of the structs, at any depth, in which some names may lie. */
  static Set<String> structs(Collection<String> names) {
    Set<String> structs = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : names) {
      List<String> parts = parts(name);
      for (int i = 1; i < parts.size(); i++) {
        structs.add(spelled(parts.subList(0, i)));
      }
    }
    return structs;
  }

  /** A table of columns that are called as fields, with the structs in which SQL finds these. */
  static Dataset<Row> nested(Dataset<Row> flat, Collection<String> names) {
    Dataset<Row> all = flat;
    for (String struct : structs(names)) {
      if (parts(struct).size() == 1 && names.stream().noneMatch(struct::equalsIgnoreCase)) {
        all = all.withColumn(parts(struct).get(0), struct(struct, names));
      }
    }
    return all;
  }

  private static Column struct(String path, Collection<String> names) {
    Map<String, Column> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    int depth = parts(path).size();
    for (String name : names) {
      List<String> parts = parts(name);
      if (parts.size() > depth && spelled(parts.subList(0, depth)).equalsIgnoreCase(path)) {
        String field = spelled(parts.subList(0, depth + 1));
        Column value = parts.size() == depth + 1 ? Inputs.column(name) : struct(field, names);
        fields.put(parts.get(depth), value.as(parts.get(depth)));
      }
    }
    return functions.struct(fields.values().toArray(Column[]::new));
  }

  /** The fate of a field. */
  interface FieldUse {
    /** Its type now. */
    DataType type(String name, DataType given);
  }

  /**
   * The fields of a schema that are named, at any depth.
   *
   * @param names with those of {@link #structs}
   */
  static StructType pruned(
      StructType all, String before, Set<String> names, Set<String> structs, FieldUse kept) {
    StructType named = new StructType();
    for (StructField field : all.fields()) {
      String name = before + quoted(field.name());
      if (names.contains(name) || (before.isEmpty() && names.contains(field.name()))) {
        String of = names.contains(name) ? name : field.name();
        named = named.add(field.name(), kept.type(of, field.dataType()), true, field.metadata());
      } else if (structs.contains(name) && field.dataType() instanceof StructType inner) {
        StructType some = pruned(inner, name + ".", names, structs, kept);
        named = some.isEmpty() ? named : named.add(field.name(), some, true, field.metadata());
      }
    }
    return named;
  }
}
