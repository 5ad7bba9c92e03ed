package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.check.Require;
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
 * them are the event is settled on samples of its own. Where the reports' other {@link Features}
 * seem to reveal more than is claimed (outputs that only one of the items can have, for instance),
 * an event of those is tested too, on fresh samples.
 *
 * <p>Cost: some seconds of enumeration at most; sampling can be given a limit of time.
 */
public final class Audit {
  /** Chance that the sampled lower bound exceeds the true epsilon. */
  public static final double ALPHA = 1e-6;

  /** The share of {@link #ALPHA} that pays for the events of {@link Features}. */
  private static final double FEATURES_ALPHA = 1e-9;

  /** Runs of the randomizer after which enumeration begins no further item. */
  private static final long BUDGET = 1L << 20;

  /** Runs of the randomizer of one item after which it is not enumerable. */
  private static final long LIMIT = 1L << 21;

  /** Runs after which one looks how far it is, and how many times too far it must seem to be. */
  private static final int LOOK = 1 << 16;

  private static final int HOPELESS = 3;

  /** Coins that take as long as a run. */
  private static final int COINS_OF_A_RUN = 4;

  /** Public cohorts of which each is enumerated. */
  private static final int MOST_COHORTS = 256;

  /** Reports of either item that settle the event of the attack. */
  private static final int TRIAL = 1000;

  /**
   * What was found.
   *
   * @param claimed the claimed epsilon, nats
   * @param exact epsilon by enumeration, rounded up; empty where the randomizer is not enumerable
   * @param items how many items were compared by enumeration
   * @param lowerBound sampled lower bound of epsilon
   * @param samples reports of either item that the bound rests on
   */
  public record Result(
      double claimed, OptionalDouble exact, int items, double lowerBound, long samples) {

    /** Whether anything found exceeds the claim. */
    public boolean isAboveClaim() {
      return exact.orElse(0) > claimed || lowerBound > claimed;
    }
  }

  private Audit() {}

  /**
   * Audits a protocol of items, of numbers, or of vectors.
   *
   * @param tampering what is done to its coins, to show that the audit has teeth
   * @param samples reports drawn for the lower bound, per item; 0 leaves it at 0
   * @param seed of the samples
   */
  public static Result run(Protocol<?, ?> protocol, Tampering tampering, long samples, long seed) {
    return run(protocol, tampering, new Sampling(samples, seed, Long.MAX_VALUE));
  }

  /**
   * The same, where sampling ends after some time, with the reports that there are by then.
   *
   * @param limit above 0
   */
  public static Result run(
      Protocol<?, ?> protocol, Tampering tampering, long samples, long seed, Duration limit) {
    return run(protocol, tampering, new Sampling(samples, seed, limit.toNanos()));
  }

  /** Audits a protocol with coins as they are. */
  public static Result run(Protocol<?, ?> protocol, long samples, long seed) {
    return run(protocol, Tampering.NONE, samples, seed);
  }

  static Result run(
      ItemProtocol<?> protocol, Tampering tampering, long samples, long seed, long budget) {
    return run(
        Subject.of(protocol),
        tampering,
        new Sampling(samples, seed, Long.MAX_VALUE),
        new Budget(budget, budget));
  }

  private static Result run(Protocol<?, ?> protocol, Tampering tampering, Sampling sampling) {
    Budget budget = new Budget(BUDGET, LIMIT);
    if (protocol instanceof ItemProtocol<?> items) {
      return run(Subject.of(items), tampering, sampling, budget);
    }
    if (protocol instanceof NumberProtocol<?> numbers) {
      return cohorts(numbers, tampering, sampling);
    }
    if (protocol instanceof VectorProtocol<?> vectors) {
      return run(Subject.of(vectors), tampering, sampling, budget);
    }
    throw Require.refusal(
        "only protocols of items, numbers or vectors can be audited. Provided value: %s.",
        protocol.spec());
  }

