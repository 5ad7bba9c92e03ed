package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.workload.AllRange;
import org.sparkldp.protocols.workload.Workload;

/**
 * What fake reports do to the answers of a workload by {@code wnnls}: a projection of the answers,
 * so that the squares of their shifts never sum to more than before. Raw answers shift by what is
 * stated; see ShiftsTest in udfs/analysis.
 */
class WorkloadLiesTest {
  private static final int ITEMS = 24;

  /** What the solver leaves, of a shift. */
  private static final double SOLVED = 1e-6;

  /** Length and largest of the shifts of all answers. */
  private record Shift(double length, double largest) {
    static Shift of(Workload ranges, double[] from, double[] to) {
      double[] before = ranges.answers(from);
      double[] after = ranges.answers(to);
      double squares = 0;
      double most = 0;
      for (int i = 0; i < before.length; i++) {
        double shift = after[i] - before[i];
        squares += shift * shift;
        most = Math.max(most, Math.abs(shift));
      }
      return new Shift(Math.sqrt(squares), most);
    }
  }

  @Test
  void squaresOfShiftsNeverGrow() {
    Workload ranges = new AllRange(ITEMS);
    SimulationSource source = new SimulationSource(5);
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
      Shift before = Shift.of(ranges, raw, poisoned);
      Shift after =
          Shift.of(ranges, NonNegative.data(ranges, raw), NonNegative.data(ranges, poisoned));
      assertTrue(after.length <= before.length * (1 + SOLVED), after + " of " + before);
      assertTrue(after.largest <= before.largest * (1 + SOLVED), after + " of " + before);
    }
  }
}
