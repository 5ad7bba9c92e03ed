package org.sparkldp.protocols.statistics;

import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.Estimate;

/**
 * The item that is held by the most people, and their number. Items and interval are both right
 * with the estimate's confidence, although the item is named because its estimate is large.
 *
 * <p>With the confidence 1 − α, k items and their normal quantiles z: the lower end is the largest
 * of all lower ends at z(α/2k), so it is above the truth with probability α/2 at most. The upper
 * end is the largest one at z(α/2), as it stands: if the truly largest count is above all upper
 * ends, it is above its own. For the same reason it is held by one of the items whose upper end
 * reaches the lower end, which are named. Where others are named beside it for their estimates, all
 * intervals hold at once if each end, its own too, is at z(α/2k).
 *
 * @param of the number of items of which it is one
 * @param items the first of them, by falling estimate
 * @param lower end of the interval of the largest count
 * @param upper end of it
 * @param wider times as long as their own are intervals of all k items that hold at once
 */
public record Largest(int of, List<String> items, double lower, double upper, double wider) {
  /** Items that are named at most. */
  private static final int NAMED = 5;

  /** Of the counts of a list of one item or more. */
  public static Largest of(Estimate estimate) {
    double half = (1 - estimate.confidence()) / 2;
    double wider =
        StandardNormal.upperQuantile(half / estimate.rows().size())
            / StandardNormal.upperQuantile(half);
    double lower = Double.NEGATIVE_INFINITY;
    double upper = Double.NEGATIVE_INFINITY;
    for (Estimate.Row row : estimate.rows()) {
      lower = Math.max(lower, row.estimate() - wider * (row.estimate() - row.lower()));
      upper = Math.max(upper, row.upper());
    }
    double least = lower;
    List<Estimate.Row> may =
        estimate.rows().stream()
            .filter(row -> row.upper() >= least)
            .sorted(Comparator.comparingDouble(Estimate.Row::estimate).reversed())
            .toList();
    return new Largest(
        may.size(),
        may.stream().limit(NAMED).map(Estimate.Row::item).toList(),
        lower,
        upper,
        wider);
  }
}
