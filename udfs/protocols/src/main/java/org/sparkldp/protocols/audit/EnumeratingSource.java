package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A source that walks through every outcome of every call, and weighs it: the randomizer under
 * audit is run once for each leaf of its tree of coins, and the leaves' weights are its exact
 * output law.
 *
 * <p>The walk is an odometer: a path is the list of outcomes chosen at the successive calls; after
 * a run the last call that has outcomes left moves on and everything after it starts again.
 *
 * <p>A randomizer that asks for raw words, or may toss coins without end (rejection, noise without
 * bounds), cannot be enumerated and is refused.
 */
final class EnumeratingSource extends RandomSource {
  /** Packed bits up to this many are enumerated jointly, 2^12 outcomes. */
  static final int JOINT_BITS = 12;

  /** A uniform draw among more is not walked through: a hash function's seed, for instance. */
  private static final int MOST_OUTCOMES = 1 << 22;

  /** Calls after which a run, which takes first outcomes first, is taken to go on for ever. */
  private static final int LONGEST_PATH = 1 << 14;

  /** One call on the current path. */
  private static final class PathCall {
    final int outcomes;
    final Function<Integer, BigInteger> weight;
    final BigInteger denominator;
    Fraction before; // the probability of the path up to here; null until a leaf asks for it
    int chosen;
    private BigInteger known;
    private Fraction probability;

    PathCall(int outcomes, BigInteger denominator, Function<Integer, BigInteger> weight) {
      this.outcomes = outcomes;
      this.denominator = denominator;
      this.weight = weight;
    }

    /** The probability of the path with this outcome; one object where equal ones follow. */
    Fraction probability() {
      BigInteger now = weight.apply(chosen);
      if (!now.equals(known)) {
        known = now;
        probability = before.times(new Fraction(now, denominator));
      }
      return probability;
    }
  }

  private final List<PathCall> path = new ArrayList<>();
  private final int place;
  private final int publicCoin;
  private int publicCoins = 1;
  private int depth;

  private EnumeratingSource(int place, int publicCoin) {
    this.place = place;
    this.publicCoin = publicCoin;
  }

  /**
   * Like {@link #walk}, but of packed bits only the one at {@code place} takes its outcomes, the
   * others stay 0, and uniform draws give the outcomes numbered {@code publicCoin}. For reports
   * whose bits are independent given the uniform draws and depend on their own place only.
   */
  static void walkBit(
      int place, int publicCoin, Consumer<RandomSource> once, Consumer<Fraction> leaf) {
    walk(new EnumeratingSource(place, publicCoin), once, leaf);
  }

  /** How many outcomes the uniform draws of one run have together. */
  static int publicCoins(Consumer<RandomSource> once) {
    EnumeratingSource source = new EnumeratingSource(Integer.MAX_VALUE, 0);
    once.accept(source);
    return source.publicCoins;
  }

  /** Runs {@code once} on every path; {@code leaf} then sees each path's exact probability. */
  static void walk(Consumer<EnumeratingSource> once, Consumer<Fraction> leaf) {
    walk(new EnumeratingSource(-1, 0), once, leaf);
  }

  private static void walk(
      EnumeratingSource source, Consumer<? super EnumeratingSource> once, Consumer<Fraction> leaf) {
    do {
      source.depth = 0;
      source.publicCoins = 1;
      once.accept(source);
      leaf.accept(source.probability());
    } while (source.advance());
  }

  /** The path's probability. Only leaves ask: a path of coins without end multiplies nothing. */
  private Fraction probability() {
    int known = path.size();
    while (known > 0 && path.get(known - 1).before == null) {
      known--;
    }
    Fraction probability = known == 0 ? Fraction.ONE : path.get(known - 1).probability();
    for (PathCall step : path.subList(known, path.size())) {
      step.before = probability;
      probability = step.probability();
    }
    return probability;
  }

  /** The share of all paths that were walked, if all parts of the tree are as large as these. */
  double progress() {
    double share = 1;
    double walked = 0;
    for (PathCall step : path) {
      share /= step.outcomes;
      walked += share * step.chosen;
    }
    return walked;
  }

  /** Coins tossed in this run so far. */
  int depth() {
    return depth;
  }

  private boolean advance() {
    while (!path.isEmpty()) {
      PathCall last = path.get(path.size() - 1);
      if (++last.chosen < last.outcomes) {
        return true;
      }
      path.remove(path.size() - 1);
    }
    return false;
  }

