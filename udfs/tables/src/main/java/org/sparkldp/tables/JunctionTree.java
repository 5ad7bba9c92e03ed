package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree of sets of attributes (cliques) in which every set that a model holds lies inside one of
 * them, and the cliques of an attribute are connected. Deterministic: attributes leave in the order
 * of least fill, then fewest cells, then number.
 *
 * <p>Source: Koller &amp; Friedman, Probabilistic Graphical Models, 2009, chapters 9 and 10.
 */
final class JunctionTree {
  final Domain domain;

  /** Parents first, attributes ascending. */
  final int[][] cliques;

  /** The number of each clique's parent; -1 for the first. */
  final int[] parents;

  /** What each clique shares with its parent. */
  final int[][] separators;

  private JunctionTree(Domain domain, int[][] cliques, int[] parents) {
    this.domain = domain;
    this.cliques = cliques;
    this.parents = parents;
    separators = new int[cliques.length][];
    for (int c = 0; c < cliques.length; c++) {
      separators[c] =
          parents[c] < 0 ? new int[0] : Domain.intersection(cliques[c], cliques[parents[c]]);
    }
  }

  /** The tree for these sets; every attribute of the domain is in it. */
  static JunctionTree of(Domain domain, List<int[]> sets) {
    return connected(domain, eliminated(domain, sets));
  }

  /** The cells of sets, all together. */
  static double cells(Domain domain, Iterable<int[]> sets) {
    double cells = 0;
    for (int[] set : sets) {
      cells += domain.cells(set);
    }
    return cells;
  }

  /** The maximal cliques of the graph that min-fill elimination makes. */
  private static List<int[]> eliminated(Domain domain, List<int[]> sets) {
    int d = domain.count();
    BitSet[] near = new BitSet[d];
    for (int a = 0; a < d; a++) {
      near[a] = new BitSet(d);
      near[a].set(a);
    }
    for (int[] set : sets) {
      for (int a : set) {
        for (int b : set) {
          near[a].set(b);
        }
      }
    }
    BitSet left = new BitSet(d);
    left.set(0, d);
    List<int[]> cliques = new ArrayList<>();
    while (!left.isEmpty()) {
      int next = -1;
      double least = Double.POSITIVE_INFINITY;
      double fewest = Double.POSITIVE_INFINITY;
      for (int a = left.nextSetBit(0); a >= 0; a = left.nextSetBit(a + 1)) {
        double fill = fill(near, a);
        double cells = domain.cells(near[a].stream().toArray());
        if (fill < least || (fill == least && cells < fewest)) {
          next = a;
          least = fill;
          fewest = cells;
        }
      }
      BitSet clique = (BitSet) near[next].clone();
      int[] members = clique.stream().toArray();
      if (cliques.stream().noneMatch(other -> Domain.contains(other, members))) {
        cliques.add(members);
      }
      left.clear(next);
      for (int a : members) {
        near[a].or(clique);
        near[a].clear(next);
      }
    }
    return cliques;
  }

  /** Pairs of neighbours that are not yet neighbours of each other. */
  private static double fill(BitSet[] near, int a) {
    double missing = 0;
    for (int b = near[a].nextSetBit(0); b >= 0; b = near[a].nextSetBit(b + 1)) {
      BitSet other = (BitSet) near[a].clone();
      other.andNot(near[b]);
      missing += other.cardinality();
    }
    return missing;
  }

  /** A spanning tree of largest separators (Prim), which has the running intersection. */
  private static JunctionTree connected(Domain domain, List<int[]> cliques) {
    int m = cliques.size();
    int[][] ordered = new int[m][];
    int[] parents = new int[m];
    List<int[]> left = new ArrayList<>(cliques);
    ordered[0] = left.remove(0);
    parents[0] = -1;
    for (int place = 1; place < m; place++) {
      int[] next = null;
      int most = -1;
      for (int[] clique : left) {
        for (int in = 0; in < place; in++) {
          int shared = Domain.intersection(clique, ordered[in]).length;
          if (shared > most) {
            most = shared;
            next = clique;
            parents[place] = in;
          }
        }
      }
      ordered[place] = next;
      left.remove(next);
    }
    return new JunctionTree(domain, ordered, parents);
  }

  /** The smallest clique that contains these attributes; -1 if none does. */
  int home(int[] set) {
    return IntStream.range(0, cliques.length)
        .filter(c -> Domain.contains(cliques[c], set))
        .boxed()
        .min(Comparator.comparingDouble(c -> domain.cells(cliques[c])))
        .orElse(-1);
  }

  double cells() {
    return cells(domain, Arrays.asList(cliques));
  }
}
