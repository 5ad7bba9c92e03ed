package org.sparkldp.protocols.envelope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Elsewhere;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.catalogue.ProductProtocols;
import org.sparkldp.protocols.fuzz.Fuzzer;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** What a client sends is read back as the same report, and all else has a name. */
class EnvelopeTest {
  private static final String PLAN = "0".repeat(64);
  private static final String ID = "6f1c0d5a9e3b4c7f8a2d1e0b5c4f3a29";

  private static final Path GOLDEN =
      Path.of("src/test/resources/org/sparkldp/protocols/envelope/envelopes.txt");

  static Stream<String> specs() {
    return new ProductProtocols()
        .declarations().stream()
            .filter(declaration -> !Elsewhere.isMade(declaration.name()))
            .flatMap(declaration -> declaration.examples().stream());
  }

  private static <V, R> List<R> reports(Protocol<V, R> protocol, int n) {
    RandomSource source = new SimulationSource(17);
    List<V> values = ExampleValues.of(protocol);
    List<R> reports = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      reports.add(protocol.randomizer().randomize(values.get(i % values.size()), source));
    }
    return reports;
  }

  private static Envelope envelope(Protocol<?, ?> protocol, Object report) {
    return new Envelope(
        protocol.spec().toString(), PLAN, ID, "", RoundWalk.round(protocol), Map.of(), report);
  }

  /** A collector of a plan without period and groups. */
  private static final class Collector {
    private final EnvelopeReader reader = new EnvelopeReader();
    private final EnvelopeCheck check;

    Collector(Protocol<?, ?> protocol) {
      this(protocol, null, Map.of());
    }

    Collector(Protocol<?, ?> protocol, List<String> periods, Map<String, List<String>> groups) {
      check = new EnvelopeCheck(protocol, PLAN, periods, groups);
    }

    Flaw flaw(String json) {
      return flaw(json.getBytes(StandardCharsets.UTF_8));
    }

    Flaw flaw(byte[] json) {
      Flaw flaw = reader.read(json, json.length);
      return flaw == null ? check.check(reader.fields()) : flaw;
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void everyReportIsReadBack(String spec) {
    Protocol<?, ?> protocol = Protocols.of(spec);
    Collector collector = new Collector(protocol);
    for (Object report : reports(protocol, 50)) {
      String json = envelope(protocol, report).json();

      assertNull(collector.flaw(json), json);
      if (report instanceof byte[] bits) {
        assertArrayEquals(bits, collector.check.bits());
      } else {
        assertEquals(((Number) report).longValue(), collector.check.number());
      }
      assertTrue(json.length() < EnvelopeCheck.mostBytes(protocol));
    }
  }

  @Test
  void theGoldenEnvelopesAreThoseOfEveryProtocol() throws IOException {
    List<String> golden = Files.readAllLines(GOLDEN);
    List<String> lines = new ArrayList<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      String first = declaration.examples().stream().findFirst().orElse("");
      if (specs().anyMatch(first::equals)) {
        Protocol<?, ?> protocol = Protocols.of(first);
        lines.add(envelope(protocol, reports(protocol, 1).get(0)).json());
      }
    }
    if (Golden.isToWrite(lines.containsAll(golden))) {
      golden = lines;
      Files.write(GOLDEN, lines);
    }
    assertEquals(golden, lines, GOLDEN + " (-Dldp.golden.write=true writes new lines)");
    assertTrue(lines.size() > 20);
  }

  /** Single quotes stand for double ones; R for a report, and the rest of the envelope is right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "fine",
      value = {
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':3} | fine",
        " { \t'report' : 3,'id':I,'fingerprint':F,'spec':S,'version':1}  | fine",
        "{'version':1,'spec':'grr(epsilon\\u003d1.0,k=16)','fingerprint':F,'id':I,'report':3}|fine",
        "{'version':1,'spec':S,'fingerprint':F,'id':'\\u0061\\/b','report':3} | fine",
        "~~ | UNREADABLE",
        "null | UNREADABLE",
        "[] | UNREADABLE",
        "{} | MISSING_FIELD",
        "{'version':1 | UNREADABLE",
        "{'version':1,} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':3}} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':3} {} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':NaN} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':03} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':'\\ud800','report':3} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':'\\x','report':3} | UNREADABLE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'id':I,'report':3} | REPEATED_FIELD",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':3,'name':'x'} | UNKNOWN_FIELD",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'public':{'x':'y'},'report':3}|UNKNOWN_FIELD",
        "{'version':1,'spec':S,'fingerprint':F,'id':7,'report':3} | WRONG_TYPE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':'3'} | WRONG_TYPE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':3.0} | WRONG_TYPE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':[3]} | WRONG_TYPE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':null} | WRONG_TYPE",
        "{'version':'1','spec':S,'fingerprint':F,'id':I,'report':3} | WRONG_TYPE",
        "{'version':1,'spec':S,'fingerprint':F,'report':3} | MISSING_FIELD",
        "{'version':2,'spec':S,'fingerprint':F,'id':I,'report':3} | UNKNOWN_VERSION",
        "{'version':1,'spec':'grr(epsilon=1,k=16)','fingerprint':F,'id':I,'report':3}|FOREIGN_SPEC",
        "{'version':1,'spec':S,'fingerprint':'','id':I,'report':3} | FOREIGN_PLAN",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'round':1,'report':3} | OTHER_ROUND",
        "{'version':1,'spec':S,'fingerprint':F,'id':'','report':3} | BAD_ID",
        "{'version':1,'spec':S,'fingerprint':F,'id':'a b','report':3} | BAD_ID",
        "{'version':1,'spec':S,'fingerprint':F,'id':'\\u0000','report':3} | BAD_ID",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'period':'x','report':3} | UNKNOWN_PERIOD",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':16} | REPORT_RANGE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':-1} | REPORT_RANGE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':4294967299} | REPORT_RANGE",
        "{'version':1,'spec':S,'fingerprint':F,'id':I,'report':99999999999999999999}|REPORT_RANGE",
      })
  void whatIsWrongHasAName(String json, Flaw expected) {
    String text =
        (json == null ? "" : json)
            .replace('\'', '"')
            .replace(":S", ":\"grr(epsilon=1.0,k=16)\"")
            .replace(":F", ":\"" + PLAN + "\"")
            .replace(":I", ":\"" + ID + "\"");

    assertEquals(expected, new Collector(Protocols.of("grr(epsilon=1.0,k=16)")).flaw(text), text);
  }

  private static String withBits(Protocol<?, ?> protocol, String base64) {
    String json = envelope(protocol, new byte[0]).json();
    return json.replace("\"report\":\"\"", "\"report\":\"" + base64 + "\"");
  }

  @Test
  void bitsHaveOneForm() {
    Protocol<?, ?> subset = Protocols.of("subset(epsilon=1.0,k=10,size=2)");
    Map<String, Flaw> expected = new HashMap<>();
    expected.put("AwA=", null); // items 0 and 1
    expected.put("AwA", Flaw.REPORT_ENCODING);
    expected.put("AwB=", Flaw.REPORT_ENCODING); // bits beyond the last byte
    expected.put("Aw-A", Flaw.REPORT_ENCODING);
    expected.put("A=A=", Flaw.REPORT_ENCODING);
    expected.put("Aw==", Flaw.REPORT_SIZE);
    expected.put("AwAA", Flaw.REPORT_SIZE);
    expected.put("", Flaw.REPORT_SIZE);
    expected.put("AQA=", Flaw.REPORT_RANGE); // one item
    expected.put("BwA=", Flaw.REPORT_RANGE); // overfull
    expected.put("AQQ=", Flaw.REPORT_RANGE); // a bit beyond k

    Collector collector = new Collector(subset);
    expected.forEach(
        (base64, flaw) -> assertEquals(flaw, collector.flaw(withBits(subset, base64)), base64));
    assertEquals("AwA=", Base64.getEncoder().encodeToString(new byte[] {3, 0}));
  }

  @Test
  void wordsHaveOneForm() {
    Protocol<?, ?> ball = Protocols.of("l2-ball(epsilon=1.0,d=3,radius=1.0)");
    Collector collector = new Collector(ball);
    Map<String, Flaw> expected = new HashMap<>();
    expected.put("\"4294967297\"", null); // a seed, candidate 1 of 2
    expected.put("4294967297", Flaw.WRONG_TYPE); // of which some readers lose digits
    expected.put("\"+1\"", Flaw.REPORT_ENCODING);
    expected.put("\"01\"", Flaw.REPORT_ENCODING);
    expected.put("\"-0\"", Flaw.REPORT_ENCODING);
    expected.put("\"\"", Flaw.REPORT_ENCODING);
    expected.put("\"9223372036854775808\"", Flaw.REPORT_ENCODING);
    expected.put("\"9223372036854775807\"", Flaw.REPORT_RANGE);
    expected.put("\"-9223372036854775808\"", null);

    String json = envelope(ball, 4294967297L).json();
    expected.forEach(
        (report, flaw) ->
            assertEquals(flaw, collector.flaw(json.replace("\"4294967297\"", report)), report));
  }

  @Test
  void periodsAndGroupsAreThoseThatWereNamed() {
    Protocol<?, ?> grr = Protocols.of("grr(epsilon=1.0,k=16)");
    Map<String, List<String>> groups = new HashMap<>();
    groups.put("country", List.of("DE", "Österreich"));
    groups.put("city", null);
    Collector collector = new Collector(grr, List.of("2026-01-01"), groups);
    Envelope right =
        new Envelope(
            grr.spec().toString(),
            PLAN,
            ID,
            "2026-01-01",
            0,
            Map.of("country", "Österreich", "city", "\"W\\ien\""),
            3);
    String json = right.json();

    assertNull(collector.flaw(json));
    assertNull(collector.flaw(json.replace("Ö", "\\u00d6")));
    assertEquals(Flaw.UNKNOWN_PERIOD, collector.flaw(json.replace("2026", "2027")));
    assertEquals(Flaw.UNKNOWN_GROUP, collector.flaw(json.replace("Öster", "Frank")));
    assertEquals(Flaw.UNKNOWN_GROUP, collector.flaw(json.replace("ien", "\\n")));
    assertEquals(Flaw.UNKNOWN_GROUP, collector.flaw(json.replace("ien", "x".repeat(300))));
    assertEquals(Flaw.MISSING_FIELD, collector.flaw(json.replaceAll("\"city.*?,", "")));
    assertEquals(
        Flaw.UNKNOWN_FIELD,
        collector.flaw(
            json.replace("city", "town").replace("\"country", "\"city\":\"x\",\"country")));
    assertEquals(Flaw.WRONG_TYPE, collector.flaw(json.replace("\"2026-01-01\"", "20260101")));
    byte[] latin = json.getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(Flaw.UNREADABLE, collector.flaw(latin));
  }

  /** Names differ with the id and the period, and with nothing else. */
  @Test
  void aReportIsNamedByItsIdAndPeriod() {
    Protocol<?, ?> grr = Protocols.of("grr(epsilon=1.0,k=16)");
    Collector collector = new Collector(grr, List.of("1", "2"), Map.of());
    Map<String, List<Long>> names = new HashMap<>();
    for (String id : List.of("a", "b")) {
      for (String period : List.of("1", "2")) {
        for (int report : new int[] {3, 4}) {
          Envelope envelope =
              new Envelope(grr.spec().toString(), PLAN, id, period, 0, Map.of(), report);
          assertNull(collector.flaw(envelope.json()));
          List<Long> name = List.of(collector.check.high(), collector.check.low());
          assertEquals(name, names.computeIfAbsent(id + period, x -> name));
        }
      }
    }
    assertEquals(4, names.values().stream().distinct().count());
  }

  @Test
  void anEnvelopeThatWouldBeRefusedIsNotMade() {
    assertThrows(IllegalArgumentException.class, () -> new Envelope("s", PLAN, "", 1));
    assertThrows(IllegalArgumentException.class, () -> new Envelope("s", PLAN, "a b", 1));
    assertThrows(IllegalArgumentException.class, () -> new Envelope("s", PLAN, ID, 1.5));
  }

  /** Nothing fails, whatever the line; and what is accepted says one thing only. */
  @Test
  void linesThatNobodyWroteHaveANameToo() {
    for (String spec :
        List.of(
            "grr(epsilon=1.0,k=16)",
            "l2-ball(epsilon=1.0,d=3,radius=1.0)",
            "subset(epsilon=1.0,k=10,size=2)")) {
      Protocol<?, ?> protocol = Protocols.of(spec);
      Collector collector = new Collector(protocol);
      List<byte[]> examples =
          reports(protocol, 5).stream()
              .map(report -> envelope(protocol, report).json().getBytes(StandardCharsets.UTF_8))
              .toList();
      Fuzzer.run(
          new Fuzzer.Target(
              "envelopes of " + protocol.spec().name(),
              20,
              examples,
              List.of("\"", "\\u0000", "\\", "{", "}", "\"id\":", "null", "1e9", "\"public\":{"),
              bytes -> bytes,
              line -> {
                Flaw flaw = collector.flaw(line);
                if (flaw != null) {
                  assertFalse(flaw.sentence().isEmpty());
                  throw new IllegalArgumentException(
                      "a line must be an envelope. Flaw: " + flaw.sentence() + ".");
                }
                Object report =
                    switch (protocol.reportType().kind()) {
                      case CELL -> (int) collector.check.number();
                      case WORD -> collector.check.number();
                      case BITS -> collector.check.bits();
                    };
                assertNull(collector.flaw(envelope(protocol, report).json()));
              }));
    }
  }

  @Test
  void namesOfFlawsArePermanent() {
    assertEquals(
        "too-long unreadable repeated-field unknown-field wrong-type missing-field unknown-version"
            + " foreign-spec foreign-plan other-round bad-id unknown-period unknown-group"
            + " report-encoding report-size report-range disputed-id",
        Arrays.stream(Flaw.values()).map(Flaw::text).collect(Collectors.joining(" ")));
  }

  /** Or a table of them would grow with what strangers write, and each new one would copy it. */
  @Test
  void namesOfStrangersAreNotKept() {
    assertFalse(EnvelopeReader.JSON.isEnabled(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES));
    byte[] line = ("{\"" + "x".repeat(10_000) + "\":1}").getBytes(StandardCharsets.UTF_8);
    assertEquals(Flaw.UNKNOWN_FIELD, new EnvelopeReader().read(line, line.length));
  }
}
