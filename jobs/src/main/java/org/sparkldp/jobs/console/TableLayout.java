package org.sparkldp.jobs.console;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The layout of a table that is shown: each column says its name and what stands in it, in one
 * place. A table without rows has them too.
 */
public final class TableLayout<T> {
  private final Map<String, Function<T, ?>> all = new LinkedHashMap<>();

  /** One more, to the right; cells may be null. */
  public TableLayout<T> with(String name, Function<T, ?> cell) {
    all.put(name, cell);
    return this;
  }

  /** More, whose cells are the same in all rows. */
  public TableLayout<T> with(Map<String, ?> same) {
    same.forEach((name, cell) -> with(name, row -> cell));
    return this;
  }

  /** Their names. */
  public List<String> names() {
    return List.copyOf(all.keySet());
  }

  /** What stands in them in a row. */
  public List<Object> cells(T row) {
    return Arrays.asList(all.values().stream().map(cell -> cell.apply(row)).toArray());
  }

  /** The table of these rows. */
  public TablePrinter of(List<T> rows) {
    TablePrinter printer = new TablePrinter(names());
    rows.forEach(row -> printer.add(cells(row)));
    return printer;
  }
}
