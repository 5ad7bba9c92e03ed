package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The exact half of an audit: the law of every report by {@link EnumeratingSource}, or of every bit
 * where bits are independent. The result is never below the true epsilon.
 */
final class Enumeration {
  /** Runs after which one looks how far it is, and how many times too far it must seem to be. */
  private static final int LOOK = 1 << 16;

  private static final int HOPELESS = 3;

  /** Coins that take as long as a run. */
  private static final int COINS_OF_A_RUN = 4;

  /** The limit of runs for an enumeration. */
  record RunLimit(long all, long ofItem) {}

  private Enumeration() {}

  /**
   * Epsilon of a subject, rounded up; empty if it is not enumerable.
   *
   * @param compared its first entry becomes the number of items that were compared
   */
  static <R> OptionalDouble epsilon(
      Subject<R> subject, Tampering tampering, RunLimit budget, int[] compared) {
    try {
      return OptionalDouble.of(enumerate(subject, tampering, budget, compared));
    } catch (EnumeratingSource.NotFiniteException e) {
      return subject.firstIndependentBit() >= 0
          ? enumerateBits(subject, tampering, budget.all, compared)
          : OptionalDouble.empty();
    }
  }

  /** The largest and smallest probability of one report over the items so far. */
  private static final class Extremes {
    Fraction largest = Fraction.ZERO;
    Fraction smallest;
    int items;
  }

  private static <R> double enumerate(
      Subject<R> subject, Tampering tampering, RunLimit budget, int[] compared) {
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

  /** As a key of a map: short bytes as a number, whose hash spreads, since all have one length. */
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
    // By the value of the bit, and then by the values of all others.
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
}
