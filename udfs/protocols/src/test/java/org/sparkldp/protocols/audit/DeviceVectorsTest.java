package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeReader;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Draws of clients on devices: for each compiled protocol some values, the words of randomness at
 * both sides of every threshold, and what the product makes of them, step by step. The file is
 * permanent, like golden lines; Node and a browser run it too.
 */
class DeviceVectorsTest {
  private static final Path FILE = Path.of("../javascript/conformance/draws.json");

  /** Cases of a value. */
  private static final int CASES = 7;

  private static final BigInteger WORDS = Epsilon.WORDS;

  private static final List<String> SPECS =
      List.of(
          "rr(epsilon=1.0)",
          "grr(epsilon=1.0,k=5)",
          "grr(epsilon=20.0,k=3)",
          "grr(epsilon=1.0E-6,k=65536)",
          "olh(epsilon=1.0,k=9,g=4)",
          "olh(epsilon=1.0,k=100)",
          "olh(epsilon=0.5,k=10,g=2)",
          "olh(epsilon=3.0,k=2000,g=25)",
          "hadamard(epsilon=1.0,k=6)",
          "hadamard(epsilon=3.0,k=10,blocks=4)",
          "hadamard(epsilon=1.0,k=1000000)",
          "pgr(epsilon=1.0,k=21)",
          "pgr(epsilon=1.0,k=5,q=7,size=3)",
          "pgr(epsilon=1.0,k=9,q=9,size=4)",
          "pgr(epsilon=1.0,k=14,q=2)",
          "pgr(epsilon=2.0,k=1000,q=7)",
          "pgr(epsilon=4.0,k=6,q=6,size=1)",
          "pgr(epsilon=1.0,k=1000000)",
          "subset(epsilon=1.0,k=6)",
          "subset(epsilon=1.0,k=130)",
          "sue(epsilon=1.0,k=3)",
          "oue(epsilon=1.0,k=4)",
          "oue(epsilon=1.0,k=64)",
          "oue(epsilon=0.5,k=100)",
          "mean(epsilon=1.0,lower=0.0,upper=1.0)",
          "mean(epsilon=10.0,lower=-5.0,upper=1000000.0,outside=clip)",
          "duchi(epsilon=1.0,lower=-1.0,upper=1.0)",
          "truncated-mean(epsilon=1.0,moment=2.0,bound=3.0,users=1000)");

