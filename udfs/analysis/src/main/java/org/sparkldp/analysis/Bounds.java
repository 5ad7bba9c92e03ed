package org.sparkldp.analysis;

import java.util.Arrays;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.check.Require;

/**
 * Lower bounds of the objective L(Q) = tr[X⁺ G] of any epsilon-LDP strategy; all hold for people
 * evenly spread and, being lower, for the worst case: max_u var_u ≥ (bound − tr G)/n.
 *
 * @param svd the bound by singular values of McKenna et al. (theorem 5.6), (1/e^ε) (Σ s_i)². It
 *     does not grow as epsilon falls
 * @param sharp 1ᵀG1/n + (tr (PGP)^½)² / τ, P = I − 11ᵀ/n. Derived here: X = 11ᵀ/n + Y with Y1 = 0.
 *     A row q adds q qᵀ/1ᵀq to X, which is sublinear in q, so cutting rows into two-level ones only
 *     raises X; and for two-level rows tr X ≤ n max_k g(k), i.e. tr Y ≤ τ. Over all such Y the
 *     least of tr[Y⁺ PGP] is by Cauchy and Schwarz (tr (PGP)^½)²/τ. Attained by subset selection
 *     where all of PGP's eigenvalues but the first are equal (Histogram, all parities)
 * @param delsarte {@link org.sparkldp.analysis.orbit.DelsarteBound}, never below {@code sharp} but
 *     for rounding, and far above it where sets are small; {@code sharp} where it is not computed
 */
public record Bounds(double svd, double sharp, double delsarte) {

  /** The two that need singular values only. */
  public Bounds(double svd, double sharp) {
    this(svd, sharp, sharp);
  }

  /** The best of all. */
  public double lower() {
    return Math.max(spectral(), delsarte);
  }

  /** The best of those that need singular values only. */
  public double spectral() {
    return Math.max(svd, sharp);
  }

  /** objective / lower: 1.05 says that no strategy is better by more than 5 %. */
  public double gap(double objective) {
    return objective / lower();
  }

  /** The spectral ones, from a Gram matrix written out, O(n³). */
  public static Bounds of(Algebra algebra, double[] gram, int n, double epsilon) {
    return new Bounds(
        svd(algebra.eigenvalues(n, gram), epsilon),
        sharp(sum(gram, n) / n, algebra.eigenvalues(n, center(gram, n)), n, epsilon));
  }

  /**
   * The bound by singular values.
   *
   * @param eigenvalues of G, s_i²
   */
  public static double svd(double[] eigenvalues, double epsilon) {
    double nuclear = traceOfRoot(eigenvalues);
    return nuclear * nuclear * Math.exp(-epsilon);
  }

  /**
   * The sharper bound.
   *
   * @param mean 1ᵀG1/n
   * @param eigenvalues of PGP, in any order; the one of 1, which is 0, may be left out
   * @param n at least 2
   */
  public static double sharp(double mean, double[] eigenvalues, int n, double epsilon) {
    double nuclear = traceOfRoot(eigenvalues);
    return mean + nuclear * nuclear / tau(n, epsilon);
  }

  /**
   * g(k) = (k e² + n − k)/(k e + n − k)², e = exp(epsilon): the mean square of a two-level row with
   * k high items, in units where its sum is 1.
   */
  public static double g(int k, int n, double epsilon) {
    double e = Math.exp(epsilon);
    double sum = k * e + n - k;
    return (k * e * e + n - k) / (sum * sum);
  }

  /** k*: the number of high items in [1, n − 1] for which g is largest, about n/(e + 1). */
  public static int bestHigh(int n, double epsilon) {
    int best = 1;
    for (int k = 2; k < n; k++) {
      if (g(k, n, epsilon) > g(best, n, epsilon)) {
        best = k;
      }
    }
    return best;
  }

  /**
   * τ = n g(k*) − 1, about (e − 1)²/(4e): the most information that a strategy can have, tr(PXP).
   *
   * <p>n g(k) − 1 = (e − 1)² k (n − k)/(k e + n − k)², which keeps its digits for a small epsilon.
   */
  public static double tau(int n, double epsilon) {
    Require.that(n >= 2)
        .orRefuse("a bound needs a domain of at least 2 items. Provided value: %s.", n);
    Require.that(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)
        .orRefuse("epsilon must be finite and above 0. Provided value: %s.", epsilon);
    double k = bestHigh(n, epsilon);
    double growth = Math.expm1(epsilon);
    double sum = n + growth * k;
    return growth * growth * k * (n - k) / (sum * sum);
  }

  /** PGP: G without the means of its rows and columns. */
  static double[] center(double[] gram, int n) {
    double[] means = new double[n];
    double total = 0;
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        means[u] += gram[u * n + v] / n;
      }
      total += means[u] / n;
    }
    double[] centered = new double[n * n];
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        centered[u * n + v] = gram[u * n + v] - means[u] - means[v] + total;
      }
    }
    return centered;
  }

  private static double sum(double[] gram, int n) {
    double sum = 0;
    for (int i = 0; i < n * n; i++) {
      sum += gram[i];
    }
    return sum;
  }

  /**
   * Σ √λ. The root magnifies rounding, so what may be a rounded 0 is left out, which can only lower
   * the bound.
   */
  public static double traceOfRoot(double[] eigenvalues) {
    double floor = eigenvalues.length * 0x1p-50 * Arrays.stream(eigenvalues).max().orElseThrow();
    double sum = 0;
    for (double value : eigenvalues) {
      if (value > floor) {
        sum += Math.sqrt(value);
      }
    }
    return sum;
  }
}
