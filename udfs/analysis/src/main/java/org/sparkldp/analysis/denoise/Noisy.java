package org.sparkldp.analysis.denoise;

/** What every denoiser requires of its input. Numbers are not repeated in messages. */
final class Noisy {
  /** Squares, and their ratios, are doubles within this. */
  private static final double LARGEST_SIGMA = 1e100;

  /** Rounding is small against the noise within this, in units of sigma. */
  private static final double LARGEST_RATIO = 1e8;

  private Noisy() {}

  static void require(double[] noisy, double sigma) {
    if (!(sigma >= 1 / LARGEST_SIGMA && sigma <= LARGEST_SIGMA)) {
      throw new IllegalArgumentException(
          "sigma, the standard deviation of the noise, must be above 0 and finite: 1e-100 to"
              + " 1e100.");
    }
    if (noisy.length == 0) {
      throw new IllegalArgumentException("a noisy vector must hold at least one number.");
    }
    for (int i = 0; i < noisy.length; i++) {
      if (!Double.isFinite(noisy[i])) {
        throw new IllegalArgumentException(
            "a noisy vector must hold finite numbers. Number " + i + " is not finite.");
      }
      if (Math.abs(noisy[i]) > LARGEST_RATIO * sigma) {
        throw new IllegalArgumentException(
            "a noisy vector must be within 1e8 sigma of 0. Number "
                + i
                + " is not; there is no noise to speak of.");
      }
    }
  }

  static void require(double[] noisy, double sigma, Graph graph) {
    require(noisy, sigma);
    if (noisy.length != graph.nodes()) {
      throw new IllegalArgumentException(
          "a noisy vector must hold one number for each of the graph's "
              + graph.nodes()
              + " nodes. Provided: "
              + noisy.length
              + ".");
    }
  }
}
