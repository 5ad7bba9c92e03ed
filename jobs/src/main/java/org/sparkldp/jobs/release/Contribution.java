package org.sparkldp.jobs.release;

import java.util.OptionalLong;
import org.sparkldp.jobs.plan.Keys;
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
 * @param cells the most cells of one user, at least 1
 * @param lower the least a user moves a cell, in the value's unit; 0 for counts
 * @param upper the most a user moves a cell; for counts rows, a whole number
 * @param total for counts, the most rows of a user in all cells
 */
public record Contribution(int cells, double lower, double upper, OptionalLong total) {

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
    if (cells < 1) {
      throw Require.refusal(
          "the most cells of a user must be at least 1. Provided value: %s.", cells);
    }
    if (!(Double.isFinite(lower) && Double.isFinite(upper) && lower <= upper)
        || (lower == 0 && upper == 0)) {
      throw Require.refusal(
          "what a user moves a cell by must lie between finite bounds, not both 0. Provided"
              + " values: lower = %s, upper = %s.",
          lower, upper);
    }
    if (total.isPresent() && total.getAsLong() < 1) {
      throw Require.refusal(
          "the most rows of a user must be at least 1. Provided value: %s.", total.getAsLong());
    }
  }

  /** The same where there are no more than so many cells. */
  Contribution within(int all) {
    return new Contribution(Math.min(cells, all), lower, upper, total);
  }

  /** The most a user moves a cell by coming or going. */
  private double most() {
    double most = Math.max(Math.abs(lower), Math.abs(upper));
    return total.isPresent() ? Math.min(most, total.getAsLong()) : most;
  }

  /** How far one user can move the totals. */
  public Sensitivity sensitivity(Neighbours neighbours) {
    double most = most();
    double l1 = total.isPresent() ? Math.min(total.getAsLong(), cells * most) : cells * most;
    double full = Math.floor(l1 / most);
    double rest = l1 - full * most;
    double squares = full * most * most + rest * rest;
    // Rows that are few may still be spread, one in each cell.
    int touched = total.isPresent() ? (int) Math.min(total.getAsLong(), cells) : cells;
    if (neighbours == Neighbours.ADD_REMOVE) {
      return new Sensitivity(touched, l1, Math.sqrt(squares), most);
    }
    double width = lower < 0 && upper > 0 ? upper - lower : most;
    return new Sensitivity(
        2 * touched, 2 * l1, Math.sqrt(Math.max(2 * squares, touched * width * width)), width);
  }
}
