package org.sparkldp.protocols.distribution;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.check.Require;

/**
 * A range cut into consecutive cells: those of equal width, or, where all values are multiples of a
 * step, runs of values of almost equal number. Immutable.
 *
 * @param lower least value
 * @param upper largest value
 * @param step of which values are multiples above {@code lower}; 0 where they are not
 * @param used cells that values can be in; a strategy may have more, which stay empty
 * @param all cells of the strategy
 */
record Cells(double lower, double upper, double step, int used, int all) {
  static final int FEWEST = 2;
  static final int MOST = 1024;
  private static final int USUAL = 256;

  /** So many steps at most in the range: no rounding of a double reaches half of one. */
  private static final double MOST_STEPS = 0x1p40;

  /**
   * Cells for a range.
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
    Require.that(cells >= FEWEST && cells <= MOST)
        .orRefuse("cells must be between %s and %s. Provided value: %s.", FEWEST, MOST, cells);
    if (step.isEmpty()) {
      return new Cells(lower, upper, 0, cells, cells);
    }
    long values = Math.round(Math.floor(width / size * (1 + 0x1p-50))) + 1;
    int used = (int) Math.min(values, cells);
    int enough = asked.isPresent() ? cells : Math.max(FEWEST, Integer.highestOneBit(2 * used - 1));
    return new Cells(lower, upper, size, used, enough);
  }

  private boolean hasStep() {
    return step > 0;
  }

  /** Values, where they have a step. */
  private long values() {
    return Math.round(Math.floor((upper - lower) / step * (1 + 0x1p-50))) + 1;
  }

  /** The cell of a value in the range; a value between two multiples counts as the nearer. */
  int cell(double value) {
    if (!hasStep()) {
      return (int) Math.min(used - 1, Math.floor((value - lower) / (upper - lower) * used));
    }
    long place = Math.min(values() - 1, Math.round((value - lower) / step));
    // The cell c with first(c) <= place < first(c + 1).
    return (int) (place * used / values());
  }

  /** Place of the first value of a cell with a step: the ceiling of c · values / used. */
  private long first(int cell) {
    return (cell * values() + used - 1) / used;
  }

  /** The least value that a cell can hold. */
  double least(int cell) {
    return hasStep() ? lower + first(cell) * step : edge(cell);
  }

  /** The largest value that a cell can hold. */
  double largest(int cell) {
    return hasStep() ? lower + (first(cell + 1) - 1) * step : edge(cell + 1);
  }

  private double edge(int cell) {
    return cell == used ? upper : lower + (upper - lower) * cell / used;
  }

  /**
   * The value below which a share of a cell lies, if its people are spread evenly over its values.
   *
   * @param share in [0, 1]
   */
  double within(int cell, double share) {
    if (!hasStep()) {
      return edge(cell) + share * (edge(cell + 1) - edge(cell));
    }
    long inside = first(cell + 1) - first(cell);
    long place = Math.max(0, Math.min(inside - 1, (long) Math.ceil(share * inside) - 1));
    return lower + (first(cell) + place) * step;
  }
}
