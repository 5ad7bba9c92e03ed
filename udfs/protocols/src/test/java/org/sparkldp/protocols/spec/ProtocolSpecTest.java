package org.sparkldp.protocols.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolSpecTest {

  @Test
  void aSpecIsANameWithNamedArguments() {
    ProtocolSpec spec = ProtocolSpec.parse("grr(epsilon=1.0,k=16)");

    assertEquals("grr", spec.name());
    assertEquals(Map.of("epsilon", "1.0", "k", "16"), spec.arguments());
    assertEquals("grr(epsilon=1.0,k=16)", spec.toString());
  }

  @Test
  void whiteSpaceAroundTokensMeansNothing() {
    assertEquals(
        ProtocolSpec.parse("grr(epsilon=1.0,k=16)"),
        ProtocolSpec.parse(" grr (\n epsilon = 1.0 ,\tk =16 ) "));
  }

  @Test
  void aSpecMayHaveNoArguments() {
    assertEquals("sq()", ProtocolSpec.parse("sq( )").toString());
  }

  @Test
  void peopleReadASpecWithoutFingerprints() {
    String spec = "factorization(epsilon=1.0,workload=prefix,strategy=%s,domain=8)";
    assertEquals(
        "factorization(epsilon=1.0,workload=prefix,domain=8)",
        ProtocolSpec.parse(spec.formatted("0f".repeat(16))).withoutFingerprints().toString());
    ProtocolSpec file = ProtocolSpec.parse(spec.formatted("prefix.strategy"));
    assertEquals(file, file.withoutFingerprints());
  }

  @Test
  void textsAreQuotedWhereTheyMustBe() {
    ProtocolSpec spec =
        ProtocolSpec.named("own").with("a", "plain-1.0").with("b", "it's, (so)").with("c", "");

    assertEquals("own(a=plain-1.0,b='it''s, (so)',c='')", spec.toString());
    assertEquals(spec, ProtocolSpec.parse(spec.toString()));
  }

  @Tag("slow")
  @Property
  void whatIsWrittenReadsBackTheSame(@ForAll("specs") ProtocolSpec spec) {
    ProtocolSpec read = ProtocolSpec.parse(spec.toString());

    assertEquals(spec, read);
    assertEquals(spec.arguments(), read.arguments());
    assertEquals(spec.hashCode(), read.hashCode());
    assertEquals(spec.fingerprint(), read.fingerprint());
  }

  @Provide
  Arbitrary<ProtocolSpec> specs() {
    Arbitrary<String> names = Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1);
    Arbitrary<String> values =
        Arbitraries.oneOf(
            Arbitraries.strings().withChars("aZ09_.+-").ofMinLength(1),
            Arbitraries.strings().withChars("' (),=\n\tü\uD83D\uDE00"),
            Arbitraries.strings());
    return Arbitraries.maps(names, values)
        .ofMaxSize(5)
        .flatMap(
            arguments ->
                names.map(
                    name -> {
                      ProtocolSpec spec = ProtocolSpec.named(name);
                      for (Map.Entry<String, String> argument : arguments.entrySet()) {
                        spec = spec.with(argument.getKey(), argument.getValue());
                      }
                      return spec;
                    }));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1.0",
    "0.1, 0.1",
    "16, 16.0",
    "1e-6, 1.0E-6",
    "0.001, 0.001",
    "1e-4, 1.0E-4",
    "1e6, 1000000.0",
    "1e7, 1.0E7",
    "-2.5, -2.5",
    "-1.25e-9, -1.25E-9",
    "2e-3, 0.002",
    "2.2250738585072014e-308, 2.2250738585072014E-308",
    "4.9e-324, 5.0E-324",
    "0.30000000000000004, 0.30000000000000004",
    "0.0, 0.0",
    "-0.0, 0.0"
  })
  void numbersAreWrittenInTheirShortestExactForm(double number, String text) {
    assertEquals(text, ProtocolSpec.shortest(number));
  }

  @Property
  void aWrittenNumberReadsBackAsTheSameDoubleInTheFewestDigits(@ForAll long bits) {
    double number = Double.longBitsToDouble(bits);
    if (Double.isFinite(number)) {
      assertShortest(number);
    }
  }

  @Test
  void powersOfTwoAreWrittenInTheFewestDigitsToo() {
    // Their neighbours stand at unequal distances, which is where shortcuts go wrong.
    for (int exponent = Double.MIN_EXPONENT; exponent <= Double.MAX_EXPONENT; exponent++) {
      assertShortest(Math.scalb(1.0, exponent));
    }
  }

  private static void assertShortest(double number) {
    String text = ProtocolSpec.shortest(number);
    assertEquals(number + 0.0, Double.parseDouble(text));
    int digits = new BigDecimal(text).stripTrailingZeros().precision();
    if (digits > 1) {
      BigDecimal exact = new BigDecimal(number);
      for (RoundingMode mode : List.of(RoundingMode.FLOOR, RoundingMode.CEILING)) {
        assertNotEquals(number, exact.round(new MathContext(digits - 1, mode)).doubleValue(), text);
      }
    }
  }

  @Test
  void theFingerprintIsTheTextsSha256() {
    // printf 'grr(epsilon=1.0,k=16)' | sha256sum
    assertEquals(
        "9eb1cd72d612335bfbef3ad28f905f92fe49bee17f17935e8dbc05467e5b94fb",
        ProtocolSpec.parse("grr(epsilon=1.0, k=16)").fingerprint());
  }

  @Test
  void theOrderOfArgumentsIsPartOfTheText() {
    assertNotEquals(
        ProtocolSpec.parse("grr(k=16,epsilon=1.0)"), ProtocolSpec.parse("grr(epsilon=1.0,k=16)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | a protocol's name at character 1.",
        "Grr() | a protocol's name at character 1.",
        "grr | '(' at character 4.",
        "grr( | a parameter's name at character 5.",
        "grr(K=1) | a parameter's name at character 5.",
        "grr(k) | '=' at character 6.",
        "grr(k=) | a value at character 7.",
        "grr(k=1 | ')' at character 8.",
        "grr(k=1,) | a parameter's name at character 9.",
        "grr(k=1 2) | ')' at character 9.",
        "grr(k='1) | a closing quote at character 10.",
        "grr(k=1)) | the end at character 9.",
      })
  void whatIsNotASpecIsRefusedWhereItStops(String text, String stop) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> ProtocolSpec.parse(text));

    assertTrue(refusal.getMessage().endsWith("expected " + stop), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1.", "+.5", "1e-6", "2.50E+3", " 7 ", "NaN", "-Infinity"})
  void aNumberIsADecimal(String text) {
    assertEquals(Double.parseDouble(text), ProtocolSpec.number(text));
  }

  /** Some of them Java reads, and no other language. */
  @ParameterizedTest
  @ValueSource(
      strings = {"1d", "1f", "0x1p1", "1_0", "", ".", "e5", "1e", "1,5", "\u0661", "nan", "inf"})
  void whatElseReadsAsANumberIsNone(String text) {
    assertThrows(NumberFormatException.class, () -> ProtocolSpec.number(text));
  }

  @Test
  void aParameterIsGivenOnce() {
    assertThrows(IllegalArgumentException.class, () -> ProtocolSpec.parse("grr(k=1,k=2)"));
  }

  @Test
  void namesOfTheWrongFormAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ProtocolSpec.named("a_b"));
    assertThrows(IllegalArgumentException.class, () -> ProtocolSpec.named("1a"));
    ProtocolSpec spec = ProtocolSpec.named("a");
    assertThrows(IllegalArgumentException.class, () -> spec.with("a-b", 1));
  }
}
