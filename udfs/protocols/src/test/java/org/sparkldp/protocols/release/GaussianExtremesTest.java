package org.sparkldp.protocols.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Numbers at the ends of what a double can hold are answered, on the safe side, or refused. */
class GaussianExtremesTest {
  private static final double[] SIZES = {
    Double.MIN_VALUE,
    1e-320,
    Double.MIN_NORMAL,
    1e-300,
    1e-160,
    1e-9,
    1,
    1e9,
    1e160,
    1e300,
    1e308,
    Double.MAX_VALUE
  };
  private static final double[] EPSILONS = {0, Double.MIN_VALUE, 1e-300, 1e-9, 1, 20, 300};
  private static final double[] DELTAS = {1e-15, 1e-5, 0.5, Math.nextDown(1.0)};

  /** This call, of ldp_gaussian_epsilon(1e-300D, 1e-5D, 1D), never ended. */
  @Test
  @Timeout(60)
  void aSigmaFarTooSmallIsRefused() {
    String refusal =
        assertThrows(
                IllegalArgumentException.class, () -> GaussianCalibration.epsilon(1e-300, 1e-5, 1))
            .getMessage();

    assertTrue(refusal.startsWith("sigma must be large enough"), refusal);
  }

  @Test
  @Timeout(60)
  void epsilonsAreInRangeAndPrivateOrRefused() {
    for (double sigma : SIZES) {
      for (double sensitivity : SIZES) {
        for (double delta : DELTAS) {
          try {
            double epsilon = GaussianCalibration.epsilon(sigma, delta, sensitivity);
            assertTrue(epsilon >= 0 && epsilon <= 300.001, sigma + " " + sensitivity);
            double at = GaussianCalibration.delta(Math.min(300, epsilon), sigma, sensitivity);
            assertTrue(at <= delta * (1 + 1e-9), sigma + " " + sensitivity + " " + delta);
          } catch (IllegalArgumentException refusal) {
            assertTrue(refusal.getMessage().startsWith("sigma must be large"), refusal.toString());
            assertTrue(sigma / sensitivity < 1, refusal.toString());
          }
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void deltasAreProbabilitiesAndNeverNothing() {
    for (double sigma : SIZES) {
      for (double sensitivity : SIZES) {
        for (double epsilon : EPSILONS) {
          double delta = GaussianCalibration.delta(epsilon, sigma, sensitivity);

          assertTrue(delta > 0 && delta <= 1, epsilon + " " + sigma + " " + sensitivity);
        }
      }
    }
    assertEquals(1, GaussianCalibration.delta(1, 1e-300, 1e300));
    assertEquals(Double.MIN_VALUE, GaussianCalibration.delta(1, 1e300, 1e-300));
  }

  @Test
  @Timeout(60)
  void sigmasAreFiniteAndEnoughOrRefused() {
    for (double sensitivity : SIZES) {
      for (double epsilon : EPSILONS) {
        for (double delta : DELTAS) {
          try {
            double sigma = GaussianCalibration.sigma(epsilon, delta, sensitivity);
            assertTrue(sigma > 0 && sigma < Double.POSITIVE_INFINITY);
            double at = GaussianCalibration.delta(epsilon, sigma, sensitivity);
            assertTrue(at <= delta * (1 + 1e-9), epsilon + " " + delta + " " + sensitivity);
          } catch (IllegalArgumentException refusal) {
            assertTrue(refusal.getMessage().startsWith("sensitivity must be small"));
            assertTrue(sensitivity >= 1e300);
          }
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void aGridTooFineForItsNoiseIsRefused() {
    for (double sensitivity : new double[] {1e12, 1e300}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DiscreteGaussianCalibration.variance(1e-6, 1e-5, 1, sensitivity));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> DiscreteGaussianCalibration.variance(1e-300, 1e-15, 1, 1));
  }
}
