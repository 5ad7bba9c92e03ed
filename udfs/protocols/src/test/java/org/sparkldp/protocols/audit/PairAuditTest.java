package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Reports of somebody else's client tell what it leaks at least. */
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
    PairAudit.Result found = audit(2, 50_000, client).run(0, 1);

    assertEquals(2, found.values());
    assertEquals(100_000, found.reports());
    assertEquals(2, found.pairs());
    assertTrue(found.lowerBound() < Math.log(3), found.toString());
    assertTrue(found.lowerBound() > 0.9 * Math.log(3), found.toString());
  }

  @Test
  void valuesThatAreToldAsTheyAreAreFoundAmongOthersThatAreNot() {
    PairAudit.Result found = audit(8, 5_000, (value, s) -> value == 6 ? "six" : "none").run(0, 1);

    assertEquals(56, found.pairs());
    assertTrue(found.lowerBound() > 4, found.toString());
  }

  @Test
  void reportsThatDependOnNothingShowNothing() {
    PairAudit.Result found = audit(4, 5_000, (value, s) -> s.nextLong()).run(0, 1);

    assertEquals(0, found.lowerBound());
  }

  @Test
  void aDeltaTakesItsShareOfWhatIsFound() {
    // One in fifty tells its value: no epsilon without delta, hardly any with a delta of 0.03.
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
