package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.sparkldp.analysis.Performance;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.Workload;

/** Small designs written out by their definitions, and evaluated by the definitions too. */
public final class Explicit {
  private Explicit() {}

  /** Row after row of a mixture of orbits: row t is high where a(u) − t is in S. */
  public static List<double[]> rows(Design.Orbits design, double epsilon) {
    List<double[]> rows = new ArrayList<>();
    int n = design.domain();
    for (Orbit orbit : design.orbits()) {
      int[] moduli = orbit.moduli();
      double unit = orbit.mass() / (orbit.rows() + Math.expm1(epsilon) * orbit.high());
      for (int t = 0; t < orbit.rows(); t++) {
        double[] row = new double[n];
        for (int u = 0; u < n; u++) {
          int[] digits = digits(u, design.attributes());
          int[] shift = digits(t, moduli);
          int element = 0;
          for (int j = 0; j < moduli.length; j++) {
            int form = -shift[j];
            for (int i = 0; i < digits.length; i++) {
              form += orbit.features()[j][i] * digits[i];
            }
            element = element * moduli[j] + Math.floorMod(form, moduli[j]);
          }
          row[u] = unit * (orbit.base().get(element) ? Math.exp(epsilon) : 1);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** All 2^n subsets. */
  public static List<double[]> rows(Design.Subsets design, double epsilon) {
    List<double[]> rows = new ArrayList<>();
    int n = design.domain();
    double[] count = new double[n + 1];
    for (int set = 0; set < 1 << n; set++) {
      count[Integer.bitCount(set)]++;
    }
    for (int set = 0; set < 1 << n; set++) {
      int s = Integer.bitCount(set);
      double mass = design.masses()[s] / (count[s] * (1 + Math.expm1(epsilon) * s / n));
      double[] row = new double[n];
      for (int u = 0; u < n; u++) {
        row[u] = mass * ((set >> u & 1) == 1 ? Math.exp(epsilon) : 1);
      }
      if (mass > 0) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** X = Qᵀ D⁻¹ Q. */
  public static DMatrixRMaj information(List<double[]> rows) {
    int n = rows.get(0).length;
    DMatrixRMaj x = new DMatrixRMaj(n, n);
    for (double[] row : rows) {
      DMatrixRMaj q = new DMatrixRMaj(row);
      CommonOps_DDRM.multAddTransB(1 / CommonOps_DDRM.elementSum(q), q, q, x);
    }
    return x;
  }

  public static Performance evaluate(List<double[]> rows, Workload workload) {
    int n = rows.get(0).length;
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    CommonOps_DDRM.pinv(information(rows), inverse);
    DMatrixRMaj product = new DMatrixRMaj(n, n);
    CommonOps_DDRM.mult(inverse, new DMatrixRMaj(n, n, true, workload.gram()), product);
    DMatrixRMaj m = new DMatrixRMaj(n, n);
    CommonOps_DDRM.mult(product, inverse, m);
    double[] variances = new double[n];
    for (double[] row : rows) {
      DMatrixRMaj q = new DMatrixRMaj(row);
      DMatrixRMaj mq = new DMatrixRMaj(n, 1);
      CommonOps_DDRM.mult(m, q, mq);
      double t = CommonOps_DDRM.dot(q, mq) / Math.pow(CommonOps_DDRM.elementSum(q), 2);
      for (int u = 0; u < n; u++) {
        variances[u] += row[u] * t;
      }
    }
    for (int u = 0; u < n; u++) {
      variances[u] -= workload.gram(u, u);
    }
    return new Performance(CommonOps_DDRM.trace(product), variances);
  }

  static int[] digits(int number, int[] sizes) {
    int[] digits = new int[sizes.length];
    int rest = number;
    for (int i = sizes.length - 1; i >= 0; i--) {
      digits[i] = rest % sizes[i];
      rest /= sizes[i];
    }
    return digits;
  }

  public static BitSet set(int... elements) {
    BitSet set = new BitSet();
    for (int element : elements) {
      set.set(element);
    }
    return set;
  }
}
