package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * What a strategy says it costs is what its integers cost, found here from the integers alone and
 * for designs without any symmetry, in which no row and no pair of items stands for another.
 */
class StrategyIntegersTest {

  private static double unit(SimulationSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }

  /** Rows of very different sizes, each of whose entries lie within a part of e^epsilon. */
  private static Design.DenseDesign design(int m, int n, double epsilon, SimulationSource source) {
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
    return new Design.DenseDesign(m, n, q, prior);
  }

  private static double epsilonOf(Design.DenseDesign design) {
    double worst = 0;
    for (int o = 0; o < design.outputs(); o++) {
      double[] row = Arrays.copyOfRange(design.q(), o * design.domain(), (o + 1) * design.domain());
      double largest = Arrays.stream(row).max().orElseThrow();
      worst = Math.max(worst, Math.log(largest / Arrays.stream(row).min().orElseThrow()));
    }
    return worst;
  }

  @Test
  void aMatrixCostsTheLargestRatioOfTwoWeightsOfARow() {
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 200; i++) {
      int m = 2 + source.uniform(6);
      int n = 2 + source.uniform(5);
      Design.DenseDesign design = design(m, n, 0.5 + 3 * unit(source), source);
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

  private static long[] weights(DenseStrategy strategy, int n) {
    ByteBuffer bytes = ByteBuffer.wrap(strategy.toBytes());
    bytes.position(Short.BYTES + DenseStrategy.KIND.length() + Double.BYTES + Integer.BYTES);
    long[] weights = new long[bytes.getInt() * n];
    bytes.asLongBuffer().get(weights);
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
      Design.DenseDesign design = new Design.DenseDesign(3, 2, q, new double[] {1, 1});
      assertEquals(Math.log(2), DenseStrategy.of(design, 0.7).exactEpsilon(), 1e-12);
    }
  }

  /** The law of a matrix' reports is its weights; a row that never occurs is left out. */
  @Test
  void aMatrixIsSampledByItsWeights() {
    Design.DenseDesign design = design(4, 3, 1, new SimulationSource(2));
    double[] q = Arrays.copyOf(design.q(), 15); // and a row of zeros
    DenseStrategy strategy =
        DenseStrategy.of(new Design.DenseDesign(5, 3, q, design.prior()), epsilonOf(design) * 1.01);
    long[] weights = weights(strategy, 3);

    assertEquals(4, strategy.cells());
    for (int item = 0; item < 3; item++) {
      int u = item;
      Law<Integer> law = Law.of(source -> strategy.randomize(u, source));
      assertTrue(law.sumsToOne());
      law.forEach((o, p) -> assertEquals(Math.scalb((double) weights[u * 4 + o], -48), p, 1e-15));
    }
  }

