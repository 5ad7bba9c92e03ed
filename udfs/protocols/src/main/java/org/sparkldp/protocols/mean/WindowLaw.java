package org.sparkldp.protocols.mean;

import java.util.Arrays;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.RandomSubset;

/**
 * The numbers that the cells of {@link WindowStep} stand for: those of the least worst-case
 * variance. Integers, so that every report is unbiased exactly.
 *
 * <p>Of N cells in a row, window j is the w cells from j on, j ≤ N − w. Under window j one of its
 * cells has probability q + Δ, another q. Cell z stands for u a(z), with integers a that are odd:
 * a(N − 1 − z) = −a(z), so that they add up to 0. With S(j) the sum of the a of window j,
 *
 * <pre>
 *   E[report | j] = Δ u S(j) = S(j)/S(N − w) =: x(j)      with u = 1/(Δ S(N − w)),
 * </pre>
 *
 * which rises from −1 to 1.
 *
 * <p><b>Choice of the numbers.</b> Let g be the numbers before they are rounded to u a. The
 * variance under window j is q Σg² + Δ Σ(g² in the window) − x(j)². It is the same for j and j + 1
 * if Δ (g(j+w)² − g(j)²) = x(j+1)² − x(j)², and since x(j+1) − x(j) = Δ (g(j+w) − g(j)), if
 *
 * <pre>
 *   g(j+w) (1 − Δ) = 2 x(j) − g(j) (1 + Δ).
 * </pre>
 *
 * So all follows linearly from the w numbers of the window in the middle, which are odd: from w/2
 * free numbers f. The variance is f'Qf − 1 where c'f = x(N − w) = 1; it is least at f = Q⁻¹c /
 * (c'Q⁻¹c), where it is 1/(c'Q⁻¹c) − 1. That no other law of the same cells has a lower worst case
 * is not shown here; at 65 cells a linear program over all laws finds at most 1.3 % less (epsilon
 * 0.5 to 6).
 *
 * <p>Plain arithmetic in a fixed order: the same numbers on every machine.
 *
 * @param window w
 * @param leaveOut words of 2^64 that leave the window
 * @param numbers a
 * @param sums S
 */
record WindowLaw(int window, long leaveOut, int[] numbers, long[] sums) {
  /** The largest number, so that squares fit {@link SquareSums}. */
  private static final int LARGEST = 1 << 21;

  /** A wider window is tried until it is as much worse than the best so far. */
  private static final double WORSE = 1.02;

  /**
   * The best law of an even number of cells.
   *
   * @param cells N
   */
  static WindowLaw of(double epsilon, int cells) {
    // Just below the best width, which falls from a half of all cells to 1.3 e^(−epsilon/3) of
    // them.
    int narrow = 2 * (int) ((0.32 + 0.02 * epsilon) * cells * StrictMath.exp(-epsilon / 3));
    WindowLaw best = null;
    for (int w = Math.max(2, Math.min(cells / 2, narrow)); w <= cells / 2; w += 2) {
      WindowLaw law = of(epsilon, cells, w);
      if (law.isRising() && (best == null || law.worstVariance() < best.worstVariance())) {
        best = law;
      } else if (best != null && law.worstVariance() > WORSE * best.worstVariance()) {
        break;
      }
    }
    return best;
  }

  /** The law of a width. */
  static WindowLaw of(double epsilon, int cells, int w) {
    long leaveOut = RandomSubset.leaveOut(epsilon, cells, w);
    double[] g = numbers(cells, w, other(cells, w, leaveOut), lift(cells, w, leaveOut));
    double most = Arrays.stream(g).max().orElseThrow();
    int[] numbers = new int[cells];
    for (int z = cells / 2; z < cells; z++) {
      numbers[z] = (int) Math.round(g[z] / most * LARGEST);
      numbers[cells - 1 - z] = -numbers[z];
    }
    long[] sums = new long[cells - w + 1];
    for (int z = 0; z < w; z++) {
      sums[0] += numbers[z];
    }
    for (int j = 1; j < sums.length; j++) {
      sums[j] = sums[j - 1] + numbers[j - 1 + w] - numbers[j - 1];
    }
    return new WindowLaw(w, leaveOut, numbers, sums);
  }

