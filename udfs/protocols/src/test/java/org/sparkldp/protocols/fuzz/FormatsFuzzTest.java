package org.sparkldp.protocols.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Elsewhere;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/** Accumulators, states of rounds and specs that nobody wrote are refused in a sentence. */
@Tag("slow")
public class FormatsFuzzTest {
  private static final List<String> WORDS =
      List.of(
          "epsilon=",
          "1.0",
          "20",
          "1e-6",
          "k=",
          "2147483647",
          "-1",
          "0",
          "NaN",
          "Infinity",
          "1e308",
          "4.9e-324",
          "(",
          ")",
          ",",
          "'",
          "''",
          "=",
          "norm=l2",
          "hash=linear",
          "d=",
          "1024",
          "65536",
          "lower=",
          "upper=",
          "users=",
          "strata=",
          "outside=clip",
          " ",
          "\u0000",
          "é",
          "\uD83D\uDE00");

  @Test
  void accumulators() {
    List<byte[]> examples = new ArrayList<>();
    examples.add(new AccumulatorBytes(2, "grr(epsilon=1.0,k=3)", "plan", 6, counters(3)).encode());
    examples.add(
        new AccumulatorBytes(4, "oue(epsilon=1.0,k=9)", "", 1L << 40, counters(9)).encode());
    examples.add(
        new AccumulatorBytes(
                21, "laplace-mean(epsilon=1.0,lower=0.0,upper=1.0)", "é", 0, counters(1))
            .encode());
    Fuzzer.run(
        new Fuzzer.Target(
            "accumulators", 330, examples, List.of(), FormatsFuzzTest::withCrc, this::accumulator));
  }

  private void accumulator(byte[] input) {
    assertArrayEquals(input, AccumulatorBytes.decode(input).encode());
    assertArrayEquals(input, Protocols.readForMerging(input).toBytes());
  }

  private static long[] counters(int width) {
    long[] counters = new long[width];
    Arrays.setAll(counters, i -> i % 2 == 0 ? 3L * i : -(1L << (6 * i)));
    return counters;
  }

  static byte[] withCrc(byte[] bytes) {
    if (bytes.length >= 4) {
      int from = bytes[0] == 'L' ? 0 : 1; // behind the number of a spec, if there is one
      CRC32C crc = new CRC32C();
      crc.update(bytes, Math.min(from, bytes.length - 4), Math.max(0, bytes.length - 4 - from));
      ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    }
    return bytes;
  }

