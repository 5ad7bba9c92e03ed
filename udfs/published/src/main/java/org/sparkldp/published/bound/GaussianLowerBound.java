package org.sparkldp.published.bound;

import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * A lower bound for every protocol: a lower bound on the error of the mean of a Gaussian from n
 * epsilon-LDP reports, whatever the estimator, and even where each question depends on all reports
 * before (sequential interaction).
 *
 * <p>Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 4, show that an error of o(sigma/eps
 * √(ln(1/beta)/n)) with probability 1 − beta is impossible, with a constant that is not published.
 * Here is a bound of that form with its constant, by Le Cam's method of two points, and its proof.
 * It is for delta = 0.
 *
 * <p><b>One report.</b> Let q(z|x) be a channel's law, p_u = N(u, sigma²), m_u(z) = ∫ q(z|x) p_u(x)
 * dx, E = e^eps. Privacy puts q(z|·) between some a and a E. The score of a report is
 *
 * <pre>
 *   l_u(z) = d/du ln m_u(z) = ∫ q(z|x) (x − u)/sigma² p_u(x) dx / ∫ q(z|x) p_u(x) dx,
 * </pre>
 *
 * a quotient of linear functions of q(z|·), which is largest where q(z|x) is a E wherever (x −
 * u)/sigma² is above the quotient, and a elsewhere. So with φ and Φ of the normal law
 *
 * <pre>
 *   |l_u(z)| ≤ B/sigma,   B = max over g of (E − 1) φ(g)/(1 + (E − 1) Φ(−g)).
 * </pre>
 *
 * Its mean square, the Fisher information of a report, is hence at most kappa/sigma² with kappa =
 * min(B², 1): what the value itself carries is 1/sigma². (At epsilon 1, kappa is 0.158; the best
 * known channel, the sign about the mean, has 2/pi ((E − 1)/(E + 1))² = 0.136.)
 *
 * <p><b>All reports.</b> Given the past a report is such a one, so by the chain rule n of them
 * carry at most n kappa/sigma². Let u0 and u1 = u0 + 2t be two means, M0 and M1 the laws of all
 * reports.
 *
 * <ul>
 *   <li>The square roots of the densities of M_u, u from u0 to u1, are a path on the unit sphere of
 *       L² of speed √(information)/2. Its length, at most v = t √(n kappa)/sigma, bounds the angle
 *       between its ends, whose cosine is the affinity; total variation is at most √(1 −
 *       affinity²): TV ≤ sin v, while v ≤ pi/2.
 *   <li>One report has d/du KL(m_u0 ‖ m_u) = −E_u0[l_u] = ∫ from u0 to u of E_w[l_u l_w] dw ≤ (u −
 *       u0) B²/sigma², hence KL ≤ 2 t² B²/sigma²; what values have, 2 t²/sigma², bounds it too. By
 *       the chain rule KL(M0 ‖ M1) ≤ 2 v², and 1 − TV ≥ exp(−KL)/2 (Bretagnolle &amp; Huber).
 * </ul>
 *
 * An estimate that errs by less than t distinguishes the two, so the chances of an error of t or
 * more under either sum to at least 1 − TV, and the larger of them is at least
 *
 * <pre>
 *   max{ (1 − sin v)/2 for v ≤ pi/2,  exp(−2 v²)/4 }.
 * </pre>
 *
 * The second is where √ln(1/beta) comes from.
 */
public final class GaussianLowerBound {

  private GaussianLowerBound() {}

  /** kappa: the Fisher information of one report is at most this over sigma². */
  public static double information(double epsilon) {
    Epsilon.require(epsilon);
    double excess = Math.expm1(epsilon);
    // At the maximum g equals the quotient. From below, g ← quotient is Newton's iteration on the
    // concave g (1 + (E − 1) Φ(−g)) − (E − 1) φ(g), so it ascends to the root.
    double g = 0;
    double next = bound(excess, g);
    while (next > g) {
      g = next;
      next = bound(excess, g);
    }
    return Math.min(1, g * g);
  }

  private static double bound(double excess, double g) {
    return excess * StandardNormal.density(g) / (1 + excess * StandardNormal.survival(g));
  }

  /**
   * A probability with which every protocol errs by t or more, for some mean.
   *
   * @param epsilon of every report, nats
   * @param sigma standard deviation of values, above 0
   * @param n reports, at least 1
   * @param t in the values' unit, at least 0
   */
  public static double probability(double epsilon, double sigma, long n, double t) {
    double v = t / unit(epsilon, sigma, n);
    double far = Math.exp(-2 * v * v) / 4;
    return v < Math.PI / 2 ? Math.max(far, (1 - Math.sin(v)) / 2) : far;
  }

  /**
   * An error that every protocol reaches or exceeds with probability beta at least, for some mean.
   *
   * @param epsilon of every report, nats
   * @param sigma standard deviation of values, above 0
   * @param n reports, at least 1
   * @param beta above 0, at most 1/2
   * @return in the values' unit
   */
  public static double error(double epsilon, double sigma, long n, double beta) {
    Require.that(beta > 0 && beta <= 0.5)
        .orRefuse("beta must be above 0 and at most 1/2. Provided value: %s.", beta);
    double far = Math.sqrt(Math.max(0, -Math.log(4 * beta) / 2));
    return Math.max(far, Math.asin(1 - 2 * beta)) * unit(epsilon, sigma, n);
  }

  /** The error at which v is 1. */
  private static double unit(double epsilon, double sigma, long n) {
    Require.that(sigma > 0 && sigma < Double.POSITIVE_INFINITY && n >= 1)
        .orRefuse(
            "sigma must be above 0 and finite, and n at least 1. Provided values: %s and %s.",
            sigma, n);
    return sigma / Math.sqrt(n * information(epsilon));
  }
}
