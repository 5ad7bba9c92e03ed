package org.sparkldp.protocols.postprocess;

import java.util.Arrays;
import org.sparkldp.protocols.Estimate;

/**
 * {@code norm-mul}: negative numbers to 0, then all times one factor so that they sum to n. What
 * most code does, and rarely the best: large counts shrink most, by a bias that grows with the
 * number of items. If no number is positive the result is uniform.
 */
public final class NormMul implements Consistency {

  @Override
  public String name() {
    return "norm-mul";
  }

  @Override
  public String description() {
    return "negative numbers to 0, the rest scaled to sum to n";
  }

  @Override
  public double[] apply(Estimate raw) {
    double[] x = Arrays.stream(raw.estimates()).map(v -> Math.max(0, v)).toArray();
    double sum = Arrays.stream(x).sum();
    for (int i = 0; i < x.length; i++) {
      x[i] = sum > 0 ? x[i] * (raw.n() / sum) : (double) raw.n() / x.length;
    }
    return x;
  }
}
