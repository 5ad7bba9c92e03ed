package org.sparkldp.release.denoise;

import java.util.Arrays;

/** Rules for the threshold t of sign(a) max(|a| − t, 0), a known to be noisy by sigma each. */
enum Threshold {
  /**
   * sigma √(2 ln d) for d coefficients: noise alone is set to 0 nearly always. With it (Theorem 12
   * of Balle &amp; Wang, after Donoho) the expected total squared error is at most (2 ln d + 1)
   * (sigma² + Σ min(truth_i², sigma²)): good where few coefficients of the truth are not 0, worse
   * than no denoising where most are.
   */
  UNIVERSAL {
    @Override
    double of(double[] coefficients, double sigma) {
      return sigma * Math.sqrt(2 * Math.log(Math.max(1, coefficients.length)));
    }
  },

  /**
   * The t among 0 and |a_i| at which Stein's unbiased estimate of the total squared error, d sigma²
   * − 2 sigma² #{|a_i| ≤ t} + Σ min(a_i², t²), is least (Donoho &amp; Johnstone 1995). Between two
   * neighbours of these it only grows.
   */
  SURE {
    @Override
    double of(double[] coefficients, double sigma) {
      double[] sizes = Arrays.stream(coefficients).map(Math::abs).sorted().toArray();
      int d = sizes.length;
      double best = 0;
      double least = 0; // relative to d sigma², the estimate for t = 0
      double below = 0;
      for (int i = 0; i < d; i++) {
        double square = sizes[i] * sizes[i];
        below += square;
        double estimate = below + (d - i - 1) * square - 2 * sigma * sigma * (i + 1);
        if (estimate < least) {
          least = estimate;
          best = sizes[i];
        }
      }
      return best;
    }
  };

  /** The threshold for these coefficients; 0 without any. */
  abstract double of(double[] coefficients, double sigma);

  /** Shrinks one coefficient. */
  static double soft(double coefficient, double threshold) {
    return Math.signum(coefficient) * Math.max(Math.abs(coefficient) - threshold, 0);
  }

  /** A threshold as a setting, in units of sigma. */
  String setting(double threshold, double sigma) {
    return "threshold = "
        + Choices.digits(threshold / sigma)
        + " sigma"
        + (this == SURE ? " by SURE" : "");
  }
}
