package org.sparkldp.jobs.pipeline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Mirror;
import org.sparkldp.protocols.check.Require;

/**
 * Whether a table has the columns that a plan names, of types that it takes, and whether those that
 * it copies may be copied. No row is read.
 */
final class PlanColumns {
  /** Columns of reports, accumulators and estimates; public columns stand beside them. */
  private static final List<String> OWN_COLUMNS =
      List.of(
          "report_id",
          "plan",
          Mirror.RUN,
          "round",
          "report",
          "times",
          "branch",
          "n",
          "accumulator",
          "item",
          "estimate",
          "standard_error",
          "lower",
          "upper",
          "truth",
          "note");

  private PlanColumns() {}

  /** Refuses a table that does not fit. */
  static void require(Plan plan, Dataset<Row> values) {
    requireColumns(plan, values.schema());
    plan.task().requireTypes(values.schema());
    requirePublic(plan, plan.task().values().require(plan, values));
  }

  private static void requireColumns(Plan plan, StructType schema) {
    List<String> needed = new ArrayList<>(plan.publicColumns());
    needed.addAll(plan.task().values().types().keySet());
    if (!plan.isOfRows()) {
      needed.add(plan.id());
    }
    Columns.require(schema, needed);
    Columns.id(plan, schema);
    requirePublic(plan, plan.task().values().columns());
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(OWN_COLUMNS);
    Tasks.all().forEach(task -> task.steps().forEach(step -> taken.add(step.replace('-', '_'))));
    for (String name : plan.publicColumns()) {
      if (!taken.add(name)) {
        throw Require.refusal(
            "a public column must be named once, and otherwise than the columns of reports,"
                + " accumulators and estimates. Provided value: %s; rename it in a view.",
            name);
      }
    }
  }

  private static void requirePublic(Plan plan, Collection<String> privateColumns) {
    for (String name : plan.publicColumns()) {
      if (privateColumns.stream().anyMatch(name::equalsIgnoreCase)
          || name.equalsIgnoreCase(plan.id())) {
        throw Require.refusal(
            "a public column is copied in clear, so it must be neither the private column nor"
                + " the id. Provided value: %s.",
            name);
      }
    }
  }
}
