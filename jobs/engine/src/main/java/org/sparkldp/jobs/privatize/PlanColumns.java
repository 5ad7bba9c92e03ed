package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.PublicColumns;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.StructFields;

/**
 * Check that a table has the columns that a plan names, of types that it takes, and whether none
 * that it copies is one that only the table can call private. No row is read.
 */
final class PlanColumns {
  private PlanColumns() {}

  /** A table with a column of each field of a STRUCT that a plan names. */
  static Dataset<Row> named(Plan plan, Dataset<Row> values) {
    return StructFields.named(values, names(plan));
  }

  private static List<String> names(Plan plan) {
    List<String> names = new ArrayList<>(plan.shownColumns());
    names.addAll(plan.task().values().types().keySet());
    return names;
  }

  /** Refuses a table that does not fit. */
  static void require(Plan plan, Dataset<Row> values) {
    StructType schema = values.schema();
    Values asked = plan.task().values();
    requireColumns(plan, schema);
    plan.task().facet(Assuming.class).ifPresent(it -> it.requireTypes(schema));
    PublicColumns.requireOthers(plan.publicColumns(), asked.require(plan, values), plan.id());
    asked.item(plan, schema, asked.number(plan, schema, lit(0L)).orElse(lit(0.0)));
  }

  private static void requireColumns(Plan plan, StructType schema) {
    Columns.require(schema, names(plan));
    Columns.id(plan, schema);
    plan.publicColumns().forEach(name -> Columns.group(name, schema));
    plan.publicNumbers().forEach(number -> Columns.scale(number, schema));
  }

  /** Which rows are outside in each of the columns whose levels are known; of several alone. */
  static Map<String, Column> outside(Plan plan, StructType schema) {
    List<Attribute> attributes = plan.task().values().attributes();
    Map<String, Column> outside = new LinkedHashMap<>(plan.task().values().outside(plan, schema));
    if (attributes.size() > 1 && outside.isEmpty()) {
      ProductDomain known = new ProductDomain(attributes, false, plan.outside().keepsMissing());
      for (Attribute each : attributes) {
        outside.put(each.column(), Columns.level(each, known, schema).equalTo(Values.OUTSIDE));
      }
    }
    return outside;
  }

  /** Which rows have no value: NULL or NaN in one of these columns. */
  static Column isMissing(Collection<String> columns, StructType schema) {
    Column isMissing = lit(false);
    for (String name : columns) {
      isMissing = isMissing.or(Columns.isMissing(name, schema));
    }
    return isMissing;
  }
}
