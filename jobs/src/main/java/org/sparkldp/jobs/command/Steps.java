package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sparkldp.jobs.ingest.Ingestion;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.pipeline.Drawn;
import org.sparkldp.jobs.pipeline.Notes;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.query.Pool;
import org.sparkldp.jobs.release.ReleasePlan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.table.Run;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Events;
import org.sparkldp.protocols.Guarantee;

/**
 * Says what became of each step of a command: a sentence for people on standard error, an event for
 * machines. Both hold names, counts and costs; neither holds a value or an estimate.
 */
final class Steps implements Job.Listener {
  private final Events events;

  Steps(Events events) {
    this.events = events;
  }

  /** Says, before anybody is asked, what a plan publishes and what it assumes. */
  @Override
  public void begins(Plan plan) {
    Notes.of(plan).forEach(Steps::say);
  }

  /** Says, once it is known how many will be asked and before anybody is, what error to expect. */
  @Override
  public void asks(Plan plan, long people) {
    if (plan.round() > 1 || people < 1) {
      return;
    }
    if (plan.reportsPerPerson() > 1) { // people may be fewer, and nobody can see how many
      say(
          String.format(
              Locale.ROOT,
              "%,d rows, of people with up to %s each",
              people,
              plan.reportsPerPerson()));
      return;
    }
    Optional<Forecast> forecast = plan.task().forecast();
    if (forecast.isEmpty()) {
      say(
          String.format(
              Locale.ROOT,
              "%,d people: the error of task %s has no formula that holds whatever the values are;"
                  + " ldp simulate measures it on synthetic people",
              people,
              plan.task().kind().name()));
      return;
    }
    say(forecast.get().sentence(people));
    Notes.tooFew(plan, people).ifPresent(Steps::say);
  }

  static void say(String sentence) {
    System.err.println("ldp: " + sentence);
  }

  @Override
  public void privatized(
      Plan plan, Privatization.Outcome outcome, Output folder, int number, int of) {
    String progress = of > 1 ? " (" + number + " of " + of + ")" : "";
    List<Run> all = folder.runs(outcome.period());
    long deleted =
        all.stream()
            .filter(run -> !run.hasTable(Privatization.REPORTS))
            .mapToLong(Run::reports)
            .sum();
    say(sentence(plan, outcome, deleted, folder.name()) + progress);
    boolean isDone = outcome.alreadyDone();
    long drawn = isDone ? 0 : outcome.reports() - outcome.earlier();
    Map<String, Object> details = of(plan);
    if (plan.hasPeriods()) {
      details.put("period", outcome.period());
    }
    List<Run> runs = isDone ? List.of() : all;
    if (!runs.isEmpty()) {
      Run run = runs.get(runs.size() - 1);
      details.put("rows", run.as(Drawn.class).rows());
      details.put("files", run.files(Privatization.REPORTS).size());
      paid(details, run);
    }
    details.put(Event.REPORTS, drawn);
    details.put(Event.EARLIER, outcome.reports() - drawn);
    details.put("left_out", outcome.leftOut());
    details.put("other_rounds", outcome.otherRounds());
    details.put("report_bytes", drawn * plan.protocol().reportType().bytes());
    cost(details, plan.protocol().guarantee());
    details.put("reports_per_person", plan.reportsPerPerson());
    events.emit(Event.done("privatize", isDone, details));
  }

  /** Reports from outside were counted, or had been. */
  void ingested(Plan plan, Ingestion.Outcome outcome, String output) {
    say(sentence(plan, outcome, output));
    Map<String, Object> details = of(plan);
    details.put("rows", outcome.envelopes());
    details.put(Event.REPORTS, outcome.reports());
    details.put(Event.EARLIER, outcome.earlier());
    details.put("repeats", outcome.repeats());
    details.put("replays", outcome.replays());
    details.put("quarantined", outcome.quarantined());
    cost(details, plan.protocol().guarantee());
    events.emit(Event.done("ingest", outcome.alreadyDone(), details));
  }

  @Override
  public void accumulated(Plan plan, long n, List<Run> before, Output folder) {
    say(n + " reports accumulated in " + folder.name());
    List<Run> after = folder.runs();
    long earlier = after.stream().filter(before::contains).mapToLong(Run::reports).sum();
    Map<String, Object> details = of(plan);
    details.put(Event.REPORTS, n - earlier);
    details.put(Event.EARLIER, earlier);
    events.emit(Event.done("accumulate", after.equals(before), details));
  }

  @Override
  public void estimated(Job.Estimates estimates) {
    Plan plan = estimates.plan();
    Map<String, Object> details = of(plan);
    details.put(Event.REPORTS, estimates.result().reports());
    details.put("groups", estimates.result().groups().size());
    events.emit(Event.done("estimate", false, details));
    if (estimates.result().next().isPresent()) {
      say(
          "round %d of at most %d is done; the plan of the next is %s/%s/%s"
              .formatted(
                  plan.round(),
                  plan.protocol().rounds(),
                  estimates.folder().name(),
                  Output.NEXT,
                  Output.PLAN));
    }
  }

