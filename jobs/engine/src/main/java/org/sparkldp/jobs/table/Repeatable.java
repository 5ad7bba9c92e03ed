package org.sparkldp.jobs.table;

import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.sparkldp.sql.catalyst.Clock;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Check that SQL has the same value whenever it is asked: nothing random, and nothing that depends
 * on the time, the user or the session. What people are asked must not change from one day to
 * another.
 */
public final class Repeatable {
  /** What BETWEEN is resolved to, whose input occurs twice: classes that Spark 3.5 lacks. */
  private static final Set<String> SHARED =
      Set.of("with", "commonexpressiondef", "commonexpressionref");

  private Repeatable() {}

  /** Whether an analyzed expression is. */
  public static boolean is(Expression resolved) {
    return resolved.deterministic() && !contains(resolved, Repeatable::dependsOnTheMoment);
  }

  /** Whether a part of an expression, or all of it, is such. */
  public static boolean contains(Expression whole, Predicate<Expression> such) {
    return such.test(whole)
        || Scala.list(whole.children()).stream().anyMatch(part -> contains(part, such));
  }

  /** What stands for the clock or the session until the query runs. */
  private static boolean dependsOnTheMoment(Expression e) {
    return Clock.isReadBy(e)
        || (e instanceof Unevaluable
            && !(e instanceof Attribute)
            && !(e instanceof RuntimeReplaceable)
            && !SHARED.contains(e.prettyName()));
  }
}
