package org.sparkldp.sql.catalyst;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.codegen.Block;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeBlock;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.expressions.codegen.FalseLiteral$;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.ObjectType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A named call of one method on one immutable Java object: what every scalar function here is to
 * Catalyst. Evaluation and generated code are those of Spark's own {@link Invoke} on the object as
 * a literal (compiled whole-stage, unboxed); this class adds the name under which columns and plans
 * show it, the declaration whether it is deterministic, and {@link RowRefusal refusals} of rows.
 *
 * <p>NULL in any argument gives NULL. The object must be Serializable, and its toString is shown in
 * plans: it must hold no secret.
 */
public final class ObjectCall extends Expression implements Serializable {
  private final String name;
  private final Serializable target;
  private final String method;
  private final DataType dataType;
  private final boolean deterministicCall;
  private final boolean nullableCall;
  private final List<Expression> arguments;
  private transient Invoke invoke;

  /**
   * @param name as shown in columns and plans
   * @param target the object
   * @param method the name of a public method of it, whose parameters are the arguments' types in
   *     Catalyst's Java form (long, UTF8String, byte[] …)
   * @param dataType of the result; the method returns its Java form
   * @param deterministic whether equal arguments always give equal results
   * @param arguments of the exact types that the method takes
   */
  public ObjectCall(
      String name,
      Serializable target,
      String method,
      DataType dataType,
      boolean deterministic,
      List<Expression> arguments) {
    this(name, target, method, dataType, deterministic, false, arguments);
  }

  private ObjectCall(
      String name,
      Serializable target,
      String method,
      DataType dataType,
      boolean deterministic,
      boolean nullable,
      List<Expression> arguments) {
    this.name = name;
    this.target = target;
    this.method = method;
    this.dataType = dataType;
    this.deterministicCall = deterministic;
    this.nullableCall = nullable;
    this.arguments = List.copyOf(arguments);
  }

  /** The call of a method that may return null, for NULL. */
  public ObjectCall orNull() {
    return new ObjectCall(name, target, method, dataType, deterministicCall, true, arguments);
  }

  /** The object. */
  public Object target() {
    return target;
  }

  private Invoke invoke() {
    if (invoke == null) {
      List<AbstractDataType> types =
          arguments.stream()
              .map(argument -> (AbstractDataType) argument.dataType())
              .collect(Collectors.toList());
      invoke =
          new Invoke(
              new Literal(target, new ObjectType(target.getClass())),
              method,
              dataType,
              Scala.seq(arguments),
              Scala.seq(types),
              true,
              nullableCall,
              deterministicCall);
    }
    return invoke;
  }

  @Override
  public Object eval(InternalRow input) {
    try {
      return invoke().eval(input);
    } catch (IllegalArgumentException refusal) {
      throw RowRefusal.of(name, refusal);
    }
  }

  /** The result of constants, and the method's own refusal of them. */
  public Object evalUnguarded() {
    return invoke().eval(null);
  }

  /** What {@link #eval} does, as text: the call's own code, and around it the refusal. */
  @Override
  public ExprCode doGenCode(CodegenContext context, ExprCode ev) {
    ExprCode call = invoke().genCode(context);
    String refusal = context.freshName("refusal");
    String before =
        "boolean %s = true; %s %s = %s; try {\n"
            .formatted(
                ev.isNull(),
                CodeGenerator.javaType(dataType),
                ev.value(),
                CodeGenerator.defaultValue(dataType, false));
    String after =
        """

        %s = %s; %s = %s;
        } catch (IllegalArgumentException %s) {
          throw %s.of(%s, %s);
        }
        """
            .formatted(
                ev.isNull(),
                call.isNull(),
                ev.value(),
                call.value(),
                refusal,
                RowRefusal.class.getName(),
                context.addReferenceObj("call", name, String.class.getName()),
                refusal);
    return ev.copy(
        text(before).$plus(call.code()).$plus(text(after)),
        nullable() ? ev.isNull() : FalseLiteral$.MODULE$,
        ev.value());
  }

  private static Block text(String code) {
    return new CodeBlock(Scala.seq(List.of(code)), Scala.seq(List.of()));
  }

  @Override
  public DataType dataType() {
    return dataType;
  }

  @Override
  public boolean nullable() {
    return nullableCall || arguments.stream().anyMatch(Expression::nullable);
  }

  @Override
  public boolean deterministic() {
    return deterministicCall && arguments.stream().allMatch(Expression::deterministic);
  }

  @Override
  public Seq<Expression> children() {
    return Scala.seq(arguments);
  }

  @SuppressWarnings("MissingOverride") // the next with Scala 2.13, this one with 2.12
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return withNewChildrenInternal((scala.collection.IndexedSeq<Expression>) children);
  }

  @SuppressWarnings("MissingOverride")
  public Expression withNewChildrenInternal(scala.collection.IndexedSeq<Expression> children) {
    return new ObjectCall(
        name, target, method, dataType, deterministicCall, nullableCall, Scala.list(children));
  }

  /** Spark's own copies by reflection, from the elements of a case class. */
  @Override
  public Expression clone() {
    return new ObjectCall(
        name,
        target,
        method,
        dataType,
        deterministicCall,
        nullableCall,
        arguments.stream().map(Expression::clone).toList());
  }

  @Override
  public String prettyName() {
    return name;
  }

  @Override
  public String sql() {
    return name
        + arguments.stream().map(Expression::sql).collect(Collectors.joining(", ", "(", ")"));
  }

  @Override
  public String toString() {
    return name
        + "["
        + target
        + "]"
        + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
  }

  @Override
  public int productArity() {
    return arguments.size();
  }

  @Override
  public Object productElement(int index) {
    return arguments.get(index);
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ObjectCall;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectCall that
        && name.equals(that.name)
        && method.equals(that.method)
        && target.equals(that.target)
        && dataType.equals(that.dataType)
        && arguments.equals(that.arguments);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * name.hashCode() + target.hashCode()) + arguments.hashCode();
  }
}