  /** Sets of no item and of all are reports too, which say only that somebody answered. */
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
        List.of(Designs.uneven(1.25), Designs.bits(), Designs.categories(), Designs.subsets())) {
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
  void strategiesOfOtherIntegersHaveOtherHashes() {
    assertNotEquals(
        Strategy.certify(Designs.bits(), 1.25).hashCode(),
        Strategy.certify(Designs.bits(), 1.26).hashCode());
  }

  /** An orbit all of whose rows are alike: of a base set of no row or of every row. */
  @Test
  void rowsThatAreAllAlikeSayNothing() {
    Orbit none = new Orbit(new int[][] {{1}}, new int[] {4}, Designs.set(), 0.25);
    Orbit all = new Orbit(new int[][] {{1}}, new int[] {4}, Designs.set(0, 1, 2, 3), 0.25);
    Orbit one = new Orbit(new int[][] {{1}}, new int[] {4}, Designs.set(0), 0.5);
    OrbitStrategy strategy =
        OrbitStrategy.of(new Design.Orbits(new int[] {4}, List.of(none, all, one)), 1);
    for (int item = 0; item < 4; item++) {
      int u = item;
      double[] x = new double[4];
      x[u] = 1;
      double[] expected = strategy.expectedCounters(x);
      Law<Integer> law = Law.of(source -> strategy.randomize(u, source));
      assertTrue(law.sumsToOne());
      assertEquals(12, law.size());
      law.forEach(
          (cell, p) -> {
            assertEquals(p, Math.exp(strategy.logLikelihood(cell, u)), 1e-12);
            assertEquals(p, expected[cell], 1e-12);
            assertTrue(cell >= 8 || Math.abs(p - 1 / 16.0) < 1e-12);
          });
    }
    assertEquals(strategy, Strategy.fromBytes(strategy.toBytes()));
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

  // --- the same integers in every release ---

  /**
   * Rows of sizes from 1 to 90 times a level from 1 to 2, made without logarithms so that they are
   * the same on every machine.
   */
  private static Design.DenseDesign rational(int m, int n, SimulationSource source) {
    double[] q = new double[m * n];
    for (int o = 0; o < m; o++) {
      int size = 1 + source.uniform(90);
      for (int u = 0; u < n; u++) {
        q[o * n + u] = size * (8 + source.uniform(9));
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
    return new Design.DenseDesign(m, n, q, prior);
  }

  /** A strategy is known by its integers: reports of one would not merge with those of another. */
  @Test
  void theIntegersOfAMatrixAreTheSameInEveryRelease() {
    SimulationSource source = new SimulationSource(7);
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      int n = 2 + source.uniform(5);
      Design.DenseDesign design = rational(2 + source.uniform(7), n, source);
      double worst = 1;
      for (int o = 0; o < design.outputs(); o++) {
        double[] row = Arrays.copyOfRange(design.q(), o * n, (o + 1) * n);
        double largest = Arrays.stream(row).max().orElseThrow();
        worst = Math.max(worst, largest / Arrays.stream(row).min().orElseThrow());
      }
      // Half of them with no room left, so that what is missing goes to few rows.
      double claim = StrictMath.log(worst) * (i % 2 == 0 ? 1 : 1.01);
      String made;
      try {
        made = DenseStrategy.of(design, claim).fingerprint();
      } catch (IllegalArgumentException refused) {
        made = "refused";
      }
      all.append(made).append('\n');
    }
    assertEquals(
        "9b49dc09f10f660b17c077c67e6edc073f6bc94e52c01124052eb016d7149b16",
        ProtocolSpec.sha256(all.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** So are reports: under a key a person's report must stay what it is. */
  @ParameterizedTest
  @ValueSource(strings = {"bits 4807e7cb5371", "categories 4734af99ce55", "subsets 3f625b2168a7"})
  void theReportsOfAStrategyAreTheSameInEveryRelease(String expected) {
    String kind = expected.split(" ")[0];
    Design design =
        switch (kind) {
          case "bits" -> Designs.bits();
          case "categories" -> Designs.categories();
          default -> Designs.subsets();
        };
    Strategy strategy = Strategy.certify(design, 1.25);
    SimulationSource source = new SimulationSource(8);
    StringBuilder all = new StringBuilder(strategy.fingerprint());
    for (int i = 0; i < 400; i++) {
      int item = i % strategy.domain();
      long[] words = new long[1];
      if (strategy instanceof CellStrategy cells) {
        all.append(cells.randomize(item, source));
      } else {
        ((SubsetStrategy) strategy).randomize(item, source, words);
        all.append(words[0]);
      }
      all.append('\n');
    }
    byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
    assertEquals(expected, kind + " " + ProtocolSpec.sha256(text).substring(0, 12));
  }

  /** Rows of rare reports are rounded where a unit is much; some may hold a single unit. */
  @Test
  void aRowIsKeptFromOneReportIn2To48On() {
    double unit = 0x1p-48;
    double[] once = {0.5, 0.5, 0.5 - unit, 0.5 - unit, unit, unit};
    double[] rarer = {0.5, 0.5, 0.5, 0.5, unit / 2, unit / 2};

    assertEquals(3, DenseStrategy.of(new Design.DenseDesign(3, 2, once, ones(2)), 1).cells());
    assertEquals(2, DenseStrategy.of(new Design.DenseDesign(3, 2, rarer, ones(2)), 1).cells());
    long half = 1L << 47;
    assertArrayEquals(
        new long[] {half, half - 1, 1, half, half - 1, 1},
        weights(DenseStrategy.of(new Design.DenseDesign(3, 2, once, ones(2)), 1), 2));
  }

  /** A claim that a ratio of integers meets exactly is met exactly. */
  @Test
  void theClaimItselfMayBeSpent() {
    double claim = Epsilon.ofRatio(2, 1);
    double[] q = {0.25, 0.5, 0.5, 0.25, 0.25, 0.25};
    DenseStrategy strategy = DenseStrategy.of(new Design.DenseDesign(3, 2, q, ones(2)), claim);

    assertEquals(claim, strategy.exactEpsilon());
    long quarter = 1L << 46;
    assertArrayEquals(
        new long[] {quarter, 2 * quarter, quarter, 2 * quarter, quarter, quarter},
        weights(strategy, 2));
  }

  @Test
  void whatRoundingOfMassesLeavesGoesToTheFirstOfTheLargest() {
    int moved = 0;
    for (int[] parts : new int[][] {{1, 1, 1}, {1, 3, 3}, {1, 4, 6}, {5, 3, 3}, {2, 9, 9, 1}}) {
      int sum = Arrays.stream(parts).sum();
      double[] masses = Arrays.stream(parts).mapToDouble(part -> (double) part / sum).toArray();
      int most = Arrays.stream(parts).max().orElseThrow();
      int first = 0;
      while (parts[first] < most) {
        first++;
      }
      long[] weights = IntegerAlias.weights(masses);
      assertEquals(1L << 48, LongStream.of(weights).sum());
      for (int j = 0; j < weights.length; j++) {
        long rounded = Math.round(masses[j] * 0x1p48);
        moved += weights[j] == rounded ? 0 : 1;
        assertTrue(weights[j] == rounded || j == first);
      }
    }
    assertTrue(moved >= 3, "rounding leaves something");
    for (double[] masses :
        List.of(new double[] {0.5, 0.5 + 2e-9}, new double[] {0.5, 0.5 - 2e-9})) {
      assertThrows(IllegalArgumentException.class, () -> IntegerAlias.weights(masses));
    }
  }

  // --- limits ---

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Almost even: the last item is a little likelier to report the last row. */
  private static Design.DenseDesign even(int m, int n) {
    double[] q = new double[m * n];
    Arrays.fill(q, 1.0 / m);
    for (int o = 0; o < m && n > 0; o++) {
      q[o * n + n - 1] += o == m - 1 ? (m - 1) * 1e-6 / m : -1e-6 / m;
    }
    return new Design.DenseDesign(m, n, q, ones(n));
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }

  @Test
  void matricesHaveTwoItemsAndRowsOrMoreUpToTheirLimits() {
    for (int[] size : new int[][] {{2, 2}, {2, 1024}, {IntegerAlias.LIMIT, 2}}) {
      Strategy strategy = DenseStrategy.of(even(size[0], size[1]), 1);
      assertEquals(size[0], strategy.width());
      assertEquals(strategy, Strategy.fromBytes(strategy.toBytes()));
    }
    for (int[] size : new int[][] {{1, 2}, {2, 1}, {2, 1025}, {IntegerAlias.LIMIT + 1, 2}}) {
      String refusal = refusal(() -> DenseStrategy.of(even(size[0], size[1]), 1));
      assertTrue(refusal.contains("2 to 1024 items and 2 to 32767 rows"), refusal);
    }
  }

  private static Orbit cycle(int rows, double mass) {
    return new Orbit(new int[][] {{1}}, new int[] {rows}, Designs.set(0), mass);
  }

  @Test
  void orbitsHaveItemsAndRowsUpToTheirLimits() {
    int most = 1 << 20;
    int[] one = {most};
    List<Orbit> eight = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      eight.add(cycle(most, 0.125));
    }
    assertEquals(8 * most, OrbitStrategy.of(new Design.Orbits(one, eight), 1).cells());
    List<Orbit> nine = new ArrayList<>(eight);
    nine.set(7, cycle(most, 0.0625));
    nine.add(cycle(2, 0.0625));
    assertTrue(
        refusal(() -> OrbitStrategy.of(new Design.Orbits(one, nine), 1)).contains("2^23 rows"));
    Orbit pair = new Orbit(new int[][] {{0, 1}}, new int[] {2}, Designs.set(0), 1);
    assertEquals(
        2, OrbitStrategy.of(new Design.Orbits(new int[] {1, 2}, List.of(pair)), 1).cells());
    for (int[] attributes : new int[][] {{most, 2}, {1 << 16, 1 << 16}}) {
      Design.Orbits design = new Design.Orbits(attributes, List.of(pair));
      assertTrue(refusal(() -> OrbitStrategy.of(design, 1)).contains("2^20 items"));
    }
  }

  @Test
  void subsetsHaveItemsAndSizesUpToTheirLimits() {
    assertEquals(65_537, SubsetStrategy.of(sizes(1 << 16, 1), 1).width());
    assertEquals(1 << 24, SubsetStrategy.of(sizes((1 << 16) - 1, 256), 1).width());
    assertEquals(3, SubsetStrategy.of(sizes(2, 1), 1).width());
    for (Design.Subsets design :
        List.of(sizes((1 << 16) + 1, 1), sizes((1 << 16) - 1, 257), sizes(1, 1))) {
      String refusal = refusal(() -> SubsetStrategy.of(design, 1));
      assertTrue(refusal.contains("2 to 65536 items, and sizes × items at most 2^24"), refusal);
    }
  }

  /** Of the sizes from 1 on, all alike. */
  private static Design.Subsets sizes(int n, int sizes) {
    double[] masses = new double[n + 1];
    Arrays.fill(masses, 1, sizes + 1, 1.0 / sizes);
    return new Design.Subsets(n, masses);
  }
}
