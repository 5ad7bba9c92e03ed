package org.sparkldp.sql;

import org.apache.spark.sql.Column;
import org.sparkldp.protocols.Protocol;
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

  /** Accumulators into one. */
  public static Column merge(Column accumulator) {
    return SparkLine.column(
        Accumulating.merging(SparkLine.expression(accumulator)).toAggregateExpression());
  }
}
