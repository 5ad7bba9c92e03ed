package org.sparkldp.analysis;

/**
 * The options of a search for a strategy.
 *
 * @param goal the objective
 * @param seconds after which no new search is begun
 * @param isCounted whether seconds are the work of each search at a nominal speed, not of the
 *     clock: the same on every machine
 * @param seed of random starts
 */
public record SearchOptions(Goal goal, double seconds, boolean isCounted, long seed) {

  /** The objective. */
  public enum Goal {
    /** The variance of the item that has the largest. */
    WORST,
    /** The variance for people evenly spread. */
    AVERAGE;

    double of(Performance performance) {
      return this == WORST ? performance.worst() : performance.average();
    }
  }

  /** The worst case, ten minutes, seed 1. */
  public static final SearchOptions DEFAULT = new SearchOptions(Goal.WORST, 600, 1);

  /** Seconds of the clock. */
  public SearchOptions(Goal goal, double seconds, long seed) {
    this(goal, seconds, false, seed);
  }

  /**
   * For who waits: the worst case, ten counted seconds, seed 1. Beyond 256 items, where a step
   * costs with the cube of their number, as much longer, up to ten minutes.
   */
  public static SearchOptions quick(int domain) {
    return counted(Math.min(600, 10 * Math.max(1, Math.pow(domain / 256.0, 3))));
  }

  /** The worst case, so many counted seconds, seed 1. */
  public static SearchOptions counted(double seconds) {
    return new SearchOptions(Goal.WORST, seconds, true, 1);
  }

  /** These with another seed. */
  public SearchOptions withSeed(long other) {
    return new SearchOptions(goal, seconds, isCounted, other);
  }
}
