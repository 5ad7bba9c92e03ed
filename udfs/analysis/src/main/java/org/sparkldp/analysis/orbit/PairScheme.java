package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.workload.Workload;

/**
 * The facts about a workload and a group that {@link DelsarteBound} needs: how kernels c on the
 * group look from its elements and from its characters, both in classes that are treated alike.
 * Three groups are known, and any may be used for any workload over its domain; the closer the
 * workload is to the group's symmetry, the more the bound says.
 *
 * @param sheets elements of the group for each item of the domain: 1, or 2 for a folded cycle
 * @param dimensions by class of characters, how many directions of the domain it has, beside 1; 0
 *     for characters that vanish on all sets
 * @param g the mean of G over these directions
 * @param zero ĉ(0) = Σ_j zero_j c_j
 * @param kernel ĉ(x) = Σ_j kernel_xj c_j for an x of each class of elements but 0
 * @param sizes elements in each of these classes
 * @param packings what is known of pairs in a set beside Fourier's positivity
 * @param turned G − g in these directions, columns of an orthonormal basis in the order of the
 *     classes, or null where it is 0
 */
record PairScheme(
    int sheets,
    int[] dimensions,
    double[] g,
    double[] zero,
    double[] kernel,
    double[] sizes,
    List<Packing> packings,
    double[] turned) {

  /**
   * Sets of k elements have at most {@code most} ordered pairs of different elements, counted with
   * weights in [0, 1] by the class of their difference.
   */
  record Packing(double[] weights, IntToDoubleFunction most) {}

  /**
   * Binary attributes that may be permuted: classes are numbers of attributes, and kernel_wj is the
   * Krawtchouk polynomial K_j(w).
   */
  static PairScheme weights(Workload workload) {
    int d = workload.attributes().length;
    double[] spectrum = workload.gramSpectrum();
    double[] zero = new double[d];
    double[] g = new double[d];
    int[] dimensions = new int[d];
    double[] kernel = new double[d * d];
    for (int w = 0; w <= d; w++) {
      double[] krawtchouk = SymmetricFunctions.krawtchouk(d, w);
      for (int j = 1; j <= d; j++) {
        if (w == 0) {
          zero[j - 1] = krawtchouk[j];
          dimensions[j - 1] = (int) krawtchouk[j];
          g[j - 1] = spectrum[(1 << j) - 1];
        } else {
          kernel[(w - 1) * d + j - 1] = krawtchouk[j];
        }
      }
    }
    return new PairScheme(1, dimensions, g, zero, kernel, zero, packings(d), null);
  }

  /**
   * Sets in a cube of d dimensions.
   *
   * <ul>
   *   <li>The subcubes along t dimensions cut a set into parts of at most 2^t elements, and the sum
   *       of their squares, which is convex, is largest if all but one are full or empty. A pair at
   *       distance w is in one subcube for a share C(d−w, t−w)/C(d, t) of the choices of
   *       dimensions.
   *   <li>k vertices span at most as many edges as the first k binary numbers do (Harper 1964).
   * </ul>
   */
  private static List<Packing> packings(int d) {
    List<Packing> packings = new ArrayList<>();
    for (int t = 1; t < d; t++) {
      double[] weights = new double[d];
      double share = 1;
      for (int w = 1; w <= t; w++) {
        share *= (t - w + 1.0) / (d - w + 1.0);
        weights[w - 1] = share;
      }
      int dimensions = t;
      packings.add(
          new Packing(
              weights,
              k -> {
                double part = 1L << dimensions;
                double rest = k % part;
                return (k - rest) * part + rest * rest - k;
              }));
    }
    double[] edges = new double[d];
    edges[0] = 1;
    packings.add(new Packing(edges, k -> 2.0 * edges(k)));
    return packings;
  }

  /** The ones in the binary numbers below k. */
  private static long edges(int k) {
    if (k == 0) {
      return 0;
    }
    int high = Integer.highestOneBit(k);
    int rest = k - high;
    return (long) high / 2 * Integer.numberOfTrailingZeros(high) + rest + edges(rest);
  }

  /** The group of the workload's attributes: a class for each element and its negative. */
  static PairScheme group(Workload workload) {
    int[] attributes = workload.attributes();
    int n = workload.domain();
    CyclicGroup group = new CyclicGroup(attributes);
    int[] representatives = new int[n];
    int count = 0;
    for (int x = 1; x < n; x++) {
      if (group.negate(x) >= x) {
        representatives[count++] = x;
      }
    }
    int classes = count;
    int[] dimensions = new int[classes];
    double[] zero = new double[classes];
    double[] kernel = new double[classes * classes];
    for (int j = 0; j < classes; j++) {
      dimensions[j] = group.negate(representatives[j]) == representatives[j] ? 1 : 2;
      zero[j] = dimensions[j];
      for (int x = 0; x <= j; x++) {
        double cosine = Math.cos(angle(attributes, representatives[j], representatives[x]));
        kernel[x * classes + j] = dimensions[j] * cosine;
        kernel[j * classes + x] = dimensions[x] * cosine;
      }
    }
    double[] g = new double[classes];
    double[] turned = null;
    if (workload.isTranslationInvariant()) {
      double[] spectrum = workload.gramSpectrum();
      Arrays.setAll(g, j -> spectrum[representatives[j]]);
    } else {
      double[] basis = new double[n * (n - 1)];
      int column = 0;
      for (int j = 0; j < classes; j++) {
        for (int part = 0; part < dimensions[j]; part++, column++) {
          for (int u = 0; u < n; u++) {
            double angle = angle(attributes, representatives[j], u);
            basis[u * (n - 1) + column] =
                Math.sqrt((double) dimensions[j] / n)
                    * (part == 0 ? Math.cos(angle) : Math.sin(angle));
          }
        }
      }
      turned = turned(workload, basis, dimensions, g);
    }
    return new PairScheme(1, dimensions, g, zero, kernel, zero, List.of(), turned);
  }

  /**
   * A line of n items as one half of a cycle of 2n: a set S goes with its mirror image, S ∪ {−1−s},
   * and the characters become the cosines √(2/n) cos(πj(u+½)/n). Prefixes have these as
   * eigenvectors.
   */
  static PairScheme fold(Workload workload) {
    int n = workload.domain();
    int[] dimensions = new int[n];
    Arrays.fill(dimensions, 0, n - 1, 1);
    double[] zero = new double[n];
    Arrays.setAll(zero, j -> j < n - 1 ? 2 : 1);
    double[] kernel = new double[n * n];
    for (int x = 1; x <= n; x++) {
      for (int j = 1; j <= n; j++) {
        kernel[(x - 1) * n + j - 1] =
            zero[j - 1] * Math.cos(Math.PI * (int) ((long) j * x % (2L * n)) / n);
      }
    }
    double[] basis = new double[n * (n - 1)];
    for (int u = 0; u < n; u++) {
      for (int j = 1; j < n; j++) {
        basis[u * (n - 1) + j - 1] =
            Math.sqrt(2.0 / n) * Math.cos(Math.PI * (int) ((2L * u + 1) * j % (4L * n)) / (2 * n));
      }
    }
    double[] g = new double[n];
    double[] turned = turned(workload, basis, dimensions, g);
    return new PairScheme(2, dimensions, g, zero, kernel, zero, List.of(), turned);
  }

  private static double[] turned(Workload workload, double[] basis, int[] dimensions, double[] g) {
    int n = workload.domain();
    int m = n - 1;
    double[] image = new double[n * m];
    double[] turned = new double[m * m];
    Algebra algebra = Algebra.current();
    algebra.multiply(false, false, n, m, n, workload.gram(), basis, image);
    algebra.multiply(true, false, m, m, n, basis, image, turned);
    for (int j = 0, i = 0; j < dimensions.length; j++) {
      for (int part = 0; part < dimensions[j]; part++, i++) {
        g[j] += turned[i * m + i] / dimensions[j];
      }
    }
    return turned;
  }

  /** 2π Σ_i j_i x_i / n_i, reduced before it is rounded. */
  private static double angle(int[] attributes, int j, int x) {
    double turns = 0;
    int restJ = j;
    int restX = x;
    for (int axis = attributes.length - 1; axis >= 0; axis--) {
      int size = attributes[axis];
      turns += (double) ((long) (restJ % size) * (restX % size) % size) / size;
      restJ /= size;
      restX /= size;
    }
    return 2 * Math.PI * (turns - Math.floor(turns));
  }
}
