package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Counts;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;

/**
 * The periods in a table of values, by the public column that the plan names. A period is written
 * as a partition's folder is, {@code day=2026-01-01}.
 */
final class Periods {
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final Plan plan;
  private final Dataset<Row> values;
  private final Days days;
  private final DataType type;

  Periods(Plan plan, Dataset<Row> values, Days days) {
    this.plan = plan;
    this.values = values;
    this.days = days;
    this.type = Columns.type(values.schema(), plan.period());
    if (!(type instanceof DateType || type instanceof StringType || type instanceof IntegralType)) {
      throw Require.refusal(
          "a period must be of type DATE, STRING or an integer type. Provided: %s of type %s; cut"
              + " times to days or hours in a view (date_format).",
          plan.period(), Inputs.name(type));
    }
  }

  /**
   * The periods in the table that the command is about.
   *
   * @param counts of its rows by its format
   */
  Set<String> found(Counts counts) {
    Column text = Inputs.column(plan.period()).cast("string");
    Set<String> found = new TreeSet<>();
    List<Row> each = values.groupBy(text).count().collectAsList();
    Look.requireCounted(counts, each.stream().mapToLong(row -> row.getLong(1)).sum());
    for (Row row : each) {
      if (row.isNullAt(0) && days.isAll()) {
        throw Require.refusal(
            "every row must have a period. Rows without one: %s; name the days with --days, or"
                + " filter the rows in a view.",
            row.getLong(1));
      }
      if (row.isNullAt(0) || !days.contains(row.getString(0))) {
        continue;
      }
      if (!VALUE.matcher(row.getString(0)).matches()) {
        throw Require.refusal(
            "a period names a folder, so it must match %s. Provided: %s.", VALUE, row.getString(0));
      }
      found.add(period(row.getString(0)));
    }
    return found;
  }

  /** The periods that were asked for by name. */
  Set<String> named() {
    return days.named().stream().map(this::period).collect(Collectors.toSet());
  }

  /**
   * The periods of a range that nobody knows anything of, though others before them are known.
   *
   * @param known periods, in the table or drawn
   */
  List<String> absent(Set<String> known) {
    return days.inRanges().stream()
        .filter(day -> !known.contains(period(day)))
        .filter(day -> known.stream().anyMatch(other -> Days.isInOrder(value(other), day)))
        .map(this::period)
        .toList();
  }

  /** The rows of a period. */
  Dataset<Row> rows(String period) {
    return rows(Set.of(period));
  }

  /** The rows of some periods. */
  Dataset<Row> rows(Set<String> periods) {
    Object[] all = periods.stream().map(each -> lit(value(each)).cast(type)).toArray();
    return values.where(Inputs.column(plan.period()).isin(all));
  }

  private String period(String value) {
    return plan.period() + "=" + value;
  }

  /** The period's value, as text. */
  static String value(String period) {
    return period.substring(period.indexOf('=') + 1);
  }
}
