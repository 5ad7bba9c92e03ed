package org.sparkldp.analysis;

import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.orbit.OrbitEvaluation;
import org.sparkldp.analysis.orbit.SubsetEvaluation;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/** The errors of a design on a workload, whichever form the design has. */
public final class Evaluation {

  private Evaluation() {}

  /** The performance of a design of ours. */
  public static Performance of(Design design, Workload workload, double epsilon) {
    if (design instanceof Design.DenseDesign dense) {
      return DenseEvaluation.of(Algebra.current(), dense, workload);
    }
    if (design instanceof Design.Orbits orbits) {
      return OrbitEvaluation.of(orbits, workload, epsilon);
    }
    return SubsetEvaluation.of((Design.Subsets) design, workload, epsilon);
  }
}
