package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * One statistical query: the mean over people of an SQL expression over a person's row.
 *
 * @param name names its estimate
 * @param expression a number; none of a predicate
 * @param predicate is answered as ±1, which wastes none of the range, and estimated as the fraction
 *     of people for whom it holds; none of an expression
 * @param lower to which an expression is clipped, answered as −1; without it, it lies in [−1, 1]
 * @param upper the other end, answered as 1
 */
@Section("a query")
public record StatisticalQuery(
    @Key String name,
    @Key Optional<String> expression,
    @Key Optional<String> predicate,
    @Key OptionalDouble lower,
    @Key OptionalDouble upper) {
  public StatisticalQuery {
    expression = expression.map(String::strip);
    predicate = predicate.map(String::strip);
    Require.that(expression.isPresent() != predicate.isPresent())
        .orRefuse(
            "a query has either an expression or a predicate. Provided: %s.",
            predicate.isPresent() ? "both" : "neither");
    Require.that(lower.isPresent() == upper.isPresent())
        .orRefuse("an expression has both lower and upper, or neither. Provided: one of them.");
    Require.that(lower.isEmpty() || predicate.isEmpty())
        .orRefuse(
            "an expression has both lower and upper, or neither; a predicate has none. Provided:"
                + " bounds of a predicate.");
    double from = lower.orElse(-1);
    double to = upper.orElse(1);
    Require.that(from < to && Double.isFinite(to - from))
        .orRefuse(
            "a query's lower must be less than its upper, both finite and their difference too."
                + " Provided values: %s and %s.",
            from, to);
  }

  /** The fraction of people for whom a predicate holds. */
  public static StatisticalQuery predicate(String name, String sql) {
    return new StatisticalQuery(
        name, Optional.empty(), Optional.of(sql), OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The mean of an expression with values in [−1, 1]. */
  public static StatisticalQuery expression(String name, String sql) {
    return new StatisticalQuery(
        name, Optional.of(sql), Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The expression or the predicate. */
  public String sql() {
    return expression.or(() -> predicate).orElseThrow();
  }

  /** Whether it is answered as the fraction of people for whom it holds. */
  public boolean isPredicate() {
    return predicate.isPresent();
  }

  /** A protocol that clips, where a query has bounds and the spec does not say what to do. */
  public static ProtocolSpec clipping(ProtocolSpec written, List<StatisticalQuery> queries) {
    return queries.stream().anyMatch(StatisticalQuery::isBounded)
            && !written.arguments().containsKey("outside")
        ? written.with("outside", "clip")
        : written;
  }

  /** Whether the query gives bounds, to which the protocol clips. */
  boolean isBounded() {
    return lower.isPresent();
  }

  /** The same question in other words. */
  public StatisticalQuery withSql(String other) {
    return new StatisticalQuery(
        name, expression.map(sql -> other), predicate.map(sql -> other), lower, upper);
  }

  /** An estimate in [−1, 1] in the query's own unit. */
  Estimate.Row answer(Estimate.Row row) {
    double least = isPredicate() ? 0 : lower.orElse(-1);
    double scale = (upper.orElse(1) - least) / 2;
    double shift = least + scale;
    return new Estimate.Row(
        name,
        shift + scale * row.estimate(),
        scale * row.standardError(),
        shift + scale * row.lower(),
        shift + scale * row.upper(),
        row.note());
  }
}
