package org.sparkldp.protocols.sets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;

final class SetProtocolTest {
  private static final double E = Math.E;

  private static SetProtocol of(String spec) {
    return (SetProtocol) Protocols.of(spec);
  }

  private static Map<ByteBuffer, Double> table(SetProtocol protocol, int... items) {
    Map<ByteBuffer, Double> table = new HashMap<>();
    Law.of(source -> protocol.report(items, source))
        .forEach((report, p) -> table.put(ByteBuffer.wrap(report), p));
    return table;
  }

  private static int bit(ByteBuffer report, int place) {
    return report.get(place >> 3) >> (place & 7) & 1;
  }

  /** Every set of the size is a report; one that meets the person's m is e times as likely. */
  @ParameterizedTest
  @CsvSource({"4,2,1,6", "4,2,2,15", "4,2,4,15", "3,3,2,15", "5,1,2,15", "5,3,3,56"})
  void privset(int k, int m, int size, int sets) {
    SetProtocol protocol = of("privset(epsilon=1,k=" + k + ",m=" + m + ",size=" + size + ")");
    for (int mask = 0; mask < 1 << k; mask++) {
      int own = mask;
      int[] items = IntStream.range(0, k).filter(v -> (own >> v & 1) == 1).toArray();
      if (items.length > m) {
        continue;
      }
      Map<ByteBuffer, Double> table = table(protocol, items);
      assertEquals(sets, table.size());
      double[] least = {1};
      table.values().forEach(p -> least[0] = Math.min(least[0], p));
      table.forEach(
          (report, p) -> {
            boolean isHit =
                IntStream.range(0, k + m)
                    .filter(v -> v < k ? (own >> v & 1) == 1 : v < k + m - items.length)
                    .anyMatch(v -> bit(report, v) == 1);
            assertEquals(isHit ? E : 1, p / least[0], 1e-9);
          });
    }
    assertEquals(1, protocol.guarantee().exactEpsilon(), 1e-9);
    assertTrue(protocol.guarantee().exactEpsilon() <= 1);
  }

  /** Of more than m items, any m are kept: the table is the mean of theirs. */
  @Test
  void ofMoreItemsAnyAreKept() {
    SetProtocol protocol = of("privset(epsilon=1,k=4,m=2,size=2)");
    Map<ByteBuffer, Double> three = table(protocol, 0, 1, 3);
    Map<ByteBuffer, Double> mean = new HashMap<>();
    for (int[] two : new int[][] {{0, 1}, {0, 3}, {1, 3}}) {
      table(protocol, two).forEach((report, p) -> mean.merge(report, p / 3, Double::sum));
    }
    assertEquals(mean.keySet(), three.keySet());
    mean.forEach((report, p) -> assertEquals(p, three.get(report), 1e-12));
  }

  /** A uniform set of items, of each by randomized response at epsilon/bits whether it is held. */
  @ParameterizedTest
  @CsvSource({"4,1,8", "4,2,24", "3,3,8"})
  void itemBits(int k, int bits, int reports) {
    SetProtocol protocol = of("item-bits(epsilon=1,k=" + k + ",bits=" + bits + ")");
    Map<ByteBuffer, Double> table = table(protocol, 0, 2);
    assertEquals(reports, table.size());
    double right = 1 / (1 + Math.exp(-1.0 / bits));
    double named = (double) reports / (1 << bits); // sets of items
    table.forEach(
        (report, p) -> {
          double expected = 1 / named;
          for (int v = 0; v < k; v++) {
            for (int side = 0; side < 2; side++) {
              boolean isRight = side == (v == 0 || v == 2 ? 1 : 0);
              expected *= bit(report, 2 * v + side) == 0 ? 1 : isRight ? right : 1 - right;
            }
          }
          assertEquals(expected, p, 1e-9);
        });
    assertTrue(protocol.guarantee().exactEpsilon() <= 1);
  }

  /** The audit walks through all sets, those of too many items too, and finds a biased coin. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "privset(epsilon=1,k=4,m=2,size=2)",
        "privset(epsilon=2,k=5,m=3)",
        "item-bits(epsilon=1,k=4,bits=2)"
      })
  void theAuditIsExact(String spec) {
    SetProtocol protocol = of(spec);
    Audit.AuditResult result = Audit.run(protocol, 0, 1);
    assertEquals(protocol.guarantee().exactEpsilon(), result.exact().orElseThrow(), 1e-9);
    assertFalse(result.isAboveClaim());
    assertTrue(result.items() >= 1 << protocol.k(), "sets " + result.items());
  }

  private static final int PEOPLE = 2000;

  /** Sets of 0 to 3 of 9 items. */
  private static List<double[]> people() {
    List<double[]> people = new ArrayList<>();
    for (int i = 0; i < PEOPLE; i++) {
      double[][] sets = {{}, {0}, {0, 1}, {0, 1, 2 + i % 5}};
      people.add(sets[i % 4]);
    }
    return people;
  }