  /** A query was answered, now or before. */
  void asked(Pool pool, String query, boolean isKnown, long people) {
    String what = isKnown ? "already done, nobody was asked" : "answered";
    say(String.format("%s %s: %d people", query, what, people));
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("query", query);
    details.put("protocol", pool.protocol().spec().toString());
    details.put(Event.REPORTS, isKnown ? 0 : people);
    details.put(Event.EARLIER, isKnown ? people : 0);
    cost(details, pool.protocol().guarantee());
    events.emit(Event.done("query", isKnown, details));
  }

  /**
   * A curator's numbers were published, now or before. The event says nothing of the table itself.
   */
  void released(ReleasePlan plan, Output folder, boolean isKnown) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("name", plan.name());
    details.put("fingerprint", plan.fingerprint());
    details.put("mechanism", plan.mechanism().toString());
    cost(details, plan.noise().guarantee());
    if (!isKnown) {
      paid(details, folder.runs().get(0));
    }
    events.emit(Event.done("release", isKnown, details));
  }

  private static Map<String, Object> of(Plan plan) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("name", plan.name());
    details.put("fingerprint", plan.fingerprint());
    details.put("protocol", plan.protocol().spec().toString());
    if (plan.round() > 0) {
      details.put("round", plan.round());
    }
    return details;
  }

  /** What the ledger knows of a run, where there is one. */
  private static void paid(Map<String, Object> details, Run run) {
    Purse.Paid paid = run.as(Bill.class).ledger();
    if (paid != null) {
      paid.left().forEach(Steps::say);
      details.put("ledger_entry", paid.entry());
      if (paid.epsilonLeft() != null) {
        details.put("epsilon_left", paid.epsilonLeft());
      }
    }
  }

  private record Bill(Purse.Paid ledger) {}

  private static void cost(Map<String, Object> details, Guarantee guarantee) {
    details.put("exact_epsilon", guarantee.exactEpsilon());
    details.put("delta", guarantee.delta());
  }

  /** What became of a period. */
  private static String sentence(
      Plan plan, Privatization.Outcome outcome, long deleted, String output) {
    String where = outcome.period().isEmpty() ? output : output + " for " + outcome.period();
    if (outcome.alreadyDone()) {
      return "already done, nothing was drawn: "
          + outcome.reports()
          + " reports in "
          + where
          + (deleted > 0 ? ", " + deleted + " of them deleted since" : "")
          + (outcome.leftOut() > 0 ? ", " + outcome.leftOut() + " late rows left out" : "")
          + (outcome.gone() > 0
              ? "; the table has "
                  + outcome.gone()
                  + " rows fewer than then, so rows that came late cannot be recognised"
              : "");
    }
    Guarantee guarantee = plan.protocol().guarantee();
    StringBuilder sentence = new StringBuilder();
    sentence.append(
        String.format(
            "%d reports of %s in %s, exact epsilon %s",
            outcome.reports() - outcome.earlier(),
            plan.protocol().spec(),
            where,
            guarantee.exactEpsilon()));
    if (guarantee.delta() > 0) {
      sentence.append(", delta ").append(guarantee.delta());
    }
    sentence.append(plan.protocol().isForLife() ? " in a lifetime" : " a report");
    if (plan.reportsPerPerson() > 1) {
      sentence.append(", up to ").append(plan.reportsPerPerson()).append(" reports a person");
    }
    if (outcome.otherRounds() > 0) {
      sentence.append(", ").append(outcome.otherRounds()).append(" rows are of people of other");
      sentence.append(" rounds");
    }
    if (outcome.leftOut() > 0) {
      sentence.append(", ").append(outcome.leftOut()).append(" rows left out");
    }
    if (outcome.earlier() > 0) {
      sentence.append("; these people came later, ").append(outcome.earlier());
      sentence.append(" reports were there");
    }
    return sentence.toString();
  }

  /** What became of a batch. */
  private static String sentence(Plan plan, Ingestion.Outcome outcome, String output) {
    if (outcome.alreadyDone()) {
      return "already done, nothing was counted: "
          + outcome.envelopes()
          + " envelopes; "
          + outcome.earlier()
          + " reports in "
          + output;
    }
    StringBuilder sentence = new StringBuilder();
    sentence.append(
        String.format(
            "%d reports of %s in %s, of %d envelopes",
            outcome.reports(), plan.protocol().spec(), output, outcome.envelopes()));
    if (outcome.repeats() > 0) {
      sentence.append(", ").append(outcome.repeats()).append(" repeats");
    }
    if (outcome.replays() > 0) {
      sentence.append(", ").append(outcome.replays()).append(" replays");
    }
    if (outcome.flawed() > 0) {
      sentence.append(", ").append(outcome.flawed()).append(" kept apart: ");
      sentence.append(
          outcome.quarantined().entrySet().stream()
              .map(kind -> kind.getValue() + " " + kind.getKey())
              .collect(Collectors.joining(", ")));
    }
    if (outcome.earlier() > 0) {
      sentence.append("; ").append(outcome.earlier()).append(" reports were there");
    }
    return sentence.toString();
  }
}
