package org.sparkldp.protocols;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * From where to where one report can move an estimate that is a sum over reports, or a mean of
 * them. It answers what a fake report can do beyond an honest one.
 *
 * <p>An estimator adds up φ(r) over the reports r. The reach of reports is the least and the most
 * φ(r) of all r that accumulators accept; that of values is the least and the most that an honest
 * report adds on average, E[φ(r) | v], over the values v. A fake report instead of an honest one
 * shifts the estimate by φ(r) − E[φ | v], and so by {@link #beyond} at most; the bound is reached
 * where both ends are.
 *
 * @param least at most {@code most}
 * @param most finite, as {@code least} is
 */
public record Reach(double least, double most) {

  /** Of a person in a count: 1 if the item is theirs, and else 0. */
  public static final Reach COUNT = new Reach(0, 1);

  public Reach {
    Require.that(least <= most && Double.isFinite(most - least))
        .orRefuse(
            "a reach must go from a finite number to one that is no less. Provided: %s to %s.",
            least, most);
  }

  /** From −{@code most} to {@code most}. */
  public static Reach symmetric(double most) {
    return new Reach(-most, most);
  }

  /** Of all of the numbers, of which there is one at least. */
  public static Reach of(double... numbers) {
    Reach reach = new Reach(numbers[0], numbers[0]);
    for (double number : numbers) {
      reach = new Reach(Math.min(reach.least, number), Math.max(reach.most, number));
    }
    return reach;
  }

  /** The reach of a multiple. */
  public Reach times(double factor) {
    return of(least * factor, most * factor);
  }

  /** The most that a report of this reach, instead of an honest one, shifts the estimate. */
  public double beyond(Reach honest) {
    // Below 0 by rounding only, of what all reports say alike, such as how many they are.
    return Math.max(0, Math.max(most - honest.least, honest.most - least));
  }

  /**
   * The most that one percent of fake reports shift a mean of numbers in [−1, 1].
   *
   * @param reports the largest number that a report stands for; the least is its opposite
   */
  public static double shiftPerPercentOfMean(double reports) {
    return 0.01 * symmetric(reports).beyond(symmetric(1));
  }

  /** So many equal ones. */
  public Reach[] repeated(int rows) {
    Reach[] all = new Reach[rows];
    Arrays.fill(all, this);
    return all;
  }
}
