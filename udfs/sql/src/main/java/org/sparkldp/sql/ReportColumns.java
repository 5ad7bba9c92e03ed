package org.sparkldp.sql;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.sums.NumberSums;
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.SparkLine;

/** Reports and accumulators as columns, for jobs. */
public final class ReportColumns {
  private ReportColumns() {}

  /**
   * One report a row.
   *
   * @param arguments what a method of the randomizer takes: item BIGINT or value DOUBLE, for strata
   *     the stratum INT, and the id, BIGINT or STRING
   */
  public static Column randomize(RowRandomizer randomizer, Column... arguments) {
    return LdpColumns.call(
        "ldp_randomize",
        randomizer,
        randomizer.method(),
        randomizer.reportType(),
        randomizer.isKeyed(),
        arguments);
  }

  /**
   * Reports into an accumulator of the given context.
   *
   * @param report of the protocol's exact type
   * @param times BIGINT
   */
  public static Column accumulate(
      Protocol<?, ?> protocol, String context, Column report, Column times) {
    return SparkLine.column(
        Accumulating.ofReports(
                protocol, context, SparkLine.expression(report), SparkLine.expression(times))
            .toAggregateExpression());
  }

  /**
   * Reports and the number beside each into an accumulator.
   *
   * @param items what its context says besides the scale
   * @param units BIGINT, in units of 10^−scale; NULL where there is no number
   */
  public static Column accumulateSums(
      Protocol<?, ?> protocol, String items, int scale, Column report, Column units) {
    return SparkLine.column(
        Accumulating.ofNumbers(
                protocol,
                NumberSums.context(items, scale),
                SparkLine.expression(report),
                SparkLine.expression(units))
            .toAggregateExpression());
  }

  /** A DECIMAL of at most 18 digits in units of its last digit, BIGINT. */
  public static Column unscaled(Column decimal) {
    return SparkLine.column(new UnscaledValue(SparkLine.expression(decimal)));
  }

  /** Accumulators into one. */
  public static Column merge(Column accumulator) {
    return SparkLine.column(
        Accumulating.merging(SparkLine.expression(accumulator)).toAggregateExpression());
  }
}
