package org.sparkldp.jobs.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.PrintStream;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.jobs.table.Spreadsheet;
import org.sparkldp.protocols.check.Require;

/**
 * A table that is printed: numbers in full for machines, shortened for people.
 *
 * @param columns their names
 * @param rows a cell for each column, perhaps null
 */
public record TablePrinter(List<String> columns, List<? extends List<?>> rows) {
  /** Writes days and times as other formats do, where Jackson would count milliseconds. */
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Date.class, ToStringSerializer.instance)
                  .addSerializer(Temporal.class, ToStringSerializer.instance));

  public TablePrinter {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** The table without some of its columns. */
  public TablePrinter without(Collection<String> names) {
    return with(column -> !names.contains(columns.get(column)));
  }

  /** Without the columns that are the same in all of several rows, and so decide nothing. */
  public TablePrinter deciding() {
    return with(
        column ->
            rows.size() < 2 || rows.stream().map(row -> row.get(column)).distinct().count() > 1);
  }

  private TablePrinter with(IntPredicate isKept) {
    List<Integer> kept = IntStream.range(0, columns.size()).filter(isKept).boxed().toList();
    return new TablePrinter(
        kept.stream().map(columns::get).toList(),
        rows.stream().map(row -> Arrays.asList(kept.stream().map(row::get).toArray())).toList());
  }

  /** A cell, shortened for people; empty where there is no such column, or nothing in it. */
  public Optional<String> cell(int row, String column) {
    return Optional.of(columns.indexOf(column))
        .filter(place -> place >= 0 && row < rows.size())
        .map(place -> shortened(rows.get(row).get(place)))
        .filter(cell -> !cell.isEmpty());
  }

  /** Prints all. */
  public void print(OutputFormat format, PrintStream out) {
    switch (format) {
      case CSV -> printCsv(out);
      case JSON -> printJson(out);
      case TABLE -> printTable(out);
    }
    out.flush();
  }

  private void printCsv(PrintStream out) {
    out.println(String.join(",", columns.stream().map(TablePrinter::quoted).toList()));
    for (List<?> row : rows) {
      out.println(String.join(",", row.stream().map(TablePrinter::csv).toList()));
    }
  }

  private static String csv(Object value) {
    return value == null
        ? ""
        : value instanceof Number ? value.toString() : quoted(value.toString());
  }

  private static String quoted(String given) {
    String text = Spreadsheet.safe(given);
    return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private void printJson(PrintStream out) {
    Require.that(columns.stream().distinct().count() == columns.size())
        .orRefuse(
            "columns must have names of their own in JSON. Provided: %s; rename one by AS.",
            String.join(", ", columns));
    for (List<?> row : rows) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        object.put(columns.get(i), row.get(i));
      }
      try {
        out.println(JSON.writeValueAsString(object));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("rows hold texts, numbers and lists only", e);
      }
    }
  }

  private void printTable(PrintStream out) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(TablePrinter::line).toList());
    rows.forEach(row -> cells.addAll(lines(row)));
    int[] widths = new int[columns.size()];
    boolean[] numeric = new boolean[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      widths[c] = cells.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      numeric[c] =
          !rows.isEmpty()
              && rows.stream()
                  .map(row -> row.get(column))
                  .allMatch(value -> value == null || value instanceof Number);
    }
    for (List<String> row : cells) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String cell = row.get(c);
        String pad = " ".repeat(widths[c] - cell.length());
        line.append(c == 0 ? "" : "  ").append(numeric[c] ? pad + cell : cell + pad);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /** A row's lines: those of its text where it has no other column, such as a plan's; else one. */
  private static List<List<String>> lines(List<?> row) {
    return row.size() == 1
        ? Stream.of(shortened(row.get(0)).stripTrailing().split("\n", -1)).map(List::of).toList()
        : List.of(row.stream().map(TablePrinter::line).toList());
  }

  private static String line(Object value) {
    return shortened(value).replace("\n", "\\n");
  }

  private static String shortened(Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Double number) {
      double size = Math.abs(number);
      return size != 0 && (size < 0.01 || size >= 1e9)
          ? String.format(Locale.ROOT, "%.4g", number)
          : String.format(Locale.ROOT, size < 10 ? "%.4f" : "%.1f", number);
    }
    return Terminal.safe(value.toString());
  }
}
