package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class GraphTest {
  @Test
  void aGraphKnowsItsEdgesAndComponents() {
    // 0 - 1 - 3, 4 - 2, 5 alone
    Graph graph =
        Graph.of(6, new int[] {3, 0, 4}, new int[] {1, 1, 2}, new double[] {1.5, 2, 0.25});
    assertEquals(6, graph.nodes());
    assertEquals(3, graph.edges());
    assertEquals(3, graph.from(0));
    assertEquals(1, graph.to(0));
    assertEquals(1.5, graph.weight(0));
    assertEquals(3, graph.components());
    assertArrayEquals(new int[] {0, 0, 1, 0, 1, 2}, graph.component());
    assertEquals(2, graph.degree(1));
    assertEquals(0, graph.degree(5));
    assertEquals(8, graph.weightRange());
    assertEquals("6 nodes, 3 edges, 3 components", graph.toString());
  }

  @Test
  void aGraphDoesNotChangeWithTheArraysItIsMadeOf() {
    int[] from = {0};
    Graph graph = Graph.of(2, from, new int[] {1});
    from[0] = 1;
    graph.component()[0] = 7;
    assertEquals(0, graph.from(0));
    assertArrayEquals(new int[] {0, 0}, graph.component());
    assertEquals(1, graph.weight(0));
  }

  @Test
  void aGraphMayHaveNoEdges() {
    Graph graph = Graph.of(2, new int[0], new int[0]);
    assertEquals(2, graph.components());
    assertEquals(1, graph.weightRange());
  }

  @Test
  void whatIsNoSimpleWeightedGraphIsRefused() {
    assertRefused("a graph must have at least 1 node. Provided value: 0.", 0, 0, 0, 1);
    assertRefused("an edge's ends must be in 0 to 2. Edge 0 has the end 3.", 3, 1, 3, 1);
    assertRefused("an edge's ends must be in 0 to 2. Edge 0 has the end -1.", 3, -1, 1, 1);
    assertRefused("an edge must join two different nodes. Edge 0 joins 2 twice.", 3, 2, 2, 1);
    String weight = "an edge's weight must be finite and above 0. Edge 0 has ";
    String remedy = "; leave out an edge that means nothing.";
    assertRefused(weight + "-1.0" + remedy, 3, 0, 1, -1);
    assertRefused(weight + "0.0" + remedy, 3, 0, 1, 0);
    assertRefused(weight + "NaN" + remedy, 3, 0, 1, Double.NaN);
    assertRefused(weight + "Infinity" + remedy, 3, 0, 1, Double.POSITIVE_INFINITY);
  }

  @Test
  void aDuplicateEdgeIsRefusedInEitherDirection() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Graph.of(3, new int[] {0, 1, 1}, new int[] {1, 2, 0}));
    assertEquals(
        "two nodes must be joined by one edge at most. Edge 2 joins 1 and 0 again; add up the"
            + " weights.",
        refusal.getMessage());
  }

  @Test
  void arraysOfDifferentLengthsAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Graph.of(3, new int[] {0, 1}, new int[] {1}));
    assertEquals(
        "every edge must have two ends and a weight. Provided: 2 first ends, 1 second ends, 2"
            + " weights.",
        refusal.getMessage());
  }

  private static void assertRefused(String message, int nodes, int from, int to, double weight) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Graph.of(nodes, new int[] {from}, new int[] {to}, new double[] {weight}));
    assertEquals(message, refusal.getMessage());
  }
}
