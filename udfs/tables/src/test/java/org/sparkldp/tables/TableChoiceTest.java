package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TableChoiceTest {
  private static final int[] SIZES = {10, 9, 16, 7, 15, 6, 5, 2, 4, 3, 4, 5, 2};

  /** A chain of strong ties is found, in any order of its attributes. */
  @Test
  void aChain_isTheTree() {
    Domain domain = Domain.of(4, 4, 4, 4, 4);
    int[] order = {2, 0, 4, 1, 3};
    double[] shares = new double[1024];
    for (int i = 0; i < 1024; i++) {
      shares[i] = 1;
      for (int j = 1; j < 5; j++) {
        boolean isSame = level(i, order[j]) == level(i, order[j - 1]);
        shares[i] *= isSame ? 0.7 : 0.1;
      }
      shares[i] /= 4;
    }
    Joint joint = new Joint(domain, shares);
    Rounds rounds = new Rounds(domain, joint::marginal, 1e5, 2);
    TableChoice choice = rounds.ask(new boolean[5], OptionalInt.empty(), 20).choice();
    for (int j = 1; j < 5; j++) {
      int[] edge = {Math.min(order[j], order[j - 1]), Math.max(order[j], order[j - 1])};
      assertTrue(choice.tables().subList(0, 4).stream().anyMatch(set -> Arrays.equals(set, edge)));
    }
    assertEquals(0.65e5, Arrays.stream(choice.people()).sum(), 1e-6);
  }

  private static int level(int cell, int attribute) {
    return (cell >> (2 * (4 - attribute))) & 3;
  }

  /** Where nothing is tied beyond the tree few further pairs are asked; many, where much is. */
  @Test
  void furtherPairs_areAskedWhereTheTreeMissesMuch() {
    SplittableRandom random = new SplittableRandom(21);
    Domain domain = Domain.of(4, 4, 4, 4, 4, 4);
    double[][][] kinds = Joint.kinds(domain, 4, random);
    double[][][] one = Joint.kinds(domain, 1, random);
    int[] further = new int[2];
    int[] label = new int[1];
    for (int seed = 0; seed < 5; seed++) {
      for (int i = 0; i < 2; i++) {
        double[][][] laws = i == 0 ? one : kinds;
        Rounds rounds =
            new Rounds(domain, set -> Joint.ofKinds(domain, laws, set), i == 0 ? 2e4 : 1e6, 2);
        further[i] +=
            rounds.ask(new boolean[6], OptionalInt.empty(), seed).choice().tables().size() - 5;
        TableChoice star = rounds.ask(new boolean[6], OptionalInt.of(3), seed).choice();
        label[0] +=
            star.tables().subList(0, 5).stream().allMatch(set -> set[0] == 3 || set[1] == 3)
                ? 1
                : 0;
        if (star.tables().size() > 5) {
          assertEquals(3 * star.people()[5], star.people()[0], 1e-6);
        }
      }
    }
    assertEquals(10, label[0]);
    assertTrue(further[0] < further[1] - 10, Arrays.toString(further));
  }

  /**
   * People of six kinds in a table of the census's sizes, not a tree: the mean error of asked pairs
   * is at most .9 of the projection of the same pairs, and that of all pairs below the tree's own
   * without noise. A model that holds the tree alone and asks no further pair is worse.
   */
  @Test
  @Tag("slow")
  void theModel_earnsItsLines() {
    Domain domain = Domain.of(SIZES);
    boolean[] ordered = new boolean[SIZES.length];
    ordered[0] = true;
    double asked = 0;
    double projected = 0;
    double all = 0;
    double ofTree = 0;
    for (int seed = 1; seed <= 3; seed++) {
      double[][][] kinds = Joint.kinds(domain, 6, new SplittableRandom(22 + seed));
      Rounds rounds = new Rounds(domain, set -> Joint.ofKinds(domain, kinds, set), 3e6, 3);
      Rounds.Asked answers = rounds.ask(ordered, OptionalInt.empty(), seed);
      Model model = answers.model(domain, 1 << 14);
      for (AskedTable table : answers.chosen()) {
        double[] truth = Joint.ofKinds(domain, kinds, table.attributes());
        asked += Joint.distance(model.shares(table.attributes()), truth);
        projected += Joint.distance(Rounds.projected(table.shares()), truth);
      }
      List<AskedTable> exact =
          answers.choice().tables().subList(0, SIZES.length - 1).stream()
              .map(
                  set ->
                      AskedTable.of(
                          domain,
                          set,
                          Joint.ofKinds(domain, kinds, set),
                          Joint.law(domain, set),
                          1e9))
              .toList();
      Model tree = Model.of(domain, exact);
      for (int[] pair : TableDesign.pairs(domain)) {
        double[] truth = Joint.ofKinds(domain, kinds, pair);
        all += Joint.distance(model.shares(pair), truth);
        ofTree += Joint.distance(tree.shares(pair), truth);
      }
    }
    assertTrue(asked <= 0.9 * projected, asked + " of " + projected);
    assertTrue(all < ofTree, all + " and the tree alone " + ofTree);
  }

  @Test
  void people_areDividedByTheCellsToTwoThirds() {
    assertArrayEquals(
        new double[] {100, 400},
        TableDesign.division(new double[] {8, 64}, new double[] {1, 1}, 500),
        1e-9);
    // No other division has a smaller sum of K/sqrt(n).
    double[] cells = {4, 30, 240};
    double[] best = TableDesign.division(cells, new double[] {1, 1, 1}, 1);
    for (double move : new double[] {-0.02, 0.02}) {
      double[] other = {best[0], best[1] + move, best[2] - move};
      assertTrue(sum(cells, best) < sum(cells, other));
    }
  }

  private static double sum(double[] cells, double[] people) {
    double sum = 0;
    for (int t = 0; t < cells.length; t++) {
      sum += cells[t] / Math.sqrt(people[t]);
    }
    return sum;
  }

  @Test
  void theCurve_growsWithTables_andFallsWithPeople() {
    Domain domain = Domain.of(SIZES);
    List<TableDesign.Point> curve = TableDesign.curve(domain, 1e6, 1);
    assertEquals(78 - 12 + 1, curve.size());
    for (int i = 1; i < curve.size(); i++) {
      assertTrue(curve.get(i).rawError() > curve.get(i - 1).rawError());
    }
    double needed = TableDesign.peopleFor(domain, 1, 0.05);
    assertEquals(0.05, TableDesign.curve(domain, needed, 1).get(0).modelError(), 1e-12);
    assertTrue(TableDesign.peopleFor(domain, 2, 0.05) < needed / 2);
    assertThrows(IllegalArgumentException.class, () -> TableDesign.peopleFor(domain, 1, 0.4));
  }

  /** 190 pairs of a million cells each are designed at once; pairs of too many are refused. */
  @Test
  void wideDomains_areDesigned_andTooWideOnesRefused() {
    int[] sizes = new int[20];
    Arrays.fill(sizes, 1024);
    List<TableDesign.Point> curve = TableDesign.curve(Domain.of(sizes), 1e9, 1);
    assertEquals(190 - 19 + 1, curve.size());
    assertEquals(
        TableDesign.rawError(1 << 20, 0.65e9, 1),
        curve.get(curve.size() - 1).rawError() / Math.sqrt(190),
        1e-9);
    Arrays.fill(sizes, 4096);
    assertThrows(IllegalArgumentException.class, () -> TableDesign.curve(Domain.of(sizes), 1e9, 1));
    assertThrows(IllegalArgumentException.class, () -> TableDesign.rawError(1e10, 1e9, 1));
  }

  @Test
  void aChoiceNeedsPeople_andALabelOfTheDomain() {
    Domain domain = Domain.of(2, 3);
    Joint joint = Joint.random(domain, 1, new SplittableRandom(1));
    List<AskedTable> one = List.of(joint.asked(0), joint.asked(1));
    List<AskedTable> pair = List.of(joint.asked(0, 1));
    OptionalInt none = OptionalInt.empty();
    assertEquals(1, TableChoice.of(domain, one, pair, none, 1e4, 1).tables().size());
    for (double people : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> TableChoice.of(domain, one, pair, none, people, 1));
      assertEquals(
          "people must be above 0 and finite. Provided value: " + people + ".",
          refused.getMessage());
    }
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> TableChoice.of(domain, one, pair, OptionalInt.of(2), 1e4, 1));
    assertEquals("a label must be an attribute below 2. Provided: 2.", refused.getMessage());
  }

  /** The sizes that the authors' rule gives: Yang et al., read from their code. */
  @Test
  void grids_areTheAuthors() {
    assertEquals(2, TableDesign.pairGrid(1e6, 105, 1));
    assertEquals(4, TableDesign.pairGrid(1e7, 105, 1));
    assertEquals(4, TableDesign.pairGrid(1e6, 21, 1));
  }

  @Test
  void levels_areGroupedByTheirShares() {
    double[] shares = {0.1, 0.1, 0.1, 0.2, 0.25, 0.25};
    assertArrayEquals(new int[] {0, 0, 1, 1, 2, 3}, TableDesign.neighbours(shares, 4));
    assertArrayEquals(new int[] {2, 2, 2, 2, 0, 1}, TableDesign.largest(shares, 3));
    assertArrayEquals(new int[] {0, 1}, TableDesign.neighbours(new double[] {1, 0}, 4));
  }
}
