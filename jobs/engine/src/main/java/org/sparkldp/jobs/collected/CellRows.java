package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.apache.spark.sql.catalyst.expressions.MutableProjection$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.tables.Density;

/**
 * The cells of some attributes as rows, on which Spark evaluates expressions. A category is itself;
 * a cell of numbers is cut wherever an expression compares the number, and each piece is asked at
 * points evenly spread and close to both its ends, so that what cuts a cell is seen. A point weighs
 * as much as there are people about it ({@link FittedTable#density}).
 */
final class CellRows {
  /** The most rows, a few seconds. */
  private static final double MOST = 1 << 23;

  private static final double CLOSE = 1e-6; // to an end, in parts of the cell

  private final TableSchema schema;
  private final Map<Integer, Density> densities;
  private final TableQuery query;
  private final int[] set;

  private static final int FINE = 1024; // points for a function that may change anywhere
  private static final int COARSE = 8; // for an affine one

  /** Of each attribute, cell and point the value; points that stand for people come first. */
  private final Object[][][] points;

  private final double[][][] weights; // of these, among the people of the cell
  private final boolean[][] sampled; // cells in which an expression may change between points
  private final Object[][] starts;
  private final Object[][] ends;
  private final InternalRow row;

  /**
   * Expressions.
   *
   * @param affine which of them are affine in numbers, so that they are known between points
   */
  record Asked(List<Expression> all, Set<Integer> affine) {}

  CellRows(
      TableSchema schema,
      Map<Integer, Density> densities,
      TableQuery query,
      int[] set,
      Asked asked) {
    this.schema = schema;
    this.densities = densities;
    this.query = query;
    this.set = set;
    points = new Object[set.length][][];
    weights = new double[set.length][][];
    sampled = new boolean[set.length][];
    starts = new Object[set.length][];
    ends = new Object[set.length][];
    row = new GenericInternalRow(query.columns().size());
    TableQuery.Use other = new TableQuery.Use();
    TableQuery.Use affine = new TableQuery.Use();
    List<Project> projections = query.projections(asked.all());
    for (int step = 0; step < projections.size(); step++) {
      boolean isLast = step == projections.size() - 1;
      List<NamedExpression> list = Scala.list(projections.get(step).projectList());
      for (int i = 0; i < list.size(); i++) {
        if (isLast || !(list.get(i) instanceof Attribute)) { // which an earlier step only hands on
          boolean isAffine = isLast && asked.affine().contains(i);
          query.use((Expression) list.get(i), isAffine ? affine : other);
        }
      }
    }
    affine.cuts().forEach((a, x) -> other.cuts().merge(a, x, CellRows::both));
    int spread = 2 * FINE;
    do {
      spread /= 2;
      Require.that(spread >= 1)
          .orRefuse(
              "a query must speak of at most %s cells, each at several points: name fewer columns."
                  + " Provided: %s.",
              (long) MOST, Arrays.stream(set).mapToObj(schema.domain().names()::get).toList());
      for (int j = 0; j < set.length; j++) {
        boolean isFine = other.used().contains(set[j]);
        int most = isFine ? FINE : affine.used().contains(set[j]) ? COARSE : 1;
        lay(j, Math.min(spread, most), isFine, other.cuts().getOrDefault(set[j], Set.of()));
      }
    } while (rows() > (spread > COARSE ? MOST / 8 : MOST)); // what is finer may cost a second
  }

  private static Set<Double> both(Set<Double> some, Set<Double> more) {
    Set<Double> all = new TreeSet<>(some);
    all.addAll(more);
    return all;
  }

  private double rows() {
    double rows = 1;
    for (Object[][] cells : points) {
      rows *= Arrays.stream(cells).mapToInt(each -> each.length).sum();
    }
    return rows;
  }

  private void lay(int j, int spread, boolean isFine, Set<Double> cuts) {
    TableAttribute attribute = schema.attributes().get(set[j]);
    int cells = attribute.cells();
    int all = cells + (attribute.hasMissing() ? 1 : 0);
    points[j] = new Object[all][];
    weights[j] = new double[all][];
    sampled[j] = new boolean[all];
    starts[j] = new Object[all];
    ends[j] = new Object[all];
    for (int c = 0; c < all; c++) {
      weights[j][c] = new double[] {1};
      if (c == cells) {
        points[j][c] = new Object[] {null};
      } else if (!attribute.isNumber()) {
        starts[j][c] = attribute.item(c);
        points[j][c] = new Object[] {starts[j][c]};
      } else {
        double low = attribute.edge(c);
        double high = attribute.edge(c + 1);
        List<Point> at =
            points(attribute, densities.get(set[j]), low, high, c == cells - 1, spread, cuts);
        points[j][c] = at.stream().map(each -> attribute.number(each.at)).toArray();
        weights[j][c] = at.stream().mapToDouble(Point::weight).toArray();
        sampled[j][c] = isFine && at.stream().anyMatch(each -> each.weight == 0);
        starts[j][c] = attribute.number(low);
        ends[j][c] = attribute.number(high);
      }
    }
  }

  private record Point(double at, double weight) {}

