package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Design.Norm;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Workloads;

/**
 * What is stored for years stays as it is, whatever is rewritten: canonical specs, keyed reports,
 * accumulators, states of rounds, and the estimates made of them.
 *
 * <p>{@code golden.txt} has a block for each spec. {@code -Dldp.golden.write=true} writes it again,
 * for all examples of all providers and every other spec that it already has.
 */
class GoldenBytesTest {
  private static final Path FILE =
      Path.of("src", "test", "resources", "org", "sparkldp", "sql", "golden.txt");
  private static final ReleaseKey KEY =
      ReleaseKey.parse(
          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "the test");

  private static final int PEOPLE = 300;

  /** Reports that are written out. */
  private static final int SHOWN = 5;

  /** Each report is counted so often, so that later rounds have reports enough to begin. */
  private static final int TIMES = 50;

  /** Rounds that are gone through. */
  private static final int ROUNDS = 3;

  /** Platforms may differ in the last digits of a logarithm, and sums of them in more. */
  private static final double TOLERANCE = 1e-9;

  /** Ids from here on belong to protocols that others bring. */
  private static final int OWN = 32768;

  static Stream<String> specs() throws IOException {
    return Stream.concat(examples(), golden().keySet().stream()).distinct();
  }

  private static Stream<String> examples() {
    return Protocols.providers().stream()
        .filter(provider -> provider.id() < OWN)
        .filter(provider -> !provider.name().equals("factorization")) // see strategies()
        .map(ProtocolProvider::examples)
        .flatMap(List::stream);
  }

  /** Blocks by the spec that was asked for, the first line of each. */
  private static Map<String, List<String>> golden() throws IOException {
    Map<String, List<String>> blocks = new TreeMap<>();
    if (Files.exists(FILE)) {
      for (String block : Files.readString(FILE).split("\n\n")) {
        List<String> lines = block.strip().lines().toList();
        blocks.put(lines.get(0), lines.subList(1, lines.size()));
      }
    }
    return blocks;
  }

  @BeforeAll
  static void writeWhereThatIsAskedFor() throws IOException {
    if (Boolean.getBoolean("ldp.golden.write")) {
      Map<String, List<String>> blocks = new TreeMap<>();
      for (String spec : Stream.concat(specs(), strategies().keySet().stream()).toList()) {
        blocks.put(spec, told(spec));
      }
      Files.writeString(
          FILE,
          blocks.entrySet().stream()
              .map(block -> block.getKey() + "\n" + String.join("\n", block.getValue()) + "\n")
              .collect(Collectors.joining("\n")));
    }
  }

  @Test
  void everyExampleAndEveryKindOfStrategyHasABlock() throws IOException {
    Map<String, List<String>> golden = golden();
    examples().forEach(spec -> assertTrue(golden.containsKey(spec), spec));
    strategies().keySet().forEach(name -> assertTrue(golden.containsKey(name), name));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void whatASpecGivesIsPermanent(String spec) throws IOException {
    List<String> expected = golden().getOrDefault(spec, List.of());
    List<String> found = told(spec);
    assertEquals(expected.size(), found.size(), () -> String.join("\n", found));
    for (int i = 0; i < expected.size(); i++) {
      assertSame(expected.get(i), found.get(i));
    }
  }

  /** Words are equal, and those with a decimal point so nearly that no digit of a page changes. */
  private static void assertSame(String expected, String found) {
    String[] words = expected.split(" ");
    String[] others = found.split(" ");
    assertEquals(words.length, others.length, found);
    for (int i = 0; i < words.length; i++) {
      if (!words[0].startsWith("estimate") || i == 0 || !isReal(words[i])) {
        assertEquals(words[i], others[i], found);
      } else {
        double number = Double.parseDouble(words[i]);
        double scale = Math.max(1, Math.abs(number));
        assertEquals(number, Double.parseDouble(others[i]), TOLERANCE * scale, found);
      }
    }
  }

  private static boolean isReal(String word) {
    return word.matches("-?\\d+\\.\\d+(E-?\\d+)?");
  }

  /** The wrong twin: one digit of a report, or the ninth of an estimate. */
  @Test
  void anotherReportOrEstimateIsSeen() {
    assertSame("reports 3 4", "reports 3 4");
    assertThrows(AssertionError.class, () -> assertSame("reports 3 4", "reports 3 5"));
    assertSame("estimate 0: 1.2345678901", "estimate 0: 1.2345678902");
    assertThrows(
        AssertionError.class, () -> assertSame("estimate 0: 1.23456789", "estimate 0: 1.23456799"));
  }

  private static List<String> told(String spec) {
    StrategyFile file = strategies().get(spec);
    Protocol<?, ?> protocol = file == null ? Protocols.of(spec) : Factorization.of(file);
    List<String> lines = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      Accumulator<?> reports = tell(protocol, lines);
      if (round == ROUNDS || !(protocol instanceof RoundProtocol<?, ?> rounds)) {
        break;
      }
      try {
        protocol = rounds.next(reports);
        lines.add("state " + bytes(protocol.attachment()));
      } catch (IllegalArgumentException tooFewReportsOrNoMoreRounds) {
        break;
      }
    }
    return lines;
  }

