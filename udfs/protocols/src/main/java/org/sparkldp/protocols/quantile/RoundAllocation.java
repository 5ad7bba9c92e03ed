package org.sparkldp.protocols.quantile;

/** How people are divided among rounds: a public function of the question alone. Immutable. */
public final class RoundAllocation {
  private final double[] ends; // where each round's part of [0, 1) ends; the last one's is 1
  private final double least;
  private final double needed;

  private RoundAllocation(double[] ends, double least, double needed) {
    this.ends = ends;
    this.least = least;
    this.needed = needed;
  }

  /**
   * From the rounds' shares; refuses a number of users of whom some round would get too few.
   *
   * @param shares of sum 1
   * @param least people without whom a round decides nothing
   */
  public static RoundAllocation of(QuantileQuestion question, double[] shares, double least) {
    double[] ends = new double[shares.length];
    double smallest = 1;
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += shares[i];
      ends[i] = sum;
      smallest = Math.min(smallest, shares[i]);
    }
    ends[ends.length - 1] = 1;
    // A hash deals out a round's people at random: 4 standard deviations on top.
    double needed = (least + 4 * StrictMath.sqrt(least) + 8) / smallest;
    if (question.users().isPresent() && question.users().getAsInt() < needed) {
      throw question.tooFew("users", question.users().getAsInt(), needed);
    }
    return new RoundAllocation(ends, least, needed);
  }

  /** Rounds in all. */
  public int rounds() {
    return ends.length;
  }

  /** People without whom a round decides nothing. */
  double least() {
    return least;
  }

  /** People of all rounds of whom each round gets enough. */
  long needed() {
    return (long) Math.ceil(needed);
  }

  /** People expected in a round, from 1; NaN where nobody said how many there are. */
  public double people(QuantileQuestion question, int round) {
    double share = ends[round - 1] - (round == 1 ? 0 : ends[round - 2]);
    return question.users().isPresent() ? share * question.users().getAsInt() : Double.NaN;
  }

  int roundOf(long word) {
    double place = (word >>> 11) * 0x1p-53;
    int round = 0;
    while (place >= ends[round]) {
      round++;
    }
    return round + 1;
  }
}