  private int choose(int outcomes, BigInteger denominator, Function<Integer, BigInteger> weight) {
    if (depth == path.size()) {
      if (depth == LONGEST_PATH) {
        throw new NotFiniteException(
            "a randomizer that may draw random bits without end cannot be enumerated; audit it by"
                + " sampling.");
      }
      path.add(new PathCall(outcomes, denominator, weight));
    }
    return path.get(depth++).chosen;
  }

  @Override
  public long nextLong() {
    throw new NotFiniteException(
        "a randomizer that draws raw words cannot be enumerated; audit it by sampling.");
  }

  @Override
  public RandomSource ahead(int expected) {
    return this;
  }

  @Override
  public boolean bernoulli(long threshold) {
    BigInteger yes = Epsilon.unsigned(threshold);
    return choose(2, Epsilon.WORDS, o -> o == 1 ? yes : Epsilon.WORDS.subtract(yes)) == 1;
  }

  @Override
  public int uniform(int bound) {
    if (place >= 0) {
      int outcome = publicCoin / publicCoins % bound;
      publicCoins = Math.multiplyExact(publicCoins, bound);
      return outcome;
    }
    if (bound > MOST_OUTCOMES) {
      throw new NotFiniteException(
          "a draw among " + bound + " has too many outcomes; audit it by sampling.");
    }
    return choose(bound, BigInteger.valueOf(bound), o -> BigInteger.ONE);
  }

  @Override
  public void subset(int bound, int size, long[] bits) {
    byte[] taken = new byte[bound + Long.BYTES];
    for (int j = bound - size; j < bound; j++) {
      take(uniform(j + 1), j, taken);
    }
    pack(taken, bound, bits);
  }

  @Override
  public int coin(int numerator, int denominator) {
    if (numerator == 0 || numerator == denominator) {
      return numerator > 0 ? 1 : 0;
    }
    BigInteger yes = BigInteger.valueOf(numerator);
    BigInteger all = BigInteger.valueOf(denominator);
    return choose(2, all, o -> o == 1 ? yes : all.subtract(yes));
  }

  @Override
  public int weighted(IntegerWeights weights) {
    return choose(weights.size(), weights.total(), weights::weight);
  }

  @Override
  public int keepOrOther(int value, int k, long otherWeight) {
    BigInteger other = Epsilon.unsigned(otherWeight);
    BigInteger own = Epsilon.WORDS.subtract(other.multiply(BigInteger.valueOf(k - 1L)));
    return choose(k, Epsilon.WORDS, o -> o == value ? own : other);
  }

  @Override
  public int keepOrOtherWithUniform(int value, int k, long otherWeight, int bits) {
    if (Long.numberOfTrailingZeros(otherWeight) < bits) {
      throw Require.refusal(
          "the weight must be a multiple of 2^%s, or its low digits would reveal the choice.",
          bits);
    }
    BigInteger other = Epsilon.unsigned(otherWeight);
    BigInteger own = Epsilon.WORDS.subtract(other.multiply(BigInteger.valueOf(k - 1L)));
    BigInteger denominator = Epsilon.WORDS.shiftLeft(bits);
    return choose(k << bits, denominator, o -> o >>> bits == value ? own : other);
  }

  @Override
  public void bernoulliBits(long threshold, int count, long[] bits) {
    if (place >= 0) {
      Arrays.fill(bits, 0, (count + 63) >>> 6, 0L);
      if (place < count && bernoulli(threshold)) {
        bits[place >>> 6] |= 1L << place;
      }
      return;
    }
    if (count > JOINT_BITS) {
      throw new NotFiniteException(
          count + " joint bits have too many outcomes; audit them position by position.");
    }
    BigInteger one = Epsilon.unsigned(threshold);
    BigInteger zero = Epsilon.WORDS.subtract(one);
    bits[0] =
        choose(
            1 << count,
            Epsilon.WORDS.pow(count),
            o -> one.pow(Integer.bitCount(o)).multiply(zero.pow(count - Integer.bitCount(o))));
  }

  /** Thrown where enumeration is not possible; the audit falls back. */
  static final class NotFiniteException extends RuntimeException {
    NotFiniteException(String message) {
      super(message);
    }
  }
}
