package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Its exact law is among the laws of all protocols, {@link org.sparkldp.protocols.ProtocolLaws}.
 */
class UnaryEncodingTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.5, 1, 2, 4, 10, 20})
  void theExactEpsilonIsWithinOneBillionthBelowTheClaim(double epsilon) {
    double symmetric = UnaryEncoding.SUE.of(epsilon, 2).guarantee().exactEpsilon();
    double optimised = UnaryEncoding.OUE.of(epsilon, 2).guarantee().exactEpsilon();

    assertTrue(symmetric <= epsilon && symmetric >= epsilon - 1e-9, "exact " + symmetric);
    assertTrue(optimised <= epsilon && optimised >= epsilon - 1e-9, "exact " + optimised);
  }

  @Test
  void theOptimisedVarianceAtSmallCountsIsTheKnownFormula() {
    double e = Math.exp(1.5);

    assertEquals(
        4 * e / ((e - 1) * (e - 1)),
        UnaryEncoding.OUE.of(1.5, 100).variances(oneOf(100))[99],
        1e-9);
    double half = Math.exp(0.75);
    assertEquals(
        half / ((half - 1) * (half - 1)),
        UnaryEncoding.SUE.of(1.5, 100).variances(oneOf(100))[99],
        1e-9);
  }

  private static long[] oneOf(int k) {
    long[] counts = new long[k];
    counts[0] = 1;
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 9, 63, 64, 65, 200})
  void aReportHasABitForEachItemAndNothingBeyond(int k) {
    UnaryEncoding oracle = UnaryEncoding.SUE.of(1, k);
    RandomSource source = new SimulationSource(3);
    Accumulator<byte[]> reports = oracle.newAccumulator();
    for (int i = 0; i < 200; i++) {
      byte[] report = oracle.report(i % k, source);
      assertEquals((k + 7) / 8, report.length);
      assertEquals(report.length, oracle.reportType().bytes());
      reports.add(report); // refuses bits beyond k
    }
    for (int item = 0; item < k; item++) {
      assertTrue(reports.count(item) > 0, "no report ever sets bit " + item);
    }
  }
}
