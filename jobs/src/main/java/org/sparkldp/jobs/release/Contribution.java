package org.sparkldp.jobs.release;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.Sensitivity;

/**
 * The most that one user may move released totals: in how many cells, by how much in each, and
 * perhaps by how much in all. Rows beyond are left out before anything is added up, so that the
 * sensitivity is true of every table.
 *
 * <p>With M = max(|lower|, |upper|), a user who comes or goes moves the totals by at most
 *
 * <pre>
 *   L0 = cells,   L∞ = M,   L1 = cells M,   L2 = sqrt(cells) M;
 *   with a total T &lt; cells M and T = q M + r:   L0 = min(cells, T),   L1 = T,   L2 = sqrt(q M² + r²),
 * </pre>
 *
 * because a sum of squares under these bounds is largest when as many cells as possible are full. A
 * user whose rows all change leaves up to {@code cells} cells and enters as many, which doubles L1.
 * If k of the cells are the same, the square of L2 is at most k w² + 2 (cells − k) M², where w = M,
 * or upper − lower if 0 is between them; that is linear in k and so largest at an end.
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

  /** Which pairs of tables must look alike. */
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
              Double.isFinite(least)
                  && Double.isFinite(most)
                  && least <= most
                  && (least != 0 || most != 0))
          .orRefuse(
              "what a user moves a cell by must lie between finite bounds, not both 0. Provided"
                  + " values: lower = %s, upper = %s.",
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
    int touched = Math.min(cells, all);
    double full = Math.max(Math.abs(least()), Math.abs(most()));
    double l1 = touched * full;
    if (total.isPresent()) {
      full = Math.min(full, total.getAsInt());
      l1 = Math.min(total.getAsInt(), touched * full);
      // Rows that are few may still be spread, one in each cell.
      touched = Math.min(touched, total.getAsInt());
    }
    double filled = Math.floor(l1 / full);
    double rest = l1 - filled * full;
    double squares = filled * full * full + rest * rest;
    if (neighbours == Neighbours.ADD_REMOVE) {
      return new Sensitivity(touched, l1, Math.sqrt(squares), full);
    }
    double width = least() < 0 && most() > 0 ? most() - least() : full;
    return new Sensitivity(
        2 * touched, 2 * l1, Math.sqrt(Math.max(2 * squares, touched * width * width)), width);
  }
}
