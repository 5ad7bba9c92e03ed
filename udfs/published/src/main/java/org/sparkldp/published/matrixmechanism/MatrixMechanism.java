package org.sparkldp.published.matrixmechanism;

import org.sparkldp.analysis.Performance;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/**
 * A strategy matrix with calibrated noise, in real numbers: what tables compare. {@link #design} is
 * what becomes a protocol, with noise on integers that differs by a few millionths ({@link
 * NoiseEvaluation}).
 *
 * @param name {@code matrix-l1} (Laplace), {@code matrix-l2} (Gaussian, analytic calibration)
 * @param strategy A
 * @param epsilon nats
 * @param delta 0 for Laplace noise
 * @param noise σ², the variance of the noise in each number of a report
 */
public record MatrixMechanism(
    String name, NoiseStrategy strategy, double epsilon, double delta, double noise) {

  /** The delta that is customary if none is named. */
  public static final double DELTA = NoiseDesign.DELTA;

  /** Pure epsilon: Laplace noise of scale Δ/epsilon, σ² = 2 (Δ/epsilon)². */
  public static MatrixMechanism laplace(NoiseStrategy strategy, double epsilon) {
    require(strategy, ColumnNorm.L1);
    double scale = strategy.sensitivity() / Epsilon.require(epsilon);
    return new MatrixMechanism("matrix-l1", strategy, epsilon, 0, 2 * scale * scale);
  }

  /** (epsilon, delta): the least Gaussian noise that is so, {@link GaussianCalibration}. */
  public static MatrixMechanism gaussian(NoiseStrategy strategy, double epsilon, double delta) {
    require(strategy, ColumnNorm.L2);
    Epsilon.require(epsilon);
    double unit = GaussianCalibration.sigma(epsilon, delta, 1);
    double sigma = strategy.sensitivity() * unit;
    return new MatrixMechanism("matrix-l2", strategy, epsilon, delta, sigma * sigma);
  }

  private static void require(NoiseStrategy strategy, ColumnNorm norm) {
    Require.that(strategy.norm() == norm)
        .orRefuse(
            "noise must go with the norm of its strategy. Provided value: %s; use a strategy for"
                + " %s.",
            strategy.norm(), norm);
  }

  /** What each person adds to the total variance of the answers, the same for every item. */
  public double variance() {
    return noise * strategy.spread();
  }

  /** In the terms of strategies that are channels. */
  public Performance performance(Workload workload) {
    return NoiseEvaluation.performance(variance(), workload);
  }

  /** The matrix, to be certified at {@link #epsilon}. */
  public NoiseDesign design() {
    double[] matrix = strategy.matrix().get();
    int rows = strategy.rows();
    return new NoiseDesign(rows, matrix.length / rows, matrix, strategy.norm(), delta);
  }
}
