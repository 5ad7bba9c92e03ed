package org.sparkldp.protocols.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;

/**
 * The difference between two estimates of one question, such as of two days, two groups or two
 * items. Each interval holds the true difference, or the true ratio, with the estimates'
 * confidence; that no difference that is called one is false holds for all comparisons together.
 *
 * <p>Input: two estimates of the same rows; counts are compared as shares of their people. With the
 * estimates a and b, their standard errors s and t, and the correlation r of their errors, the
 * difference is b − a. Its standard error is √(s² + t² − 2 r s t): the root of the sum of squares
 * of independent errors, and s + t, which no dependence exceeds, at r = −1. Its interval is made of
 * the two intervals' own arms, so that it stays honest where those are not symmetric (Zou and
 * Donner 2008, Statistics in Medicine 27, "MOVER"). The ratio b/a of two shares has Fieller's
 * interval (1954), made of the same arms; its upper end is infinite where a may be 0. Which rows
 * differ is found by Holm's procedure over all rows (1979, Scandinavian Journal of Statistics 6);
 * of these, those whose own interval holds 0, as intervals of rare items may, are left out.
 */
public final class Comparison {
  /** Errors are independent. */
  public static final IntToDoubleFunction APART = row -> 0;

  /** Nobody knows how errors depend on each other. */
  public static final IntToDoubleFunction UNKNOWN = row -> -1;

  private Comparison() {}

  /**
   * A row of both.
   *
   * @param first its share, or its number, in the first estimate
   * @param second the same in the second
   * @param difference second − first
   * @param ratio second / first, at least 0; NaN where the first is not above 0, or no share
   * @param ratioLower the lower end of its interval; NaN where rows are no shares
   * @param differs whether the two differ, all rows considered
   */
  public record ComparisonRow(
      String item,
      double first,
      double second,
      double difference,
      double standardError,
      double lower,
      double upper,
      double ratio,
      double ratioLower,
      double ratioUpper,
      boolean differs) {}

  /**
   * Compares two estimates.
   *
   * @param areCounts whether rows are counts of people
   * @param correlation of the errors of a row
   * @param alpha the probability that a row is said to differ although none does
   */
  public static List<ComparisonRow> of(
      Estimate first,
      Estimate second,
      boolean areCounts,
      IntToDoubleFunction correlation,
      double alpha) {
    Require.that(haveSameRows(first, second) && first.confidence() == second.confidence())
        .orRefuse(
            "estimates must be of the same rows and confidence to be compared. Provided: %s rows"
                + " at %s, and %s rows at %s.",
            first.rows().size(), first.confidence(), second.rows().size(), second.confidence());
    List<Estimate.Row> before = shares(first, areCounts);
    List<Estimate.Row> after = shares(second, areCounts);
    int size = before.size();
    double[] differences = new double[size];
    double[] errors = new double[size];
    double[] r = IntStream.range(0, size).mapToDouble(correlation).toArray();
    for (int i = 0; i < size; i++) {
      differences[i] = after.get(i).estimate() - before.get(i).estimate();
      errors[i] = root(before.get(i).standardError(), after.get(i).standardError(), r[i]);
    }
    boolean[] differs = differing(differences, errors, alpha);
    List<ComparisonRow> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Estimate.Row a = before.get(i);
      Estimate.Row b = after.get(i);
      double[] ratio = areCounts ? ratio(a, b, r[i]) : NO_RATIO;
      double lower = lower(a, b, r[i]);
      double upper = -lower(b, a, r[i]);
      rows.add(
          new ComparisonRow(
              a.item(),
              a.estimate(),
              b.estimate(),
              differences[i],
              errors[i],
              lower,
              upper,
              ratio[0],
              ratio[1],
              ratio[2],
              differs[i] && (lower > 0 || upper < 0)));
    }
    return List.copyOf(rows);
  }

  private static final double[] NO_RATIO = {Double.NaN, Double.NaN, Double.NaN};

  /** Whether two estimates are of the same items in the same order. */
  public static boolean haveSameRows(Estimate first, Estimate second) {
    return items(first).equals(items(second));
  }

  private static List<String> items(Estimate estimate) {
    return estimate.rows().stream().map(Estimate.Row::item).toList();
  }

  private static List<Estimate.Row> shares(Estimate estimate, boolean areCounts) {
    double n = areCounts ? estimate.n() : 1;
    return estimate.rows().stream()
        .map(
            row ->
                new Estimate.Row(
                    row.item(),
                    row.estimate() / n,
                    row.standardError() / n,
                    row.lower() / n,
                    row.upper() / n))
        .toList();
  }

  /** The standard error of a difference, of those of its two sides. */
  private static double root(double one, double other, double r) {
    return Math.sqrt(Math.max(0, one * one + other * other - 2 * r * one * other));
  }

  /** The lower end of b − a. An estimate of which only the interval is known counts by its ends. */
  private static double lower(Estimate.Row a, Estimate.Row b, double r) {
    return Double.isNaN(a.estimate() + b.estimate())
        ? b.lower() - a.upper()
        : b.estimate() - a.estimate() - root(b.estimate() - b.lower(), a.upper() - a.estimate(), r);
  }

  /**
   * b/a, and those R at least 0 for which b − R a is within its arm of 0: (b − R a)² ≤ T² − 2 r S T
   * R + S² R², with S and T the arms of a and b on the side in question, z standard errors where
   * intervals are symmetric. With p = a² − S², q = b² − T² and m = a b − r S T that is p R² − 2 m R
   * + q ≤ 0. If p is above 0, a is known not to be 0, and R lies between the roots; else no R is
   * too large, and R is above the positive root, which exists where q is above 0. Where a is known
   * to be below 0, which no share is, every R is possible.
   */
  static double[] ratio(Estimate.Row a, Estimate.Row b, double r) {
    double x = a.estimate();
    double y = b.estimate();
    if (Double.isNaN(x + y)) {
      return NO_RATIO;
    }
    double s = x - a.lower();
    double t = b.upper() - y;
    double upper =
        x > s ? Math.max(0, root(x, y, s, t, r) / (x * x - s * s)) : Double.POSITIVE_INFINITY;
    s = a.upper() - x;
    t = y - b.lower();
    double lower = x > -s && y > t ? (y * y - t * t) / root(x, y, s, t, r) : 0;
    return new double[] {x > 0 ? Math.max(0, y / x) : Double.NaN, lower, upper};
  }

  /** m + √(m² − p q). */
  private static double root(double x, double y, double s, double t, double r) {
    double m = x * y - r * s * t;
    return m + Math.sqrt(Math.max(0, m * m - (x * x - s * s) * (y * y - t * t)));
  }

  /** Holm: of m rows, the j-th smallest chance, all before it called, against α/(m − j + 1). */
  private static boolean[] differing(double[] differences, double[] errors, double alpha) {
    double[] z = new double[differences.length];
    Arrays.setAll(z, i -> Math.abs(differences[i] / errors[i]));
    List<Integer> order =
        IntStream.range(0, z.length)
            .filter(i -> z[i] >= 0) // not NaN
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -z[i]))
            .toList();
    boolean[] differs = new boolean[z.length];
    for (int j = 0; j < order.size(); j++) {
      double chance = 2 * StandardNormal.survival(z[order.get(j)]);
      if (chance > alpha / (order.size() - j)) {
        break;
      }
      differs[order.get(j)] = true;
    }
    return differs;
  }
}
