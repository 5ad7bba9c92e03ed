package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.random.SimulationSource;

final class HadamardResponseTest {

  private static HadamardResponse of(double epsilon, int k, int blocks) {
    return HadamardResponse.DECLARATION.of(epsilon, k, blocks);
  }

  /** Part of every report's law: docs/wire.md states both. */
  @Test
  void cellsAndWeightAreTheLeastThatFit() {
    for (int blocks = 1; blocks <= 16; blocks *= 2) {
      for (int k = Math.max(2, blocks / 2 + 1); k <= 70; k++) {
        int size = 1;
        while (size < (k + blocks - 1) / blocks + 1) {
          size *= 2;
        }
        HadamardResponse protocol = of(1, k, blocks);
        assertEquals(blocks * size, protocol.cells());
        BigInteger unit = BigInteger.valueOf(size);
        BigInteger weight = Epsilon.unsigned(KaryResponse.of(1, 2 * blocks).otherWeight());
        BigInteger least = weight.add(unit).subtract(BigInteger.ONE).divide(unit).multiply(unit);
        assertEquals(
            new KaryResponse(2 * blocks, least.longValue()).exactEpsilon(),
            protocol.guarantee().exactEpsilon());
      }
    }
  }

  @Test
  void blocksMayBeAsManyAsItems() {
    assertEquals(8, HadamardResponse.DECLARATION.of(20, 8).blocks());
    assertEquals(8, HadamardResponse.DECLARATION.of(20, 5).blocks());
    assertEquals(1, HadamardResponse.DECLARATION.of(0.1, 8).blocks());
  }

  /** The bracket of the variance is never taken to be below 2 n r, its least expectation. */
  @Test
  void anItemWhoseBlockNobodyReportedHasTheErrorOfThoseElsewhere() {
    HadamardResponse protocol = of(1, 4, 2);
    Accumulator<Integer> sum = protocol.newAccumulator();
    sum.add(0, 600);
    sum.add(1, 400);
    double r = 1 / (Math.E + 3);
    double gap = 1 - 4 * r;

    // Items 1 and 3 are those of block 1.
    assertEquals(0, protocol.estimate(sum).rows().get(1).estimate());
    assertEquals(
        Math.sqrt(2 * r * 1000) / gap, protocol.estimate(sum).rows().get(1).standardError(), 1e-9);
  }

  @Test
  void oneBlockIsThePureOracleWithSupportOneHalf() {
    double epsilon = 1.0;
    HadamardResponse oracle = HadamardResponse.DECLARATION.of(epsilon, 100, 1);
    PureEstimator pure = new PureEstimator(Math.exp(epsilon) / (Math.exp(epsilon) + 1), 0.5);
    long[] counts = People.zipf(100, 5000);
    double[] variances = oracle.variances(counts);
    double ratio = (Math.exp(epsilon) + 1) / (Math.exp(epsilon) - 1);
    for (int v = 0; v < 100; v++) {
      assertEquals(pure.variances(counts)[v], variances[v], 1e-9 * variances[v]);
      assertEquals(5000 * ratio * ratio - counts[v], variances[v], 1e-9 * variances[v]);
    }

    Accumulator<Integer> reports = oracle.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    long[] supports = new long[100];
    for (int i = 0; i < 1000; i++) {
      int cell = oracle.randomize(i % 100, source);
      reports.add(cell);
      for (int v = 0; v < 100; v++) {
        supports[v] += (Integer.bitCount(cell & (v + 1)) & 1) == 0 ? 1 : 0;
      }
    }
    Estimate expected = pure.estimate(1000, supports, 0.9);
    Estimate actual = oracle.estimate(reports, 0.9);
    for (int v = 0; v < 100; v++) {
      assertEquals(expected.rows().get(v).estimate(), actual.rows().get(v).estimate(), 1e-9);
      assertEquals(
          expected.rows().get(v).standardError(), actual.rows().get(v).standardError(), 1e-9);
      assertEquals(expected.rows().get(v).lower(), actual.rows().get(v).lower(), 1e-9);
      assertEquals(expected.rows().get(v).upper(), actual.rows().get(v).upper(), 1e-9);
    }
  }

