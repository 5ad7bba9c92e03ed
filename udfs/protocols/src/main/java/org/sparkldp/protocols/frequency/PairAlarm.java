package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.Search;

/**
 * The alarm of oracles whose reports support items alike: unary encodings, subset selection and
 * seeded hashing. It promises false alarms within the level for any values of honest people, by
 * inequalities that hold for any number of reports. (Of seeded hashing as far as its hash function
 * is a random one, which over its 2^30 seeds it is up to 2^-15 in each probability.)
 *
 * <p><b>Pairs.</b> Nobody holds two items, so whatever a person holds, a report supports two items
 * u and v together hardly more often than chance has it. Let b_u be 1 where a report supports u.
 * The law of a report is the same for all items but for their names, so that E[b_u b_v] is λ1 where
 * one of the two is the person's own, and λ0 where neither is; E[b_u + b_v] is p + q or 2q. With
 *
 * <pre>
 *   ξ_uv = b_u b_v − a (b_u + b_v) + c,   a = (λ1 − λ0)/(p − q),   c = 2aq − λ0,
 * </pre>
 *
 * E[ξ_uv] = 0 for every person: (λ1 − a (p + q) + c is λ1 − λ0 − a (p − q), which is 0). So T_uv,
 * the sum of ξ_uv over the reports, has mean 0 for all honest people, whatever they hold.
 * Independent bits have λ0 = q², λ1 = pq, hence a = q and ξ = (b_u − q)(b_v − q). A fake report of
 * a maximal gain attack supports all targets: it adds 1 − 2a + c, about (1 − q)², to each pair of
 * them.
 *
 * <p><b>Tails.</b> ξ takes three values, how often each follows from three counts, so that Q = Σ ξ²
 * is known. For independent ξ of size at most B, V = Σ E[ξ²] exceeds (√(Q + B²t/2) + B√(t/2))² with
 * probability at most e^−t (Bernstein's inequality for sums of numbers that are not negative, from
 * below), and T exceeds √(2Vt) + Bt/3 with probability at most e^−t (Bernstein). So 2 e^−t, at the
 * t where T is what was seen, bounds the chance of a T so large; over all pairs, their number times
 * as much.
 *
 * <p><b>Numbers of ones.</b> The number s of items that a report supports has one law for all
 * people. So have s and the sum of ξ over all pairs, a quadratic in s; both have known means and
 * variances, and Bernstein's inequality bounds both sides. They see fake reports with too many or
 * too few ones, or ones that vary otherwise. The reports with exactly s ones are a binomial number,
 * for each s, bounded likewise from above: they see fake reports that all have the usual number of
 * ones. Half of the level goes to the pairs, an eighth to each sum, a quarter to the numbers of
 * ones.
 *
 * <p><b>Repair.</b> Once the alarm is raised, the items of pairs that exceed {@value #SUSPICIOUS}
 * over all pairs are taken for targets. A target's fake reports are the mean of its T, over 1 − 2a
 * + c: of those of its pairs with targets that are at least half of its third largest, since not
 * all targets need be in the same reports; items with less than half of what targets have are none.
 * A fake report that supports a target adds c − a + b_v (1 − a) to its pair with any item v, so
 * that the mean of v's T with the targets estimates in how many fake reports v is supported, and so
 * what they add to its estimate, or take off. Where more than half of the items would be targets,
 * none is. What the sum of the estimates then still exceeds the others' number by is taken off all
 * items alike, from {@value #CLEAR} standard errors on.
 *
 * <p><b>What passes.</b> One target alone, in reports with the usual other ones, has no pair; nor
 * has honest randomization of a wrong item.
 *
 * <p>Source: the idea to look for items that fake reports have in common, Cao, Jia &amp; Gong,
 * USENIX Security 2021, section 7; the statistic, its mean and its bounds, ours. Boucheron, Lugosi
 * &amp; Massart, "Concentration Inequalities", 2013, section 2.8.
 *
 * @param <R> a report
 */
public final class PairAlarm<R> implements Alarm<R> {
  /** What a sum may be off by rounding, for each report and pair. */
  private static final double ROUNDING = 1e-9;

  /** The chance, over all pairs, from which a pair is of targets once the alarm is raised. */
  private static final double SUSPICIOUS = 0.01;

  /** Standard errors from which a sum is of fake reports, once the alarm is raised. */
  private static final double CLEAR = 5;

  /** 8 MiB of counts. */
  private static final int MAX_K = 1024;

  private final ProtocolSpec spec;
  private final int k;
  private final PureEstimator estimator;
  private final Layout<R> reports;
  private final Function<R, byte[]> supported;
  private final double[] ones; // the law of the number of ones
  private final double a;
  private final double c;

  private PairAlarm(
      PureOracle<R> oracle,
      Function<R, byte[]> supported,
      double[] ones,
      double both,
      double neither) {
    this.spec = oracle.spec();
    this.k = oracle.k();
    this.estimator = oracle.support();
    this.reports = oracle.layout();
    this.supported = supported;
    this.ones = ones;
    this.a = (both - neither) / (estimator.p() - estimator.q());
    this.c = 2 * a * estimator.q() - neither;
  }

