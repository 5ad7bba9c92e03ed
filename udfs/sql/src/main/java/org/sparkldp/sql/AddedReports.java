package org.sparkldp.sql;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The rule, checked on every analysed plan, about reports that a query adds up. Those of one column
 * are of one spec and one list of items, also after a union, whose columns Spark takes for the
 * first one's. And it warns where they are drawn in the query without an id: each time its result
 * is shown they are drawn anew, at one more epsilon a person; reports that are stored or cached are
 * drawn once.
 */
final class AddedReports extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private final SparkSession session;

  AddedReports(SparkSession session) {
    this.session = session;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (Plans.hold(plan, AddedReports::adds)) {
      check(plan, false);
    }
    return BoxedUnit.UNIT;
  }

  /**
   * @param isAdded whether an operator above adds up what this one gives
   */
  private void check(LogicalPlan plan, boolean isAdded) {
    if (isAdded && plan instanceof Union union) {
      requireOneSpec(union);
    }
    boolean adds = isAdded || Plans.holds(plan, AddedReports::adds);
    if (isAdded && Plans.hold(plan, RowRandomizer::draws) && SparkLine.isCached(session, plan)) {
      return;
    }
    if (adds && Plans.holds(plan, RowRandomizer::draws)) {
      Advice.once(
          "fresh draws",
          "ldp_randomize without an id stands in the query that adds up its reports: they are drawn"
              + " anew each time its result is computed, and each time costs every person epsilon."
              + " Write the reports to a table, or cache them, and estimate from there; or give an"
              + " id.");
    }
    for (LogicalPlan child : Scala.list(plan.children())) {
      check(child, adds);
    }
  }

  private static void requireOneSpec(Union union) {
    for (int column = 0; column < union.output().size(); column++) {
      int place = column;
      List<Optional<String>> specs =
          Scala.list(union.children()).stream()
              .map(child -> ReportQuestion.of((Expression) child.output().apply(place)))
              .distinct()
              .toList();
      List<String> known = specs.stream().flatMap(Optional::stream).toList();
      if (known.size() > 1) {
        throw LdpErrors.invalid(
            "ldp_accumulate",
            "reports of one column must be of one spec. Provided: a union of reports of "
                + String.join(" and ", known)
                + "; accumulate them apart.",
            "report");
      }
      long lists =
          Scala.list(union.children()).stream()
              .map(child -> (Expression) child.output().apply(place))
              .filter(AddedReports::isKnown)
              .map(ReportQuestion::items)
              .distinct()
              .count();
      if (lists > 1) {
        throw LdpErrors.invalid(
            "ldp_accumulate",
            "reports of one column must be of one list of items. Provided: a union of reports of "
                + lists
                + "; accumulate them apart.",
            "report");
      }
      if (known.size() < specs.size() && !known.isEmpty()) {
        Advice.once(
            "union " + known.get(0),
            "a union of reports of "
                + known.get(0)
                + " and of others that do not say with which spec they were drawn is taken for"
                + " reports of the one.");
      }
    }
  }

  private static boolean isKnown(Expression reports) {
    return ReportQuestion.of(reports).isPresent() || ReportQuestion.items(reports).isPresent();
  }

  private static boolean adds(Expression expression) {
    return expression instanceof Accumulating;
  }
}