  private static Trials trials(SetProtocol asks, SetProtocol reads, int trials) {
    SimulationSource source = new SimulationSource(3);
    List<int[]> inputs = people().stream().map(asks::input).toList();
    return Trials.of(
        reads,
        asks.expected(people(), 1).answers(),
        trials,
        (Accumulator<byte[]> reports) -> {
          for (int[] input : inputs) {
            reports.add(asks.report(input, source));
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "privset(epsilon=1,k=9,m=3,size=1) | privset(epsilon=1.2,k=9,m=3,size=1)",
        "privset(epsilon=4,k=9,m=3,size=2) | privset(epsilon=2,k=9,m=3,size=2)",
        "item-bits(epsilon=1,k=9,bits=1) | item-bits(epsilon=1.2,k=9,bits=1)",
        "item-bits(epsilon=4,k=9,bits=2) | item-bits(epsilon=5,k=9,bits=2)"
      })
  void estimatesAreUnbiasedAndAsVariableAsStated(String spec, String other) {
    SetProtocol protocol = of(spec);
    Predicted.Expected expected = protocol.expected(people(), 1);
    assertArrayEquals(new double[] {1500, 1000, 100, 100, 100, 100, 100, 0, 0}, expected.answers());
    Trials run = trials(protocol, protocol, 1000);
    run.assertUnbiased(expected.variances());
    run.assertVariances(expected.variances());
    run.assertStandardErrors(.97, 1.03, expected.variances());
    run.assertCoverage();

    // Twin: reports of another epsilon, read as if they were of this one.
    Trials twin = trials(of(other), protocol, 300);
    assertThrows(AssertionError.class, () -> twin.assertUnbiased(expected.variances()));
  }

  /** At m = 1, with a dummy for nobody's item, this is subset selection. */
  @Test
  void ofOneItemItIsSubsetSelection() {
    SetProtocol one = of("privset(epsilon=1,k=20,m=1,size=5)");
    double p = 5 * E / (5 * E + 16);
    double q = (5 - p) / 20;
    assertEquals(q * (1 - q) / ((p - q) * (p - q)), one.variance(0, 1), 1e-9);
    assertEquals(p * (1 - p) / ((p - q) * (p - q)), one.variance(1, 1), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "privset(epsilon=1,k=4,m=5)",
        "privset(epsilon=1,k=4,m=0)",
        "privset(epsilon=1,k=400,m=65)",
        "privset(epsilon=1,k=4,m=2,size=5)",
        "privset(epsilon=1,k=4,m=2,size=0)",
        "privset(epsilon=0,k=4,m=2)",
        "privset(epsilon=1,k=70000,m=2)",
        "item-bits(epsilon=1,k=4,bits=5)",
        "item-bits(epsilon=1,k=4,bits=0)",
        "item-bits(epsilon=1,k=1)"
      })
  void badParametersAreRefused(String spec) {
    String refusal = assertThrows(IllegalArgumentException.class, () -> of(spec)).getMessage();
    assertTrue(refusal.contains("must"), refusal);
  }

  @Test
  void badValuesAndReportsAreRefused() {
    SetProtocol protocol = of("item-bits(epsilon=1,k=4,bits=2)");
    for (double[] bad : new double[][] {{4}, {-1}, {.5}, {Double.NaN}, {0, 7}}) {
      assertFalse(protocol.accepts(bad));
      assertThrows(IllegalArgumentException.class, () -> protocol.input(bad));
    }
    assertArrayEquals(new int[] {0, 3}, protocol.input(new double[] {3, 0, 3, 0}));
    assertArrayEquals(new int[0], protocol.input(new double[0]));
    assertTrue(protocol.layout().accepts(new byte[] {0b1001}));
    assertFalse(protocol.layout().accepts(new byte[] {0b0011}));
    assertFalse(protocol.layout().accepts(new byte[] {0b0001}));
    SetProtocol privset = of("privset(epsilon=1,k=6,m=2,size=2)");
    assertTrue(privset.layout().accepts(new byte[] {(byte) 0b10000001}));
    assertFalse(privset.layout().accepts(new byte[] {0b0111}));
  }

  /** Large domains work in whole words, and the size is that of the least error. */
  @ParameterizedTest
  @CsvSource({"1000,5,1,52", "1000,10,2,11", "100,3,1,9", "65536,64,1,261"})
  void theDefaultSize(int k, int m, double epsilon, int size) {
    PrivSet protocol = PrivSet.DECLARATION.of(epsilon, k, m);
    assertEquals(size, protocol.size());
    SimulationSource source = new SimulationSource(2);
    int[] own = IntStream.range(0, m).map(i -> k - 1 - i * 3).sorted().toArray();
    for (int i = 0; i < 50; i++) {
      assertTrue(protocol.layout().accepts(protocol.report(own, source)));
    }
  }
}
