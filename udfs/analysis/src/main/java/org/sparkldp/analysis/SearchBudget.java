package org.sparkldp.analysis;

/**
 * One search's budget, and what it reports to its listener. Seconds are of the clock or, counted,
 * the work at a nominal speed, so that the search ends at the same place on every machine.
 */
final class SearchBudget {
  private final Progress.SearchListener listener;
  private final double bound;
  private final long evaluations;
  private final double seconds;
  private final double speed;
  private final long start = System.nanoTime();
  private double work;
  private double share = 1;
  private int used;
  private double lowest = Double.POSITIVE_INFINITY;
  private boolean muted;
  private boolean stopped;
  private boolean over;

  /**
   * @param speed multiplications a counted second; 0 for seconds of the clock
   */
  SearchBudget(
      Progress.SearchListener listener,
      double bound,
      long evaluations,
      double seconds,
      double speed) {
    this.listener = listener;
    this.bound = bound;
    this.evaluations = evaluations;
    this.seconds = seconds;
    this.speed = speed;
  }

  /** Counts an evaluation of the objective, with the step that goes with it. */
  void count(int n, int outputs) {
    used++;
    work += work(n, outputs);
  }

  /** Multiplications of an evaluation and a step, about. */
  private static double work(double n, double outputs) {
    return 2.5 * n * n * outputs + 3 * n * n * n + 1e6;
  }

  /** Leaves the rest of a counted budget to a later stage. */
  void keep(double rest) {
    share = 1 - rest;
    over = stopped;
  }

  /** Whether the part of a counted budget that may be used is enough for so many evaluations. */
  boolean affords(int count, int n, int outputs) {
    return speed == 0 || work + count * work(n, outputs) <= share * seconds * speed;
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
    stopped |=
        !listener.goesOn(
            new Progress(muted ? "half the domain" : stage, used, lowest, bound, spent));
    stopped |= used >= evaluations || (speed == 0 && spent >= seconds);
    over = stopped || (speed > 0 && work >= share * seconds * speed);
  }

  /** Stopped by the listener, or out of budget. */
  boolean isOver() {
    return over;
  }
}
