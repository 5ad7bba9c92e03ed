package org.sparkldp.tables;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.frequency.SubsetSelection;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The exact first two moments of a pure oracle's estimates, where every report supports the same
 * number of cells and all pairs of cells alike: randomized response, subset selection, projective
 * geometry response. With it errors are known before anybody is asked.
 *
 * <p>A report supports its own cell with probability p and each other one with q; the estimate of a
 * share is (supports/n − q)/(p − q). That the number of supported cells is constant fixes the
 * probability that two cells are supported, and so all covariances.
 *
 * @param cells of the oracle, at least 2; a table may use fewer of them
 */
public record PureLaw(int cells, double p, double q) {

  public PureLaw {
    Require.that(cells >= 2).orRefuse("cells must be at least 2. Provided value: %s.", cells);
    Require.that(0 <= q && q < p && p <= 1)
        .orRefuse("an oracle needs 0 <= q < p <= 1. Provided: p %s, q %s.", p, q);
  }

  /** Subset selection with the size of least variance, which is a best one among pure oracles. */
  public static PureLaw best(int cells, double epsilon) {
    Require.that(epsilon > 0 && epsilon < 700)
        .orRefuse("epsilon must be above 0 and below 700. Provided value: %s.", epsilon);
    int size = SubsetSelection.bestSize(epsilon, cells);
    double leftOut = RandomSubset.exclusion(epsilon, cells, size);
    PureEstimator support = RandomSubset.support(cells, size, leftOut);
    return new PureLaw(cells, support.p(), support.q());
  }

  /** The epsilon that these probabilities have. */
  public double epsilon() {
    double size = p + (cells - 1) * q;
    return StrictMath.log(p * (cells - size) / ((1 - p) * size));
  }

  /** n times the variance of an estimated share, from the coins of reports alone. */
  public double variance(double share) {
    return noise(1, 1, share, share);
  }

  /**
   * n times the variance of Σ w_v estimate_v, from the coins of reports alone.
   *
   * @param sum of the weights over the oracle's cells
   * @param squares sum of their squares
   * @param mean Σ w_v share_v
   * @param meanSquare Σ w_v² share_v
   */
  double noise(double sum, double squares, double mean, double meanSquare) {
    double own = ofSupport(p);
    double other = ofSupport(q);
    double withOwn = withOwn();
    double without = without();
    return (other - without) * squares
        + without * sum * sum
        + (own - other - 2 * (withOwn - without)) * meanSquare
        + 2 * (withOwn - without) * sum * mean;
  }

  /** The variance, for one report, of the estimate of a cell that is supported so often. */
  private double ofSupport(double chance) {
    return chance * (1 - chance) / ((p - q) * (p - q));
  }

  /** The covariance, for one report, of the estimates of its own cell and of another one. */
  private double withOwn() {
    double size = p + (cells - 1) * q;
    return (p * (size - 1) / (cells - 1) - p * q) / ((p - q) * (p - q));
  }

  /** The covariance, for one report, of the estimates of two cells that are not its own. */
  private double without() {
    if (cells == 2) {
      return withOwn();
    }
    double size = p + (cells - 1) * q;
    double both = (size * q - q - p * (size - 1) / (cells - 1)) / (cells - 2);
    return (both - q * q) / ((p - q) * (p - q));
  }

  /**
   * Estimates drawn with exactly these moments and normal errors.
   *
   * @param shares the truth, over the table's cells
   * @param members the oracle's cells in each
   * @param sampled the part of the people's own sampling variance that is drawn: 0 if the truth is
   *     that of the reports' people, 1 if they are a small part of all
   */
  public double[] draw(
      double[] shares, int[] members, double people, double sampled, RandomSource source) {
    double own = ofSupport(p);
    double other = ofSupport(q);
    // Independent errors of variance a + b·share, less their mean, have the oracle's covariance.
    double b = cells == 2 ? 0 : (own - other) * cells / (cells - 2);
    double a = (other - b / cells / cells) / (1 - 1.0 / cells);
    double[] drawn = new double[shares.length];
    double[] chosen = new double[shares.length];
    double total = 0;
    double choice = 0;
    int used = 0;
    for (int v = 0; v < drawn.length; v++) {
      double share = Math.max(0, shares[v]);
      double[] normal = StandardNormal.pair(source);
      drawn[v] = normal[0] * Math.sqrt(Math.max(0, members[v] * a + b * share) / people);
      chosen[v] = normal[1] * Math.sqrt(share * sampled / people);
      total += drawn[v];
      choice += chosen[v];
      used += members[v];
    }
    total += StandardNormal.pair(source)[0] * Math.sqrt(Math.max(0, (cells - used) * a) / people);
    for (int v = 0; v < drawn.length; v++) {
      drawn[v] +=
          shares[v] - total * members[v] / cells + chosen[v] - choice * Math.max(0, shares[v]);
    }
    return drawn;
  }
}