  /**
   * Specs as they are, counters that nobody counted: what is made of them is a number or a note.
   */
  @Test
  void estimates() {
    List<byte[]> examples = new ArrayList<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      for (String spec : declaration.examples()) {
        if (!Elsewhere.isMade(declaration.name())) {
          Protocol<?, ?> protocol = Protocols.of(spec);
          Accumulator<?> empty = protocol.newAccumulator();
          AccumulatorBytes bytes = AccumulatorBytes.decode(empty.toBytes());
          long[] counters = bytes.counters();
          if (counters.length < 5000) {
            Arrays.setAll(counters, i -> 1 + i % 7);
            long n = Arrays.stream(counters).sum();
            byte[] counted =
                new AccumulatorBytes(bytes.protocolId(), bytes.spec(), "", n, counters).encode();
            try {
              Protocols.estimate(protocol, Protocols.readAccumulator(counted, protocol), 0.95);
              examples.add(counted);
            } catch (IllegalArgumentException tooFewForThisOne) {
              assertTrue(Fuzzer.isSentence(tooFewForThisOne), spec + ": " + tooFewForThisOne);
            }
          }
        }
      }
    }
    assertTrue(examples.size() > 30);
    Fuzzer.run(
        new Fuzzer.Target(
            "estimates", 10, examples, List.of(), FormatsFuzzTest::withCrc, this::estimate));
  }

  private void estimate(byte[] input) {
    AccumulatorBytes read = AccumulatorBytes.decode(input);
    ProtocolSpec spec = ProtocolSpec.parse(read.spec());
    boolean isKnown =
        Protocols.declaration(spec.name()).examples().stream()
            .anyMatch(example -> Protocols.of(example).spec().equals(spec));
    if (isKnown) { // new protocols are another target
      Protocol<?, ?> protocol = Protocols.of(spec);
      Accumulator<?> accumulator = Protocols.readAccumulator(input, protocol);
      assertArrayEquals(input, accumulator.toBytes());
      assertEquals(accumulator.n(), Protocols.estimate(protocol, accumulator, 0.95).n());
    }
  }

  @Test
  void statesOfRounds() {
    byte[] inside = new AccumulatorBytes(2, "grr(epsilon=1.0,k=3)", "", 6, counters(3)).encode();
    List<byte[]> examples =
        List.of(
            new RoundState(List.of(inside, inside), new double[] {0, -1.5, Double.NaN}).encode(),
            new RoundState(List.of(new byte[0]), new double[0]).encode(),
            new RoundState(List.of(inside), new double[] {2}, inside).encode(),
            new RoundState(List.of(), new double[] {Double.MIN_VALUE}).encode());
    Fuzzer.run(
        new Fuzzer.Target(
            "states of rounds",
            200,
            examples,
            List.of(),
            FormatsFuzzTest::withCrc,
            input -> assertArrayEquals(input, RoundState.decode(input).encode())));
  }

  /** First rounds whose reports lead to a second, and the second's attachments. */
  private static final class Rounds {
    final List<ProtocolSpec> specs = new ArrayList<>();
    final List<byte[]> attachments = new ArrayList<>();

    Rounds(Collection<Declaration<?>> declarations) {
      for (Declaration<?> declaration : declarations) {
        for (String example : declaration.examples()) {
          Protocol<?, ?> first =
              Elsewhere.isMade(declaration.name()) ? null : Protocols.of(example);
          if (first != null && RoundWalk.round(first) > 0) {
            try {
              byte[] attachment = Attached.of(second(first));
              byte[] numbered = new byte[attachment.length + 1];
              numbered[0] = (byte) specs.size();
              System.arraycopy(attachment, 0, numbered, 1, attachment.length);
              specs.add(first.spec());
              attachments.add(numbered);
            } catch (IllegalArgumentException tooFewReports) {
              assertTrue(Fuzzer.isSentence(tooFewReports), tooFewReports.toString());
            }
          }
        }
      }
    }

    private static <R> Protocol<?, ?> second(Protocol<?, R> first) {
      RandomSource source = new SimulationSource(1);
      Accumulator<R> reports = first.newAccumulator();
      for (int i = 0; i < 5000; i++) {
        reports.add(report(first, i, source));
      }
      return RoundWalk.at(first).next(reports);
    }

    /** People near the middle of the inputs, or at the corners. */
    @SuppressWarnings("unchecked") // a protocol's reports are of one type, whatever its values are
    private static <R> R report(Protocol<?, R> protocol, int i, RandomSource source) {
      if (protocol instanceof NumberProtocol<?> ofNumbers) {
        NumberProtocol<R> numbers = (NumberProtocol<R>) ofNumbers;
        int cohort = numbers.cohort(0, source.nextLong());
        long inputs = numbers.inputs(cohort);
        return numbers.report((inputs / 2 + i % 2) % inputs, cohort, source);
      }
      if (protocol instanceof ItemProtocol<?> ofItems) {
        ItemProtocol<R> items = (ItemProtocol<R>) ofItems;
        return items.randomizer().randomize(i % 2, source);
      }
      VectorProtocol<R> vectors = (VectorProtocol<R>) (Protocol<?, ?>) protocol;
      return vectors.report(vectors.corner(i % vectors.corners()), source);
    }

    void check(byte[] input) {
      if (input.length == 0 || input[0] < 0 || input[0] >= specs.size()) {
        return;
      }
      byte[] attachment = Arrays.copyOfRange(input, 1, input.length);
      ProtocolSpec spec = specs.get(input[0]).with("state", ProtocolSpec.sha256(attachment));
      Protocol<?, ?> later = Protocols.of(spec, attachment);
      assertEquals(spec, later.spec());
      assertArrayEquals(attachment, Attached.of(later));
      assertTrue(later.newAccumulator().width() >= 0);
    }
  }

  /** What names a state that somebody forged is refused, or asks a question all the same. */
  @Test
  void attachmentsOfRounds() {
    attachmentsOfRounds(Protocols.declarations(), 6);
  }

  /** The same for other modules' protocols, of which so many lead to a second round. */
  public static void attachmentsOfRounds(Collection<Declaration<?>> declarations, int atLeast) {
    Rounds rounds = new Rounds(declarations);
    assertTrue(rounds.specs.size() >= atLeast, rounds.specs.toString());
    Fuzzer.run(
        new Fuzzer.Target(
            "attachments of rounds",
            2,
            rounds.attachments,
            List.of(),
            FormatsFuzzTest::withCrc,
            rounds::check));
  }

  private static List<byte[]> specs() {
    List<byte[]> examples = new ArrayList<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      declaration.examples().forEach(s -> examples.add(s.getBytes(StandardCharsets.UTF_8)));
    }
    examples.add("strategy(file='it''s, (here)')".getBytes(StandardCharsets.UTF_8));
    return examples;
  }

  @Test
  void specs_asTexts() {
    List<String> words = new ArrayList<>(WORDS);
    for (Declaration<?> declaration : Protocols.declarations()) {
      declaration.parameters().stream().map(Parameter::name).forEach(words::add);
    }
    Fuzzer.run(
        new Fuzzer.Target("specs", 150, specs(), words, bytes -> bytes, FormatsFuzzTest::spec));
  }

  private static void spec(byte[] input) {
    ProtocolSpec spec = ProtocolSpec.parse(new String(input, StandardCharsets.UTF_8));
    ProtocolSpec again = ProtocolSpec.parse(spec.toString());
    assertEquals(spec, again);
    assertEquals(spec.arguments(), again.arguments());
  }

  /** Whatever a spec says, its protocol is made or refused soon, and prints as what it is. */
  @Test
  void specs_asProtocols() {
    List<byte[]> examples = specs();
    examples.removeIf(
        e -> new String(e, StandardCharsets.UTF_8).matches("(factorization|strategy).*"));
    Fuzzer.run(
        new Fuzzer.Target(
            "protocols of specs",
            10,
            examples,
            WORDS,
            FormatsFuzzTest::withAnotherValue,
            input -> {
              String text = new String(input, StandardCharsets.UTF_8);
              if (text.contains("file")
                  || text.contains("factorization")
                  || text.contains("quantiles")) {
                return; // asks the file system, or for seconds of optimising
              }
              Protocol<?, ?> protocol = Protocols.of(text);
              assertEquals(protocol.spec(), Protocols.of(protocol.spec().toString()).spec());
            }));
  }

  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "7",
          "64",
          "513",
          "1000",
          "1024",
          "4096",
          "65536",
          "1048576",
          "16777216",
          "2147483647",
          "-2147483648",
          "-1",
          "0.5",
          "1e-6",
          "20",
          "1e-9",
          "4.9e-324",
          "1e-300",
          "1e9",
          "1e300",
          "1.7e308",
          "-1e308",
          "NaN",
          "Infinity",
          "linf",
          "l2",
          "best",
          "seeded",
          "published",
          "sgd",
          "no",
          "clip",
          "paper",
          "''");

  /** A spec, mostly one of the examples, with one parameter set to another value. */
  private static byte[] withAnotherValue(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int lot = Math.floorMod(Arrays.hashCode(bytes), 1 << 30);
    List<byte[]> all = specs();
    if (lot % 4 > 0) {
      text = new String(all.get(lot / 4 % all.size()), StandardCharsets.UTF_8);
    }
    List<int[]> values = new ArrayList<>();
    Matcher value = Pattern.compile("=[^,)]*").matcher(text);
    while (value.find()) {
      values.add(new int[] {value.start() + 1, value.end()});
    }
    if (!values.isEmpty()) {
      int[] place = values.get(lot / 128 % values.size());
      String other = VALUES.get(lot / 1024 % VALUES.size());
      text = text.substring(0, place[0]) + other + text.substring(place[1]);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  // The wrong twin.

  /** A decoder that trusts a length. */
  private static byte[] trusting(byte[] input) {
    ByteBuffer in = ByteBuffer.wrap(input);
    if (input.length < 4) {
      throw new IllegalArgumentException("bytes must be at least four. Provided: fewer.");
    }
    byte[] rest = new byte[in.getInt()];
    in.get(rest);
    return rest;
  }

  @Test
  void anUncheckedLengthIsFound() {
    byte[] example = {0, 0, 0, 2, 5, 5};
    AssertionError found =
        assertThrows(
            AssertionError.class,
            () ->
                Fuzzer.run(
                    new Fuzzer.Target(
                        "twin", 1, List.of(example), List.of(), b -> b, FormatsFuzzTest::trusting),
                    20_000,
                    1));

    assertTrue(
        found.getMessage().matches("(?s).*(OutOfMemory|NegativeArraySize|BufferUnderflow).*"),
        found.getMessage());
  }

  @Test
  void aHangIsFound() {
    AssertionError found =
        assertThrows(
            AssertionError.class,
            () ->
                Fuzzer.run(
                    new Fuzzer.Target(
                        "twin",
                        1,
                        List.of(new byte[] {1}),
                        List.of(),
                        b -> b,
                        input -> Thread.sleep(input.length == 1 ? 0 : 60_000)),
                    1000,
                    1));

    assertTrue(found.getMessage().contains("hung"), found.getMessage());
  }

  @Test
  void aSecondSpellingOfOneStateIsFound() {
    AssertionError found =
        assertThrows(
            AssertionError.class,
            () ->
                Fuzzer.run(
                    new Fuzzer.Target(
                        "twin",
                        1,
                        List.of(new byte[] {7}),
                        List.of(),
                        b -> b,
                        input -> assertArrayEquals(input, Arrays.copyOf(input, 1))),
                    1000,
                    1));

    assertTrue(found.getMessage().contains("AssertionFailedError"), found.getMessage());
  }
}
