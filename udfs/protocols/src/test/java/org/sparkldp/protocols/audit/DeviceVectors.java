package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeReader;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Draws of clients on devices: for each compiled protocol some values, the words of randomness at
 * both sides of every threshold, and what the product makes of them, step by step. The files are
 * permanent, like golden lines; Node and a browser run them too.
 */
public final class DeviceVectors {
  /** Cases of a value. */
  private static final int CASES = 7;

  private static final BigInteger WORDS = Epsilon.WORDS;

  private DeviceVectors() {}

  /**
   * Chooses words at thresholds and writes down every step. It draws as the product does, call for
   * call, and {@link WordList} shows that the words say all.
   */
  private static final class Chooser extends RandomSource {
    private final int at;
    private final RandomSource others;
    private final Deque<Long> next = new ArrayDeque<>();
    private final List<Long> words = new ArrayList<>();
    private final List<List<String>> steps = new ArrayList<>();

    Chooser(int at) {
      this.at = at;
      this.others = new SimulationSource(at);
    }

    @Override
    public long nextLong() {
      long word = next.isEmpty() ? others.nextLong() : next.poll();
      words.add(word);
      return word;
    }

    /** t − 1, t or t + 1, in turn. */
    private void near(BigInteger threshold) {
      next.add(threshold.add(BigInteger.valueOf(at % 3 - 1)).longValue());
    }

    /** The least word of an outcome, or a word beside it. */
    private void near(long outcome, int bound) {
      BigInteger m = BigInteger.valueOf(bound);
      near(BigInteger.valueOf(outcome).multiply(WORDS).add(m).subtract(BigInteger.ONE).divide(m));
    }

    private void step(Object... said) {
      next.clear();
      steps.add(List.of(said).stream().map(Object::toString).toList());
    }

    @Override
    public boolean bernoulli(long threshold) {
      near(Epsilon.unsigned(threshold));
      boolean isBelow = super.bernoulli(threshold);
      step("below", Long.toUnsignedString(threshold), isBelow ? 1 : 0);
      return isBelow;
    }

    @Override
    public int uniform(int bound) {
      if (at == CASES - 1) {
        next.add(0L); // refused, unless no word is
      } else if (next.isEmpty() && at < CASES - 2) {
        near(at * (bound - 1L) / (CASES - 3), bound);
      }
      int drawn = super.uniform(bound);
      step("uniform", bound, drawn);
      return drawn;
    }

    @Override
    public int coin(int numerator, int denominator) {
      if (numerator > 0) {
        near(numerator, denominator);
      }
      return super.coin(numerator, denominator);
    }

    @Override
    public void subset(int bound, int size, long[] bits) {
      for (int j = bound - size; j < bound; j++) {
        int drawn = uniform(j + 1);
        int taken = (bits[drawn >>> 6] >>> drawn & 1) == 1 ? j : drawn;
        bits[taken >>> 6] |= 1L << taken;
      }
    }

    @Override
    public int keepOrOther(int value, int k, long weight) {
      return keepOrOtherWithUniform(value, k, weight, 0);
    }

    @Override
    public int keepOrOtherWithUniform(int value, int k, long weight, int bits) {
      int run = at < 3 ? k - 1 : at < 6 ? 1 : k / 2;
      near(Epsilon.unsigned(weight).multiply(BigInteger.valueOf(run)));
      int drawn = super.keepOrOtherWithUniform(value, k, weight, bits);
      step("choose", value, k, Long.toUnsignedString(weight), bits, drawn);
      return drawn;
    }

    @Override
    public void bernoulliBits(long threshold, int count, long[] bits) {
      if (at < 3 && count <= 64) { // all 64 numbers are t − 1, t or t + 1
        for (int digit = 63; digit >= Long.numberOfTrailingZeros(threshold); digit--) {
          next.add(-((threshold + at - 1) >>> digit & 1));
        }
      }
      super.bernoulliBits(threshold, count, bits);
      List<String> drawn = new ArrayList<>();
      for (int i = 0; i < count; i += 64) {
        drawn.add(Long.toUnsignedString(bits[i / 64]));
      }
      step("bits", Long.toUnsignedString(threshold), count, String.join(" ", drawn));
    }
  }

  /** Words, drawn by the product's own samplers. */
  private static final class WordList extends RandomSource {
    private final Deque<Long> words;

    WordList(List<Long> words) {
      this.words = new ArrayDeque<>(words);
    }

    @Override
    public long nextLong() {
      return words.removeFirst();
    }
  }

  private static Object shown(Object report) {
    return report instanceof byte[] bits ? Base64.getEncoder().encodeToString(bits) : report;
  }

  private static final String ID = "6f1c0d5a9e3b4c7f8a2d1e0b5c4f3a29";

