package org.sparkldp.protocols.postprocess;

import java.util.Arrays;
import org.sparkldp.protocols.Estimate;

/**
 * {@code simplex}: the nearest point, in Euclidean distance, with all numbers at least 0 and sum n.
 *
 * <p>By the conditions of Karush, Kuhn and Tucker it is max(x_v − tau, 0) with the one tau at which
 * the sum is n: with x sorted downwards, tau = (x_1 + … + x_r − n)/r for the largest r with x_r
 * above it. If the errors were independent, equal and normal, this would be the most likely
 * histogram. Cost: a sort.
 *
 * <p>Source: Wang et al., NDSS 2020 (CLS, constrained least squares); Duchi, Shalev-Shwartz, Singer
 * &amp; Chandra, ICML 2008, figure 1.
 */
public final class Simplex implements Consistency {

  @Override
  public String name() {
    return "simplex";
  }

  @Override
  public String description() {
    return "the nearest numbers, in Euclidean distance, that are at least 0 and sum to n";
  }

  @Override
  public double[] apply(Estimate raw) {
    return project(raw.estimates(), raw.n());
  }

  static double[] project(double[] x, double n) {
    double[] sorted = x.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double tau = 0;
    for (int r = 1; r <= sorted.length; r++) {
      double next = sorted[sorted.length - r];
      if (r > 1 && next <= tau) {
        break;
      }
      sum += next;
      tau = (sum - n) / r;
    }
    double shift = tau;
    return Arrays.stream(x).map(v -> Math.max(0, v - shift)).toArray();
  }
}
