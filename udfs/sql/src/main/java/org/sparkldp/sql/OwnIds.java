package org.sparkldp.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The rule, checked on every analysed plan, that the id of a keyed report is its person's own. An
 * id that is made anew in each run, such as uuid(), would ask everybody again; one id for all rows
 * would give all people the same coins, so that equal reports show equal values.
 *
 * <p>An id is followed through the names that the query gives it. Of one row a constant is taken.
 */
final class OwnIds extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private static final String FUNCTION = "ldp_randomize";

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (Plans.hold(plan, OwnIds::isKeyed)) {
      Map<ExprId, List<Expression>> named = new HashMap<>();
      Plans.operators(plan).forEach(operator -> name(operator, named));
      Plans.operators(plan)
          .forEach(
              operator ->
                  Plans.expressions(operator)
                      .filter(OwnIds::isKeyed)
                      .forEach(draw -> require(draw.children().apply(1), operator, named)));
    }
    return BoxedUnit.UNIT;
  }

  /** Whether SQL draws there by an id; jobs look at the ids of their tables. */
  private static boolean isKeyed(Expression expression) {
    return expression instanceof ObjectCall call
        && call.target() instanceof RowRandomizer randomizer
        && randomizer.attribute() != null;
  }

  /** What a query calls by a name of its own; of a union, each branch's column. */
  private static void name(QueryPlan<?> operator, Map<ExprId, List<Expression>> named) {
    Plans.expressions(operator)
        .filter(Alias.class::isInstance)
        .map(Alias.class::cast)
        .forEach(alias -> add(alias.exprId(), alias.child(), named));
    if (operator instanceof Union union) {
      for (LogicalPlan branch : Scala.list(union.children())) {
        for (int i = 0; i < union.output().size(); i++) {
          add(union.output().apply(i).exprId(), (Expression) branch.output().apply(i), named);
        }
      }
    }
  }

  private static void add(ExprId name, Expression of, Map<ExprId, List<Expression>> named) {
    named.computeIfAbsent(name, key -> new ArrayList<>()).add(of);
  }

  private static void require(
      Expression id, QueryPlan<?> operator, Map<ExprId, List<Expression>> named) {
    if (behind(id, Plans::parts, named).stream().anyMatch(made -> !made.deterministic())) {
      throw LdpErrors.invalid(
          FUNCTION,
          "an id must be the person's own, and this one is made anew in each run, which would ask"
              + " everybody again; store the ids first, or name a column of the table.",
          "id");
    }
    boolean isOfOneRow =
        Plans.operators(operator)
            .filter(one -> one.children().isEmpty())
            .allMatch(OneRowRelation.class::isInstance);
    if (!isOfOneRow && behind(id, OwnIds::bare, named).stream().anyMatch(OwnIds::isConstant)) {
      throw LdpErrors.invalid(
          FUNCTION,
          "an id must be the person's own, and this one is the same for all rows, so that equal"
              + " reports would show equal values; name a column of the table.",
          "id");
    }
  }

  private static boolean isConstant(Expression made) {
    return made.references().isEmpty()
        && Plans.parts(made).noneMatch(OuterReference.class::isInstance);
  }

  /** The id without the function's own cast. */
  private static Stream<Expression> bare(Expression id) {
    return Stream.of(id instanceof Cast cast ? cast.child() : id);
  }

  /** An id, and all that is behind the names in it. */
  private static Set<Expression> behind(
      Expression id,
      Function<Expression, Stream<Expression>> names,
      Map<ExprId, List<Expression>> named) {
    Set<Expression> behind = new LinkedHashSet<>();
    Deque<Expression> left = new ArrayDeque<>(List.of(id));
    while (!left.isEmpty()) {
      Expression next = left.pop();
      if (behind.add(next)) {
        names
            .apply(next)
            .map(name -> name instanceof OuterReference outer ? (Expression) outer.e() : name)
            .filter(Attribute.class::isInstance)
            .map(name -> named.getOrDefault(((Attribute) name).exprId(), List.of()))
            .forEach(left::addAll);
      }
    }
    return behind;
  }
}
