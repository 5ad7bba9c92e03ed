package org.sparkldp.sql.catalyst;

import java.util.List;
import java.util.Optional;
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
    if (plan instanceof ObjectHashAggregateExec aggregation) {
      SparkPlan below = aggregation.child();
      SparkPlan source = below instanceof ProjectExec project ? project.child() : below;
      if (givesBatches(source)) {
        Optional<SparkPlan> batched = BatchedAccumulation.of(aggregation, source);
        if (batched.isPresent()) {
          return batched.get();
        }
      }
    }
    List<SparkPlan> children =
        Scala.list(plan.children()).stream().map(BatchRule::batched).toList();
    return children.isEmpty() ? plan : plan.withNewChildren(Scala.seq(children));
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
