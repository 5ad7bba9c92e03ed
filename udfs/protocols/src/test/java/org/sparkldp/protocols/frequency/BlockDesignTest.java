package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.SimulationSource;

/** The laws of both designs, by counting. */
final class BlockDesignTest {

  static Stream<BlockDesign> designs() {
    List<BlockDesign> designs = new ArrayList<>();
    for (int[] space :
        new int[][] {{2, 2}, {2, 3}, {2, 5}, {3, 2}, {3, 3}, {3, 4}, {5, 3}, {7, 3}, {11, 2}}) {
      designs.add(new Hyperplanes(space[0], space[1]));
    }
    for (int[] line :
        new int[][] {
          {2, 1}, {6, 1}, {7, 2}, {7, 3}, {13, 4}, {13, 5}, {13, 6}, {8, 3}, {8, 4}, {9, 3}, {9, 4},
          {16, 5}, {25, 6}, {25, 7}, {27, 13}, {31, 6}, {31, 7}
        }) {
      designs.add(new AffineLine(line[0], line[1]));
    }
    return designs.stream();
  }

  private static BitSet cells(BlockDesign design, int point) {
    BitSet cells = new BitSet();
    for (int cell = 0; cell < design.cells(); cell++) {
      cells.set(cell, design.supports(cell, point));
    }
    return cells;
  }

  /** Whether the support test has the numbers that make the estimator exact. */
  private static boolean isBalanced(BlockDesign design, List<BitSet> cells) {
    int replicas = design.replicas();
    if ((long) replicas * design.points() != (long) design.cells() * design.size()) {
      return false;
    }
    for (int u = 0; u < cells.size(); u++) {
      for (int v = 0; v < u; v++) {
        BitSet both = (BitSet) cells.get(u).clone();
        both.and(cells.get(v));
        if ((long) both.cardinality() * (design.points() - 1)
            != (long) replicas * (design.size() - 1)) {
          return false;
        }
      }
    }
    return cells.stream().allMatch(own -> own.cardinality() == replicas);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void allPointsHaveEquallyManyCellsAndAllPairsShareEquallyMany(BlockDesign design) {
    List<BitSet> cells = new ArrayList<>();
    for (int point = 0; point < design.points(); point++) {
      cells.add(cells(design, point));
    }
    assertTrue(isBalanced(design, cells));
    for (int cell = 0; cell < design.cells(); cell++) {
      int supported = 0;
      for (BitSet own : cells) {
        supported += own.get(cell) ? 1 : 0;
      }
      assertEquals(design.size(), supported);
    }
    // The wrong twin: one cell of one point is another one.
    BitSet first = cells.get(0);
    first.clear(first.nextSetBit(0));
    first.set(first.previousClearBit(design.cells() - 1));
    assertFalse(isBalanced(design, cells));
  }

  @ParameterizedTest
  @MethodSource("designs")
  void drawsRunThroughTheCellsOfAPointAndThroughTheOthers(BlockDesign design) {
    for (int point = 0; point < design.points(); point++) {
      BitSet own = new BitSet();
      BitSet others = new BitSet();
      for (int draw = 0; draw < design.replicas(); draw++) {
        own.set(design.supporting(point, draw));
      }
      for (int draw = 0; draw < design.cells() - design.replicas(); draw++) {
        others.set(design.other(point, draw));
      }
      assertEquals(cells(design, point), own);
      own.flip(0, design.cells());
      assertEquals(own, others);
    }
  }

  @ParameterizedTest
  @MethodSource("designs")
  void supportsOfAllPointsComeFromCountsByCell(BlockDesign design) {
    SimulationSource source = new SimulationSource(1);
    long[] counts = new long[design.cells()];
    for (int cell = 0; cell < counts.length; cell++) {
      counts[cell] = source.uniform(1 << 20);
    }
    long[] before = counts.clone();
    for (int k = 2; k <= design.points(); k += Math.max(1, design.points() / 7)) {
      long[] expected = new long[k];
      for (int point = 0; point < k; point++) {
        for (int cell = 0; cell < counts.length; cell++) {
          expected[point] += design.supports(cell, point) ? counts[cell] : 0;
        }
      }
      assertArrayEquals(expected, design.supports(counts, k));
      assertArrayEquals(before, counts);
    }
  }

  /** As a client in another language reads wire.md. */
  @ParameterizedTest
  @MethodSource("designs")
  void cellsAreThoseOfTheFormats(BlockDesign design) {
    for (int point = 0; point < design.points(); point++) {
      for (int cell = 0; cell < design.cells(); cell++) {
        boolean isSupported =
            design instanceof Hyperplanes
                ? orthogonal(point, cell, design)
                : onLine(point, cell, design);
        assertEquals(isSupported, design.supports(cell, point));
      }
    }
  }

  private static boolean orthogonal(int point, int cell, BlockDesign design) {
    int q = (design.points() - 1) / design.size();
    int t = Hyperplanes.dimensions(q, design.points());
    int[] x = digits(point, q, t);
    int[] y = digits(cell, q, t);
    int lead = t - 1;
    while (x[lead] == 0) {
      lead--;
    }
    int sum = y[t - 1 - lead];
    for (int i = 0; i < lead; i++) {
      sum += x[i] * y[t - lead + i];
    }
    return sum % q == 0;
  }

  /** The vector with that number, lowest place first. */
  private static int[] digits(int number, int q, int t) {
    int[] digits = new int[t];
    int rest = number;
    int place = 0;
    for (int power = 1; rest >= power; power *= q) {
      rest -= power;
      place++;
    }
    digits[place] = 1;
    for (int i = 0; i < place; i++, rest /= q) {
      digits[i] = rest % q;
    }
    return digits;
  }

  private static boolean onLine(int point, int cell, BlockDesign design) {
    int q = design.points();
    int s = design.size();
    if (s == 1) {
      return point == cell;
    }
    FiniteField field = new FiniteField(q);
    int h = 1;
    for (int d = 1; d < q; d++) {
      h = (q - 1) % d == 0 && (s % d == 0 || (s - 1) % d == 0) ? d : h;
    }
    int m = (q - 1) / h;
    int c = cell / q;
    int b = cell % q;
    if (s % h != 0 && point == b) {
      return true;
    }
    int[] powers = field.powers();
    for (int e = 0; e < q - 1; e++) {
      if (Math.floorMod(e - c, m) < s / h && field.sum(b, powers[e]) == point) {
        return true;
      }
    }
    return false;
  }

  @Test
  void longPrimesHaveALineToo() {
    AffineLine line = new AffineLine(257, 65);
    assertEquals(257 * 4, line.cells());
    int[] shared = new int[2];
    for (int cell = 0; cell < line.cells(); cell++) {
      shared[0] += line.supports(cell, 0) && line.supports(cell, 1) ? 1 : 0;
      shared[1] += line.supports(cell, 17) && line.supports(cell, 256) ? 1 : 0;
    }
    assertEquals(line.replicas() * 64 / 256, shared[0]);
    assertEquals(shared[0], shared[1]);
  }
}
