package org.sparkldp.sql.catalyst;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Partial$;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.ObjectHashAggregateExec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.Seq;

/**
 * The physical operator that accumulates a column of reports batch by batch: what Spark's partial
 * aggregation makes of {@link Accumulating} without groups, to the byte, without a row for each
 * report.
 */
public final class BatchedAccumulation extends BatchOperator {
  private final AggregateExpression aggregate;
  private final Seq<Attribute> output;

  /**
   * @param aggregate for which {@link #isPossible}
   * @param output of the partial aggregation
   * @param child gives batches
   */
  public BatchedAccumulation(
      AggregateExpression aggregate, Seq<Attribute> output, SparkPlan child) {
    super(child, aggregate, output);
    this.aggregate = aggregate;
    this.output = output;
  }

  /** Whether an aggregation is of one column of reports, each counted once, without groups. */
  static boolean isPossible(ObjectHashAggregateExec plan) {
    if (!plan.groupingExpressions().isEmpty() || plan.aggregateExpressions().size() != 1) {
      return false;
    }
    AggregateExpression aggregate = plan.aggregateExpressions().head();
    return aggregate.mode() == Partial$.MODULE$
        && aggregate.filter().isEmpty()
        && !aggregate.isDistinct()
        && aggregate.aggregateFunction() instanceof Accumulating function
        && function.isOfReports()
        && function.arguments().get(1).equals(times())
        && function.arguments().get(0) instanceof AttributeReference report
        && BatchedCalls.ordinal(report, plan.child()) >= 0;
  }

  private static Expression times() {
    return new Literal(1L, DataTypes.LongType);
  }

  private Accumulating function() {
    return (Accumulating) aggregate.aggregateFunction();
  }

  @Override
  public Seq<Attribute> output() {
    return output;
  }

  /** The buffer is made here, not read. */
  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }

  @Override
  FlatMapFunction<Iterator<ColumnarBatch>, ColumnarBatch> task() {
    Accumulating function = function();
    int report = BatchedCalls.ordinal((AttributeReference) function.arguments().get(0), child());
    return batches -> {
      Accumulating.Buffer buffer = function.createAggregationBuffer();
      while (batches.hasNext()) {
        ColumnarBatch batch = batches.next();
        function.update(buffer, batch.column(report), batch.numRows());
      }
      return List.of(row(function.serialize(buffer))).iterator();
    };
  }

  private static ColumnarBatch row(byte[] bytes) {
    ResultColumn column = new ResultColumn("ldp_accumulate", DataTypes.BinaryType, 1);
    column.putBytes(0, bytes);
    return new ColumnarBatch(new ColumnVector[] {column}, 1);
  }

  @Override
  BatchOperator over(SparkPlan other) {
    return new BatchedAccumulation(aggregate, output, other);
  }
}
