package org.sparkldp.protocols.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.Query;

/** Designs become integers that are private, exactly sampled, and rightly read. */
class StrategyTest {
  private static final double EPSILON = 1.25;

  static Stream<Design> designs() {
    return Stream.of(
        Designs.randomizedResponse(4, EPSILON),
        Designs.uneven(EPSILON),
        Designs.bits(),
        Designs.categories(),
        Designs.subsets());
  }

  // --- privacy ---

  @ParameterizedTest
  @MethodSource("designs")
  void exactEpsilon_isAtMostTheClaimAndTheRatioOfTheLaw(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    assertTrue(strategy.exactEpsilon() <= EPSILON);
    double worst = 0;
    for (double[] row : law(strategy).values()) {
      double largest = Arrays.stream(row).max().orElseThrow();
      double smallest = Arrays.stream(row).min().orElseThrow();
      worst = Math.max(worst, Math.log(largest / smallest));
    }
    assertEquals(worst, strategy.exactEpsilon(), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.01, 0.5, 4, 12, 20})
  void exactEpsilon_isWithinABillionthOfTheClaim(double epsilon) {
    for (Design design :
        List.of(
            Designs.randomizedResponse(3, epsilon),
            Designs.bits(),
            Designs.categories(),
            Designs.subsets())) {
      double exact = Strategy.certify(design, epsilon).exactEpsilon();
      // A matrix' smallest entries are e^-20 of 2^48 there, and whole.
      double slack = epsilon > 12 && design instanceof Design.DenseDesign ? 1e-5 : 1e-9;
      assertTrue(exact <= epsilon && exact >= epsilon - slack, design.kind() + ": " + exact);
    }
  }

