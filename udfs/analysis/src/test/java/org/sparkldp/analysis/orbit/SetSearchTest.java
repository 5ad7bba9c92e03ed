package org.sparkldp.analysis.orbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class SetSearchTest {
  private static final double EPSILON = 1.5;

  /** Against all 2^|H| − 2 sets of a binary, a cyclic and a mixed group. */
  @Test
  void improve_findsTheBestSetOfSmallGroups() {
    for (int[] sizes : List.of(new int[] {2, 2, 2}, new int[] {11}, new int[] {3, 4})) {
      SetSearch search = new SetSearch(sizes, EPSILON, new SimulationSource(1));
      CyclicGroup group = new CyclicGroup(sizes);
      double[] prices = new double[search.order()];
      for (int eta = 1; eta < prices.length; eta++) {
        prices[eta] = 1 + 5.0 / Math.min(eta, group.negate(eta));
      }
      search.prices(prices);
      double best = 0;
      for (long set = 1; set < (1L << search.order()) - 1; set++) {
        best = Math.max(best, worth(search, prices, BitSet.valueOf(new long[] {set})));
      }
      double found = 0;
      for (int i = 0; i < 10; i++) {
        BitSet set = search.improve(search.randomSet(2), 100);
        found = Math.max(found, worth(search, prices, set));
      }
      assertEquals(best, found, 1e-9 * best);
      assertTrue(worth(search, prices, Explicit.set(0, 1, 2, 3, 4, 5, 6)) < 0.99 * best);
    }
  }

  @Test
  void bestFlips_ranksByWhatTheSetIsThenWorth() {
    SetSearch search = new SetSearch(new int[] {3, 4}, EPSILON, new SimulationSource(1));
    double[] prices = {0, 3, 1, 3, 2, 2, 2, 2, 2, 2, 2, 2};
    search.prices(prices);
    BitSet set = Explicit.set(0, 5, 6);
    int[] ranked = search.bestFlips(set, 12);
    assertEquals(12, ranked.length);
    double before = Double.POSITIVE_INFINITY;
    for (int x : ranked) {
      BitSet flipped = (BitSet) set.clone();
      flipped.flip(x);
      double worth = worth(search, prices, flipped);
      assertTrue(worth <= before * (1 + 1e-12));
      before = worth;
    }
  }

  @Test
  void character_isWhatTheTransformAdds() {
    SetSearch search = new SetSearch(new int[] {3, 4}, EPSILON, new SimulationSource(1));
    double[] re = new double[12];
    double[] im = new double[12];
    search.transform(Explicit.set(7), re, im);
    double[] cos = new double[12];
    double[] sin = new double[12];
    search.character(7, cos, sin);
    for (int eta = 0; eta < 12; eta++) {
      assertEquals(re[eta], cos[eta], 1e-12);
      assertEquals(im[eta], -sin[eta], 1e-12);
    }
  }

  private static double worth(SetSearch search, double[] prices, BitSet set) {
    double worth = 0;
    double[] powers = search.powers(set);
    for (int eta = 1; eta < powers.length; eta++) {
      worth += prices[eta] * powers[eta];
    }
    return worth;
  }
}
