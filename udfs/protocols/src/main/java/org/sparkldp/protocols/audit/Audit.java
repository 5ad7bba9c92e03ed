package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What a frequency oracle really leaks, found by running its randomizer.
 *
 * <p><b>Exact.</b> The randomizer is run through every outcome of its coins ({@link
 * EnumeratingSource}), for every item, which gives the exact table P[report | item]; epsilon is the
 * logarithm of the largest ratio in a column of it, rounded up. Where a report has more joint bits
 * than can be enumerated but the bits are independent, the table of every single bit is enumerated
 * instead and the worst ratios of the bits in which two items differ are added. When all items
 * would cost too many runs, as many as fit are compared, and {@link Result#items} tells.
 *
 * <p><b>Sampled.</b> A lower bound from an attack: of two items, the reports that speak most for
 * the one are an event; its frequency under either item, with Clopper–Pearson bounds, shows at
 * least a certain epsilon, but for a chance of {@value #ALPHA}.
 */
public final class Audit {
  /** Chance that the sampled lower bound exceeds the true epsilon. */
  public static final double ALPHA = 1e-6;

  /** Runs of the randomizer that enumeration may cost. */
  private static final long BUDGET = 1L << 22;

  /**
   * What was found.
   *
   * @param claimed the claimed epsilon, nats
   * @param exact epsilon by enumeration, rounded up; empty where the randomizer is not enumerable
   * @param items how many items were compared by enumeration
   * @param lowerBound sampled lower bound of epsilon
   */
  public record Result(double claimed, OptionalDouble exact, int items, double lowerBound) {

    /** Whether anything found exceeds the claim. */
    public boolean isAboveClaim() {
      return exact.orElse(0) > claimed || lowerBound > claimed;
    }
  }

  private Audit() {}

  /**
   * Audits an oracle.
   *
   * @param samples reports drawn for the lower bound, per item; 0 leaves it at 0
   * @param seed of the samples
   */
  public static <R> Result run(FrequencyOracle<R> oracle, long samples, long seed) {
    return run(oracle, Tampering.NONE, samples, seed);
  }

  /** Audits an oracle whose coins are tampered with; shows that the audit has teeth. */
  public static <R> Result run(
      FrequencyOracle<R> oracle, Tampering tampering, long samples, long seed) {
    int[] items = new int[1];
    OptionalDouble exact = OptionalDouble.empty();
    try {
      exact = OptionalDouble.of(enumerate(oracle, tampering, items));
    } catch (EnumeratingSource.NotFiniteException e) {
      if (oracle.hasIndependentBits()) {
        exact = OptionalDouble.of(enumerateBits(oracle, tampering, items));
      }
    }
    double lowerBound = samples == 0 ? 0 : attack(oracle, tampering, samples, seed);
    return new Result(oracle.guarantee().epsilon(), exact, items[0], lowerBound);
  }

  /** The largest and smallest probability of one report over the items so far. */
  private static final class Extremes {
    Fraction largest = Fraction.ZERO;
    Fraction smallest;
    int items;
  }

  private static <R> double enumerate(
      FrequencyOracle<R> oracle, Tampering tampering, int[] compared) {
    Map<Object, Extremes> reports = new HashMap<>();
    long runs = 0;
    int item = 0;
    for (; item < oracle.k(); item++) {
      Map<Object, Fraction> law = law(oracle, tampering, item, BUDGET);
      for (Map.Entry<Object, Fraction> entry : law.entrySet()) {
        Extremes extremes = reports.computeIfAbsent(entry.getKey(), report -> new Extremes());
        Fraction probability = entry.getValue();
        if (probability.compareTo(extremes.largest) > 0) {
          extremes.largest = probability;
        }
        if (extremes.smallest == null || probability.compareTo(extremes.smallest) < 0) {
          extremes.smallest = probability;
        }
        extremes.items++;
      }
      runs += law.size();
      if (item > 0 && runs > BUDGET) {
        item++;
        break;
      }
    }
    compared[0] = item;
    double worst = 0;
    for (Extremes extremes : reports.values()) {
      boolean impossibleForSome = extremes.items < item;
      worst =
          Math.max(
              worst,
              extremes.largest.logRatio(impossibleForSome ? Fraction.ZERO : extremes.smallest));
    }
    return worst;
  }

  /** The exact law of an item's reports; refuses to run more than {@code limit} times. */
  static <R> Map<Object, Fraction> law(
      FrequencyOracle<R> oracle, Tampering tampering, int item, long limit) {
    Map<Object, Fraction> law = new HashMap<>();
    Object[] report = new Object[1];
    long[] runs = new long[1];
    Consumer<RandomSource> once =
        source -> {
          if (++runs[0] > limit) {
            throw new EnumeratingSource.NotFiniteException(
                "the randomizer has more outcomes than can be enumerated.");
          }
          report[0] = comparable(oracle.randomizer().randomize(item, tampering.of(source)));
        };
    EnumeratingSource.walk(once, probability -> law.merge(report[0], probability, Fraction::plus));
    return law;
  }

  private static Object comparable(Object report) {
    return report instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : report;
  }

  private static <R> double enumerateBits(
      FrequencyOracle<R> oracle, Tampering tampering, int[] compared) {
    int bits = oracle.reportType().bytes() * 8;
    int items = (int) Math.max(2, Math.min(oracle.k(), BUDGET / (8L * bits)));
    // Distinct single-bit laws get numbers; independent bits make the loss of a pair a sum.
    Map<BigInteger, Integer> numbers = new HashMap<>();
    int[][] laws = new int[items][bits];
    for (int item = 0; item < items; item++) {
      for (int bit = 0; bit < bits; bit++) {
        BigInteger one = probabilityOfOne(oracle, tampering, item, bit);
        Integer number = numbers.putIfAbsent(one, numbers.size());
        laws[item][bit] = number == null ? numbers.size() - 1 : number;
      }
    }
    double[][] loss = losses(numbers);
    double worst = 0;
    for (int a = 0; a < items; a++) {
      for (int b = 0; b < items; b++) {
        double sum = 0;
        for (int bit = 0; bit < bits; bit++) {
          if (laws[a][bit] != laws[b][bit]) {
            sum = Epsilon.add(sum, loss[laws[a][bit]][laws[b][bit]]);
          }
        }
        worst = Math.max(worst, sum);
      }
    }
    compared[0] = items;
    return worst;
  }

  private static final int BIT_DENOMINATOR = 256;

  /** P[bit = 1 | item] over 2^256, by enumerating what this bit alone depends on. */
  private static <R> BigInteger probabilityOfOne(
      FrequencyOracle<R> oracle, Tampering tampering, int item, int bit) {
    Fraction[] sum = {Fraction.ZERO};
    boolean[] one = new boolean[1];
    EnumeratingSource.walkBit(
        bit,
        source -> {
          byte[] report = (byte[]) oracle.randomizer().randomize(item, tampering.of(source));
          one[0] = ((report[bit >>> 3] >>> (bit & 7)) & 1) != 0;
        },
        probability -> sum[0] = one[0] ? sum[0].plus(probability) : sum[0]);
    BigInteger[] exact =
        sum[0].numerator().shiftLeft(BIT_DENOMINATOR).divideAndRemainder(sum[0].denominator());
    if (exact[1].signum() != 0) {
      throw new EnumeratingSource.NotFiniteException("a bit's probability must be dyadic.");
    }
    return exact[0];
  }

  private static double[][] losses(Map<BigInteger, Integer> numbers) {
    BigInteger whole = BigInteger.ONE.shiftLeft(BIT_DENOMINATOR);
    double[][] loss = new double[numbers.size()][numbers.size()];
    numbers.forEach(
        (p, i) ->
            numbers.forEach(
                (q, j) ->
                    loss[i][j] =
                        Math.max(
                            p.compareTo(q) > 0 ? Epsilon.ofRatio(p, q) : 0,
                            p.compareTo(q) < 0
                                ? Epsilon.ofRatio(whole.subtract(p), whole.subtract(q))
                                : 0)));
    return loss;
  }

  /** Items 0 and 1: how often do reports speak most for 0, under either? */
  private static <R> double attack(
      FrequencyOracle<R> oracle, Tampering tampering, long samples, long seed) {
    RandomSource source = tampering.of(new SimulationSource(seed));
    double top = Double.NEGATIVE_INFINITY;
    // The event is fixed on samples of its own, so that the bounds below are honest.
    for (long i = 0; i < Math.min(samples, 1000); i++) {
      top = Math.max(top, score(oracle, oracle.randomizer().randomize(0, source)));
    }
    long hits0 = 0;
    long hits1 = 0;
    for (long i = 0; i < samples; i++) {
      hits0 += score(oracle, oracle.randomizer().randomize(0, source)) >= top - 1e-9 ? 1 : 0;
      hits1 += score(oracle, oracle.randomizer().randomize(1, source)) >= top - 1e-9 ? 1 : 0;
    }
    double low = hits0 == 0 ? 0 : lower(hits0, samples);
    double high = hits1 == samples ? 1 : upper(hits1, samples);
    return low <= high ? 0 : Math.log(low / high);
  }

  /** How much more a single report speaks for item 0 than for item 1. */
  private static <R> double score(FrequencyOracle<R> oracle, R report) {
    Accumulator<R> one = oracle.newAccumulator();
    one.add(report);
    Estimate estimate = oracle.estimate(one);
    return estimate.rows().get(0).estimate() - estimate.rows().get(1).estimate();
  }

  private static double lower(long hits, long samples) {
    return BetaDistribution.of(hits, samples - hits + 1.0).inverseCumulativeProbability(ALPHA / 2);
  }

  private static double upper(long hits, long samples) {
    return BetaDistribution.of(hits + 1.0, samples - hits).inverseSurvivalProbability(ALPHA / 2);
  }
}
