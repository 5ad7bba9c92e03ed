package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Option;

/** Which periods of a plan a command is about. */
final class DaysOption {
  @Option(
      names = "--days",
      split = ",",
      paramLabel = "DAYS",
      description =
          "periods of a plan that has one, such as 2026-01-01 or 2026-01-01..2026-01-07; default"
              + " all")
  private List<String> days = new ArrayList<>();

  Days days() {
    return Days.of(days);
  }

  /** Refuses days of a plan without periods. */
  static void require(Plan plan, Days days) {
    if (!days.isAll()) {
      requirePeriod(plan);
    }
  }

  static void requirePeriod(Plan plan) {
    if (!plan.hasPeriods()) {
      throw Require.refusal(
          "days can be chosen where the plan has a period, such as period = day. Provided plan: %s,"
              + " which has none.",
          plan.name());
    }
  }
}
