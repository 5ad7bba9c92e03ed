package org.sparkldp.release.denoise;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.sparkldp.protocols.check.Require;

/**
 * An undirected graph with weighted edges on the nodes 0, …, n − 1, such as junctions and the roads
 * between them. Simple: no edge joins a node to itself and no two nodes are joined twice. It need
 * not be connected. Immutable.
 */
public final class Graph {
  private final int[] from;
  private final int[] to;
  private final double[] weights;
  // The edges at node v are incident[first[v]], …, incident[first[v + 1] - 1].
  private final int[] first;
  private final int[] incident;
  private final int[] component;
  private final int components;

  private Graph(int nodes, int[] from, int[] to, double[] weights) {
    this.from = from;
    this.to = to;
    this.weights = weights;
    this.first = new int[nodes + 1];
    this.incident = new int[2 * from.length];
    index();
    this.component = new int[nodes];
    this.components = label();
  }

  /** The graph whose edge i joins from[i] and to[i], all of weight 1. */
  public static Graph of(int nodes, int[] from, int[] to) {
    double[] weights = new double[from.length];
    Arrays.fill(weights, 1);
    return of(nodes, from, to, weights);
  }

  /**
   * The graph whose edge i joins from[i] and to[i].
   *
   * @param nodes at least 1
   * @param weights finite and above 0; the larger, the more alike the two nodes are taken to be
   */
  public static Graph of(int nodes, int[] from, int[] to, double[] weights) {
    Require.that(nodes >= 1)
        .orRefuse("a graph must have at least 1 node. Provided value: %s.", nodes);
    Require.that(from.length == to.length && from.length == weights.length)
        .orRefuse(
            "every edge must have two ends and a weight. Provided: %s first ends, %s second ends,"
                + " %s weights.",
            from.length, to.length, weights.length);
    Set<Long> seen = new HashSet<>();
    for (int e = 0; e < from.length; e++) {
      requireNode(nodes, e, from[e]);
      requireNode(nodes, e, to[e]);
      if (from[e] == to[e]) {
        throw Require.refusal(
            "an edge must join two different nodes. Edge %s joins %s twice.", e, from[e]);
      }
      if (!(weights[e] > 0 && weights[e] < Double.POSITIVE_INFINITY)) {
        throw Require.refusal(
            "an edge's weight must be finite and above 0. Edge %s has %s; leave out an edge that"
                + " means nothing.",
            e, weights[e]);
      }
      if (!seen.add((long) Math.min(from[e], to[e]) * nodes + Math.max(from[e], to[e]))) {
        throw Require.refusal(
            "two nodes must be joined by one edge at most. Edge %s joins %s and %s again; add up"
                + " the weights.",
            e, from[e], to[e]);
      }
    }
    return new Graph(nodes, from.clone(), to.clone(), weights.clone());
  }

  private static void requireNode(int nodes, int edge, int node) {
    if (node < 0 || node >= nodes) {
      throw Require.refusal(
          "an edge's ends must be in 0 to %s. Edge %s has the end %s.", nodes - 1, edge, node);
    }
  }

  private void index() {
    for (int e = 0; e < from.length; e++) {
      first[from[e] + 1]++;
      first[to[e] + 1]++;
    }
    Arrays.parallelPrefix(first, Integer::sum);
    int[] next = first.clone();
    for (int e = 0; e < from.length; e++) {
      incident[next[from[e]]++] = e;
      incident[next[to[e]]++] = e;
    }
  }

  private int label() {
    Arrays.fill(component, -1);
    int[] queue = new int[nodes()];
    int found = 0;
    for (int root = 0; root < nodes(); root++) {
      if (component[root] >= 0) {
        continue;
      }
      component[root] = found;
      queue[0] = root;
      int tail = 1;
      for (int head = 0; head < tail; head++) {
        int node = queue[head];
        for (int i = 0; i < degree(node); i++) {
          int other = neighbour(node, i);
          if (component[other] < 0) {
            component[other] = found;
            queue[tail++] = other;
          }
        }
      }
      found++;
    }
    return found;
  }

  /** How many nodes there are. */
  public int nodes() {
    return first.length - 1;
  }

  /** How many edges there are. */
  public int edges() {
    return from.length;
  }

  /** One end of an edge. */
  public int from(int edge) {
    return from[edge];
  }

  /** The other end of an edge. */
  public int to(int edge) {
    return to[edge];
  }

  /** An edge's weight. */
  public double weight(int edge) {
    return weights[edge];
  }

  /** How many connected components there are. */
  public int components() {
    return components;
  }

  /** Which connected component each node is in; they are numbered by their smallest nodes. */
  public int[] component() {
    return component.clone();
  }

  /** How many edges a node has. */
  public int degree(int node) {
    return first[node + 1] - first[node];
  }

  /** The edge number i at a node, 0 ≤ i < degree. */
  int edgeAt(int node, int i) {
    return incident[first[node] + i];
  }

  /** The node at the other end of edge number i at a node. */
  int neighbour(int node, int i) {
    int edge = edgeAt(node, i);
    return from[edge] == node ? to[edge] : from[edge];
  }

  /** The largest weight over the smallest; 1 without edges. */
  double weightRange() {
    double least = Arrays.stream(weights).min().orElse(1);
    return Arrays.stream(weights).max().orElse(1) / least;
  }

  @Override
  public String toString() {
    return nodes() + " nodes, " + edges() + " edges, " + components + " components";
  }
}
