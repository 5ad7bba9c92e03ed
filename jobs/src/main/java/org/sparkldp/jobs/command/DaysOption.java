package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.plan.Days;
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

  /** As they are given; none for all. */
  List<String> texts() {
    return days;
  }

  Days days() {
    return Days.of(days);
  }
}
