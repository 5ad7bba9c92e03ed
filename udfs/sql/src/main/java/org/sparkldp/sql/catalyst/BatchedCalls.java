package org.sparkldp.sql.catalyst;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.Seq;

/**
 * The physical operator that adds the results of {@link ObjectCall}s to the columns of batches: the
 * same results as row by row, made by {@link BatchCalls}. Whatever reads them, be it rows or
 * batches, follows as usual.
 */
public final class BatchedCalls extends BatchOperator {
  private final Seq<Alias> calls;
  private final Seq<Expression> conditions;

  /**
   * @param calls each the alias of a call for which {@link #isPossible} over the child's columns
   * @param conditions calls are made for rows that meet them all, and are NULL for others
   * @param child gives batches
   */
  public BatchedCalls(Seq<Alias> calls, Seq<Expression> conditions, SparkPlan child) {
    super(child, calls, conditions);
    this.calls = calls;
    this.conditions = conditions;
  }

  /**
   * Whether a call can be made batch by batch: its arguments are columns, or computed from them,
   * and of types that it takes.
   */
  static boolean isPossible(Expression expression, SparkPlan child) {
    if (!(expression instanceof ObjectCall call && call.target() instanceof BatchCalls target)) {
      return false;
    }
    List<Expression> arguments = arguments(call);
    return call.deterministic() // so that two equal ones may become one
        && call.references().subsetOf(child.outputSet())
        && arguments.stream().allMatch(BatchedCalls::isColumn)
        && target.takes(arguments.stream().map(Expression::dataType).toList());
  }

  private static boolean isColumn(Expression argument) {
    return argument instanceof AttributeReference || ComputedColumns.isPossible(argument);
  }

  /**
   * The arguments, without casts that columns are read through anyway. One that is computed is so
   * where those before it are not NULL, as row by row: it might fail for others.
   */
  private static List<Expression> arguments(ObjectCall call) {
    List<Expression> arguments = new ArrayList<>();
    Expression before = null; // whether those before are there
    for (Expression child : Scala.list(call.children())) {
      Expression bare = Columns.bare(child);
      boolean isGuarded = before != null && !(bare instanceof AttributeReference);
      arguments.add(isGuarded ? new If(before, bare, new Literal(null, bare.dataType())) : bare);
      if (bare.nullable()) {
        Expression isThere = new IsNotNull(bare);
        before = before == null ? isThere : new And(before, isThere);
      }
    }
    return arguments;
  }

  /** What a call's results are called above. Rows that were left out have none. */
  static Attribute attribute(Alias call, boolean hasConditions) {
    Attribute attribute = call.toAttribute();
    return hasConditions ? attribute.withNullability(true) : attribute;
  }

  /** A column's place among a plan's; −1 if it has none. */
  static int ordinal(Attribute column, SparkPlan plan) {
    List<Attribute> columns = Scala.list(plan.output());
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).exprId().equals(column.exprId())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public Seq<Attribute> output() {
    List<Attribute> columns = new ArrayList<>(Scala.list(child().output()));
    boolean hasConditions = !conditions.isEmpty();
    Scala.list(calls).forEach(call -> columns.add(attribute(call, hasConditions)));
    return Scala.seq(columns);
  }

  @Override
  FlatMapFunction<Iterator<ColumnarBatch>, ColumnarBatch> task() {
    List<BoundCall> bound = new ArrayList<>();
    for (Alias alias : Scala.list(calls)) {
      ObjectCall call = (ObjectCall) alias.child();
      List<Integer> places = new ArrayList<>();
      List<Expression> computed = new ArrayList<>();
      for (Expression argument : arguments(call)) {
        if (argument instanceof AttributeReference column) {
          places.add(ordinal(column, child()));
        } else {
          places.add(child().output().size() + computed.size());
          computed.add(argument);
        }
      }
      bound.add(new BoundCall(call, places, computed));
    }
    Seq<Attribute> columns = child().output();
    List<Expression> filters = Scala.list(conditions);
    return batches ->
        new Task(
            bound,
            bound.stream()
                .map(call -> new ComputedColumns(call.computed, filters, columns))
                .toList(),
            batches);
  }

  /** A call and the places of its arguments, among the columns and then the computed ones. */
  private record BoundCall(ObjectCall call, List<Integer> arguments, List<Expression> computed)
      implements Serializable {}

  /** One task: each batch, with the results beside it. */
  private static final class Task implements Iterator<ColumnarBatch> {
    private final Iterator<ColumnarBatch> batches;
    private final List<BoundCall> calls;
    private final List<BatchCalls.Batch> targets;
    private final List<ComputedColumns> computed;
    private ResultColumn[] results = {};
    private int capacity;

    Task(List<BoundCall> calls, List<ComputedColumns> computed, Iterator<ColumnarBatch> batches) {
      this.calls = calls;
      this.computed = computed;
      this.batches = batches;
      this.targets = calls.stream().map(c -> ((BatchCalls) c.call.target()).newBatch()).toList();
    }

    @Override
    public boolean hasNext() {
      return batches.hasNext();
    }

    @Override
    public ColumnarBatch next() {
      ColumnarBatch batch = batches.next();
      int rows = batch.numRows();
      makeRoom(rows);
      ColumnVector[] columns = new ColumnVector[batch.numCols() + calls.size()];
      for (int i = 0; i < batch.numCols(); i++) {
        columns[i] = batch.column(i);
      }
      for (int i = 0; i < calls.size(); i++) {
        results[i].reset();
        call(i, batch);
        columns[batch.numCols() + i] = results[i];
      }
      return new ColumnarBatch(columns, rows);
    }

    private void call(int index, ColumnarBatch batch) {
      ComputedColumns own = computed.get(index);
      ColumnVector[] more = own.of(batch);
      ColumnVector[] arguments =
          calls.get(index).arguments.stream()
              .map(at -> at < batch.numCols() ? batch.column(at) : more[at - batch.numCols()])
              .toArray(ColumnVector[]::new);
      targets.get(index).call(arguments, batch.numRows(), own.isLeftOut(), results[index]);
      own.putFailures(results[index]);
    }

    private void makeRoom(int rows) {
      if (rows > capacity) {
        capacity = rows;
        results =
            calls.stream()
                .map(
                    bound -> new ResultColumn(bound.call.prettyName(), bound.call.dataType(), rows))
                .toArray(ResultColumn[]::new);
      }
    }
  }

  @Override
  public Partitioning outputPartitioning() {
    return child().outputPartitioning();
  }

  @Override
  public Seq<SortOrder> outputOrdering() {
    return child().outputOrdering();
  }

  @Override
  BatchOperator over(SparkPlan other) {
    return new BatchedCalls(calls, conditions, other);
  }
}
