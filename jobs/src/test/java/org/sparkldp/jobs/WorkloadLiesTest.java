package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.task.NonNegative;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.AllRange;
import org.sparkldp.protocols.workload.Workload;

/**
 * What a shift of the data vector becomes in the answers that {@code wnnls} gives for ranges: a
 * projection of the answers, so that the squares of their shifts never sum to more than before.
 */
class WorkloadLiesTest {
  private static final int ITEMS = 24;

  private static double[] shifts(Workload ranges, double[] from, double[] to) {
    double[] before = ranges.answers(from);
    double[] after = ranges.answers(to);
    double squares = 0;
    double most = 0;
    for (int i = 0; i < before.length; i++) {
      double shift = after[i] - before[i];
      squares += shift * shift;
      most = Math.max(most, Math.abs(shift));
    }
    return new double[] {Math.sqrt(squares), most};
  }

  @Test
  void squaresOfShiftsNeverGrow() {
    Workload ranges = new AllRange(ITEMS);
    SimulationSource source = new SimulationSource(5);
    double largest = 0;
    for (int trial = 0; trial < 200; trial++) {
      double[] raw = new double[ITEMS];
      double[] poisoned = new double[ITEMS];
      for (int u = 0; u < ITEMS; u++) {
        raw[u] = 4000.0 / ((u + 1) * (u + 1)) + source.uniform(1001) - 500;
        poisoned[u] = raw[u];
      }
      for (int u = 0; u < ITEMS; u++) { // n is known, so that shifts sum to 0
        double shift = source.uniform(801) - 400;
        poisoned[u] += shift;
        poisoned[(u + 1) % ITEMS] -= shift;
      }
      double[] before = shifts(ranges, raw, poisoned);
      double[] after =
          shifts(ranges, NonNegative.data(ranges, raw), NonNegative.data(ranges, poisoned));
      assertTrue(after[0] <= before[0] * (1 + 1e-6), after[0] + " of " + before[0]);
      largest = Math.max(largest, after[1] / before[1]);
    }
    assertTrue(largest <= 1.1, "the largest shift of an answer grew " + largest + " times");
  }
}
