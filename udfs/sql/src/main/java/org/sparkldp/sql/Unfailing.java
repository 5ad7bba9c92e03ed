package org.sparkldp.sql;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.ConditionalExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.Block;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeBlock;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprValue;
import org.apache.spark.sql.catalyst.expressions.codegen.JavaCode;
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
public final class Unfailing extends Expression implements ConditionalExpression, Serializable {
  private final Expression child;

  Unfailing(Expression child) {
    this.child = child;
  }

  @Override
  public Object eval(InternalRow input) {
    try {
      return child.eval(input);
    } catch (Throwable failure) {
      requireOfRow(failure);
      return null;
    }
  }

  /** Lets through what is not a row's doing; generated code calls it with what it caught. */
  public static void requireOfRow(Throwable failure) {
    if (failure instanceof TaskKilledException killed) {
      throw killed;
    }
    boolean usedUp = failure instanceof StackOverflowError || failure instanceof OutOfMemoryError;
    if (failure instanceof Error error && !usedUp) {
      throw error;
    }
  }

  @Override
  public ExprCode doGenCode(CodegenContext context, ExprCode ev) {
    ExprCode code = child.genCode(context);
    String isNull = ev.isNull().code();
    String value = ev.value().code();
    String type = CodeGenerator.javaType(dataType());
    String none = CodeGenerator.defaultValue(dataType(), false);
    String failure = context.freshName("failure");
    Block before =
        block(
            "boolean " + isNull + " = true;\n" + type + " " + value + " = " + none + ";\ntry {\n");
    Block after =
        block(
            String.join(
                "\n",
                isNull + " = " + code.isNull().code() + ";",
                value + " = " + code.value().code() + ";",
                "} catch (java.lang.Throwable " + failure + ") {",
                Unfailing.class.getName() + ".requireOfRow(" + failure + ");",
                isNull + " = true;",
                value + " = " + none + ";",
                "}"));
    ExprValue nothing = JavaCode.isNullVariable(isNull);
    return ev.copy(before.$plus(code.code()).$plus(after), nothing, ev.value());
  }

  private static Block block(String java) {
    return new CodeBlock(Scala.seq(List.of(java)), Scala.seq(List.of()));
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

  // What two expressions have in common, Spark computes once and before both, outside of any try.
  // Of a conditional expression it takes out only what is evaluated always: here, nothing.

  @Override
  public Seq<Expression> alwaysEvaluatedInputs() {
    return Scala.seq(List.of());
  }

  @Override
  public Seq<Seq<Expression>> branchGroups() {
    return Scala.seq(List.of());
  }

  @Override
  public ConditionalExpression withNewAlwaysEvaluatedInputs(Seq<Expression> inputs) {
    return this;
  }

  @Override
  public Seq<Expression> children() {
    return Scala.seq(List.of(child));
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return new Unfailing(children.head());
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
