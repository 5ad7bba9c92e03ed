package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.mean.GaussianMean;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The analytic Gaussian mechanism on every coordinate. For the Euclidean ball its noise does not
 * depend on d, so its total variance grows with d only, but so does that of {@link PrivUnit}, which
 * has a smaller factor and needs no delta. It is for those who account for Gaussian noise.
 *
 * <p>Input: d numbers, in [−radius, radius] each ({@code norm=linf}, the default) or of Euclidean
 * norm at most the radius ({@code norm=l2}); 1 ≤ d ≤ 65,536. Report: d numbers on the grid, each
 * with discrete Gaussian noise; 64 bits each, the lowest byte first. Guarantee: (epsilon,
 * delta)-LDP. Estimator: the mean of the reports. A coordinate varies by the square of {@link
 * GaussianCalibration#sigma} for the ball's diameter, for all values, so the standard error is
 * exact. Cost: two words a coordinate ({@link NoiseTable}); 8 d bytes to accumulate. Errors:
 * epsilon, delta, d, radius or norm out of range, or d so large for epsilon that no grid is left;
 * vectors are refused without being shown.
 *
 * <p><b>Grid.</b> Two points of it are at most Δ = 2 g √d (linf) or 2 g (l2) apart, for g steps to
 * the radius, and {@link DiscreteGaussianCalibration} certifies the least variance for that. g is
 * the largest power of two up to 2^19 that keeps sigma below 2^29.
 *
 * <p>Source: Balle &amp; Wang, ICML 2018, Theorem 8; on the integers, Canonne, Kamath &amp;
 * Steinke, NeurIPS 2020.
 */
public final class GaussianVector extends NoiseVector {
  static final Parameter D = BallProtocol.D.to(MAX_D, "Take one-coordinate, or l2-ball.");

  private GaussianVector(Parameters given, Ball ball, long variance) {
    super(
        given,
        guarantee(given, ball, variance),
        ball,
        new DiscreteGaussian(variance, 1),
        NoiseTable.gaussian(variance));
  }

  private static Guarantee guarantee(Parameters given, Ball ball, long variance) {
    double epsilon = given.epsilon();
    double delta = given.real(GaussianMean.DELTA.name());
    return Guarantee.gaussian(
        epsilon,
        delta,
        DiscreteGaussianCalibration.epsilon(epsilon, delta, ball.d(), diameter(ball), variance),
        diameter(ball),
        variance);
  }

  private static GaussianVector of(Parameters given) {
    double epsilon = given.epsilon();
    double delta = given.real(GaussianMean.DELTA.name());
    double unit = GaussianCalibration.sigma(epsilon, delta, 1);
    for (int steps = STEPS; steps >= 1; steps /= 2) {
      Ball ball = ball(given, steps);
      if (unit * diameter(ball) <= WIDEST) {
        return new GaussianVector(
            given,
            ball,
            DiscreteGaussianCalibration.variance(epsilon, delta, ball.d(), diameter(ball)));
      }
    }
    throw Require.refusal(
        "d must leave noise of at most 2^28 radii. Provided values: d = %s, epsilon = %s; take"
            + " one-coordinate, or l2-ball.",
        given.integer(D.name()), epsilon);
  }

  /** Δ, in steps. */
  private static double diameter(Ball ball) {
    double side = 2.0 * ball.steps();
    return ball.norm() == Norm.MAX ? side * Math.sqrt(ball.d()) : side;
  }

  /** {@code gaussian-vector(epsilon,d,radius,delta,norm)}. */
  public static final Declaration<GaussianVector> DECLARATION =
      declared(
              "gaussian-vector",
              43,
              "mean of vectors by Gaussian noise on every coordinate",
              D,
              GaussianMean.DELTA,
              NORM)
          .variants("", "norm=l2")
          .makes(GaussianVector::of);
}
