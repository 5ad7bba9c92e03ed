package org.sparkldp.jobs.page;

import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.sums.NumberSums;

/** One picture, and the numbers behind it; {@link PageData} looks at them when they are written. */
public sealed interface Chart {

  /** Its title, one line. */
  String title();

  /**
   * A number and its interval per item: bars from 0 for a histogram, dots for what does not add up.
   *
   * @param title one line
   * @param items what an item is, such as "country"; blank where the items' names say it
   * @param unit of estimates, truth and consistent values, such as "users"
   * @param estimate the raw estimates, in the items' order; n is 0 if it is private
   * @param truth the true number of each item, or empty if nobody knows it
   * @param consistent post-processed values beside the raw ones, each series as long as the
   *     estimate
   * @param additive whether the numbers are counts, drawn from 0; means are not
   * @param disjoint whether nobody is in two of them, so that they add up to a whole
   * @param ordered whether items are read in their own order, not the largest first
   * @param levels of which the items are ranges, such as "18" and "18 to 30", in their order; empty
   *     where they are none
   * @param best guesses, which are drawn in place of the estimates; empty where there are none
   * @param unsure whether an item has too few people for a sure number, and is grey; its estimate
   *     may be NaN. Empty where nobody knows
   */
  record BarChart(
      String title,
      String items,
      String unit,
      Estimate estimate,
      List<Double> truth,
      List<Series> consistent,
      boolean additive,
      boolean disjoint,
      boolean ordered,
      List<String> levels,
      List<Double> best,
      List<Boolean> unsure)
      implements Chart {

    /** Counts are of different people. */
    public BarChart(
        String title,
        String items,
        String unit,
        Estimate estimate,
        List<Double> truth,
        List<Series> consistent,
        boolean additive) {
      this(
          title,
          items,
          unit,
          estimate,
          truth,
          consistent,
          additive,
          additive,
          false,
          List.of(),
          List.of(),
          List.of());
    }

    /** Means by item, bars from 0; those that rest on few people are grey. */
    static BarChart ofMeans(String title, String items, String unit, Estimate means) {
      return new BarChart(
          title,
          items,
          unit,
          means,
          List.of(),
          List.of(),
          false,
          false,
          false,
          List.of(),
          List.of(),
          means.rows().stream().map(row -> row.note().contains(NumberSums.FEW_PEOPLE)).toList());
    }

    public BarChart {
      truth = List.copyOf(truth);
      consistent = List.copyOf(consistent);
      levels = List.copyOf(levels);
      best = List.copyOf(best);
      unsure = List.copyOf(unsure);
      items = items.strip();
    }
  }

  /**
   * Post-processed values of a histogram.
   *
   * @param name the step that made them, such as "simplex"
   * @param values in the items' order
   */
  record Series(String name, List<Double> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  /**
   * Curves: a distribution function, an error against epsilon.
   *
   * @param title one line
   * @param x what runs to the right
   * @param y what runs upwards
   * @param lines one or more
   * @param n reports that the first line rests on; 0 if on none
   * @param confidence of the first line's intervals
   * @param cumulative whether y counts the people at or below x
   */
  record LineChart(
      String title,
      Axis x,
      Axis y,
      List<ChartLine> lines,
      long n,
      double confidence,
      boolean cumulative)
      implements Chart {

    /** Curves that no reports stand behind, such as a figure's. */
    public LineChart(String title, Axis x, Axis y, List<ChartLine> lines) {
      this(title, x, y, lines, 0, 0, false);
    }

    public LineChart {
      lines = List.copyOf(lines);
    }
  }

  /**
   * An axis.
   *
   * @param label what and in which unit
   * @param logarithmic whether equal steps multiply
   * @param names of the places 0, 1, ..., such as days; empty where numbers are shown
   */
  record Axis(String label, boolean logarithmic, List<String> names) {
    /** An axis of numbers. */
    public Axis(String label, boolean logarithmic) {
      this(label, logarithmic, List.of());
    }

    public Axis {
      names = List.copyOf(names);
    }

    /** Whether a point can lie there; its interval may reach beyond, to the chart's edge. */
    boolean isPlace(double number) {
      return !logarithmic || number > 0;
    }
  }

  /**
   * A curve through points.
   *
   * @param name for the legend
   * @param points one or more, x never falling
   * @param marked places on the x axis at which a point is marked as a change; null where nobody
   *     looked for one
   */
  record ChartLine(String name, List<CurvePoint> points, List<Double> marked) {
    /** A curve whose changes nobody looked for. */
    public ChartLine(String name, List<CurvePoint> points) {
      this(name, points, null);
    }

    public ChartLine {
      points = List.copyOf(points);
      marked = marked == null ? null : List.copyOf(marked);
    }
  }

  /**
   * A point of a curve, with an interval about it.
   *
   * @param x finite
   * @param y in [lower, upper]
   * @param lower lower end of the interval, y itself if there is none
   * @param upper upper end of the interval, y itself if there is none
   */
  record CurvePoint(double x, double y, double lower, double upper) {
    /** An answer, in an interval that holds it; an estimator's own need not. */
    public static CurvePoint of(double x, Estimate.Row row) {
      double y = row.estimate();
      return new CurvePoint(x, y, Math.min(y, row.lower()), Math.max(y, row.upper()));
    }

    /** A point without an interval. */
    public static CurvePoint of(double x, double y) {
      return new CurvePoint(x, y, y, y);
    }
  }

  /**
   * Numbers at the nodes of a map, a picture for each series, all on one scale of colours.
   *
   * @param title one line
   * @param unit of the numbers, such as "trips"
   * @param place where the nodes are; charts of one report that share it hold the same object
   * @param series one or more, each with a number for every node
   */
  record HeatMap(String title, String unit, NodeMap place, List<Series> series) implements Chart {
    public HeatMap {
      series = List.copyOf(series);
    }
  }

  /**
   * Numbers of rows and columns, as a table whose cells are coloured on one scale.
   *
   * @param title one line
   * @param unit of the numbers, such as "people"
   * @param up what rows are; blank where their names say it
   * @param rows their names
   * @param across what columns are; blank where their names say it
   * @param columns their names
   * @param values row after row; null where there is none
   */
  record CrossTable(
      String title,
      String unit,
      String up,
      List<String> rows,
      String across,
      List<String> columns,
      Double[] values)
      implements Chart {
    public CrossTable {
      rows = List.copyOf(rows);
      columns = List.copyOf(columns);
      values = values.clone();
    }
  }

  /**
   * A map: where nodes are, and which are neighbours.
   *
   * @param x of each node, growing to the right
   * @param y of each node, in the same unit, growing upwards
   * @param edges pairs of nodes, by their places
   */
  record NodeMap(List<Double> x, List<Double> y, List<Integer> edges) {
    public NodeMap {
      x = List.copyOf(x);
      y = List.copyOf(y);
      edges = List.copyOf(edges);
    }
  }
}