  /** Every number of +1 and of −1 cells is enumerated, for items with and without mates. */
  @ParameterizedTest
  @CsvSource({"1,16,1", "4,64,32", "6,16,8", "8,16,8", "8,2048,2048", "12,5,8", "14,5,8"})
  void everyRowsIntervalHoldsItsLevel(double epsilon, int k, int blocks) {
    HadamardResponse oracle = of(epsilon, k, blocks);
    int n = 20;
    Estimate.Row[][] rows = new Estimate.Row[n + 1][n + 1];
    for (int plus = 0; plus <= n; plus++) {
      for (int minus = blocks == 1 ? n - plus : 0; minus <= n - plus; minus++) {
        rows[plus][minus] = row(oracle, plus, minus, n);
      }
    }
    for (int people = 0; people <= n; people += 4) {
      int mates = k <= blocks ? 0 : n - people;
      for (int m = blocks == 1 ? mates : 0; m <= mates; m += 3) {
        double holds = 0;
        double[][] law = scores(oracle, people, m, n);
        for (int plus = 0; plus <= n; plus++) {
          for (int minus = 0; minus <= n - plus; minus++) {
            Estimate.Row row = rows[plus][minus];
            boolean does = row != null && row.lower() <= people && people <= row.upper();
            holds += does ? law[plus][minus] : 0;
          }
        }
        assertTrue(holds >= 0.935, people + " people, " + m + " mates: " + holds);
      }
    }
  }

  /** With the slope −1 that is right below the block's people alone, .669 and .738. */
  @ParameterizedTest
  @CsvSource({"8,5,105,41", "12,5,3000,1500"})
  void anItemWithABlockToItselfHasItsBlocksSlope(double epsilon, int k, int n, int people) {
    HadamardResponse oracle = of(epsilon, k, 8);
    SimulationSource source = new SimulationSource(5);
    int trials = 2000;
    int held = 0;
    int twin = 0;
    for (int t = 0; t < trials; t++) {
      Accumulator<Integer> sum = oracle.newAccumulator();
      for (int i = 0; i < n; i++) {
        sum.add(oracle.randomize(i < people ? 0 : 1 + i % (k - 1), source));
      }
      Estimate.Row row = oracle.estimate(sum).rows().get(0);
      held += row.lower() <= people && people <= row.upper() ? 1 : 0;
      double variance = row.standardError() * row.standardError();
      Estimate.Row old = PureEstimator.row("0", row.estimate(), variance, -1, 1.96);
      twin += old.lower() <= people && people <= old.upper() ? 1 : 0;
    }
    // 0.02 is 4 standard errors and more of 2,000 trials at 0.95.
    assertTrue(held >= 0.93 * trials, "" + held);
    assertTrue(twin < 0.93 * trials, "" + twin);
  }

  private static Estimate.Row row(HadamardResponse oracle, int plus, int minus, int n) {
    int size = oracle.cells() / oracle.blocks();
    Accumulator<Integer> sum = oracle.newAccumulator();
    // Item 0 is supported by even cells of block 0.
    long[] reports = {plus, minus, n - plus - minus};
    int[] cells = {0, 1, size};
    for (int i = 0; i < 3; i++) {
      if (reports[i] > 0) {
        sum.add(cells[i], reports[i]);
      }
    }
    return oracle.estimate(sum).rows().get(0);
  }

