package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The normal law against its tables, and its functions against each other. */
class StandardNormalTest {

  @Test
  void quantilesAreThoseOfTheTables() {
    assertEquals(1.959963984540054, StandardNormal.twoSided(0.95), 1e-12);
    assertEquals(1.959963984540054, StandardNormal.upperQuantile(0.025), 1e-12);
    assertEquals(-1.2815515655446004, StandardNormal.quantile(0.1), 1e-12);
    assertEquals(11.484540434973038, StandardNormal.upperQuantile(0x1p-100), 1e-12);
  }

  @Test
  void quantilesInvertTheDistributionFunction() {
    for (double p : new double[] {1e-12, 0.02, 0.5, 0.9}) {
      assertEquals(p, StandardNormal.cdf(StandardNormal.quantile(p)), 1e-12 * p);
      assertEquals(p, StandardNormal.survival(StandardNormal.upperQuantile(p)), 1e-12 * p);
    }
  }

  @Test
  void bothDensitiesAreTheSlopeOfTheDistributionFunction() {
    double h = 1e-5;
    for (double z = -8; z <= 8; z += 0.25) {
      double slope =
          z < 0
              ? (StandardNormal.cdf(z + h) - StandardNormal.cdf(z - h)) / (2 * h)
              : (StandardNormal.survival(z - h) - StandardNormal.survival(z + h)) / (2 * h);
      assertEquals(slope, StandardNormal.density(z), 1e-7 * slope);
      assertEquals(
          StandardNormal.density(z),
          StandardNormal.fastDensity(z),
          1e-13 * StandardNormal.density(z));
    }
  }

  @Test
  void anIntervalNeedsReportsAndAConfidence() {
    assertEquals(StandardNormal.twoSided(0.9), StandardNormal.ofInterval(1, 0.9));
    assertEquals(
        "an estimate needs at least one report. Provided: none; accumulate reports first.",
        refused(0, 0.9));
    for (double confidence : new double[] {0, 1, Double.NaN, -1}) {
      assertEquals(
          "confidence must be strictly between 0 and 1. Provided value: " + confidence + ".",
          refused(1, confidence));
    }
  }

  private static String refused(long n, double confidence) {
    return assertThrows(
            IllegalArgumentException.class, () -> StandardNormal.ofInterval(n, confidence))
        .getMessage();
  }
}
