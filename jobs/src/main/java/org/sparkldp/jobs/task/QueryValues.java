package org.sparkldp.jobs.task;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.check.Require;

/**
 * Statistical queries, of which each person answers one: whose they answer is a public function of
 * the id.
 *
 * @param queries in the order of the protocol's cohorts
 * @param block whom they are put to; everybody where there is none
 */
public record QueryValues(List<Query> queries, Optional<Block> block) implements Values {

  /**
   * The people of some blocks of a pool, which are divided by a public hash.
   *
   * @param pool names the pool, and so the division
   * @param from the first block
   * @param to the block after the last
   * @param blocks of the pool
   */
  public record Block(String pool, int from, int to, int blocks) {
    public Block {
      if (!(from >= 0 && from < to && to <= blocks)) {
        throw Require.refusal(
            "blocks must be a run of those that the pool has. Provided: from %s to %s of %s.",
            from, to, blocks);
      }
    }

    private static Block read(Settings settings) {
      settings.requireKeys(Set.of("pool", "from", "to", "blocks"), "a block");
      return new Block(
          settings.string("pool"),
          (int) settings.whole("from"),
          settings.count("to"),
          settings.count("blocks"));
    }

    private Map<String, Object> settings() {
      return Map.of("pool", pool, "from", from, "to", to, "blocks", blocks);
    }
  }

  public QueryValues {
    queries = List.copyOf(queries);
    if (queries.isEmpty()
        || queries.stream().map(Query::name).distinct().count() < queries.size()
        || queries.stream().anyMatch(query -> query.name().isBlank() || query.sql().isBlank())) {
      throw Require.refusal(
          "queries must be one or more, each with a name of its own and an expression or a"
              + " predicate. Provided: %s.",
          queries.stream().map(Query::name).toList());
    }
  }

  /** Reads {@code queries} and {@code block}. */
  static QueryValues read(Settings plan) {
    return plan.at(
        "queries",
        () ->
            new QueryValues(
                plan.sections("queries").stream().map(Query::read).toList(),
                plan.has("block")
                    ? Optional.of(Block.read(plan.section("block")))
                    : Optional.empty()));
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
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("queries", queries.stream().map(Query::settings).toList());
    block.ifPresent(people -> settings.put("block", people.settings()));
    return settings;
  }

  @Override
  public Collection<String> require(Plan plan, Dataset<Row> table) {
    return QueryColumns.require(table, queries);
  }

  @Override
  public Division division() {
    return block
        .map(people -> new Division(people.pool(), people.from(), people.to()))
        .orElse(Division.NONE);
  }

  @Override
  public Column isAsked(Column id) {
    return block.map(people -> BlockOf.isIn(people, id)).orElse(functions.lit(true));
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    return NumberValues.accepted(plan, number, functions.lit(0L));
  }

  @Override
  public Optional<Column> number(Plan plan, StructType schema) {
    return Optional.of(QueryColumns.value(plan, queries, Columns.id(plan.id(), schema)));
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, id};
  }
}
