package org.sparkldp.protocols.quantile;

/** The division of people among rounds: a public function of the question alone. Immutable. */
public final class RoundAllocation {
  private final double[] ends; // where each round's part of [0, 1) ends; the last one's is 1
  private final double least;
  private final double needed;

  /**
   * From the rounds' shares.
   *
   * @param shares of sum 1
   * @param least people without whom a round decides nothing
   */
  public RoundAllocation(double[] shares, double least) {
    this.ends = new double[shares.length];
    this.least = least;
    double smallest = 1;
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += shares[i];
      ends[i] = sum;
      smallest = Math.min(smallest, shares[i]);
    }
    ends[ends.length - 1] = 1;
    // A hash deals out a round's people at random: 4 standard deviations on top.
    this.needed = (least + 4 * StrictMath.sqrt(least) + 8) / smallest;
  }

  /** Whether no round would get too few of the users, as far as their number is given. */
  boolean isEnough(QuantileQuestion question) {
    return question.users().isEmpty() || question.users().getAsInt() >= needed;
  }

  /** This, where users are {@link #isEnough enough}; refuses fewer, with what would serve them. */
  public RoundAllocation required(QuantileQuestion question, String remedy) {
    if (isEnough(question)) {
      return this;
    }
    throw question.tooFew("users", question.users().getAsInt(), needed, remedy);
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

  /** How many times as many people answer in the round after this one, from 1. */
  double growth(int round) {
    return share(round + 1) / share(round);
  }

  private double share(int round) {
    return ends[round - 1] - (round == 1 ? 0 : ends[round - 2]);
  }

  /** People expected in a round, from 1; NaN where nobody said how many there are. */
  public double people(QuantileQuestion question, int round) {
    return question.users().isPresent() ? share(round) * question.users().getAsInt() : Double.NaN;
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
