package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JunctionTreeTest {
  private static JunctionTree tree(Domain domain, int[]... sets) {
    return JunctionTree.of(domain, List.of(sets));
  }

  @Test
  void pairsOfAChain_areTheCliques() {
    JunctionTree tree =
        tree(Domain.of(2, 3, 4, 5), new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 3});
    assertEquals(3, tree.cliques.length);
    assertEquals(6 + 12 + 20, tree.cells());
    assertEquals(0, tree.separators[0].length);
  }

  /** An attribute in two cliques is summed over the smaller one. */
  @Test
  void home_isTheSmallestClique() {
    JunctionTree tree =
        tree(Domain.of(9, 2, 2, 9), new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 3});
    for (int attribute : new int[] {1, 2}) {
      assertArrayEquals(new int[] {1, 2}, tree.cliques[tree.home(new int[] {attribute})]);
    }
  }

  @Test
  void aRing_isFilledByItsCheapestChords() {
    JunctionTree tree =
        tree(
            Domain.of(9, 2, 9, 2),
            new int[] {0, 1},
            new int[] {1, 2},
            new int[] {2, 3},
            new int[] {0, 3});
    // The chord 1-3 has 4 cells, the chord 0-2 has 81.
    assertEquals(2 * 9 * 2 * 2, tree.cells());
    assertTrue(tree.home(new int[] {1, 3}) >= 0);
    assertEquals(-1, tree.home(new int[] {0, 2}));
  }

  /**
   * What makes messages right: the cliques of each attribute hang together, every set has a home.
   */
  @Test
  void randomSets_haveHomesAndTheRunningIntersection() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 300; trial++) {
      int d = 2 + random.nextInt(9);
      int[] sizes = random.ints(d, 1, 5).toArray();
      List<int[]> sets = new ArrayList<>();
      for (int s = random.nextInt(2 * d); s > 0; s--) {
        sets.add(random.ints(1 + random.nextInt(3), 0, d).sorted().distinct().toArray());
      }
      JunctionTree tree = JunctionTree.of(Domain.of(sizes), sets);
      for (int[] set : sets) {
        assertTrue(tree.home(set) >= 0);
      }
      assertTrue(runs(tree, tree.parents), "trial " + trial);
    }
  }

  @Test
  void theCheckSeesATreeWithoutIt() {
    JunctionTree chain =
        tree(
            Domain.of(2, 2, 2, 2, 2),
            new int[] {0, 1},
            new int[] {1, 2},
            new int[] {2, 3},
            new int[] {3, 4});
    assertTrue(runs(chain, chain.parents));
    assertFalse(runs(chain, new int[] {-1, 0, 0, 0}));
  }

  /** Each attribute is in one clique whose parent has not got it. */
  private static boolean runs(JunctionTree tree, int[] parents) {
    for (int a = 0; a < tree.domain.count(); a++) {
      int tops = 0;
      for (int c = 0; c < tree.cliques.length; c++) {
        boolean isIn = Domain.contains(tree.cliques[c], new int[] {a});
        boolean isAbove =
            parents[c] >= 0 && Domain.contains(tree.cliques[parents[c]], new int[] {a});
        tops += isIn && !isAbove ? 1 : 0;
      }
      if (tops != 1) {
        return false;
      }
    }
    return true;
  }
}
