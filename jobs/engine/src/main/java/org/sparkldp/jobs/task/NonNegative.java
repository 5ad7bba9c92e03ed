package org.sparkldp.jobs.task;

import java.util.Arrays;
import org.apache.spark.mllib.optimization.NNLS;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Workload;

/**
 * Answers of a workload that some data vector without negative entries would give, as near as can
 * be to the unbiased ones (weighted non-negative least squares, WNNLS; McKenna et al., PVLDB
 * 13(12), 2020, Appendix A): x = argmin ‖W x − V y‖² over x ≥ 0, answers W x.
 *
 * <p>With the optimal V that is argmin (x − xt)ᵀ G (x − xt), so only the Gram matrix and the
 * unbiased data vector xt are needed. The answers agree with one another and, where people hold few
 * of the items, are much closer to the truth; they are biased, and the intervals of the unbiased
 * answers are not theirs.
 *
 * <p>Solved by MLlib's NNLS, a projected conjugate gradient method. Cost: 8 n² bytes, n² operations
 * a step, at most 20 n steps; n ≤ {@value #ITEM_LIMIT}.
 */
public final class NonNegative {
  /** The step's name in plans. */
  static final String STEP = "wnnls";

  private static final int ITEM_LIMIT = 4096;

  /** Items up to which the answers are computed unasked: a second at most. */
  static final int BEST_LIMIT = 1024;

  private NonNegative() {}

  /**
   * The data vector.
   *
   * @param unbiased xt
   */
  public static double[] data(Workload workload, double[] unbiased) {
    int n = unbiased.length;
    if (n > ITEM_LIMIT) {
      throw Require.refusal(
          "wnnls works on at most %s items. Provided value: %s; leave it out, or bin the"
              + " domain more coarsely.",
          ITEM_LIMIT, n);
    }
    // In units of the largest entries, because the solver's stopping rule is not free of units.
    double people = Math.max(1, Arrays.stream(unbiased).map(Math::abs).max().orElseThrow());
    double curvature = workload.trace() / n;
    double[] scaled = Arrays.stream(unbiased).map(x -> x / people).toArray();
    double[] gram = Arrays.stream(workload.gram()).map(g -> g / curvature).toArray();
    double[] target = Arrays.stream(workload.gramTimes(scaled)).map(g -> g / curvature).toArray();
    double[] found = NNLS.solve(gram, target, NNLS.createWorkspace(n));
    return Arrays.stream(found).map(x -> x * people).toArray();
  }
}
