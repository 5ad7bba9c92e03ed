package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Discrete Laplace and Gaussian noise, and the coins they are made of. */
class DiscreteNoiseTest {

  // Coins.

  /** A source that answers uniform draws from a list. */
  private static RandomSource uniforms(int... answers) {
    Deque<Integer> rest = new ArrayDeque<>(Arrays.stream(answers).boxed().toList());
    return new RandomSource() {
      @Override
      public long nextLong() {
        throw new AssertionError("noise draws through the overridable samplers only");
      }

      @Override
      public int uniform(int bound) {
        return rest.remove();
      }
    };
  }

  @Test
  void ratio_comparesAUniformNumberWithTheFractionDigitByDigit() {
    BigInteger one = BigInteger.ONE;
    BigInteger three = BigInteger.valueOf(3);
    int third = (1 << 30) / 3; // 0.0101… in binary, whose digits repeat with an even period

    assertTrue(Coins.ratio(uniforms(third - 1), one, three));
    assertFalse(Coins.ratio(uniforms(third + 1), one, three));
    assertTrue(Coins.ratio(uniforms(third, third - 1), one, three));
    assertFalse(Coins.ratio(uniforms(third, third, third + 1), one, three));
    assertFalse(Coins.ratio(uniforms(0, 0, 1), BigInteger.ZERO, three));
    assertTrue(Coins.ratio(uniforms(), three, three));
    assertFalse(Coins.ratio(uniforms(1 << 29, 0, 7), one, BigInteger.TWO)); // 1/2 is not below 1/2
    assertTrue(Coins.ratio(uniforms((1 << 29) - 1), one, BigInteger.TWO));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 3", "1, 1", "5, 2", "35, 10"})
  void exponential_hasItsProbability(int a, int b) {
    double probability = Math.exp(-(double) a / b);
    BigInteger bigA = BigInteger.valueOf(a);
    BigInteger bigB = BigInteger.valueOf(b);
    assertTrue(isLike(s -> Coins.exponential(s, bigA, bigB) ? 1 : 0, probability));
    assertFalse(isLike(s -> Coins.exponential(s, bigA, bigB) ? 1 : 0, probability * 0.9));
    if (a <= b) {
      assertTrue(isLike(s -> Coins.exponential(s, a, b) ? 1 : 0, probability));
    }
  }

  private static boolean isLike(ToLongFunction<RandomSource> coin, double probability) {
    return probability == 1
        ? IntStream.range(0, 1000).allMatch(i -> coin.applyAsLong(new SimulationSource(i)) == 1)
        : looksLike(coin, 1, x -> x == 1 ? probability : x == 0 ? 1 - probability : 0);
  }

  // Laws, on a fixed seed. Each rejects a true sampler with probability 1e-6 for a random seed.

  private static final int TRIALS = 300_000;

  /**
   * Whether draws look like a law on the integers, those with fewer than 20 expected joined to
   * their neighbours.
   *
   * @param reach the law is looked at from −reach to reach, and what is beyond counts as one cell
   */
  private static boolean looksLike(
      ToLongFunction<RandomSource> sampler, int reach, DoubleUnaryOperator law) {
    long[] counts = new long[2 * reach + 2];
    RandomSource source = new SimulationSource(20_260_301);
    for (int i = 0; i < TRIALS; i++) {
      long x = sampler.applyAsLong(source);
      counts[Math.abs(x) <= reach ? (int) x + reach : 2 * reach + 1]++;
    }
    double[] expected = new double[counts.length];
    double inside = 0;
    for (int x = -reach; x <= reach; x++) {
      expected[x + reach] = law.applyAsDouble(x);
      inside += expected[x + reach];
    }
    expected[2 * reach + 1] = Math.max(0, 1 - inside);
    long[] joined = new long[counts.length];
    double[] joinedExpected = new double[counts.length];
    int cells = 0;
    for (int i = 0; i < counts.length; i++) {
      joined[cells] += counts[i];
      joinedExpected[cells] += expected[i];
      if (joinedExpected[cells] * TRIALS >= 20) {
        cells++;
      }
    }
    if (cells < counts.length) { // what is left over goes to the last cell
      joined[cells - 1] += joined[cells];
      joinedExpected[cells - 1] += joinedExpected[cells];
    }
    return GoodnessOfFit.pValue(Arrays.copyOf(joined, cells), Arrays.copyOf(joinedExpected, cells))
        > 1e-6;
  }

  private static DoubleUnaryOperator laplace(double scale) {
    double r = Math.exp(-1 / scale);
    return x -> (1 - r) / (1 + r) * Math.pow(r, Math.abs(x));
  }

  private static DoubleUnaryOperator gaussian(double sigma2) {
    int reach = (int) (12 * Math.sqrt(sigma2)) + 12;
    double mass =
        IntStream.rangeClosed(-reach, reach)
            .mapToDouble(x -> Math.exp(-x * x / 2.0 / sigma2))
            .sum();
    return x -> Math.exp(-x * x / (2 * sigma2)) / mass;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "7, 2", "20, 1", "1000, 999"})
  void laplace_hasItsLaw(int t, int s) {
    DiscreteLaplace noise = new DiscreteLaplace(t, s);
    double scale = (double) t / s;

    assertTrue(looksLike(noise::sample, 200, laplace(scale)));
    assertFalse(looksLike(noise::sample, 200, laplace(scale * 1.03)));
  }

