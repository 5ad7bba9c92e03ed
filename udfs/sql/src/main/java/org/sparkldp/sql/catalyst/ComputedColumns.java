package org.sparkldp.sql.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.Predicate;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.Seq;

/**
 * Expressions over the rows of batches, as columns of their own: evaluated row by row by Spark's
 * own code, for operators that take columns. Rows for which a condition is not true are left out,
 * and nothing else is evaluated for them; so are rows for which anything fails. One task's.
 */
final class ComputedColumns {
  private final List<Expression> expressions;
  private final MutableProjection projection;
  private final BasePredicate condition; // null for none
  private WritableColumnVector[] columns;
  private boolean[] isLeftOut; // null where nobody can be
  private RuntimeException[] failures; // of the batch; null where nothing failed
  private int capacity = -1;

  /**
   * @param expressions each {@link #isPossible}
   * @param conditions deterministic, without queries
   * @param columns of the batches
   */
  ComputedColumns(
      List<Expression> expressions, List<Expression> conditions, Seq<Attribute> columns) {
    this.condition =
        conditions.stream()
            .reduce(And::new)
            .map(all -> Predicate.create(all, columns))
            .orElse(null);
    this.expressions = expressions;
    this.projection = MutableProjection.create(Scala.seq(expressions), columns);
    this.projection.target(
        new SpecificInternalRow(
            Scala.<DataType>seq(expressions.stream().map(Expression::dataType).toList())));
  }

  /** Whether an expression can be such a column. */
  static boolean isPossible(Expression expression) {
    DataType type = expression.dataType();
    return isPlain(expression)
        && (type instanceof LongType || type instanceof DoubleType || type instanceof StringType);
  }

  /** Whether an expression is a function of the row alone. */
  static boolean isPlain(Expression expression) {
    return expression.deterministic() && !hasQuery(expression);
  }

  private static boolean hasQuery(Expression expression) {
    return expression instanceof PlanExpression<?>
        || Scala.list(expression.children()).stream().anyMatch(ComputedColumns::hasQuery);
  }

  /** Rows of the last batch for which the condition is not true, or that failed; null for none. */
  boolean[] isLeftOut() {
    return isLeftOut;
  }

  /** Marks the rows of the last batch that failed. */
  void putFailures(ResultColumn results) {
    for (int row = 0; failures != null && row < failures.length; row++) {
      if (failures[row] != null) {
        results.putFailure(row, failures[row]);
      }
    }
  }

  /** The columns of a batch, until the next; without values in rows that are left out. */
  ColumnVector[] of(ColumnarBatch batch) {
    int rows = batch.numRows();
    if (rows > capacity) {
      capacity = rows;
      columns =
          expressions.stream()
              .map(expression -> new OnHeapColumnVector(rows, expression.dataType()))
              .toArray(WritableColumnVector[]::new);
      isLeftOut = hasWork() ? new boolean[rows] : null;
    }
    for (WritableColumnVector column : columns) {
      column.reset();
    }
    failures = null;
    for (int row = 0; hasWork() && row < rows; row++) {
      try {
        isLeftOut[row] = condition != null && !condition.eval(batch.getRow(row));
        if (!isLeftOut[row]) {
          evaluate(batch.getRow(row), row);
        }
      } catch (RuntimeException failure) {
        isLeftOut[row] = true;
        failures = failures == null ? new RuntimeException[rows] : failures;
        failures[row] = failure;
      }
    }
    return columns;
  }

  private boolean hasWork() {
    return condition != null || !expressions.isEmpty();
  }

  private void evaluate(InternalRow row, int at) {
    if (columns.length > 0) {
      InternalRow values = projection.apply(row);
      for (int i = 0; i < columns.length; i++) {
        put(values, i, at);
      }
    }
  }

  private void put(InternalRow values, int index, int row) {
    WritableColumnVector column = columns[index];
    DataType type = column.dataType();
    if (values.isNullAt(index)) {
      column.putNull(row);
    } else if (type instanceof LongType) {
      column.putLong(row, values.getLong(index));
    } else if (type instanceof DoubleType) {
      column.putDouble(row, values.getDouble(index));
    } else {
      column.putByteArray(row, values.getUTF8String(index).getBytes());
    }
  }
}
