package org.sparkldp.published.workload;

import java.util.Arrays;
import org.sparkldp.analysis.Evaluation;
import org.sparkldp.analysis.Mechanism;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/** {@code rappor}: symmetric RAPPOR as a strategy matrix. */
public final class SymmetricRappor implements Mechanism {

  @Override
  public String label() {
    return "rappor";
  }

  @Override
  public boolean applies(Workload workload) {
    return workload.domain() >= 2;
  }

  @Override
  public Made make(
      Workload workload, double epsilon, SearchOptions options, Progress.SearchListener listener) {
    Design design = design(workload, epsilon);
    return new Made(
        design,
        Evaluation.of(design, workload, epsilon),
        "The item in n bits, each turned over with probability 1/(1 + e^(epsilon/2)).");
  }

  private static Design design(Workload workload, double epsilon) {
    return of(workload.domain(), epsilon);
  }

  /**
   * Symmetric RAPPOR (Erlingsson et al. 2014): the item in n bits, each kept with probability p =
   * √e/(1 + √e).
   *
   * <p>A report b of s ones has probability p^{n−h} q^h, h = |b xor e_u| = s − 1 or s + 1 as b does
   * or does not hold u: two levels in the ratio (p/q)² = e. So it is a mixture of subset
   * selections, and with Bin the binomial law of n − 1 trials with q, mass_s = p Bin(s − 1) + q
   * Bin(s).
   */
  static Design.Subsets of(int domain, double epsilon) {
    Require.that(domain >= 2)
        .orRefuse("a domain must hold at least 2 items. Provided value: %s.", domain);
    int trials = domain - 1;
    double q = 1 / (1 + Math.exp(epsilon / 2));
    double odds = Math.exp(-epsilon / 2);
    double[] binomial = new double[domain];
    // From the mode outwards, as neither end may be a double above 0.
    int mode = (int) (q * domain);
    binomial[mode] = 1;
    for (int k = mode; k < trials; k++) {
      binomial[k + 1] = binomial[k] * odds * (trials - k) / (k + 1);
    }
    for (int k = mode; k > 0; k--) {
      binomial[k - 1] = binomial[k] / odds * k / (trials - k + 1);
    }
    double sum = Arrays.stream(binomial).sum();
    double[] masses = new double[domain + 1];
    for (int k = 0; k < domain; k++) {
      masses[k + 1] += (1 - q) * binomial[k] / sum;
      masses[k] += q * binomial[k] / sum;
    }
    return new Design.Subsets(domain, masses);
  }
}
