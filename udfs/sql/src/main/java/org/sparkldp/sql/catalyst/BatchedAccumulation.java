package org.sparkldp.sql.catalyst;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Partial$;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.sparkldp.protocols.Accumulator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * The physical operator that makes and adds up reports batch by batch: what Spark's partial
 * aggregation makes of {@link Accumulating} without groups, to the byte, without a row for each
 * person. It makes reports of a value and an id by {@link BatchCalls}, or takes those of a column;
 * numbers beside cells are taken from a column.
 */
public final class BatchedAccumulation extends SparkPlan {
  private final AggregateExpression aggregate;
  private final scala.collection.Seq<Attribute> output;
  private final SparkPlan child;

  /**
   * @param aggregate for which {@link #isPossible}
   * @param output of the partial aggregation
   * @param child gives batches
   */
  public BatchedAccumulation(
      AggregateExpression aggregate, scala.collection.Seq<Attribute> output, SparkPlan child) {
    this.aggregate = aggregate;
    this.output = output;
    this.child = child;
  }

  /** Whether an aggregate without groups is of reports of all rows of a plan, each counted once. */
  static boolean isPossible(AggregateExpression aggregate, SparkPlan source) {
    return aggregate.mode() == Partial$.MODULE$
        && aggregate.filter().isEmpty()
        && !aggregate.isDistinct()
        && aggregate.aggregateFunction() instanceof Accumulating function
        && function.isPlain()
        && (!function.isOfNumbers() || number(function, source) >= 0)
        && isTaken(function.arguments().get(0), source);
  }

  /** Whether reports are a column, or calls whose arguments are columns. */
  private static boolean isTaken(Expression report, SparkPlan source) {
    if (!(report instanceof ObjectCall call)) {
      return ordinal(report, source) >= 0;
    }
    List<Expression> columns = columns(call);
    return call.target() instanceof BatchCalls target
        && call.deterministic()
        && columns.stream().allMatch(column -> ordinal(column, source) >= 0)
        && target.takes(columns.stream().map(Expression::dataType).toList());
  }

  /** The place of the column of numbers beside reports; −1 if they are no column. */
  private static int number(Accumulating function, SparkPlan plan) {
    return ordinal(BatchColumns.bare(function.arguments().get(1)), plan);
  }

  private static List<Expression> columns(ObjectCall call) {
    return Scala.list(call.children()).stream().map(BatchColumns::bare).toList();
  }

  /** A column's place among a plan's; −1 if it is none of them. */
  private static int ordinal(Expression column, SparkPlan plan) {
    List<Attribute> columns = Scala.list(plan.output());
    for (int i = 0; i < columns.size(); i++) {
      if (column instanceof AttributeReference reference
          && columns.get(i).exprId().equals(reference.exprId())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean supportsColumnar() {
    return true;
  }

  @Override
  public RDD<ColumnarBatch> doExecuteColumnar() {
    Accumulating function = (Accumulating) aggregate.aggregateFunction();
    Expression report = function.arguments().get(0);
    List<Expression> columns = report instanceof ObjectCall call ? columns(call) : List.of(report);
    int[] places = columns.stream().mapToInt(column -> ordinal(column, child)).toArray();
    int number = function.isOfNumbers() ? number(function, child) : -1;
    return child
        .executeColumnar()
        .toJavaRDD()
        .mapPartitions(batches -> List.of(row(sum(function, places, number, batches))).iterator())
        .rdd();
  }

  /** One task's buffer. */
  private static byte[] sum(
      Accumulating function, int[] places, int number, Iterator<ColumnarBatch> batches) {
    Expression report = function.arguments().get(0);
    BatchCalls.Batch reports =
        report instanceof ObjectCall call
            ? ((BatchCalls) call.target()).newBatch()
            : function::addReports;
    String name = report instanceof ObjectCall call ? call.prettyName() : function.prettyName();
    Accumulator<?> sums = function.newAccumulator();
    while (batches.hasNext()) {
      ColumnarBatch batch = batches.next();
      ColumnVector[] columns =
          Arrays.stream(places).mapToObj(batch::column).toArray(ColumnVector[]::new);
      try {
        reports.addReports(
            columns,
            batch.numRows(),
            sums,
            number < 0 ? row -> {} : numbers(batch.column(number), batch.numRows(), sums));
      } catch (IllegalArgumentException refusal) {
        throw RowRefusal.of(name, refusal);
      }
    }
    return sums.n() == 0 ? new byte[0] : sums.toBytes(); // as that of no row
  }

  private static IntConsumer numbers(ColumnVector column, int rows, Accumulator<?> sums) {
    long[] numbers = new long[rows];
    BatchColumns.longs(column, rows, numbers);
    boolean hasNull = column.hasNull();
    return row -> sums.beside(numbers[row], !(hasNull && column.isNullAt(row)));
  }

  private static ColumnarBatch row(byte[] buffer) {
    OnHeapColumnVector column = new OnHeapColumnVector(1, DataTypes.BinaryType);
    column.putByteArray(0, buffer);
    return new ColumnarBatch(new ColumnVector[] {column}, 1);
  }

  @Override
  public RDD<InternalRow> doExecute() {
    throw new UnsupportedOperationException("batches become rows by Spark's own operator");
  }

  @Override
  public Seq<Attribute> output() {
    return Scala.seq(Scala.list(output));
  }

  /** The buffer is made here, not read. */
  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }

  @Override
  public Seq<SparkPlan> children() {
    return Scala.seq(List.of(child));
  }

  @SuppressWarnings("MissingOverride") // the next with Scala 2.13, this one with 2.12
  public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
    return withNewChildrenInternal((scala.collection.IndexedSeq<SparkPlan>) children);
  }

  @SuppressWarnings("MissingOverride")
  public SparkPlan withNewChildrenInternal(scala.collection.IndexedSeq<SparkPlan> children) {
    return new BatchedAccumulation(aggregate, output, children.head());
  }

  private List<Object> elements() {
    return List.of(aggregate, output, child);
  }

  /** The constructor's parameters, in order: so Spark copies the operator. */
  @Override
  public Object productElement(int index) {
    return elements().get(index);
  }

  @Override
  public int productArity() {
    return elements().size();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof BatchedAccumulation;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BatchedAccumulation that && elements().equals(that.elements());
  }

  @Override
  public int hashCode() {
    return elements().hashCode();
  }
}
