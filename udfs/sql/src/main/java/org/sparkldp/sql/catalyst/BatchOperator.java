package org.sparkldp.sql.catalyst;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A physical operator that makes batches of the batches of one child, with what Spark asks of any
 * operator: it can be copied over another child, and equals those of the same elements.
 */
abstract class BatchOperator extends SparkPlan {
  private final List<Object> elements;
  private final SparkPlan child;

  /**
   * @param own the constructor's parameters, in order, before the child: so Spark copies the node
   */
  BatchOperator(SparkPlan child, Object... own) {
    this.child = child;
    this.elements = Stream.concat(Stream.of(own), Stream.of(child)).toList();
  }

  /** The same operator over another child. */
  abstract BatchOperator over(SparkPlan other);

  /** One task's batches. */
  abstract FlatMapFunction<Iterator<ColumnarBatch>, ColumnarBatch> task();

  final SparkPlan child() {
    return child;
  }

  @Override
  public final boolean supportsColumnar() {
    return true;
  }

  @Override
  public final RDD<InternalRow> doExecute() {
    throw new UnsupportedOperationException("batches become rows by Spark's own operator");
  }

  @Override
  public final RDD<ColumnarBatch> doExecuteColumnar() {
    return child.executeColumnar().toJavaRDD().mapPartitions(task()).rdd();
  }

  @Override
  public final Seq<SparkPlan> children() {
    return Scala.seq(List.of(child));
  }

  @Override
  public final SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
    return over(children.head());
  }

  @Override
  public final int productArity() {
    return elements.size();
  }

  @Override
  public final Object productElement(int index) {
    return elements.get(index);
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public final boolean equals(Object other) {
    return canEqual(other) && elements.equals(((BatchOperator) other).elements);
  }

  @Override
  public final int hashCode() {
    return elements.hashCode();
  }
}
