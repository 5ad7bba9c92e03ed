package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.strategy.Design.Norm;

/**
 * What a strategy says it costs is what its integers cost, found here from the integers alone and
 * for designs without any symmetry, in which no row and no pair of items stands for another.
 */
class StrategyIntegersTest {

  private static double unit(SimulationSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }

  /** Rows of very different sizes, each of whose entries lie within a part of e^epsilon. */
  private static Design.Dense design(int m, int n, double epsilon, SimulationSource source) {
    double[] q = new double[m * n];
    for (int o = 0; o < m; o++) {
      double size = Math.exp(6 * unit(source));
      for (int u = 0; u < n; u++) {
        q[o * n + u] = size * Math.exp(0.4 * epsilon * unit(source));
      }
    }
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int o = 0; o < m; o++) {
        sum += q[o * n + u];
      }
      for (int o = 0; o < m; o++) {
        q[o * n + u] /= sum;
      }
    }
    double[] prior = new double[n];
    Arrays.fill(prior, 1);
    return new Design.Dense(m, n, q, prior);
  }

  private static double epsilonOf(Design.Dense design) {
    double worst = 0;
    for (int o = 0; o < design.outputs(); o++) {
      double[] row = Arrays.copyOfRange(design.q(), o * design.domain(), (o + 1) * design.domain());
      double largest = Arrays.stream(row).max().orElseThrow();
      worst = Math.max(worst, Math.log(largest / Arrays.stream(row).min().orElseThrow()));
    }
    return worst;
  }

  @Test
  void aMatrixCostsTheLargestRatioOfTwoWeightsOfARow() throws IOException {
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 200; i++) {
      int m = 2 + source.uniform(6);
      int n = 2 + source.uniform(5);
      Design.Dense design = design(m, n, 0.5 + 3 * unit(source), source);
      // Half of them with no room left, so that rounding has to give way.
      double claim = epsilonOf(design) * (i % 2 == 0 ? 1 : 1.01);
      DenseStrategy strategy = DenseStrategy.of(design, claim);
      long[] weights = weights(strategy, n);
      int rows = weights.length / n;

      double exact = 0;
      for (int o = 0; o < rows; o++) {
        for (int u = 0; u < n; u++) {
          for (int v = 0; v < n; v++) {
            long one = weights[u * rows + o];
            long other = weights[v * rows + o];
            exact = Math.max(exact, one >= other ? Epsilon.ofRatio(one, other) : 0);
          }
          assertEquals(Math.log(weights[u * rows + o]), strategy.logLikelihood(o, u), 1e-12);
        }
      }
      assertEquals(exact, strategy.exactEpsilon());
      assertTrue(exact <= claim);
      assertEquals(m, rows);
      for (int u = 0; u < n; u++) {
        assertEquals(
            1L << 48, LongStream.of(Arrays.copyOfRange(weights, u * m, (u + 1) * m)).sum());
        for (int o = 0; o < m; o++) {
          double wanted = Math.scalb(design.q()[o * n + u], 48);
          assertEquals(wanted, weights[u * m + o], 2 + 1e-9 * wanted);
        }
      }
    }
  }

  private static long[] weights(DenseStrategy strategy, int n) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    strategy.write(new DataOutputStream(bytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    long[] weights = new long[in.readInt() * n];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = in.readLong();
    }
    return weights;
  }

  /** A row may share its least or its largest weight with a cheaper one that stands before it. */
  @Test
  void aRowThatSharesAnEndWithAnotherIsLookedAt() {
    double[][] designs = {
      {0.1, 0.15, 0.1, 0.2, 0.8, 0.65},
      {0.15, 0.2, 0.1, 0.2, 0.75, 0.6},
      {0.1, 0.2, 0.1, 0.15, 0.8, 0.65},
      {0.1, 0.2, 0.15, 0.2, 0.75, 0.6}
    };
    for (double[] q : designs) {
      Design.Dense design = new Design.Dense(3, 2, q, new double[] {1, 1});
      assertEquals(Math.log(2), DenseStrategy.of(design, 0.7).exactEpsilon(), 1e-12);
    }
  }

  /** The law of a matrix' reports is its weights; a row that never occurs is left out. */
  @Test
  void aMatrixIsSampledByItsWeights() throws IOException {
    Design.Dense design = design(4, 3, 1, new SimulationSource(2));
    double[] q = Arrays.copyOf(design.q(), 15); // and a row of zeros
    DenseStrategy strategy =
        DenseStrategy.of(new Design.Dense(5, 3, q, design.prior()), epsilonOf(design) * 1.01);
    long[] weights = weights(strategy, 3);

    assertEquals(4, strategy.cells());
    for (int item = 0; item < 3; item++) {
      int u = item;
      Law<Integer> law = Law.of(source -> strategy.randomize(u, source));
      assertTrue(law.sumsToOne());
      law.forEach((o, p) -> assertEquals(Math.scalb((double) weights[u * 4 + o], -48), p, 1e-15));
    }
  }

  @ParameterizedTest
  @EnumSource(Norm.class)
  void noiseCostsTheLargestDistanceOfTwoColumns(Norm norm) {
    SimulationSource source = new SimulationSource(3);
    for (int i = 0; i < 20; i++) {
      int m = 1 + source.uniform(4);
      int n = 2 + source.uniform(4);
      double[] a = new double[m * n];
      Arrays.setAll(a, j -> 2 * unit(source) - 1);
      Design.Noise design = new Design.Noise(m, n, a, norm);
      AdditiveStrategy strategy = AdditiveStrategy.of(design, 1.25);
      double[] grid = strategy.matrix();
      BigInteger largest = BigInteger.ZERO;
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          BigInteger distance = BigInteger.ZERO;
          for (int o = 0; o < m; o++) {
            BigInteger difference = BigInteger.valueOf((long) (grid[o * n + u] - grid[o * n + v]));
            distance =
                distance.add(norm == Norm.L1 ? difference.abs() : difference.multiply(difference));
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

  /** Sets of no item and of all are reports too, which tell nothing but that somebody answered. */
  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void setsHaveTheirMassesThoseOfNoneAndOfAllIncluded(int n) {
    double[] masses = new double[n + 1];
    masses[0] = 0.25;
    masses[2] = 0.5;
    masses[n] = 0.25;
    SubsetStrategy strategy = SubsetStrategy.of(new Design.Subsets(n, masses), 1);
    for (int item = 0; item < n; item++) {
      int u = item;
      Law<Long> law =
          Law.of(
              source -> {
                long[] words = {-1L};
                strategy.randomize(u, source, words);
                return words[0];
              });
      assertTrue(law.sumsToOne());
      law.forEach((set, p) -> assertTrue(set >>> n == 0, "no bits beyond the items"));
      assertEquals(0.25, law.mean(set -> set == 0 ? 1 : 0), 1e-12);
      assertEquals(0.5, law.mean(set -> Long.bitCount(set) == 2 ? 1 : 0), 1e-12);
      assertEquals(0.25, law.mean(set -> Long.bitCount(set) == n ? 1 : 0), 1e-12);
      double[] x = new double[n];
      x[u] = 1;
      double[] expected = strategy.expectedCounters(x);
      for (int size : new int[] {0, 2, n}) {
        int at = strategy.offset(size);
        assertEquals(law.mean(set -> Long.bitCount(set) == size ? 1 : 0), expected[at], 1e-12);
        for (int v = 0; v < n; v++) {
          int member = v;
          assertEquals(
              law.mean(set -> Long.bitCount(set) == size ? (set >> member & 1) : 0),
              expected[at + 1 + v],
              1e-12);
        }
      }
      assertEquals(-1, strategy.offset(1));
      assertEquals(0, strategy.logLikelihood(0, false));
      assertEquals(0, strategy.logLikelihood(n, true));
      assertEquals(1, strategy.logLikelihood(2, true) - strategy.logLikelihood(2, false), 1e-9);
      // What expected counters say of the people is the people.
      double[] people = {7, 0, 3, 1, 5, 2};
      double[] counters = strategy.expectedCounters(Arrays.copyOf(people, n));
      double[] data = strategy.reconstruct(counters).data();
      for (int v = 0; v < n; v++) {
        assertEquals(people[v], data[v], 1e-9);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {63, 64, 65, 128})
  void theSetOfAllItemsFillsItsWordsAndNoMore(int n) {
    double[] masses = new double[n + 1];
    masses[0] = 0.5;
    masses[n] = 0.5;
    SubsetStrategy strategy = SubsetStrategy.of(new Design.Subsets(n, masses), 1);
    SimulationSource source = new SimulationSource(4);
    boolean[] seen = new boolean[2];
    for (int i = 0; i < 50; i++) {
      long[] words = new long[(n + 63) / 64 + 1];
      Arrays.fill(words, 0x55aaL);
      strategy.randomize(i % n, source, words);
      assertEquals(0x55aaL, words[words.length - 1], "the word behind is another's");
      int bits = BitSet.valueOf(Arrays.copyOf(words, words.length - 1)).cardinality();
      assertTrue(bits == 0 || bits == n);
      seen[bits == 0 ? 0 : 1] = true;
    }
    assertTrue(seen[0] && seen[1]);
  }

  @Test
  void itemsBesideTheDomainAreRefused() {
    for (Design design :
        List.of(
            Designs.uneven(1.25),
            Designs.bits(),
            Designs.categories(),
            Designs.subsets(),
            Designs.laplace(),
            Designs.gaussian())) {
      Strategy strategy = Strategy.certify(design, 1.25);
      strategy.requireItem(0);
      strategy.requireItem(strategy.domain() - 1);
      for (int item : new int[] {-1, strategy.domain(), Integer.MAX_VALUE}) {
        assertThrows(IllegalArgumentException.class, () -> strategy.requireItem(item));
      }
      assertTrue(strategy.toString().contains("at epsilon 1.25"));
      assertEquals(strategy.hashCode(), Strategy.certify(design, 1.25).hashCode());
    }
  }

  @Test
  void anOrbitThatNobodyReportsIsNone() {
    Design.Orbits design = Designs.categories();
    List<Orbit> orbits = new ArrayList<>(design.orbits());
    Orbit first = orbits.get(0);
    orbits.add(1, new Orbit(first.features(), first.moduli(), Designs.set(2), 0));

    assertEquals(
        Strategy.certify(design, 1.25),
        Strategy.certify(new Design.Orbits(design.attributes(), orbits), 1.25));
  }
}
