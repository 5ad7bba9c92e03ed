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
        expressions(plan)
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
    return expressions(operator).anyMatch(part);
  }

  /** All expressions of an operator, and their parts. */
  public static Stream<Expression> expressions(QueryPlan<?> operator) {
    return Scala.list(operator.expressions()).stream().flatMap(Plans::parts);
  }

  /** An expression, and its parts. */
  public static Stream<Expression> parts(Expression expression) {
    return Stream.concat(
        Stream.of(expression), Scala.list(expression.children()).stream().flatMap(Plans::parts));
  }
}
