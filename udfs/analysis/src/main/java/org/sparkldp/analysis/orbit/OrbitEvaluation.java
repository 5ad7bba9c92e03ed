package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import org.sparkldp.analysis.Performance;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Workload;

/**
 * The errors of a mixture of orbits on a workload, from its base sets alone.
 *
 * <p><b>Eigenvalues.</b> Let e = exp(epsilon), a: domain → H an orbit's features, S its base set.
 * Row t of the orbit is q_t(u) = z x(a(u) − t), x = 1 + (e−1) 1_S; columns add up to the orbit's
 * mass, so z = mass / Z with Z = |H| + (e−1)|S|, and the row sum is d = z n Z / |H| = mass n / |H|,
 * the same for all t. With F(η) = Σ_{s in S} conj η(s), η a character of H,
 *
 * <pre>
 *   x(a(u) − t) = 1/|H| Σ_η Z f(η) η(a(u)) conj η(t),   f(0) = 1,  f(η) = (e−1) F(η) / Z.
 * </pre>
 *
 * Summed over t only equal characters meet: Σ_t q_t q_tᵀ / d = mass/n Σ_η |f(η)|² χ_η χ_η*, where
 * χ_η = η ∘ a is a character of the domain and χ_η χ_η* / n the projection on it. Hence X = Σ_χ λ_χ
 * χχ* / n with
 *
 * <pre>
 *   λ_χ = Σ over orbits, and their η with η ∘ a = χ, of  mass (e−1)² |F(η)|² / Z²;   λ_0 = 1.
 * </pre>
 *
 * <p><b>Objective.</b> tr[X⁺G] = Σ_χ g_χ / λ_χ with g_χ = χ* G χ / n; infinite if some g_χ &gt; 0
 * has λ_χ = 0. For a workload without the group's symmetry g_χ are the eigenvalues of G's average
 * over all translations, and the formula holds all the same.
 *
 * <p><b>Variances.</b> With an invariant G all people are alike: (L − tr G)/n. Otherwise let M_χψ =
 * χ* G ψ / (n λ_χ λ_ψ). Putting the expansion of x into t_t = q_tᵀ X⁺ G X⁺ q_t / d² and this into
 * (Qᵀt)_u, the sums over rows vanish again:
 *
 * <pre>
 *   (Qᵀt)_u = Σ_orbits mass/n Σ_ω f(ω) T(ω) χ_ω(u),   T(ω) = Σ_η M_{η+ω, η} conj f(η+ω) f(η),
 * </pre>
 *
 * ω and η running over the characters of H: O(n² log n) for M and O(|H|²) an orbit.
 */
public final class OrbitEvaluation {
  /** The largest domain for a workload without the design's symmetry (M is n × n, 256 MiB). */
  public static final int UNSYMMETRIC_LIMIT = 4096;

  /** An eigenvalue of G counts as 0 below this fraction of the largest. */
  static final double RANK_TOLERANCE = 1e-11;

  private OrbitEvaluation() {}

  /**
   * λ_χ of X, by characters numbered like items of the design's domain.
   *
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public static double[] eigenvalues(Design.Orbits design, double epsilon) {
    double[] lambda = new double[design.domain()];
    for (Orbit orbit : design.orbits()) {
      Spectrum spectrum = new Spectrum(orbit, design.attributes(), epsilon);
      for (int eta = 1; eta < spectrum.pulled.length; eta++) {
        lambda[spectrum.pulled[eta]] += orbit.mass() * spectrum.power(eta);
      }
    }
    lambda[0] = 1;
    return lambda;
  }

  /**
   * The design's performance with the reconstruction that is best for people evenly spread.
   *
   * @param workload over the design's domain; without the symmetry of the design's attributes at
   *     most {@value #UNSYMMETRIC_LIMIT} items
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public static Performance of(Design.Orbits design, Workload workload, double epsilon) {
    Require.that(design.domain() == workload.domain())
        .orRefuse(
            "a design and its workload must have one domain. Provided values: %s and %s items;"
                + " build the design for the workload's attributes.",
            design.domain(), workload.domain());
    double[] lambda = eigenvalues(design, epsilon);
    if (isInvariant(workload, design.attributes())) {
      double objective = objective(Spectra.invariant(workload), lambda);
      double[] variances = new double[lambda.length];
      Arrays.fill(variances, (objective - workload.trace()) / lambda.length);
      return new Performance(objective, variances);
    }
    return unsymmetric(design, workload, epsilon, lambda);
  }

  /** Whether G is unchanged under the translations of these attributes. */
  static boolean isInvariant(Workload workload, int[] attributes) {
    return workload.isTranslationInvariant() && Arrays.equals(workload.attributes(), attributes);
  }

