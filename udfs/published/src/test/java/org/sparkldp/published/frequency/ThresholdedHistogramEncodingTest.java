package org.sparkldp.published.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.UnaryEncoding;

class ThresholdedHistogramEncodingTest {

  private static UnaryEncoding tight(double epsilon, double theta) {
    return ThresholdedHistogramEncoding.DECLARATION.of(epsilon, 4, theta);
  }

  private static UnaryEncoding paper(double epsilon, double theta) {
    return ThresholdedHistogramEncoding.DECLARATION.of(epsilon, 4, theta, "paper");
  }

  /** Variance of one person's share in the estimate of an item nobody holds. */
  private static double atZero(UnaryEncoding oracle) {
    return oracle.variances(new long[] {1, 0, 0, 0})[3];
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 0.6",
    "0.5, 0.51",
    "1, 0.7",
    "2, 0.9",
    "4, 1",
    "8, 0.501",
    "20, 0.501",
    "20, 1"
  })
  void tightUsesTheWholeClaim(double epsilon, double theta) {
    double exact = tight(epsilon, theta).guarantee().exactEpsilon();

    assertTrue(exact <= epsilon && exact >= epsilon - 1e-9, "exact " + exact);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.6", "1, 0.619", "4, 0.816", "20, 0.9"})
  void paperCostsLessThanItClaims(double epsilon, double theta) {
    double s = epsilon / 2;
    double bits =
        Math.log(2 * Math.exp(s * (1 - theta)) - 1) + Math.log(2 * Math.exp(s * theta) - 1);

    double exact = paper(epsilon, theta).guarantee().exactEpsilon();

    assertEquals(bits, exact, 1e-9);
    assertTrue(exact < epsilon);
  }

  @Test
  void thePapersVarianceIsTheKnownFormula() {
    double theta = 0.7;
    double x = Math.exp(0.5 * theta);
    double denominator = 1 + Math.exp(theta - 0.5) - 2 * x;

    assertEquals((2 * x - 1) / (denominator * denominator), atZero(paper(1, theta)), 1e-9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void theDefaultThetaOfThePaperHasTheLeastVariance(double epsilon) {
    UnaryEncoding best =
        (UnaryEncoding) Protocols.of("the(epsilon=" + epsilon + ",k=4,calibration=paper)");
    double theta = Double.parseDouble(best.spec().arguments().get("theta"));

    assertTrue(atZero(best) < atZero(paper(epsilon, theta - 0.002)));
    assertTrue(atZero(best) < atZero(paper(epsilon, theta + 0.002)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void theBestTightThetaIsOneWhichIsOptimisedUnaryEncoding(double epsilon) {
    UnaryEncoding best = ThresholdedHistogramEncoding.DECLARATION.of(epsilon, 4);

    assertEquals("1.0", best.spec().arguments().get("theta"));
    assertEquals(atZero(UnaryEncoding.OUE.of(epsilon, 4)), atZero(best), 1e-9);
    assertTrue(atZero(best) < atZero(tight(epsilon, 0.99)));
    assertTrue(atZero(tight(epsilon, 0.99)) < atZero(tight(epsilon, 0.6)));
    assertTrue(
        atZero(tight(epsilon, 0.6)) < atZero(paper(epsilon, 0.6)), "tight is better everywhere");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void thePapersHistogramEncodingCostsLessThanItClaims(double epsilon) {
    String spec = "the(epsilon=" + epsilon + ",k=5,calibration=paper)";
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(spec);
    double exact = Audit.run(oracle, 0, 0).exact().getAsDouble();

    assertTrue(exact < 0.95 * epsilon);
    assertEquals(oracle.guarantee().exactEpsilon(), exact, 1e-12);
  }
}
