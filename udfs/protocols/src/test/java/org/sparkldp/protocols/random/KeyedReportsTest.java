package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.frequency.FrequencyOracle;

class KeyedReportsTest {
  private static final ReleaseKey KEY =
      ReleaseKey.parse(
          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "the test");

  /**
   * Whole reports, made outside this project by a client written from docs/wire.md: a person's
   * report under a key must stay what it is, or a second release would spend epsilon again.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "reports.txt", delimiter = ';')
  void aKeyedReportIsPermanent(String spec, String kind, String id, int item, String expected) {
    KeyedRandomness question = new KeyedRandomness(KEY, spec + "\ncountry");
    RandomSource source =
        kind.equals("number")
            ? question.open(Long.parseLong(id), item)
            : question.open(HexFormat.of().parseHex(id), item);
    Object report = ((FrequencyOracle<?>) Protocols.of(spec)).randomizer().randomize(item, source);

    assertEquals(
        expected,
        report instanceof byte[] bits ? HexFormat.of().formatHex(bits) : report.toString());
  }

  // --- every protocol ---

  /** Their strategies are made elsewhere; what those are stays by a test of their own. */
  private static final Set<String> ELSEWHERE = Set.of("factorization", "strategy");

  /**
   * Of every protocol a digest of some people's reports, for each round that has one. They are as
   * this project made them first: a change is a new protocol, for it would spend epsilon again on
   * everybody whose report it changes.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "digests.txt", delimiter = ';')
  void keyedReportsOfEveryProtocolArePermanent(String spec, int people, String expected) {
    assertEquals(expected, digests(Protocols.of(spec), people));
  }

  @Test
  void noProtocolIsLeftOut() throws IOException {
    Set<String> left = new HashSet<>();
    for (ProtocolProvider provider : Protocols.providers()) {
      left.add(provider.name());
    }
    left.removeAll(ELSEWHERE);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                KeyedReportsTest.class.getResourceAsStream("digests.txt"),
                StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> line.contains("(")).forEach(line -> left.remove(name(line)));
    }
    assertTrue(left.isEmpty(), left.toString());
  }

  private static String name(String line) {
    return line.substring(0, line.indexOf('('));
  }

  /** The beginnings of the rounds' digests, at most three, with dots between them. */
  private static <V, R> String digests(Protocol<V, R> protocol, int people) {
    KeyedRandomness question = new KeyedRandomness(KEY, "question");
    PublicHash cohorts = new PublicHash("cohort\nquestion");
    Accumulator<R> sum = protocol.newAccumulator();
    StringBuilder reports = new StringBuilder();
    for (int id = 0; id < people; id++) {
      R report = report(protocol, id, question, cohorts);
      sum.add(report);
      reports.append(
          report instanceof byte[] bits ? HexFormat.of().formatHex(bits) : report.toString());
      reports.append('\n');
    }
    reports.append(Arrays.toString(sum.counts()));
    String digest =
        ProtocolSpec.sha256(reports.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 12);
    return protocol instanceof RoundProtocol<?, ?> round
            && round.round() < Math.min(3, round.rounds())
        ? digest + "." + digests(round.next(sum), people)
        : digest;
  }

  /** As jobs make it: what a number or a vector becomes, and its cohort, are public functions. */
  @SuppressWarnings("unchecked") // reports of one protocol
  private static <R> R report(
      Protocol<?, R> protocol, int id, KeyedRandomness question, PublicHash cohorts) {
    SimulationSource values = new SimulationSource(id);
    if ((Object) protocol instanceof ItemProtocol<?> items) {
      int item = values.uniform(items.k());
      return (R) items.randomizer().randomize(item, question.open(id, item));
    }
    if ((Object) protocol instanceof NumberProtocol<?> numbers) {
      int cohort = numbers.cohort(id % numbers.strata(), cohorts.word(id));
      long input = numbers.input(fraction(values), cohort);
      return (R) numbers.report(input, cohort, question.open(id, input));
    }
    VectorProtocol<?> vectors = (VectorProtocol<?>) (Object) protocol;
    double[] value = new double[vectors.d()];
    do {
      Arrays.setAll(value, j -> fraction(values));
    } while (!vectors.accepts(value));
    long encoded = vectors.randomizer().encode(value);
    return (R) vectors.randomizer().randomize(value, question.open(id, encoded));
  }

  private static double fraction(RandomSource source) {
    return (source.uniform(2001) - 1000) / 1000.0;
  }
}
