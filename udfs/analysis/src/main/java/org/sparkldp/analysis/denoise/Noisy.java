package org.sparkldp.analysis.denoise;

/** What every denoiser requires of its input. Numbers are not repeated in messages. */
final class Noisy {
  private Noisy() {}

  static void require(double[] noisy, double sigma) {
    if (!(sigma > 0 && sigma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "sigma, the standard deviation of the noise, must be finite and above 0.");
    }
    if (noisy.length == 0) {
      throw new IllegalArgumentException("a noisy vector must hold at least one number.");
    }
    for (int i = 0; i < noisy.length; i++) {
      if (!Double.isFinite(noisy[i])) {
        throw new IllegalArgumentException(
            "a noisy vector must hold finite numbers. Number " + i + " is not finite.");
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
