package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * The exact marginals of a model over a junction tree: the product of the potentials of its tables,
 * scaled to 1. Messages go up as logarithms and each clique is scaled by the largest cell of every
 * separator's cell, so nothing underflows; what comes out are the clique's conditional
 * probabilities given its separator, from which marginals go down without an exponential.
 *
 * <p>Source: Lauritzen &amp; Spiegelhalter, J. R. Stat. Soc. B 50, 1988.
 */
final class BeliefPropagation {
  private static final double[] INVERSE =
      IntStream.rangeClosed(0, 12).mapToDouble(i -> 1.0 / i).toArray();

  /** The most cells of all maps, 268 MB: one map a table, over its clique, and two a clique. */
  private static final double MAX_MAPPED = 1 << 26;

  final JunctionTree tree;
  private final int[] homes;

  /** For each table and cell of its home, the table's cell. */
  private final int[][] tables;

  private final List<List<Integer>> tablesOf = new ArrayList<>();
  private final List<List<Integer>> childrenOf = new ArrayList<>();

  /** For each clique and cell of it, the cell of its separator. */
  private final int[][] up;

  /** For each clique and cell of its parent, the cell of its separator. */
  private final int[][] down;

  private final int[] separatorCells;

  /** A table's attributes and the groups of their levels. */
  record Shape(int[] attributes, int[][] groups) {}

  /** Whether tables of these attributes, as far as a tree has room for them, may be its own. */
  static boolean takes(JunctionTree tree, List<int[]> sets) {
    double mapped = tree.cells();
    IntStream cliques =
        IntStream.concat(sets.stream().mapToInt(tree::home), IntStream.of(tree.parents));
    for (int c : cliques.filter(c -> c >= 0).toArray()) {
      mapped += tree.domain.cells(tree.cliques[c]);
    }
    return tree.cells() <= Domain.MAX_CELLS && mapped <= MAX_MAPPED;
  }

  BeliefPropagation(JunctionTree tree, List<Shape> shapes) {
    this.tree = tree;
    Domain domain = tree.domain;
    int m = tree.cliques.length;
    homes = shapes.stream().mapToInt(shape -> tree.home(shape.attributes)).toArray();
    Require.that(takes(tree, shapes.stream().map(Shape::attributes).toList()))
        .orRefuse(
            "a model's tree must have at most %s cells, and the parts in which its tables lie %s"
                + " together: hold fewer tables or join levels. Provided: %s tables, a tree of %s"
                + " cells.",
            Domain.MAX_CELLS, (long) MAX_MAPPED, homes.length, (long) tree.cells());
    tables = new int[shapes.size()][];
    up = new int[m][];
    down = new int[m][];
    separatorCells = new int[m];
    for (int c = 0; c < m; c++) {
      tablesOf.add(new ArrayList<>());
      childrenOf.add(new ArrayList<>());
      int[] separator = tree.separators[c];
      separatorCells[c] = (int) domain.cells(separator);
      up[c] = domain.cellsOf(tree.cliques[c], separator);
      if (c > 0) {
        down[c] = domain.cellsOf(tree.cliques[tree.parents[c]], separator);
        childrenOf.get(tree.parents[c]).add(c);
      }
    }
    for (int t = 0; t < homes.length; t++) {
      Shape shape = shapes.get(t);
      tables[t] = domain.cellsOf(tree.cliques[homes[t]], shape.attributes, shape.groups);
      tablesOf.get(homes[t]).add(t);
    }
  }

  /**
   * A model's marginals.
   *
   * @param conditionals of each clique given its separator
   * @param marginals of each clique
   */
  record Beliefs(double[][] conditionals, double[][] marginals) {}

  /** Of the product of exp(potentials), which may be minus infinity where nobody can be. */
  Beliefs of(double[][] potentials) {
    int m = tree.cliques.length;
    double[][] conditionals = new double[m][];
    double[][] messages = new double[m][];
    for (int c = m - 1; c >= 0; c--) {
      double[] logs = new double[up[c].length];
      for (int t : tablesOf.get(c)) {
        add(potentials[t], tables[t], logs);
      }
      for (int child : childrenOf.get(c)) {
        add(messages[child], down[child], logs);
      }
      messages[c] = conditioned(logs, up[c], separatorCells[c]);
      conditionals[c] = logs;
    }
    Require.that(messages[0][0] > Double.NEGATIVE_INFINITY)
        .orRefuse("a model needs a possible cell: what cannot be covers all of them.");
    double[][] marginals = new double[m][];
    marginals[0] = conditionals[0];
    for (int c = 1; c < m; c++) {
      double[] given = Factor.sums(marginals[tree.parents[c]], down[c], separatorCells[c]);
      double[] marginal = new double[up[c].length];
      for (int i = 0; i < marginal.length; i++) {
        marginal[i] = conditionals[c][i] * given[up[c][i]];
      }
      marginals[c] = marginal;
    }
    return new Beliefs(conditionals, marginals);
  }

  private static void add(double[] values, int[] cells, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += values[cells[i]];
    }
  }

  /** Turns logarithms into probabilities given the separator; returns the logarithms of sums. */
  private static double[] conditioned(double[] logs, int[] up, int separators) {
    double[] largest = new double[separators];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < logs.length; i++) {
      largest[up[i]] = Math.max(largest[up[i]], logs[i]);
    }
    double[] sums = new double[separators];
    for (int i = 0; i < logs.length; i++) {
      double value = logs[i] == Double.NEGATIVE_INFINITY ? 0 : exp(logs[i] - largest[up[i]]);
      logs[i] = value;
      sums[up[i]] += value;
    }
    for (int i = 0; i < logs.length; i++) {
      if (logs[i] > 0) {
        logs[i] /= sums[up[i]];
      }
    }
    for (int s = 0; s < separators; s++) {
      largest[s] += sums[s] > 0 ? StrictMath.log(sums[s]) : 0;
    }
    return largest;
  }

  /**
   * The exponential of a number of at most 0, to the last bits, by sums and products alone: the
   * same everywhere like StrictMath's, and several times as fast. Below the normal numbers it is 0.
   */
  static double exp(double x) {
    if (x < -708) {
      return 0;
    }
    double twos = Math.rint(x * 1.4426950408889634);
    double r = x - twos * 0x1.62e42fefa38p-1 - twos * 0x1.ef35793c7673p-45; // ln 2 in two parts
    double sum = 1;
    for (int i = 12; i > 0; i--) {
      sum = 1 + r * sum * INVERSE[i];
    }
    return sum * Double.longBitsToDouble(((long) twos + 1023) << 52);
  }

  /** The marginal of a table. */
  double[] marginal(Beliefs beliefs, int table, int cells) {
    return Factor.sums(beliefs.marginals[homes[table]], tables[table], cells);
  }
}
