package org.sparkldp.protocols.density;

/**
 * The trigonometric basis of [0, 1]: φ_1 = 1, φ_2j(t) = √2 cos(2π j t), φ_(2j+1)(t) = √2 sin(2π j
 * t), orthonormal, none larger than √2. With k odd the first k functions are the frequencies up to
 * (k − 1)/2.
 */
final class TrigonometricBasis {
  static final double SQRT_2 = Math.sqrt(2);

  private TrigonometricBasis() {}

  /**
   * φ_2(t) to φ_k(t); the constant φ_1 is left out. Multiples of the angle come by rotation from
   * StrictMath's sine and cosine, so that every machine has the same last digits.
   *
   * @param t in [0, 1]
   * @param k odd, at least 3
   */
  static double[] withoutConstant(double t, int k) {
    double angle = 2 * Math.PI * t;
    double cosine = StrictMath.cos(angle);
    double sine = StrictMath.sin(angle);
    double[] values = new double[k - 1];
    double c = 1;
    double s = 0;
    for (int j = 0; j < k - 1; j += 2) {
      double next = c * cosine - s * sine;
      s = s * cosine + c * sine;
      c = next;
      // Rotations may leave the circle by some last places; the mechanism takes no more than √2.
      values[j] = SQRT_2 * Math.max(-1, Math.min(1, c));
      values[j + 1] = SQRT_2 * Math.max(-1, Math.min(1, s));
    }
    return values;
  }

  /**
   * The least value of Dirichlet's kernel Σ_j φ_j(t) φ_j(x) = sin(kπs)/sin(πs), s = t − x: between
   * its first two zeros, 1/k and 2/k, where it falls and rises once.
   *
   * @param k odd, at least 3
   */
  static double leastOfKernel(int k) {
    double low = 1.0 / k;
    double high = 2.0 / k;
    for (int i = 0; i < 100; i++) { // a third less each time
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (kernel(left, k) < kernel(right, k)) {
        high = right;
      } else {
        low = left;
      }
    }
    return kernel((low + high) / 2, k);
  }

  private static double kernel(double s, int k) {
    return StrictMath.sin(k * Math.PI * s) / StrictMath.sin(Math.PI * s);
  }

  static double product(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
