package org.sparkldp.sql.catalyst;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.TryEval;
import org.apache.spark.sql.catalyst.expressions.UnaryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.FileSourceScanExec;
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
    if (!givesBatches(plan.child())) {
      return plan;
    }
    Map<Expression, Alias> calls = new LinkedHashMap<>();
    for (NamedExpression column : Scala.list(plan.projectList())) {
      Expression call = call((Expression) column, plan.child());
      if (call != null) {
        // A call that is the whole column keeps the column's name and identity.
        Alias whole = column instanceof Alias alias && alias.child() == call ? alias : named(call);
        calls.putIfAbsent(call, whole);
      }
    }
    if (calls.isEmpty()) {
      return plan;
    }
    List<NamedExpression> columns = new ArrayList<>();
    for (NamedExpression column : Scala.list(plan.projectList())) {
      columns.add(
          calls.containsValue(column)
              ? column.toAttribute()
              : (NamedExpression) ((Expression) column).transformDown(replacing(calls)));
    }
    return new ProjectExec(Scala.seq(columns), batched(calls, plan.child()));
  }

  /** The call that an expression is, or that it evaluates for each row; null if it has none. */
  private static Expression call(Expression expression, SparkPlan source) {
    Expression inner = expression;
    while (inner instanceof UnaryExpression outer && !(inner instanceof TryEval)) {
      inner = outer.child();
    }
    return BatchedCalls.isPossible(inner, source) ? inner : null;
  }

  private static SparkPlan batched(Map<Expression, Alias> calls, SparkPlan source) {
    return calls.isEmpty()
        ? source
        : new BatchedCalls(Scala.seq(List.copyOf(calls.values())), source);
  }

  private static SparkPlan accumulation(ObjectHashAggregateExec plan) {
    ProjectExec project = plan.child() instanceof ProjectExec chosen ? chosen : null;
    SparkPlan source = project == null ? plan.child() : project.child();
    if (!givesBatches(source)) {
      return plan;
    }
    Map<Expression, Alias> calls = new LinkedHashMap<>();
    for (AggregateExpression aggregate : Scala.list(plan.aggregateExpressions())) {
      if (aggregate.aggregateFunction() instanceof Accumulating function
          && aggregate.filter().isEmpty()) {
        for (Expression argument : function.arguments()) {
          Expression call = call(argument, source);
          if (call != null) {
            calls.computeIfAbsent(call, BatchRule::named);
          }
        }
      }
    }
    SparkPlan batches = batched(calls, source);
    ObjectHashAggregateExec rewritten =
        (ObjectHashAggregateExec)
            plan.transformExpressions(replacing(calls))
                .withNewChildren(Scala.seq(List.of(batches)));
    if (BatchedAccumulation.isPossible(rewritten)) {
      return new BatchedAccumulation(
          rewritten.aggregateExpressions().head(), rewritten.output(), batches);
    }
    if (calls.isEmpty()) {
      return plan;
    }
    return project == null
        ? rewritten
        : rewritten.withNewChildren(Scala.seq(List.of(with(project, calls.values(), batches))));
  }

  /** A projection that keeps some calls too. */
  private static ProjectExec with(ProjectExec project, Collection<Alias> calls, SparkPlan batches) {
    List<NamedExpression> columns = new ArrayList<>(Scala.list(project.projectList()));
    calls.forEach(call -> columns.add((NamedExpression) call.toAttribute()));
    return new ProjectExec(Scala.seq(columns), batches);
  }

  private static Alias named(Expression call) {
    return new Alias(
        call,
        ((ObjectCall) call).prettyName(),
        NamedExpression.newExprId(),
        Scala.seq(List.of()),
        scala.Option.empty(),
        Scala.seq(List.of()));
  }

  private static PartialFunction<Expression, Expression> replacing(Map<Expression, Alias> calls) {
    return new AbstractPartialFunction<>() {
      @Override
      public boolean isDefinedAt(Expression expression) {
        return calls.containsKey(expression);
      }

      @Override
      public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
        Alias alias = calls.get(expression);
        @SuppressWarnings("unchecked") // B is Expression, or wider
        B attribute = alias == null ? null : (B) alias.toAttribute();
        return alias == null ? otherwise.apply(expression) : attribute;
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