  /** How many runs enumeration may take. */
  private record Budget(long all, long ofItem) {}

  /** How many reports are drawn, and for how long at most. */
  private record Sampling(long samples, long seed, long nanos) {
    Sampling none() {
      return new Sampling(0, seed, nanos);
    }
  }

  /**
   * The worst of all cohorts, which are public; of {@value #MOST_COHORTS} of them where there are
   * more, for many differ in their names only. The attack is on the first that cannot be
   * enumerated, or else on the first; epsilon is exact where all were, or where those that were
   * refute the claim.
   */
  private static Result cohorts(
      NumberProtocol<?> protocol, Tampering tampering, Sampling sampling) {
    double claim = protocol.guarantee().epsilon();
    double worst = 0;
    int items = Integer.MAX_VALUE;
    int unknown = -1;
    int compared = Math.min(protocol.cohorts(), MOST_COHORTS);
    Budget budget = new Budget(BUDGET / compared, LIMIT / compared);
    for (int i = 0; i < compared; i++) {
      int cohort = (int) ((long) protocol.cohorts() * i / compared);
      Result one = run(Subject.of(protocol, cohort), tampering, sampling.none(), budget);
      if (one.exact.isPresent()) {
        worst = Math.max(worst, one.exact.getAsDouble());
        items = Math.min(items, one.items);
      } else if (unknown < 0) {
        unknown = cohort;
      }
    }
    boolean isExact = unknown < 0 || worst > claim;
    Shown shown = attack(Subject.of(protocol, Math.max(0, unknown)), tampering, sampling);
    return new Result(
        claim,
        isExact ? OptionalDouble.of(worst) : OptionalDouble.empty(),
        isExact ? items : 0,
        shown.epsilon,
        shown.samples);
  }

  private static <R> Result run(
      Subject<R> subject, Tampering tampering, Sampling sampling, Budget budget) {
    int[] items = new int[1];
    OptionalDouble exact = OptionalDouble.empty();
    try {
      exact = OptionalDouble.of(enumerate(subject, tampering, budget, items));
    } catch (EnumeratingSource.NotFiniteException e) {
      if (subject.firstIndependentBit() >= 0) {
        exact = enumerateBits(subject, tampering, budget.all, items);
      }
    }
    Shown shown = attack(subject, tampering, sampling);
    return new Result(subject.guarantee().epsilon(), exact, items[0], shown.epsilon, shown.samples);
  }

  /** The largest and smallest probability of one report over the items so far. */
  private static final class Extremes {
    Fraction largest = Fraction.ZERO;
    Fraction smallest;
    int items;
  }

