package org.sparkldp.jobs.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * One statistical query: the mean over people of an SQL expression over a person's row.
 *
 * @param name names its estimate
 * @param sql an expression, or a predicate
 * @param isPredicate a predicate is answered as ±1, which wastes none of the range, and estimated
 *     as the fraction of people for whom it holds
 * @param bounds of an expression, to which values are clipped; without them they lie in [−1, 1]
 */
public record Query(String name, String sql, boolean isPredicate, Optional<Bounds> bounds) {

  /**
   * The range of an expression.
   *
   * @param lower answered as −1
   * @param upper answered as 1
   */
  public record Bounds(double lower, double upper) {
    public Bounds {
      if (!(Double.isFinite(lower) && Double.isFinite(upper) && lower < upper)) {
        throw Require.refusal(
            "a query's lower must be less than its upper, both finite. Provided values: %s"
                + " and %s.",
            lower, upper);
      }
    }
  }

  private static final Bounds UNIT = new Bounds(-1, 1);
  private static final Bounds SHARE = new Bounds(0, 1);

  /** The fraction of people for whom a predicate holds. */
  public static Query predicate(String name, String sql) {
    return new Query(name, sql, true, Optional.empty());
  }

  /** The mean of an expression with values in [−1, 1]. */
  public static Query expression(String name, String sql) {
    return new Query(name, sql, false, Optional.empty());
  }

  /** Reads {@code name} and {@code predicate}, or {@code expression} and perhaps bounds. */
  public static Query read(Settings settings) {
    settings.requireKeys(Set.of("name", "expression", "predicate", "lower", "upper"), "a query");
    boolean isPredicate = settings.has("predicate");
    if (isPredicate == settings.has("expression")) {
      throw settings.mistake(
          "a query has either an expression or a predicate. Provided: "
              + (isPredicate ? "both" : "neither"));
    }
    boolean isBounded = settings.has("lower");
    if (isBounded != settings.has("upper") || (isBounded && isPredicate)) {
      throw settings.mistake(
          "an expression has both lower and upper, or neither; a predicate has none. Provided: "
              + (isPredicate ? "bounds of a predicate" : "one of them"));
    }
    String name = settings.text("name");
    String sql = settings.text(isPredicate ? "predicate" : "expression").strip();
    return new Query(
        name,
        sql,
        isPredicate,
        isBounded
            ? Optional.of(new Bounds(settings.number("lower"), settings.number("upper")))
            : Optional.empty());
  }

  /** A protocol that clips, where a query has bounds and the spec does not say what to do. */
  public static ProtocolSpec clipping(ProtocolSpec written, List<Query> queries) {
    return queries.stream().anyMatch(Query::isBounded)
            && !written.arguments().containsKey("outside")
        ? written.with("outside", "clip")
        : written;
  }

  /** Whether the query gives bounds, to which the protocol clips. */
  boolean isBounded() {
    return bounds.isPresent();
  }

  /** The same question in other words. */
  public Query withSql(String other) {
    return new Query(name, other, isPredicate, bounds);
  }

  /** The settings from which {@link #read} would read an equal query. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("name", name);
    settings.put(isPredicate ? "predicate" : "expression", sql);
    // As texts: how numbers are printed depends on the Java platform, a fingerprint must not.
    bounds.ifPresent(
        range -> {
          settings.put("lower", ProtocolSpec.shortest(range.lower));
          settings.put("upper", ProtocolSpec.shortest(range.upper));
        });
    return settings;
  }

  /** An estimate in [−1, 1] in the query's own unit. */
  Estimate.Row answer(Estimate.Row row) {
    Bounds range = isPredicate ? SHARE : bounds.orElse(UNIT);
    double scale = (range.upper - range.lower) / 2;
    double shift = range.lower + scale;
    return new Estimate.Row(
        name,
        shift + scale * row.estimate(),
        scale * row.standardError(),
        shift + scale * row.lower(),
        shift + scale * row.upper(),
        row.note());
  }
}
