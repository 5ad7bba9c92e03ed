package org.sparkldp.jobs.task;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.check.Require;

/**
 * Statistical queries, of which each person answers one: whose they answer is a public function of
 * the id.
 *
 * @param queries in the order of the protocol's cohorts
 */
public record QueryValues(@Key List<StatisticalQuery> queries) implements Values {

  public QueryValues {
    queries = List.copyOf(queries);
    if (queries.isEmpty()
        || queries.stream().map(StatisticalQuery::name).distinct().count() < queries.size()
        || queries.stream().anyMatch(query -> query.name().isBlank() || query.sql().isBlank())) {
      throw Require.refusal(
          "queries must be one or more, each with a name of its own and an expression or a"
              + " predicate. Provided: %s.",
          queries.stream().map(StatisticalQuery::name).toList());
    }
  }

  /** The table names the columns that queries speak of; see {@link #require}. */
  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public Map<String, DataType> types() {
    return Map.of();
  }

  @Override
  public Map<String, Object> settings() {
    return Keys.written(this);
  }

  @Override
  public Collection<String> require(Plan plan, Dataset<Row> table) {
    return QueryColumns.require(table, queries);
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    return NumberValues.accepted(plan, number, functions.lit(0L));
  }

  @Override
  public Optional<Column> number(Plan plan, StructType schema, Column id) {
    return Optional.of(QueryColumns.value(plan, queries, id));
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, id};
  }
}