  /** q. */
  private static double other(int cells, int w, long leaveOut) {
    return Thresholds.probability(leaveOut) / (cells - w);
  }

  /** Δ. */
  private static double lift(int cells, int w, long leaveOut) {
    return 1.0 / w - other(cells, w, leaveOut) * cells / w;
  }

  /** g, as a product of what follows from each free number with the best free numbers. */
  private static double[] numbers(int cells, int w, double q, double lift) {
    int free = w / 2;
    double[][] of = new double[cells][free]; // how g(z) depends on f
    for (int i = 0; i < free; i++) {
      of[cells / 2 + i][i] = 1;
      of[cells / 2 - 1 - i][i] = -1;
    }
    double[] x = new double[free];
    for (int j = (cells - w) / 2; j < cells - w; j++) {
      for (int i = 0; i < free; i++) {
        double next = (2 * x[i] - of[j][i] * (1 + lift)) / (1 - lift);
        of[j + w][i] = next;
        of[cells - 1 - j - w][i] = -next;
        x[i] += lift * (next - of[j][i]);
      }
    }
    double[][] square = new double[free][free];
    for (int z = cells / 2; z < cells; z++) {
      add(square, of[z], 2 * q);
    }
    for (int z = cells - w; z < cells; z++) {
      add(square, of[z], lift);
    }
    double[] best = solve(square, x);
    return Arrays.stream(of).mapToDouble(row -> dot(row, best)).toArray();
  }

  private static void add(double[][] square, double[] row, double weight) {
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j <= i; j++) {
        square[i][j] += weight * row[i] * row[j];
      }
    }
  }

  /** Solves a positive definite system, given by its lower half, by Cholesky's factors. */
  private static double[] solve(double[][] square, double[] right) {
    int n = right.length;
    double[] solution = right.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double rest = square[i][j];
        for (int k = 0; k < j; k++) {
          rest -= square[i][k] * square[j][k];
        }
        square[i][j] = i == j ? Math.sqrt(rest) : rest / square[j][j];
      }
      for (int k = 0; k < i; k++) {
        solution[i] -= square[i][k] * solution[k];
      }
      solution[i] /= square[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        solution[i] -= square[k][i] * solution[k];
      }
      solution[i] /= square[i][i];
    }
    return solution;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** N. */
  int cells() {
    return numbers.length;
  }

  /** Loss of the integers in use, rounded up. */
  double exactEpsilon() {
    return RandomSubset.exactEpsilon(cells(), window, leaveOut);
  }

  /** S of the last window. */
  long last() {
    return sums[sums.length - 1];
  }

  /** u: a report's number is as many times its cell's integer. */
  double unit() {
    return 1 / (lift(cells(), window, leaveOut) * last());
  }

  /**
   * Whether each window stands for more than the one before it, as rounding to neighbours needs.
   */
  boolean isRising() {
    boolean isRising = true;
    for (int j = 1; j < sums.length; j++) {
      isRising &= sums[j] > sums[j - 1];
    }
    return isRising;
  }

  /** The largest number that a cell stands for. */
  double reach() {
    return unit() * Arrays.stream(numbers).max().orElseThrow();
  }

  /**
   * The largest variance of a report, or a little more: that of a window, and of the number's
   * rounding to one of two neighbours at x and x + d, at most d²/4.
   */
  double worstVariance() {
    double q = other(cells(), window, leaveOut);
    double lift = lift(cells(), window, leaveOut);
    double all = 0;
    double inside = 0;
    for (int z = 0; z < cells(); z++) {
      all += square(z);
      inside += z < window ? square(z) : 0;
    }
    double unit2 = unit() * unit();
    double worst = 0;
    double before = 0;
    for (int j = 0; j < sums.length; j++) {
      double x = (double) sums[j] / last();
      double variance = (q * all + lift * inside) * unit2 - x * x;
      double width = j == 0 ? 0 : x - (double) sums[j - 1] / last();
      worst = Math.max(worst, Math.max(before, variance) + width * width / 4);
      before = variance;
      inside += j + 1 < sums.length ? square(j + window) - square(j) : 0;
    }
    return worst;
  }

  private double square(int z) {
    return (double) numbers[z] * numbers[z];
  }
}