  @Test
  void certify_refusesADesignAboveTheClaim() {
    Design design = Designs.randomizedResponse(4, 1.01);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Strategy.certify(design, 1.0))
            .getMessage();
    assertTrue(message.contains("LDP at the claimed epsilon. Claimed: 1.0"), message);
  }

  // --- sampling ---

  @ParameterizedTest
  @MethodSource("designs")
  void reports_followTheLaw(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    Map<Object, double[]> law = law(strategy);
    int draws = 40_000;
    for (int item = 0; item < strategy.domain(); item++) {
      double chiSquare = chiSquare(strategy, item, law, item, draws);
      // Mean cells − 1, deviation sqrt(2 (cells − 1)); seeds are fixed.
      double cells = law.size() - 1;
      assertTrue(chiSquare < cells + 6 * Math.sqrt(2 * cells), "chi-square " + chiSquare);
    }
    // The wrong twin: another item's law.
    double cells = law.size() - 1;
    assertTrue(chiSquare(strategy, 0, law, 1, draws) > cells + 20 * Math.sqrt(2 * cells));
  }

  private static double chiSquare(
      Strategy strategy, int item, Map<Object, double[]> law, int lawOf, int draws) {
    RandomSource source = new SimulationSource(77 + item);
    Map<Object, Integer> seen = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      seen.merge(draw(strategy, item, source), 1, Integer::sum);
    }
    double chiSquare = 0;
    for (Map.Entry<Object, double[]> row : law.entrySet()) {
      double expected = draws * row.getValue()[lawOf];
      double difference = seen.getOrDefault(row.getKey(), 0) - expected;
      chiSquare += difference * difference / expected;
    }
    assertTrue(law.keySet().containsAll(seen.keySet()));
    return chiSquare;
  }

  private static Object draw(Strategy strategy, int item, RandomSource source) {
    if (strategy instanceof CellStrategy cells) {
      return cells.randomize(item, source);
    }
    long[] words = new long[1];
    ((SubsetStrategy) strategy).randomize(item, source, words);
    return words[0];
  }

  @Test
  void randomize_refusesAnItemOutsideTheDomainWithoutNamingIt() {
    for (Design design : designs().toList()) {
      Strategy strategy = Strategy.certify(design, EPSILON);
      for (int item : new int[] {-1, 4711}) {
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () -> draw(strategy, item, new SimulationSource(1)))
                .getMessage();
        assertTrue(!message.contains("4711") && !message.contains("-1"), message);
      }
    }
  }

  // --- reconstruction ---

  @ParameterizedTest
  @MethodSource("designs")
  void expectedCounters_areTheLawTimesThePeople(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    double[] x = people(strategy.domain());
    double[] expected = strategy.expectedCounters(x);
    double[] sum = new double[expected.length];
    law(strategy)
        .forEach(
            (report, row) -> {
              double people = 0;
              for (int u = 0; u < x.length; u++) {
                people += row[u] * x[u];
              }
              for (int counter : countersOf(strategy, report)) {
                sum[counter] += people;
              }
            });
    assertArrayEquals(sum, expected, 1e-9);
  }

  // --- bytes ---

  @ParameterizedTest
  @MethodSource("designs")
  void bytes_readBackAsTheSameStrategy(Design design) {
    Strategy strategy = Strategy.certify(design, EPSILON);
    Strategy read = Strategy.fromBytes(strategy.toBytes());
    assertEquals(strategy, read);
    assertEquals(strategy.exactEpsilon(), read.exactEpsilon());
    assertNotEquals(strategy, Strategy.certify(design, EPSILON + 1e-3));
  }

  @ParameterizedTest
  @MethodSource("designs")
  void bytes_thatAreCutOrChangedAreRefused(Design design) {
    byte[] bytes = Strategy.certify(design, EPSILON).toBytes();
    for (byte[] damaged :
        List.of(
            Arrays.copyOf(bytes, bytes.length - 1),
            Arrays.copyOf(bytes, bytes.length + 1),
            new byte[0])) {
      assertThrows(IllegalArgumentException.class, () -> Strategy.fromBytes(damaged));
    }
  }

  @Test
  void bytes_withAClaimBelowTheIntegersAreRefused() {
    byte[] bytes = Strategy.certify(Designs.subsets(), EPSILON).toBytes();
    // The claim stands after the kind, a text with two bytes of length.
    int place = 2 + SubsetStrategy.KIND.length();
    byte[] lower = ByteBuffer.allocate(bytes.length).put(bytes).putDouble(place, 1.0).array();
    assertThrows(IllegalArgumentException.class, () -> Strategy.fromBytes(lower));
  }

  // --- bad designs ---

  @Test
  void certify_refusesBadDesigns() {
    double[] even = {0.5, 0.5, 0.5, 0.5};
    Map<String, Design> bad = new HashMap<>();
    bad.put(
        "probabilities", new Design.DenseDesign(2, 2, new double[] {Double.NaN, 1, 0, 0}, even(2)));
    bad.put(
        "add up to 1", new Design.DenseDesign(2, 2, new double[] {0.5, 0.5, 0.4, 0.5}, even(2)));
    bad.put("outputs × domain", new Design.DenseDesign(3, 2, even, even(2)));
    bad.put("at least 0", new Design.DenseDesign(2, 2, even, new double[] {1, -1}));
    bad.put("hold somebody", new Design.DenseDesign(2, 2, even, new double[] {0, 0}));
    bad.put("mass for each size", new Design.Subsets(3, new double[] {1}));
    bad.put("masses must add up", new Design.Subsets(2, new double[] {0, 0.5, 0}));
    bad.put("masses must be prob", new Design.Subsets(2, new double[] {0, 2, -1}));
    bad.put("defined on its", orbit(new int[][] {{1}}, new int[] {3}, Designs.set(0)));
    bad.put("independent", orbit(new int[][] {{1}, {1}}, new int[] {2, 2}, Designs.set(0)));
    bad.put("within their group", orbit(new int[][] {{1}}, new int[] {2}, Designs.set(2)));
    bad.forEach(
        (part, design) -> {
          String message =
              assertThrows(IllegalArgumentException.class, () -> Strategy.certify(design, 1))
                  .getMessage();
          assertTrue(message.contains(part), part + " | " + message);
        });
  }

  private static Design orbit(int[][] features, int[] moduli, BitSet base) {
    return new Design.Orbits(new int[] {4}, List.of(new Orbit(features, moduli, base, 1)));
  }

  private static double[] even(int n) {
    return Designs.ones(n);
  }

  // --- the law, from logarithms for cells and over all sets for subsets ---

  static Map<Object, double[]> law(Strategy strategy) {
    int n = strategy.domain();
    Map<Object, double[]> law = new HashMap<>();
    if (strategy instanceof CellStrategy cells) {
      for (int cell = 0; cell < cells.cells(); cell++) {
        double[] row = new double[n];
        for (int u = 0; u < n; u++) {
          row[u] = Math.exp(cells.logLikelihood(cell, u));
        }
        law.put(cell, row);
      }
    } else {
      SubsetStrategy subsets = (SubsetStrategy) strategy;
      for (long set = 0; set < 1L << n; set++) {
        if (subsets.offset(Long.bitCount(set)) >= 0) {
          double[] row = new double[n];
          for (int u = 0; u < n; u++) {
            boolean holds = (set >>> u & 1) != 0;
            row[u] = Math.exp(subsets.logLikelihood(Long.bitCount(set), holds));
          }
          law.put(set, row);
        }
      }
      // Relative within a size; the masses of the test's design make them absolute.
      for (int size = 0; size <= n; size++) {
        double mass = Designs.subsets().masses()[size];
        double sum = 0;
        for (Map.Entry<Object, double[]> row : law.entrySet()) {
          sum += Long.bitCount((Long) row.getKey()) == size ? row.getValue()[0] : 0;
        }
        for (Map.Entry<Object, double[]> row : law.entrySet()) {
          if (Long.bitCount((Long) row.getKey()) == size) {
            for (int u = 0; u < n; u++) {
              row.getValue()[u] *= mass / sum;
            }
          }
        }
      }
    }
    // Columns are laws; for dense strategies the logarithms leave out the total.
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (double[] row : law.values()) {
        sum += row[u];
      }
      for (double[] row : law.values()) {
        row[u] /= sum;
      }
    }
    return law;
  }

  static List<Integer> countersOf(Strategy strategy, Object report) {
    if (strategy instanceof CellStrategy) {
      return List.of((Integer) report);
    }
    long set = (Long) report;
    int offset = ((SubsetStrategy) strategy).offset(Long.bitCount(set));
    List<Integer> counters = new ArrayList<>(List.of(offset));
    for (int u = 0; u < strategy.domain(); u++) {
      if ((set >>> u & 1) != 0) {
        counters.add(offset + 1 + u);
      }
    }
    return counters;
  }

  static double[] people(int n) {
    double[] x = new double[n];
    for (int u = 0; u < n; u++) {
      x[u] = 3 + 7 * u % 11;
    }
    return x;
  }

  /** An item, a run, and a weighted one with a gap. */
  static List<Query> queries(int n) {
    return List.of(
        new Query(new int[] {n - 1}, new double[] {1}),
        new Query(new int[] {0, 1, 2}, new double[] {2, 2, 2}),
        new Query(new int[] {0, 2}, new double[] {1, -0.5}));
  }

  /** Thirds are no integers over 2^48, whichever way they are rounded. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-14, 1e-10})
  void equalColumnsAreADesign(double apart) {
    double third = 1.0 / 3;
    double[] q = {
      third, third + apart, third, third, third - apart, third, third, third, third,
    };
    Strategy strategy =
        Strategy.certify(new Design.DenseDesign(3, 3, q, new double[] {1, 1, 1}), 1);

    assertTrue(strategy.exactEpsilon() < 1e-9 + 10 * apart, "exact " + strategy.exactEpsilon());
    for (double[] row : law(strategy).values()) {
      for (double p : row) {
        assertEquals(third, p, 1e-9);
      }
    }
  }

  /** An empty domain is refused with the rule, whatever the kind of design. */
  @Test
  void aDomainWithoutItemsIsRefused() {
    BitSet first = BitSet.valueOf(new long[] {1});
    Orbit orbit = new Orbit(new int[][] {{1, 1}}, new int[] {2}, first, 1);
    for (Design design :
        List.of(
            new Design.Orbits(new int[] {2, 0}, List.of(orbit)),
            new Design.Orbits(new int[] {0, 2}, List.of(orbit)),
            new Design.Subsets(0, new double[] {1}),
            new Design.DenseDesign(2, 0, new double[0], new double[0]))) {
      assertThrows(
          IllegalArgumentException.class, () -> Strategy.certify(design, 1), design.toString());
    }
  }

  /** What no jar on the class path has: here that of the papers is not. */
  private record Unknown(int domain) implements Design {
    @Override
    public double rows() {
      return 1;
    }

    @Override
    public String kind() {
      return "noise";
    }
  }

  @Test
  void aKindOfAnotherJarIsRefusedWithTheJarsName() {
    String design =
        assertThrows(IllegalArgumentException.class, () -> Strategy.certify(new Unknown(3), 1))
            .getMessage();
    assertTrue(
        design.startsWith("a strategy's kind must be known. Provided value: noise."), design);
    assertTrue(design.endsWith("is in spark-ldp-lab.jar."), design);
    byte[] bytes = Strategy.certify(Designs.bits(), 1).toBytes();
    bytes[2] = 'x'; // of the kind's name
    String read =
        assertThrows(IllegalArgumentException.class, () -> Strategy.fromBytes(bytes)).getMessage();
    assertTrue(
        read.contains("its kind is not known (those of papers are in spark-ldp-lab.jar). "), read);
  }
}
