package org.sparkldp.protocols.workload;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * The Fourier transform over a product of cyclic groups Z_{n_1} × … × Z_{n_r}, the domain of a
 * workload with these attributes:
 *
 * <pre>
 *   f̂(s) = Σ_u f(u) exp(−2πi (s_1 u_1/n_1 + … + s_r u_r/n_r)),
 * </pre>
 *
 * u and s numbered alike, the first attribute's digit running slowest. Binary attributes make it
 * the Walsh–Hadamard transform, with additions only: exact on integers.
 *
 * <p>The eigenvalues of a translation-invariant symmetric matrix G are {@link #symmetric} of its
 * first row f(u) = G(u, 0), and G x is {@link #multiply} of these eigenvalues and x.
 *
 * <p>Cost: O(n) times the sum of the prime factors of n, in one more array of the size of the
 * input. Immutable.
 *
 * <p>Source: Stockham's self-sorting form of the mixed-radix transform (Van Loan, "Computational
 * Frameworks for the Fast Fourier Transform", SIAM 1992, section 1.7), axis by axis.
 */
public final class GroupTransform {
  private final int[] attributes;
  private final int domain;
  private final boolean binary;

  /** By attribute: cosines, and negated sines, of 2π k/n_i, k in [0, n_i). */
  private final double[][] cosines;

  private final double[][] sines;

  /**
   * @param attributes sizes n_i as of a {@link Workload}
   */
  public GroupTransform(int... attributes) {
    this.domain = Workload.domain(attributes);
    this.attributes = attributes.clone();
    this.cosines = new double[attributes.length][];
    this.sines = new double[attributes.length][];
    boolean binary = true;
    for (int i = 0; i < attributes.length; i++) {
      int size = attributes[i];
      binary &= size <= 2;
      cosines[i] = new double[size];
      sines[i] = new double[size];
      for (int k = 0; k < size; k++) {
        // Angles within [−π, π], so that the rows for k and n − k are conjugate to the last bit.
        double angle = 2 * Math.PI * (2 * k <= size ? k : k - size) / size;
        cosines[i][k] = Math.cos(angle);
        sines[i][k] = -Math.sin(angle);
      }
    }
    this.binary = binary;
  }

  /** n, the elements of the group. */
  public int domain() {
    return domain;
  }

  /** Transforms re + i·im in place. */
  public void forward(double[] re, double[] im) {
    require(re.length);
    require(im.length);
    double[][] from = {re, im};
    double[][] to = {new double[domain], new double[domain]};
    if (axes(from, to, 2)) {
      System.arraycopy(to[0], 0, re, 0, domain);
      System.arraycopy(to[1], 0, im, 0, domain);
    }
  }

  /** Undoes {@link #forward}, in place. */
  public void inverse(double[] re, double[] im) {
    forward(im, re); // exchanging the two parts before and after turns all angles around
    for (int u = 0; u < domain; u++) {
      re[u] /= domain;
      im[u] /= domain;
    }
  }

  /**
   * The transform of a real function with f(−u) = f(u), which is real and its own: applied twice it
   * gives n f. Of any other real function, the real part.
   */
  public double[] symmetric(double[] f) {
    require(f.length);
    double[][] from = {f.clone(), binary ? null : new double[domain]};
    double[][] to = {new double[domain], binary ? null : new double[domain]};
    return axes(from, to, binary ? 1 : 2) ? to[0] : from[0];
  }

  /**
   * G x for the translation-invariant symmetric G with the given eigenvalues.
   *
   * @param eigenvalues by character, the same at s and −s
   */
  public double[] multiply(double[] eigenvalues, double[] x) {
    require(eigenvalues.length);
    require(x.length);
    if (binary) {
      double[] y = symmetric(x);
      for (int s = 0; s < domain; s++) {
        y[s] *= eigenvalues[s] / domain;
      }
      return symmetric(y);
    }
    double[] re = x.clone();
    double[] im = new double[domain];
    forward(re, im);
    for (int s = 0; s < domain; s++) {
      re[s] *= eigenvalues[s];
      im[s] *= eigenvalues[s];
    }
    inverse(re, im);
    return re;
  }

  /**
   * Transforms {@code from} along all axes, swapping it with {@code to} at each step; true if the
   * result is in {@code to}.
   *
   * @param parts 2, or 1 where imaginary parts are 0 throughout
   */
  private boolean axes(double[][] from, double[][] to, int parts) {
    double[][] x = from;
    double[][] y = to;
    int inner = domain;
    for (int i = 0; i < attributes.length; i++) {
      int size = attributes[i];
      inner /= size;
      // Stockham: the rest of the axis has length `left`, and `stride` counts the elements
      // (of later axes and of frequencies already found) that are treated alike.
      int stride = inner;
      for (int left = size, radix; left > 1; left /= radix, stride *= radix) {
        radix = smallestFactor(left);
        for (int start = 0; start < domain; start += left * stride) {
          if (parts == 1) {
            butterflies(x[0], y[0], start, stride);
          } else if (radix == 2) {
            halve(x, y, start, left, stride, cosines[i], sines[i]);
          } else {
            divide(x, y, start, left, radix, stride, cosines[i], sines[i]);
          }
        }
        double[][] swap = x;
        x = y;
        y = swap;
      }
    }
    return x == to;
  }

  private static void butterflies(double[] x, double[] y, int start, int stride) {
    for (int q = start; q < start + stride; q++) {
      double a = x[q];
      double b = x[q + stride];
      y[q] = a + b;
      y[q + stride] = a - b;
    }
  }

  /** {@link #divide} by 2. */
  private static void halve(
      double[][] x, double[][] y, int start, int left, int stride, double[] cosine, double[] sine) {
    int m = left / 2;
    int turns = cosine.length / left;
    for (int k = 0; k < m; k++) {
      double c = cosine[k * turns];
      double s = sine[k * turns];
      int even = start + stride * 2 * k;
      int odd = even + stride;
      int a = start + stride * k;
      int b = a + stride * m;
      for (int q = 0; q < stride; q++) {
        double re = x[0][a + q] - x[0][b + q];
        double im = x[1][a + q] - x[1][b + q];
        y[0][even + q] = x[0][a + q] + x[0][b + q];
        y[1][even + q] = x[1][a + q] + x[1][b + q];
        y[0][odd + q] = c * re - s * im;
        y[1][odd + q] = c * im + s * re;
      }
    }
  }

  /**
   * One step on the rest of an axis, left = radix · m: its frequencies radix · h + j, h in [0, m),
   * are the transform of length m of
   *
   * <pre>
   *   y_j(k) = w^{jk} Σ_i x(k + m i) w^{ijm} = Σ_i x(k + m i) w^{j(k + m i)},   w = exp(−2πi/left).
   * </pre>
   */
  private static void divide(
      double[][] x,
      double[][] y,
      int start,
      int left,
      int radix,
      int stride,
      double[] cosine,
      double[] sine) {
    int m = left / radix;
    int turns = cosine.length / left;
    for (int k = 0; k < m; k++) {
      for (int j = 0; j < radix; j++) {
        int target = start + stride * (radix * k + j);
        Arrays.fill(y[0], target, target + stride, 0);
        Arrays.fill(y[1], target, target + stride, 0);
        for (int i = 0; i < radix; i++) {
          int angle = (int) ((long) j * (k + m * i) % left) * turns;
          double c = cosine[angle];
          double s = sine[angle];
          int source = start + stride * (k + m * i);
          for (int q = 0; q < stride; q++) {
            double re = x[0][source + q];
            double im = x[1][source + q];
            y[0][target + q] += c * re - s * im;
            y[1][target + q] += c * im + s * re;
          }
        }
      }
    }
  }

  private static int smallestFactor(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return factor;
      }
    }
    return number;
  }

  private void require(int length) {
    if (length != domain) {
      throw Require.refusal(
          "a function on the domain must have %s values. Provided: %s values.", domain, length);
    }
  }
}
