package org.sparkldp.jobs.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.BinaryExpression;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Cos;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Greatest;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Least;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.Signum;
import org.apache.spark.sql.catalyst.expressions.Sin;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.Tanh;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The least and the largest value that an expression can have whatever the row, as far as its form
 * shows it: constants, branches, least and greatest, arithmetic. NULL is no value. Everything else
 * may be any number.
 *
 * @param low above high where there is no value
 */
record ExpressionRange(double low, double high) {
  private static final ExpressionRange ANY =
      new ExpressionRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  private static final ExpressionRange NONE =
      new ExpressionRange(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
  private static final ExpressionRange UNIT = new ExpressionRange(-1, 1);

  /** Whether all values are in [−1, 1]. */
  boolean isInUnit() {
    return low >= -1 && high <= 1;
  }

  /** The range of a resolved expression. */
  static ExpressionRange of(Expression e) {
    if (e.foldable()) {
      return constant(e);
    }
    if (e.dataType() instanceof BooleanType) {
      return new ExpressionRange(0, 1); // what a cast makes of it
    }
    if (e instanceof RuntimeReplaceable replaced) {
      return of(replaced.replacement());
    }
    if (e instanceof Sin || e instanceof Cos || e instanceof Tanh || e instanceof Signum) {
      return UNIT;
    }
    if (e instanceof Cast cast) {
      return cast(cast);
    }
    if (e instanceof Least least) {
      return least(list(least.children())).orAny();
    }
    if (e instanceof Greatest greatest) {
      return greatest(list(greatest.children())).orAny();
    }
    List<Expression> branches = branches(e);
    if (!branches.isEmpty()) {
      return branches.stream().map(ExpressionRange::of).reduce(NONE, ExpressionRange::hull);
    }
    return arithmetic(e).orAny();
  }

  /** Without a value on one side, arithmetic makes ends that mean nothing. */
  private ExpressionRange orAny() {
    return low <= high ? this : ANY;
  }

  private ExpressionRange hull(ExpressionRange other) {
    return new ExpressionRange(Math.min(low, other.low), Math.max(high, other.high));
  }

  private static ExpressionRange constant(Expression e) {
    Object value;
    try {
      value = e.eval(null);
    } catch (RuntimeException overflow) {
      return ANY; // the row that meets it will tell
    }
    if (value == null) {
      return NONE;
    }
    if (value instanceof Decimal decimal) {
      return new ExpressionRange(decimal.toDouble(), decimal.toDouble());
    }
    if (value instanceof Number number && !Double.isNaN(number.doubleValue())) {
      return new ExpressionRange(number.doubleValue(), number.doubleValue());
    }
    return value instanceof Boolean ? new ExpressionRange(0, 1) : ANY;
  }

  private static ExpressionRange cast(Cast cast) {
    Expression child = cast.child();
    if (!(child.dataType() instanceof NumericType || child.dataType() instanceof BooleanType)) {
      return ANY;
    }
    ExpressionRange range = of(child);
    if (cast.dataType() instanceof IntegralType || cast.dataType() instanceof DecimalType) {
      // Towards 0 or to a neighbour: in either case not beyond the next whole numbers.
      return new ExpressionRange(Math.floor(range.low), Math.ceil(range.high));
    }
    return range;
  }

  /** The values of which an expression takes one; none if it is of another kind. */
  private static List<Expression> branches(Expression e) {
    List<Expression> branches = new ArrayList<>();
    if (e instanceof If choice) {
      branches.addAll(List.of(choice.trueValue(), choice.falseValue()));
    } else if (e instanceof CaseWhen choice) {
      list(choice.branches()).forEach(branch -> branches.add(branch._2()));
      if (choice.elseValue().isDefined()) {
        branches.add(choice.elseValue().get());
      }
    } else if (e instanceof Coalesce choice) {
      branches.addAll(list(choice.children()));
    }
    return branches;
  }

  /** NULLs are passed over, so only arguments that are never NULL bound the others. */
  private static ExpressionRange least(List<Expression> arguments) {
    ExpressionRange all = NONE;
    double bound = Double.POSITIVE_INFINITY;
    for (Expression argument : arguments) {
      ExpressionRange range = of(argument);
      all = all.hull(range);
      bound = argument.nullable() ? bound : Math.min(bound, range.high);
    }
    return new ExpressionRange(all.low, Math.min(all.high, bound));
  }

  private static ExpressionRange greatest(List<Expression> arguments) {
    ExpressionRange all = NONE;
    double bound = Double.NEGATIVE_INFINITY;
    for (Expression argument : arguments) {
      ExpressionRange range = of(argument);
      all = all.hull(range);
      bound = argument.nullable() ? bound : Math.max(bound, range.low);
    }
    return new ExpressionRange(Math.max(all.low, bound), all.high);
  }

  private static ExpressionRange arithmetic(Expression e) {
    if (e instanceof UnaryMinus minus) {
      ExpressionRange range = of(minus.child());
      return new ExpressionRange(-range.high, -range.low);
    }
    if (e instanceof Abs abs) {
      ExpressionRange range = of(abs.child());
      double most = Math.max(Math.abs(range.low), Math.abs(range.high));
      return new ExpressionRange(Math.max(0, Math.max(range.low, -range.high)), most);
    }
    if (!(e instanceof BinaryExpression binary)) {
      return ANY;
    }
    if (e instanceof Add || e instanceof Subtract || e instanceof Multiply || e instanceof Divide) {
      return ends(e, of(binary.left()), of(binary.right()));
    }
    return ANY;
  }

  /** The results at the ends of both ranges enclose all others; a divisor must not come near 0. */
  private static ExpressionRange ends(Expression e, ExpressionRange left, ExpressionRange right) {
    if (e instanceof Divide && right.low <= 0 && right.high >= 0) {
      return ANY;
    }
    ExpressionRange all = NONE;
    for (double a : new double[] {left.low, left.high}) {
      for (double b : new double[] {right.low, right.high}) {
        double result =
            e instanceof Add
                ? a + b
                : e instanceof Subtract ? a - b : e instanceof Divide ? a / b : a * b;
        if (Double.isNaN(result)) {
          return ANY;
        }
        all = all.hull(new ExpressionRange(result, result));
      }
    }
    return all;
  }

  private static <T> List<T> list(scala.collection.Seq<T> items) {
    return CollectionConverters.asJava(items);
  }
}
