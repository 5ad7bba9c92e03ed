package org.sparkldp.protocols.distribution;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;

/**
 * A range cut into consecutive cells: each holds the values from its least one to the next cell's.
 * Which cell a value is in is decided by comparing it with these, so a cell is an interval to the
 * last bit. Immutable.
 *
 * <p>Where all values are multiples of a step above {@code lower}, the least values of cells are
 * such multiples, and a value between two multiples counts as the nearer.
 */
final class Cells {
  static final int FEWEST = 2;
  static final int MOST = 1024;
  private static final int USUAL = 256;

  /** How many. */
  static final Parameter CELLS =
      Parameter.integer("cells", "cells of the range")
          .from(FEWEST)
          .to(MOST)
          .optional("256, or as many as there are values if these are fewer");

  /** So many steps at most in the range: no rounding of a double reaches half of one. */
  private static final double MOST_STEPS = 0x1p40;

  private final double lower;
  private final double upper;
  private final double step; // 0 where there is none
  private final int all;
  private final double[] edges; // the least value of each cell but the first
  private final double[] cuts; // what values are compared with: half a step below the edges

  /** Refuses nothing: whoever calls has edges that {@link #takes}. */
  private Cells(double lower, double upper, double step, int all, double[] edges) {
    this.lower = lower;
    this.upper = upper;
    this.step = step;
    this.all = all;
    this.edges = edges;
    this.cuts = Arrays.stream(edges).map(edge -> edge - step / 2).toArray();
  }

  /**
   * Cells of equal width; where values have a step, of almost equally many values.
   *
   * @param asked how many; by default 256, or where there are fewer values the next power of two
   */
  static Cells of(double lower, double upper, OptionalDouble step, OptionalInt asked) {
    NumberProtocol.requireRange(lower, upper);
    double width = upper - lower;
    double size = step.orElse(width / 2);
    Require.that(size > 0 && size <= width && width / size <= MOST_STEPS)
        .orRefuse(
            "step must be at most upper - lower, and at least its 2^-40. Provided value: %s for"
                + " [%s, %s].",
            size, lower, upper);
    int cells = asked.orElse(USUAL);
    if (step.isEmpty()) {
      IntStream ends = IntStream.range(1, cells);
      return new Cells(lower, upper, 0, cells, new double[0])
          .cutAt(ends.mapToDouble(cell -> lower + width * cell / cells));
    }
    Cells one = new Cells(lower, upper, size, cells, new double[0]);
    long values = one.values();
    int used = (int) Math.min(values, cells);
    int enough = asked.isPresent() ? cells : Math.max(FEWEST, Integer.highestOneBit(2 * used - 1));
    return new Cells(lower, upper, size, enough, new double[0])
        .cutAt(
            IntStream.range(1, used)
                .mapToDouble(cell -> one.value((cell * values + used - 1) / used)));
  }

  /** Cut at those of the edges that can be, of which there is always one. */
  private Cells cutAt(DoubleStream wanted) {
    double[] kept = new double[all - 1];
    int count = 0;
    double last = lower;
    for (double edge : wanted.toArray()) {
      if (edge > last && edge <= largestValue()) {
        kept[count++] = edge + 0.0; // -0.0 is 0.0
        last = edge;
      }
    }
    return withEdges(count == 0 ? new double[] {largestValue()} : Arrays.copyOf(kept, count));
  }

  /** The same range, cut elsewhere. */
  Cells withEdges(double[] own) {
    return new Cells(lower, upper, step, all, own);
  }

  /** Whether cells of this range can have these edges, in this spelling. */
  boolean takes(double[] own) {
    double last = lower;
    for (double edge : own) {
      boolean isValue = !hasStep() || (edge <= largestValue() && edge == value(place(edge)));
      if (!(edge > last && edge <= upper && isValue) || isNegativeZero(edge)) {
        return false;
      }
      last = edge;
    }
    return own.length >= FEWEST - 1 && own.length < all;
  }

  private static boolean isNegativeZero(double edge) {
    return Double.doubleToRawLongBits(edge) == Double.doubleToRawLongBits(-0.0);
  }

