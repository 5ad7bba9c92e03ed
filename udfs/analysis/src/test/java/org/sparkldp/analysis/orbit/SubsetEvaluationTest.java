package org.sparkldp.analysis.orbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

class SubsetEvaluationTest {

  @Test
  void of_agreesWithAllSubsetsOfEightItems() {
    double[] one = new double[9];
    one[2] = 1;
    double[] mixed = {0.05, 0.1, 0.2, 0.15, 0, 0.3, 0, 0.1, 0.1};
    for (double[] masses : List.of(one, mixed)) {
      Design.Subsets design = new Design.Subsets(8, masses);
      for (double epsilon : new double[] {0.5, 1, 4}) {
        for (Workload workload :
            List.of(
                GramWorkload.histogram(8),
                GramWorkload.prefix(8),
                GramWorkload.allRange(8),
                GramWorkload.allMarginals(3),
                GramWorkload.crooked(8))) {
          OrbitEvaluationTest.assertSame(
              Explicit.evaluate(Explicit.rows(design, epsilon), workload),
              SubsetEvaluation.of(design, workload, epsilon));
        }
      }
    }
  }

  @Test
  void of_twoItemsAreRandomizedResponse() {
    Design.Subsets design = new Design.Subsets(2, new double[] {0, 1, 0});
    OrbitEvaluationTest.assertSame(
        Explicit.evaluate(Explicit.rows(design, 1), GramWorkload.prefix(2)),
        SubsetEvaluation.of(design, GramWorkload.prefix(2), 1));
  }

  /** n = 2^14, never an n × n matrix: randomized response's closed form. */
  @Test
  void of_isCheapOnLargeDomains() {
    int n = 1 << 14;
    double[] masses = new double[n + 1];
    masses[1] = 1;
    double excess = Math.expm1(1);
    double variance = (n - 1) * (n / (excess * excess) + 2 / excess);
    assertEquals(
        variance,
        SubsetEvaluation.of(new Design.Subsets(n, masses), GramWorkload.histogram(n), 1).worst(),
        1e-9 * variance);
  }

  @Test
  void of_refusesAnotherDomain() {
    Design.Subsets design = new Design.Subsets(2, new double[] {0, 1, 0});
    assertThrows(
        IllegalArgumentException.class,
        () -> SubsetEvaluation.of(design, GramWorkload.prefix(8), 1));
  }
}
