package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.workload.Workload;

/**
 * A lower bound on the objective L(Q) = tr[X⁺ G] of every epsilon-LDP strategy, by Delsarte's
 * method: sets whose elements differ by elements of a group cannot have all their Fourier weight
 * where a workload wants it. It is never below {@link Bounds#sharp}, and much above it where sets
 * are small, that is where epsilon is large.
 *
 * <p><b>Theorem.</b> Let the domain be a finite abelian group, c_χ = c_−χ ≥ 0 any prices of its
 * characters but the first, ĉ(x) = Σ c_χ χ(x), C = Σ c_χ χχ* / n and P = I − 11ᵀ/n. With e =
 * exp(epsilon) and top_m(ĉ) the sum of the m largest ĉ(x), x ≠ 0,
 *
 * <pre>
 *   L(Q) ≥ 1ᵀG1/n + (tr (C^½ PGP C^½)^½)² / M,
 *   M = max over 0 &lt; k &lt; n of (e−1)² k (ĉ(0) + top_{k−1}(ĉ)) / (n + (e−1) k)².
 * </pre>
 *
 * <p><b>Proof.</b> As in {@link Bounds}, X = 11ᵀ/n + Y with Y1 = 0, so L = 1ᵀG1/n + tr[Y⁺ PGP], and
 * rows may be taken to be of two levels, x_S = 1 + (e−1) 1_S times a weight.
 *
 * <ol>
 *   <li>(PGP)^½ C^½ = (PGP)^½ Y^{+½} · Y^½ C^½, as Y has to span what the workload asks for. The
 *       nuclear norm of a product is at most the product of the Frobenius norms: (tr (C^½ PGP
 *       C^½)^½)² ≤ tr[Y⁺ PGP] · tr[CY].
 *   <li>tr[CY] is the sum over rows of x_SᵀCx_S / 1ᵀx_S, each times its weight, and the row sums
 *       1ᵀx_S, so weighted, add up to n; so tr[CY] ≤ n max_S x_SᵀCx_S / (1ᵀx_S)². As C1 = 0, n
 *       x_SᵀCx_S = (e−1)² Σ_{s,t in S} ĉ(s−t).
 *   <li>For each s of a set of k elements, the ĉ(s−t) are ĉ(0) and k − 1 values at distinct x ≠ 0.
 *       So the sum over s and t is at most k (ĉ(0) + top_{k−1}(ĉ)). ∎
 * </ol>
 *
 * <p>With all c_χ = 1, ĉ is n − 1 at 0 and −1 elsewhere, which gives {@link Bounds#sharp}. To
 * maximise the bound over c, with (k − 1) max ĉ for top_{k−1}, is a convex problem: maximise Σ
 * √(g_χ c_χ) where ĉ(x) ≤ m and the M of c and m is at most 1. It is the dual of the linear program
 * of Delsarte (1973) for the numbers of pairs at each difference, with the objective Σ g/λ in place
 * of a linear one, solved here by Newton's method and a barrier. <b>Every c gives a bound</b>; the
 * one returned is computed from the final c afresh, with what rounding could add taken off.
 *
 * <p>A line of items may also be seen as one half of a cycle ({@link PairScheme#fold}): with S' = S
 * ∪ {−1−s} in Z_2n, F' its transform and ψ_j the cosines, 4 n (ψ_jᵀ1_S)² = 2 |F'(j)|², so that n Σ
 * c_j (ψ_jᵀ1_S)² = ¼ Σ_{s,t in S'} ĉ(s−t) with c_n, whose F'(n) is 0, of any sign; and |S'| = 2k.
 */
public final class DelsarteBound {
  /** Items up to which a workload without permutations is bounded: n/2 to n prices. */
  public static final int LIMIT = 512;

  /** The relative precision of the root of the bound. */
  private static final double PRECISION = 1e-6;

  private static final double FALL = 0.1;
  private static final int STEPS = 40;

  /** Set sizes that are all looked at while searching; larger ones in steps of a fortieth. */
  private static final int EVERY_SIZE = 64;

  private final PairScheme scheme;
  private final int n;
  private final double excess;
  private final double mean;
  private final int count;
  private final int elements;

  private DelsarteBound(PairScheme scheme, Workload workload, double epsilon) {
    this.scheme = scheme;
    this.n = workload.domain();
    this.excess = Math.expm1(epsilon);
    this.mean = mean(workload);
    this.count = scheme.g().length;
    this.elements = scheme.sizes().length;
  }

  /** Whether a workload is symmetric or small enough for {@link #of}. */
  public static boolean applies(Workload workload) {
    return workload.domain() >= 2 && (hasWeights(workload) || workload.domain() <= LIMIT);
  }

  /** The theorem's bound in the group of the attributes, by any prices of its classes. */
  static double at(Workload workload, double epsilon, double[] prices) {
    return new DelsarteBound(PairScheme.group(workload), workload, epsilon).value(prices);
  }

