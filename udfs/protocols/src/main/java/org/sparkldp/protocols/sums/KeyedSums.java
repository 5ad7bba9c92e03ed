package org.sparkldp.protocols.sums;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.sets.PairSets;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Counts, sums and means from reports that name keys, each with an end of the range of a number.
 *
 * <p>A report names its person's key with probability p, another with q. On the scale where the
 * range is [−1, 1], ±weight over the reports that name a key, + where they say the upper end, is
 * unbiased for the sum T of the numbers t of those who hold it, and 0 on average over others.
 * Counts are those of a pure oracle. The squares, weight² a report, add up to the variance of T and
 * Σ t² more, which one bit of t does not show: standard errors of sums are from above, by at most
 * the root of the count. The covariance with the count is T (1 − p)/(p − q), for products with the
 * weight of the count are t (1 − q)/(p − q) on average, and means of both are 1 and t. Means have
 * Fieller's interval; where there is none, the range.
 *
 * @param named p and q
 * @param weight of a report that names a key
 * @param lower end of the range
 * @param upper end of the range
 */
public record KeyedSums(PureEstimator named, double weight, double lower, double upper) {
  /** Below so many reports that name a key, sums and means are not near to normal. */
  private static final int NORMAL = 25;

  private static final List<NumberSums.Measure> MEASURES = List.of(NumberSums.Measure.values());

  public KeyedSums {
    NumberProtocol.requireRange(lower, upper);
  }

  /** The place of a number in the range, clipped to [0, 1]. */
  public double share(double number) {
    return (Math.max(lower, Math.min(upper, number)) - lower) / (upper - lower);
  }

  /**
   * A count, a sum and a mean of each key.
   *
   * @param counters of {@link PairSets}
   */
  public Estimate estimate(long n, long[] counters, double confidence) {
    long[] naming = new long[counters.length / 2];
    for (int v = 0; v < naming.length; v++) {
      naming[v] = counters[2 * v] + counters[2 * v + 1];
    }
    double z = StandardNormal.ofInterval(n, confidence);
    double half = (upper - lower) / 2;
    double middle = lower + half;
    List<Estimate.Row> rows = new ArrayList<>();
    for (Estimate.Row people : named.estimate(n, naming, confidence).rows()) {
      int v = rows.size() / 3;
      double count = people.estimate();
      double ofCount = people.standardError() * people.standardError();
      double t = weight * (counters[2 * v + 1] - counters[2 * v]);
      double ofT = weight * weight * naming[v];
      double covariance = t * (1 - named.p()) / (named.p() - named.q());
      String note = naming[v] < NORMAL ? NumberSums.UNCERTAIN : "";
      double sum = middle * count + half * t;
      double ofSum = middle * middle * ofCount + half * half * ofT + 2 * middle * half * covariance;
      double error = Math.sqrt(Math.max(0, ofSum));
      rows.add(people);
      rows.add(new Estimate.Row("", sum, error, sum - z * error, sum + z * error, note));
      NumberSums.SumRow mean = NumberSums.mean("", count, ofCount, t, ofT, covariance, z, note);
      rows.add(
          Double.isNaN(mean.estimate())
              ? Estimate.Row.unknown("", lower, upper, mean.note())
              : new Estimate.Row(
                  "",
                  middle + half * mean.estimate(),
                  half * mean.standardError(),
                  middle + half * mean.lower(),
                  middle + half * mean.upper(),
                  mean.note()));
    }
    return new Estimate(n, confidence, rows).named(row -> row(row, Integer::toString));
  }

  /** The name of a row, a count, a sum or a mean, from those of keys. */
  public static String row(int place, IntFunction<String> keys) {
    return keys.apply(key(place)) + " " + measure(place).word();
  }

  /** Whether a row is a count, a sum or a mean. */
  public static NumberSums.Measure measure(int place) {
    return MEASURES.get(place % 3);
  }

  /** The key that a row is of. */
  public static int key(int place) {
    return place / 3;
  }

  /** Estimates with their keys' places and measures apart. */
  public static List<NumberSums.SumRow> measured(Estimate estimate) {
    List<NumberSums.SumRow> rows = new ArrayList<>();
    for (Estimate.Row row : estimate.rows()) {
      rows.add(
          new NumberSums.SumRow(
              Integer.toString(key(rows.size())),
              measure(rows.size()),
              row.estimate(),
              row.standardError(),
              row.lower(),
              row.upper(),
              row.note()));
    }
    return rows;
  }

  /** The place of a key's count. */
  public static int count(int key) {
    return 3 * key;
  }
}