  /**
   * Of reports that support items independently.
   *
   * @param supported the items that a report supports, as packed bits
   */
  public static <R> Optional<Alarm<R>> independent(
      PureOracle<R> oracle, Function<R, byte[]> supported) {
    double p = oracle.support().p();
    double q = oracle.support().q();
    return oracle.k() > MAX_K
        ? Optional.empty()
        : Optional.of(
            new PairAlarm<>(oracle, supported, lawOfOnes(oracle.k(), p, q), p * q, q * q));
  }

  /** Of reports that are sets of one size, more likely with the own item. */
  static Optional<Alarm<byte[]>> ofSets(PureOracle<byte[]> oracle, int size) {
    double p = oracle.support().p();
    double k = oracle.k();
    if (size < 2 || k < 3 || k > MAX_K) { // of one item each: any law is an honest one's
      return Optional.empty();
    }
    double[] ones = new double[size + 1];
    ones[size] = 1;
    double both = p * (size - 1) / (k - 1);
    double neither =
        (p * (size - 1) * (size - 2) + (1 - p) * size * (size - 1)) / ((k - 1) * (k - 2));
    return Optional.of(new PairAlarm<>(oracle, Function.identity(), ones, both, neither));
  }

  /** ξ where a report supports two items, one of them or none. */
  double residual(int u, int v) {
    return u * v - a * (u + v) + c;
  }

  /** P[s ones], by s. */
  double[] ones() {
    return ones.clone();
  }

  /** P[s ones], of one coin of probability p and k − 1 of probability q. */
  private static double[] lawOfOnes(int k, double p, double q) {
    double[] law = {1 - p, p};
    for (int coin = 1; coin < k; coin++) {
      double[] next = new double[law.length + 1];
      for (int s = 0; s < law.length; s++) {
        next[s] += law[s] * (1 - q);
        next[s + 1] += law[s] * q;
      }
      law = next;
    }
    return law;
  }

  @Override
  public Layout<R> evidence() {
    return new PairCounts<>(reports, k, supported);
  }

  @Override
  public Finding find(Accumulator<?> evidence) {
    Require.that(
            evidence.spec().equals(spec)
                && evidence.width() == evidence().width()
                && evidence.n() >= 1)
        .orRefuse(
            "evidence must be the alarm's own, of at least one report. Provided: %s.", evidence);
    Pairs pairs = new Pairs(evidence.n(), evidence.counts());
    double[] chances = new double[k * k];
    double least = 1;
    double pairsOfAll = k * (k - 1) / 2.0;
    for (int u = 0; u < k; u++) {
      for (int v = 0; v < u; v++) {
        double chance = Math.min(1, pairsOfAll * 2 * pairs.chance(u, v));
        chances[u * k + v] = chance;
        chances[v * k + u] = chance;
        least = Math.min(least, chance);
      }
    }
    double chance =
        Math.min(2 * least, Math.min(8 * pairs.chanceOfSums(), 4 * pairs.chanceOfOnes()));
    double[] shifts = new double[k];
    if (chance > FALSE_ALARM) {
      return new Finding(Math.min(1, chance), 0, shifts);
    }
    boolean[] targets = new boolean[k];
    for (int u = 0; u < k; u++) {
      for (int v = 0; v < k; v++) {
        targets[u] |= u != v && chances[u * k + v] <= SUSPICIOUS;
      }
    }
    double[] supporting = pairs.supporting(targets);
    double fakes = pairs.typical(supporting);
    int found = 0;
    for (int v = 0; v < k; v++) {
      targets[v] = fakes > 0 && supporting[v] >= fakes / 2;
      found += targets[v] ? 1 : 0;
    }
    if (2 * found > k) { // reports of no targets, but with too many or too few ones
      fakes = 0;
    }
    for (int v = 0; v < k && fakes > 0; v++) {
      double ofItem = targets[v] ? supporting[v] : pairs.beside(targets, v, fakes);
      shifts[v] =
          ofItem * estimator.contribution(true) + (fakes - ofItem) * estimator.contribution(false);
    }
    double excess = fakes - evidence.n();
    for (int v = 0; v < k; v++) {
      excess += pairs.estimate(v) - shifts[v];
    }
    if (Math.abs(excess) > CLEAR * pairs.errorOfSum()) {
      for (int v = 0; v < k; v++) {
        shifts[v] += excess / k;
      }
      // At least so many, if they are of the most extreme ones.
      fakes = Math.max(fakes, excess / (k * estimator.contribution(excess > 0) - 1));
    }
    return new Finding(chance, fakes, shifts);
  }

  /** The counts of n reports. */
  private final class Pairs {
    private final double n;
    private final long[] counts;
    private final double both = residual(1, 1);
    private final double one = residual(1, 0);
    private final double none = residual(0, 0);
    private final double bound = Math.max(Math.abs(both), Math.max(Math.abs(one), Math.abs(none)));

