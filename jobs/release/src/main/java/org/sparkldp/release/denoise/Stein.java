package org.sparkldp.release.denoise;

/** Stein's unbiased estimate of the risk. */
final class Stein {
  private Stein() {}

  /** |y − values|² − d sigma² + 2 sigma² df. */
  static double risk(double[] noisy, double[] values, double freedom, double sigma) {
    double lost = 0;
    for (int i = 0; i < noisy.length; i++) {
      lost += (noisy[i] - values[i]) * (noisy[i] - values[i]);
    }
    return lost + sigma * sigma * (2 * freedom - noisy.length);
  }
}
