package org.sparkldp.sql.catalyst;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * An expression over a person's row that cannot fail: where its child would, it is NULL. A job that
 * ends because somebody's age is 25 says that somebody's is.
 *
 * <p>Errors: none from the child, whatever a row holds: exceptions, a stack or memory that one
 * value used up. That a task is killed goes through.
 */
public final class Unfailing extends Expression implements CodegenFallback, Serializable {
  private final Expression child;
  private transient Expression evaluated;

  public Unfailing(Expression child) {
    this.child = child;
  }

  // Interpreted, always. Generated code would share what several expressions have in common, and
  // compute it outside of any try; and it could not be made new after a failure, as it must be: an
  // expression that fails half-way through a map keeps what it had, and would fail or lie about the
  // next person's row, whose report would then hang on this one's value.

  @Override
  public Object eval(InternalRow input) {
    if (evaluated == null) {
      evaluated = child.clone();
    }
    try {
      return evaluated.eval(input);
    } catch (Throwable failure) {
      evaluated = null;
      requireOfRow(failure);
      return null;
    }
  }

  /** Rethrows failures that no row causes: a killed task, a JVM that lacks classes or is broken. */
  public static void requireOfRow(Throwable failure) {
    if (failure instanceof TaskKilledException killed) {
      throw killed;
    }
    boolean usedUp = failure instanceof StackOverflowError || failure instanceof OutOfMemoryError;
    boolean isOfJvm = failure instanceof VirtualMachineError || failure instanceof LinkageError;
    if (isOfJvm && !usedUp) {
      throw (Error) failure;
    }
  }

  @Override
  public ExprCode doGenCode(CodegenContext context, ExprCode ev) {
    return CodegenFallback.super.doGenCode(context, ev);
  }

  @Override
  public DataType dataType() {
    return child.dataType();
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public boolean foldable() {
    return child.foldable();
  }

  @Override
  public Seq<Expression> children() {
    return Scala.seq(List.of(child));
  }

  @SuppressWarnings("MissingOverride") // the next with Scala 2.13, this one with 2.12
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return withNewChildrenInternal((scala.collection.IndexedSeq<Expression>) children);
  }

  @SuppressWarnings("MissingOverride")
  public Expression withNewChildrenInternal(scala.collection.IndexedSeq<Expression> children) {
    return new Unfailing(children.head());
  }

  /** Spark's own copies by reflection, from the elements of a case class. */
  @Override
  public Expression clone() {
    return new Unfailing(child.clone());
  }

  @Override
  public String prettyName() {
    return "unfailing";
  }

  @Override
  public String toString() {
    return "unfailing(" + child + ")";
  }

  @Override
  public String sql() {
    return "unfailing(" + child.sql() + ")";
  }

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productElement(int index) {
    return child;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof Unfailing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Unfailing that && child.equals(that.child);
  }

  @Override
  public int hashCode() {
    return 31 + child.hashCode();
  }
}