    Pairs(long n, long[] counts) {
      this.n = n;
      this.counts = counts;
    }

    private double supports(int u) {
      return counts[u * k + u];
    }

    double estimate(int u) {
      return (supports(u) - n * estimator.q()) / (estimator.p() - estimator.q());
    }

    /** T_uv. */
    private double statistic(int u, int v) {
      return counts[u * k + v] - a * (supports(u) + supports(v)) + n * c;
    }

    /** The chance that T_uv is so large, at most. */
    double chance(int u, int v) {
      double seen = statistic(u, v);
      if (seen <= 0) {
        return 1;
      }
      double together = counts[u * k + v];
      double either = supports(u) + supports(v) - 2 * together;
      double squares =
          both * both * together + one * one * either + none * none * (n - together - either);
      DoublePredicate isReached = t -> !(quantile(t, squares) < seen);
      double high = Search.doubled(1, isReached);
      return Math.exp(-Search.halve(0, high, 50, isReached).low());
    }

    /** What T exceeds with probability 2 e^−t at most. */
    private double quantile(double t, double squares) {
      double root = Math.sqrt(squares + bound * bound * t / 2) + bound * Math.sqrt(t / 2);
      return root * Math.sqrt(2 * t) + bound * t / 3;
    }

    /** The standard error of the estimates' sum. */
    double errorOfSum() {
      double mean = 0;
      double square = 0;
      for (int s = 0; s < ones.length; s++) {
        mean += s * ones[s];
        square += (double) s * s * ones[s];
      }
      return Math.sqrt(n * Math.max(0, square - mean * mean)) / (estimator.p() - estimator.q());
    }

    /** The smaller chance of the two sums. */
    double chanceOfSums() {
      double total = 0;
      double pairs = 0;
      for (int u = 0; u < k; u++) {
        total += supports(u);
        for (int v = 0; v < u; v++) {
          pairs += statistic(u, v);
        }
      }
      double mean = 0;
      for (int s = 0; s < ones.length; s++) {
        mean += s * ones[s];
      }
      double centre = mean;
      return Math.min(
          twoSided(total - n * mean, s -> s - centre),
          twoSided(pairs, s -> s * (s - 1) / 2.0 - a * (k - 1) * s + c * k * (k - 1) / 2));
    }

    /** The chance that so many reports have one number of ones, over all numbers. */
    double chanceOfOnes() {
      double least = 1;
      for (int s = 0; s <= k; s++) {
        double p = s < ones.length ? ones[s] : 0;
        double excess = counts[k * k + s] - n * p;
        if (excess > ROUNDING * n) {
          double bound = Math.exp(-excess * excess / (2 * (n * p * (1 - p) + excess / 3)));
          least = Math.min(least, (k + 1) * bound);
        }
      }
      return least;
    }

    /** Bernstein's inequality for a function of the number of ones. */
    private double twoSided(double seen, IntToDoubleFunction function) {
      double variance = 0;
      double most = 0;
      for (int s = 0; s < ones.length; s++) {
        double x = function.applyAsDouble(s);
        variance += ones[s] * x * x;
        most = Math.max(most, ones[s] > 0 ? Math.abs(x) : 0);
      }
      double size = Math.abs(seen);
      return size <= ROUNDING * n * k * k // sets of one size have sums without chance
          ? 1
          : 2 * Math.exp(-size * size / (2 * (n * variance + most * size / 3)));
    }

    /** The fake reports that support each target; 0 for others. */
    double[] supporting(boolean[] targets) {
      double[] supporting = new double[k];
      for (int v = 0; v < k; v++) {
        int item = v;
        double[] sums =
            IntStream.range(0, targets[v] ? k : 0)
                .filter(u -> targets[u] && u != item)
                .mapToDouble(u -> statistic(u, item))
                .sorted()
                .toArray();
        if (sums.length > 0) {
          double third = sums[Math.max(0, sums.length - 3)];
          supporting[v] =
              Math.max(0, Arrays.stream(sums).filter(t -> t >= third / 2).average().orElse(0))
                  / both;
        }
      }
      return supporting;
    }

    /** All fake reports: the median of the items that at least half of the most support. */
    double typical(double[] supporting) {
      double most = Arrays.stream(supporting).max().orElseThrow();
      double[] large = Arrays.stream(supporting).filter(x -> x >= most / 2).sorted().toArray();
      return large[large.length / 2];
    }

    /** The fake reports that support an item that is no target, from 0 to all of them. */
    double beside(boolean[] targets, int v, double fakes) {
      double mean =
          IntStream.range(0, k)
              .filter(u -> targets[u])
              .mapToDouble(u -> statistic(u, v))
              .average()
              .orElseThrow();
      return Math.max(0, Math.min(fakes, (mean - fakes * (c - a)) / (1 - a)));
    }
  }
}
