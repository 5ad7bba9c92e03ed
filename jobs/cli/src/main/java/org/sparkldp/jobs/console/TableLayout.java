package org.sparkldp.jobs.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The layout of a table that is shown: each column says its name and what stands in it, in one
 * place. A layout never changes, so that one of all tables may get more columns for one of them.
 */
public final class TableLayout<T> {
  private final List<LayoutColumn<T>> columns;

  private record LayoutColumn<T>(String name, Function<T, ?> cell) {}

  /** Without columns. */
  public TableLayout() {
    this(List.of());
  }

  private TableLayout(List<LayoutColumn<T>> columns) {
    this.columns = columns;
  }

  /** With one more column, to the right; cells may be null. */
  public TableLayout<T> with(String name, Function<T, ?> cell) {
    List<LayoutColumn<T>> more = new ArrayList<>(columns);
    more.add(new LayoutColumn<>(name, cell));
    return new TableLayout<>(more);
  }

  /** With more columns, whose cells are the same in all rows. */
  public TableLayout<T> with(Map<String, ?> same) {
    TableLayout<T> all = this;
    for (Map.Entry<String, ?> column : same.entrySet()) {
      all = all.with(column.getKey(), row -> column.getValue());
    }
    return all;
  }

  /** The names of its columns. */
  public List<String> names() {
    return columns.stream().map(LayoutColumn::name).toList();
  }

  /** What stands in them in a row. */
  public List<Object> cells(T row) {
    return Arrays.asList(columns.stream().map(column -> column.cell().apply(row)).toArray());
  }

  /** The table of these rows. */
  public TablePrinter of(List<? extends T> rows) {
    return new TablePrinter(names(), rows.stream().map(this::cells).toList());
  }
}
