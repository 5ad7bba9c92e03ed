package org.sparkldp.jobs.draw;

import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PublicColumns;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;

/**
 * Whether a table has the columns that a plan names, of types that it takes, and whether none that
 * it copies is one that only the table can call private. No row is read.
 */
final class PlanColumns {
  private PlanColumns() {}

  /** Refuses a table that does not fit. */
  static void require(Plan plan, Dataset<Row> values) {
    requireColumns(plan, values.schema());
    plan.task().requireTypes(values.schema());
    PublicColumns.requireOthers(
        plan.publicColumns(), plan.task().values().require(plan, values), plan.id());
  }

  private static void requireColumns(Plan plan, StructType schema) {
    List<String> needed = new ArrayList<>(plan.publicColumns());
    needed.addAll(plan.task().values().types().keySet());
    if (!plan.isOfRows()) {
      needed.add(plan.id());
    }
    Columns.require(schema, needed);
    Columns.id(plan, schema);
  }

  /** Which rows have no value: NULL or NaN in one of these columns. */
  static Column isMissing(Collection<String> columns, StructType schema) {
    Column isMissing = lit(false);
    for (String name : columns) {
      Column value = Inputs.column(name);
      isMissing = isMissing.or(value.isNull());
      if (Columns.type(schema, name) instanceof FractionalType) {
        isMissing = isMissing.or(isnan(value));
      }
    }
    return isMissing;
  }
}
