package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.wire.AccumulatorBytes;
import org.sparkldp.sql.LdpColumns;

/**
 * Writes into accumulators the period that they are of, so that those of two do not merge.
 *
 * @param context of accumulators, without the period
 */
public record InPeriod(String context) implements Serializable {

  /** Accumulators of a plan in the {@link Plan#context} of their row's period. */
  public static Column column(Plan plan, Column accumulator) {
    return LdpColumns.call(
        "ldp_in_period",
        new InPeriod(plan.context("")),
        "of",
        DataTypes.BinaryType,
        true,
        accumulator,
        value(plan));
  }

  /** The period of a row as text, such as 2026-01-01. */
  public static Column value(Plan plan) {
    return Inputs.column(plan.period()).cast("string");
  }

  /** The periods of a table, in the order of their texts. */
  public static List<String> found(Plan plan, Dataset<Row> table) {
    plan.requirePeriods();
    return table
        .select(value(plan).as("period"))
        .distinct()
        .orderBy("period")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  /**
   * Which rows of a table are of some periods; refuses a period by name that has none.
   *
   * @param what the rows are, such as "reports"
   * @param remedy what to do if they are missing
   */
  public static Column among(Plan plan, Dataset<Row> table, Days days, String what, String remedy) {
    if (days.isAll()) {
      return lit(true);
    }
    List<String> wanted = found(plan, table).stream().filter(days::contains).toList();
    List<String> missing = days.named().stream().filter(day -> !wanted.contains(day)).toList();
    Require.that(missing.isEmpty() && !wanted.isEmpty())
        .orRefuse(
            "there must be %s of the periods that are asked for. Provided: %s; %s.",
            what, missing.isEmpty() ? days : missing, remedy);
    return value(plan).isin(wanted.toArray());
  }

  /** The same accumulator of a period. */
  public byte[] of(byte[] accumulator, UTF8String value) {
    return AccumulatorBytes.decode(accumulator).withContext(context + value).encode();
  }
}
