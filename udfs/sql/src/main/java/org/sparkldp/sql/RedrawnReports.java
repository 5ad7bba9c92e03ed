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
 * people, and stands in no permanent view. The operator's entry {@value #ENTRY} may allow both, or
 * forbid every unkeyed draw that a command writes.
 */
final class RedrawnReports extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  /** The entry of the SparkConf. No session can set it. */
  static final String ENTRY = "spark.ldp.redraw";

  private static final String FUNCTION = "ldp_randomize";

  private final SparkSession session;

  RedrawnReports(SparkSession session) {
    this.session = session;
  }

  private enum Rule {
    ALLOWED,
    OVER_NOTHING,
    NEVER;

    static Rule of(String text) {
      for (Rule rule : values()) {
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
    if (Plans.hold(plan, RedrawnReports::draws) && !isWithinCommand()) {
      Plans.operators(plan).forEach(this::check);
    }
    return BoxedUnit.UNIT;
  }

  /** Whether SQL draws there; jobs write each draw once. */
  private static boolean draws(Expression expression) {
    return RowRandomizer.draws(expression) && ReportQuestion.of(expression).isPresent();
  }

  /**
   * Whether a command that makes a table from a query runs, and writes by another command: it was
   * checked, and what stood may be gone.
   */
  private static boolean isWithinCommand() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(one -> one.getClassName().contains("TableAsSelect")));
  }

  private void check(QueryPlan<?> operator) {
    boolean isView = WriteCommand.isPermanentView(operator, session);
    WriteCommand command = WriteCommand.of(operator).orElse(null);
    if (!isView && command == null) {
      return;
    }
    Rule rule =
        LdpErrors.refusing(
            FUNCTION,
            () -> Rule.of(KeyLocation.configured(ENTRY, Rule.OVER_NOTHING.toString())),
            ENTRY);
    if (rule == Rule.ALLOWED) {
      return;
    }
    if (isView) {
      throw LdpErrors.redrawn(
          FUNCTION
              + " without an id in a permanent view, which would ask everybody again each time that"
              + " it is read; give an id, or write the reports to a table");
    }
    if (rule == Rule.NEVER) {
      throw LdpErrors.redrawn(
          FUNCTION
              + " without an id in a command that writes, which would ask everybody again each time"
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
