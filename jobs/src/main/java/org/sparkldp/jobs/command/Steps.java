package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.query.Pool;
import org.sparkldp.jobs.release.ReleasePlan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.table.Run;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Events;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Outcome;

/**
 * Says what became of each step of a command: its sentences for people on standard error, its event
 * for machines.
 */
final class Steps implements Listener {
  private final Events events;

  Steps(Events events) {
    this.events = events;
  }

  static void say(String sentence) {
    System.err.println("ldp: " + sentence);
  }

  @Override
  public void says(String sentence) {
    say(sentence);
  }

  @Override
  public void ended(Outcome outcome) {
    outcome.sentences().forEach(Steps::say);
    events.emit(outcome.event());
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
    details.putAll(Event.cost(pool.protocol().guarantee()));
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
    details.putAll(Event.cost(plan.noise().guarantee()));
    if (!isKnown) {
      paid(details, folder.runs().get(0));
    }
    events.emit(Event.done("release", isKnown, details));
  }

  /** What the ledger knows of a run, where there is one. */
  private static void paid(Map<String, Object> details, Run run) {
    Purse.Paid paid = run.as(Bill.class).ledger();
    if (paid != null) {
      paid.left().forEach(Steps::say);
      details.putAll(paid.details());
    }
  }

  private record Bill(Purse.Paid ledger) {}
}
