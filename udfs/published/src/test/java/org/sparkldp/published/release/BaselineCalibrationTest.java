package org.sparkldp.published.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.release.GaussianCalibration;

class BaselineCalibrationTest {

  @Test
  void theClassicalMechanismIsPrivateBelowOneAndNeedsMore() {
    for (double delta : new double[] {1e-2, 1e-5, 1e-9, 1e-15}) {
      for (double epsilon : new double[] {1e-6, 0.01, 0.5, 0.999}) {
        double classical = BaselineCalibration.classicalSigma(epsilon, delta, 3);

        assertTrue(GaussianCalibration.delta(epsilon, classical, 3) <= delta);
        assertTrue(classical > GaussianCalibration.sigma(epsilon, delta, 3));
      }
    }
  }

  /** The paper says that at least a third of the variance is saved; so it is from 1.26e-7 on. */
  @Test
  void theVarianceSavedAtEpsilonOneIsAThirdForDeltasAboveTheNotes() {
    assertEquals(0.593, savedAtOne(1e-5), 5e-4);
    assertEquals(0.636, savedAtOne(1e-6), 5e-4);
    assertTrue(savedAtOne(1.27e-7) < 2 / 3.0);
    assertTrue(savedAtOne(1.25e-7) > 2 / 3.0);
  }

  private static double savedAtOne(double delta) {
    double epsilon = Math.nextDown(1.0);
    return Math.pow(
        GaussianCalibration.sigma(epsilon, delta, 1)
            / BaselineCalibration.classicalSigma(epsilon, delta, 1),
        2);
  }

  @Test
  void laplaceNoiseIsTheSensitivityOverEpsilon() {
    assertEquals(48, BaselineCalibration.laplaceScale(0.5, 24));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 2, -1, Double.NaN})
  void theClassicalMechanismIsRefusedWhereItIsNotProved(double epsilon) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> BaselineCalibration.classicalSigma(epsilon, 1e-5, 1));
    assertTrue(refusal.getMessage().contains("take the analytic one"), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void sizesThatAreNotAboveZeroAndFiniteAreRefusedByName(double bad) {
    assertRefused("sensitivity", () -> BaselineCalibration.laplaceScale(1, bad));
    assertRefused("epsilon", () -> BaselineCalibration.laplaceScale(bad, 1));
    assertRefused("sensitivity", () -> BaselineCalibration.classicalSigma(0.5, 1e-6, bad));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99e-15, 0, -1, 1, Double.NaN})
  void deltasOutOfRangeAreRefused(double bad) {
    assertRefused("delta", () -> BaselineCalibration.classicalSigma(0.5, bad, 1));
  }

  private static void assertRefused(String name, Executable asked) {
    String message = assertThrows(IllegalArgumentException.class, asked).getMessage();
    assertTrue(message.startsWith(name), message);
  }
}
