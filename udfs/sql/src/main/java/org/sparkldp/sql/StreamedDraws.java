package org.sparkldp.sql;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.sql.catalyst.Plans;
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
    if (plan.isStreaming() && Plans.hold(plan, RowRandomizer::draws)) {
      throw LdpErrors.redrawn(
          "ldp_randomize without an id, while a streaming query must draw keyed reports because a"
              + " batch that is repeated after a failure would draw fresh ones again; give an id,"
              + " or use ldp run --follow");
    }
    return BoxedUnit.UNIT;
  }
}