  /** Those of few outcomes, whose laws are in the file too. */
  private static final Set<String> WITH_LAW =
      Set.of(
          "rr(epsilon=1.0)",
          "grr(epsilon=1.0,k=5)",
          "olh(epsilon=1.0,k=9,g=4,hash=linear)",
          "hadamard(epsilon=3.0,k=10,blocks=4)",
          "pgr(epsilon=1.0,k=5,q=7,size=3)",
          "pgr(epsilon=1.0,k=9,q=9,size=4)",
          "pgr(epsilon=1.0,k=14,q=2,size=7)",
          "subset(epsilon=1.0,k=6,size=2)",
          "sue(epsilon=1.0,k=3)",
          "oue(epsilon=1.0,k=4)",
          "mean(epsilon=1.0,lower=0.0,upper=1.0)",
          "duchi(epsilon=1.0,lower=-1.0,upper=1.0)");

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
      BigInteger m = BigInteger.valueOf(bound);
      if (at == CASES - 1) {
        next.add(0L); // refused, unless no word is
      } else if (at < CASES - 2) {
        BigInteger outcome = BigInteger.valueOf(at * (bound - 1L) / (CASES - 3));
        near(outcome.multiply(WORDS).add(m).subtract(BigInteger.ONE).divide(m));
      }
      int drawn = super.uniform(bound);
      step("uniform", bound, drawn);
      return drawn;
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
  private static <V, R> void write(JsonGenerator json, Protocol<V, R> protocol, V value, int at)
      throws IOException {
    Chooser chooser = new Chooser(at);
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
                0,
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

    json.writeStartObject();
    json.writeStringField("value", value.toString());
    json.writeFieldName("words");
    json.writeStartArray();
    for (long word : chooser.words) {
      json.writeString(Long.toUnsignedString(word));
    }
    json.writeEndArray();
    json.writeFieldName("steps");
    json.writeStartArray();
    for (List<String> step : chooser.steps) {
      json.writeArray(step.toArray(String[]::new), 0, step.size());
    }
    json.writeEndArray();
    json.writeStringField("report", shown(report).toString());
    if (at == 0) { // of the others, the report alone differs
      json.writeStringField("envelope", envelope);
      json.writeStringField("name", "%016x%016x".formatted(check.high(), check.low()));
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** The exact law of a value's reports. */
  private static <V, R> Map<String, BigDecimal> law(Protocol<V, R> protocol, V value) {
    Map<String, Fraction> law = new TreeMap<>();
    Object[] drawn = new Object[1];
    EnumeratingSource.walk(
        source -> drawn[0] = shown(report(protocol, value, source)),
        probability -> law.merge(drawn[0].toString(), probability, Fraction::plus));
    Map<String, BigDecimal> decimal = new TreeMap<>();
    law.forEach(
        (report, p) ->
            decimal.put(
                report,
                new BigDecimal(p.numerator())
                    .divide(new BigDecimal(p.denominator()), MathContext.DECIMAL64)));
    return decimal;
  }

  /** Of a number, without the word that would draw a cohort: there is one. */
  private static <V> Object report(Protocol<V, ?> protocol, V value, RandomSource source) {
    return protocol instanceof NumberProtocol<?> numbers
        ? numbers.report(numbers.input((Double) value, 0), 0, source)
        : protocol.randomizer().randomize(value, source);
  }

  private static <V, R> void write(JsonGenerator json, Protocol<V, R> protocol) throws IOException {
    Compiled.Recipe recipe = protocol.facet(Compiled.class).flatMap(Compiled::recipe).orElseThrow();
    json.writeStartObject();
    json.writeStringField("spec", protocol.spec().toString());
    json.writeStringField("fingerprint", protocol.spec().fingerprint());
    json.writeObjectFieldStart("draw");
    json.writeStringField("steps", recipe.steps());
    for (Map.Entry<String, String> number : recipe.numbers().entrySet()) {
      json.writeStringField(number.getKey(), number.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("cases");
    json.writeRaw('\n');
    for (V value : ExampleValues.of(protocol)) {
      for (int at = 0; at < CASES; at++) {
        write(json, protocol, value, at);
      }
    }
    json.writeEndArray();
    if (WITH_LAW.contains(protocol.spec().toString())) {
      V value = ExampleValues.of(protocol).get(1);
      json.writeObjectFieldStart("law");
      json.writeStringField("value", value.toString());
      json.writeObjectFieldStart("probabilities");
      for (Map.Entry<String, BigDecimal> outcome : law(protocol, value).entrySet()) {
        json.writeStringField(outcome.getKey(), outcome.getValue().toPlainString());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private static String file(List<String> specs) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartArray();
      json.writeRaw('\n');
      for (String spec : specs) {
        write(json, Protocols.of(spec));
      }
      json.writeEndArray();
    }
    return text + "\n";
  }

  /** {@code -Dldp.golden.write=again} writes it anew, which no release may do. */
  @Test
  void theFileSaysWhatTheProductDraws() throws IOException {
    String now = file(SPECS);
    if (Golden.isToWrite(!Files.exists(FILE))) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, now);
    }
    assertEquals(Files.readString(FILE), now);
  }

  @Test
  void anotherThresholdWouldBeSeen() throws IOException {
    String spec = "grr(epsilon=1.0,k=5)";
    String nearly = "grr(epsilon=1.000000000000001,k=5)";
    assertNotEquals(file(List.of(spec)), file(List.of(nearly)).replace(nearly, spec));
    assertThrows(NoSuchElementException.class, () -> new WordList(List.of()).nextLong());
  }
}
