package org.sparkldp.published.gaussian;

import java.util.Arrays;
import org.sparkldp.protocols.frequency.KaryResponse;

/**
 * The result of round one: for each level and answer how many of the level's people have it, and
 * from that where the mean is, and sigma where it is not known.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, sections 2 and 3. With k people at a
 * level, of whom C(a) reported answer a, KVAgg1 debiases
 *
 * <pre>
 *   H(a) = (e^eps + 3)/(e^eps − 1) (C(a) − k/(e^eps + 3)),
 * </pre>
 *
 * which with probability 1 − beta is, at all L levels at once, within
 *
 * <pre>
 *   psi = (eps + 4)/(eps √2) √(k ln(8 L/beta))
 * </pre>
 *
 * of the true histogram. The bound is of the randomization; how people themselves vary comes on
 * top. Unlike in print every level has its own k, for groups are drawn by hash.
 */
final class LevelHistograms {
  /** A cell with more than this share, and psi, holds the mean (EstMean). */
  private static final double IN_ONE_CELL = 0.52;

  /** Two neighbouring cells opposite to the mean have less than this share, and tau (EstVar). */
  private static final double CONCENTRATED = 0.03;

  private final Levels levels;
  private final double epsilon;
  private final double beta;
  private final double[] people;
  private final double[][] histograms;

  /**
   * @param people by level, the lowest first
   * @param histograms debiased, by level and answer
   */
  LevelHistograms(
      Levels levels, double epsilon, double beta, double[] people, double[][] histograms) {
    this.levels = levels;
    this.epsilon = epsilon;
    this.beta = beta;
    this.people = people.clone();
    this.histograms = histograms.clone();
  }

  /**
   * KVAgg1.
   *
   * @param counts reports by level and answer, one level after the other
   */
  static LevelHistograms of(
      Levels levels, PublishedQuestion question, KaryResponse response, long[] counts) {
    double[] people = new double[levels.count()];
    double[][] histograms = new double[levels.count()][Levels.ANSWERS];
    for (int level = 0; level < people.length; level++) {
      for (int a = 0; a < Levels.ANSWERS; a++) {
        people[level] += counts[level * Levels.ANSWERS + a];
      }
      for (int a = 0; a < Levels.ANSWERS; a++) {
        double reported = counts[level * Levels.ANSWERS + a];
        histograms[level][a] =
            (reported - people[level] * response.q()) / (response.p() - response.q());
      }
    }
    return new LevelHistograms(levels, question.epsilon(), question.beta(), people, histograms);
  }

  /**
   * EstMean: within 2 sigma of the mean with probability 1 − beta, if groups are large enough.
   *
   * <p>From the top level down: while one cell holds more than half of the values, it holds the
   * median, and the search goes on in its two halves. Where none does, the mean is within O(sigma)
   * of the edge between the two fullest cells.
   *
   * <p>Print has nothing for a fullest cell that is not among the three candidates, or two of which
   * none is, which takes a histogram off by more than psi. Here the first ends the search, and the
   * second answers the lower end of the interval at hand.
   */
  double mean() {
    int level = levels.count() - 1;
    // Cells that touch the interval at hand, counted at this level; at the top it is [0, 1] cells.
    long first = 0;
    long last = 1;
    while (level > 0 && isInOneCell(level)) {
      int fullest = fullest(level, -1);
      long cell = largest(first, last, fullest, fullest);
      if (cell < first) {
        break;
      }
      first = 2 * cell;
      last = 2 * cell + 2;
      level--;
    }
    int fullest = fullest(level, -1);
    long edge = largest(first, last, fullest, fullest(level, fullest));
    return levels.lower() + Math.max(edge, first) * levels.width(level);
  }

  /**
   * EstVar: the width of the highest level at which values are not concentrated, that is, at which
   * even the emptiest two neighbouring cells (modulo 4) hold more than 3 % and tau,
   *
   * <pre>
   *   tau = √(2 k ln(2 L/beta)) + (1 + 4/eps) √(2 k ln(8 L/beta)).
   * </pre>
   *
   * <p>The claim is sigma to 8 sigma. Without noise it is 1.08 to 3.76 sigma; with it, tau pulls it
   * down, to 0.5 to 1 sigma with some 10,000 people a level at epsilon 1.
   */
  double sigma() {
    return levels.width(level());
  }

  /** The level of {@link #sigma}, from the lowest. */
  int level() {
    int level = levels.count() - 1;
    while (level > 0 && isConcentrated(level)) {
      level--;
    }
    return level;
  }

  private boolean isInOneCell(int level) {
    double most = histograms[level][fullest(level, -1)];
    return people[level] > 0 && most >= IN_ONE_CELL * people[level] + psi(level);
  }

  private double psi(int level) {
    double k = people[level];
    return spread(epsilon) * StrictMath.sqrt(k * StrictMath.log(8 * levels.count() / beta));
  }

  private boolean isConcentrated(int level) {
    double[] h = histograms[level];
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < Levels.ANSWERS; a++) {
      least = Math.min(least, h[a] + h[(a + 1) % Levels.ANSWERS]);
    }
    return least <= CONCENTRATED * people[level] + tau(level);
  }

  private double tau(int level) {
    double k = people[level];
    int all = levels.count();
    return StrictMath.sqrt(2 * k * StrictMath.log(2 * all / beta))
        + (1 + 4 / epsilon) * StrictMath.sqrt(2 * k * StrictMath.log(8 * all / beta));
  }

  /** The answer that most have, one left out. */
  private int fullest(int level, int without) {
    int fullest = -1;
    for (int a = 0; a < Levels.ANSWERS; a++) {
      if (a != without && (fullest < 0 || histograms[level][a] > histograms[level][fullest])) {
        fullest = a;
      }
    }
    return fullest;
  }

  /** The largest cell in [first, last] with either answer; first − 1 if there is none. */
  private static long largest(long first, long last, int answer, int orAnswer) {
    long cell = last;
    while (cell >= first && (cell & 3) != answer && (cell & 3) != orAnswer) {
      cell--;
    }
    return cell;
  }

  private static double spread(double epsilon) {
    return (epsilon + 4) / (epsilon * StrictMath.sqrt(2));
  }

  /**
   * People that a level needs for EstMean to distinguish a cell that holds all values from one that
   * holds 52 %: 0.48 k ≥ 2 psi.
   */
  static double peopleNeeded(double epsilon, double beta, int levels) {
    double root = 2 / (1 - IN_ONE_CELL) * spread(epsilon);
    return root * root * StrictMath.log(8 * levels / beta);
  }

  /**
   * People behind one mean that are enough where half of them go to the levels. The hash that deals
   * them out may leave a level four standard deviations √k short of its share k, which is allowed
   * for.
   */
  static long usersNeeded(PublishedQuestion question, Levels levels) {
    int all = levels.count();
    double root = 2 + Math.sqrt(4 + peopleNeeded(question.epsilon(), question.beta(), all));
    return (long) Math.ceil(2 * all * root * root);
  }

  /** The debiased histogram of a level, from the lowest. */
  double[] histogram(int level) {
    return histograms[level].clone();
  }

  /** People of all levels together. */
  double people() {
    return Arrays.stream(people).sum();
  }

  /** What a reader must know of round one; empty if its groups were large enough. */
  String note() {
    double needed = peopleNeeded(epsilon, beta, levels.count());
    double smallest = Arrays.stream(people).min().orElseThrow();
    return smallest >= needed
        ? ""
        : "round one had too few people to be relied on: "
            + (long) smallest
            + " at one of its levels, where "
            + (long) Math.ceil(needed)
            + " are needed; the mean may be far off.";
  }
}
