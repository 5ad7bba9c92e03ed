package org.sparkldp.published.regression;

/**
 * The schedule of steps: a burn-in of one chain, then several replicates of it in turn, equally
 * many steps each.
 *
 * @param rounds all of them
 * @param replicates chains after the burn-in, at least 2
 * @param burnIn rounds of the first chain
 * @param eta first step size
 * @param beta steps fall as the power −beta of a chain's own steps, those of the burn-in included
 * @param bound radius of the ball that parameters are kept in
 */
record StepSchedule(int rounds, int replicates, int burnIn, double eta, double beta, double bound) {

  /** One in so many steps of a replicate, the first ones, is not averaged. */
  private static final int SKIPPED = 10;

  /**
   * With a burn-in of about that share of the rounds: what the replicates cannot divide evenly is
   * added to it.
   */
  static StepSchedule of(
      int rounds, int replicates, double burnIn, double eta, double beta, double bound) {
    int steps = (rounds - (int) Math.ceil(burnIn * rounds)) / replicates;
    return new StepSchedule(rounds, replicates, rounds - steps * replicates, eta, beta, bound);
  }

  /** Steps of each replicate. */
  int steps() {
    return (rounds - burnIn) / replicates;
  }

  boolean isBurnIn(int round) {
    return round <= burnIn;
  }

  /** The replicate whose turn a round is, from 0; in the burn-in always 0. */
  int replicate(int round) {
    return isBurnIn(round) ? 0 : (round - burnIn - 1) % replicates;
  }

  /** Which of its replicate's own steps a round is, from 1; or of the burn-in's. */
  int step(int round) {
    return isBurnIn(round) ? round : 1 + (round - burnIn - 1) / replicates;
  }

  /** The step size of a round. */
  double size(int round) {
    int steps = isBurnIn(round) ? round : burnIn + step(round);
    return eta * StrictMath.pow(steps, -beta);
  }

  /** Whether where a round's step leads is averaged: in the burn-in, over its later half. */
  boolean isAveraged(int round) {
    return isBurnIn(round) ? round > burnIn / 2 : step(round) > steps() / SKIPPED;
  }

  /** Averaged steps of a replicate in the first so many rounds, the burn-in's not counted. */
  int averaged(int replicate, int done) {
    int turns = Math.max(0, done - burnIn - replicate + replicates - 1) / replicates;
    return Math.max(0, turns - steps() / SKIPPED);
  }
}
