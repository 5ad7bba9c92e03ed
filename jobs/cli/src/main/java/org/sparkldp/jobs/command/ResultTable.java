package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;
import scala.collection.Seq;

/** The rows of a query as a table for printing: bytes in hexadecimal, structs by their fields. */
final class ResultTable {
  private ResultTable() {}

  /** Runs the query. */
  static TablePrinter of(Dataset<Row> query) {
    return new TablePrinter(
        Arrays.asList(query.columns()),
        query.collectAsList().stream().map(ResultTable::cells).toList());
  }

  private static List<Object> cells(Row row) {
    List<Object> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(printable(row.get(i)));
    }
    return cells;
  }

  private static Map<String, Object> named(Row row) {
    List<String> names = List.of(row.schema().fieldNames());
    Require.that(names.stream().distinct().count() == names.size())
        .orRefuse(
            "the fields of a struct must have names of their own to be printed. Provided: two of"
                + " one name; rename one.");
    List<Object> cells = cells(row);
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), cells.get(i));
    }
    return fields;
  }

  private static Object printable(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Seq<?> items) {
      return Scala.list(items).stream().map(ResultTable::printable).toList();
    }
    if (value instanceof Row row) {
      return named(row);
    }
    if (value instanceof scala.collection.Map<?, ?> entries) {
      Map<String, Object> map = new TreeMap<>();
      Scala.map(entries).forEach((key, of) -> map.put("" + printable(key), printable(of)));
      return map;
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : value.toString();
  }
}
