package org.sparkldp.protocols.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The calibration against Theorem 8 solved in 320-digit arithmetic (gaussian-sigma.csv). */
class GaussianCalibrationTest {

  @ParameterizedTest
  @CsvFileSource(
      resources = "/org/sparkldp/protocols/release/gaussian-sigma.csv",
      numLinesToSkip = 1)
  void sigmaIsTheExactOneFromAboveWithin1e9(double epsilon, double delta, double exact) {
    double sigma = GaussianCalibration.sigma(epsilon, delta, 1);
    assertTrue(sigma >= exact, () -> "under-noised: " + sigma + " below " + exact);
    assertEquals(1, sigma / exact, 1e-9);
  }

  @ParameterizedTest
  @CsvFileSource(
      resources = "/org/sparkldp/protocols/release/gaussian-sigma.csv",
      numLinesToSkip = 1)
  void deltaAndEpsilonOfTheExactSigmaAreThoseItWasMadeFor(
      double epsilon, double delta, double exact) {
    double deltaBack = GaussianCalibration.delta(epsilon, exact * (1 + 1e-15), 1);
    assertEquals(1, deltaBack / delta, 1e-8);
    double epsilonBack = GaussianCalibration.epsilon(exact, delta, 1);
    // Where epsilon hardly matters (delta = 0.9 at 1e-6), it cannot be read back so sharply.
    assertEquals(epsilon, epsilonBack, 1e-9 + 1e-9 * epsilon);
  }

  @Test
  void sigmaScalesWithTheSensitivity() {
    assertEquals(
        7 * GaussianCalibration.sigma(1, 1e-5, 1), GaussianCalibration.sigma(1, 1e-5, 7), 1e-12);
  }

  @Test
  void moreEpsilonOrDeltaNeedsLessNoise() {
    double last = Double.POSITIVE_INFINITY;
    for (double epsilon = 0; epsilon <= 300; epsilon += 0.37) {
      double sigma = GaussianCalibration.sigma(epsilon, 1e-7, 1);
      assertTrue(sigma < last, "at epsilon " + epsilon);
      last = sigma;
    }
    last = Double.POSITIVE_INFINITY;
    for (double logDelta = Math.log(1e-15); logDelta < -0.01; logDelta += 0.05) {
      double sigma = GaussianCalibration.sigma(0.7, Math.exp(logDelta), 1);
      assertTrue(sigma < last, "at log delta " + logDelta);
      last = sigma;
    }
  }

  @Test
  void theClassicalCalibrationIsTheWrongTwinThatNeedsMoreNoise() {
    double classical = Math.sqrt(2 * Math.log(1.25 / 1e-5)) / 0.5;
    assertTrue(classical > 1.2 * GaussianCalibration.sigma(0.5, 1e-5, 1));
    assertTrue(GaussianCalibration.delta(0.5, classical, 1) < 1e-6);
  }

  @Test
  void noNeedOfEpsilonWhereTotalVariationIsWithinDelta() {
    assertEquals(0, GaussianCalibration.epsilon(10, 0.5, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1       | 1e-5  | 1   | epsilon (nats) must be between 0 and 300. Provided value: -1.0.",
        "NaN      | 1e-5  | 1   | epsilon (nats)",
        "301      | 1e-5  | 1   | epsilon (nats)",
        "1        | 0     | 1   | delta must be at least 1e-15 and below 1. Provided value: 0.0.",
        "1        | 1     | 1   | delta",
        "1        | 1e-16 | 1   | delta",
        "1        | NaN   | 1   | delta",
        "1        | 1e-5  | 0   | sensitivity must be finite and above 0. Provided value: 0.0.",
        "1        | 1e-5  | Infinity | sensitivity",
      })
  void badParametersAreRefused(double epsilon, double delta, double sensitivity, String sentence) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> GaussianCalibration.sigma(epsilon, delta, sensitivity));
    assertTrue(refusal.getMessage().startsWith(sentence), refusal.getMessage());
  }

  @Test
  void aSigmaTooSmallForAnyEpsilonInRangeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> GaussianCalibration.epsilon(0.001, 1e-5, 1));
  }
}
