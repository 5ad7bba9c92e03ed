package org.sparkldp.protocols.longitudinal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SystemRandomness;

/** Estimates of one period, and what they cost in error. */
class MemoizedOraclesTest {
  private static MemoizedOracle of(String spec) {
    return (MemoizedOracle) Protocols.of(spec);
  }

  /** The whole law of a report, as the formulas of the page have it. */
  @Test
  void oneReportHasThisLaw() {
    Loloha oracle = Loloha.LOLOHA.of(2 * Math.log(3), 3, 2, 0.5);
    // A = 3, E = sqrt 3, so p1 = 3/4 and p2/q2 = (3 E - 1)/(3 - E).
    double ratio = (3 * Math.sqrt(3) - 1) / (3 - Math.sqrt(3));
    double p2 = ratio / (ratio + 1);
    double own = 0.75 * p2 + 0.25 * (1 - p2);
    for (int item = 0; item < 3; item++) {
      int held = item;
      Law<Integer> law = Law.of(source -> oracle.randomize(held, source));
      assertEquals(8, law.size());
      for (int other = 0; other < 3; other++) {
        int asked = other;
        double supported = law.mean(report -> oracle.cell(report / 2, asked) == report % 2 ? 1 : 0);
        assertEquals(other == item ? own : 0.5, supported, 1e-12);
      }
    }
    assertEquals(Math.log(own / (1 - own)), oracle.reportEpsilon(), 1e-9);
    assertEquals(0.5 * Math.log(3), oracle.reportEpsilon(), 1e-9);
    assertEquals(Math.log(3), oracle.bucketEpsilon(), 1e-9);
  }

  /** Where each report comes as often as its law says, estimates are the truth. */
  @ParameterizedTest
  @ValueSource(strings = {"loloha(epsilon=1.0,k=5)", "loloha(epsilon=2.0,k=5,g=3,alpha=0.2)"})
  void expectedReportsGiveTheTruthAndItsErrors(String spec) {
    MemoizedOracle oracle = of(spec);
    double people = 1L << 40;
    for (int item = 0; item < 5; item++) {
      int held = item;
      Accumulator<Integer> sum = oracle.newAccumulator();
      Law.of(source -> oracle.randomize(held, source))
          .forEach((report, p) -> sum.add(report, Math.round(p * people)));
      Estimate estimate = oracle.estimate(sum);
      long[] counts = new long[5];
      counts[item] = (long) people;
      double[] variances = oracle.variances(counts);
      for (int v = 0; v < 5; v++) {
        double error = estimate.rows().get(v).standardError();
        assertEquals(counts[v] / people, estimate.rows().get(v).estimate() / people, 1e-9);
        assertEquals(1, error * error / variances[v], 1e-6);
      }
    }
  }

  /**
   * The paper's formula of the variance of a rare item, of frequencies among n people (LOLOHA,
   * section 3.3, chained responses).
   */
  @ParameterizedTest
  @CsvSource({"0.5", "1.0", "2.0", "4.0"})
  void variancesAreThoseOfThePaper(double lifetime) {
    long[] nobody = {0, 1_000_000, 0, 0};
    double one = lifetime / 2;
    double first = one / 2;
    double p1 = Math.exp(one) / (Math.exp(one) + 1);
    double irr = Math.log((Math.exp(one + first) - 1) / (Math.exp(one) - Math.exp(first)));
    double p2 = Math.exp(irr) / (Math.exp(irr) + 1);
    double q2 = 1 - p2;
    double q1 = 0.5; // of the server
    double gamma = q1 * (p2 - q2) + q2;
    double loloha = gamma * (1 - gamma) / Math.pow((p1 - q1) * (p2 - q2), 2);
    assertEquals(1, Loloha.LOLOHA.of(lifetime, 4).variances(nobody)[0] / (1e6 * loloha), 1e-8);
  }

  @Test
  void freshCoinsAreRefused() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Loloha.LOLOHA.of(1, 4).randomize(0, SystemRandomness.get()))
            .getMessage();
    assertTrue(message.contains("only keyed random bits can be remembered"), message);
  }

  /** Two buckets are best up to a lifetime epsilon of 10. */
  @Test
  void twoBucketsAreBest() {
    long[] nobody = {0, 1000, 0, 0};
    for (double epsilon : new double[] {0.1, 1, 4, 10}) {
      double two = Loloha.LOLOHA.of(epsilon, 4, 2, 0.5).variances(nobody)[0];
      for (int g : new int[] {3, 4, 5, 8}) {
        assertTrue(two < Loloha.LOLOHA.of(epsilon, 4, g, 0.5).variances(nobody)[0]);
      }
    }
    assertTrue(
        Loloha.LOLOHA.of(11, 4, 2, 0.5).variances(nobody)[0]
            > Loloha.LOLOHA.of(11, 4, 3, 0.5).variances(nobody)[0]);
  }
}