  private static boolean hasWeights(Workload workload) {
    return workload.isTranslationInvariant()
        && workload.isPermutationInvariant()
        && workload.attributes()[0] == 2;
  }

  /**
   * The bound, for people evenly spread and, being lower, for the worst case.
   *
   * @param workload that it {@link #applies} to
   * @param epsilon nats, finite, above 0
   */
  public static double of(Workload workload, double epsilon) {
    if (hasWeights(workload)) {
      return new DelsarteBound(PairScheme.weights(workload), workload, epsilon).best();
    }
    double bound = new DelsarteBound(PairScheme.group(workload), workload, epsilon).best();
    boolean isLine = workload.attributes().length == 1 && !workload.isTranslationInvariant();
    return isLine
        ? Math.max(bound, new DelsarteBound(PairScheme.fold(workload), workload, epsilon).best())
        : bound;
  }

  /** 1ᵀG1/n. */
  private static double mean(Workload workload) {
    if (workload.isTranslationInvariant()) {
      return workload.gramSpectrum()[0];
    }
    double[] ones = new double[workload.domain()];
    Arrays.fill(ones, 1);
    return Arrays.stream(workload.gramTimes(ones)).sum() / ones.length;
  }

  private double best() {
    double[] even = new double[count];
    Arrays.fill(even, 1);
    double best = value(even);
    Search search = new Search();
    for (double mu = FALL / search.constraints; ; mu *= FALL) {
      boolean gains = true;
      for (int step = 0; gains && step < STEPS; step++) {
        gains = search.newton(mu);
      }
      best = Math.max(best, value(Arrays.copyOf(search.z, count)));
      if (mu * search.constraints < PRECISION) {
        return best;
      }
    }
  }

