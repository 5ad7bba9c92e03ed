package org.sparkldp.analysis;

import java.util.Locale;

/**
 * The progress of a search.
 *
 * @param stage the current step, a few words
 * @param iteration evaluations of the objective so far
 * @param objective the best so far in this stage; where the worst case is made small, what the
 *     objective would be if everybody had the worst variance: n max_u var_u + tr G. Infinite while
 *     there is none yet for the whole domain
 * @param bound no strategy's objective is lower; for people evenly spread
 * @param seconds spent, wall-clock
 */
public record Progress(
    String stage, int iteration, double objective, double bound, double seconds) {

  /** objective / bound. */
  public double gap() {
    return objective / bound;
  }

  /** The same in words. */
  public String text() {
    String reached =
        objective < Double.POSITIVE_INFINITY
            ? String.format(
                Locale.ROOT, "objective %.6g, bound %.6g, gap %.4f", objective, bound, gap())
            : String.format(Locale.ROOT, "bound %.6g", bound);
    return stage + ", iteration " + iteration + ": " + reached;
  }

  /** Receives progress, and may end the search. */
  @FunctionalInterface
  public interface SearchListener {
    /** Lets every search run to its end. */
    SearchListener NONE = progress -> true;

    /**
     * Called after each iteration.
     *
     * @return false to stop: the best so far is then returned
     */
    boolean goesOn(Progress progress);
  }
}
