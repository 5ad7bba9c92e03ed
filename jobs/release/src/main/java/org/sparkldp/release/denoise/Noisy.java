package org.sparkldp.release.denoise;

import org.sparkldp.protocols.check.Require;

/** The requirements of every denoiser on its input. Numbers are not repeated in messages. */
final class Noisy {
  /** Squares, and their ratios, are doubles within this. */
  private static final double LARGEST_SIGMA = 1e100;

  /** Rounding is small against the noise within this, in units of sigma. */
  private static final double LARGEST_RATIO = 1e8;

  private Noisy() {}

  static void require(double[] noisy, double sigma) {
    Require.that(sigma >= 1 / LARGEST_SIGMA && sigma <= LARGEST_SIGMA)
        .orRefuse(
            "sigma, the standard deviation of the noise, must be above 0 and finite: 1e-100 to"
                + " 1e100.");
    Require.that(noisy.length != 0).orRefuse("a noisy vector must hold at least one number.");
    for (int i = 0; i < noisy.length; i++) {
      if (!Double.isFinite(noisy[i])) {
        throw Require.refusal(
            "a noisy vector must hold finite numbers. Number %s is not finite.", i);
      }
      if (Math.abs(noisy[i]) > LARGEST_RATIO * sigma) {
        throw Require.refusal(
            "a noisy vector must be within 1e8 sigma of 0. Number %s is not; there is no noise to"
                + " speak of.",
            i);
      }
    }
  }

  static void require(double[] noisy, double sigma, Graph graph) {
    require(noisy, sigma);
    Require.that(noisy.length == graph.nodes())
        .orRefuse(
            "a noisy vector must hold one number for each of the graph's %s nodes. Provided: %s.",
            graph.nodes(), noisy.length);
  }
}
