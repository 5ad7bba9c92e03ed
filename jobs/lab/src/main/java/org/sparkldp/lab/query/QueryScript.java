package org.sparkldp.lab.query;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.protocols.spec.ProtocolSpec;

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
 *   { name = age, expression = age, lower = 18, upper = 90 }
 *   { name = older, predicate = "age > :age" }
 * ]
 * }</pre>
 *
 * @param pool who is asked
 * @param queries in order
 */
@Section("a script of queries")
public record QueryScript(Pool pool, @Key List<StatisticalQuery> queries) {
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
    for (StatisticalQuery query : queries) {
      for (String name : parameters(query.sql())) {
        if (!before.contains(name)) {
          throw Require.refusal(
              "a parameter must be the name of an earlier query. Provided: :%s in %s; before"
                  + " it come %s.",
              name, query.name(), before);
        }
      }
      if (!before.add(query.name())) {
        throw Require.refusal(
            "queries must have names of their own. Given twice: %s.", query.name());
      }
    }
  }

  /** Reads a script; {@code origin} names it in refusals. */
  public static QueryScript read(String text, String origin) {
    return Settings.read("a script", text, origin, QueryScript::script);
  }

  private static QueryScript script(Settings settings) {
    List<StatisticalQuery> queries = settings.sections("queries", StatisticalQuery.class);
    ProtocolSpec written = ProtocolSpec.parse(settings.string("protocol"));
    Pool pool =
        settings.as(
            Pool.class,
            Map.of(
                "protocol",
                QueryTask.protocol(written, queries),
                "outside",
                OutsideRule.readForNumbers(settings)));
    return settings.as(QueryScript.class, Map.of("pool", pool, "queries", queries));
  }

  /** A query with its parameters filled in; answers are finite numbers. */
  public static StatisticalQuery filled(StatisticalQuery query, Map<String, Double> answers) {
    String sql = replaced(query.sql(), name -> "(" + answers.get(name) + "D)");
    return query.withSql(sql);
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
