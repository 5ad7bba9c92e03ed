package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.protocols.Estimate;

/** The pictures that tasks share: bars for counts, curves, and dots for each quantity. */
final class Charts {
  private Charts() {}

  /** Counts of different people, a bar each. */
  static Chart bars(String title, String items, Answers answers, Optional<double[]> truth) {
    return bars(title, items, answers, truth, true);
  }

  /**
   * Counts of people, a bar each.
   *
   * @param items what an item is of
   * @param disjoint whether nobody is in two of them
   */
  static Chart bars(
      String title, String items, Answers answers, Optional<double[]> truth, boolean disjoint) {
    List<Chart.Series> consistent = new ArrayList<>();
    counts(answers).forEach((step, v) -> consistent.add(new Chart.Series(step, boxed(v))));
    return new Chart.Bars(
        title,
        items,
        "people",
        answers.estimate(),
        truth.map(Charts::boxed).orElse(List.of()),
        consistent,
        true,
        disjoint);
  }

  /** {@link #curve} with steps that make the answers consistent. */
  static Chart curve(
      String title,
      String axis,
      String unit,
      boolean isCumulative,
      double[] x,
      Answers answers,
      Optional<double[]> truth) {
    return curve(
        title,
        axis,
        unit,
        isCumulative,
        x,
        answers,
        step -> "made consistent (" + step + ")",
        truth);
  }

  /**
   * Answers along an axis, with their intervals.
   *
   * @param isCumulative whether they count the people at or below x
   * @param stepName what the line of a step is called
   */
  static Chart curve(
      String title,
      String axis,
      String unit,
      boolean isCumulative,
      double[] x,
      Answers answers,
      UnaryOperator<String> stepName,
      Optional<double[]> truth) {
    List<Chart.Point> points = new ArrayList<>();
    for (Estimate.Row row : answers.estimate().rows()) {
      points.add(new Chart.Point(x[points.size()], row.estimate(), row.lower(), row.upper()));
    }
    List<Chart.Line> lines = new ArrayList<>();
    lines.add(new Chart.Line("estimate, 95 % interval", points));
    counts(answers).forEach((step, v) -> lines.add(line(stepName.apply(step), x, v)));
    truth.ifPresent(v -> lines.add(line("truth", x, v)));
    return new Chart.Lines(
        title,
        new Chart.Axis(axis, false),
        new Chart.Axis(unit, false),
        lines,
        answers.estimate().n(),
        answers.estimate().confidence(),
        isCumulative);
  }

  /**
   * A chart for each quantity, of the rows that the reports could estimate; notes name the others.
   *
   * @param items what an item is, blank where there is one a quantity
   * @param quantity what a row is of
   */
  static List<Chart> numbers(
      String about, String items, Answers answers, IntFunction<String> quantity) {
    Estimate all = answers.estimate();
    Map<String, List<Estimate.Row>> known = new LinkedHashMap<>();
    for (int i = 0; i < all.rows().size(); i++) {
      if (!Double.isNaN(all.rows().get(i).estimate())) {
        known.computeIfAbsent(quantity.apply(i), key -> new ArrayList<>()).add(all.rows().get(i));
      }
    }
    List<Chart> charts = new ArrayList<>();
    known.forEach(
        (name, rows) ->
            charts.add(
                new Chart.Bars(
                    "The " + name + " of " + about,
                    items,
                    about,
                    new Estimate(all.n(), all.confidence(), rows)
                        .named(i -> withoutQuantity(rows.get(i).item(), name)),
                    List.of(),
                    List.of(),
                    false)));
    return charts;
  }

  /** The stratum alone, where the chart's title names the quantity. */
  private static String withoutQuantity(String item, String quantity) {
    return item.endsWith(" " + quantity)
        ? item.substring(0, item.length() - quantity.length() - 1)
        : item;
  }

  /** The steps that make the answers consistent; a shift is no answer. */
  private static Map<String, double[]> counts(Answers answers) {
    Map<String, double[]> counts = new LinkedHashMap<>(answers.consistent());
    counts.remove(ShiftStep.NAME);
    return counts;
  }

  private static Chart.Line line(String name, double[] x, double[] values) {
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      points.add(Chart.Point.of(x[i], values[i]));
    }
    return new Chart.Line(name, points);
  }

  private static List<Double> boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
