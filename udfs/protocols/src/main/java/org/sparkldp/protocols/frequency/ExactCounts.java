package org.sparkldp.protocols.frequency;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * Exact intervals for the people of an item, where so little is left to chance that no normal
 * distribution is near: the counts that two one-sided exact tests do not reject.
 *
 * <p>A report speaks for an item (1), against it (−1) or neither (0), with chances that depend on
 * its person: a holder, another of the item's block, or anybody else. The sum of n reports rises
 * with the holders, and so do its tails (Clopper and Pearson 1934 for one binomial). Sums with a
 * small variance are tested so, whether hardly any report speaks for the item or nearly all do. The
 * law of a sum is its characteristic function, inverted on a window outside of which next to
 * nothing lies. Cost: some log n such inversions for each sum that differs, each in time linear in
 * the standard deviation.
 */
final class ExactCounts {
  /** From this variance of the sum on, score intervals hold their level. */
  static final double NORMAL = 25;

  /** Chances below e^-40 are taken for 0. */
  private static final double VANISHING = 40;

  private final Reporter[] kinds;
  private final long n;
  private final double tail;
  private final Map<Integer, double[][]> logarithms = new HashMap<>();
  private final Map<Seen, HolderRange> known = new HashMap<>();

  /** The reports of a kind of people: the chance that it speaks for the item, and against it. */
  record Reporter(double plus, double minus) {
    private double mean() {
      return plus - minus;
    }

    private double variance() {
      return plus + minus - mean() * mean();
    }

    /** The most likely score. */
    private int usual() {
      double neither = 1 - plus - minus;
      return plus >= Math.max(neither, minus) ? 1 : minus > neither ? -1 : 0;
    }
  }

  /** A sum of scores, and the people of the item's block, holders or not. */
  private record Seen(long sum, long block) {}

  /** The least and the most holders that are not rejected. */
  record HolderRange(long least, long most) {}

  /** For items with a block to themselves. */
  ExactCounts(Reporter holder, Reporter other, long n, double confidence) {
    this(holder, other, other, n, confidence);
  }

  ExactCounts(Reporter holder, Reporter mate, Reporter other, long n, double confidence) {
    this.kinds = new Reporter[] {holder, mate, other};
    this.n = n;
    this.tail = (1 - confidence) / 2;
  }

  /**
   * A row with its score interval, extended to the exact one where a normal law is not near.
   *
   * @param sum of the reports' scores
   * @param block people of the item's block; with more holders it has as many as these, so 0 where
   *     the item has the block to itself
   */
  Estimate.Row extended(Estimate.Row row, long sum, long block) {
    double least = variance(people(possible(row.lower()), block));
    double most = variance(people(possible(row.upper()), block));
    if (Math.min(least, most) >= NORMAL) {
      return row;
    }
    HolderRange counts = counts(sum, block);
    return new Estimate.Row(
        row.item(),
        row.estimate(),
        row.standardError(),
        Math.min(row.lower(), counts.least),
        Math.max(row.upper(), counts.most));
  }

  HolderRange counts(long sum, long block) {
    return known.computeIfAbsent(new Seen(sum, block), this::counts);
  }

  private HolderRange counts(Seen seen) {
    long least = Math.min(n, first(c -> atLeast(seen.sum, c, seen.block) > tail));
    long most = first(c -> 1 - atLeast(seen.sum + 1, c, seen.block) <= tail) - 1;
    return new HolderRange(least, Math.max(least, most));
  }

  private long possible(double count) {
    return Math.round(Math.max(0, Math.min(n, count)));
  }

  /** The least c at which it holds, from which on it does; n + 1 where it never does. */
  private long first(LongPredicate holds) {
    return Bisection.first(-1, n + 1, holds);
  }

  private long[] people(long holders, long block) {
    long inBlock = Math.max(holders, block);
    return new long[] {holders, inBlock - holders, n - inBlock};
  }

  private double variance(long[] people) {
    double variance = 0;
    for (int i = 0; i < kinds.length; i++) {
      variance += people[i] * kinds[i].variance();
    }
    return variance;
  }

  /** P[sum ≥ s] with so many holders. */
  double atLeast(long s, long holders, long block) {
    long[] people = people(holders, block);
    double mean = 0;
    long turn = -s;
    for (int i = 0; i < kinds.length; i++) {
      mean += people[i] * kinds[i].mean();
      turn += people[i] * kinds[i].usual();
    }
    // Bernstein: scores are at most 2 from their means, so the chance that a sum is further than r
    // from its own is below exp(−r²/2/(V + 2r/3)).
    double third = 2 * VANISHING / 3;
    double reach = third + Math.sqrt(third * third + 2 * VANISHING * variance(people));
    if (Math.abs(s - mean) > reach) {
      return s > mean ? 0 : 1;
    }
    // Sums modulo the size of the window; those from s to its end have a geometric series.
    int size = Integer.highestOneBit((int) (2 * reach) + 2) << 1;
    double[][] logarithm = logarithms.computeIfAbsent(size, this::logarithms);
    double length = Math.floor(mean + size / 2.0) - s + 1;
    double chance = length / 2;
    for (int j = 1; j <= size / 2; j++) {
      double t = 2 * Math.PI * j / size;
      double modulus = 0;
      // Whole turns are left out before anything is rounded.
      double angle =
          Math.floorMod(turn * j, (long) size) * 2 * Math.PI / size - t * (length - 1) / 2;
      for (int i = 0; i < kinds.length; i++) {
        modulus += people[i] * logarithm[2 * i][j];
        angle += people[i] * logarithm[2 * i + 1][j];
      }
      double term =
          StrictMath.exp(modulus)
              * StrictMath.cos(angle)
              * (StrictMath.sin(t * length / 2) / StrictMath.sin(t / 2));
      chance += j < size / 2 ? term : term / 2;
    }
    return Math.max(0, Math.min(1, 2 * chance / size));
  }

  /**
   * The logarithms of each kind's characteristic function about its usual score: moduli and angles.
   */
  private double[][] logarithms(int size) {
    double[][] all = new double[2 * kinds.length][size / 2 + 1];
    for (int i = 0; i < kinds.length; i++) {
      double neither = 1 - kinds[i].plus - kinds[i].minus;
      for (int j = 1; j <= size / 2; j++) {
        double t = 2 * Math.PI * j / size;
        double real = 1; // the chances' sum, so that it is exact where one of them is near 1
        double imaginary = 0;
        double[] chances = {kinds[i].minus, neither, kinds[i].plus};
        for (int score = -1; score <= 1; score++) {
          double off = t * (score - kinds[i].usual());
          double half = StrictMath.sin(off / 2);
          real -= chances[score + 1] * 2 * half * half; // 1 − cos
          imaginary += chances[score + 1] * StrictMath.sin(off);
        }
        all[2 * i][j] = StrictMath.log(StrictMath.hypot(real, imaginary));
        all[2 * i + 1][j] = StrictMath.atan2(imaginary, real);
      }
    }
    return all;
  }
}
