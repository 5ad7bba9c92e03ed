package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Reports of somebody else's client show what it leaks at least. */
class PairAuditTest {

  private interface Client {
    Object report(int value, RandomSource source);
  }

  private static PairAudit audit(int values, int reports, Client client) {
    PairAudit audit = new PairAudit();
    RandomSource source = new SimulationSource(5);
    for (int i = 0; i < reports; i++) {
      for (int value = 0; value < values; value++) {
        audit.add(value, client.report(value, source));
      }
    }
    return audit;
  }

  /** Says the truth in three of four cases: ln 3 is 1.0986. */
  private static int response(int value, RandomSource source) {
    return (source.nextLong() & 3) == 0 ? 1 - value : value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"int", "long", "double", "float", "text", "bytes"})
  void theBoundIsJustBelowEpsilonWhateverReportsAre(String type) {
    Client client =
        (value, source) -> {
          int said = response(value, source);
          return switch (type) {
            case "int" -> said;
            case "long" -> 1L << 40 << said;
            case "double" -> said - 0.25;
            case "float" -> said + 0.5f;
            case "text" -> "answer " + said;
            default -> new byte[] {7, (byte) said};
          };
        };
    PairAudit.PairAuditResult found = audit(2, 50_000, client).run(0, 1);

    assertEquals(2, found.values());
    assertEquals(100_000, found.reports());
    assertEquals(2, found.pairs());
    assertTrue(found.lowerBound() < Math.log(3), found.toString());
    assertTrue(found.lowerBound() > 0.9 * Math.log(3), found.toString());
  }

  @Test
  void valuesThatAreReportedAsTheyAreAreFoundAmongOthersThatAreNot() {
    PairAudit.PairAuditResult found =
        audit(8, 5_000, (value, s) -> value == 6 ? "six" : "none").run(0, 1);

    assertEquals(56, found.pairs());
    assertTrue(found.lowerBound() > 4, found.toString());
  }

  @Test
  void reportsThatDependOnNothingShowNothing() {
    PairAudit.PairAuditResult found = audit(4, 5_000, (value, s) -> s.nextLong()).run(0, 1);

    assertEquals(0, found.lowerBound());
  }

  @Test
  void aDeltaTakesItsShareOfWhatIsFound() {
    // One in fifty shows its value: no epsilon without delta, hardly any with a delta of 0.03.
    Client client = (value, s) -> s.uniform(50) == 0 ? value : -1;

    assertTrue(audit(2, 20_000, client).run(0, 1).lowerBound() > 2);
    assertEquals(0, audit(2, 20_000, client).run(0.03, 1).lowerBound());
  }

  /**
   * To the last digit: half of the reports are the test, alpha is shared by all ordered pairs, half
   * for either frequency, and delta is taken off the one.
   */
  @Test
  void theBoundIsClopperAndPearsonsForAllPairsTogether() {
    for (int values : new int[] {2, 3, 8}) {
      int n = 1001; // 500 learn and choose, 501 test
      double tail = 1e-6 / (values * (values - 1)) / 2;
      double least = Math.pow(tail, 1.0 / 501);
      double most = -Math.expm1(Math.log(tail) / 501);
      PairAudit audit = audit(values, n, (value, s) -> value);

      assertEquals(Math.log(least / most), audit.run(0, 1).lowerBound(), 1e-9);
      assertEquals(Math.log((least - 0.3) / most), audit.run(0.3, 1).lowerBound(), 1e-9);
      assertEquals((long) values * n, audit.run(0, 1).reports());
    }
  }

  // Each of these leaks is found by one way to look at reports only; all else is alike.

  /** Nearly what reports show that are distinguished for certain. */
  private static void assertFound(int n, Client client) {
    double tail = 1e-6 / 4;
    double most = Math.log(Math.pow(tail, 2.0 / n) / -Math.expm1(2 * Math.log(tail) / n));
    double bound = audit(2, n, client).run(0, 1).lowerBound();

    assertTrue(bound > most - 0.7 && bound <= most + 1e-9, bound + " of " + most);
  }

  private static byte[] random(RandomSource source, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) source.nextLong();
    }
    return bytes;
  }

  private static byte[] withBit(byte[] bytes, int place, int bit) {
    bytes[place >>> 3] &= (byte) ~(1 << (place & 7));
    bytes[place >>> 3] |= (byte) (bit << (place & 7));
    return bytes;
  }

  /** One of fifteen hundred words of the value, which lie between those of the other value. */
  private static long own(int value, RandomSource source) {
    return (new SimulationSource(source.uniform(1500)).nextLong() & ~0x1ffL) | (value << 8) | 1;
  }

  /** The same, none of whose bits shows the value. */
  private static long mixed(int value, RandomSource source) {
    return new SimulationSource(own(value, source)).nextLong();
  }

  @Test
  void wordsThatOneValueOnlyReportsAreFound() {
    assertFound(40_000, (value, s) -> own(value, s));
    assertFound(
        40_000,
        (value, s) -> Double.longBitsToDouble((own(value, s) & ((1L << 52) - 1)) | (1023L << 52)));
    assertFound(40_000, (value, s) -> ByteBuffer.allocate(8).putLong(mixed(value, s)).array());
    assertFound(40_000, (value, s) -> Long.toHexString(mixed(value, s) | (1L << 63)));
  }

  @Test
  void theLastDigitsOfAWordAreFound() {
    assertFound(4000, (value, s) -> (s.nextLong() & ~0xffL) | (7 + 2 * value));
    assertFound(
        4000,
        (value, s) ->
            Double.longBitsToDouble(
                (s.nextLong() & ((1L << 52) - 256)) | (1023L << 52) | (7 + 2 * value)));
  }

  @Test
  void aRangeIsFound() {
    assertFound(20_000, (value, s) -> (s.nextLong() >>> 24) + ((long) value << 41));
    assertFound(
        20_000, (value, s) -> 1 + 0.6 * value + 0.4 * (((s.nextLong() >>> 11) | 1) * 0x1p-53));
  }

  /** Exponent and last binary place, each of which alone, and their difference, show nothing. */
  @Test
  void howFinelyANumberIsDividedIsFound() {
    int[][] places = {{0, 2, 1}, {1, 0, 2}};
    assertFound(
        20_000,
        (value, s) -> {
          int exponent = s.uniform(3);
          int last = places[value][exponent] - 36;
          long steps = 1L << (exponent - last); // to the next power of two
          return Math.scalb((double) ((steps + (s.nextLong() >>> 1) % steps) | 1), last);
        });
    assertFound(
        20_000,
        (value, s) -> {
          int exponent = s.uniform(3);
          int last = places[value][exponent] - 36;
          long steps = 1L << (exponent - last);
          double number = Math.scalb((double) ((steps + (s.nextLong() >>> 1) % steps) | 1), last);
          return Double.doubleToLongBits(number);
        });
  }

  @Test
  void numbersOfDigitsBehindTheFirstBytesAreFound() {
    // Zeros at the end of a word, beyond its last byte; in doubles, also of subnormal ones.
    assertFound(
        4000, (value, s) -> ((s.nextLong() >>> 1) & -(1L << (20 + value))) | (1L << (20 + value)));
    assertFound(
        4000,
        (value, s) ->
            Double.longBitsToDouble(
                ((s.nextLong() >>> 20) & -(1L << (20 + value))) | (1L << (20 + value))));
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 40, 64, 511})
  void aBitIsFoundWhereverItStands(int place) {
    assertFound(4000, (value, s) -> withBit(random(s, 64), place, value));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "3, 17", "0, 23", "22, 23"})
  void twoBitsThatAgreeAreFound(int one, int other) {
    assertFound(
        4000,
        (value, s) -> {
          int bit = s.uniform(2);
          return withBit(withBit(random(s, 16), one, bit), other, bit ^ value);
        });
  }

  @Test
  void howManyBitsAreSetIsFound() {
    assertFound(
        4000,
        (value, s) -> {
          byte[] bytes = new byte[8];
          for (int set = 0; set < 20 + 24 * value; ) {
            int place = s.uniform(64);
            set += ((bytes[place >>> 3] >>> (place & 7)) & 1) ^ 1;
            withBit(bytes, place, 1);
          }
          return bytes;
        });
  }

  @Test
  void lengthsAreFound() {
    assertFound(4000, (value, s) -> random(s, 80 + value));
    assertFound(4000, (value, s) -> new byte[2 + value]);
    assertFound(4000, (value, s) -> HexFormat.of().formatHex(random(s, 80)) + "xy".repeat(value));
    assertFound(4000, (value, s) -> "z".repeat(2 + value));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 127})
  void aCharacterIsFoundWhereverItStands(int place) {
    assertFound(
        4000,
        (value, s) -> {
          StringBuilder text = new StringBuilder(HexFormat.of().formatHex(random(s, 70)));
          text.setCharAt(place, value == 0 ? 'x' : 'y');
          return text.toString();
        });
  }

  /** Nor is anything found in any kind of report that says nothing. */
  @Test
  void nothingIsFoundWhereNothingIs() {
    for (Client client :
        List.<Client>of(
            (value, s) -> s.nextLong(),
            (value, s) -> (s.nextLong() >>> 11) * 0x1p-53,
            (value, s) -> random(s, 64),
            (value, s) -> HexFormat.of().formatHex(random(s, 70)))) {
      assertEquals(0, audit(2, 4000, client).run(0, 1).lowerBound());
    }
  }

  /** Of a value with many reports and one with few, both are weighed by their numbers. */
  @Test
  void valuesMayHaveReportsInUnequalNumbers() {
    PairAudit audit = new PairAudit();
    RandomSource source = new SimulationSource(6);
    for (int i = 0; i < 100_000; i++) {
      audit.add("many", response(0, source));
      if (i % 20 == 0) {
        audit.add("few", response(1, source));
      }
    }
    double bound = audit.run(0, 1).lowerBound();

    assertTrue(bound > 0.75 * Math.log(3) && bound < Math.log(3), "bound " + bound);
  }

  /** Halves are drawn by lot: those who report first may not be like those who report last. */
  @Test
  void theOrderOfReportsMakesNoDifference() {
    PairAudit audit = new PairAudit();
    for (int i = 0; i < 40_000; i++) {
      audit.add("one", i < 30_000 ? 0 : 1);
      audit.add("other", i < 10_000 ? 0 : 1);
    }
    for (int seed = 1; seed <= 5; seed++) {
      double bound = audit.run(0, seed).lowerBound();
      assertTrue(bound > 0.8 * Math.log(3) && bound < Math.log(3), "bound " + bound);
    }
  }

  @Test
  void aHundredReportsOfTwoToSixtyFourValuesAreEnough() {
    assertEquals(2, audit(2, 100, (value, s) -> value).run(0, 1).values());
    assertEquals(64 * 63, audit(PairAudit.MOST_VALUES, 100, (value, s) -> value).run(0, 1).pairs());
    assertEquals(0, audit(2, 100, (value, s) -> 7).run(0, 1).lowerBound());
  }

  @Test
  void whatCannotBeAuditedIsRefusedWithoutAnyValue() {
    PairAudit two = audit(2, 99, (value, s) -> value);
    PairAudit one = audit(1, 200, (value, s) -> value);
    PairAudit full = audit(PairAudit.MOST_VALUES, 1, (value, s) -> value);

    assertTrue(refusal(() -> two.run(0, 1)).contains("100 reports of each value"));
    assertTrue(refusal(() -> one.run(0, 1)).contains("two values"));
    assertTrue(!refusal(() -> full.add("secret", 1)).contains("secret"));
    assertTrue(refusal(() -> two.add(1, "secret")).contains("of one kind"));
    assertTrue(!refusal(() -> two.add(1, "secret")).contains("secret,"));
    for (double delta : new double[] {1, -1e-9, Double.NaN}) {
      assertTrue(refusal(() -> two.run(delta, 1)).contains("delta"));
    }
  }

  private static String refusal(Runnable run) {
    return assertThrows(IllegalArgumentException.class, run::run).getMessage();
  }
}
