package org.sparkldp.jobs.ledger;

import java.util.List;
import org.sparkldp.analysis.composition.Tally;

/**
 * A line of the ledger: what a run has spent or may be about to spend on each of its people.
 *
 * @param spend of one draw
 * @param day to which it counts, such as 2026-01-01: the period's, else that of the reservation
 * @param state reserved, confirmed or released
 * @param draws how often the same people may have been drawn: repetitions of killed runs with fresh
 *     coins count
 * @param payer the run whose draw is reserved and not begun; whoever draws first uses it up; empty
 *     where there is none
 * @param open runs that began to draw and have not committed, oldest first
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
    String payer,
    List<String> open,
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

  /** Killed runs beyond so many are not kept apart. */
  private static final int MOST_OPEN = 40;

  public Entry {
    open = List.copyOf(open.subList(Math.max(0, open.size() - MOST_OPEN), open.size()));
  }

  Entry with(State newState, long newDraws, String newPayer, List<String> newOpen) {
    return new Entry(
        spend, day, newState, newDraws, newPayer, newOpen, owner, reserved, changed, note);
  }

  /** Runs that are open, this one excepted. */
  List<String> without(String attempt) {
    return open.stream().filter(other -> !other.equals(attempt)).toList();
  }

  /** Runs that began to draw after this one; all where it is not open. */
  List<String> after(String attempt) {
    return open.subList(open.indexOf(attempt) + 1, open.size());
  }

  Entry noted(String more) {
    String all = note.isEmpty() ? more : note + "; " + more;
    return new Entry(spend, day, state, draws, payer, open, owner, reserved, changed, all);
  }

  Entry changedAt(String time) {
    return new Entry(spend, day, state, draws, payer, open, owner, reserved, time, note);
  }
}
