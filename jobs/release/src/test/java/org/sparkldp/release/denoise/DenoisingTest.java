package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * How much denoising helps on graphs: mean squared errors of one number, for signals that make an
 * earlier study of the same denoisers, whose signals are not known, come out alike. Its numbers
 * stand beside each measured one; they are met within 30 %.
 */
@Tag("slow")
class DenoisingTest {
  private static final String JAMES_STEIN = "james-stein()";
  private static final String SOFT = "soft-threshold()";
  private static final String ONE_TREE_UNIVERSAL = "tree-wavelets(trees=1,rule=universal)";
  private static final String ONE_TREE = "tree-wavelets(trees=1)";
  private static final String TREES_UNIVERSAL = "tree-wavelets(rule=universal)";
  private static final String TREES = "tree-wavelets()";
  private static final String CONSTANT = "trend-filter(order=0)";
  private static final String LINEAR = "trend-filter(order=1)";

  /** Two rectangles, 4 and −3 high, on 0; sigma 1. */
  @Test
  void piecewiseConstant() {
    double[] truth = new double[1600];
    for (int i = 0; i < 1600; i++) {
      int row = i / 40;
      int column = i % 40;
      boolean high = row >= 6 && row < 18 && column >= 8 && column < 26;
      boolean low = row >= 24 && row < 36 && column >= 20 && column < 32;
      truth[i] = high ? 4 : low ? -3 : 0;
    }
    Map<String, Double> errors = errors(Noise.grid(40, 40), truth, 1, 11);
    assertNear(0.77, errors, JAMES_STEIN);
    assertNear(2.66, errors, SOFT);
    assertNear(0.72, errors, ONE_TREE_UNIVERSAL);
    assertNear(0.28, errors, ONE_TREE);
    assertNear(0.60, errors, TREES_UNIVERSAL);
    assertNear(0.043, errors, CONSTANT);
    assertNear(0.23, errors, LINEAR);
    assertRanked(errors, CONSTANT, LINEAR, TREES, ONE_TREE, TREES_UNIVERSAL, SOFT);
    assertRanked(errors, TREES_UNIVERSAL, JAMES_STEIN, SOFT);
  }

  /** Two bells, 5 high, of standard deviation 4; sigma 1. */
  @Test
  void smoothBumps() {
    double[] truth = new double[1600];
    addBell(truth, 40, 12, 13, 5, 4);
    addBell(truth, 40, 27, 26, 5, 4);
    Map<String, Double> errors = errors(Noise.grid(40, 40), truth, 1, 11);
    assertNear(0.59, errors, JAMES_STEIN);
    assertNear(1.10, errors, SOFT);
    assertNear(0.44, errors, ONE_TREE_UNIVERSAL);
    assertNear(0.21, errors, ONE_TREE);
    assertNear(0.36, errors, TREES_UNIVERSAL);
    assertNear(0.069, errors, CONSTANT);
    assertNear(0.040, errors, LINEAR);
    // The wrong twins: a filter of that penalty would be caught, and so would another order of
    // them.
    errors.put("a twin", error(Noise.grid(40, 40), "trend-filter(order=1,lambda=0.3)", truth));
    assertThrows(AssertionError.class, () -> assertNear(0.040, errors, "a twin"));
    assertThrows(AssertionError.class, () -> assertRanked(errors, "a twin", LINEAR));
    assertRanked(errors, LINEAR, CONSTANT, TREES, ONE_TREE, TREES_UNIVERSAL, JAMES_STEIN, SOFT);
  }