  private static <R> double enumerate(
      Subject<R> subject, Tampering tampering, Budget budget, int[] compared) {
    Map<Object, Extremes> reports = new HashMap<>();
    long[] runs = new long[1];
    int items = 0;
    while (items < subject.items() && (items < 2 || runs[0] < budget.all)) {
      Map<Object, Fraction> law = law(subject, tampering, items, budget.ofItem, runs);
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
    Fraction large = Fraction.ONE;
    Fraction small = Fraction.ONE;
    for (Extremes extremes : reports.values()) {
      boolean impossibleForSome = extremes.items < items;
      Fraction smallest = impossibleForSome ? Fraction.ZERO : extremes.smallest;
      // Logarithms rounded up cost more than comparing ratios.
      if (extremes.largest.times(small).compareTo(large.times(smallest)) > 0) {
        large = extremes.largest;
        small = smallest;
      }
    }
    return large.logRatio(small);
  }

  /**
   * The exact law of an item's reports; refuses to run more than {@code limit} times, and adds to
   * {@code runs} how often it ran. (Many runs may end in one report.) A run of very many coins
   * counts for more than one.
   */
  private static <R> Map<Object, Fraction> law(
      Subject<R> subject, Tampering tampering, int item, long limit, long[] runs) {
    Map<Object, Fraction> law = new HashMap<>();
    Object[] report = new Object[1];
    long last = runs[0] + limit;
    Consumer<EnumeratingSource> once =
        source -> {
          runs[0]++;
          boolean isHopeless =
              (runs[0] - last + limit) % LOOK == 0
                  && source.progress() * limit * HOPELESS < runs[0] - last + limit;
          if (runs[0] > last || isHopeless) {
            throw new EnumeratingSource.NotFiniteException(
                "the randomizer has more outcomes than can be enumerated.");
          }
          report[0] = comparable(subject.report(item, tampering.of(source)));
          runs[0] += source.depth() / COINS_OF_A_RUN;
        };
    EnumeratingSource.walk(once, probability -> law.merge(report[0], probability, Fraction::plus));
    return law;
  }

  /** As a key of a map: short bytes as a number, whose hash spreads, for all are of one length. */
  private static Object comparable(Object report) {
    if (!(report instanceof byte[] bytes)) {
      return report;
    }
    return bytes.length <= Long.BYTES
        ? ByteBuffer.wrap(Arrays.copyOf(bytes, Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN).getLong()
        : ByteBuffer.wrap(bytes);
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

  /** Empty where the bits turn out not to be independent. */
  private static <R> OptionalDouble enumerateBits(
      Subject<R> subject, Tampering tampering, long budget, int[] compared) {
    int bits = subject.bits();
    int coins = EnumeratingSource.publicCoins(source -> subject.report(0, tampering.of(source)));
    // All bits of each item are walked, and all pairs of items compared.
    double walked = budget / 8.0 / bits / coins;
    double paired = Math.sqrt(4.0 * budget / bits / coins);
    int items = (int) Math.max(2, Math.min(subject.items(), Math.min(walked, paired)));
    double worst = 0;
    for (int coin = 0; coin < coins; coin++) {
      BitLaws laws = new BitLaws(new HashMap<>(), new ArrayList<>());
      int[][] law = new int[items][bits];
      for (int item = 0; item < items; item++) {
        for (int bit = 0; bit < bits; bit++) {
          Fraction one = probabilityOfOne(subject, tampering, item, bit, coin);
          if (one == null) {
            return OptionalDouble.empty();
          }
          law[item][bit] = laws.number(one);
        }
      }
      worst = Math.max(worst, worstPair(law, laws.laws));
    }
    compared[0] = items;
    return OptionalDouble.of(worst);
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

  /**
   * P[bit = 1 | item, public coin], by enumerating what this bit alone depends on; null where other
   * bits turn out to depend on it, as they do if a coin is used twice.
   */
  private static <R> Fraction probabilityOfOne(
      Subject<R> subject, Tampering tampering, int item, int bit, int coin) {
    // By what the bit is and then by what all others are.
    List<Map<Object, Fraction>> laws = List.of(new HashMap<>(), new HashMap<>());
    byte[][] report = new byte[1][];
    // Bits that show the public coin depend on no place: they come out as 0 or 1 for certain.
    EnumeratingSource.walkBit(
        Math.max(0, bit - subject.firstIndependentBit()),
        coin,
        source -> report[0] = (byte[]) (Object) subject.report(item, tampering.of(source)),
        probability -> {
          byte[] others = report[0].clone();
          int mask = 1 << (bit & 7);
          boolean isOne = (others[bit >>> 3] & mask) != 0;
          others[bit >>> 3] &= (byte) ~mask;
          laws.get(isOne ? 1 : 0).merge(comparable(others), probability, Fraction::plus);
        });
    Fraction one = laws.get(1).values().stream().reduce(Fraction.ZERO, Fraction::plus);
    Set<Object> all = new HashSet<>(laws.get(0).keySet());
    all.addAll(laws.get(1).keySet());
    for (Object others : all) {
      Fraction withOne = laws.get(1).getOrDefault(others, Fraction.ZERO);
      Fraction withZero = laws.get(0).getOrDefault(others, Fraction.ZERO);
      if (withOne.times(one.complement()).compareTo(withZero.times(one)) != 0) {
        return null;
      }
    }
    return one;
  }

  /**
   * A sampled bound.
   *
   * @param samples reports of either item that it rests on
   */
  private record Shown(double epsilon, long samples) {}

  /** Items 0 and 1: how often do reports speak most for 0, under either? */
  private static <R> Shown attack(Subject<R> subject, Tampering tampering, Sampling sampling) {
    if (sampling.samples == 0) {
      return new Shown(0, 0);
    }
    long began = System.nanoTime();
    double delta = subject.guarantee().delta();
    RandomSource source = tampering.of(new SimulationSource(sampling.seed));
    // The event is fixed on samples of its own, so that the bounds below are honest.
    int trial = (int) Math.min(sampling.samples, TRIAL);
    double[] own = new double[trial];
    double[] other = new double[trial];
    List<Object> seen0 = new ArrayList<>();
    List<Object> seen1 = new ArrayList<>();
    int tried = 0;
    while (tried < trial && (tried < 2 || System.nanoTime() - began < sampling.nanos / 4)) {
      R report0 = subject.report(0, source);
      R report1 = subject.report(1, source);
      own[tried] = subject.contrast(report0, 0, 1);
      other[tried] = subject.contrast(report1, 0, 1);
      tried++;
      seen0.add(Features.plain(report0));
      seen1.add(Features.plain(report1));
    }
    own = Arrays.copyOf(own, tried);
    other = Arrays.copyOf(other, tried);
    double least = bestEvent(own, other, sampling.samples, delta);
    Features features = Features.of(Stream.concat(seen0.stream(), seen1.stream()).toList());
    Features.Counts order0 = features.newCounts();
    Features.Counts order1 = features.newCounts();
    seen0.forEach(order0::add);
    seen1.forEach(order1::add);
    Features.Counts counts0 = features.newCounts();
    Features.Counts counts1 = features.newCounts();
    long hits0 = 0;
    long hits1 = 0;
    long drawn = 0;
    while (drawn < sampling.samples
        && (drawn < 2 || System.nanoTime() - began < sampling.nanos / 4 * 3)) {
      R report0 = subject.report(0, source);
      R report1 = subject.report(1, source);
      hits0 += subject.contrast(report0, 0, 1) >= least ? 1 : 0;
      hits1 += subject.contrast(report1, 0, 1) >= least ? 1 : 0;
      counts0.add(Features.plain(report0));
      counts1.add(Features.plain(report1));
      drawn++;
    }
    double shown = shown(hits0, hits1, drawn, delta, (ALPHA - FEATURES_ALPHA) / 2);
    Features.Event event = features.best(order0, order1, counts0, counts1, delta);
    if (event.promised() > subject.guarantee().epsilon()) {
      hits0 = 0;
      hits1 = 0;
      for (long i = 0; i < drawn; i++) {
        hits0 += features.holds(event, Features.plain(subject.report(0, source))) ? 1 : 0;
        hits1 += features.holds(event, Features.plain(subject.report(1, source))) ? 1 : 0;
      }
      shown = Math.max(shown, shown(hits0, hits1, drawn, delta, FEATURES_ALPHA / 2));
    }
    return new Shown(Math.max(0, shown), drawn);
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
      double promised =
          shown(Math.round(hits0 * scale), Math.round(hits1 * scale), samples, delta, ALPHA / 2);
      if (promised > best) {
        best = promised;
        event = least;
      }
    }
    return event;
  }

  /** The epsilon that an event's hits under two items show at least, given delta. */
  private static double shown(long hits0, long hits1, long samples, double delta, double tail) {
    return Math.log(Math.max(0, lower(hits0, samples, tail) - delta) / upper(hits1, samples, tail));
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
