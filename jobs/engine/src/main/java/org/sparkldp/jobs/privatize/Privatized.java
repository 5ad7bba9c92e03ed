package org.sparkldp.jobs.privatize;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;
import org.sparkldp.protocols.Guarantee;

/**
 * The result of a run of privatize for a period.
 *
 * @param folder of the reports, as its user wrote it
 * @param period such as {@code day=2026-01-01}; empty where the plan has none
 * @param progress which one of several periods it is, such as {@code " (2 of 3)"}
 * @param runs of the period; the last is this one, unless it was done already
 * @param leftOut rows without a report that are of this round, in this run; of a round that was
 *     over, how many more rows there are than then
 * @param otherRounds rows of people who answer in another round, in this run
 * @param gone rows that have left the period since, where nobody can say whether others came
 */
public record Privatized(
    Plan plan,
    String folder,
    String period,
    String progress,
    List<Run> runs,
    boolean alreadyDone,
    long leftOut,
    long otherRounds,
    long gone)
    implements Outcome {

  public Privatized {
    runs = List.copyOf(runs);
  }

  /** Reports of the period, written now or before. */
  public long reports() {
    return runs.stream().mapToLong(Run::reports).sum();
  }

  /** The reports that this run drew. */
  public long drawn() {
    return alreadyDone ? 0 : last().reports();
  }

  /** The reports that were there before. */
  public long earlier() {
    return reports() - drawn();
  }

  private Run last() {
    return runs.get(runs.size() - 1);
  }

  private Optional<Purse.Paid> paid() {
    return alreadyDone
        ? Optional.empty()
        : Optional.ofNullable(last().as(PrivatizeRecord.class).ledger());
  }

  @Override
  public List<String> sentences() {
    String where = period.isEmpty() ? folder : folder + " for " + period;
    List<String> sentences = new ArrayList<>();
    sentences.add((alreadyDone ? done(where) : drawn(where)) + progress);
    paid().ifPresent(paid -> sentences.addAll(paid.left()));
    return sentences;
  }

  private String done(String where) {
    long deleted =
        runs.stream()
            .filter(run -> !run.hasTable(Privatization.REPORTS))
            .mapToLong(Run::reports)
            .sum();
    return "already done, nothing was drawn: "
        + reports()
        + " reports in "
        + where
        + (deleted > 0 ? ", " + deleted + " of them deleted since" : "")
        + (leftOut > 0 ? late() : "")
        + (gone > 0
            ? "; the table has "
                + gone
                + " rows fewer than then, so rows that came late cannot be recognised"
            : "");
  }

  private String late() {
    return plan.round() == 0
        ? ", " + leftOut + " late rows left out"
        : "; the table has "
            + leftOut
            + " rows more than then, and late people of this round are left out, because it is over: "
            + Recruiting.of(plan.task()).afterwards();
  }

  private String drawn(String where) {
    Guarantee guarantee = plan.protocol().guarantee();
    return String.format(
            "%s reports of %s in %s, exact epsilon %s",
            drawn(), plan.protocol().spec().withoutFingerprints(), where, guarantee.exactText())
        + (guarantee.delta() > 0 ? ", delta " + guarantee.delta() : "")
        + (plan.isForLife() ? " in a lifetime" : " a report")
        + (plan.reportsPerPerson() > 1
            ? ", up to " + plan.reportsPerPerson() + " reports a person"
            : "")
        + (otherRounds > 0 ? ", " + otherRounds + " rows are of people of other rounds" : "")
        + (leftOut > 0 ? ", " + leftOut + " rows left out" : "")
        + (earlier() > 0 ? "; these people came later, " + earlier() + " reports were there" : "");
  }

  @Override
  public Event event() {
    Map<String, Object> details = plan.details();
    if (plan.hasPeriods()) {
      details.put("period", period);
    }
    if (!alreadyDone) {
      details.put("rows", last().as(PrivatizeRecord.class).rows());
      details.put("files", last().files(Privatization.REPORTS).size());
      paid().ifPresent(paid -> details.putAll(paid.details()));
    }
    details.put(Event.REPORTS, drawn());
    details.put(Event.EARLIER, earlier());
    details.put("left_out", leftOut);
    details.put("other_rounds", otherRounds);
    details.put("report_bytes", drawn() * plan.protocol().reportType().bytes());
    details.putAll(Event.cost(plan.protocol().guarantee()));
    details.put("reports_per_person", plan.reportsPerPerson());
    return Event.done("privatize", alreadyDone, details);
  }

  @Override
  public boolean isNews() {
    return !alreadyDone || leftOut > 0;
  }
}