  /**
   * Counts at 3,784 junctions, 172 streets by 22 avenues with 7,070 roads, around seven hot spots
   * of 20 to 40 a junction; sigma 8.45.
   */
  @Test
  void hotSpotsOfACity() {
    Graph city = city();
    assertEquals("3784 nodes, 7070 edges, 1 components", city.toString());
    double[] truth = new double[city.nodes()];
    SimulationSource source = new SimulationSource(3);
    for (int spot = 0; spot < 7; spot++) {
      double street = 172 * Noise.uniform(source);
      double avenue = 22 * Noise.uniform(source);
      addBell(truth, 22, street, avenue, 20 + 20 * Noise.uniform(source), 2);
    }
    for (int i = 0; i < truth.length; i++) {
      truth[i] = Math.rint(truth[i]);
    }
    Map<String, Double> errors = errors(city, truth, 8.45, 11);
    assertNear(17.7, errors, JAMES_STEIN);
    assertNear(23.1, errors, SOFT);
    assertNear(14.3, errors, ONE_TREE_UNIVERSAL);
    assertNear(8.7, errors, ONE_TREE);
    assertNear(13.6, errors, TREES_UNIVERSAL);
    assertNear(4.9, errors, CONSTANT);
    assertNear(4.4, errors, LINEAR);
    assertRanked(errors, LINEAR, CONSTANT, TREES, ONE_TREE, TREES_UNIVERSAL, JAMES_STEIN, SOFT);
  }

  /** A grid without 304 of its edges, chosen so that it stays connected. */
  private static Graph city() {
    Graph grid = Noise.grid(172, 22);
    SimulationSource source = new SimulationSource(1);
    int[] parent = SpanningForest.draw(grid, source);
    boolean[] closed = new boolean[grid.edges()];
    int left = 304;
    while (left > 0) {
      int e = source.uniform(grid.edges());
      boolean inTree = parent[grid.from(e)] == grid.to(e) || parent[grid.to(e)] == grid.from(e);
      if (!inTree && !closed[e]) {
        closed[e] = true;
        left--;
      }
    }
    int[][] edges = new int[grid.edges() - 304][];
    int open = 0;
    for (int e = 0; e < grid.edges(); e++) {
      if (!closed[e]) {
        edges[open++] = new int[] {grid.from(e), grid.to(e)};
      }
    }
    return Noise.graph(grid.nodes(), edges);
  }

  private static void addBell(
      double[] truth, int columns, double row, double column, double height, double width) {
    for (int i = 0; i < truth.length; i++) {
      int street = i / columns;
      double down = street - row;
      double right = i % columns - column;
      truth[i] += height * Math.exp(-(down * down + right * right) / (2 * width * width));
    }
  }

  private static Map<String, Double> errors(Graph graph, double[] truth, double sigma, long seed) {
    double[] noisy = Noise.added(truth, sigma, new SimulationSource(seed));
    Map<String, Double> errors = new LinkedHashMap<>();
    int n = truth.length;
    assertEquals(1, Noise.squaredError(noisy, truth) / n / (sigma * sigma), 0.1);
    for (String spec :
        new String[] {
          JAMES_STEIN, SOFT, ONE_TREE_UNIVERSAL, ONE_TREE, TREES_UNIVERSAL, TREES, CONSTANT, LINEAR
        }) {
      Denoised denoised = Noise.on(graph, spec).denoise(noisy, sigma);
      double error = Noise.squaredError(denoised.values(), truth) / n;
      // The risk is off by sigma² √(2/n) for the noise's own length, and by less for the rest.
      assertEquals(error, denoised.risk() / n, 6 * sigma * sigma * Math.sqrt(2.0 / n), spec);
      errors.put(spec, error);
    }
    return errors;
  }

  private static double error(Graph graph, String spec, double[] truth) {
    double[] noisy = Noise.added(truth, 1, new SimulationSource(11));
    double[] values = Noise.on(graph, spec).denoise(noisy, 1).values();
    return Noise.squaredError(values, truth) / truth.length;
  }

  private static void assertNear(double other, Map<String, Double> errors, String spec) {
    assertEquals(1, errors.get(spec) / other, 0.3, spec + ": " + errors.get(spec));
  }

  private static void assertRanked(Map<String, Double> errors, String... specs) {
    for (int i = 1; i < specs.length; i++) {
      assertTrue(
          errors.get(specs[i - 1]) < errors.get(specs[i]),
          specs[i - 1] + " before " + specs[i] + ": " + errors);
    }
  }
}
