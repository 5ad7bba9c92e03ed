package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What a protocol really leaks, found by running its randomizer.
 *
 * <p><b>Exact.</b> The randomizer is run through every outcome of its coins ({@link
 * EnumeratingSource}), for every item, which gives the exact table P[report | item]; epsilon is the
 * logarithm of the largest ratio in a column of it, rounded up. Where a report has more joint bits
 * than can be enumerated but the bits are independent, the table of every single bit is enumerated
 * instead and the worst ratios of the bits in which two items differ are added. When all items
 * would cost too many runs, as many as fit are compared, and {@link Result#items} tells. A protocol
 * of numbers is enumerated cohort by cohort, over each cohort's inputs.
 *
 * <p><b>Sampled.</b> A lower bound from an attack: of two items, the reports that speak most for
 * the one are an event; its frequency under either item, with Clopper–Pearson bounds, shows at
 * least a certain epsilon at the claimed delta, but for a chance of {@value #ALPHA}. How many of
 * them are the event is settled on samples of its own.
 */
public final class Audit {
  /** Chance that the sampled lower bound exceeds the true epsilon. */
  public static final double ALPHA = 1e-6;

  /** Runs of the randomizer after which enumeration begins no further item. */
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
   * Audits a protocol of items, of numbers, or of vectors in a ball.
   *
   * @param tampering what is done to its coins, to show that the audit has teeth
   * @param samples reports drawn for the lower bound, per item; 0 leaves it at 0
   * @param seed of the samples
   */
  public static Result run(Protocol<?, ?> protocol, Tampering tampering, long samples, long seed) {
    if (protocol instanceof ItemProtocol<?> items) {
      return run(items, tampering, samples, seed, BUDGET);
    }
    if (protocol instanceof NumberProtocol<?> numbers) {
      return cohorts(numbers, tampering, samples, seed);
    }
    if (protocol instanceof BallProtocol<?> vectors) {
      return run(Subject.of(vectors), tampering, samples, seed, BUDGET);
    }
    throw new IllegalArgumentException(
        "only protocols of items, numbers or vectors in a ball can be audited. Provided value: "
            + protocol.spec()
            + ".");
  }

  /** Audits a protocol with coins as they are. */
  public static Result run(Protocol<?, ?> protocol, long samples, long seed) {
    return run(protocol, Tampering.NONE, samples, seed);
  }

  static Result run(
      ItemProtocol<?> protocol, Tampering tampering, long samples, long seed, long budget) {
    return run(Subject.of(protocol), tampering, samples, seed, budget);
  }

  /**
   * The worst of all cohorts, which are public. The attack is on the first that cannot be
   * enumerated, or else on the first; epsilon is exact where all were, or where those that were
   * refute the claim.
   */
  private static Result cohorts(
      NumberProtocol<?> protocol, Tampering tampering, long samples, long seed) {
    double claim = protocol.guarantee().epsilon();
    double worst = 0;
    int items = Integer.MAX_VALUE;
    int unknown = -1;
    for (int cohort = 0; cohort < protocol.cohorts(); cohort++) {
      Result one =
          run(Subject.of(protocol, cohort), tampering, 0, seed, BUDGET / protocol.cohorts());
      if (one.exact.isPresent()) {
        worst = Math.max(worst, one.exact.getAsDouble());
        items = Math.min(items, one.items);
      } else if (unknown < 0) {
        unknown = cohort;
      }
    }
    boolean isExact = unknown < 0 || worst > claim;
    Subject<?> attacked = Subject.of(protocol, Math.max(0, unknown));
    return new Result(
        claim,
        isExact ? OptionalDouble.of(worst) : OptionalDouble.empty(),
        isExact ? items : 0,
        samples == 0 ? 0 : attack(attacked, tampering, samples, seed));
  }

  private static <R> Result run(
      Subject<R> subject, Tampering tampering, long samples, long seed, long budget) {
    int[] items = new int[1];
    OptionalDouble exact = OptionalDouble.empty();
    try {
      exact = OptionalDouble.of(enumerate(subject, tampering, budget, items));
    } catch (EnumeratingSource.NotFiniteException e) {
      if (subject.firstIndependentBit() >= 0) {
        exact = OptionalDouble.of(enumerateBits(subject, tampering, budget, items));
      }
    }
    double lowerBound = samples == 0 ? 0 : attack(subject, tampering, samples, seed);
    return new Result(subject.guarantee().epsilon(), exact, items[0], lowerBound);
  }

  /** The largest and smallest probability of one report over the items so far. */
  private static final class Extremes {
    Fraction largest = Fraction.ZERO;
    Fraction smallest;
    int items;
  }

  private static <R> double enumerate(
      Subject<R> subject, Tampering tampering, long budget, int[] compared) {
    Map<Object, Extremes> reports = new HashMap<>();
    long[] runs = new long[1];
    int items = 0;
    while (items < subject.items() && (items < 2 || runs[0] < budget)) {
      Map<Object, Fraction> law = law(subject, tampering, items, budget, runs);
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
      items++;
    }
    compared[0] = items;
    double worst = 0;
    for (Extremes extremes : reports.values()) {
      boolean impossibleForSome = extremes.items < items;
      worst =
          Math.max(
              worst,
              extremes.largest.logRatio(impossibleForSome ? Fraction.ZERO : extremes.smallest));
    }
    return worst;
  }

  /**
   * The exact law of an item's reports; refuses to run more than {@code limit} times, and adds to
   * {@code runs} how often it ran. (Many runs may end in one report.)
   */
  private static <R> Map<Object, Fraction> law(
      Subject<R> subject, Tampering tampering, int item, long limit, long[] runs) {
    Map<Object, Fraction> law = new HashMap<>();
    Object[] report = new Object[1];
    long last = runs[0] + limit;
    Consumer<RandomSource> once =
        source -> {
          if (++runs[0] > last) {
            throw new EnumeratingSource.NotFiniteException(
                "the randomizer has more outcomes than can be enumerated.");
          }
          report[0] = comparable(subject.report(item, tampering.of(source)));
        };
    EnumeratingSource.walk(once, probability -> law.merge(report[0], probability, Fraction::plus));
    return law;
  }

  private static Object comparable(Object report) {
    return report instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : report;
  }

  /** One bit's law as one of the few distinct ones: P[bit = 1] as numerator over denominator. */
  private record BitLaws(Map<Fraction, Integer> numbers, List<Fraction> laws) {
    int number(Fraction law) {
      // Denominators are powers of two here, so equal laws become equal fractions.
      int surplus =
          Math.min(law.numerator().getLowestSetBit(), law.denominator().getLowestSetBit());
      Fraction reduced =
          law.numerator().signum() == 0
              ? Fraction.ZERO
              : new Fraction(
                  law.numerator().shiftRight(surplus), law.denominator().shiftRight(surplus));
      Integer known = numbers.putIfAbsent(reduced, laws.size());
      if (known == null) {
        laws.add(reduced);
        return laws.size() - 1;
      }
      return known;
    }
  }

  private static <R> double enumerateBits(
      Subject<R> subject, Tampering tampering, long budget, int[] compared) {
    int bits = subject.bits();
    int coins = EnumeratingSource.publicCoins(source -> subject.report(0, tampering.of(source)));
    int items = (int) Math.max(2, Math.min(subject.items(), budget / (8L * bits * coins)));
    compared[0] = items;
    double worst = 0;
    for (int coin = 0; coin < coins; coin++) {
      BitLaws laws = new BitLaws(new HashMap<>(), new ArrayList<>());
      int[][] law = new int[items][bits];
      for (int item = 0; item < items; item++) {
        for (int bit = 0; bit < bits; bit++) {
          law[item][bit] = laws.number(probabilityOfOne(subject, tampering, item, bit, coin));
        }
      }
      worst = Math.max(worst, worstPair(law, laws.laws));
    }
    return worst;
  }

  /** The largest loss over ordered pairs of items; independent bits multiply their worst ratios. */
  private static double worstPair(int[][] law, List<Fraction> laws) {
    Map<List<Integer>, Double> losses = new HashMap<>();
    double worst = 0;
    for (int[] a : law) {
      for (int[] b : law) {
        List<Integer> differing = new ArrayList<>();
        for (int bit = 0; bit < a.length; bit++) {
          if (a[bit] != b[bit]) {
            differing.add(a[bit]);
            differing.add(b[bit]);
          }
        }
        worst = Math.max(worst, losses.computeIfAbsent(differing, d -> loss(d, laws)));
      }
    }
    return worst;
  }

  private static double loss(List<Integer> differing, List<Fraction> laws) {
    Fraction larger = new Fraction(BigInteger.ONE, BigInteger.ONE);
    Fraction smaller = larger;
    for (int i = 0; i < differing.size(); i += 2) {
      Fraction a = laws.get(differing.get(i));
      Fraction b = laws.get(differing.get(i + 1));
      boolean one = a.compareTo(b) > 0; // of the bit's two outcomes the one that a makes likelier
      larger = larger.times(one ? a : a.complement());
      smaller = smaller.times(one ? b : b.complement());
    }
    return larger.logRatio(smaller);
  }

  /** P[bit = 1 | item, public coin], by enumerating what this bit alone depends on. */
  private static <R> Fraction probabilityOfOne(
      Subject<R> subject, Tampering tampering, int item, int bit, int coin) {
    Fraction[] sum = {Fraction.ZERO};
    boolean[] one = new boolean[1];
    // Bits that show the public coin depend on no place: they come out as 0 or 1 for certain.
    EnumeratingSource.walkBit(
        Math.max(0, bit - subject.firstIndependentBit()),
        coin,
        source -> {
          Object report = subject.report(item, tampering.of(source));
          one[0] = ((((byte[]) report)[bit >>> 3] >>> (bit & 7)) & 1) != 0;
        },
        probability -> sum[0] = one[0] ? sum[0].plus(probability) : sum[0]);
    return sum[0];
  }

  /** Items 0 and 1: how often do reports speak most for 0, under either? */
  private static <R> double attack(
      Subject<R> subject, Tampering tampering, long samples, long seed) {
    RandomSource source = tampering.of(new SimulationSource(seed));
    // The event is fixed on samples of its own, so that the bounds below are honest.
    int trial = (int) Math.min(samples, 1000);
    double[] own = new double[trial];
    double[] other = new double[trial];
    for (int i = 0; i < trial; i++) {
      own[i] = subject.contrast(subject.report(0, source), 0, 1);
      other[i] = subject.contrast(subject.report(1, source), 0, 1);
    }
    double least = bestEvent(own, other, samples, subject.guarantee().delta());
    long hits0 = 0;
    long hits1 = 0;
    for (long i = 0; i < samples; i++) {
      hits0 += subject.contrast(subject.report(0, source), 0, 1) >= least ? 1 : 0;
      hits1 += subject.contrast(subject.report(1, source), 0, 1) >= least ? 1 : 0;
    }
    return Math.max(0, shown(hits0, hits1, samples, subject.guarantee().delta()));
  }

  /**
   * The contrast from which on reports are the event that promises the largest bound: the largest
   * there is where reports are few, a quantile where contrasts hardly repeat.
   */
  private static double bestEvent(double[] own, double[] other, long samples, double delta) {
    Arrays.sort(own);
    Arrays.sort(other);
    double best = Double.NEGATIVE_INFINITY;
    double event = best;
    int hits1 = 0;
    for (int hits0 = 1; hits0 <= own.length; hits0++) {
      double least = own[own.length - hits0] - 1e-9; // equal ones may differ by rounding
      if (hits0 < own.length && own[own.length - hits0 - 1] >= least) {
        continue;
      }
      while (hits1 < other.length && other[other.length - hits1 - 1] >= least) {
        hits1++;
      }
      double scale = (double) samples / own.length;
      double promised = shown(Math.round(hits0 * scale), Math.round(hits1 * scale), samples, delta);
      if (promised > best) {
        best = promised;
        event = least;
      }
    }
    return event;
  }

  /** The epsilon that an event's hits under two items show at least, given delta. */
  private static double shown(long hits0, long hits1, long samples, double delta) {
    return Math.log(
        Math.max(0, lower(hits0, samples, ALPHA / 2) - delta) / upper(hits1, samples, ALPHA / 2));
  }

  /** Clopper–Pearson: the true frequency is below this with probability at most {@code tail}. */
  static double lower(long hits, long samples, double tail) {
    return hits == 0
        ? 0
        : BetaDistribution.of(hits, samples - hits + 1.0).inverseCumulativeProbability(tail);
  }

  /** Clopper–Pearson: the true frequency is above this with probability at most {@code tail}. */
  static double upper(long hits, long samples, double tail) {
    return hits == samples
        ? 1
        : BetaDistribution.of(hits + 1.0, samples - hits).inverseSurvivalProbability(tail);
  }
}