  /** The theorem's bound by prices c, less what rounding could have added. */
  double value(double[] c) {
    double size = 0;
    double at0 = 0;
    for (int j = 0; j < count; j++) {
      size += scheme.zero()[j] * Math.abs(c[j]);
      at0 += scheme.zero()[j] * c[j];
    }
    // A sum of so many terms, each with a cosine rounded in its last place or two.
    double rounding = size * (count + 8) * 0x1p-51;
    double[] values = new double[elements];
    for (int x = 0; x < elements; x++) {
      values[x] = rounding;
      for (int j = 0; j < count; j++) {
        values[x] += scheme.kernel()[x * count + j] * c[j];
      }
    }
    int[] order =
        IntStream.range(0, elements)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer x) -> -values[x]))
            .mapToInt(x -> x)
            .toArray();
    double most = 0;
    double before = 0; // elements of the classes before, and the sum of their values
    double sum = 0;
    int next = 0;
    for (int k = 1; k < n; k++) {
      double others = scheme.sheets() * (double) k - 1;
      while (next < elements && before + width(order[next]) <= others) {
        before += width(order[next]);
        sum += width(order[next]) * values[order[next]];
        next++;
      }
      double top = sum + (others > before ? (others - before) * values[order[next]] : 0);
      most = Math.max(most, scale(k) * k / scheme.sheets() * (at0 + rounding + top));
    }
    double root = root(c);
    return (mean + root * root / most) * (1 - 1e-12);
  }

  private double width(int x) {
    return scheme.sizes()[x];
  }

  private double scale(int k) {
    double z = n + excess * k;
    return excess * excess / (z * z);
  }

  /** tr (C^½ PGP C^½)^½. */
  private double root(double[] c) {
    double sum = 0;
    if (scheme.turned() == null) {
      double rounding = 0x1p-46 * Arrays.stream(scheme.g()).max().orElseThrow();
      for (int j = 0; j < count; j++) {
        double g = Math.max(0, scheme.g()[j] - rounding);
        sum += scheme.dimensions()[j] * Math.sqrt(g * c[j]);
      }
      return sum;
    }
    int m = n - 1;
    double[] roots = new double[m];
    for (int j = 0, i = 0; j < count; j++) {
      for (int part = 0; part < scheme.dimensions()[j]; part++) {
        roots[i++] = Math.sqrt(c[j]);
      }
    }
    double[] product = new double[m * m];
    Arrays.setAll(product, i -> roots[i / m] * scheme.turned()[i] * roots[i % m]);
    return Bounds.traceOfRoot(Algebra.current().eigenvalues(m, product));
  }

  /** The search for c: z = (c, m). */
  private final class Search {
    private final int[] highs = highs();
    private final double[] weights = new double[count];
    private final int constraints;
    private double[] z;

    Search() {
      int bounded = 0;
      double sum = 0;
      double most = 0;
      for (int k = 1; k < n; k++) {
        most = Math.max(most, scale(k) * k * n);
      }
      double level = 0.25 / most;
      double floor = Spectra.floor(scheme.g());
      for (int j = 0; j < count; j++) {
        weights[j] = scheme.g()[j] > floor ? scheme.dimensions()[j] * Math.sqrt(scheme.g()[j]) : 0;
        sum += weights[j] * Math.sqrt(level);
        bounded += scheme.dimensions()[j] > 0 ? 1 : 0;
      }
      for (int j = 0; j < count; j++) {
        weights[j] /= sum;
      }
      this.constraints = bounded + elements + highs.length;
      this.z = new double[count + 1];
      Arrays.fill(z, 0, count, level);
      z[count] = -level / 2; // ĉ is -level beside 0
    }

    private int[] highs() {
      return IntStream.iterate(1, k -> k < n, k -> k < EVERY_SIZE ? k + 1 : k + k / 40).toArray();
    }

    /** What is left to each constraint: elements, sizes, prices. */
    private double[] slacks(double[] at, boolean isDirection) {
      double[] slacks = new double[elements + highs.length + count];
      double at0 = 0;
      for (int j = 0; j < count; j++) {
        at0 += scheme.zero()[j] * at[j];
        boolean isFree = scheme.dimensions()[j] == 0;
        slacks[elements + highs.length + j] = isFree ? (isDirection ? 0 : 1) : at[j];
      }
      for (int x = 0; x < elements; x++) {
        double value = 0;
        for (int j = 0; j < count; j++) {
          value += scheme.kernel()[x * count + j] * at[j];
        }
        slacks[x] = at[count] - value;
      }
      for (int i = 0; i < highs.length; i++) {
        double used = alone(highs[i]) * at0 + paired(highs[i]) * at[count];
        slacks[elements + i] = (isDirection ? 0 : 1) - used;
      }
      return slacks;
    }

    private double alone(int k) {
      return scale(k) * k / scheme.sheets();
    }

    private double paired(int k) {
      return alone(k) * (scheme.sheets() * (double) k - 1);
    }

    private double barrier(double[] at, double[] slacks, double mu) {
      double sum = 0;
      for (double slack : slacks) {
        if (!(slack > 0)) {
          return Double.POSITIVE_INFINITY;
        }
        sum -= mu * Math.log(slack);
      }
      for (int j = 0; j < count; j++) {
        sum -= weights[j] > 0 ? weights[j] * Math.sqrt(at[j]) : 0;
      }
      return sum;
    }

    /** One damped step; false if there was nothing left to gain. */
    boolean newton(double mu) {
      int size = count + 1;
      double[] slacks = slacks(z, false);
      double[] scaled = new double[size * elements];
      double[] step = new double[size];
      for (int x = 0; x < elements; x++) {
        double weight = Math.sqrt(mu) / slacks[x];
        for (int j = 0; j < count; j++) {
          double entry = scheme.kernel()[x * count + j] * weight;
          scaled[j * elements + x] = entry;
          step[j] -= Math.sqrt(mu) * entry;
        }
        scaled[count * elements + x] = -weight;
        step[count] += Math.sqrt(mu) * weight;
      }
      double[] hessian = new double[size * size];
      Algebra.current().gram(size, elements, scaled, hessian);
      double[][] sizes = new double[2][2]; // of the directions (zero, m)
      double[] gradient = new double[2];
      for (int i = 0; i < highs.length; i++) {
        double slack = slacks[elements + i];
        double[] row = {alone(highs[i]) / slack, paired(highs[i]) / slack};
        for (int a = 0; a < 2; a++) {
          gradient[a] += mu * row[a];
          for (int b = 0; b < 2; b++) {
            sizes[a][b] += mu * row[a] * row[b];
          }
        }
      }
      for (int j = 0; j < count; j++) {
        double zero = scheme.zero()[j];
        for (int i = 0; i < count; i++) {
          hessian[j * size + i] += sizes[0][0] * zero * scheme.zero()[i];
        }
        hessian[j * size + count] += sizes[0][1] * zero;
        hessian[count * size + j] += sizes[0][1] * zero;
        step[j] -= gradient[0] * zero;
        if (scheme.dimensions()[j] > 0) {
          step[j] += mu / z[j];
          hessian[j * size + j] += mu / (z[j] * z[j]);
        }
        if (weights[j] > 0) {
          double root = weights[j] / Math.sqrt(z[j]);
          step[j] += root / 2;
          hessian[j * size + j] += root / (4 * z[j]);
        }
      }
      hessian[count * size + count] += sizes[1][1];
      step[count] -= gradient[1];
      double[] descent = step.clone();
      MixtureWeights.solve(hessian, step);
      double decrement = 0;
      for (int i = 0; i < size; i++) {
        decrement += descent[i] * step[i];
      }
      double[] change = slacks(step, true);
      double before = barrier(z, slacks, mu);
      double[] next = new double[size];
      double[] left = new double[slacks.length];
      for (double length = 1; length > 1e-10; length /= 2) {
        for (int i = 0; i < size; i++) {
          next[i] = z[i] + length * step[i];
        }
        for (int i = 0; i < left.length; i++) {
          left[i] = slacks[i] + length * change[i];
        }
        if (barrier(next, left, mu) <= before - 1e-4 * length * decrement) {
          z = next.clone();
          return decrement > 1e-2 * mu;
        }
      }
      return false;
    }
  }
}
