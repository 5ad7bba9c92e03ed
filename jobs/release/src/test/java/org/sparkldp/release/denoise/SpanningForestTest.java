package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class SpanningForestTest {
  private static final int DRAWS = 60_000;

  /** A cycle of four with a chord, which has eight spanning trees, four of them with the chord. */
  private static final Graph CHORD =
      Noise.graph(
          4,
          new int[] {0, 1},
          new int[] {1, 2},
          new int[] {2, 3},
          new int[] {3, 0},
          new int[] {0, 2});

  private static final Graph COMPLETE =
      Noise.graph(
          4,
          new int[] {0, 1},
          new int[] {0, 2},
          new int[] {0, 3},
          new int[] {1, 2},
          new int[] {1, 3},
          new int[] {2, 3});

  @Test
  void treesAreUniform() {
    // Chi squared of 7 and 15 degrees of freedom exceeds these once in a million.
    assertTrue(chiSquared(CHORD, wilson(CHORD)) < 40.5);
    assertTrue(chiSquared(COMPLETE, wilson(COMPLETE)) < 55.0);
  }

  /** Least trees under random lengths have the chord with probability 8/15, not 1/2. */
  @Test
  void leastTreesUnderRandomLengthsWouldBeCaught() {
    assertTrue(chiSquared(CHORD, kruskal(CHORD)) > 40.5);
  }

  @Test
  void treesAreDrawnByTheProductOfTheirWeights() {
    Graph triangle = Graph.of(3, new int[] {0, 1, 2}, new int[] {1, 2, 0}, new double[] {1, 2, 3});
    // Products 1·2, 1·3, 2·3 of 11. Chi squared of 2 degrees of freedom.
    assertTrue(chiSquared(triangle, wilson(triangle)) < 27.6);
    Graph equal = Noise.graph(3, new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 0});
    assertTrue(
        chiSquared(triangle, wilson(equal)) > 27.6, "the law without weights is distinguished");
  }

  @Test
  void everyComponentHasATreeOfItsOwn() {
    Graph graph = Noise.threeComponents();
    int[] parent = SpanningForest.draw(graph, new SimulationSource(1));
    assertEquals(-1, parent[0]);
    assertArrayEquals(new int[] {-1, 12, 13, 14, -1}, Arrays.copyOfRange(parent, 12, 17));
    assertEquals(3, Arrays.stream(parent).filter(p -> p < 0).count());
  }

  @Test
  void equalSeedsGiveEqualTrees() {
    Graph grid = Noise.grid(9, 9);
    int[] first = SpanningForest.draw(grid, new SimulationSource(5));
    assertArrayEquals(first, SpanningForest.draw(grid, new SimulationSource(5)));
    assertTrue(!Arrays.equals(first, SpanningForest.draw(grid, new SimulationSource(6))));
  }

  private static Supplier<Integer> wilson(Graph graph) {
    SimulationSource source = new SimulationSource(2);
    return () -> {
      int[] parent = SpanningForest.draw(graph, source);
      int tree = 0;
      for (int e = 0; e < graph.edges(); e++) {
        int from = graph.from(e);
        int to = graph.to(e);
        tree |= parent[from] == to || parent[to] == from ? 1 << e : 0;
      }
      return tree;
    };
  }

  private static Supplier<Integer> kruskal(Graph graph) {
    SimulationSource source = new SimulationSource(3);
    return () -> {
      double[] lengths = new double[graph.edges()];
      Arrays.setAll(lengths, e -> Noise.uniform(source));
      int tree = 0;
      for (double length : Arrays.stream(lengths).sorted().toArray()) {
        for (int e = 0; e < lengths.length; e++) {
          if (lengths[e] == length && isForest(graph, tree | 1 << e)) {
            tree |= 1 << e;
          }
        }
      }
      return tree;
    };
  }

  /** Against the law that enumeration gives. */
  private static double chiSquared(Graph graph, Supplier<Integer> trees) {
    Map<Integer, Double> law = new TreeMap<>();
    for (int edges = 0; edges < 1 << graph.edges(); edges++) {
      if (Integer.bitCount(edges) == graph.nodes() - 1 && isForest(graph, edges)) {
        double product = 1;
        for (int e = 0; e < graph.edges(); e++) {
          product *= (edges >> e & 1) == 1 ? graph.weight(e) : 1;
        }
        law.put(edges, product);
      }
    }
    double total = law.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<Integer, Integer> counts = new TreeMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(trees.get(), 1, Integer::sum);
    }
    assertTrue(law.keySet().containsAll(counts.keySet()), "only spanning trees are drawn");
    double sum = 0;
    for (Map.Entry<Integer, Double> tree : law.entrySet()) {
      double expected = DRAWS * tree.getValue() / total;
      double off = counts.getOrDefault(tree.getKey(), 0) - expected;
      sum += off * off / expected;
    }
    return sum;
  }

  /** A set of edges has no cycle exactly if every edge joins two components. */
  private static boolean isForest(Graph graph, int edges) {
    int[] chosen = IntStream.range(0, graph.edges()).filter(e -> (edges >> e & 1) == 1).toArray();
    int[] from = Arrays.stream(chosen).map(graph::from).toArray();
    int[] to = Arrays.stream(chosen).map(graph::to).toArray();
    return Graph.of(graph.nodes(), from, to).components() == graph.nodes() - chosen.length;
  }
}
