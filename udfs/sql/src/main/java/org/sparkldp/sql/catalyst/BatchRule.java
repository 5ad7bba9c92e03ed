package org.sparkldp.sql.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.aggregate.ObjectHashAggregateExec;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;

/**
 * The rule that sends one plan down the batched road: reports of all rows of a scan that gives
 * batches, added up without groups ({@link BatchedAccumulation}). All else stays row by row, which
 * is also the road's reference.
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
    if (plan instanceof ObjectHashAggregateExec aggregation
        && aggregation.groupingExpressions().isEmpty()
        && aggregation.aggregateExpressions().size() == 1) {
      SparkPlan source = aggregation.child();
      AggregateExpression aggregate = aggregation.aggregateExpressions().head();
      if (source instanceof ProjectExec project) { // as a view of reports has
        aggregate = ofColumnsBelow(aggregate, project);
        source = project.child();
      }
      if (givesBatches(source) && BatchedAccumulation.isPossible(aggregate, source)) {
        SparkPlan batched = new BatchedAccumulation(aggregate, aggregation.output(), source);
        batched.copyTagsFrom(aggregation); // by which plans that adapt know what it computes
        return batched;
      }
    }
    List<SparkPlan> children =
        Scala.list(plan.children()).stream().map(BatchRule::batched).toList();
    return children.isEmpty() ? plan : plan.withNewChildren(Scala.seq(children));
  }

  /** An aggregate with what a projection computes in place of the columns that hold it. */
  private static AggregateExpression ofColumnsBelow(
      AggregateExpression aggregate, ProjectExec project) {
    AggregateFunction function = aggregate.aggregateFunction();
    List<Expression> arguments = new ArrayList<>(Scala.list(function.children()));
    for (NamedExpression named : Scala.list(project.projectList())) {
      if (named instanceof Alias alias) {
        arguments.replaceAll(argument -> replaced(argument, alias));
      }
    }
    List<Expression> parts = new ArrayList<>(Scala.list(aggregate.children()));
    parts.set(0, function.withNewChildren(Scala.seq(arguments)));
    return (AggregateExpression) aggregate.withNewChildren(Scala.seq(parts));
  }

  private static Expression replaced(Expression expression, Alias alias) {
    if (expression instanceof AttributeReference column) {
      return column.exprId().equals(alias.exprId()) ? alias.child() : column;
    }
    List<Expression> children =
        Scala.list(expression.children()).stream().map(child -> replaced(child, alias)).toList();
    return expression.withNewChildren(Scala.seq(children));
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
            || plan instanceof InMemoryTableScanExec;
    return isKnown && plan.supportsColumnar();
  }
}
