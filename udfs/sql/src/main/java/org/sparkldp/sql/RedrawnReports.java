package org.sparkldp.sql;

import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.WriteCommand;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The rule, checked on every analysed plan, that no command draws everybody again in silence: an
 * unkeyed draw is not written over data that stands, for the reports there were drawn from the same
 * people, and stands in no permanent view and in no flow of a pipeline, which are computed again
 * and again. The operator's entry {@value #ENTRY} may allow all three, or forbid every unkeyed draw
 * that a command writes.
 */
final class RedrawnReports extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  /** The entry of the SparkConf. No session can set it. */
  static final String ENTRY = "spark.ldp.redraw";

  private static final String FUNCTION = "ldp_randomize";

  /**
   * Commands that make a table from a query, and write by another command: they were checked, and
   * what stood may be gone.
   */
  private static final String TABLE_AS_SELECT = "TableAsSelect";

  /** Classes that analyse and run flows. No setting or property marks a flow's query. */
  private static final String PIPELINE = "org.apache.spark.sql.pipelines.graph.";

  private final SparkSession session;

  RedrawnReports(SparkSession session) {
    this.session = session;
  }

  private enum RedrawRule {
    ALLOWED,
    OVER_NOTHING,
    NEVER;

    static RedrawRule of(String text) {
      for (RedrawRule rule : values()) {
        if (rule.toString().equals(text)) {
          return rule;
        }
      }
      throw Require.refusal(
          "%s must be %s, %s or %s. Provided value: %s.",
          ENTRY, ALLOWED, OVER_NOTHING, NEVER, text);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (Plans.hold(plan, RedrawnReports::draws) && !isWithin(TABLE_AS_SELECT)) {
      if (isWithin(PIPELINE) && rule() != RedrawRule.ALLOWED) {
        throw LdpErrors.redrawn(
            FUNCTION
                + " without an id in a pipeline, which would ask everybody again each time that the"
                + " pipeline runs; give an id, or read in it a table that a plan wrote once (USING"
                + " ldp)");
      }
      Plans.operators(plan).forEach(this::check);
    }
    return BoxedUnit.UNIT;
  }

  /** Whether SQL draws there; jobs write each draw once. */
  private static boolean draws(Expression expression) {
    return RowRandomizer.draws(expression) && ReportQuestion.of(expression).isPresent();
  }

  private static boolean isWithin(String classes) {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(one -> one.getClassName().contains(classes)));
  }

  private static RedrawRule rule() {
    return LdpErrors.refusing(
        FUNCTION,
        () -> RedrawRule.of(KeyLocation.configured(ENTRY, RedrawRule.OVER_NOTHING.toString())),
        ENTRY);
  }

  private void check(QueryPlan<?> operator) {
    boolean isView = WriteCommand.isPermanentView(operator, session);
    WriteCommand command = WriteCommand.of(operator).orElse(null);
    if (!isView && command == null) {
      return;
    }
    RedrawRule rule = rule();
    if (rule == RedrawRule.ALLOWED) {
      return;
    }
    if (isView) {
      throw LdpErrors.redrawn(
          FUNCTION
              + " without an id in a permanent view, which would ask everybody again each time that"
              + " it is read; give an id, or write the reports to a table");
    }
    if (rule == RedrawRule.NEVER) {
      throw LdpErrors.redrawn(
          FUNCTION
              + " without an id in a command that writes "
              + command.target()
              + ", which would ask everybody again each time"
              + " that it is run, and "
              + ENTRY
              + " is never; give an id, or write once by a plan (USING ldp)");
    }
    if (command.overwrites() && command.isOverData(session)) {
      throw LdpErrors.redrawn(
          FUNCTION
              + " without an id over what stands and is not empty, which would ask everybody again;"
              + " give an id, append, write a new table, folder or static partition (PARTITION (day"
              + " = '...')), write once by a plan (USING ldp), or start the application with "
              + ENTRY
              + "=allowed");
    }
    if (command.overwrites() && command.makesTable(session)) {
      Advice.once(
          "overwritten table",
          "saveAsTable in mode overwrite: if a table of this name stood, Spark has dropped it, and"
              + " ldp_randomize without an id now asks everybody again. Give an id, or write each"
              + " draw to a table of its own.");
    }
  }
}
