package org.sparkldp.analysis.matrixmechanism;

import org.sparkldp.protocols.workload.Workload;

/**
 * A strategy matrix A as far as its errors need it.
 *
 * @param name which it is: {@code identity}, {@code p-identity}, {@code root} (a Gram matrix AᵀA
 *     near the least tr[(AᵀA)⁺ G] for columns of length 1)
 * @param norm of the distances between its columns
 * @param rows numbers in a report
 * @param sensitivity Δ, the largest distance between two columns; at least 0
 * @param spread tr[(AᵀA)⁺ G]: the total variance of the workload's answers that noise of variance 1
 *     in each number makes
 */
public record NoiseStrategy(String name, Norm norm, int rows, double sensitivity, double spread) {

  /** Norms of columns, with the noise that goes with them. */
  public enum Norm {
    /** Sums of sizes; Laplace noise. */
    L1,
    /** Euclidean lengths; Gaussian noise. */
    L2
  }

  /** A = I: every person releases a noisy indicator of their item. */
  public static NoiseStrategy identity(Workload workload, Norm norm) {
    requireTwoItems(workload);
    return new NoiseStrategy(
        "identity", norm, workload.domain(), norm == Norm.L1 ? 2 : Math.sqrt(2), workload.trace());
  }

  static void requireTwoItems(Workload workload) {
    if (workload.domain() < 2) {
      throw new IllegalArgumentException(
          "a strategy needs a domain of at least 2 items. Provided value: "
              + workload.domain()
              + "; there is nothing to hide.");
    }
  }

  /** What compares strategies of one norm: variances are this times a function of epsilon. */
  double cost() {
    return sensitivity * sensitivity * spread;
  }

  NoiseStrategy orBetter(NoiseStrategy other) {
    return other.cost() < cost() ? other : this;
  }
}