  /** A case's report, its steps and its envelope. */
  private static <V, R> String written(
      Protocol<V, R> protocol, V value, int at, OptionalLong first) {
    Chooser chooser = new Chooser(at);
    first.ifPresent(threshold -> chooser.near(Epsilon.unsigned(threshold)));
    R report = protocol.randomizer().randomize(value, chooser);
    WordList again = new WordList(chooser.words);
    assertEquals(shown(report), shown(protocol.randomizer().randomize(value, again)));
    assertTrue(again.words.isEmpty());

    String spec = protocol.spec().toString();
    String envelope =
        new Envelope(
                spec,
                protocol.spec().fingerprint(),
                ID,
                "2026-01-02",
                protocol.facet(InRounds.class).map(InRounds::round).orElse(0),
                Map.of("country", "DE", "a", "\u00e9\"\\"),
                report)
            .json();
    EnvelopeReader reader = new EnvelopeReader();
    byte[] line = envelope.getBytes(StandardCharsets.UTF_8);
    assertNull(reader.read(line, line.length));
    Map<String, List<String>> groups = new TreeMap<>();
    groups.put("country", null);
    groups.put("a", null);
    EnvelopeCheck check =
        new EnvelopeCheck(protocol, protocol.spec().fingerprint(), List.of("2026-01-02"), groups);
    assertNull(check.check(reader.fields()));

    Map<String, Object> said = new LinkedHashMap<>();
    said.put("value", text(value));
    said.put("words", chooser.words.stream().map(Long::toUnsignedString).toList());
    said.put("steps", chooser.steps);
    said.put("report", shown(report).toString());
    if (at == 0) { // of the others, the report alone differs
      said.put("envelope", envelope);
      said.put("name", "%016x%016x".formatted(check.high(), check.low()));
    }
    return json(said) + "\n";
  }

  /** Of texts, lists and objects, without a blank. */
  private static String json(Object any) {
    return any instanceof Map<?, ?> map
        ? map.entrySet().stream()
            .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"))
        : any instanceof List<?> list
            ? list.stream().map(DeviceVectors::json).collect(Collectors.joining(",", "[", "]"))
            : '"' + any.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String text(Object value) {
    return value instanceof double[] places
        ? Arrays.stream(places).mapToObj(Double::toString).collect(Collectors.joining(" "))
        : value.toString();
  }

  /**
   * One of the ways to draw a report, of which the first word takes one.
   *
   * @param weight of this one, of 2^64
   * @param report what is drawn then, by the words after
   */
  public record Way(BigInteger weight, Function<RandomSource, Object> report) {
    /** The only way. */
    public static Way only(Function<RandomSource, Object> report) {
      return new Way(WORDS, report);
    }
  }

  /** The exact law of what is drawn. */
  private static Map<String, BigDecimal> law(List<Way> ways) {
    Map<String, Fraction> law = new TreeMap<>();
    Object[] drawn = new Object[1];
    for (Way way : ways) {
      Fraction weight = new Fraction(way.weight, WORDS);
      EnumeratingSource.walk(
          source -> drawn[0] = shown(way.report.apply(source)),
          probability -> law.merge(drawn[0].toString(), probability.times(weight), Fraction::plus));
    }
    Map<String, BigDecimal> decimal = new TreeMap<>();
    law.forEach(
        (report, p) ->
            decimal.put(
                report,
                new BigDecimal(p.numerator())
                    .divide(new BigDecimal(p.denominator()), MathContext.DECIMAL64)));
    return decimal;
  }

  /**
   * A protocol's draws, as the file has them.
   *
   * @param firsts thresholds of the first word, in turn with the values; none where another call
   *     draws it
   * @param law all ways to draw the second value's report; empty where its law is not wanted
   */
  public static <V, R> String written(
      Protocol<V, R> protocol, List<V> values, List<Long> firsts, List<Way> law) {
    Compiled.Recipe recipe = protocol.facet(Compiled.class).flatMap(Compiled::recipe).orElseThrow();
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      for (int at = 0; at < CASES; at++) {
        OptionalLong first =
            firsts.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(firsts.get(i % firsts.size()));
        cases.add(written(protocol, values.get(i), at, first));
      }
    }
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("spec", protocol.spec());
    said.put("fingerprint", protocol.spec().fingerprint());
    said.put("draw", keys(recipe));
    String head = json(said);
    String all = head.substring(0, head.length() - 1) + ",\"cases\":[\n";
    String end =
        law.isEmpty()
            ? ""
            : ",\"law\":{\"value\":%s,\"probabilities\":%s}"
                .formatted(json(text(values.get(1))), json(law(law)));
    return all + String.join(",", cases) + "]" + end + "}\n";
  }

  private static Map<String, Object> keys(Compiled.Recipe recipe) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("steps", recipe.steps());
    keys.putAll(recipe.numbers());
    recipe
        .parts()
        .forEach((name, parts) -> keys.put(name, parts.stream().map(DeviceVectors::keys).toList()));
    return keys;
  }

  /**
   * The file says what is drawn. {@code -Dldp.golden.write=again} writes it anew, which no release
   * may do.
   */
  public static void assertFile(Path file, List<String> protocols) throws IOException {
    String now = "[\n" + String.join(",", protocols) + "]\n";
    if (Golden.isToWrite(!Files.exists(file))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, now);
    }
    assertEquals(Files.readString(file), now);
  }
}
