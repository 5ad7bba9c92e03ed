package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.tables.Density;

/**
 * Where a query is evaluated in a cell of a column: a category is one point; a cell of numbers is
 * cut wherever the query compares the number, and each piece has points evenly spread and close to
 * both its ends, so that what cuts a cell is seen. A point weighs as much as there are people about
 * it.
 *
 * @param values of the points; those that stand for people come first
 * @param weights of the points among the people of the cell; 0 at ends of pieces
 * @param isSampled whether an expression may change between the points
 * @param start the lower end of the cell
 * @param end its upper end
 */
record CellPoints(
    List<Object> values, List<Double> weights, boolean isSampled, Object start, Object end) {

  /** Points for a function that may change anywhere. */
  static final int FINE = 1024;

  /** Points for a function that is affine between what it is compared with. */
  static final int COARSE = 8;

  private static final double CLOSE = 1e-6; // to an end, in parts of the cell

  /**
   * The cells of a column, the one of missing values last.
   *
   * @param cuts what numbers are compared with
   * @param spread how many points a piece of a cell has at most
   * @param isFine whether the query may change anywhere
   */
  static List<CellPoints> of(
      TableAttribute attribute, Density density, Set<Double> cuts, int spread, boolean isFine) {
    List<CellPoints> all = new ArrayList<>();
    for (int c = 0; c < attribute.cells(); c++) {
      all.add(
          attribute.isNumber()
              ? new Pieces(attribute, density, c, cuts).points(spread, isFine)
              : of(attribute.item(c)));
    }
    if (attribute.hasMissing()) {
      all.add(of((Object) null));
    }
    return all;
  }

  private static CellPoints of(Object value) {
    List<Object> one = new ArrayList<>();
    one.add(value); // perhaps null
    return new CellPoints(one, List.of(1.0), false, value, value);
  }

  int size() {
    return values.size();
  }

  /** How many groups the points can tell apart. */
  double groups() {
    return size() / (isSampled ? 4.0 : 1);
  }

  /** A cell of numbers, in pieces between what they are compared with. */
  private static final class Pieces {
    private final TableAttribute attribute;
    private final Density density;
    private final double low;
    private final double high;
    private final double end; // the same, or where whole numbers end
    private final double step;
    private final double people; // of the cell
    private final TreeSet<Double> edges;
    private final List<Object> values = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();

    /** Points at the ends of pieces; they stand for no part of the people. */
    private final List<Object> ends = new ArrayList<>();

    Pieces(TableAttribute attribute, Density density, int cell, Set<Double> cuts) {
      this.attribute = attribute;
      this.density = density;
      boolean isLast = cell == attribute.cells() - 1;
      low = attribute.edge(cell);
      high = attribute.edge(cell + 1);
      step = attribute.step();
      end = isLast ? high + step : high;
      people = density.between(low, end);
      edges = new TreeSet<>(List.of(low, end));
      for (double cut : cuts) {
        if (cut >= low && (cut < high || (isLast && cut == high))) {
          cut(cut);
        }
      }
    }

    private void cut(double at) {
      if (step == 0) {
        ends.add(attribute.number(at));
        edges.add(at);
      } else {
        double steps = (at - low) / step;
        edges.add(low + Math.ceil(steps - CLOSE) * step);
        edges.add(low + Math.min(Math.floor(steps + CLOSE) + 1, (end - low) / step) * step);
      }
    }

    CellPoints points(int spread, boolean isFine) {
      for (double from = low; edges.higher(from) != null; from = edges.higher(from)) {
        lay(from, edges.higher(from), spread);
      }
      boolean isSampled = isFine && !ends.isEmpty();
      values.addAll(ends);
      ends.forEach(none -> weights.add(0.0));
      return new CellPoints(
          values, weights, isSampled, attribute.number(low), attribute.number(high));
    }

    private void lay(double from, double to, int spread) {
      double numbers = step == 0 ? Double.POSITIVE_INFINITY : Math.rint((to - from) / step);
      int count = (int) Math.min(numbers, spread);
      for (int i = 0; i < count; i++) {
        double x = (to - from) * (i + 0.5) / count;
        values.add(attribute.number(from + (step == 0 ? x : Math.floor(x / step) * step)));
        weights.add(
            density.between(from + (to - from) * i / count, from + (to - from) * (i + 1) / count)
                / people);
      }
      if (numbers > count) {
        double close = (to - from) * CLOSE;
        ends.add(attribute.number(step == 0 ? from + close : from));
        ends.add(attribute.number(step == 0 ? to - close : to - step));
      }
    }
  }
}
