package org.sparkldp.jobs.ledger;

import java.util.Optional;
import org.sparkldp.analysis.amplification.Amplification;
import org.sparkldp.jobs.plan.Plan;

/**
 * What a plan costs a person before a reader who sees one row of the accumulators and nothing else;
 * never below the true cost, and the whole cost of the plan where a condition is not met. It is
 * never the cost before a reader of reports.
 */
public final class AccumulatorsOnly {
  private AccumulatorsOnly() {}

  /**
   * The cost of one row of accumulators, such as one group and period. That each report is in one
   * row that the reader sees is the caller's to know.
   *
   * @param people who answer honestly in the row, or in the smallest of several
   * @param delta failure probability, such as 1e-8
   */
  public static Amplification of(Plan plan, long people, double delta) {
    int reports = plan.reportsPerPerson();
    if (reports == 1) {
      return Amplification.of(plan.protocol(), people, delta);
    }
    return new Amplification(
        Math.nextUp(reports * plan.protocol().guarantee().epsilon()),
        reports * plan.protocol().guarantee().delta(),
        0,
        Optional.of("a person may give several reports"));
  }
}
