package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The analytic Gaussian mechanism of each person: the number with Gaussian noise. For one number
 * {@link LaplaceMean} has less of it, and needs no delta, unless delta is large; it is for those
 * who account for Gaussian noise, or want reports with light tails.
 *
 * <p>Input: a number in [lower, upper]. Report: the index on the grid plus discrete Gaussian noise;
 * 8 bytes. Guarantee: (epsilon, delta)-LDP. Estimator: the mean of the reports. Its variance is
 * that of the noise over n, for all values: the square of {@link GaussianCalibration#sigma} for the
 * range, over n, up to a part in 10^7 if epsilon is at least 1/512. So the standard error is exact.
 * Cost: some twenty draws; 8 bytes to accumulate. Errors: epsilon, delta or the range out of range;
 * values are refused without being shown.
 *
 * <p><b>Grid.</b> {@link DiscreteGaussianCalibration} certifies the least variance on a grid of G
 * steps. G is 2^20, and less where epsilon is tiny, so that sigma stays below 2^29 and sums over
 * 2^28 people fit 64 bits.
 *
 * <p>Source: Balle &amp; Wang, ICML 2018, Theorem 8; on the integers, Canonne, Kamath &amp;
 * Steinke, NeurIPS 2020.
 */
public final class GaussianMean {
  /** The failure mass of a report. */
  public static final Parameter DELTA = GaussianCalibration.DELTA;

  private GaussianMean() {}

  private static MeanProtocol<Long> of(Parameters given) {
    double epsilon = given.epsilon();
    double delta = given.real(DELTA.name());
    int steps = NoiseStep.steps(GaussianCalibration.sigma(epsilon, delta, 1));
    long variance = DiscreteGaussianCalibration.variance(epsilon, delta, 1, steps);
    return new MeanProtocol<>(
        given,
        Guarantee.gaussian(
            epsilon,
            delta,
            DiscreteGaussianCalibration.epsilon(epsilon, delta, 1, steps, variance),
            steps,
            variance),
        Line.of(given, steps),
        new NoiseStep(steps, new DiscreteGaussian(variance, 1)));
  }

  /** {@code gaussian-noise(epsilon,delta,lower,upper)}. */
  public static final Declaration<MeanProtocol<Long>> DECLARATION =
      Declaration.named(
              "gaussian-noise",
              41,
              "mean of numbers in a range by the Gaussian mechanism: the number plus noise")
          .takes(
              Parameter.EPSILON,
              DELTA,
              NumberProtocol.LOWER,
              NumberProtocol.UPPER,
              Outside.PARAMETER)
          .makes(GaussianMean::of);
}
