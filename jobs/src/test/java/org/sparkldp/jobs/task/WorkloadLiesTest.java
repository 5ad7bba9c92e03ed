package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.workload.AllRange;
import org.sparkldp.protocols.workload.Workload;

/**
 * What fake reports do to the answers of a workload, raw and by {@code wnnls}: a projection of the
 * answers, so that the squares of their shifts never sum to more than before.
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

  /**
   * Every report that there is, sent by one in a hundred or one in ten, among people who all hold
   * one item, or two by halves, or all alike: the raw answers shift by what is stated and no more,
   * those of wnnls by so many times as much.
   */
  @ParameterizedTest
  @CsvSource({"all-range, 5, 0.1", "prefix, 6, 0.01"})
  void allAttacksOfOneReport(String workload, int items, double share) {
    Factorization<?> protocol =
        (Factorization<?>)
            Protocols.of("factorization(epsilon=1,workload=" + workload + ",domain=" + items + ")");
    int cells = ((CellProtocol) protocol).cells();
    double n = 1e6;
    double stated =
        Arrays.stream(protocol.shiftPerPercent((long) n).orElseThrow()).max().orElseThrow()
            * 100
            * share;
    double raw = 0;
    double consistent = 0;
    for (int first = 0; first < items; first++) {
      for (int second = 0; second <= items; second++) {
        double[] people = new double[items];
        people[first] += n / 2;
        people[Math.min(second, items - 1)] += n / 2;
        if (second == items) {
          Arrays.fill(people, n / items);
        }
        double[] honest = protocol.strategy().expectedCounters(people);
        for (int cell = 0; cell < cells; cell++) {
          double[] counters = new double[cells];
          for (int o = 0; o < cells; o++) {
            counters[o] = honest[o] * (1 - share) + (o == cell ? n * share : 0);
          }
          double[] x = protocol.strategy().reconstruct(counters).data();
          raw = Math.max(raw, Shift.of(protocol.workload(), people, x).largest);
          consistent =
              Math.max(
                  consistent,
                  Shift.of(protocol.workload(), people, NonNegative.data(protocol.workload(), x))
                      .largest);
        }
      }
    }
    assertEquals(stated, raw, 1e-9 * stated);
    assertTrue(consistent <= stated * (1 + SOLVED), consistent + " of " + stated);
  }
}
