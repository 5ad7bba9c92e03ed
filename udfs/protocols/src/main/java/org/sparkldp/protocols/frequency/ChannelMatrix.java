package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Any published randomizer of items, known by its matrix: entry (r, v) is the probability that a
 * person with item v reports output r. Turns the counts of outputs into unbiased counts of items,
 * with intervals.
 *
 * <p>Input: at most {@value #MAX_ITEMS} items and {@value #MAX_OUTPUTS} outputs; each item's
 * probabilities sum to 1 within 1e-6, and are taken as shares of their sum. Errors: a matrix that
 * cannot tell items apart; a count of an output that no item gives.
 *
 * <p><b>Estimator.</b> With M the matrix and D the diagonal of its rows' means, W = (Mᵀ D⁻¹ M)⁻¹ Mᵀ
 * D⁻¹ has W M = I. So X = W y is unbiased for the counts of items from the counts y of outputs; of
 * such W it has the least variance where all items are as frequent. A report r adds W(v, r) to the
 * count of v, 1 on average for a holder and 0 for another, hence Σ y(r) W(v, r)² − X(v) is unbiased
 * for the variance of X(v). The interval is the score interval: with one holder in place of one of
 * the others, who give r with probability o(r), the variance changes by Σ W(v, r)² (M(r, v) − o(r))
 * − 1.
 */
public final class ChannelMatrix {
  /** The most items. */
  public static final int MAX_ITEMS = 256;

  /** The most outputs. */
  public static final int MAX_OUTPUTS = 1 << 16;

  private static final double ROUNDING = 1e-6;

  /** What rounding may shift a count by, as a share of the people. */
  private static final double SHIFT = 1e-3;

  private final double[][] matrix; // by output
  private final double[][] weights; // by item

  private ChannelMatrix(double[][] matrix, double[][] weights) {
    this.matrix = matrix;
    this.weights = weights;
  }

  /**
   * Of a matrix.
   *
   * @param given a row for each item, in it the probability of each output
   */
  public static ChannelMatrix of(double[][] given) {
    int outputs = given.length == 0 ? 0 : given[0].length;
    Require.that(given.length >= 2 && given.length <= MAX_ITEMS && outputs <= MAX_OUTPUTS)
        .orRefuse(
            "a matrix must have a row for each of 2 to %s items, and in it the probability of each"
                + " of at most 2^16 outputs. Provided: %s rows of %s.",
            MAX_ITEMS, given.length, outputs);
    double[][] matrix = new double[outputs][given.length];
    for (int v = 0; v < given.length; v++) {
      Require.that(
              given[v].length == outputs && Arrays.stream(given[v]).allMatch(p -> p >= 0 && p <= 1))
          .orRefuse("every row of a matrix must have a probability of each output.");
      double sum = Arrays.stream(given[v]).sum();
      Require.that(Math.abs(sum - 1) <= ROUNDING)
          .orRefuse(
              "the probabilities of each item must sum to 1. Provided: %s for item %s; rows are"
                  + " items, columns are outputs.",
              sum, v);
      for (int r = 0; r < outputs; r++) {
        matrix[r][v] = given[v][r] / sum;
      }
    }
    return new ChannelMatrix(matrix, weights(matrix, given.length));
  }

  private static double[][] weights(double[][] matrix, int items) {
    double[][] scaled = new double[items][matrix.length]; // Mᵀ D⁻¹
    for (int r = 0; r < matrix.length; r++) {
      double mean = Arrays.stream(matrix[r]).average().orElseThrow();
      for (int v = 0; v < items && mean > 0; v++) {
        scaled[v][r] = matrix[r][v] / mean;
      }
    }
    Dense.Eigen eigen = Dense.eigen(Dense.times(scaled, matrix));
    double most = Arrays.stream(eigen.values()).max().orElseThrow();
    double least = Arrays.stream(eigen.values()).min().orElseThrow();
    boolean isSingular = least <= most * ROUNDING * ROUNDING;
    double[] inverse =
        Arrays.stream(eigen.values()).map(value -> isSingular ? 0 : 1 / value).toArray();
    double[][] weights = Dense.times(eigen.with(inverse), scaled);
    double largest =
        Arrays.stream(weights)
            .mapToDouble(ofItem -> Arrays.stream(ofItem).map(Math::abs).sum())
            .max()
            .orElseThrow();
    Require.that(!isSingular && ROUNDING * largest <= SHIFT)
        .orRefuse(
            "a matrix must tell items apart: its rows must not be mixtures of each other."
                + " Provided: rows that are, or nearly; leave an item out.");
    return weights;
  }

  private int items() {
    return weights.length;
  }

  /** What a report of an output adds to the count of an item. */
  double weight(int output, int item) {
    return weights[item][output];
  }

  /** Unbiased counts of items. */
  public Estimate estimate(long[] counts, double confidence) {
    Require.that(counts.length == matrix.length)
        .orRefuse(
            "there must be a count for each output of the matrix. Provided: %s, for %s.",
            counts.length, matrix.length);
    long n = 0;
    for (int r = 0; r < counts.length; r++) {
      boolean isPossible = Arrays.stream(matrix[r]).anyMatch(p -> p > 0);
      Require.that(counts[r] >= 0 && (counts[r] == 0 || isPossible))
          .orRefuse("counts must be at least 0, and 0 for an output that no item gives.");
      Require.that(counts[r] <= Long.MAX_VALUE - n)
          .orRefuse("counts must sum to less than 2^63. Provided: more.");
      n += counts[r];
    }
    double z = StandardNormal.ofInterval(n, confidence);
    double[] found = new double[items()];
    Arrays.setAll(found, v -> sum(counts, weights[v]));
    List<Estimate.Row> rows = new ArrayList<>();
    for (int v = 0; v < items(); v++) {
      double[] squares = Arrays.stream(weights[v]).map(w -> w * w).toArray();
      double[] others = others(found, v);
      double ofOneMore = -1;
      for (int r = 0; r < squares.length; r++) {
        ofOneMore += squares[r] * (matrix[r][v] - others[r]);
      }
      double variance = sum(counts, squares) - found[v];
      Estimate.Row row = PureEstimator.row(Integer.toString(v), found[v], variance, ofOneMore, z);
      rows.add(wider(row, Math.max(0, variance), range(weights[v]), 1 - confidence));
    }
    return new Estimate(n, confidence, rows);
  }

  private static double range(double[] weights) {
    return Arrays.stream(weights).max().orElseThrow() - Arrays.stream(weights).min().orElseThrow();
  }

  /** Bernstein: few reports are further than t off with a chance of 2 exp(−t²/2/(V + b t/3)). */
  private static Estimate.Row wider(Estimate.Row row, double variance, double range, double alpha) {
    if (variance >= ExactCounts.NORMAL * range * range) {
      return row;
    }
    double log = StrictMath.log(2 / alpha);
    double third = range * log / 3;
    double off = third + Math.sqrt(third * third + 2 * log * variance);
    return new Estimate.Row(
        row.item(),
        row.estimate(),
        row.standardError(),
        Math.min(row.lower(), row.estimate() - off),
        Math.max(row.upper(), row.estimate() + off));
  }

  private static double sum(long[] counts, double[] weights) {
    double sum = 0;
    for (int r = 0; r < counts.length; r++) {
      sum += weights[r] * counts[r];
    }
    return sum;
  }

  /** The outputs' probabilities among people without an item, as they were found. */
  private double[] others(double[] found, int item) {
    double[] shares = Arrays.stream(found).map(x -> Math.max(0, x)).toArray();
    shares[item] = 0;
    if (Arrays.stream(shares).sum() == 0) {
      Arrays.setAll(shares, v -> v == item ? 0 : 1);
    }
    double people = Arrays.stream(shares).sum();
    return Arrays.stream(matrix).mapToDouble(row -> Dense.dot(row, shares) / people).toArray();
  }
}
