package org.sparkldp.analysis.orbit;

import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Workload;

/** A workload's eigenvalues by character: g_χ = χ* G χ / n. */
final class Spectra {
  private Spectra() {}

  /** Of a G that translations leave unchanged: the transform of its first column. */
  static double[] invariant(Workload workload) {
    double[] column = new double[workload.domain()];
    for (int u = 0; u < column.length; u++) {
      column[u] = workload.gram(u, 0);
    }
    return new GroupTransform(workload.attributes()).symmetric(column);
  }

  /** Of any G: the transform of its average over all translations of these attributes. */
  static double[] average(Workload workload, int... attributes) {
    CyclicGroup group = new CyclicGroup(attributes);
    int n = workload.domain();
    double[] mean = new double[n];
    for (int v = 0; v < n; v++) {
      int negative = group.negate(v);
      for (int u = 0; u < n; u++) {
        mean[group.add(u, negative)] += workload.gram(u, v) / n;
      }
    }
    return new GroupTransform(attributes).symmetric(mean);
  }

  /** What counts as 0 among the eigenvalues. */
  static double floor(double[] g) {
    double largest = 0;
    for (double value : g) {
      largest = Math.max(largest, value);
    }
    return OrbitEvaluation.RANK_TOLERANCE * largest;
  }
}
