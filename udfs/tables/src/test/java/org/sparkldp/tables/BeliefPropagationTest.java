package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BeliefPropagationTest {
  /** All models of up to five attributes and random sets, against all their cells. */
  @Test
  void marginals_areThoseOfTheWholeLaw() {
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 200; trial++) {
      int d = 1 + random.nextInt(5);
      Domain domain = Domain.of(random.ints(d, 1, 5).toArray());
      int[][] sets = new int[1 + random.nextInt(5)][];
      double[][] potentials = new double[sets.length][];
      double scale = trial % 4 == 0 ? 300 : 2; // also far from even
      for (int t = 0; t < sets.length; t++) {
        sets[t] = random.ints(1 + random.nextInt(3), 0, d).sorted().distinct().toArray();
        potentials[t] = new double[(int) domain.cells(sets[t])];
        Arrays.setAll(potentials[t], i -> scale * (random.nextDouble() - 0.5));
      }
      Joint joint = Joint.of(domain, sets, potentials);
      BeliefPropagation propagation = propagation(domain, sets);
      BeliefPropagation.Beliefs beliefs = propagation.of(potentials);
      for (int c = 0; c < propagation.tree.cliques.length; c++) {
        int[] clique = propagation.tree.cliques[c];
        assertArrayEquals(joint.marginal(clique), beliefs.marginals()[c], 1e-12);
      }
      for (int t = 0; t < sets.length; t++) {
        assertArrayEquals(
            joint.marginal(sets[t]), propagation.marginal(beliefs, t, potentials[t].length), 1e-12);
      }
    }
  }

  private static BeliefPropagation propagation(Domain domain, int[]... sets) {
    List<BeliefPropagation.Shape> shapes = new ArrayList<>();
    for (int[] set : sets) {
      shapes.add(new BeliefPropagation.Shape(set, AskedTable.whole(domain, set)));
    }
    return new BeliefPropagation(JunctionTree.of(domain, List.of(sets)), shapes);
  }

  /**
   * A cell that is e^-2000 of its clique may be all that the rest of the tree allows; scaled by the
   * clique's largest cell alone it would be 0.
   */
  @Test
  void nothingUnderflows() {
    Domain domain = Domain.of(2, 2, 2);
    int[][] sets = {{0, 1}, {1, 2}};
    double[][] potentials = {{0, -2000, 0, -2000}, {-4000, -4000, 0, Math.log(3)}};
    BeliefPropagation propagation = propagation(domain, sets);
    BeliefPropagation.Beliefs beliefs = propagation.of(potentials);
    assertArrayEquals(new double[] {0, 0.5, 0, 0.5}, propagation.marginal(beliefs, 0, 4), 1e-12);
    assertArrayEquals(new double[] {0, 0, 0.25, 0.75}, propagation.marginal(beliefs, 1, 4), 1e-12);
  }

  @Test
  void whatCannotBe_isEmpty_andNotEverything() {
    Domain domain = Domain.of(2, 2);
    double never = Double.NEGATIVE_INFINITY;
    BeliefPropagation propagation = propagation(domain, new int[] {0, 1});
    BeliefPropagation.Beliefs beliefs = propagation.of(new double[][] {{0, never, never, 0}});
    assertArrayEquals(new double[] {0.5, 0, 0, 0.5}, beliefs.marginals()[0]);
    assertThrows(
        IllegalArgumentException.class,
        () -> propagation.of(new double[][] {{never, never, never, never}}));
  }

  /** 55 small tables inside a clique of 2^22 cells would take 0.9 GB of maps. */
  @Test
  void tablesOfTooManyCliqueCells_areRefused() {
    Domain domain = Domain.of(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1 << 12);
    int[][] pairs = TableDesign.pairs(domain).toArray(new int[0][]);
    assertEquals(55, pairs.length);
    assertRefused(domain, pairs, "55 tables, a tree of 4194304 cells.");
    int[][] three = {{0, 1}, {1, 2}, {0, 2}};
    assertRefused(Domain.of(200, 200, 110), three, "3 tables, a tree of 4400000 cells.");
  }

  private static void assertRefused(Domain domain, int[][] sets, String provided) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> propagation(domain, sets));
    assertEquals(
        "a model's tree must have at most 4194304 cells, and the parts in which its tables lie"
            + " 67108864 together: hold fewer tables or join levels. Provided: "
            + provided,
        refused.getMessage());
  }

  @Test
  void theExponential_isStrictMaths() {
    double worst = 0;
    for (double x = 0; x > -707; x -= 0.0101) {
      worst = Math.max(worst, Math.abs(BeliefPropagation.exp(x) / StrictMath.exp(x) - 1));
    }
    assertTrue(worst < 1e-15, () -> "off");
    assertEquals(1, BeliefPropagation.exp(0));
    assertEquals(0, BeliefPropagation.exp(-709));
  }
}
