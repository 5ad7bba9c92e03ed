package org.sparkldp.jobs.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.protocols.Estimate;

/**
 * Statistical queries, of which each person answers one: whose they answer is a public function of
 * the id.
 *
 * @param queries in the order of the protocol's cohorts
 * @param block whom they are put to; everybody where there is none
 */
public record Queries(List<Query> queries, Optional<Block> block) implements Plan.Values {

  /**
   * One query.
   *
   * @param name names its estimate
   * @param sql an expression over one row: a number in [−1, 1], or a predicate
   * @param isPredicate a predicate is answered as ±1, which wastes none of the range, and what is
   *     told is the fraction of people for whom it holds
   */
  public record Query(String name, String sql, boolean isPredicate) {

    /** The query as plans write it. */
    Map<String, Object> settings() {
      return Map.of("name", name, isPredicate ? "predicate" : "expression", sql);
    }
  }

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
        throw new IllegalArgumentException(
            "blocks must be a run of those that the pool has. Provided: from "
                + from
                + " to "
                + to
                + " of "
                + blocks
                + ".");
      }
    }

    Map<String, Object> settings() {
      return Map.of("pool", pool, "from", from, "to", to, "blocks", blocks);
    }
  }

  public Queries {
    queries = List.copyOf(queries);
    if (queries.isEmpty()
        || queries.stream().map(Query::name).distinct().count() < queries.size()
        || queries.stream().anyMatch(query -> query.name.isBlank() || query.sql.isBlank())) {
      throw new IllegalArgumentException(
          "queries must be one or more, each with a name of its own and an expression or a"
              + " predicate. Provided: "
              + queries.stream().map(Query::name).toList()
              + ".");
    }
  }

  /** Which columns queries speak of is told by the table. */
  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public List<Plan.Attribute> attributes() {
    return List.of();
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("queries", queries.stream().map(Query::settings).toList());
    block.ifPresent(people -> settings.put("block", people.settings()));
    return settings;
  }

  /** The protocol's estimates under their names, those of predicates as fractions of people. */
  public Estimate told(Estimate raw) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      Estimate.Row row = raw.rows().get(i);
      double scale = query.isPredicate ? 0.5 : 1;
      double shift = query.isPredicate ? 0.5 : 0;
      rows.add(
          new Estimate.Row(
              query.name,
              shift + scale * row.estimate(),
              scale * row.standardError(),
              shift + scale * row.lower(),
              shift + scale * row.upper(),
              row.note()));
    }
    return new Estimate(raw.n(), raw.confidence(), rows);
  }
}
