package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.StandardNormal;

class PureEstimatorTest {

  @Property
  void whatIsExpectedIsEstimatedExactly(
      @ForAll @IntRange(min = 1, max = 100) int n, @ForAll @IntRange(max = 100) int count) {
    // 100 n reports, so that expected supports are whole numbers.
    PureEstimator estimator = new PureEstimator(0.75, 0.25);
    long c = Math.min(count, n);
    long supports = 75 * c + 25 * (n - c);

    Estimate.Row row = estimator.estimate(100L * n, new long[] {supports}, 0.95).rows().get(0);

    assertEquals(100 * c, row.estimate(), 1e-6);
    assertEquals(estimator.variance(100 * c, 100 * n), square(row.standardError()), 1e-6);
  }

  @Test
  void theVarianceIsThatOfTwoBinomials() {
    double p = 0.7;
    double q = 0.2;
    double expected = (30 * p * (1 - p) + 70 * q * (1 - q)) / ((p - q) * (p - q));

    assertEquals(expected, new PureEstimator(p, q).variance(30, 100), 1e-9);
    assertEquals(expected, new PureEstimator(p, q).variances(new long[] {30, 70})[0], 1e-9);
  }

  @Property
  void theIntervalIsAllCountsThatTheEstimateDoesNotContradict(
      @ForAll @IntRange(max = 1000) int supports,
      @ForAll @IntRange(min = 5, max = 95) int high,
      @ForAll @IntRange(max = 90) int low) {
    double p = Math.max(high, low + 5) / 100.0;
    double q = Math.min(low, high - 5) / 100.0;
    PureEstimator estimator = new PureEstimator(p, q);
    Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.9).rows().get(0);
    double z = StandardNormal.ofInterval(1, 0.9);

    assertTrue(row.lower() <= row.estimate() && row.estimate() <= row.upper());
    for (double end : new double[] {row.lower(), row.upper()}) {
      double distance = square(row.estimate() - end);
      double allowed = z * z * estimator.variance(end, 1000);
      assertEquals(distance, allowed, 1e-6 * (1 + allowed));
    }
  }

  @Test
  void theIntervalHoldsItsLevelWhereTheSymmetricOneDoesNot() {
    // q = 0.002, 1,000 people, nobody holds the item: supports are Poisson(2).
    PureEstimator estimator = new PureEstimator(0.5, 0.002);
    double score = 0;
    double symmetric = 0;
    double probability = Math.pow(0.998, 1000);
    for (int supports = 0; supports <= 40; supports++) {
      Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.95).rows().get(0);
      score += row.lower() <= 0 && 0 <= row.upper() ? probability : 0;
      symmetric += Math.abs(row.estimate()) <= 1.959964 * row.standardError() ? probability : 0;
      probability *= (1000.0 - supports) / (supports + 1) * (0.002 / 0.998);
    }

    assertTrue(score >= 0.935, "score " + score);
    assertTrue(symmetric < 0.9, "symmetric " + symmetric);
  }

  @Property
  void noEstimateHasANegativeVariance(@ForAll @IntRange(max = 1000) int supports) {
    for (PureEstimator estimator :
        new PureEstimator[] {
          new PureEstimator(1, 0), new PureEstimator(0.5, 0.001), new PureEstimator(0.999, 0.5)
        }) {
      Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.95).rows().get(0);
      assertTrue(row.standardError() >= 0 && row.lower() <= row.upper());
    }
  }

  @Test
  void moreConfidenceMeansAWiderInterval() {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);
    Estimate.Row narrow = estimator.estimate(100, new long[] {40}, 0.5).rows().get(0);
    Estimate.Row wide = estimator.estimate(100, new long[] {40}, 0.999).rows().get(0);

    assertTrue(wide.lower() < narrow.lower() && narrow.upper() < wide.upper());
    assertEquals(1.959963984540054, StandardNormal.ofInterval(1, 0.95), 1e-12);
  }

  @Test
  void nothingIsSaidWithoutReports() {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);

    assertThrows(IllegalArgumentException.class, () -> estimator.estimate(0, new long[] {0}, 0.95));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, 2, Double.NaN})
  void aConfidenceThatIsNotAProbabilityIsRefused(double confidence) {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);

    assertThrows(
        IllegalArgumentException.class, () -> estimator.estimate(1, new long[] {0}, confidence));
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "0.2, 0.4", "1.1, 0.5", "0.5, -0.1", "NaN, 0.1", "0.5, NaN"})
  void supportProbabilitiesOutOfOrderAreRefused(double p, double q) {
    assertThrows(IllegalArgumentException.class, () -> new PureEstimator(p, q));
  }

  private static double square(double x) {
    return x * x;
  }
}
