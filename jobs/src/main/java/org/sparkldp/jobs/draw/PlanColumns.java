package org.sparkldp.jobs.draw;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PublicColumns;
import org.sparkldp.jobs.table.Columns;

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
}
