package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;

/**
 * Its exact law is among the laws of all protocols, {@link org.sparkldp.protocols.ProtocolLaws}.
 */
class RandomizedResponseTest {

  @Test
  void aSurveyOfOneThousandPeople() {
    RandomizedResponse oracle = RandomizedResponse.GRR.of(Math.log(3), 4);
    // p = 3/6, q = 1/6: of 600 and 400 people, (300 + 66.7, 200 + 100, 166.7, 166.7) on average.
    Accumulator<Integer> reports = oracle.newAccumulator();
    reports.add(0, 367);
    reports.add(1, 300);
    reports.add(2, 166);
    reports.add(3, 167);

    Estimate estimate = oracle.estimate(reports);

    assertEquals((367 - 1000 / 6.0) * 3, estimate.rows().get(0).estimate(), 1e-9);
    assertEquals(1000, sum(estimate.estimates()), 1e-6);
  }

  private static double sum(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum += v;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"0.000001, 2", "0.5, 16", "1, 256", "2, 1024", "4, 65536", "20, 2", "20, 65536"})
  void theExactEpsilonIsWithinOneBillionthBelowTheClaim(double epsilon, int k) {
    double exact = RandomizedResponse.GRR.of(epsilon, k).guarantee().exactEpsilon();

    assertTrue(exact <= epsilon && exact >= epsilon - 1e-9, "exact " + exact);
  }

  @Test
  void theBinaryMethodIsTheKaryOneOnTwoItems() {
    assertEquals(
        RandomizedResponse.GRR.of(1.5, 2).guarantee(), RandomizedResponse.RR.of(1.5).guarantee());
  }
}
