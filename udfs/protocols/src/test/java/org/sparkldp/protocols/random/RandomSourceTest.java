package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.accounting.Epsilon;

/**
 * The samplers word by word: which of the 2^64 words lead where. Statistics, on a fixed seed, come
 * last; each has a wrong twin.
 */
class RandomSourceTest {
  private static final BigInteger WORDS = Epsilon.WORDS;

  private static BigInteger big(long x) {
    return BigInteger.valueOf(x);
  }

  // bernoulli

  @ParameterizedTest
  @ValueSource(longs = {1, 12345, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1})
  void bernoulli_isTrueForTheWordsBelowTheThresholdReadUnsigned(long threshold) {
    assertTrue(new Words(0).bernoulli(threshold));
    assertTrue(new Words(threshold - 1).bernoulli(threshold));
    assertFalse(new Words(threshold).bernoulli(threshold));
    assertFalse(new Words(-1).bernoulli(threshold));
  }

  @Test
  void bernoulli_zeroIsNever() {
    assertFalse(new Words(0).bernoulli(0));
    assertFalse(new Words(-1).bernoulli(0));
  }

  // uniform

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 1000, 65536, 1_000_003, 1 << 30, Integer.MAX_VALUE})
  void uniform_givesEveryOutcomeTheSameNumberOfWords(int bound) {
    BigInteger surplus = WORDS.mod(big(bound));
    BigInteger each = WORDS.divide(big(bound));
    int[] outcomes = {0, 1, 2, bound / 2, bound - 2, bound - 1};
    for (int outcome : outcomes) {
      if (outcome < 0 || outcome >= bound) {
        continue;
      }
      // Words whose product with the bound has the outcome as its upper half ...
      BigInteger from = ceiling(WORDS.multiply(big(outcome)), bound);
      BigInteger to = ceiling(WORDS.multiply(big(outcome + 1L)), bound);
      // ... except those whose lower half is below the surplus.
      BigInteger accepted = ceiling(WORDS.multiply(big(outcome)).add(surplus), bound);

      assertEquals(each, to.subtract(accepted));
      assertEquals(outcome, new Words(accepted.longValue()).uniform(bound));
      assertEquals(outcome, new Words(to.subtract(BigInteger.ONE).longValue()).uniform(bound));
      if (from.compareTo(accepted) < 0) {
        Words rejected = new Words(from.longValue(), to.subtract(BigInteger.ONE).longValue());
        assertEquals(outcome, rejected.uniform(bound));
        assertEquals(2, rejected.drawn());
      }
    }
  }

  private static BigInteger ceiling(BigInteger dividend, int divisor) {
    return dividend.add(big(divisor - 1L)).divide(big(divisor));
  }

  @Test
  void uniform_drawsAnewUntilAWordIsAccepted() {
    // 2^64 mod 3 = 1: of the words only 0, whose product with 3 is 0, is one too many.
    Words words = new Words(0, 0, 0, -1);

    assertEquals(2, words.uniform(3));
    assertEquals(4, words.drawn());
    assertEquals(0, new Words(1).uniform(3));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 1 << 20, 1 << 30})
  void uniform_rejectsNoWordWhereTheBoundIsAPowerOfTwo(int bound) {
    assertEquals(0, new Words(0).uniform(bound));
    assertEquals(bound - 1, new Words(-1).uniform(bound));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void uniform_refusesABoundBelowOne(int bound) {
    assertThrows(IllegalArgumentException.class, () -> new Words(0).uniform(bound));
  }

  // subset

  /** Many words are 0, the first that is rejected where the bound is no power of two. */
  @Property
  void subset_isFloydsWithOneUniformDrawAfterTheOther(
      @ForAll @IntRange(min = 1, max = 150) int bound, @ForAll long seed) {
    SimulationSource random = new SimulationSource(seed);
    long[] words = new long[400];
    Arrays.setAll(words, i -> random.uniform(4) == 0 ? 0 : random.nextLong());
    int size = random.uniform(bound + 1);
    Words once = new Words(words);
    Words oneByOne = new Words(words);
    long[] bits = new long[3];
    once.subset(bound, size, bits);

    long[] expected = new long[3];
    for (int j = bound - size; j < bound; j++) {
      int u = oneByOne.uniform(j + 1);
      int member = (expected[u / 64] >>> u & 1) == 1 ? j : u;
      expected[member / 64] |= 1L << member;
    }
    assertArrayEquals(expected, bits);
    assertEquals(oneByOne.drawn(), once.drawn());
    assertEquals(size, Arrays.stream(bits).map(Long::bitCount).sum());
  }

  @Test
  void subset_rejectsTheSurplusWords() {
    // 2^64 mod 3 = 1: of the words for a draw from three, 0 is one too many. Were it taken as 0,
    // which is in the subset already, 2 would be taken instead.
    long[] bits = new long[1];
    Words words = new Words(0, 0, 1L << 63);
    words.subset(3, 2, bits);

    assertEquals(0b011, bits[0]);
    assertEquals(3, words.drawn());
  }

  // keepOrOther

  @Property
  void keepOrOther_givesEachOtherItsWeightAndTheValueTheRest(
      @ForAll @IntRange(min = 2, max = 70) int k, @ForAll long any) {
    BigInteger most = WORDS.subtract(BigInteger.ONE).divide(big(k - 1L));
    long weight = Epsilon.unsigned(any).mod(most).add(BigInteger.ONE).longValue();
    cutsTheWordsRight(k, weight);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 1000})
  void keepOrOther_isExactAtTheSmallestAndLargestWeight(int k) {
    cutsTheWordsRight(k, 1);
    cutsTheWordsRight(k, Long.divideUnsigned(-1, k - 1));
  }

  /** The first k − 1 runs of {@code weight} words are the others in order, the rest the value. */
  private static void cutsTheWordsRight(int k, long weight) {
    for (int value : new int[] {0, k / 2, k - 1}) {
      for (int i : new int[] {0, (k - 2) / 2, k - 2}) {
        int other = i < value ? i : i + 1;
        assertEquals(other, keepOrOther(value, k, weight, i * weight));
        assertEquals(other, keepOrOther(value, k, weight, i * weight + (weight - 1)));
      }
      assertEquals(value, keepOrOther(value, k, weight, (k - 1) * weight));
      assertEquals(value, keepOrOther(value, k, weight, -1));
    }
  }

  private static int keepOrOther(int value, int k, long weight, long word) {
    return new Words(word).keepOrOther(value, k, weight); // a second word is not there
  }

  // keepOrOtherWithUniform

  @Property
  void keepOrOtherWithUniform_takesTheChoiceFromTheRunAndTheRestFromTheLowDigits(
      @ForAll @IntRange(min = 2, max = 70) int k,
      @ForAll @IntRange(min = 0, max = 20) int bits,
      @ForAll long any) {
    BigInteger most = WORDS.subtract(BigInteger.ONE).divide(big(k - 1L)).shiftRight(bits);
    long weight = Epsilon.unsigned(any).mod(most).add(BigInteger.ONE).longValue() << bits;
    int last = (1 << bits) - 1;
    for (int value : new int[] {0, k / 2, k - 1}) {
      // Every run begins with low digits all 0 and ends with all 1, so each pair is equally likely.
      for (int i : new int[] {0, (k - 2) / 2, k - 2}) {
        int other = i < value ? i : i + 1;
        assertEquals(other << bits, withUniform(value, k, weight, bits, i * weight));
        assertEquals(
            other << bits | last, withUniform(value, k, weight, bits, i * weight + (weight - 1)));
      }
      assertEquals(value << bits, withUniform(value, k, weight, bits, (k - 1) * weight));
      assertEquals(value << bits | last, withUniform(value, k, weight, bits, -1));
    }
  }

  private static int withUniform(int value, int k, long weight, int bits, long word) {
    return new Words(word).keepOrOtherWithUniform(value, k, weight, bits);
  }

  // bernoulliBits

  /** Passes words on and keeps them. */
  private static final class Recorder extends RandomSource {
    private final RandomSource source;
    private final long[] planes = new long[64];
    private int drawn;

    Recorder(RandomSource source) {
      this.source = source;
    }

    @Override
    public long nextLong() {
      planes[drawn] = source.nextLong();
      return planes[drawn++];
    }

    /** The binary digits of lane {@code lane} that arrived, the others 0. */
    private long number(int lane) {
      long number = 0;
      for (int i = 0; i < drawn; i++) {
        number |= ((planes[i] >>> lane) & 1) << (63 - i);
      }
      return number;
    }

    /** Whether digits that have not arrived could still make some lane's number less. */
    boolean isOpen(long threshold) {
      long seen = drawn == 0 ? 0 : -1L << (64 - drawn);
      return (threshold & ~seen) != 0
          && IntStream.range(0, 64).anyMatch(lane -> number(lane) == (threshold & seen));
    }

    /** The lanes whose number is below the threshold. */
    long less(long threshold) {
      long less = 0;
      for (int lane = 0; lane < 64; lane++) {
        less |= Long.compareUnsigned(number(lane), threshold) < 0 ? 1L << lane : 0;
      }
      return less;
    }
  }

  @Property
  void bernoulliBits_comparesTheNumberOfEachLaneWithTheThreshold(
      @ForAll long threshold, @ForAll long seed) {
    comparesLaneByLane(threshold, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, Long.MAX_VALUE, Long.MIN_VALUE, -1, 1L << 62, 0xff80000000000000L})
  void bernoulliBits_comparesAtSpecialThresholdsToo(long threshold) {
    for (long seed = 0; seed < 50; seed++) {
      comparesLaneByLane(threshold, seed);
    }
  }

  private static void comparesLaneByLane(long threshold, long seed) {
    Recorder source = new Recorder(new SimulationSource(seed));
    long[] bits = new long[1];
    source.bernoulliBits(threshold, 64, bits);

    assertFalse(source.isOpen(threshold));
    assertEquals(source.less(threshold), bits[0]);
  }

  @Property
  void bernoulliBits_drawsTheFirstPlanesOfAllWordsBeforeTheDeeperOnes(
      @ForAll long threshold, @ForAll @IntRange(min = 1, max = 5) int words, @ForAll long seed) {
    int ahead = Math.min(8, 64 - Long.numberOfTrailingZeros(threshold));
    RandomSource source = new SimulationSource(seed);
    long[] first = LongStream.generate(source::nextLong).limit((long) words * ahead).toArray();
    long[] expected = new long[words];
    for (int i = 0; i < words; i++) {
      Recorder numbers = new Recorder(source);
      System.arraycopy(first, i * ahead, numbers.planes, 0, ahead);
      numbers.drawn = ahead;
      while (numbers.isOpen(threshold)) {
        numbers.nextLong();
      }
      expected[i] = numbers.less(threshold);
    }

    long[] bits = new long[words];
    new SimulationSource(seed).bernoulliBits(threshold, 64 * words, bits);
    assertArrayEquals(expected, bits);
  }

  @Test
  void bernoulliBits_isDecidedByTheLastDigitWhereAllOthersAgree() {
    long threshold = 0x8000000000000001L;
    long[] planes = new long[64];
    planes[0] = -1; // all lanes have the threshold's first digit, then zeros like it
    planes[63] = 0x00ff; // of the last digit, lanes 0 to 7 have the threshold's 1
    Words words = new Words(planes);
    long[] bits = new long[1];
    words.bernoulliBits(threshold, 64, bits);

    assertEquals(~0x00ffL, bits[0]);
    assertEquals(64, words.drawn());
  }

  @Test
  void bernoulliBits_ofZeroDrawsNothingAndClears() {
    long[] bits = {-1, -1, -1};
    new Words().bernoulliBits(0, 65, bits);

    assertArrayEquals(new long[] {0, 0, -1}, bits);
  }

  @Test
  void bernoulliBits_ofOneHalfCostsOnePlane() {
    long[] bits = new long[2];
    Words words = new Words(0x0123456789abcdefL, -1);
    words.bernoulliBits(1L << 63, 128, bits);

    assertArrayEquals(new long[] {~0x0123456789abcdefL, 0}, bits);
    assertEquals(2, words.drawn());
  }

  @Property
  void bernoulliBits_beyondCountAreZeroAndTheWordsBeyondUntouched(
      @ForAll @IntRange(min = 1, max = 300) int count, @ForAll long threshold) {
    int words = (count + 63) / 64;
    long[] bits = new long[words + 1];
    Arrays.fill(bits, -1);
    new SimulationSource(count).bernoulliBits(threshold, count, bits);
    // The same coins for whole words: only the tail differs.
    long[] whole = new long[words];
    new SimulationSource(count).bernoulliBits(threshold, 64 * words, whole);
    for (int bit = count; bit < 64 * words; bit++) {
      whole[bit >>> 6] &= ~(1L << bit);
    }

    assertArrayEquals(whole, Arrays.copyOf(bits, words));
    assertEquals(-1, bits[words]);
  }

  @Test
  void bernoulliBits_costAboutEightAndAHalfWordsFor64() {
    long[] words = new long[1];
    RandomSource source = new SimulationSource(1);
    RandomSource counting =
        new RandomSource() {
          @Override
          public long nextLong() {
            words[0]++;
            return source.nextLong();
          }
        };
    counting.bernoulliBits(0x123456789abcdef1L, 64 * 10_000, new long[10_000]);

    assertEquals(8.46, words[0] / 10_000.0, 0.05);
  }

  // geometric

  @Test
  void geometric_countsTheFailuresBeforeTheFirstSuccess() {
    long half = 1L << 63; // a plane's digit 0 is a success
    assertEquals(0, new Words(0).geometric(half, 100));
    assertEquals(5, new Words(~(1L << 5)).geometric(half, 100));
    assertEquals(63, new Words(Long.MAX_VALUE).geometric(half, 100));
    assertEquals(64, new Words(-1, 0).geometric(half, 100));
    assertEquals(130, new Words(-1, -1, ~4L).geometric(half, 1000));
  }

  @Test
  void geometric_stopsAtTheLimit() {
    long half = 1L << 63;
    assertEquals(3, new Words(~(1L << 5)).geometric(half, 3));
    assertEquals(5, new Words(~(1L << 5)).geometric(half, 5));
    assertEquals(64, new Words(-1).geometric(half, 64));
    assertEquals(100, new Words(-1, -1).geometric(half, 100));
    assertEquals(0, new Words().geometric(half, 0));
  }

  @Test
  void geometric_refusesAThresholdOfZero() {
    assertThrows(IllegalArgumentException.class, () -> new Words().geometric(0, 1));
  }

  // Statistics: fixed seeds, so each run is the same one.

  private static final int TRIALS = 200_000;

  /** Whether a sampler's outcomes look as if drawn with the probabilities of cells 0 to last. */
  private static boolean looksLike(
      ToIntFunction<RandomSource> sampler, int cells, IntToDoubleFunction probability) {
    RandomSource source = new SimulationSource(20_260_101);
    long[] counts = new long[cells];
    for (int trial = 0; trial < TRIALS; trial++) {
      counts[sampler.applyAsInt(source)]++;
    }
    double[] probabilities = IntStream.range(0, cells).mapToDouble(probability).toArray();
    return GoodnessOfFit.pValue(counts, probabilities) > 1e-6;
  }

  private static long threshold(double p) {
    return (long) (p * 0x1p53) << 11;
  }

  @Test
  void bernoulli_hasItsProbability() {
    IntToDoubleFunction law = bit -> bit == 1 ? 0.3 : 0.7;
    assertTrue(looksLike(s -> s.bernoulli(threshold(0.3)) ? 1 : 0, 2, law));
    assertFalse(looksLike(s -> s.bernoulli(threshold(0.31)) ? 1 : 0, 2, law));
  }

  @Test
  void uniform_isUniform() {
    assertTrue(looksLike(s -> s.uniform(7), 7, cell -> 1 / 7.0));
    assertFalse(looksLike(s -> (int) (s.nextLong() >>> 59) % 7, 7, cell -> 1 / 7.0));
  }

  @Test
  void keepOrOther_hasItsLaw() {
    IntToDoubleFunction law = cell -> cell == 2 ? 0.6 : 0.1;
    assertTrue(looksLike(s -> s.keepOrOther(2, 5, threshold(0.1)), 5, law));
    // The classic slip: with the probability of lying, any of the k items, the own one too.
    assertFalse(looksLike(s -> s.bernoulli(threshold(0.6)) ? 2 : s.uniform(5), 5, law));
  }

  @Test
  void bernoulliBits_areIndependentCoins() {
    IntToDoubleFunction law = RandomSourceTest::law;
    assertTrue(looksLike(s -> bits(s, 0.3), 8, law));
    assertFalse(looksLike(s -> bits(s, 0.31), 8, law));
    assertFalse(looksLike(s -> s.bernoulli(threshold(0.3)) ? 7 : 0, 8, law)); // one coin for all
  }

  private static double law(int bits) {
    return Math.pow(0.3, Integer.bitCount(bits)) * Math.pow(0.7, 3 - Integer.bitCount(bits));
  }

  private static int bits(RandomSource source, double p) {
    long[] bits = new long[1];
    source.bernoulliBits(threshold(p), 3, bits);
    return (int) bits[0];
  }

  @Test
  void geometric_hasItsLaw() {
    IntToDoubleFunction law = x -> Math.pow(0.7, x) * (x == 12 ? 1 : 0.3);
    assertTrue(looksLike(s -> (int) s.geometric(threshold(0.3), 12), 13, law));
    assertFalse(looksLike(s -> (int) s.geometric(threshold(0.31), 12), 13, law));
    assertFalse(looksLike(s -> (int) Math.min(12, 1 + s.geometric(1L << 62, 12)), 13, law));
  }
}
