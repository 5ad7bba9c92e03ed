package org.sparkldp.sql.catalyst;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.TryEval;
import org.apache.spark.sql.catalyst.expressions.UnaryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.aggregate.ObjectHashAggregateExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import scala.Function1;
import scala.PartialFunction;
import scala.runtime.AbstractPartialFunction;

/**
 * The rule that sends calls and accumulations down the batched road, where Spark's own scans give
 * batches: {@link BatchedCalls}, {@link BatchedAccumulation}. All else stays row by row, which is
 * also the road's reference.
 *
 * <p>A call is taken out of a projection or an aggregate only where each row evaluates it: where it
 * is a whole column or argument, or under functions of one argument, such as hex. Within other
 * expressions, such as an IF, some rows may leave it out.
 */
public final class BatchRule extends ColumnarRule {
  @Override
  public Rule<SparkPlan> preColumnarTransitions() {
    return new Rule<SparkPlan>() {
      @Override
      public SparkPlan apply(SparkPlan plan) {
        return batched(plan);
      }
    };
  }

  private static SparkPlan batched(SparkPlan plan) {
    List<SparkPlan> children = new ArrayList<>();
    for (SparkPlan child : Scala.list(plan.children())) {
      children.add(batched(child));
    }
    SparkPlan current = children.isEmpty() ? plan : plan.withNewChildren(Scala.seq(children));
    if (current instanceof ProjectExec project) {
      return project(project);
    }
    return current instanceof ObjectHashAggregateExec aggregation
        ? accumulation(aggregation)
        : current;
  }

  private static SparkPlan project(ProjectExec plan) {
    SparkPlan source = source(plan.child());
    if (!isTaken(plan.child())) {
      return plan;
    }
    Map<Expression, Alias> calls = new LinkedHashMap<>();
    for (NamedExpression column : Scala.list(plan.projectList())) {
      Expression call = alwaysEvaluated((Expression) column);
      Expression overSource = overSource(call, plan.child());
      if (BatchedCalls.isPossible(overSource, source)) {
        // A call that is the whole column keeps the column's name and identity.
        boolean isWhole = column instanceof Alias alias && alias.child() == call;
        calls.putIfAbsent(call, named(overSource, isWhole ? column.exprId() : null));
      }
    }
    if (calls.isEmpty()) {
      return plan;
    }
    boolean hasConditions = !conditions(plan.child()).isEmpty();
    List<NamedExpression> columns = new ArrayList<>();
    for (NamedExpression column : Scala.list(plan.projectList())) {
      Expression renamed = ((Expression) column).transformDown(naming(calls, hasConditions));
      boolean isSame = renamed instanceof Alias alias && isOf(alias, calls.values());
      columns.add(isSame ? (NamedExpression) ((Alias) renamed).child() : (NamedExpression) renamed);
    }
    return new ProjectExec(Scala.seq(columns), carrying(calls.values(), plan.child()));
  }

  private static SparkPlan accumulation(ObjectHashAggregateExec plan) {
    SparkPlan source = source(plan.child());
    if (!isTaken(plan.child())) {
      return plan;
    }
    Map<Expression, Alias> calls = new LinkedHashMap<>();
    for (AggregateExpression aggregate : Scala.list(plan.aggregateExpressions())) {
      if (aggregate.aggregateFunction() instanceof Accumulating function
          && aggregate.filter().isEmpty()) {
        for (Expression argument : function.arguments()) {
          Expression call = alwaysEvaluated(argument);
          Expression overSource = overSource(call, plan.child());
          if (BatchedCalls.isPossible(overSource, source)) {
            calls.computeIfAbsent(call, found -> named(overSource, null));
          }
        }
      }
    }
    List<Expression> conditions = conditions(plan.child());
    ObjectHashAggregateExec named =
        (ObjectHashAggregateExec) plan.transformExpressions(naming(calls, !conditions.isEmpty()));
    SparkPlan batches = batched(calls.values(), conditions, source);
    ObjectHashAggregateExec direct =
        (ObjectHashAggregateExec) named.withNewChildren(Scala.seq(List.of(batches)));
    // Where calls were left out there is no report, and nothing is accumulated.
    boolean isFiltered = conditions.isEmpty() || !calls.isEmpty();
    if (isFiltered && BatchedAccumulation.isPossible(direct)) {
      return new BatchedAccumulation(
          direct.aggregateExpressions().head(), direct.output(), batches);
    }
    return calls.isEmpty()
        ? plan
        : named.withNewChildren(Scala.seq(List.of(carrying(calls.values(), plan.child()))));
  }

  /** What an expression is, or evaluates for each row under functions of one argument. */
  private static Expression alwaysEvaluated(Expression expression) {
    Expression inner = expression;
    while (inner instanceof UnaryExpression outer && !(inner instanceof TryEval)) {
      inner = outer.child();
    }
    return inner;
  }

  /** What is below a plan's projections and filters. */
  private static SparkPlan source(SparkPlan plan) {
    if (plan instanceof ProjectExec project) {
      return source(project.child());
    }
    return plan instanceof FilterExec filter ? source(filter.child()) : plan;
  }

