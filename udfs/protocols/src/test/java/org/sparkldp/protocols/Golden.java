package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * What a spec gives for years: its canonical text, keyed reports, accumulators, states of rounds,
 * and the estimates made of them, as a block of lines. A changed line is a changed protocol.
 */
public final class Golden {
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

  private static final String ASKED = System.getProperty("ldp.golden.write", "");

  private Golden() {}

  /** The blocks of a file by their first lines, which are specs or names; none without a file. */
  public static Map<String, List<String>> read(Path file) {
    try {
      return Files.exists(file) ? parse(Files.readString(file)) : new TreeMap<>();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The blocks of a text, which are separated by empty lines. */
  static Map<String, List<String>> parse(String text) {
    Map<String, List<String>> blocks = new TreeMap<>();
    for (String block : text.strip().split("\n\n")) {
      List<String> lines = block.strip().lines().toList();
      if (!lines.isEmpty()) {
        blocks.put(lines.get(0), lines.subList(1, lines.size()));
      }
    }
    return blocks;
  }

  /**
   * Whether golden lines are to be written: {@code -Dldp.golden.write=true} writes those that are
   * new, {@code -Dldp.golden.write=again} the others too, which no release may do.
   */
  public static boolean isToWrite(boolean isNew) {
    return ASKED.equals("again") || (isNew && ASKED.equals("true"));
  }

  /** Writes the blocks of a file of which nothing but the first line is there. */
  public static void writeWhereThatIsAskedFor(Path file, Function<String, Protocol<?, ?>> protocols)
      throws IOException {
    writeWhereThatIsAskedFor(file, read(file).keySet(), name -> of(protocols.apply(name)));
  }

  /** Writes the blocks of these names, sorted; what the file has of others is left out. */
  public static void writeWhereThatIsAskedFor(
      Path file, Collection<String> names, Function<String, List<String>> lines)
      throws IOException {
    if (ASKED.isEmpty() || names.isEmpty()) {
      return;
    }
    Map<String, List<String>> old = read(file);
    Map<String, List<String>> blocks = new TreeMap<>();
    for (String name : names) {
      List<String> known = old.getOrDefault(name, List.of());
      blocks.put(name, isToWrite(known.isEmpty()) ? lines.apply(name) : known);
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, text(blocks));
  }

  /** What {@link #parse} reads. */
  public static String text(Map<String, List<String>> blocks) {
    return blocks.entrySet().stream()
        .map(block -> block.getKey() + "\n" + String.join("\n", block.getValue()) + "\n")
        .collect(Collectors.joining("\n"));
  }

  /** The lines of a protocol's block, as the code makes them now. */
  public static List<String> of(Protocol<?, ?> protocol) {
    List<String> lines = new ArrayList<>();
    Protocol<?, ?> now = protocol;
    for (int round = 1; ; round++) {
      Accumulator<?> reports = write(now, lines);
      if (round == ROUNDS || RoundWalk.round(now) == 0) {
        return lines;
      }
      try {
        now = RoundWalk.next(now, reports);
      } catch (IllegalArgumentException tooFewReportsOrNoMoreRounds) {
        return lines;
      }
      lines.add("state " + bytes(ownPart(Attached.of(now))));
    }
  }

  /** A strategy beside it is deflated, which each machine may do in its own way. */
  private static byte[] ownPart(byte[] attachment) {
    RoundState state = RoundState.decode(attachment);
    return new RoundState(state.accumulators(), state.numbers()).encode();
  }

  private static <V, R> Accumulator<R> write(Protocol<V, R> protocol, List<String> lines) {
    List<V> values = ExampleValues.of(protocol);
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
                        .mapToObj(Golden::twelveDigits)
                        .collect(Collectors.joining(" ", "estimate " + row.item() + ": ", ""))));
    return accumulator;
  }

  /** Fewer than platforms agree on would hide a change, and more would show a platform. */
  private static String twelveDigits(double number) {
    return Double.toString(
        Double.isFinite(number)
            ? new BigDecimal(number).round(new MathContext(12)).doubleValue()
            : number);
  }

  /** Bytes that are short, or the beginning of their hash. */
  private static String bytes(byte[] bytes) {
    return bytes.length <= 16
        ? HexFormat.of().formatHex(bytes)
        : bytes.length + ":" + ProtocolSpec.sha256(bytes).substring(0, 32);
  }

  public static void assertSame(List<String> expected, List<String> found) {
    assertEquals(expected.size(), found.size(), () -> String.join("\n", found));
    for (int i = 0; i < expected.size(); i++) {
      assertSame(expected.get(i), found.get(i));
    }
  }

  /** Words are equal, and those with a decimal point so nearly that no digit of a page changes. */
  static void assertSame(String expected, String found) {
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
}
