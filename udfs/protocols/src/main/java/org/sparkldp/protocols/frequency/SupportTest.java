package org.sparkldp.protocols.frequency;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.sparkldp.protocols.statistics.Search;

/**
 * Exact intervals for the people of an item, where so few reports support it that no normal
 * distribution is near: the counts that two one-sided exact tests do not reject.
 *
 * <p>Supports of an item with c people are Binomial(c, p) + Binomial(n − c, q), whose tails rise
 * with c (Clopper and Pearson 1934 for one binomial). Never below the level, whatever n q. Cost:
 * the square of the supports, once for each number of them.
 */
final class SupportTest {
  /** Above so many expected supports of an item that nobody holds, a normal is near. */
  private static final double FEW_EXPECTED = 5;

  /** The same for supports seen. */
  private static final long FEW_SEEN = 64;

  /** Below this logarithm a chance, and what is made of it by products, may vanish as a double. */
  private static final double LEAST_LOG = -600;

  private final double p;
  private final double q;
  private final long n;
  private final double tail;
  private final Map<Long, Counts> known = new HashMap<>();

  /** The least and the most people that are not rejected. */
  record Counts(double least, double most) {}

  SupportTest(PureEstimator estimator, long n, double confidence) {
    this.p = estimator.p();
    this.q = estimator.q();
    this.n = n;
    this.tail = (1 - confidence) / 2;
  }

  /** Whether supports are few enough to be tested exactly, and a number of reports at all. */
  boolean concerns(long supports) {
    return n * q < FEW_EXPECTED && supports >= 0 && supports <= FEW_SEEN && q > 0 && p < 1;
  }

  Counts counts(long supports) {
    return known.computeIfAbsent(supports, this::compute);
  }

  private Counts compute(long supports) {
    int s = Math.toIntExact(supports);
    // Both tests accept an interval; where neither side rejects the ends, it is all of [0, n].
    long least = s == 0 ? 0 : first(c -> 1 - atMost(s - 1, c) > tail);
    long most = first(c -> atMost(s, c) <= tail) - 1;
    return new Counts(least, Math.max(least, most));
  }

  /** The least c at which it holds, from which on it does; n + 1 where it never does. */
  private long first(LongPredicate holds) {
    return Search.first(-1, n + 1, holds);
  }

  /** P[supports ≤ s] with c people. */
  double atMost(int s, long c) {
    double[] own = binomial(c, p, s);
    double[] others = binomial(n - c, q, s);
    double sum = 0;
    double below = 0;
    for (int i = s; i >= 0; i--) {
      below += others[s - i]; // others' supports are at most s − i
      sum += own[i] * below;
    }
    return Math.min(1, sum);
  }

  /** Probabilities of 0, …, s successes. */
  private static double[] binomial(long trials, double chance, int s) {
    double[] mass = new double[s + 1];
    double log = trials * StrictMath.log1p(-chance);
    boolean isTiny = log < LEAST_LOG;
    mass[0] = StrictMath.exp(log);
    double odds = chance / (1 - chance);
    for (int i = 1; i <= s; i++) {
      if (isTiny) {
        log += StrictMath.log((double) Math.max(0, trials - i + 1) / i * odds);
        mass[i] = StrictMath.exp(log);
      } else {
        mass[i] = mass[i - 1] * Math.max(0, trials - i + 1) / i * odds;
      }
    }
    return mass;
  }
}
