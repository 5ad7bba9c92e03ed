package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class ModelTest {
  private static Model exact(Domain domain, List<AskedTable> tables) {
    return Model.of(domain, tables, List.of(), List.of(), Domain.MAX_CELLS, 0, 1e-10, 20_000);
  }

  /** On a tree the fit has a closed form: pairs over what they share. */
  @Test
  void onATree_theModelIsPairsOverSeparators() {
    SplittableRandom random = new SplittableRandom(5);
    Domain domain = Domain.of(3, 4, 2, 3);
    Joint joint = Joint.random(domain, 2, random);
    int[][] tree = {{0, 1}, {1, 2}, {1, 3}};
    Model model = exact(domain, Arrays.stream(tree).map(joint::asked).toList());
    double[] closed = new double[joint.shares().length];
    Arrays.fill(closed, 1);
    for (int[] pair : tree) {
      int[] cells = domain.cellsOf(Joint.all(domain), pair);
      double[] shares = joint.marginal(pair);
      for (int i = 0; i < closed.length; i++) {
        closed[i] *= shares[cells[i]];
      }
    }
    int[] middle = domain.cellsOf(Joint.all(domain), new int[] {1});
    double[] shared = joint.marginal(1);
    for (int i = 0; i < closed.length; i++) {
      closed[i] /= shared[middle[i]] * shared[middle[i]];
    }
    assertArrayEquals(closed, model.marginal(Joint.all(domain)), 1e-6);
  }

  /**
   * Any model that can be enumerated: the loss and the marginals are those of a descent over all
   * cells of the whole table, which knows no tree. All subsets of attributes are asked for.
   */
  @Test
  void anyModel_isTheOneOverAllCells() {
    SplittableRandom random = new SplittableRandom(6);
    SimulationSource source = new SimulationSource(7);
    for (int trial = 0; trial < 4; trial++) {
      int d = 3 + random.nextInt(2);
      Domain domain = Domain.of(random.ints(d, 2, 4).toArray());
      Joint joint = Joint.random(domain, 3, random);
      List<AskedTable> tables = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int[] set = random.ints(2, 0, d).sorted().distinct().toArray();
        tables.add(joint.asked(set).redrawn(joint.marginal(set), 1, source));
      }
      Model model = exact(domain, tables);
      int[] all = Joint.all(domain);
      double[] whole = descent(domain, tables);
      double loss = 0;
      for (AskedTable table : tables) {
        double[] weights = table.weights(table.uniform());
        double[] shares = new Joint(domain, whole).marginal(table.attributes());
        for (int v = 0; v < shares.length; v++) {
          double error = shares[v] - table.shares()[v];
          loss += weights[v] * error * error / 2;
        }
        assertArrayEquals(shares, model.marginal(table.attributes()), 2e-4);
      }
      assertEquals(loss, model.fit.loss(), 1e-3 * loss + 1e-3, "trial " + trial);
      Joint mine = new Joint(domain, model.marginal(all));
      for (int subset = 1; subset < 1 << d; subset++) {
        int in = subset;
        int[] set = Arrays.stream(all).filter(a -> (in >> a & 1) == 1).toArray();
        assertArrayEquals(mine.marginal(set), model.marginal(set), 1e-12);
      }
    }
  }

  /** Multiplicative steps over all cells, halved until the loss falls. */
  private static double[] descent(Domain domain, List<AskedTable> tables) {
    int[] all = Joint.all(domain);
    double[] shares = new double[(int) domain.cells(all)];
    Arrays.fill(shares, 1.0 / shares.length);
    double step = 1e-6;
    double last = Double.POSITIVE_INFINITY;
    double[] best = shares;
    for (int i = 0; i < 12_000; i++) {
      double loss = 0;
      double[] gradient = new double[shares.length];
      for (AskedTable table : tables) {
        int[] cells = table.cellsOf(domain, all);
        double[] mine = Factor.sums(shares, cells, table.shares().length);
        double[] weights = table.weights(table.uniform());
        for (int v = 0; v < mine.length; v++) {
          loss += weights[v] * Math.pow(mine[v] - table.shares()[v], 2) / 2;
        }
        for (int c = 0; c < cells.length; c++) {
          gradient[c] += weights[cells[c]] * (mine[cells[c]] - table.shares()[cells[c]]);
        }
      }
      if (loss <= last) {
        best = shares;
        last = loss;
        step *= 1.05;
      } else {
        step /= 2;
      }
      double[] next = best.clone();
      double sum = 0;
      for (int c = 0; c < next.length; c++) {
        next[c] *= Math.exp(-step * gradient[c]);
        sum += next[c];
      }
      for (int c = 0; c < next.length; c++) {
        next[c] /= sum;
      }
      shares = next;
    }
    return best;
  }

  @Test
  void theOrderOfTablesAndNames_changesNothing() {
    SplittableRandom random = new SplittableRandom(8);
    SimulationSource source = new SimulationSource(9);
    Domain domain = Domain.of(3, 4, 2);
    Joint joint = Joint.random(domain, 2, random);
    List<AskedTable> tables = new ArrayList<>();
    for (int[] set : new int[][] {{0, 1}, {1, 2}, {0, 2}}) {
      tables.add(joint.asked(set).redrawn(joint.marginal(set), 1, source));
    }
    Model model = exact(domain, tables);
    double[] shares = model.marginal(new int[] {0, 1, 2});
    Collections.reverse(tables);
    assertArrayEquals(shares, exact(domain, tables).marginal(new int[] {0, 1, 2}), 1e-5);
    // Attribute 0 becomes the last one.
    Domain turned = Domain.of(4, 2, 3);
    List<AskedTable> others = new ArrayList<>();
    for (AskedTable table : tables) {
      int[] set = table.attributes();
      int[] into = Arrays.stream(set).map(a -> (a + 2) % 3).sorted().toArray();
      Domain alone = Domain.of(Arrays.stream(set).map(domain::size).toArray());
      double[] values = table.shares();
      if (set[0] == 0) { // rows and columns change places
        values = new double[values.length];
        for (int i = 0; i < values.length; i++) {
          int row = i / alone.size(1);
          int column = i % alone.size(1);
          values[column * alone.size(0) + row] = table.shares()[i];
        }
      }
      others.add(AskedTable.of(turned, into, values, table.law(), table.people()));
    }
    double[] again = exact(turned, others).marginal(new int[] {0, 1, 2});
    for (int i = 0; i < shares.length; i++) {
      int a = i / 8;
      int rest = i % 8;
      assertEquals(shares[i], again[rest * 3 + a], 1e-5);
    }
    assertArrayEquals(
        model.marginal(new int[] {0, 2}),
        exact(domain, List.of(tables.get(2), tables.get(1), tables.get(0)))
            .marginal(new int[] {0, 2}));
  }

  @Test
  void whatCannotBe_isEmpty_andTheRestFits() {
    Domain domain = Domain.of(2, 3, 2);
    Joint joint = Joint.random(domain, 1, new SplittableRandom(10));
    boolean[] cells = {true, false, false, false, false, false};
    Model model =
        Model.of(
            domain,
            List.of(joint.asked(0, 1), joint.asked(1, 2)),
            List.of(),
            List.of(new Impossible(new int[] {0, 1}, cells)),
            Domain.MAX_CELLS);
    double[] pair = model.marginal(new int[] {0, 1});
    assertEquals(0, pair[0]);
    assertEquals(1, Arrays.stream(pair).sum(), 1e-12);
    assertTrue(Arrays.stream(pair).skip(1).allMatch(share -> share > 0));
    Arrays.fill(cells, true);
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Model.of(
                domain,
                List.of(joint.asked(0, 1)),
                List.of(),
                List.of(new Impossible(new int[] {0, 1}, cells)),
                Domain.MAX_CELLS));
  }

  /** A pair that the tree has no room for is answered from its own table, and from coarse ones. */
  @Test
  void tablesOutsideTheTree_moveItsAnswers() {
    Domain domain = Domain.of(4, 4, 4);
    double[] shares = new double[64];
    for (int i = 0; i < 64; i++) {
      shares[i] = (i / 16 == i % 4 ? 3.0 : 1.0) / 96; // attributes 0 and 2 are tied
    }
    Joint joint = new Joint(domain, shares);
    AskedTable tied = joint.asked(0, 2);
    int[] half = {0, 0, 1, 1};
    double[] coarse =
        Factor.sums(
            joint.marginal(0, 2),
            domain.cellsOf(new int[] {0, 2}, new int[] {0, 2}, new int[][] {half, half}),
            4);
    AskedTable halves =
        new AskedTable(
            new int[] {0, 2},
            new int[][] {half, half},
            coarse,
            AskedTable.ones(4),
            PureLaw.best(4, 1),
            1e6);
    List<AskedTable> tree = List.of(joint.asked(0, 1), joint.asked(1, 2));
    int[] set = {0, 2};
    double[] truth = joint.marginal(set);
    double without = Joint.distance(Model.of(domain, tree).shares(set), truth);
    Model small =
        Model.of(domain, List.of(tree.get(0), tree.get(1), tied), List.of(), List.of(), 40);
    assertFalse(small.holds(set));
    assertTrue(Joint.distance(small.marginal(set), truth) > 0.9 * without);
    assertTrue(Joint.distance(small.shares(set), truth) < 0.1 * without);
    Model coarser = Model.of(domain, tree, List.of(halves), List.of(), 40);
    assertTrue(Joint.distance(coarser.shares(set), truth) < 0.9 * without);
    assertArrayEquals(joint.marginal(0, 1), small.shares(new int[] {0, 1}), 1e-2);
    assertEquals(1, Arrays.stream(small.shares(new int[] {0, 1, 2})).sum(), 1e-12);
  }

  /**
   * Where noise is large, shares of at least 0 lean towards even ones: by little more than half of
   * it when the unbiased sums of single attributes count too. Coarse tables add what they keep
   * apart.
   */
  @Test
  void sumsOfSingleAttributes_takeOffTheLean() {
    Domain domain = Domain.of(8, 12, 3);
    double[] shares = new double[8 * 12 * 3]; // a few cells hold most people
    Arrays.setAll(shares, i -> Math.exp(-i / 36 - i / 3 % 12 - i % 3));
    double all = Arrays.stream(shares).sum();
    Joint joint = new Joint(domain, Arrays.stream(shares).map(each -> each / all).toArray());
    SimulationSource source = new SimulationSource(13);
    int[][] groups = {{0, 1, 1, 1, 1, 1, 1, 1}, {0, 1, 2}};
    int[] set = {0, 2};
    double[] coarse = Factor.sums(joint.marginal(set), domain.cellsOf(set, set, groups), 6);
    AskedTable first =
        new AskedTable(set, groups, coarse, AskedTable.ones(6), PureLaw.best(6, 1), 20_000);
    double[] lean = new double[2];
    double[] truth = joint.marginal(1);
    double mean = 0;
    for (int v = 0; v < truth.length; v++) {
      mean += v * truth[v];
    }
    for (int i = 0; i < 100; i++) {
      List<AskedTable> tables = new ArrayList<>(List.of(first.redrawn(coarse, 1, source)));
      for (int[] pair : new int[][] {{0, 1}, {1, 2}}) {
        PureLaw law = PureLaw.best(joint.marginal(pair).length, 1);
        AskedTable table = AskedTable.of(domain, pair, joint.marginal(pair), law, 20_000);
        tables.add(table.redrawn(table.shares(), 1, source));
      }
      for (int with = 0; with < 2; with++) {
        Model model =
            Model.of(domain, tables, List.of(), List.of(), Domain.MAX_CELLS, 5 * with, 1, 1000);
        double[] fitted = model.marginal(new int[] {1});
        for (int v = 0; v < fitted.length; v++) {
          lean[with] += v * fitted[v] / 100;
        }
      }
    }
    assertTrue(Math.abs(lean[1] - mean) < 0.6 * Math.abs(lean[0] - mean), Arrays.toString(lean));
  }

  /** A table joined to one cell says that all people are all people, and changes nothing. */
  @Test
  void aTableOfOneCell_changesNothing() {
    Domain domain = Domain.of(1, 3);
    Joint joint = Joint.random(domain, 1, new SplittableRandom(3));
    AskedTable one =
        new AskedTable(
            new int[] {0},
            new int[][] {{0}},
            new double[] {1},
            new int[] {4},
            PureLaw.best(4, 1),
            1e6);
    Model without = Model.of(domain, List.of(joint.asked(1)));
    Model with = Model.of(domain, List.of(joint.asked(1), one));
    double weight = one.weights(one.uniform())[0];
    assertTrue(weight > 0 && weight <= 1e12, "that of one person among a million: " + weight);
    assertTrue(Double.isFinite(with.fit.loss()));
    assertArrayEquals(without.shares(new int[] {1}), with.shares(new int[] {1}), 1e-9);
  }

  @Test
  void anAskedTable_keepsItsArrays_andNeedsPeople() {
    AskedTable table = Joint.random(Domain.of(2, 3), 1, new SplittableRandom(3)).asked(0, 1);
    double share = table.shares()[0];
    table.shares()[0] = 9;
    table.members()[0] = 9;
    table.attributes()[0] = 9;
    table.groups()[0][0] = 9;
    assertEquals(share, table.shares()[0]);
    assertEquals(1, table.members()[0]);
    assertEquals(0, table.attributes()[0]);
    assertEquals(0, table.groups()[0][0]);
    for (double people : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new AskedTable(
                  table.attributes(),
                  table.groups(),
                  table.shares(),
                  table.members(),
                  table.law(),
                  people));
    }
  }

  @Test
  void aLossThatIsNotFinite_isRefused() {
    Domain domain = Domain.of(2);
    double[] far = {1e200, -1e200};
    AskedTable table = AskedTable.of(domain, new int[] {0}, far, PureLaw.best(2, 1), 1e6);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Model.of(domain, List.of(table)));
    assertEquals(
        "a model needs shares near 0 to 1. Provided: a loss of Infinity.", refused.getMessage());
  }

  @Test
  void whatDoesNotFitTheDomain_isRefused() {
    Domain domain = Domain.of(2, 3);
    AskedTable other = Joint.random(Domain.of(2, 4), 1, new SplittableRandom(1)).asked(0, 1);
    for (List<AskedTable> tables : List.of(List.<AskedTable>of(), List.of(other))) {
      assertThrows(IllegalArgumentException.class, () -> Model.of(domain, tables));
    }
    Model model =
        Model.of(domain, List.of(Joint.random(domain, 1, new SplittableRandom(1)).asked(0)));
    for (int[] set : new int[][] {{1, 0}, {0, 0}, {2}}) {
      assertThrows(IllegalArgumentException.class, () -> model.shares(set));
    }
    assertThrows(IllegalArgumentException.class, () -> Domain.of(3, 0));
  }
}
