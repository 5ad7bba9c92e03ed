package org.sparkldp.jobs.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.protocols.Estimate;

/**
 * The picture of a task's answers: bars for counts, a curve, or dots for each quantity. A task says
 * which; the chart is made of its answers here. Immutable.
 */
public sealed interface Picture {
  /**
   * The charts.
   *
   * @param about what the answers are of
   * @param truth the true answers, where somebody knows them
   */
  List<Chart> charts(String about, Answers answers, Optional<double[]> truth);

  /**
   * Counts of people, a bar each.
   *
   * @param items what an item is of
   * @param isDisjoint whether nobody is in two of them
   * @param isOrdered whether items are read in their own order, not the largest first
   * @param levels of which the items are ranges, in their order; empty where they are none
   */
  record Bars(
      String title, String items, boolean isDisjoint, boolean isOrdered, List<String> levels)
      implements Picture {
    /** Counts of different people. */
    public Bars(String title, String items) {
      this(title, items, true, false, List.of());
    }

    @Override
    public List<Chart> charts(String about, Answers answers, Optional<double[]> truth) {
      List<Chart.Series> consistent = new ArrayList<>();
      answers.counts().forEach((step, v) -> consistent.add(new Chart.Series(step, boxed(v))));
      return List.of(
          new Chart.BarChart(
              title,
              items,
              "people",
              answers.estimate(),
              truth.map(Bars::boxed).orElse(List.of()),
              consistent,
              true,
              isDisjoint,
              isOrdered,
              levels,
              answers.hasBest() ? boxed(answers.best()) : List.of(),
              List.of()));
    }

    private static List<Double> boxed(double[] numbers) {
      return Arrays.stream(numbers).boxed().toList();
    }
  }

  /**
   * Answers along an axis, with their intervals.
   *
   * @param axis what runs to the right
   * @param unit of the answers
   * @param isCumulative whether they count the people at or below a place
   * @param places of the answers along the axis
   * @param stepName what the line of a step is called
   */
  record Curve(
      String title,
      String axis,
      String unit,
      boolean isCumulative,
      double[] places,
      UnaryOperator<String> stepName)
      implements Picture {
    /** With steps that make the answers consistent. */
    public Curve(String title, String axis, String unit, boolean isCumulative, double[] places) {
      this(title, axis, unit, isCumulative, places, step -> "made consistent (" + step + ")");
    }

    @Override
    public List<Chart> charts(String about, Answers answers, Optional<double[]> truth) {
      List<Chart.CurvePoint> points = new ArrayList<>();
      for (Estimate.Row row : answers.estimate().rows()) {
        double x = places[points.size()];
        points.add(Chart.CurvePoint.of(x, row));
      }
      List<Chart.ChartLine> lines = new ArrayList<>();
      lines.add(new Chart.ChartLine("estimate, 95 % interval", points));
      if (answers.hasBest()) {
        lines.add(line("best guess", answers.best()));
      }
      answers.counts().forEach((step, v) -> lines.add(line(stepName.apply(step), v)));
      truth.ifPresent(v -> lines.add(line("truth", v)));
      return List.of(
          new Chart.LineChart(
              title,
              new Chart.Axis(axis, false),
              new Chart.Axis(unit, false),
              lines,
              answers.estimate().n(),
              answers.estimate().confidence(),
              isCumulative));
    }

    private Chart.ChartLine line(String name, double[] values) {
      List<Chart.CurvePoint> points = new ArrayList<>();
      for (int i = 0; i < places.length; i++) {
        points.add(Chart.CurvePoint.of(places[i], values[i]));
      }
      return new Chart.ChartLine(name, points);
    }
  }

  /**
   * A chart for each quantity, of the rows that the reports could estimate; notes name the others.
   *
   * @param items what an item is, blank where there is one a quantity
   * @param quantity what a row is of
   * @param lower the least number that there can be, to which intervals are cut
   * @param upper the largest
   */
  record Dots(String items, IntFunction<String> quantity, double lower, double upper)
      implements Picture {
    /** Numbers of any size. */
    public Dots(String items, IntFunction<String> quantity) {
      this(items, quantity, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    @Override
    public List<Chart> charts(String about, Answers answers, Optional<double[]> truth) {
      Estimate all = answers.estimate();
      Map<String, List<Estimate.Row>> known = new LinkedHashMap<>();
      for (int i = 0; i < all.rows().size(); i++) {
        Estimate.Row row = all.rows().get(i);
        if (Double.isFinite(row.estimate() + row.lower() + row.upper())) {
          known.computeIfAbsent(quantity.apply(i), key -> new ArrayList<>()).add(cut(row));
        }
      }
      List<Chart> charts = new ArrayList<>();
      known.forEach(
          (name, rows) ->
              charts.add(
                  new Chart.BarChart(
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

    private Estimate.Row cut(Estimate.Row row) {
      return new Estimate.Row(
          row.item(),
          row.estimate(),
          row.standardError(),
          Math.max(lower, Math.min(upper, row.lower())),
          Math.max(lower, Math.min(upper, row.upper())),
          row.note());
    }

    /** The stratum alone, where the chart's title names the quantity. */
    private static String withoutQuantity(String item, String quantity) {
      return item.endsWith(" " + quantity)
          ? item.substring(0, item.length() - quantity.length() - 1)
          : item;
    }
  }
}
