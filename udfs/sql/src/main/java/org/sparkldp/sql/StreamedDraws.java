package org.sparkldp.sql;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.Scala;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The rule, checked on every analysed plan, that a streaming query draws keyed reports only. A
 * stream repeats a batch after a failure; fresh coins would give its people a second report, of
 * which the first may have been seen already.
 */
final class StreamedDraws extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (plan.isStreaming()) {
      check(plan);
    }
    return BoxedUnit.UNIT;
  }

  private static void check(LogicalPlan plan) {
    for (Expression expression : Scala.list(plan.expressions())) {
      check(expression);
    }
    for (LogicalPlan child : Scala.list(plan.children())) {
      check(child);
    }
  }

  private static void check(Expression expression) {
    if (expression instanceof ObjectCall call
        && call.target() instanceof RowRandomizer randomizer
        && !randomizer.isKeyed()) {
      throw LdpErrors.redrawn(
          "ldp_randomize without an id, while a streaming query must draw keyed reports because a"
              + " batch that is repeated after a failure would draw fresh ones again; give an id,"
              + " or use ldp run --follow");
    }
    for (Expression child : Scala.list(expression.children())) {
      check(child);
    }
  }
}
