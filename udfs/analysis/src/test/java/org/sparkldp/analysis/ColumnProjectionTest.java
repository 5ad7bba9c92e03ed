package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class ColumnProjectionTest {

  @Test
  void capped_isInTheUnitCube_onPartOfAnArray() {
    SimulationSource source = new SimulationSource(3);
    for (int trial = 0; trial < 300; trial++) {
      int m = 3 + trial % 30;
      double total = 1 + (m - 1) * uniform(source) * 0.9;
      double scale = Math.pow(10, 6 * uniform(source) - 3);
      double[] r = IntStream.range(0, m + 2).mapToDouble(i -> scale * uniform(source)).toArray();
      double[] seen = r.clone();
      ColumnProjection.capped(seen, 1, m, total);
      assertEquals(r[0], seen[0]);
      assertEquals(r[m + 1], seen[m + 1]);
      double sum = 0;
      double shift = Double.NaN;
      for (int o = 1; o <= m; o++) {
        sum += seen[o];
        assertTrue(seen[o] >= 0 && seen[o] <= 1);
        if (seen[o] > 0 && seen[o] < 1) {
          shift = seen[o] - r[o];
        }
      }
      assertEquals(total, sum, 1e-11);
      if (!Double.isNaN(shift)) {
        for (int o = 1; o <= m; o++) {
          assertEquals(Math.max(0, Math.min(1, r[o] + shift)), seen[o], 1e-12 * (1 + scale));
        }
      }
    }
  }

  private static double uniform(SimulationSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }
}