  /** Points of a cell: first those that stand for people, and then the ends of its pieces. */
  private static List<Point> points(
      TableAttribute attribute,
      Density density,
      double low,
      double high,
      boolean isLast,
      int spread,
      Set<Double> cuts) {
    double step = attribute.step();
    double end = isLast ? high + step : high;
    List<Point> even = new ArrayList<>();
    List<Point> ends = new ArrayList<>();
    TreeSet<Double> edges = new TreeSet<>(List.of(low, end));
    for (double cut : cuts) {
      if (cut >= low && (cut < high || (isLast && cut == high))) {
        double steps = (cut - low) / step;
        if (step == 0) {
          ends.add(new Point(cut, 0)); // where perhaps somebody is, though no part of a spread
          edges.add(cut);
        } else {
          edges.add(low + Math.ceil(steps - CLOSE) * step);
          edges.add(low + Math.min(Math.floor(steps + CLOSE) + 1, (end - low) / step) * step);
        }
      }
    }
    double all = density.between(low, end);
    for (double from = low; edges.higher(from) != null; from = edges.higher(from)) {
      double to = edges.higher(from);
      double numbers = step == 0 ? Double.POSITIVE_INFINITY : Math.rint((to - from) / step);
      int count = (int) Math.min(numbers, spread);
      for (int i = 0; i < count; i++) {
        double x = (to - from) * (i + 0.5) / count;
        double weight =
            density.between(from + (to - from) * i / count, from + (to - from) * (i + 1) / count);
        double at = from + (step == 0 ? x : Math.floor(x / step) * step);
        even.add(new Point(at, weight / all));
      }
      if (numbers > count) {
        double close = (to - from) * CLOSE;
        ends.add(new Point(step == 0 ? from + close : from, 0));
        ends.add(new Point(step == 0 ? to - close : to - step, 0));
      }
    }
    even.addAll(ends);
    return even;
  }

  /** The number of cells. */
  int count() {
    return Arrays.stream(points).mapToInt(cells -> cells.length).reduce(1, (a, b) -> a * b);
  }

  /** The cell of each attribute. */
  int[] digits(int cell) {
    int[] digits = new int[set.length];
    int rest = cell;
    for (int j = set.length - 1; j >= 0; j--) {
      digits[j] = rest % points[j].length;
      rest /= points[j].length;
    }
    return digits;
  }

  /** Whether what hangs on some attributes may change between the points of a cell. */
  boolean isSampled(int cell, Set<Integer> attributes) {
    int[] digits = digits(cell);
    return IntStream.range(0, set.length)
        .anyMatch(j -> attributes.contains(set[j]) && sampled[j][digits[j]]);
  }

  /** How many groups by some attributes the points of a cell can tell apart. */
  double groups(int cell, Set<Integer> by) {
    int[] digits = digits(cell);
    return IntStream.range(0, set.length)
        .filter(j -> by.contains(set[j]))
        .mapToDouble(j -> points[j][digits[j]].length / (sampled[j][digits[j]] ? 4.0 : 1))
        .reduce(1, (a, b) -> a * b);
  }

  /** Hears what expressions are at a point of a cell. */
  interface Heard {
    /**
     * @param weight of the point among the people of the cell; 0 at its ends
     */
    void at(double weight, InternalRow values);
  }

  /** Evaluates at all points of a cell. */
  void at(int cell, Evaluation evaluation, Heard heard) {
    int[] digits = digits(cell);
    int[] point = new int[set.length];
    int moving;
    do {
      double weight = 1;
      for (int j = 0; j < set.length; j++) {
        put(j, points[j][digits[j]][point[j]], starts[j][digits[j]]);
        weight *= weights[j][digits[j]][point[j]];
      }
      heard.at(weight, evaluation.of(row));
      for (moving = set.length - 1; moving >= 0; moving--) {
        if (++point[moving] < points[moving][digits[moving]].length) {
          break;
        }
        point[moving] = 0;
      }
    } while (moving >= 0);
  }

  /**
   * Evaluates where summed numbers are at ends of their cells.
   *
   * @param upper as bits, which attributes are at their cell's upper end
   */
  InternalRow atEnds(int cell, int upper, Evaluation evaluation) {
    int[] digits = digits(cell);
    for (int j = 0; j < set.length; j++) {
      TableAttribute attribute = schema.attributes().get(set[j]);
      boolean isEnd = attribute.isSummed() && digits[j] < attribute.cells();
      Object middle = points[j][digits[j]][0];
      put(
          j,
          isEnd ? ((upper >> j & 1) == 1 ? ends : starts)[j][digits[j]] : middle,
          starts[j][digits[j]]);
    }
    return evaluation.of(row);
  }

  private void put(int j, Object value, Object start) {
    row.update(set[j], value);
    row.update(schema.attributes().size() + set[j], start);
  }

  /** Some expressions, compiled. */
  final class Evaluation {
    private final List<MutableProjection> steps = new ArrayList<>();

    Evaluation(List<Expression> expressions) {
      List<Attribute> input = query.columns();
      for (Project project : query.projections(expressions)) {
        List<Expression> list = new ArrayList<>();
        Scala.list(project.projectList()).forEach(each -> list.add((Expression) each));
        steps.add(MutableProjection$.MODULE$.create(Scala.seq(list), Scala.seq(input)));
        input = Scala.list(project.output());
      }
    }

    /** What they are on a row; valid until the next. */
    InternalRow of(InternalRow of) {
      InternalRow found = of;
      for (MutableProjection step : steps) {
        found = step.apply(found);
      }
      return found;
    }
  }
}
