package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;

/**
 * A table whose rows are the points of its pictures, so that a figure's CSV and its charts are one
 * thing.
 *
 * @param columns their names
 * @param rows cells, null where a column says nothing of a row
 */
record Table(List<String> columns, List<List<Object>> rows) {

  /** One without rows. */
  static Table of(String... columns) {
    return new Table(List.of(columns), new ArrayList<>());
  }

  /** Adds a row, whose last cells may be left out. */
  void add(Object... cells) {
    rows.add(Collections.unmodifiableList(Arrays.asList(Arrays.copyOf(cells, columns.size()))));
  }

  /** The rows with such a cell. */
  Table where(String column, Predicate<Object> cell) {
    int at = columns.indexOf(column);
    return new Table(columns, rows.stream().filter(row -> cell.test(row.get(at))).toList());
  }

  /** A column's different cells, as they come. */
  private List<Object> cells(String column) {
    int at = columns.indexOf(column);
    return rows.stream().map(row -> row.get(at)).distinct().toList();
  }

  /** A section of pictures for each different cell of a column. */
  List<Page.GroupSection> sections(
      String column, Function<Object, String> title, Function<Table, List<Chart>> pictures) {
    return cells(column).stream()
        .map(
            cell ->
                new Page.GroupSection(
                    title.apply(cell), pictures.apply(where(column, c -> c.equals(cell)))))
        .toList();
  }

  /** A section for each different cell of a column, whose picture is of {@link #lines}. */
  List<Page.GroupSection> sections(
      String column,
      Function<Object, String> title,
      String picture,
      String line,
      Along x,
      Along y) {
    return sections(column, title, part -> List.of(part.lines(picture, line, x, y)));
  }

  /** The only section, whose picture is of {@link #lines}. */
  List<Page.GroupSection> section(String title, String picture, String line, Along x, Along y) {
    return List.of(new Page.GroupSection(title, List.of(lines(picture, line, x, y))));
  }

  /**
   * A column along an axis.
   *
   * @param low the column of the lower ends of intervals; the column itself where there are none
   * @param high the same of the upper ends
   */
  record Along(String column, Chart.Axis axis, String low, String high) {
    static Along linear(String column, String label) {
      return new Along(column, new Chart.Axis(label, false), column, column);
    }

    static Along logarithmic(String column, String label) {
      return new Along(column, new Chart.Axis(label, true), column, column);
    }

    Along within(String lower, String upper) {
      return new Along(column, axis, lower, upper);
    }
  }

  /** A line for each different cell of a column, through the rows that have both numbers. */
  Chart lines(String title, String column, Function<Object, String> name, Along x, Along y) {
    List<Chart.ChartLine> lines = new ArrayList<>();
    for (Object cell : cells(column)) {
      List<Chart.CurvePoint> points = where(column, cell::equals).points(x, y);
      if (!points.isEmpty()) {
        lines.add(new Chart.ChartLine(name.apply(cell), points));
      }
    }
    return new Chart.LineChart(title, x.axis, y.axis, lines);
  }

  /** The same, where cells are the lines' names. */
  Chart lines(String title, String column, Along x, Along y) {
    return lines(title, column, Object::toString, x, y);
  }

  private List<Chart.CurvePoint> points(Along x, Along y) {
    List<Chart.CurvePoint> points = new ArrayList<>();
    for (List<Object> row : rows) {
      Object right = row.get(columns.indexOf(x.column));
      Object up = row.get(columns.indexOf(y.column));
      if (right != null && up != null) {
        points.add(
            new Chart.CurvePoint(
                number(right),
                number(up),
                number(row.get(columns.indexOf(y.low))),
                number(row.get(columns.indexOf(y.high)))));
      }
    }
    points.sort(Comparator.comparingDouble(Chart.CurvePoint::x));
    return points;
  }

  private static double number(Object cell) {
    return ((Number) cell).doubleValue();
  }
}