  /** Whether calls can be made over a plan's source: it has batches, and filters are functions. */
  private static boolean isTaken(SparkPlan plan) {
    return givesBatches(source(plan))
        && conditions(plan).stream().allMatch(ComputedColumns::isPlain);
  }

  /** What the filters above a plan's source ask of the source's rows. */
  private static List<Expression> conditions(SparkPlan plan) {
    if (plan instanceof ProjectExec project) {
      return conditions(project.child());
    }
    if (!(plan instanceof FilterExec filter)) {
      return List.of();
    }
    // Those below come first, and of each those that ask for a value, as in Spark's own code: the
    // others may fail for rows that these leave out.
    List<Expression> conditions = new ArrayList<>(conditions(filter.child()));
    List<Expression> others = new ArrayList<>();
    for (Expression condition : conjuncts(filter.condition())) {
      Expression overSource = overSource(condition, filter.child());
      (condition instanceof IsNotNull ? conditions : others).add(overSource);
    }
    conditions.addAll(others);
    return conditions;
  }

  private static List<Expression> conjuncts(Expression condition) {
    if (!(condition instanceof And both)) {
      return List.of(condition);
    }
    List<Expression> conjuncts = new ArrayList<>(conjuncts(both.left()));
    conjuncts.addAll(conjuncts(both.right()));
    return conjuncts;
  }

  /** An expression over a plan's columns as one over the columns of its source. */
  private static Expression overSource(Expression expression, SparkPlan plan) {
    if (plan instanceof FilterExec filter) {
      return overSource(expression, filter.child());
    }
    if (!(plan instanceof ProjectExec project)) {
      return expression;
    }
    Map<ExprId, Expression> columns = new HashMap<>();
    for (NamedExpression column : Scala.list(project.projectList())) {
      if (column instanceof Alias alias) {
        columns.put(alias.exprId(), alias.child());
      }
    }
    Expression below =
        expression.transformDown(
            replacing(e -> e instanceof AttributeReference a ? columns.get(a.exprId()) : null));
    return overSource(below, project.child());
  }

  /** A plan with calls made over its source, which its projections and filters keep. */
  private static SparkPlan carrying(Collection<Alias> calls, SparkPlan plan) {
    return carrying(calls, conditions(plan), plan);
  }

  private static SparkPlan carrying(
      Collection<Alias> calls, List<Expression> conditions, SparkPlan plan) {
    if (plan instanceof ProjectExec project) {
      List<NamedExpression> columns = new ArrayList<>(Scala.list(project.projectList()));
      for (Alias call : calls) {
        columns.add((NamedExpression) BatchedCalls.attribute(call, !conditions.isEmpty()));
      }
      return new ProjectExec(Scala.seq(columns), carrying(calls, conditions, project.child()));
    }
    return plan instanceof FilterExec filter
        ? plan.withNewChildren(Scala.seq(List.of(carrying(calls, conditions, filter.child()))))
        : batched(calls, conditions, plan);
  }

  private static SparkPlan batched(
      Collection<Alias> calls, List<Expression> conditions, SparkPlan source) {
    return calls.isEmpty()
        ? source
        : new BatchedCalls(Scala.seq(List.copyOf(calls)), Scala.seq(conditions), source);
  }

  /** Whether a column only repeats a call under the call's own identity. */
  private static boolean isOf(Alias column, Collection<Alias> calls) {
    return calls.stream().anyMatch(call -> call.exprId().equals(column.exprId()));
  }

  /**
   * @param id its identity; null for a new one
   */
  private static Alias named(Expression call, ExprId id) {
    return new Alias(
        call,
        ((ObjectCall) call).prettyName(),
        id == null ? NamedExpression.newExprId() : id,
        Scala.seq(List.of()),
        scala.Option.empty(),
        Scala.seq(List.of()));
  }

  /** Puts the attributes of calls in their places. */
  private static PartialFunction<Expression, Expression> naming(
      Map<Expression, Alias> calls, boolean hasConditions) {
    return replacing(
        e ->
            calls.containsKey(e)
                ? (Expression) BatchedCalls.attribute(calls.get(e), hasConditions)
                : null);
  }

  /**
   * @param other what an expression is replaced with; null to leave it
   */
  private static PartialFunction<Expression, Expression> replacing(
      UnaryOperator<Expression> other) {
    return new AbstractPartialFunction<>() {
      @Override
      public boolean isDefinedAt(Expression expression) {
        return other.apply(expression) != null;
      }

      @Override
      public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
        Expression replaced = other.apply(expression);
        @SuppressWarnings("unchecked") // B is Expression, or wider
        B result = (B) replaced;
        return replaced == null ? otherwise.apply(expression) : result;
      }
    };
  }

  /**
   * Whether a plan's batches are read by Spark's own interface: an accelerator's need not be, and
   * its own rules come to them.
   */
  private static boolean givesBatches(SparkPlan plan) {
    if (plan instanceof QueryStageExec stage) { // a cached table, under plans that adapt
      return givesBatches(stage.plan());
    }
    boolean isKnown =
        plan instanceof FileSourceScanExec
            || plan instanceof BatchScanExec
            || plan instanceof InMemoryTableScanExec
            || plan instanceof BatchedCalls;
    return isKnown && plan.supportsColumnar();
  }
}
