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
 * <p>For the cube more is known of pairs in small sets ({@link PairScheme.Packing}): where Σ_{s≠t}
 * w_p(s−t) ≤ most_p(k) for every set, and ν_p ≥ 0, step 3 may take top_{k−1} of ĉ − Σ ν_p w_p
 * instead and add Σ ν_p most_p(k).
 *
 * <p>A line of items may also be seen as one half of a cycle ({@link PairScheme#fold}): with S' = S
 * ∪ {−1−s} in Z_2n, F' its transform and ψ_j the cosines, 4 n (ψ_jᵀ1_S)² = 2 |F'(j)|², so that n Σ
 * c_j (ψ_jᵀ1_S)² = ¼ Σ_{s,t in S'} ĉ(s−t) with c_n, whose F'(n) is 0, of any sign; and |S'| = 2k.
 */
public final class DelsarteBound {
  /** Items up to which a workload without permutations is bounded: n/2 to n prices. */
  public static final int LIMIT = 512;

  /** Items up to which one with permutations of binary attributes is. */
  public static final int CUBE_LIMIT = 1 << 16;

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
  private final int packings;

  private DelsarteBound(PairScheme scheme, Workload workload, double epsilon) {
    this.scheme = scheme;
    this.n = workload.domain();
    this.excess = Math.expm1(epsilon);
    this.mean = mean(workload);
    this.count = scheme.g().length;
    this.elements = scheme.sizes().length;
    this.packings = scheme.packings().size();
  }

  /** Whether a workload is symmetric or small enough for {@link #of}. */
  public static boolean applies(Workload workload) {
    return workload.domain() >= 2
        && workload.domain() <= (hasWeights(workload) ? CUBE_LIMIT : LIMIT);
  }

  /** The theorem's bound in the group of the attributes, by any prices of its classes. */
  static double at(Workload workload, double epsilon, double[] prices) {
    return new DelsarteBound(PairScheme.group(workload), workload, epsilon)
        .value(prices, new double[0]);
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
    double best = value(even, new double[packings]);
    BoundSearch search = new BoundSearch();
    for (double mu = FALL / search.constraints; ; mu *= FALL) {
      boolean gains = true;
      for (int step = 0; gains && step < STEPS; step++) {
        gains = search.newton(mu);
      }
      best =
          Math.max(
              best,
              value(
                  Arrays.copyOf(search.z, count),
                  Arrays.copyOfRange(search.z, count + 1, count + 1 + packings)));
      if (mu * search.constraints < PRECISION) {
        return best;
      }
    }
  }

  /** The theorem's bound by prices c and ν, less what rounding could have added. */
  private double value(double[] c, double[] nu) {
    double size = 0;
    double at0 = 0;
    for (int j = 0; j < count; j++) {
      size += scheme.zero()[j] * Math.abs(c[j]);
      at0 += scheme.zero()[j] * c[j];
    }
    // A sum of so many terms, each with a cosine rounded in its last place or two.
    double rounding = (size + Arrays.stream(nu).sum()) * (count + packings + 8) * 0x1p-51;
    double[] values = new double[elements];
    for (int x = 0; x < elements; x++) {
      values[x] = rounding;
      for (int j = 0; j < count; j++) {
        values[x] += scheme.kernel()[x * count + j] * c[j];
      }
      values[x] -= packed(x, nu, 0);
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
      double pairs = k / (double) scheme.sheets() * (at0 + rounding + top);
      for (int p = 0; p < packings; p++) {
        pairs += nu[p] * scheme.packings().get(p).most().applyAsDouble(k);
      }
      most = Math.max(most, scale(k) * pairs);
    }
    double root = root(c);
    return (mean + root * root / most) * (1 - 1e-12);
  }

  /** Σ_p ν_p weight_p(x), the ν from an index on. */
  private double packed(int x, double[] nu, int from) {
    double sum = 0;
    for (int p = 0; p < packings; p++) {
      sum += nu[from + p] * scheme.packings().get(p).weights()[x];
    }
    return sum;
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

  /** The search: z = (c, m, ν). */
  private final class BoundSearch {
    private final int[] highs =
        IntStream.iterate(1, k -> k < n, k -> k < EVERY_SIZE ? k + 1 : k + k / 40).toArray();

    /** By size, what c by ĉ(0), m and each ν add to the bound on tr[CY]. */
    private final double[][] uses = new double[highs.length][2 + packings];

    private final double[] weights = new double[count];
    private final int constraints;
    private double[] z = new double[count + 1 + packings];

    BoundSearch() {
      double most = 0;
      for (int i = 0; i < highs.length; i++) {
        int k = highs[i];
        most = Math.max(most, scale(k) * k * n);
        uses[i][0] = scale(k) * k / scheme.sheets();
        uses[i][1] = uses[i][0] * (scheme.sheets() * (double) k - 1);
        for (int p = 0; p < packings; p++) {
          uses[i][2 + p] = scale(k) * scheme.packings().get(p).most().applyAsDouble(k);
        }
      }
      // Even prices are well inside: ĉ is -level beside 0.
      double level = 0.25 / most;
      Arrays.fill(z, 0, count, level);
      z[count] = -level / 2;
      Arrays.fill(z, count + 1, z.length, level / (8 * (packings + 1)));
      double floor = Spectra.floor(scheme.g());
      double sum = 0;
      int free = 0;
      for (int j = 0; j < count; j++) {
        weights[j] = scheme.g()[j] > floor ? scheme.dimensions()[j] * Math.sqrt(scheme.g()[j]) : 0;
        sum += weights[j] * Math.sqrt(level);
        free += scheme.dimensions()[j] == 0 ? 1 : 0;
      }
      for (int j = 0; j < count; j++) {
        weights[j] /= sum;
      }
      this.constraints = elements + highs.length + count - free + packings;
    }

    /** Whether coordinate i must be above 0. */
    private boolean isPositive(int i) {
      return i > count || (i < count && scheme.dimensions()[i] > 0);
    }

    /** What is left to each constraint, or what a direction adds: elements, sizes, signs. */
    private double[] slacks(double[] at, boolean isDirection) {
      double[] slacks = new double[elements + highs.length + at.length];
      double at0 = 0;
      for (int j = 0; j < count; j++) {
        at0 += scheme.zero()[j] * at[j];
      }
      for (int x = 0; x < elements; x++) {
        double value = 0;
        for (int j = 0; j < count; j++) {
          value += scheme.kernel()[x * count + j] * at[j];
        }
        slacks[x] = at[count] + packed(x, at, count + 1) - value;
      }
      for (int i = 0; i < highs.length; i++) {
        double used = uses[i][0] * at0;
        for (int a = 1; a < uses[i].length; a++) {
          used += uses[i][a] * at[count + a - 1];
        }
        slacks[elements + i] = (isDirection ? 0 : 1) - used;
      }
      for (int i = 0; i < at.length; i++) {
        slacks[elements + highs.length + i] = isPositive(i) ? at[i] : isDirection ? 0 : 1;
      }
      return slacks;
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
      int size = z.length;
      double[] slacks = slacks(z, false);
      double[] step = new double[size]; // minus the gradient, to begin with
      double[] hessian = new double[size * size];
      addElements(mu, slacks, hessian, step);
      addSizes(mu, slacks, hessian, step);
      for (int i = 0; i < size; i++) {
        if (isPositive(i)) {
          step[i] += mu / z[i];
          hessian[i * size + i] += mu / (z[i] * z[i]);
        }
        if (i < count && weights[i] > 0) {
          double root = weights[i] / Math.sqrt(z[i]);
          step[i] += root / 2;
          hessian[i * size + i] += root / (4 * z[i]);
        }
      }
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
          z = next;
          return decrement > 1e-2 * mu;
        }
      }
      return false;
    }

    private void addElements(double mu, double[] slacks, double[] hessian, double[] step) {
      int size = z.length;
      double[] scaled = new double[size * elements];
      for (int x = 0; x < elements; x++) {
        double weight = Math.sqrt(mu) / slacks[x];
        for (int j = 0; j < count; j++) {
          scaled[j * elements + x] = -scheme.kernel()[x * count + j] * weight;
        }
        scaled[count * elements + x] = weight;
        for (int p = 0; p < packings; p++) {
          double share = scheme.packings().get(p).weights()[x];
          scaled[(count + 1 + p) * elements + x] = share * weight;
        }
      }
      for (int i = 0; i < size * elements; i++) {
        step[i / elements] += Math.sqrt(mu) * scaled[i];
      }
      Algebra.current().gram(size, elements, scaled, hessian);
    }

    /** Sizes depend on c by ĉ(0) only, so that their part is of low rank. */
    private void addSizes(double mu, double[] slacks, double[] hessian, double[] step) {
      int size = z.length;
      int rank = 2 + packings;
      double[] small = new double[rank * rank];
      double[] gradient = new double[rank];
      for (int i = 0; i < highs.length; i++) {
        double slack = slacks[elements + i];
        for (int a = 0; a < rank; a++) {
          gradient[a] += mu * uses[i][a] / slack;
          for (int b = 0; b < rank; b++) {
            small[a * rank + b] += mu * uses[i][a] / slack * (uses[i][b] / slack);
          }
        }
      }
      for (int i = 0; i < size; i++) {
        int a = Math.max(0, i - count + 1);
        double left = i < count ? scheme.zero()[i] : 1;
        step[i] -= gradient[a] * left;
        for (int j = 0; j < size; j++) {
          int b = Math.max(0, j - count + 1);
          double right = j < count ? scheme.zero()[j] : 1;
          hessian[i * size + j] += small[a * rank + b] * left * right;
        }
      }
    }
  }
}
