package org.sparkldp.sql.catalyst;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.QueryPlan;

/**
 * The operators and expressions of a plan, wherever they stand: below its root, in subqueries, and
 * in the query of a command, which is often no child of it.
 */
public final class Plans {
  private Plans() {}

  /** All operators. */
  public static Stream<QueryPlan<?>> operators(QueryPlan<?> plan) {
    Stream<QueryPlan<?>> below =
        Stream.concat(
                Scala.list(plan.children()).stream(), Scala.list(plan.innerChildren()).stream())
            .flatMap(child -> operators((QueryPlan<?>) child));
    Stream<QueryPlan<?>> inSubqueries =
        Scala.list(plan.expressions()).stream()
            .flatMap(Plans::parts)
            .filter(part -> part instanceof PlanExpression<?>)
            .flatMap(part -> operators((QueryPlan<?>) ((PlanExpression<?>) part).plan()));
    return Stream.of(Stream.of(plan), below, inSubqueries).flatMap(all -> all);
  }

  /** Whether some expression is such. */
  public static boolean hold(QueryPlan<?> plan, Predicate<Expression> part) {
    return operators(plan).anyMatch(operator -> holds(operator, part));
  }

  /** Whether some expression of an operator is such. */
  public static boolean holds(QueryPlan<?> operator, Predicate<Expression> part) {
    return Scala.list(operator.expressions()).stream().flatMap(Plans::parts).anyMatch(part);
  }

  private static Stream<Expression> parts(Expression expression) {
    return Stream.concat(
        Stream.of(expression), Scala.list(expression.children()).stream().flatMap(Plans::parts));
  }
}
