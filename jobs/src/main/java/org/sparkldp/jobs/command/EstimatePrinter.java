package org.sparkldp.jobs.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.reduce.Estimation;
import org.sparkldp.protocols.Estimate;

/**
 * Estimates as a printed table: all rows for machines, the largest counts of each group for people.
 */
final class EstimatePrinter {
  private static final int ROWS_FOR_PEOPLE = 20;

  private final Estimation.Result result;
  private final Map<List<Object>, double[]> truth;
  private final boolean isOfNumbers;

  EstimatePrinter(Plan plan, Estimation.Result result, Map<List<Object>, double[]> truth) {
    this.result = result;
    this.truth = truth;
    this.isOfNumbers = !plan.task().countsPeople();
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
    boolean withNotes = isOfNumbers || format != Format.TABLE;
    if (withNotes) {
      columns.add("note");
    }
    TablePrinter printer = new TablePrinter(columns);
    long left = 0;
    for (Estimation.Group group : result.groups()) {
      int[] order = order(group.estimate(), format);
      for (int i : order) {
        List<Object> cells = cells(group, i);
        if (withNotes) { // what is of all answers people are told beside the table
          cells.add(format == Format.TABLE ? group.estimate().rows().get(i).note() : group.note(i));
        }
        printer.add(cells);
      }
      left += group.estimate().rows().size() - order.length;
    }
    printer.print(format, out);
    if (left > 0) {
      out.println("... and " + left + " smaller items; --format csv shows all");
    }
  }

  private int[] order(Estimate estimate, Format format) {
    int rows = estimate.rows().size();
    if (format != Format.TABLE || isOfNumbers) {
      return IntStream.range(0, rows).toArray();
    }
    Integer[] order = new Integer[rows];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            Double.compare(estimate.rows().get(b).estimate(), estimate.rows().get(a).estimate()));
    return Arrays.stream(order).limit(ROWS_FOR_PEOPLE).mapToInt(Integer::intValue).toArray();
  }

  private List<Object> cells(Estimation.Group group, int i) {
    Estimate.Row row = group.estimate().rows().get(i);
    List<Object> cells = new ArrayList<>(group.key());
    cells.add(row.item());
    for (double number :
        new double[] {row.estimate(), row.standardError(), row.lower(), row.upper()}) {
      cells.add(Double.isNaN(number) ? null : number); // what reports could not show is left empty
    }
    group.consistent().values().forEach(numbers -> cells.add(numbers[i]));
    if (!truth.isEmpty()) {
      double[] answers = truth.get(group.key());
      double answer = answers == null ? 0 : answers[i];
      cells.add(answer == Math.rint(answer) ? (Object) (long) answer : (Object) answer);
    }
    return cells;
  }
}
