package org.sparkldp.protocols.words;

import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The most candidates that can be estimated above a level at once, whatever the people hold: the
 * bound by which the number of candidates that a round keeps is chosen.
 *
 * <p>Let an estimate be normal with standard deviation s, and let u be the level over s. Of m
 * candidates that nobody holds, m sf(u) are expected above it, with sf the normal law's upper tail.
 * A candidate that x s people hold adds sf(u − x) − sf(u) to that, and costs x s of the n people
 * that there are. So no way to deal people out to candidates expects more above the level than
 *
 * <pre>
 *   m sf(u) + (n/s) F(u),   F(u) = max over x &gt; 0 of (sf(u − x) − sf(u))/x.
 * </pre>
 *
 * F is tabulated once.
 */
final class CandidateBound {
  private static final int STEPS = 32; // a unit of u
  private static final int LARGEST = 64;
  private static final double[] TABLE = table();

  private CandidateBound() {}

  /** The least level, in standard deviations, above which at most {@code kept} are expected. */
  static double level(long candidates, double people, double kept) {
    double low = 0;
    double high = 1;
    while (above(high, candidates, people) > kept) {
      low = high;
      high *= 2;
    }
    return Bisection.halve(low, high, 40, u -> !(above(u, candidates, people) > kept)).high();
  }

  /**
   * The bound.
   *
   * @param u the level, in standard deviations
   * @param people n/s
   */
  static double above(double u, long candidates, double people) {
    return candidates * StandardNormal.survival(u) + people * perPerson(u);
  }

  /** F(u), from the table; beyond it F falls at least as 1/u. */
  private static double perPerson(double u) {
    if (u >= LARGEST) {
      return TABLE[LARGEST * STEPS] * LARGEST / u;
    }
    double place = u * STEPS;
    int left = (int) place;
    return TABLE[left] + (place - left) * (TABLE[left + 1] - TABLE[left]);
  }

  private static double[] table() {
    double[] table = new double[LARGEST * STEPS + 1];
    for (int i = 0; i < table.length; i++) {
      table[i] = best((double) i / STEPS);
    }
    return table;
  }

  /** F(u) on a grid of x, then by thirds around its best point. */
  private static double best(double u) {
    double at = 0.5;
    for (double x = 0.5; x < u + 8; x += 0.5) {
      at = rate(u, x) > rate(u, at) ? x : at;
    }
    double low = Math.max(1e-3, at - 0.5);
    double high = at + 0.5;
    for (int i = 0; i < 30; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (rate(u, left) < rate(u, right)) {
        low = left;
      } else {
        high = right;
      }
    }
    return rate(u, (low + high) / 2);
  }

  private static double rate(double u, double x) {
    return (StandardNormal.survival(u - x) - StandardNormal.survival(u)) / x;
  }
}