  /** Σ g/λ over the characters the workload asks for. */
  static double objective(double[] g, double[] lambda) {
    double floor = Spectra.floor(g);
    double sum = 0;
    for (int c = 0; c < g.length; c++) {
      if (g[c] > floor) {
        sum += lambda[c] > 0 ? g[c] / lambda[c] : Double.POSITIVE_INFINITY;
      }
    }
    return sum;
  }

  private static Performance unsymmetric(
      Design.Orbits design, Workload workload, double epsilon, double[] lambda) {
    int n = lambda.length;
    Require.that(n <= UNSYMMETRIC_LIMIT)
        .orRefuse(
            "orbits are evaluated on a workload without their symmetry for at most %s items."
                + " Provided value: %s; bin the domain more coarsely.",
            UNSYMMETRIC_LIMIT, n);
    GroupTransform group = new GroupTransform(design.attributes());
    double[] re = workload.gram();
    double[] im = new double[n * n];
    double[] diagonal = new double[n];
    for (int u = 0; u < n; u++) {
      diagonal[u] = re[u * n + u];
    }
    conjugate(group, re, im);
    double[] g = new double[n];
    for (int c = 0; c < n; c++) {
      g[c] = re[c * n + c];
    }
    double objective = objective(g, lambda);
    double[] variances = new double[n];
    if (Double.isInfinite(objective)) {
      Arrays.fill(variances, objective);
      return new Performance(objective, variances);
    }
    double floor = Spectra.floor(g);
    for (int c = 0; c < n; c++) {
      for (int b = 0; b < n; b++) {
        double inverse = g[c] > floor && g[b] > floor ? 1 / (lambda[c] * lambda[b]) : 0;
        re[c * n + b] *= inverse;
        im[c * n + b] *= inverse;
      }
    }
    double[] sumRe = new double[n];
    double[] sumIm = new double[n];
    for (Orbit orbit : design.orbits()) {
      Spectrum spectrum = new Spectrum(orbit, design.attributes(), epsilon);
      spectrum.addVariance(re, im, orbit.mass() / n, sumRe, sumIm);
    }
    group.inverse(sumRe, sumIm);
    for (int u = 0; u < n; u++) {
      variances[u] = n * sumRe[u] - diagonal[u];
    }
    return new Performance(objective, variances);
  }

  /** A real symmetric A, in place, becomes χ* A ψ / n, row χ and column ψ. */
  private static void conjugate(GroupTransform group, double[] re, double[] im) {
    int n = group.domain();
    double[] lineRe = new double[n];
    double[] lineIm = new double[n];
    // Rows transformed and conjugated, Σ_v A_uv ψ(v), then transposed; once more, with conj χ(u),
    // it is the result except for a conjugation, taken with the division.
    for (int pass = 0; pass < 2; pass++) {
      for (int row = 0; row < n; row++) {
        System.arraycopy(re, row * n, lineRe, 0, n);
        System.arraycopy(im, row * n, lineIm, 0, n);
        group.forward(lineRe, lineIm);
        System.arraycopy(lineRe, 0, re, row * n, n);
        for (int c = 0; c < n; c++) {
          im[row * n + c] = -lineIm[c];
        }
      }
      transpose(re, n);
      transpose(im, n);
    }
    for (int i = 0; i < n * n; i++) {
      re[i] /= n;
      im[i] /= -n;
    }
  }

