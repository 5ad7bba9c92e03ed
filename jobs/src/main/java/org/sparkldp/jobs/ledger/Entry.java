package org.sparkldp.jobs.ledger;

import org.sparkldp.analysis.composition.Tally;

/**
 * A line of the ledger: what a run has spent or may be about to spend on each of its people.
 *
 * @param spend of one draw
 * @param day to which it counts, such as 2026-01-01: the period's, else that of the reservation
 * @param state reserved, confirmed or released
 * @param draws how often the same people may have been drawn: repetitions of killed runs with fresh
 *     coins count
 * @param attempt the run that began to draw and has not committed; empty where there is none
 * @param owner who reserved
 * @param reserved when, in UTC
 * @param changed when it was last touched, in UTC
 * @param note what people decided about it
 */
public record Entry(
    Spend spend,
    String day,
    State state,
    long draws,
    String attempt,
    String owner,
    String reserved,
    String changed,
    String note) {

  /** What became of a reservation. */
  public enum State {
    /** Reports may be drawn, or may have been. */
    RESERVED,
    /** Reports are committed. */
    CONFIRMED,
    /** A person has decided that nothing was spent. */
    RELEASED;

    /** As stores and read-outs have it. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    static State of(String text) {
      return valueOf(text.toUpperCase(java.util.Locale.ROOT));
    }
  }

  /** Its name. */
  public String id() {
    return spend.entry();
  }

  /** What it counts for. */
  public Tally tally() {
    return state == State.RELEASED ? Tally.NONE : spend.tally().times(draws);
  }

  /** The sum of its epsilons, in grains. */
  public long epsilon() {
    return tally().epsilonGrains();
  }

  Entry with(State newState, long newDraws, String newAttempt) {
    return new Entry(spend, day, newState, newDraws, newAttempt, owner, reserved, changed, note);
  }

  Entry noted(String more) {
    String all = note.isEmpty() ? more : note + "; " + more;
    return new Entry(spend, day, state, draws, attempt, owner, reserved, changed, all);
  }

  Entry changedAt(String time) {
    return new Entry(spend, day, state, draws, attempt, owner, reserved, time, note);
  }
}
