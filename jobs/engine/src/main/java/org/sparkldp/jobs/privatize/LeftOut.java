package org.sparkldp.jobs.privatize;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Failures;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;
import org.sparkldp.jobs.watch.Stopwatch;

/**
 * A period that a run left out while it went on with others. What is said of it stays in the folder
 * until its people have been asked.
 *
 * @param period such as {@code day=2026-01-01}
 * @param progress which one of several periods it is, such as {@code " (2 of 3)"}
 * @param outcome as the event has it
 * @param code with which the run ends for it; 0 where a range has it and the table has no row of it
 * @param reason one sentence or more
 */
public record LeftOut(
    Plan plan, String period, String progress, Event.End outcome, int code, String reason)
    implements Outcome {

  /** Of a named period of which the table has no row. */
  static final Failures.FailureText ABSENT =
      new Failures.FailureText(Exit.BAD_INPUT, "the table has no rows of it.", "");

  /** Of such a period in a range, which the run does not end for. */
  static final Failures.FailureText IN_A_RANGE =
      new Failures.FailureText(Exit.DONE, ABSENT.sentence(), "");

  static LeftOut of(Plan plan, String period, String progress, Failures.FailureText why) {
    Event.End outcome =
        why.equals(ABSENT) || why.equals(IN_A_RANGE)
            ? Event.End.MISSING
            : why.code() == Exit.REFUSED ? Event.End.REFUSED : Event.End.FAILED;
    return new LeftOut(plan, period, progress, outcome, why.code(), why.sentence());
  }

  /**
   * The folder's record of it.
   *
   * @param outcome as the event has it
   * @param at when it was left out
   */
  public record LeftOutRecord(
      String command,
      String plan,
      String name,
      String period,
      String outcome,
      int exitCode,
      String sentence,
      String at) {

    /** Whether the table had no row of it. */
    public boolean wasAbsent() {
      return outcome.equals(Event.End.MISSING.word());
    }
  }

  /** The period's value. */
  String day() {
    return Periods.value(period);
  }

  LeftOutRecord said() {
    return new LeftOutRecord(
        Privatization.COMMAND,
        plan.fingerprint(),
        plan.name(),
        period,
        outcome.word(),
        code,
        reason,
        Stopwatch.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  boolean isAbsent() {
    return outcome == Event.End.MISSING;
  }

  /** Of one period alone the run's last words say all. */
  @Override
  public List<String> sentences() {
    return progress.isEmpty() ? List.of() : List.of(period + " is left out: " + reason + progress);
  }

  @Override
  public Event event() {
    Map<String, Object> details = plan.details();
    details.put("period", period);
    details.put("sentence", reason);
    return new Event(Privatization.COMMAND, outcome, code, details);
  }
}
