package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.apache.spark.sql.catalyst.expressions.MutableProjection$;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;
import scala.Option;

/**
 * The cells of some attributes as rows, on which Spark evaluates expressions. A category is itself;
 * a cell of numbers is asked at several points, evenly spread, and close to both its ends, so that
 * an expression which cuts it is seen.
 */
final class CellRows {
  /** The most rows, a few seconds. */
  private static final double MOST = 1 << 23;

  private static final double CLOSE = 1e-6; // to an end, in parts of the cell

  private final TableSchema schema;
  private final TableQuery query;
  private final int[] set;

  /** Of each attribute, cell and point the value; points that stand for people come first. */
  private final Object[][][] points;

  private final int[][] even; // how many of them do
  private final Object[][] starts;
  private final Object[][] ends;
  private final InternalRow row;

  CellRows(TableSchema schema, TableQuery query, int[] set) {
    this.schema = schema;
    this.query = query;
    this.set = set;
    points = new Object[set.length][][];
    even = new int[set.length][];
    starts = new Object[set.length][];
    ends = new Object[set.length][];
    row = new GenericInternalRow(query.columns().size());
    int spread = 16;
    do {
      spread /= 2;
      Require.that(spread >= 1)
          .orRefuse(
              "a query must speak of at most %s cells, each at several points: name fewer columns."
                  + " Provided: %s.",
              (long) MOST, Arrays.stream(set).mapToObj(schema.domain().names()::get).toList());
      for (int j = 0; j < set.length; j++) {
        lay(j, spread);
      }
    } while (rows() > MOST);
  }

  private double rows() {
    double rows = 1;
    for (Object[][] cells : points) {
      rows *= Arrays.stream(cells).mapToInt(each -> each.length).sum();
    }
    return rows;
  }

  private void lay(int j, int spread) {
    TableAttribute attribute = schema.attributes().get(set[j]);
    int cells = attribute.cells();
    int all = cells + (attribute.hasMissing() ? 1 : 0);
    points[j] = new Object[all][];
    even[j] = new int[all];
    starts[j] = new Object[all];
    ends[j] = new Object[all];
    for (int c = 0; c < all; c++) {
      even[j][c] = 1;
      if (c == cells) {
        points[j][c] = new Object[] {null};
      } else if (!attribute.isNumber()) {
        starts[j][c] =
            value(Literal.create(attribute.labels().get(c), DataTypes.StringType), attribute);
        points[j][c] = new Object[] {starts[j][c]};
      } else {
        double low = attribute.edges().get(c);
        double high = attribute.edges().get(c + 1);
        double[] at = spread(attribute, low, high, c == cells - 1, spread);
        even[j][c] = Math.min(at.length, spread);
        points[j][c] = Arrays.stream(at).mapToObj(x -> value(x, attribute)).toArray();
        starts[j][c] = value(low, attribute);
        ends[j][c] = value(high, attribute);
      }
    }
  }

  /** Points of a cell: all of its numbers if they are few, or some and then two at its ends. */
  private static double[] spread(
      TableAttribute attribute, double low, double high, boolean isLast, int spread) {
    DataType type = attribute.sparkType();
    double step =
        attribute.isWhole() ? 1 : type instanceof DecimalType d ? Math.pow(10, -d.scale()) : 0;
    double count = step == 0 ? Double.POSITIVE_INFINITY : Math.rint((high - low) / step);
    double numbers = count + (isLast ? 1 : 0);
    if (numbers <= spread) {
      return IntStream.range(0, (int) numbers).mapToDouble(i -> low + i * step).toArray();
    }
    double[] at = new double[spread + 2];
    for (int i = 0; i < spread; i++) {
      double x = low + (high - low) * (i + 0.5) / spread;
      at[i] = step == 0 ? x : low + Math.floor((x - low) / step) * step;
    }
    double close = (high - low) * CLOSE;
    at[spread] = step == 0 ? low + close : low;
    at[spread + 1] = step == 0 ? high - close : isLast ? high : high - step;
    return at;
  }

  /** What a label is in Spark's rows. */
  static Object label(TableAttribute attribute, int cell) {
    return value(Literal.create(attribute.labels().get(cell), DataTypes.StringType), attribute);
  }

  private static Object value(double x, TableAttribute attribute) {
    return value(Literal.create(x, DataTypes.DoubleType), attribute);
  }

  private static Object value(Literal literal, TableAttribute attribute) {
    return new Cast(literal, attribute.sparkType(), Option.apply("UTC"), EvalMode.ANSI())
        .eval(null);
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
        int inside = even[j][digits[j]];
        weight *= point[j] < inside ? 1.0 / inside : 0;
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
   * @param upper for each attribute whether it is at its cell's upper end
   */
  InternalRow atEnds(int cell, boolean[] upper, Evaluation evaluation) {
    int[] digits = digits(cell);
    for (int j = 0; j < set.length; j++) {
      TableAttribute attribute = schema.attributes().get(set[j]);
      boolean isEnd = attribute.isSummed() && digits[j] < attribute.cells();
      Object middle = points[j][digits[j]][0];
      put(j, isEnd ? (upper[j] ? ends : starts)[j][digits[j]] : middle, starts[j][digits[j]]);
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
