package org.sparkldp.jobs.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.protocols.Estimate;

/** Estimates as a printed table: all rows for machines, the largest of each group for people. */
final class EstimatePrinter {
  private static final int ROWS_FOR_PEOPLE = 20;

  private final Estimation.Result result;
  private final Map<List<Object>, double[]> truth;

  EstimatePrinter(Estimation.Result result, Map<List<Object>, double[]> truth) {
    this.result = result;
    this.truth = truth;
  }

  void print(Format format, PrintStream out) {
    List<String> columns = new ArrayList<>(result.groupBy());
    columns.addAll(List.of("item", "estimate", "standard_error", "lower", "upper"));
    if (!result.groups().isEmpty()) {
      result.groups().get(0).consistent().keySet().forEach(s -> columns.add(s.replace('-', '_')));
    }
    if (!truth.isEmpty()) {
      columns.add("truth");
    }
    TablePrinter printer = new TablePrinter(columns);
    long left = 0;
    for (Estimation.Group group : result.groups()) {
      int[] order = order(group.estimate(), format);
      for (int i : order) {
        printer.add(cells(group, i));
      }
      left += group.estimate().rows().size() - order.length;
    }
    printer.print(format, out);
    if (left > 0) {
      out.println("... and " + left + " smaller items; --format csv shows all");
    }
  }

  private static int[] order(Estimate estimate, Format format) {
    int rows = estimate.rows().size();
    Integer[] order = new Integer[rows];
    Arrays.setAll(order, i -> i);
    if (format == Format.TABLE) {
      Arrays.sort(
          order,
          (a, b) ->
              Double.compare(estimate.rows().get(b).estimate(), estimate.rows().get(a).estimate()));
    }
    return Arrays.stream(order)
        .limit(format == Format.TABLE ? ROWS_FOR_PEOPLE : rows)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private List<Object> cells(Estimation.Group group, int i) {
    Estimate.Row row = group.estimate().rows().get(i);
    List<Object> cells = new ArrayList<>(group.key());
    cells.addAll(
        List.of(row.item(), row.estimate(), row.standardError(), row.lower(), row.upper()));
    group.consistent().values().forEach(numbers -> cells.add(numbers[i]));
    if (!truth.isEmpty()) {
      double[] answers = truth.get(group.key());
      double answer = answers == null ? 0 : answers[i];
      cells.add(answer == Math.rint(answer) ? (Object) (long) answer : (Object) answer);
    }
    return cells;
  }
}
