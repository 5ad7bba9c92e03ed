package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.sparkldp.protocols.check.Require;

/**
 * Estimates from reports: for each item a number, its standard error and an interval.
 *
 * <p>The numbers are unbiased and therefore raw: a count may come out negative or above n. Making
 * them consistent is a separate, visible step ({@code postprocess}). The interval covers the true
 * number with the stated confidence; it need not be symmetric about the estimate.
 *
 * @param n reports they rest on, at least 1
 * @param confidence probability of the intervals, in (0, 1)
 * @param rows one row per item
 */
public record Estimate(long n, double confidence, List<Row> rows) {

  /**
   * One estimated number.
   *
   * @param item its subject: an item's index or name, or a quantity such as "mean"
   * @param estimate in users for counts, in the value's unit otherwise
   * @param standardError its standard deviation, same unit
   * @param lower lower end of the interval
   * @param upper upper end of the interval
   * @param note a warning about the number, such as that it could not be estimated (then estimate
   *     and standard error are NaN); usually empty
   */
  public record Row(
      String item, double estimate, double standardError, double lower, double upper, String note) {

    /** A number that needs no note. */
    public Row(String item, double estimate, double standardError, double lower, double upper) {
      this(item, estimate, standardError, lower, upper, "");
    }

    /** A number that the reports cannot show, only that it lies between two ends. */
    public static Row unknown(String item, double lower, double upper, String note) {
      return new Row(item, Double.NaN, Double.NaN, lower, upper, note);
    }
  }

  public Estimate {
    rows = List.copyOf(rows);
  }

  /** Refuses to estimate from no reports, and a confidence outside (0, 1). */
  public static void requireBasis(long n, double confidence) {
    requireReports(n);
    requireConfidence(confidence);
  }

  /** Refuses to estimate from no reports. */
  public static void requireReports(long n) {
    Require.that(n >= 1)
        .orRefuse(
            "an estimate needs at least one report. Provided: none; accumulate reports first.");
  }

  /** Refuses a confidence that is not strictly between 0 and 1. */
  public static void requireConfidence(double confidence) {
    Require.that(confidence > 0 && confidence < 1)
        .orRefuse("confidence must be strictly between 0 and 1. Provided value: %s.", confidence);
  }

  /** The same numbers under other names: {@code names} maps a row's place to its item. */
  public Estimate named(IntFunction<String> names) {
    List<Row> renamed = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      renamed.add(
          new Row(names.apply(i), row.estimate, row.standardError, row.lower, row.upper, row.note));
    }
    return new Estimate(n, confidence, renamed);
  }

  /** The estimates alone, in the rows' order. */
  public double[] estimates() {
    return rows.stream().mapToDouble(Row::estimate).toArray();
  }

  /** The standard errors alone, in the rows' order. */
  public double[] standardErrors() {
    return rows.stream().mapToDouble(Row::standardError).toArray();
  }
}