  private static <V, R> Accumulator<R> tell(Protocol<V, R> protocol, List<String> lines) {
    List<V> values = values(protocol);
    KeyedRandomness randomness = new KeyedRandomness(KEY, protocol.spec() + "\ncolumn");
    Randomizer<V, R> randomizer = protocol.randomizer();
    Accumulator<R> accumulator = protocol.newAccumulator("plan");
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < PEOPLE; i++) {
      V value = values.get(i % values.size());
      R report = randomizer.randomize(value, randomness.open(i, randomizer.encode(value)));
      accumulator.add(report, TIMES);
      if (shown.size() < SHOWN) {
        shown.add(report instanceof byte[] bits ? bytes(bits) : report.toString());
      }
    }
    lines.add("spec " + protocol.spec());
    lines.add("fingerprint " + protocol.spec().fingerprint());
    lines.add("exact-epsilon " + protocol.guarantee().exactEpsilon());
    lines.add("reports " + String.join(" ", shown));
    lines.add("accumulator " + bytes(accumulator.toBytes()));
    Estimate estimate = protocol.estimate(accumulator);
    int rows = estimate.rows().size();
    IntStream.concat(IntStream.range(0, Math.min(3, rows)), IntStream.range(rows - 1, rows))
        .distinct()
        .mapToObj(estimate.rows()::get)
        .forEach(
            row ->
                lines.add(
                    DoubleStream.of(row.estimate(), row.standardError(), row.lower(), row.upper())
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining(" ", "estimate " + row.item() + ": ", ""))));
    return accumulator;
  }

  /** Bytes that are short, or the beginning of their hash. */
  private static String bytes(byte[] bytes) {
    return bytes.length <= 16
        ? HexFormat.of().formatHex(bytes)
        : bytes.length + ":" + ProtocolSpec.sha256(bytes).substring(0, 32);
  }

  @SuppressWarnings("unchecked") // values are made to fit
  private static <V> List<V> values(Protocol<V, ?> protocol) {
    Protocol<?, ?> any = protocol;
    List<Object> values = new ArrayList<>();
    if (any instanceof ItemProtocol<?> items) {
      IntStream.of(0, 1, items.k() / 2, items.k() - 1).forEach(values::add);
    } else if (any instanceof NumberProtocol<?> numbers) {
      for (double value : new double[] {0, 0.75, 0.3, -0.45, 1, -1, 5.5, 50, 51.25}) {
        if (numbers.accepts(value)) {
          values.add(value);
        }
      }
    } else {
      VectorProtocol<?> vectors = (VectorProtocol<?>) any;
      for (double length : new double[] {0, 1, 0.5, -0.25, 0.125}) {
        double[] value = new double[vectors.d()];
        Arrays.setAll(value, j -> j == 1 ? length : length / (4 << (j % 8)));
        if (vectors.accepts(value)) {
          values.add(value);
        }
      }
    }
    return (List<V>) values;
  }

  /**
   * A strategy of each kind, from numbers that are the same on every machine; those that are
   * optimised depend on the algebra at hand.
   */
  private static Map<String, StrategyFile> strategies() {
    double[] q = {0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5};
    Design dense = new Design.Dense(3, 3, q, new double[] {1, 2, 1});
    Design bits =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(
                new Orbit(new int[][] {{1, 0}, {0, 1}}, new int[] {2, 2}, set(0, 3), 0.5),
                new Orbit(new int[][] {{1, 0}}, new int[] {2}, set(1), 0.2),
                new Orbit(new int[][] {{0, 1}}, new int[] {2}, set(1), 0.3)));
    Design cycle =
        new Design.Orbits(
            new int[] {3, 4},
            List.of(
                new Orbit(new int[][] {{1, 0}, {0, 1}}, new int[] {3, 4}, set(0, 1, 6), 0.75),
                new Orbit(new int[][] {{0, 1}}, new int[] {4}, set(0, 2), 0.25)));
    Design subsets = new Design.Subsets(6, new double[] {0, 0.375, 0, 0.625, 0, 0, 0});
    double[] rows = {0.75, 0, 0, 0.5, 0.25, 0.25, 0, 0.125, 0.5};
    return Map.of(
        "strategy: dense", file(dense, "prefix", 3),
        "strategy: orbits of bits", file(bits, "all-marginals", 2, 2),
        "strategy: orbits", file(cycle, "marginals-1", 3, 4),
        "strategy: subsets", file(subsets, "all-range", 6),
        "strategy: laplace", file(new Design.Noise(3, 3, rows, Norm.L1), "prefix", 3),
        "strategy: gaussian", file(new Design.Noise(3, 3, rows, Norm.L2), "histogram", 3));
  }

  private static StrategyFile file(Design design, String workload, int... attributes) {
    return new StrategyFile(
        Strategy.certify(design, 1), Workloads.parse(workload, attributes), "by-hand", Map.of());
  }

  private static BitSet set(int... members) {
    BitSet set = new BitSet();
    Arrays.stream(members).forEach(set::set);
    return set;
  }
}
