package org.sparkldp.release.denoise;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A random spanning tree of every component of a graph, by Wilson's algorithm (STOC 1996): from
 * every node not yet in the tree a random walk runs until it meets the tree, and its path, without
 * the loops, joins the tree. A tree's probability is in the ratio of the product of its edges'
 * weights, so with equal weights all trees are equally likely.
 *
 * <p>A walk leaves a node through an edge with probability in the ratio of the edge's weight. It
 * can turn round for long between two nodes that a heavy edge joins, so the weights must be within
 * a factor of {@value #WEIGHT_RANGE}.
 */
final class SpanningForest {
  static final double WEIGHT_RANGE = 1e4;

  private static final int NOT_YET = -2;
  private static final int ROOT = -1;

  private SpanningForest() {}

  /** The parent of every node; −1 for the root of a component, its smallest node. */
  static int[] draw(Graph graph, RandomSource source) {
    if (graph.weightRange() > WEIGHT_RANGE) {
      throw Require.refusal(
          "random spanning trees need weights within a factor of 10000. Provided: a factor of %s;"
              + " cut the largest or leave out the smallest.",
          Choices.digits(graph.weightRange()));
    }
    int n = graph.nodes();
    double[] total = new double[n];
    for (int e = 0; e < graph.edges(); e++) {
      total[graph.from(e)] += graph.weight(e);
      total[graph.to(e)] += graph.weight(e);
    }
    int[] parent = new int[n];
    Arrays.fill(parent, NOT_YET);
    boolean[] hasRoot = new boolean[graph.components()];
    int[] component = graph.component();
    int[] next = new int[n];
    for (int start = 0; start < n; start++) {
      if (!hasRoot[component[start]]) {
        hasRoot[component[start]] = true;
        parent[start] = ROOT;
      }
      // The last exit from each node is the rest of a walk after its loops are removed.
      for (int node = start; parent[node] == NOT_YET; node = next[node]) {
        next[node] = step(graph, node, total[node], source);
      }
      for (int node = start; parent[node] == NOT_YET; node = next[node]) {
        parent[node] = next[node];
      }
    }
    return parent;
  }

  private static int step(Graph graph, int node, double total, RandomSource source) {
    double left = (source.nextLong() >>> 11) * 0x1p-53 * total;
    int last = graph.degree(node) - 1;
    for (int i = 0; i < last; i++) {
      left -= graph.weight(graph.edgeAt(node, i));
      if (left < 0) {
        return graph.neighbour(node, i);
      }
    }
    return graph.neighbour(node, last);
  }
}
