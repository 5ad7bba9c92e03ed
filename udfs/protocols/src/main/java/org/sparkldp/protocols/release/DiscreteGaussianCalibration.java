package org.sparkldp.protocols.release;

import java.util.function.LongPredicate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * The privacy of discrete Gaussian noise on integers, and the least of it that is (epsilon, delta)-
 * differentially private: {@link GaussianCalibration} with what discreteness may cost.
 *
 * <p>Input: m, the numbers that one person can move (each number has independent noise, and the
 * others have the same law with and without the person); the L2 sensitivity Δ of those m numbers,
 * in steps of the grid; epsilon in nats, delta, and the variance parameter σ² in squared steps.
 *
 * <p>Discrete noise on so fine a grid is as private as continuous noise. Let D be the law of one
 * number's noise and R that of continuous noise rounded, R(x) = ∫_{x−½}^{x+½} φ. Per number, D(x) =
 * φ(x)/c with 1 ≤ c &lt; 1 + 10^-33, and R(x)/φ(x) is the mean of exp(−t²/(2σ²)) cosh(x t/σ²) over
 * |t| ≤ ½, so that
 *
 * <pre>
 *   −1/(8σ²)  ≤  ln R(x)/D(x)  ≤  x²/(8σ⁴)          (what 1/8 leaves over covers c).
 * </pre>
 *
 * Rounding continuous noise is post-processing, so R^m is (ε', δ')-private with the ε' and δ' of
 * {@link GaussianCalibration} for σ and Δ. With T = 4σ² (m ln 2/2 + ln 1/τ) and κ = T/(8σ⁴), the
 * sum of D^m(x) exp(|x|²/(8σ⁴)) over all |x|² &gt; T is at most e^κ τ, since D-means of
 * exp(x²/(4σ²)) are below √2; so R^m(S) ≤ e^κ (D^m(S) + τ) for any set S of reports. Hence, with η
 * = m/(8σ²) + κ,
 *
 * <pre>
 *   P[S | u] ≤ e^{m/(8σ²)} (e^ε' e^κ (P[S | v] + τ) + δ')  ≤  e^{ε'+η} P[S | v] + e^{ε'+η} τ + e^η δ'.
 * </pre>
 *
 * With τ = s δ e^−claim and δ' = (1 − s) δ e^−η, s = {@value #SHARE}, this is (ε' + η, δ). For m =
 * 1 η is about 20/σ², and it is 10^-12 even for a million numbers where σ is 2^28 steps.
 *
 * <p>Source: the comparison of D and R is ours; for small sensitivities the exact delta is a sum,
 * in Canonne, Kamath &amp; Steinke, NeurIPS 2020, Theorem 7.
 */
public final class DiscreteGaussianCalibration {
  /** The share of delta that pays for the tail of the comparison. */
  private static final double SHARE = 1e-10;

  /** So that variances may be doubled and added. */
  private static final long MOST_VARIANCE = 1L << 61;

  private DiscreteGaussianCalibration() {}

  /**
   * The least integer variance that is certified at epsilon and delta.
   *
   * @param epsilon nats, above 0
   * @param delta 1e-15 to below 1
   * @param m numbers that one person moves, at least 1
   * @param sensitivity Δ in steps of the grid, above 0
   * @return in squared steps, at least 4
   */
  public static long variance(double epsilon, double delta, int m, double sensitivity) {
    LongPredicate isPrivate =
        variance -> epsilon(epsilon, delta, m, sensitivity, variance) <= epsilon;
    double sigma = GaussianCalibration.sigma(epsilon, delta, sensitivity);
    long low = (long) (sigma * sigma); // continuous noise, which is at its limit there
    long step = 1;
    while (low >= MOST_VARIANCE || !isPrivate.test(low + step)) {
      Require.that(low < MOST_VARIANCE && step < MOST_VARIANCE)
          .orRefuse(
              "epsilon and delta must be large enough for a variance below 2^61 squared steps."
                  + " Provided values: epsilon %s and delta %s at a sensitivity of %s steps; take a"
                  + " coarser grid.",
              epsilon, delta, sensitivity);
      step *= 2;
    }
    return Bisection.first(low, low + step, isPrivate);
  }

  /**
   * ε' + η of the class comment, rounded up; at delta, if it is at most the claim. Infinite where
   * the grid is too coarse for the comparison.
   *
   * @param claim nats
   * @param m numbers that one person moves
   * @param sensitivity Δ in steps of the grid
   * @param variance σ² in squared steps
   */
  public static double epsilon(
      double claim, double delta, int m, double sensitivity, long variance) {
    double cut = m * Math.log(2) / 2 + claim - Math.log(SHARE * delta); // T/(4σ²)
    double eta = (m / 4.0 + cut) / (2.0 * variance) * (1 + 1e-12);
    if (variance < 4 || eta > 1) {
      return Double.POSITIVE_INFINITY;
    }
    double continuous =
        GaussianCalibration.epsilonOf(
            Math.sqrt(variance), (1 - SHARE) * delta * Math.exp(-eta) * (1 - 1e-14), sensitivity);
    return Math.nextUp(continuous + eta);
  }
}
