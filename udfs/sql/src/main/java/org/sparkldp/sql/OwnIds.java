package org.sparkldp.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.sparkldp.sql.catalyst.Clock;
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
    return RowRandomizer.attribute(expression).isPresent();
  }

  /** What a query calls by a name of its own; of a union, each branch's column. */
  private static void name(QueryPlan<?> operator, Map<ExprId, List<Expression>> named) {
    Plans.expressions(operator)
        .filter(Alias.class::isInstance)
        .map(Alias.class::cast)
        .forEach(alias -> add(alias.exprId(), alias.child(), named));
    if (operator instanceof Generate rows) {
      Scala.list(rows.generatorOutput())
          .forEach(column -> add(column.exprId(), (Expression) rows.generator(), named));
    }
    if (operator instanceof Union union) {
      for (LogicalPlan branch : Scala.list(union.children())) {
        for (int i = 0; i < union.output().size(); i++) {
          add(union.output().apply(i).exprId(), (Expression) branch.output().apply(i), named);
        }
      }
    }
  }

  private static void add(ExprId name, Expression of, Map<ExprId, List<Expression>> named) {
    if (!(of instanceof Attribute column && column.exprId().equals(name))) {
      named.computeIfAbsent(name, key -> new ArrayList<>()).add(of);
    }
  }

  private static void require(
      Expression id, QueryPlan<?> operator, Map<ExprId, List<Expression>> named) {
    List<Expression> behind = behind(id, named);
    if (behind.stream().anyMatch(OwnIds::isMadeAnew)) {
      throw LdpErrors.invalid(
          FUNCTION,
          "an id must be the person's own, and this one is made anew in each run, which would ask"
              + " everybody again; store the ids first, or name a column of the table.",
          "id");
    }
    boolean isConstant =
        behind.stream().noneMatch(Generator.class::isInstance)
            && behind.stream()
                .flatMap(OwnIds::columns)
                .allMatch(column -> named.getOrDefault(column.exprId(), List.of()).size() == 1);
    if (isConstant && !Plans.operators(operator).allMatch(OwnIds::keepsOneRow)) {
      throw LdpErrors.invalid(
          FUNCTION,
          "an id must be the person's own, and this one is the same for all rows, so that equal"
              + " reports would show equal values; name a column of the table.",
          "id");
    }
  }

  /** An id, and all that is behind the names in it, each once. */
  private static List<Expression> behind(Expression id, Map<ExprId, List<Expression>> named) {
    List<Expression> behind = new ArrayList<>(List.of(id));
    Set<ExprId> seen = new HashSet<>();
    for (int next = 0; next < behind.size(); next++) {
      columns(behind.get(next))
          .map(Attribute::exprId)
          .filter(seen::add)
          .flatMap(name -> named.getOrDefault(name, List.of()).stream())
          .toList()
          .forEach(behind::add);
    }
    return behind;
  }

  /** Whether chance or the clock is in it. */
  private static boolean isMadeAnew(Expression made) {
    return !made.deterministic() || Plans.parts(made).anyMatch(Clock::isReadBy);
  }

  /** The columns in an expression, those of an outer query too. */
  private static Stream<Attribute> columns(Expression id) {
    return Plans.parts(id)
        .map(part -> part instanceof OuterReference outer ? (Expression) outer.e() : part)
        .filter(Attribute.class::isInstance)
        .map(Attribute.class::cast);
  }

  /** Whether an operator gives one row of one row, or is one. */
  private static boolean keepsOneRow(QueryPlan<?> operator) {
    return operator instanceof OneRowRelation
        || (operator.children().size() == 1 && !(operator instanceof Generate));
  }
}
