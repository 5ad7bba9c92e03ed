package org.sparkldp.analysis;

/** One search's budget, and what it reports to its listener. */
final class SearchBudget {
  private final Progress.Listener listener;
  private final double bound;
  private final long evaluations;
  private final double seconds;
  private final long start = System.nanoTime();
  private int used;
  private double lowest = Double.POSITIVE_INFINITY;
  private boolean muted;
  private boolean over;

  SearchBudget(Progress.Listener listener, double bound, long evaluations, double seconds) {
    this.listener = listener;
    this.bound = bound;
    this.evaluations = evaluations;
    this.seconds = seconds;
  }

  /** Counts an evaluation of the objective. */
  void count() {
    used++;
  }

  int used() {
    return used;
  }

  double bound() {
    return bound;
  }

  /** Forgets the lowest objective, for a stage that has another one. */
  void beginStage() {
    lowest = Double.POSITIVE_INFINITY;
  }

  /**
   * Whether objectives are kept from the listener, being those of another problem.
   *
   * @return whether they were before
   */
  boolean mute(boolean now) {
    boolean before = muted;
    muted = now;
    beginStage();
    return before;
  }

  /** Calls the listener, and finds out whether the search is over. */
  void report(String stage, double objective) {
    lowest = muted ? Double.POSITIVE_INFINITY : Math.min(lowest, objective);
    double spent = (System.nanoTime() - start) * 1e-9;
    over |=
        !listener.goesOn(
            new Progress(muted ? "half the domain" : stage, used, lowest, bound, spent));
    over |= used >= evaluations || spent >= seconds;
  }

  /** Stopped by the listener, or out of budget. */
  boolean isOver() {
    return over;
  }
}
