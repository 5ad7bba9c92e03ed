package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.protocols.query.StatisticalQueries;

/**
 * Statistical queries to be asked in order, where the SQL of later ones may use the answers of
 * earlier ones as parameters, {@code :name}; in HOCON:
 *
 * <pre>{@code
 * name = audience                     # names the pool of people
 * id = user_id
 * protocol = "sq(epsilon=1.0,queries=10,tau=0.1,beta=0.05)"    # 10 queries at most
 * outside = fail                      # or drop (then outside_reason = "...")
 * randomness = keyed                  # keyed | write-once
 * queries = [
 *   { name = age, expression = "greatest(-1, least(1, (age - 54) / 36))" }
 *   { name = older, predicate = "age > 54 + 36 * :age" }
 * ]
 * }</pre>
 *
 * @param pool who is asked
 * @param queries in order
 */
public record QueryScript(Pool pool, List<Queries.Query> queries) {
  private static final Set<String> KEYS =
      Set.of("name", "id", "protocol", "outside", "outside_reason", "randomness", "queries");

  /** Quoted text and comments, in which a colon means nothing; a cast; or a parameter. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|--[^\n]*|/\\*(?s:.*?)\\*/|::"
              + "|:([A-Za-z_][A-Za-z0-9_]*)");

  /**
   * @throws PoolSpentException if there are more queries than the pool has blocks
   */
  public QueryScript {
    queries = List.copyOf(queries);
    if (queries.size() > pool.blocks()) {
      throw new PoolSpentException(queries.size(), pool.blocks());
    }
    Set<String> before = new LinkedHashSet<>();
    for (Queries.Query query : queries) {
      for (String name : parameters(query.sql())) {
        if (!before.contains(name)) {
          throw new IllegalArgumentException(
              "a parameter must be the name of an earlier query. Provided: :"
                  + name
                  + " in "
                  + query.name()
                  + "; before it come "
                  + before
                  + ".");
        }
      }
      if (!before.add(query.name())) {
        throw new IllegalArgumentException(
            "queries must have names of their own. Given twice: " + query.name() + ".");
      }
    }
  }

  /** Reads a script; {@code origin} names it in refusals. */
  public static QueryScript read(String text, String origin) {
    return PlanReader.read("a script", text, origin, QueryScript::script);
  }

  private static QueryScript script(Config config) {
    PlanReader.requireKeys(config, KEYS, "a script of queries");
    List<Queries.Query> queries = new ArrayList<>();
    for (Config query : config.getConfigList("queries")) {
      queries.add(PlanReader.query(query));
    }
    return new QueryScript(pool(config), queries);
  }

  private static Pool pool(Config config) {
    String spec = config.getString("protocol");
    if (!(Protocols.of(spec) instanceof StatisticalQueries protocol)) {
      throw new IllegalArgumentException(
          "statistical queries need the protocol sq. Provided value: " + spec + ".");
    }
    PlanReader.Outside outside = PlanReader.outside(config);
    PlanReader.requireNoCategory(config, outside);
    return new Pool(
        PlanReader.text(config, "name"),
        PlanReader.text(config, "id"),
        protocol,
        outside.policy(),
        outside.reason(),
        PlanReader.choice(config, "randomness", Plan.Randomness.values(), Plan.Randomness::text));
  }

  /** A query with its parameters filled in; answers are finite numbers. */
  public static Queries.Query filled(Queries.Query query, Map<String, Double> answers) {
    String sql = replaced(query.sql(), name -> "(" + answers.get(name) + "D)");
    return new Queries.Query(query.name(), sql, query.isPredicate());
  }

  private static Set<String> parameters(String sql) {
    Set<String> found = new LinkedHashSet<>();
    replaced(
        sql,
        name -> {
          found.add(name);
          return "";
        });
    return found;
  }

  private static String replaced(String sql, Function<String, String> value) {
    return PARAMETER
        .matcher(sql)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null ? found.group() : value.apply(found.group(1))));
  }
}