  @Test
  void laplace_isNotContinuousNoiseRounded() {
    ToLongFunction<RandomSource> rounded =
        source -> {
          double u = (source.nextLong() >>> 11) * 0x1p-53 - 0.5;
          return Math.round(-Math.signum(u) * Math.log1p(-2 * Math.abs(u)));
        };
    assertFalse(looksLike(rounded, 200, laplace(1)));
  }

  @Test
  void laplace_thatKeepsBothZerosWouldBeCaught() {
    DiscreteLaplace noise = new DiscreteLaplace(2, 1);
    ToLongFunction<RandomSource> twin =
        source -> source.bernoulli(1L << 60) ? 0 : noise.sample(source);
    assertFalse(looksLike(twin, 200, laplace(2)));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 4", "1, 1", "9, 2", "100, 1", "1000001, 1000000"})
  void gaussian_hasItsLaw(long p, int q) {
    DiscreteGaussian noise = new DiscreteGaussian(p, q);
    double sigma2 = (double) p / q;

    assertTrue(looksLike(noise::sample, 200, gaussian(sigma2)));
    assertFalse(looksLike(noise::sample, 200, gaussian(sigma2 * 1.05)));
  }

  @Test
  void gaussian_isNotContinuousNoiseRounded() {
    ToLongFunction<RandomSource> rounded =
        source -> {
          double radius = Math.sqrt(-2 * Math.log(1 - (source.nextLong() >>> 11) * 0x1p-53));
          return Math.round(radius * Math.cos(2 * Math.PI * (source.nextLong() >>> 11) * 0x1p-53));
        };
    assertFalse(looksLike(rounded, 200, gaussian(1)));
  }

  @Test
  void onTheWidestGridTheLawsAreThoseOfContinuousNoise() {
    int cells = 20; // of equal probability
    double scale = Integer.MAX_VALUE;
    DiscreteLaplace laplace = new DiscreteLaplace(Integer.MAX_VALUE, 1);
    DiscreteGaussian gaussian = new DiscreteGaussian(1L << 60, 1);
    DoubleUnaryOperator laplaceBelow =
        x -> x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2;
    NormalDistribution normal = NormalDistribution.of(0, 0x1p30);
    DoubleUnaryOperator uniform = cell -> cell >= 0 && cell < cells ? 1.0 / cells : 0;

    assertTrue(
        looksLike(
            s -> (long) (cells * laplaceBelow.applyAsDouble(laplace.sample(s))), cells, uniform));
    assertTrue(
        looksLike(
            s -> (long) (cells * normal.cumulativeProbability(gaussian.sample(s))),
            cells,
            uniform));
    assertFalse(
        looksLike(
            s -> (long) (cells * normal.cumulativeProbability(laplace.sample(s))), cells, uniform));
  }

  // Variances.

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.5, 1, 1.9, 2, 7.3, 400})
  void variances_areThoseOfTheLaws(double scale) {
    int denominator = 1000;
    int numerator = (int) Math.round(scale * denominator);
    DoubleUnaryOperator laplace = laplace(scale);
    DoubleUnaryOperator gaussian = gaussian(scale);
    int reach = (int) (60 * scale) + 60;
    double ofLaplace = 0;
    double ofGaussian = 0;
    for (int x = 1; x <= reach; x++) {
      ofLaplace += 2.0 * x * x * laplace.applyAsDouble(x);
      ofGaussian += 2.0 * x * x * gaussian.applyAsDouble(x);
    }
    assertEquals(1, new DiscreteLaplace(numerator, denominator).variance() / ofLaplace, 1e-12);
    assertEquals(1, new DiscreteGaussian(numerator, denominator).variance() / ofGaussian, 1e-12);
  }

  @Test
  void likelihoods_areThoseOfTheLaws() {
    DoubleUnaryOperator laplace = laplace(3.5);
    DoubleUnaryOperator gaussian = gaussian(3.5);
    for (int x = -9; x <= 9; x++) {
      assertEquals(
          Math.log(laplace.applyAsDouble(x) / laplace.applyAsDouble(0)),
          new DiscreteLaplace(7, 2).logLikelihood(x),
          1e-12);
      assertEquals(
          Math.log(gaussian.applyAsDouble(x) / gaussian.applyAsDouble(0)),
          new DiscreteGaussian(7, 2).logLikelihood(x),
          1e-12);
    }
  }

  // What is drawn from, and refusals.

  @Test
  void everyCoinComesThroughTheOverridableSamplers() {
    SimulationSource inner = new SimulationSource(3);
    RandomSource audited =
        new RandomSource() {
          @Override
          public long nextLong() {
            throw new AssertionError("noise draws through the overridable samplers only");
          }

          @Override
          public boolean bernoulli(long threshold) {
            return inner.bernoulli(threshold);
          }

          @Override
          public int uniform(int bound) {
            return inner.uniform(bound);
          }
        };
    SimulationSource same = new SimulationSource(3);
    for (int i = 0; i < 100; i++) {
      assertEquals(
          new DiscreteGaussian(17, 2).sample(same), new DiscreteGaussian(17, 2).sample(audited));
      assertEquals(
          new DiscreteLaplace(17, 2).sample(same), new DiscreteLaplace(17, 2).sample(audited));
    }
  }

  @Test
  void laplace_aTrueCoinIsNegativeAndTheNegativeZeroIsThrownAway() {
    // Remainder u of 7, then not below u, so exp(−u/7) is true; then exp(−1) is false at once.
    int[] three = {3, 6, 0, 1}; // 3/2 is 1
    int[] zero = {0, 6, 0, 1};

    assertEquals(-1, new DiscreteLaplace(7, 2).sample(coins(true, three)));
    assertEquals(1, new DiscreteLaplace(7, 2).sample(coins(false, three)));
    assertEquals(0, new DiscreteLaplace(7, 2).sample(coins(false, zero)));
    int[] both = IntStream.concat(Arrays.stream(zero), Arrays.stream(three)).toArray();
    assertEquals(-1, new DiscreteLaplace(7, 2).sample(coins(true, both)));
  }

  private static RandomSource coins(boolean sign, int... answers) {
    RandomSource uniforms = uniforms(answers);
    return new RandomSource() {
      @Override
      public long nextLong() {
        return uniforms.nextLong();
      }

      @Override
      public int uniform(int bound) {
        return uniforms.uniform(bound);
      }

      @Override
      public boolean bernoulli(long threshold) {
        assertEquals(1L << 63, threshold);
        return sign;
      }
    };
  }

  // Noise for a claim. For 15.001 the 4,097th fraction would be tighter still.

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "1.0, 1073741824",
    "0.1, 1",
    "0.1, 1000",
    "3.7, 12345",
    "20.0, 1",
    "20.0, 3",
    "15.001003009027082, 1",
    "1e-6, 1",
    "1e-6, 1000",
    "2.7182818, 65536",
    "0.693147180559945, 100000000"
  })
  void ofAClaim_theFractionIsTheTightestBelowItOfTheLast4096(double epsilon, long sensitivity) {
    BigDecimal claim = new BigDecimal(epsilon);
    long last =
        Math.min(Integer.MAX_VALUE, (long) ((0x1p31 - 8) * epsilon / sensitivity)); // t below 2^31
    BigInteger bestT = null;
    BigInteger bestS = null;
    // least scale = Δ/ε = a/b, waste of t over s a/b is (t b − s a)/(t b)
    BigInteger a = BigInteger.valueOf(sensitivity).multiply(BigInteger.TWO.pow(1100));
    BigInteger b = claim.multiply(new BigDecimal(BigInteger.TWO.pow(1100))).toBigIntegerExact();
    for (long s = last; s >= 1 && s > last - 4096; s--) {
      BigInteger least = a.multiply(BigInteger.valueOf(s));
      BigInteger t = least.add(b).subtract(BigInteger.ONE).divide(b);
      BigInteger waste = t.multiply(b).subtract(least);
      if (bestT == null
          || waste
                  .multiply(bestT)
                  .compareTo(bestT.multiply(b).subtract(a.multiply(bestS)).multiply(t))
              < 0) {
        bestT = t;
        bestS = BigInteger.valueOf(s);
      }
    }

    DiscreteLaplace noise = DiscreteLaplace.of(epsilon, sensitivity);
    assertEquals(bestT.intValueExact() + "/" + bestS, noise.t() + "/" + noise.s());
    assertEquals("discrete Laplace of scale " + bestT + "/" + bestS, noise.toString());
    BigDecimal level = BigDecimal.valueOf(sensitivity).multiply(BigDecimal.valueOf(noise.s()));
    BigDecimal claimed = claim.multiply(BigDecimal.valueOf(noise.t()));
    assertTrue(level.compareTo(claimed) <= 0, "never above the claim");
    assertEquals(1, level.doubleValue() / claimed.doubleValue(), 0x1p-28);
  }

  @Test
  void ofAClaim_sensitivitiesThatAreTooSmallOrTooWideAreRefused() {
    assertEquals(0x1p30, scale(DiscreteLaplace.of(1, 1L << 30)));
    assertEquals(1, scale(DiscreteLaplace.of(1, 1)));
    for (Object[] pair :
        new Object[][] {
          {1.0, 0L}, {1.0, -1L}, {1.0, (1L << 30) + 1}, {0.0, 1L}, {Double.NaN, 1L}
        }) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DiscreteLaplace.of((double) pair[0], (long) pair[1]));
    }
  }

  private static double scale(DiscreteLaplace noise) {
    return (double) noise.t() / noise.s();
  }

  @Test
  void gaussian_aVarianceMayBeAFractionUpTo2To60() {
    assertEquals(2, new DiscreteGaussian(2, 1).variance()); // of the noise, to the last digit
    assertEquals(0x1p60, new DiscreteGaussian(1L << 61, 2).variance());
    assertEquals(0x1p59, new DiscreteGaussian(1L << 61, 4).variance());
    for (long[] fraction : new long[][] {{(1L << 61) + 1, 2}, {(1L << 62) + 1, 3}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new DiscreteGaussian(fraction[0], (int) fraction[1]));
    }
  }

  @Test
  void rootsAreThoseOfBigIntegers() {
    for (long root : new long[] {0, 1, 2, 94_906_265, 3_037_000_499L, (1L << 60) + 12_345}) {
      BigInteger square = BigInteger.valueOf(root).pow(2);
      for (BigInteger near : List.of(square, square.add(BigInteger.ONE))) {
        assertEquals(near.sqrt().longValueExact(), DiscreteNoise.root(near));
      }
      assertEquals(
          Math.max(0, root - 1),
          DiscreteNoise.root(square.subtract(BigInteger.ONE).max(BigInteger.ZERO)));
    }
  }

  @Test
  void scalesAndVariancesOutOfRangeAreRefused() {
    for (int[] scale : List.of(new int[] {0, 1}, new int[] {1, 0}, new int[] {-1, -1})) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> new DiscreteLaplace(scale[0], scale[1]));
      assertEquals(
          "a scale must be a fraction of integers of at least 1. Provided value: "
              + scale[0]
              + "/"
              + scale[1]
              + ".",
          refusal.getMessage());
      assertThrows(IllegalArgumentException.class, () -> new DiscreteGaussian(scale[0], scale[1]));
    }
    assertThrows(IllegalArgumentException.class, () -> new DiscreteGaussian((1L << 60) + 1, 1));
    assertEquals(
        "discrete Gaussian of variance 1152921504606846976/1",
        new DiscreteGaussian(1L << 60, 1).toString());
  }
}
