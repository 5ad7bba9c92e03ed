package org.sparkldp.published.matrixmechanism;

import java.util.function.Supplier;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

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
 * @param matrix A itself, row after row, written out on demand; n up to {@value
 *     Workload#DENSE_LIMIT}
 */
public record NoiseStrategy(
    String name,
    ColumnNorm norm,
    int rows,
    double sensitivity,
    double spread,
    Supplier<double[]> matrix) {

  /** A = I: every person releases a noisy indicator of their item. */
  public static NoiseStrategy identity(Workload workload, ColumnNorm norm) {
    requireTwoItems(workload);
    int n = workload.domain();
    return new NoiseStrategy(
        "identity",
        norm,
        n,
        norm == ColumnNorm.L1 ? 2 : Math.sqrt(2),
        workload.trace(),
        () -> {
          double[] identity = new double[n * n];
          for (int u = 0; u < n; u++) {
            identity[u * n + u] = 1;
          }
          return identity;
        });
  }

  static void requireTwoItems(Workload workload) {
    Require.that(workload.domain() >= 2)
        .orRefuse(
            "a strategy needs a domain of at least 2 items. Provided value: %s; there is nothing to"
                + " hide.",
            workload.domain());
  }

  /** What compares strategies of one norm: variances are this times a function of epsilon. */
  public double cost() {
    return sensitivity * sensitivity * spread;
  }

  NoiseStrategy orBetter(NoiseStrategy other) {
    return other.cost() < cost() ? other : this;
  }
}
