package org.sparkldp.release;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;

/**
 * The most that one user may move released totals: in how many cells, by how much in each, and
 * perhaps by how much in all. Rows beyond are left out before anything is added up, so that the
 * sensitivity is true of every table.
 *
 * <p>Let M = max(|lower|, |upper|), and let one user who comes or goes touch p cells. They move by
 *
 * <pre>
 *   L1(p) = p M,   L2(p)² = p M²;
 *   with a total T = q M + r:   L1(p) = min(p M, T),   L2(p)² = min(p, q) M², and r² if p > q,
 * </pre>
 *
 * because a sum of squares under these bounds is largest when as many cells as possible are full.
 * Of p at most {@code cells}, the most is the largest. A user whose rows all change leaves some
 * cells and enters others. Both forms are concave in p, so the worst leaves and enters equally
 * many, as far as there are cells. Where 0 is between the bounds, a cell that is left and entered
 * moves by w = upper − lower, up to 2 M: the square of L2 is linear in the number of such cells,
 * and so largest with as few or as many of them as possible. Brute force over small cases holds all
 * this in the test.
 *
 * @param cells the most cells of one user
 * @param perCell of a count the most rows of a user in each
 * @param total of a count the most rows of a user in all, if not as many as fit into the cells
 * @param lower of a sum the least a user moves a cell, in the value's unit
 * @param upper of a sum the most
 */
@Section("a contribution")
public record Contribution(
    @Key int cells,
    @Key OptionalInt perCell,
    @Key OptionalInt total,
    @Key OptionalDouble lower,
    @Key OptionalDouble upper) {

  /** The pairs of tables that must look alike. */
  public enum Neighbours {
    /** One has a user's rows, the other has not. */
    ADD_REMOVE,
    /** A user's rows are others; the number of users is public. */
    REPLACE;

    /** As written in plans. */
    public String text() {
      return Keys.word(this);
    }
  }

  public Contribution {
    if (lower.isPresent() && upper.isPresent()) {
      double least = lower.getAsDouble();
      double most = upper.getAsDouble();
      Require.that(
              Parameter.isOfUsualSize(least)
                  && Parameter.isOfUsualSize(most)
                  && least <= most
                  && (least != 0 || most != 0))
          .orRefuse(
              "what a user moves a cell by must lie between bounds that are 0 or 1e-100 to 1e100 in"
                  + " size, not both 0. Provided values: lower = %s, upper = %s.",
              least, most);
    }
  }

  /** Whether it bounds all that a sum needs bounded, or a count, and nothing else. */
  boolean isOf(boolean sum) {
    return lower.isPresent() == sum
        && upper.isPresent() == sum
        && perCell.isPresent() != sum
        && !(sum && total.isPresent());
  }

  /** The least a user moves a cell. */
  double least() {
    return lower.orElse(0);
  }

  /** The most a user moves a cell. */
  double most() {
    return upper.orElseGet(() -> perCell.orElse(0));
  }

  /**
   * How far one user can move totals.
   *
   * @param all how many cells there are
   */
  Sensitivity sensitivity(Neighbours neighbours, int all) {
    int touched = Math.min(Math.min(cells, all), total.orElse(cells));
    double full = Math.min(Math.max(Math.abs(least()), Math.abs(most())), most(total));
    if (neighbours == Neighbours.ADD_REMOVE) {
      return new Sensitivity(touched, sum(touched, full), Math.sqrt(squares(touched, full)), full);
    }
    int moved = Math.min(2 * touched, all);
    int left = moved / 2;
    double l1 = sum(left, full) + sum(moved - left, full);
    double squares = squares(left, full) + squares(moved - left, full);
    double width = full;
    if (least() < 0 && most() > 0) { // of a sum, which has no total
      width = most() - least();
      int shared = 2 * touched - moved;
      l1 += shared * (width - full);
      squares = Math.max(squares + shared * (width * width - full * full), touched * width * width);
    }
    return new Sensitivity(moved, l1, Math.sqrt(squares), width);
  }

  /** L1 of so many cells that move one way. */
  private double sum(int touched, double full) {
    return Math.min(touched * full, most(total));
  }

  /** The square of L2 of so many cells that move one way. */
  private double squares(int touched, double full) {
    double sum = sum(touched, full);
    double filled = Math.floor(sum / full);
    double rest = sum - filled * full;
    return filled * full * full + rest * rest;
  }

  private static double most(OptionalInt bound) {
    return bound.isPresent() ? bound.getAsInt() : Double.POSITIVE_INFINITY;
  }
}
