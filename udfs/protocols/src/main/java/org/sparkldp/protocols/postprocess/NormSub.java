package org.sparkldp.protocols.postprocess;

import java.util.Arrays;
import org.sparkldp.protocols.Estimate;

/**
 * {@code norm-sub}: negative numbers to 0, then the same amount off every positive one, again and
 * again until nothing is negative and the sum is n.
 *
 * <p>Where the positive numbers sum to n or more, which is the rule since errors that are cut below
 * are not cut above, this is {@link Simplex} exactly: the amount taken off is positive, so what was
 * cut stays cut, and both are max(x − tau, 0) with sum n. If they sum to less, the missing people
 * are shared among the positive items only, and items that were cut stay at 0, while {@link
 * Simplex} would lift the nearest of them too: (−0.1, 3) with n = 10 gives (0, 10) here and (3.45,
 * 6.55) there. If no number is positive there is nobody to share among, and it is {@link Simplex}
 * again.
 *
 * <p>Source: Wang et al., NDSS 2020 (Norm-Sub).
 */
public final class NormSub implements Consistency {

  @Override
  public String name() {
    return "norm-sub";
  }

  @Override
  public String description() {
    return "negative numbers to 0, the rest shifted alike to sum to n";
  }

  @Override
  public double[] apply(Estimate raw) {
    return apply(raw.estimates(), raw.n());
  }

  static double[] apply(double[] x, double n) {
    double positive = Arrays.stream(x).filter(v -> v > 0).sum();
    if (positive >= n || positive == 0) {
      return Simplex.project(x, n);
    }
    double lift = (n - positive) / Arrays.stream(x).filter(v -> v > 0).count();
    return Arrays.stream(x).map(v -> v > 0 ? v + lift : 0).toArray();
  }
}
