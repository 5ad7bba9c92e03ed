package org.sparkldp.published.matrixmechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/** The integers of matrices with noise. */
class NoiseIntegersTest {
  private static double unit(SimulationSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }

  @ParameterizedTest
  @EnumSource(ColumnNorm.class)
  void noiseCostsTheLargestDistanceOfTwoColumns(ColumnNorm norm) {
    SimulationSource source = new SimulationSource(3);
    for (int i = 0; i < 20; i++) {
      int m = 1 + source.uniform(4);
      int n = 2 + source.uniform(4);
      double[] a = new double[m * n];
      Arrays.setAll(a, j -> 2 * unit(source) - 1);
      NoiseDesign design = new NoiseDesign(m, n, a, norm);
      AdditiveStrategy strategy = AdditiveStrategy.of(design, 1.25);
      double[] grid = strategy.matrix();
      BigInteger largest = BigInteger.ZERO;
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          BigInteger distance = BigInteger.ZERO;
          for (int o = 0; o < m; o++) {
            BigInteger difference = BigInteger.valueOf((long) (grid[o * n + u] - grid[o * n + v]));
            distance =
                distance.add(
                    norm == ColumnNorm.L1 ? difference.abs() : difference.multiply(difference));
          }
          largest = largest.max(distance);
        }
      }
      double exact;
      if (strategy.noise() instanceof DiscreteLaplace noise) {
        BigInteger loss = largest.multiply(BigInteger.valueOf(noise.s()));
        exact = Epsilon.ofQuotient(loss, BigInteger.valueOf(noise.t()));
      } else {
        exact =
            DiscreteGaussianCalibration.epsilon(
                1.25,
                design.delta(),
                m,
                Math.sqrt(largest.doubleValue()),
                Math.round(((DiscreteGaussian) strategy.noise()).variance()));
      }
      assertEquals(exact, strategy.exactEpsilon());
      assertTrue(exact <= 1.25 && exact > 1.24);
      // The grid is a power of two.
      double scale = Math.scalb(1.0, (int) Math.round(Math.log(grid[0] / a[0]) / Math.log(2)));
      for (int j = 0; j < a.length; j++) {
        assertEquals(Math.rint(a[j] * scale), grid[j]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ColumnNorm.class)
  void aReportOfNoiseIsTheItemsColumnPlusADrawForEachNumber(ColumnNorm norm) {
    NoiseDesign design =
        norm == ColumnNorm.L1 ? AdditiveStrategyTest.laplace() : AdditiveStrategyTest.gaussian();
    AdditiveStrategy strategy = AdditiveStrategy.of(design, 1.25);
    int n = strategy.domain();
    for (int item = 0; item < n; item++) {
      SimulationSource source = new SimulationSource(9);
      ByteBuffer numbers =
          AdditiveStrategy.numbers(strategy.randomize(item, new SimulationSource(9)));
      for (int o = 0; o < strategy.rows(); o++) {
        long entry = (long) strategy.matrix()[o * n + item];
        assertEquals(entry + strategy.noise().sample(source), numbers.getLong());
      }
      assertFalse(numbers.hasRemaining());
    }
  }

  private static NoiseDesign alike(int m, int n, ColumnNorm norm) {
    return new NoiseDesign(m, n, ones(m * n), norm);
  }

  @Test
  void noiseIsForTwoItemsAndOneRowOrMoreUpToItsLimits() {
    for (int[] size : new int[][] {{1, 2}, {1, 1024}, {4096, 2}}) {
      assertEquals(size[0], AdditiveStrategy.of(alike(size[0], size[1], ColumnNorm.L1), 1).rows());
    }
    for (int[] size : new int[][] {{0, 2}, {1, 1}, {1, 1025}, {4097, 2}}) {
      String refusal =
          refusal(() -> AdditiveStrategy.of(alike(size[0], size[1], ColumnNorm.L1), 1));
      assertTrue(refusal.contains("2 to 1024 items and 1 to 4096 rows"), refusal);
    }
    for (double delta : new double[] {1e-12, 1e-3, 0.1}) {
      NoiseDesign design = new NoiseDesign(1, 2, new double[] {0, 1}, ColumnNorm.L2, delta);
      assertEquals(delta, AdditiveStrategy.of(design, 1).delta());
    }
    for (double delta : new double[] {0.99e-12, 0.11, -1e-6}) {
      NoiseDesign design = new NoiseDesign(1, 2, new double[] {0, 1}, ColumnNorm.L2, delta);
      assertTrue(refusal(() -> AdditiveStrategy.of(design, 1)).contains("between 1e-12 and 0.1"));
    }
  }

  /** Sums over 2^40 people fit a long for this. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 20})
  void reportsReachAThousandScalesOrFortyFiveDeviationsBeyondTheLargestEntry(double epsilon) {
    AdditiveStrategy laplace = AdditiveStrategy.of(AdditiveStrategyTest.laplace(), epsilon);
    AdditiveStrategy gaussian = AdditiveStrategy.of(AdditiveStrategyTest.gaussian(), epsilon);
    DiscreteLaplace noise = (DiscreteLaplace) laplace.noise();
    double sigma = Math.sqrt(gaussian.noise().variance());

    assertEquals(
        (1 << 22) + Math.ceil(1000.0 * noise.t() / noise.s()), laplace.reach(), 1e-9 * noise.t());
    assertEquals((1 << 22) + 45 * sigma, gaussian.reach(), 1 + 1e-9 * sigma);
    assertTrue(noise.s() > 1 || noise.t() > 1);
  }

  /** The bytes of noise on equal columns: an entry for each item, and scale over denominator. */
  private static byte[] noise(
      double epsilon, ColumnNorm norm, long scale, int denominator, int... columns) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(AdditiveStrategy.KIND);
      out.writeDouble(epsilon);
      out.writeInt(columns.length);
      out.writeUTF(norm.name());
      out.writeDouble(norm == ColumnNorm.L1 ? 0 : 1e-6);
      out.writeLong(scale);
      out.writeInt(denominator);
      out.writeInt(1);
      for (int entry : columns) {
        out.writeInt(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void noiseIsReadUpToItsLimits() {
    int most = 1 << 22;
    for (byte[] good :
        List.of(
            noise(20, ColumnNorm.L1, 1, 1, 5, 5),
            noise(20, ColumnNorm.L1, Integer.MAX_VALUE, 1, most, -most),
            noise(20, ColumnNorm.L2, 1L << 60, 1, most, -most))) {
      assertArrayEquals(good, Strategy.fromBytes(good).toBytes());
    }
    for (byte[] bad :
        List.of(
            noise(20, ColumnNorm.L1, 0, 1, 5, 5),
            noise(20, ColumnNorm.L1, 1, 0, 5, 5),
            noise(20, ColumnNorm.L1, 1L + Integer.MAX_VALUE, 1, 5, 5),
            noise(20, ColumnNorm.L2, (1L << 60) + 1, 1, 5, 5),
            noise(20, ColumnNorm.L2, 1L << 40, 2, 5, 5))) {
      assertTrue(refusal(() -> Strategy.fromBytes(bad)).contains("noise out of range"));
    }
    for (int entry : new int[] {most + 1, -most - 1, Integer.MIN_VALUE}) {
      byte[] bad = noise(20, ColumnNorm.L1, 1 << 24, 1, entry, entry);
      assertTrue(refusal(() -> Strategy.fromBytes(bad)).contains("an entry out of range"));
    }
  }

  /** Reports are permanent: under a key a person's report must stay what it is. */
  @Test
  void theReportsOfNoiseAreTheSameInEveryRelease() {
    AdditiveStrategy strategy = AdditiveStrategy.of(AdditiveStrategyTest.laplace(), 1.25);
    SimulationSource source = new SimulationSource(8);
    StringBuilder all = new StringBuilder(strategy.fingerprint());
    for (int i = 0; i < 400; i++) {
      byte[] report = strategy.randomize(i % strategy.domain(), source);
      all.append(Arrays.toString(report)).append('\n');
    }
    byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
    assertEquals("4fb27e920ea7", ProtocolSpec.sha256(text).substring(0, 12));
  }
}
