package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

class NoiseTableTest {

  /** Names of tables, for parameters. */
  private static NoiseTable table(String name) {
    String[] parts = name.split("/");
    return parts[0].equals("laplace")
        ? NoiseTable.laplace(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]))
        : NoiseTable.gaussian(Long.parseLong(parts[1]));
  }

  private static DiscreteNoise noise(String name) {
    String[] parts = name.split("/");
    return parts[0].equals("laplace")
        ? new DiscreteLaplace(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]))
        : new DiscreteGaussian(Long.parseLong(parts[1]), 1);
  }

  private static RandomSource words(long seed) {
    return new SimulationSource(seed);
  }

  /** Words one after the other. */
  private static RandomSource script(long... words) {
    int[] at = {0};
    return new RandomSource() {
      @Override
      public long nextLong() {
        return words[at[0]++];
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace/1/9",
        "laplace/3/2",
        "laplace/2147000000/17",
        "gaussian/1",
        "gaussian/40",
        "gaussian/100000000000000000"
      })
  void aWordChoosesEachBucketByItsWeight(String name) {
    NoiseTable table = table(name);
    BigInteger[] chosen = new BigInteger[NoiseTable.BUCKETS];
    Arrays.fill(chosen, BigInteger.ZERO);
    long sum = 0;
    for (int own = 0; own < chosen.length; own++) {
      long index = (long) own << 53;
      // Of the words with this index, the first ones choose it and the others another.
      long from = 0;
      long to = NoiseTable.TOTAL;
      while (from < to) {
        long middle = (from + to) >>> 1;
        if (table.bucket(index | middle) == own) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      chosen[own] = chosen[own].add(BigInteger.valueOf(from));
      if (from < NoiseTable.TOTAL) {
        int other = table.bucket(index | from);
        assertEquals(other, table.bucket(index | (NoiseTable.TOTAL - 1)));
        chosen[other] = chosen[other].add(BigInteger.valueOf(NoiseTable.TOTAL - from));
      }
      sum += table.weight(own);
    }
    assertEquals(NoiseTable.TOTAL, sum);
    for (int k = 0; k < chosen.length; k++) {
      BigInteger share = BigInteger.valueOf(table.weight(k)).shiftLeft(11);
      assertEquals(share, chosen[k], "bucket " + k);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace/1/9",
        "laplace/3/2",
        "laplace/70001/17",
        "gaussian/1",
        "gaussian/40",
        "gaussian/10000000000"
      })
  void limitsAreAtMostOneAndWhatIsCertainLiesBelowThem(String name) {
    NoiseTable table = table(name);
    SimulationSource source = new SimulationSource(1);
    long buckets = NoiseTable.BUCKETS - 2;
    for (int k = 0; k < buckets; k++) {
      for (int trial = 0; trial < 20; trial++) {
        long x = table.start(k) + source.uniform((int) (table.start(k + 1) - table.start(k)));
        double limit = table.c() * Math.exp(-exponent(name, x)) / table.weight(k);
        assertTrue(limit < 1, "bucket " + k);
        assertTrue(table.certain(k) * 0x1p-32 <= limit, "bucket " + k);
      }
    }
    // Of all trials only so many fail.
    double kept = 0;
    for (int k = 0; k < buckets; k++) {
      kept += table.certain(k) * 0x1p-32 * table.weight(k) / NoiseTable.TOTAL;
    }
    assertTrue(kept > 0.93, "kept " + kept);
  }

  private static double exponent(String name, long x) {
    return noise(name).logLikelihood(0) - noise(name).logLikelihood(x);
  }

  /** Draws in cells of equal probability, or nearly, by the exact law. */
  private static double misfit(String drawn, String expected, double[] freedom) {
    int draws = 400_000;
    NoiseTable table = table(drawn);
    RandomSource words = words(3);
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      counts.merge(table.sample(words), 1, Integer::sum);
    }
    DiscreteNoise noise = noise(expected);
    int reach = (int) Math.ceil(40 * Math.sqrt(noise.variance()));
    double mass = 0;
    for (long x = -reach; x <= reach; x++) {
      mass += Math.exp(noise.logLikelihood(x));
    }
    double misfit = 0;
    double in = 0;
    double seen = 0;
    int cells = 0;
    for (long x = -reach; x <= reach; x++) {
      in += Math.exp(noise.logLikelihood(x)) / mass * draws;
      seen += counts.getOrDefault(x, 0);
      if (in > 2000) {
        misfit += (seen - in) * (seen - in) / in;
        cells++;
        in = 0;
        seen = 0;
      }
    }
    freedom[0] = cells;
    return misfit + (in > 20 ? (seen - in) * (seen - in) / in : 0);
  }

  private static double limit(double cells) {
    return ChiSquaredDistribution.of(cells).inverseSurvivalProbability(1e-6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace/1/1",
        "laplace/9/2",
        "laplace/70001/17",
        "gaussian/1",
        "gaussian/40",
        "gaussian/1000000"
      })
  void drawsHaveTheLawOfTheNoise(String name) {
    double[] cells = new double[1];
    double misfit = misfit(name, name, cells);

    assertTrue(misfit < limit(cells[0]), misfit + " for " + cells[0]);
  }

  @ParameterizedTest
  @CsvSource({"gaussian/40, gaussian/41", "laplace/70001/17, laplace/75001/17"})
  void noiseOfAnotherScaleWouldBeCaught(String drawn, String claimed) {
    double[] cells = new double[1];

    assertTrue(misfit(drawn, claimed, cells) > limit(cells[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"laplace/2147000000/17", "gaussian/100000000000000000"})
  void wideNoiseHasItsVarianceAndFourthMoment(String name) {
    NoiseTable table = table(name);
    RandomSource words = words(8);
    int draws = 1_000_000;
    double unit = Math.sqrt(noise(name).variance());
    double[] sums = new double[3];
    for (int i = 0; i < draws; i++) {
      double x = table.sample(words) / unit;
      sums[0] += x / draws;
      sums[1] += x * x / draws;
      sums[2] += x * x * x * x / draws;
    }
    boolean isLaplace = name.startsWith("laplace");

    assertEquals(0, sums[0], 6 / Math.sqrt(draws));
    assertEquals(1, sums[1], 6 * Math.sqrt((isLaplace ? 5.0 : 2) / draws));
    assertEquals(isLaplace ? 6 : 3, sums[2], 6 * Math.sqrt((isLaplace ? 2484.0 : 96) / draws));
  }

  /** What lies beyond the buckets is as rare, and as long, as it should be. */
  @ParameterizedTest
  @ValueSource(strings = {"laplace/1000/1", "gaussian/1000000"})
  void trialsBeyondTheBucketsHaveTheLawThere(String name) {
    NoiseTable table = table(name);
    RandomSource words = words(2);
    int trials = 3_000_000;
    long end = table.start(NoiseTable.BUCKETS - 2);
    double expected = 0; // of kept ones
    double excess = 0;
    DiscreteNoise noise = noise(name);
    for (long x = end; x < 60 * end; x++) {
      double kept =
          2
              * table.c()
              / (double) (table.start(1) - table.start(0))
              / (1 << 10)
              * Math.exp(noise.logLikelihood(x) - noise.logLikelihood(0));
      expected += kept;
      excess += kept * (x - end);
    }
    excess /= expected;
    double kept = 0;
    double mean = 0;
    double positive = 0;
    for (int i = 0; i < trials; i++) {
      long x = table.beyond(words);
      if (x != 0) {
        kept++;
        positive += x > 0 ? 1 : 0;
        long size = x > 0 ? x : -1 - x;
        assertTrue(size >= end);
        mean += size - end;
      }
    }
    double share = expected * trials;
    assertTrue(share > 300, "share " + share);
    // A negative one is farther from 0 by 1, and so rarer by a thousandth.
    assertEquals(share, kept, 6 * Math.sqrt(share) + 0.005 * share);
    assertEquals(kept / 2, positive, 3 * Math.sqrt(kept) + 0.005 * kept);
    assertEquals(excess, mean / kept, 6 * 1.1 * excess / Math.sqrt(kept) + 0.005 * excess);
  }

  /** exp(−y) by its series, without another step. */
  private static BigDecimal series(BigDecimal y, MathContext context) {
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int k = 1; k < 400; k++) {
      term = term.multiply(y).negate().divide(BigDecimal.valueOf(k), context);
      sum = sum.add(term, context);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"laplace/70001/17, 12345", "laplace/70001/17, -61000", "gaussian/1000000, 4321"})
  void whereDoublesCannotDecideDigitsDo(String name, long x) {
    NoiseTable table = table(name);
    int bucket = 0;
    while (table.start(bucket + 1) <= x) {
      bucket++;
    }
    String[] parts = name.split("/");
    MathContext context = new MathContext(200);
    BigDecimal size = BigDecimal.valueOf(x).abs();
    BigDecimal exponent =
        parts[0].equals("laplace")
            ? size.multiply(new BigDecimal(parts[2])).divide(new BigDecimal(parts[1]), context)
            : size.pow(2).divide(new BigDecimal(parts[1]).multiply(BigDecimal.valueOf(2)), context);
    BigInteger digits =
        series(exponent, context)
            .multiply(BigDecimal.valueOf(table.c()))
            .divide(BigDecimal.valueOf(table.weight(bucket)), context)
            .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(32 + 128)))
            .toBigInteger();
    long first = digits.shiftRight(128).longValueExact();
    long second = digits.shiftRight(64).longValue();
    long third = digits.longValue();

    assertTrue(table.isBelow(first - 3, bucket, x, script()));
    assertFalse(table.isBelow(first + 3, bucket, x, script()));
    assertTrue(table.isBelow(first, bucket, x, script(second - 1)));
    assertFalse(table.isBelow(first, bucket, x, script(second + 1)));
    assertTrue(table.isBelow(first, bucket, x, script(second, third - 1)));
    assertFalse(table.isBelow(first, bucket, x, script(second, third + 1)));
  }

  /** Noise of a keyed person is permanent: a report made again is the same report. */
  @Test
  void theNoiseOfWordsIsPermanent() {
    long laplace = 0;
    long gaussian = 0;
    RandomSource words = words(12);
    NoiseTable wide = table("laplace/70001/17");
    NoiseTable normal = table("gaussian/10000000000");
    for (int i = 0; i < 10_000; i++) {
      laplace = 31 * laplace + wide.sample(words);
      gaussian = 31 * gaussian + normal.sample(words);
    }
    assertEquals(-5890061284203466370L, laplace);
    assertEquals(-5772401855932568361L, gaussian);
  }
}
