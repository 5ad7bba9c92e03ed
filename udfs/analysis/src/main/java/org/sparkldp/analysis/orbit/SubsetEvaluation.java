package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import org.sparkldp.analysis.Performance;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/**
 * The errors of a mixture of subset selections on any workload, without its exponential matrix.
 *
 * <p>Let e = exp(epsilon). The rows of size s are q_S = z (1 + (e−1) 1_S) over all s-subsets S;
 * permutations of items exchange them, so X = 11ᵀ/n + a P with P = I − 11ᵀ/n, and tr X fixes a:
 *
 * <pre>
 *   a = Σ_s mass_s a_s,   a_s = (n g(s) − 1)/(n − 1),   g(s) = (s e² + n − s)/(s e + n − s)².
 * </pre>
 *
 * <p><b>Objective.</b> tr[X⁺G] = 1ᵀG1/n + (tr G − 1ᵀG1/n)/a.
 *
 * <p><b>Variances.</b> X⁺q_S/d_S = 1/n + c_s y with y = 1_S − s/n and c_s = (e−1)/(a (n + (e−1)s)),
 * and t_S is this vector's square under G. A person with u reports a set of size s that holds u
 * with probability π_s = e s/(n + (e−1)s); given whether it does, its other items are a uniform
 * k-subset of the n − 1 others, k = s − 1 or s. Such a subset's indicator has mean f = k/(n−1) and
 * covariance f(1−f)(n−1)/(n−2) (I − 11ᵀ/(n−1)) on the others, and y has mean β (e_u − 1/n), β =
 * (n−s)/(n−1) or −s/(n−1). With r_u = (G1)_u and R = 1ᵀG1,
 *
 * <pre>
 *   E t = R/n² + 2 c β/n (r_u − R/n) + c² β² (G_uu − 2 r_u/n + R/n²)
 *         + c² f(1−f)(n−1)/(n−2) [ tr G − G_uu − (R − 2 r_u + G_uu)/(n−1) ],
 * </pre>
 *
 * linear in r_u and G_uu, so that all sizes are summed once: O(n + sizes) beside G1 and the
 * diagonal.
 */
public final class SubsetEvaluation {
  private SubsetEvaluation() {}

  /**
   * a, the eigenvalue of X on all that adds up to 0.
   *
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public static double eigenvalue(Design.Subsets design, double epsilon) {
    double a = 0;
    for (int s = 1; s < design.domain(); s++) {
      if (design.masses()[s] > 0) {
        a += design.masses()[s] * eigenvalue(design.domain(), s, epsilon);
      }
    }
    return a;
  }

  /**
   * a_s for sets of one size. n g(s) − 1 = (e−1)² s (n−s) / (n + (e−1)s)² is the stable form.
   *
   * @param n items, at least 2
   * @param s in [0, n]
   */
  public static double eigenvalue(int n, int s, double epsilon) {
    double excess = Math.expm1(epsilon);
    double spread = excess / (n + excess * s);
    return spread * spread * s * (n - s) / (n - 1);
  }

  /**
   * The design's performance with the reconstruction that is best for people evenly spread.
   *
   * @param workload over the design's domain, at least 2 items
   * @param epsilon privacy budget in nats, finite, &gt; 0
   */
  public static Performance of(Design.Subsets design, Workload workload, double epsilon) {
    int n = design.domain();
    Require.that(n == workload.domain() && n >= 2)
        .orRefuse(
            "a design and its workload must have one domain of at least 2 items. Provided values:"
                + " %s and %s items; build the design for the workload's domain.",
            n, workload.domain());
    double a = eigenvalue(design, epsilon);
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    double[] rowSums = workload.gramTimes(ones);
    double total = Arrays.stream(rowSums).sum();
    double trace = workload.trace();
    double objective = total / n + (trace - total / n) / a;
    double[] variances = new double[n];
    if (workload.isTranslationInvariant()) {
      Arrays.fill(variances, (objective - trace) / n);
      return new Performance(objective, variances);
    }
    double mean = 0; // Σ probability c β
    double square = 0; // Σ probability c² β²
    double spread = 0; // Σ probability c² f(1−f)(n−1)/(n−2)
    double excess = Math.expm1(epsilon);
    for (int s = 1; s < n; s++) {
      double mass = design.masses()[s];
      if (mass > 0) {
        double c = excess / (a * (n + excess * s));
        double own = Math.exp(epsilon) * s / (n + excess * s);
        for (int in = 0; in < 2; in++) {
          double probability = mass * (in == 1 ? own : 1 - own);
          double beta = (in == 1 ? n - s : -s) / (n - 1.0);
          double f = (s - in) / (n - 1.0);
          mean += probability * c * beta;
          square += probability * c * c * beta * beta;
          if (n > 2) {
            spread += probability * c * c * f * (1 - f) * (n - 1) / (n - 2);
          }
        }
      }
    }
    for (int u = 0; u < n; u++) {
      double row = rowSums[u];
      double own = workload.gram(u, u);
      variances[u] =
          total / n / n
              + 2 * mean / n * (row - total / n)
              + square * (own - 2 * row / n + total / n / n)
              + spread * (trace - own - (total - 2 * row + own) / (n - 1))
              - own;
    }
    return new Performance(objective, variances);
  }
}