  /** The law of +1 and −1 cells, by adding one person after the other. */
  private static double[][] scores(HadamardResponse oracle, int people, int mates, int n) {
    double gap = 1 / oracle.contribution(0, 0);
    double r = (1 - gap) / (2 * oracle.blocks());
    double[][] law = new double[n + 1][n + 1];
    law[0][0] = 1;
    for (int i = 0; i < n; i++) {
      double plus = i < people ? gap + r : i < people + mates ? gap / 2 + r : r;
      double minus = i < people ? r : plus;
      for (int a = i + 1; a >= 0; a--) {
        for (int d = i + 1 - a; d >= 0; d--) {
          law[a][d] =
              law[a][d] * (1 - plus - minus)
                  + (a > 0 ? law[a - 1][d] * plus : 0)
                  + (d > 0 ? law[a][d - 1] * minus : 0);
        }
      }
    }
    return law;
  }

  @Test
  void theTransformGivesTheScoresOfEveryItem() {
    HadamardResponse oracle = HadamardResponse.DECLARATION.of(3.0, 37, 4);
    Accumulator<Integer> reports = oracle.newAccumulator();
    SimulationSource source = new SimulationSource(2);
    int blockSize = oracle.cells() / 4;
    long[] scores = new long[37];
    for (int i = 0; i < 2000; i++) {
      int cell = oracle.randomize(i % 37, source);
      reports.add(cell);
      for (int v = 0; v < 37; v++) {
        if (cell / blockSize == v % 4) {
          scores[v] += 1 - 2 * (Integer.bitCount((cell % blockSize) & (v / 4 + 1)) & 1);
        }
      }
    }
    double gap = Math.expm1(3.0) / (Math.exp(3.0) + 7);
    double[] estimates = oracle.estimate(reports).estimates();
    for (int v = 0; v < 37; v++) {
      assertEquals(scores[v] / gap, estimates[v], 1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.5, 1, 1.5, 2, 3, 4, 6})
  void theDefaultBlocksHaveTheLeastTotalVariance(double epsilon) {
    for (int k : new int[] {2, 3, 16, 100, 256, 1024}) {
      double best = totalVariance(HadamardResponse.DECLARATION.of(epsilon, k));
      for (int blocks = 1; blocks < 2 * k; blocks *= 2) {
        double other = totalVariance(HadamardResponse.DECLARATION.of(epsilon, k, blocks));
        assertTrue(best <= other * (1 + 1e-12), k + " items, " + blocks + " blocks");
      }
    }
  }

  @Test
  void thePapersBlocksCostAFifthMoreAtEpsilonOne() {
    // 2^(⌈log2 e⌉ − 1) = 2; with s = e − 1 the ratio of (s + 2B)²/B at B = 2 and B = 1.
    assertEquals(1, HadamardResponse.DECLARATION.of(1.0, 1024).blocks());
    double ratio =
        totalVariance(HadamardResponse.DECLARATION.of(1.0, 1024, 2))
            / totalVariance(HadamardResponse.DECLARATION.of(1.0, 1024));
    assertEquals(1.18, ratio, 0.005);
  }

  private static double totalVariance(HadamardResponse oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 10);
    return Arrays.stream(oracle.variances(counts)).sum();
  }

  @Test
  void aBlockWithoutReportsStillHasAStandardError() {
    HadamardResponse oracle = HadamardResponse.DECLARATION.of(4.0, 256);
    Accumulator<Integer> reports = oracle.newAccumulator();
    reports.add(0);
    for (Estimate.Row row : oracle.estimate(reports).rows()) {
      assertTrue(row.standardError() > 0);
      assertTrue(row.lower() < row.estimate() && row.estimate() < row.upper());
    }
  }

  @Test
  void theLargestDomainFits() {
    for (int blocks : new int[] {1, 4, 32_768}) {
      HadamardResponse oracle =
          HadamardResponse.DECLARATION.of(1.0, HadamardResponse.MAX_K, blocks);
      assertEquals(1 << 21, oracle.cells());
      // Rounding the weight to whole blocks costs most where many blocks are forced.
      assertEquals(1.0, oracle.guarantee().exactEpsilon(), blocks == 32_768 ? 1e-8 : 1e-9);
      int cell = oracle.randomize(HadamardResponse.MAX_K - 1, new SimulationSource(4));
      assertTrue(cell >= 0 && cell < oracle.cells());
    }
  }
}
