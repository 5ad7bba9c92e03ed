package org.sparkldp.published.release;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.GaussianCalibration;

/**
 * Baselines for the analytic calibration: the textbook's noise for a trusted curator.
 *
 * <p>Input and output as in {@link GaussianCalibration}. Errors: parameters out of range.
 *
 * <p>Source: Balle &amp; Wang, ICML 2018, section 2; the classical mechanism is Dwork &amp; Roth,
 * 2014, Theorem A.1.
 */
public final class BaselineCalibration {

  private BaselineCalibration() {}

  /**
   * The classical Gaussian mechanism, Δ √(2 ln(1.25/delta))/epsilon (Theorem 1).
   *
   * @param epsilon above 0 and below 1, where it is proved; just above it may not be private
   * @param delta 1e-15 to below 1
   * @param sensitivity L2
   */
  public static double classicalSigma(double epsilon, double delta, double sensitivity) {
    Require.that(epsilon > 0 && epsilon < 1)
        .orRefuse(
            "epsilon must be above 0 and below 1 for the classical Gaussian mechanism. Provided"
                + " value: %s; take the analytic one, which is private at every epsilon and needs"
                + " less noise.",
            epsilon);
    GaussianCalibration.sigma(epsilon, delta, sensitivity); // refuses what is out of range
    return sensitivity * Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon;
  }

  /**
   * The scale of Laplace noise, Δ/epsilon; its standard deviation is √2 of that.
   *
   * @param epsilon above 0
   * @param sensitivity L1
   */
  public static double laplaceScale(double epsilon, double sensitivity) {
    requirePositive("epsilon", epsilon);
    requirePositive("sensitivity", sensitivity);
    return sensitivity / epsilon;
  }

  private static void requirePositive(String name, double value) {
    Require.that(value > 0 && value < Double.POSITIVE_INFINITY)
        .orRefuse("%s must be finite and above 0. Provided value: %s.", name, value);
  }
}