  /**
   * Cells of the same range that hold about equally many people, by a distribution function over
   * these.
   *
   * <p>The edges are the quantiles at 1/all, 2/all, ... of (1 − even) F + even U, with F the
   * function, spread evenly within a cell, and U even over the range. So a cell has at most a share
   * 1/(all (1 − even)) of F's people, and at most 1/(all even) of the range, wherever F says that
   * people are. Where values have a step, one that several of these quantiles fall on fills a cell.
   *
   * @param shares of F at or below the end of each cell but the last; rising, in [0, 1]
   * @param even in (0, 1)
   */
  Cells adapted(double[] shares, double even) {
    double[] wanted = new double[all - 1];
    int cell = 0;
    double before = 0; // at the beginning of the cell, of the mixture
    double after = mixture(shares, even, 0);
    for (int i = 0; i < wanted.length; i++) {
      double target = (i + 1.0) / all;
      while (after < target && cell < used() - 1) {
        cell++;
        before = after;
        after = mixture(shares, even, cell);
      }
      double within = Math.max(0, Math.min(1, (target - before) / (after - before)));
      wanted[i] = next(cell, within);
      // A value that the edge before was just above already: begin its cell with it.
      if (hasStep() && i > 0 && wanted[i] == wanted[i - 1]) {
        wanted[i - 1] = value(place(wanted[i]) - 1);
      }
    }
    return cutAt(Arrays.stream(wanted));
  }

  /** The mixture at the end of a cell. */
  private double mixture(double[] shares, double even, int cell) {
    double share = cell < shares.length ? shares[cell] : 1;
    double part = cell == used() - 1 ? 1 : partBelow(edges[cell]);
    return (1 - even) * share + even * part;
  }

  /** The part of the range, or of its values, that is below an edge. */
  private double partBelow(double edge) {
    return hasStep() ? (double) place(edge) / values() : (edge - lower) / (upper - lower);
  }

  /** The least value, if people can be at it or not, with a share of a cell's people below it. */
  private double next(int cell, double share) {
    if (!hasStep()) {
      return least(cell) + share * (largest(cell) - least(cell));
    }
    return value(place(least(cell)) + (long) Math.ceil(share * inside(cell)));
  }

  private boolean hasStep() {
    return step > 0;
  }

  /** Values, where they have a step. */
  private long values() {
    return Math.round(Math.floor((upper - lower) / step * (1 + 0x1p-50))) + 1;
  }

  /** Values in a cell, where they have a step. */
  private long inside(int cell) {
    return (cell == used() - 1 ? values() : place(edges[cell])) - place(least(cell));
  }

  /** The number of a value that is a multiple of the step. */
  private long place(double value) {
    return Math.round((value - lower) / step);
  }

  private double value(long place) {
    return Math.min(upper, lower + place * step); // 3 * 0.1 is above 0.3
  }

  private double largestValue() {
    return hasStep() ? value(values() - 1) : upper;
  }

  double lower() {
    return lower;
  }

  double upper() {
    return upper;
  }

  /** Cells that values can be in; a strategy may have more, which stay empty. */
  int used() {
    return edges.length + 1;
  }

  /** Cells of the strategy. */
  int all() {
    return all;
  }

  /** The least value of each cell but the first. */
  double[] edges() {
    return edges.clone();
  }

  /** The cell of a value in the range. */
  int cell(double value) {
    int from = 0; // the cuts at or below the value are those before the first above it
    int to = cuts.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (cuts[middle] <= value) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** The least value that a cell can hold. */
  double least(int cell) {
    return cell == 0 ? lower : edges[cell - 1];
  }

  /** The largest value that a cell can hold; where values have no step, the end of the cell. */
  double largest(int cell) {
    if (cell == used() - 1) {
      return largestValue();
    }
    return hasStep() ? value(place(edges[cell]) - 1) : edges[cell];
  }

  /**
   * The value below which a share of a cell lies, if its people are spread evenly over its values.
   *
   * @param share in [0, 1]
   */
  double within(int cell, double share) {
    if (!hasStep()) {
      return least(cell) + share * (largest(cell) - least(cell));
    }
    long inside = inside(cell);
    long place = Math.max(0, Math.min(inside - 1, (long) Math.ceil(share * inside) - 1));
    return value(place(least(cell)) + place);
  }
}