  private static void transpose(double[] matrix, int n) {
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < u; v++) {
        double swap = matrix[u * n + v];
        matrix[u * n + v] = matrix[v * n + u];
        matrix[v * n + u] = swap;
      }
    }
  }

  /** An orbit's f(η), and which characters of the domain its η are. */
  static final class Spectrum {
    private final CyclicGroup group;
    final int[] pulled;
    private final double[] re;
    private final double[] im;

    Spectrum(Orbit orbit, int[] attributes, double epsilon) {
      this.group = new CyclicGroup(orbit.moduli());
      int rows = orbit.rows();
      this.pulled = pullBack(orbit, attributes);
      this.re = new double[rows];
      this.im = new double[rows];
      orbit.base().stream().forEach(s -> re[s] = 1);
      new GroupTransform(orbit.moduli()).forward(re, im);
      double excess = Math.expm1(epsilon);
      double scale = excess / (rows + excess * orbit.high());
      for (int eta = 0; eta < rows; eta++) {
        re[eta] *= scale;
        im[eta] *= scale;
      }
      re[0] = 1;
    }

    /** |f(η)|². */
    double power(int eta) {
      return re[eta] * re[eta] + im[eta] * im[eta];
    }

    /**
     * η(a(u)) = exp(2πi Σ_j η_j/q_j Σ_i c_ji u_i), so that χ's digit i is Σ_j η_j c_ji n_i / q_j
     * mod n_i.
     */
    private static int[] pullBack(Orbit orbit, int[] attributes) {
      int[][] features = orbit.features();
      int[] moduli = orbit.moduli();
      int[] pulled = new int[orbit.rows()];
      int[] eta = new int[moduli.length];
      for (int number = 0; number < pulled.length; number++) {
        int rest = number;
        for (int j = moduli.length - 1; j >= 0; j--) {
          eta[j] = rest % moduli[j];
          rest /= moduli[j];
        }
        int character = 0;
        for (int i = 0; i < attributes.length; i++) {
          long digit = 0;
          for (int j = 0; j < moduli.length; j++) {
            digit += (long) features[j][i] * attributes[i] / moduli[j] * eta[j];
          }
          character = character * attributes[i] + Math.floorMod(digit, attributes[i]);
        }
        if (character == 0 && number > 0) {
          throw Require.refusal(
              "an orbit's features must map the domain onto all of their product group. Provided"
                  + " values: %s modulo %s; drop a feature that the others determine.",
              Arrays.deepToString(features), Arrays.toString(moduli));
        }
        pulled[number] = character;
      }
      return pulled;
    }

    /** Adds scale f(ω) T(ω) at χ_ω for all ω. */
    void addVariance(double[] mRe, double[] mIm, double scale, double[] sumRe, double[] sumIm) {
      int n = sumRe.length;
      for (int omega = 0; omega < pulled.length; omega++) {
        double totalRe = 0;
        double totalIm = 0;
        for (int eta = 0; eta < pulled.length; eta++) {
          int shifted = group.add(eta, omega);
          int entry = pulled[shifted] * n + pulled[eta];
          double productRe = re[shifted] * re[eta] + im[shifted] * im[eta];
          double productIm = re[shifted] * im[eta] - im[shifted] * re[eta];
          totalRe += mRe[entry] * productRe - mIm[entry] * productIm;
          totalIm += mRe[entry] * productIm + mIm[entry] * productRe;
        }
        sumRe[pulled[omega]] += scale * (re[omega] * totalRe - im[omega] * totalIm);
        sumIm[pulled[omega]] += scale * (re[omega] * totalIm + im[omega] * totalRe);
      }
    }
  }
}
