package org.sparkldp.jobs.command;

import org.sparkldp.jobs.watch.Events;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Outcome;

/**
 * Says what became of each step of a command: its sentences for people on standard error, its event
 * for machines.
 */
public final class Steps implements Listener {
  private final Events events;

  public Steps(Events events) {
    this.events = events;
  }

  public static void say(String sentence) {
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
}
