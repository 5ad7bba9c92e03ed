package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The estimator of all pure frequency oracles.
 *
 * <p>With n reports of which C(v) support item v, held by c people, C(v) is the sum of c coins of
 * probability p and n − c coins of probability q, so
 *
 * <pre>
 *   estimate   X  = (C(v) − n q) / (p − q),                                   unbiased for c
 *   variance   V  = [ c p(1−p) + (n−c) q(1−q) ] / (p−q)²
 *                 = n q(1−q)/(p−q)² + c (1−p−q)/(p−q)
 * </pre>
 *
 * (Wang, Blocki, Li &amp; Jha, USENIX Security 2017, equations 1 and 2.) V is linear in c, so V at
 * X is unbiased for V, and it is never negative: at C = 0 it is n q p/(p−q)², at C = n it is n
 * (1−p)(1−q)/(p−q)².
 *
 * <p>The interval is the score interval: all c with |X − c| ≤ z √V(c). It holds its level where few
 * reports support an item, at which X ± z √V(X) does not. With a = (1−p−q)/(p−q), solving the
 * quadratic gives the centre X + z² a/2 and the half-width z √(V(X) + z² a²/4); it always contains
 * X. Where supports vary so little that they are far from normal, the interval is extended to the
 * exact one ({@link ExactCounts}).
 *
 * @param p probability that a report supports its person's item
 * @param q probability that it supports another given item, 0 ≤ q &lt; p ≤ 1
 */
public record PureEstimator(double p, double q) {

  public PureEstimator {
    Require.that(q >= 0 && q < p && p <= 1)
        .orRefuse(
            "support probabilities must satisfy 0 <= q < p <= 1. Provided values: p = %s, q = %s.",
            p, q);
  }

  /** What a report adds to the estimate of an item that it supports, or does not. */
  public double contribution(boolean supports) {
    return ((supports ? 1 : 0) - q) / (p - q);
  }

  /**
   * What a report can add, in people, where accumulators accept both kinds of it. One that supports
   * the item adds (1 − q)/(p − q), where a person without the item would have added 0 on average;
   * one that does not takes q/(p − q) off, where a person with the item would have added 1, so that
   * p/(p − q) are missing. A fake report shifts by the larger one of the two: max(1 − q, p)/(p −
   * q).
   */
  public Reach reach() {
    return new Reach(contribution(false), contribution(true));
  }

  /** The estimate of an item that so many of n reports support. */
  public double estimate(double supports, double n) {
    return (supports - n * q) / (p - q);
  }

  /** {@link FrequencyOracle#moments} of reports of so much weight, by the items they support. */
  FrequencyOracle.Moments moments(long[] supports, long total) {
    double with = contribution(true);
    double without = contribution(false);
    double[] first = new double[supports.length];
    double[] second = new double[supports.length];
    for (int v = 0; v < supports.length; v++) {
      double others = (double) total - supports[v];
      first[v] = estimate(supports[v], total);
      second[v] = with * with * supports[v] + without * without * others;
    }
    return new FrequencyOracle.Moments(first, second, Math.max(with, -without));
  }

  /** The reports that support an item, of n, from its estimate. */
  public long supports(double estimate, double n) {
    return Math.round(estimate * (p - q) + n * q);
  }

  /** What each person who holds an item adds to the variance of its estimate. */
  public double slope() {
    return (1 - p - q) / (p - q);
  }

  /** Estimates from n reports, of which supports[v] support item v. */
  public Estimate estimate(long n, long[] supports, double confidence) {
    double z = StandardNormal.ofInterval(n, confidence);
    ExactCounts exact =
        new ExactCounts(
            new ExactCounts.Reporter(p, 0), new ExactCounts.Reporter(q, 0), n, confidence);
    List<Estimate.Row> rows = new ArrayList<>(supports.length);
    for (int v = 0; v < supports.length; v++) {
      double x = estimate(supports[v], n);
      Estimate.Row row = row(Integer.toString(v), x, variance(x, n), slope(), z);
      rows.add(exact.extended(row, supports[v], 0));
    }
    return new Estimate(n, confidence, rows);
  }

  /**
   * A row with its score interval, for any estimate whose variance is linear in the count.
   *
   * @param variance at the estimate
   * @param slope what one more person adds to the variance
   * @param z normal quantile
   */
  public static Estimate.Row row(
      String item, double estimate, double variance, double slope, double z) {
    double certain = Math.max(0, variance);
    double centre = estimate + z * z * slope / 2;
    double half = z * Math.sqrt(certain + z * z * slope * slope / 4);
    // At a variance of 0 the estimate is an end of the interval, and must not be rounded out of it.
    return new Estimate.Row(
        item,
        estimate,
        Math.sqrt(certain),
        Math.min(estimate, centre - half),
        Math.max(estimate, centre + half));
  }

  /** Variance of an item's estimate when {@code count} of n people hold it, in users squared. */
  public double variance(double count, double n) {
    return n * q * (1 - q) / ((p - q) * (p - q)) + count * (1 - p - q) / (p - q);
  }

  /** Variance of each item's estimate when counts[v] people hold item v. */
  public double[] variances(long[] counts) {
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    double[] variances = new double[counts.length];
    for (int v = 0; v < counts.length; v++) {
      variances[v] = variance(counts[v], n);
    }
    return variances;
  }
}
