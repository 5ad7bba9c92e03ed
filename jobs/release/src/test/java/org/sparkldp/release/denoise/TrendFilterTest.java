package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class TrendFilterTest {
  private static final Graph PAIR = Noise.graph(2, new int[] {0, 1});

  /** |b − optimum|² is at most twice the duality gap, 1e-7 sigma² a number. */
  private static final double EXACT = 1e-3;

  @Test
  void twoNodesMoveTogetherByLambda() {
    // sigma = 2, so lambda = 0.5 is 1 in the unit of the numbers.
    Denoised moved =
        Noise.on(PAIR, "trend-filter(order=0,lambda=0.5)").denoise(new double[] {0, 4}, 2);
    assertArrayEquals(new double[] {1, 3}, moved.values(), EXACT);
    assertEquals(2 - 2 * 4 + 2 * 4 * 2, moved.risk(), 0.01);
    assertEquals("", moved.setting());
    // From lambda = 2 on they are one piece.
    Denoised fused =
        Noise.on(PAIR, "trend-filter(order=0,lambda=3)").denoise(new double[] {0, 4}, 1);
    assertArrayEquals(new double[] {2, 2}, fused.values(), EXACT);
    assertEquals(8 - 2 + 2, fused.risk(), 0.01);
  }

  /** |L b|₁ = 2 |b_0 − b_1| and |D L b|₁ = 2 |b_0 − b_1| on two nodes. */
  @Test
  void higherOrdersOnTwoNodes() {
    for (int order = 1; order <= 2; order++) {
      Denoised moved =
          Noise.on(PAIR, "trend-filter(lambda=0.5,order=" + order + ")")
              .denoise(new double[] {0, 4}, 1);
      assertArrayEquals(new double[] {1, 3}, moved.values(), EXACT);
      assertEquals(2 - 2 + 2 * 2, moved.risk(), 0.01);
    }
  }

  @Test
  void weightsCountByTheirRatioToTheMean() {
    double[] noisy = {0, 4, 0, 4};
    for (double unit : new double[] {1, 1000}) {
      Graph graph = Graph.of(4, new int[] {0, 2}, new int[] {1, 3}, new double[] {unit, 3 * unit});
      assertArrayEquals(
          new double[] {0.5, 3.5, 1.5, 2.5},
          Noise.on(graph, "trend-filter(order=0,lambda=1)").denoise(noisy, 1).values(),
          EXACT);
    }
  }

  @Test
  void isolatedNodesAreLeftAlone() {
    Graph graph = Noise.graph(4, new int[] {1, 2});
    for (int order = 0; order <= 2; order++) {
      double[] values =
          Noise.on(graph, "trend-filter(order=" + order + ")")
              .denoise(new double[] {-7, 3, 3.1, 50}, 1)
              .values();
      assertEquals(-7, values[0], 1e-9);
      assertEquals(50, values[3], 1e-9);
    }
    double[] noisy = {5, -5};
    Graph none = Graph.of(2, new int[0], new int[0]);
    for (int order = 0; order <= 2; order++) {
      Denoised same = Noise.on(none, "trend-filter(order=" + order + ")").denoise(noisy, 2);
      assertArrayEquals(noisy, same.values(), 1e-9);
      assertEquals(2 * 4, same.risk(), 1e-9);
    }
  }

  @Test
  void solutionsAreThoseOfCoordinateAscentOnTheDual() {
    SimulationSource source = new SimulationSource(1);
    for (Graph graph : List.of(Noise.threeComponents(), Noise.grid(1, 12), Noise.grid(3, 3))) {
      for (int order = 0; order <= 2; order++) {
        for (double lambda : new double[] {0.1, 0.7, 3}) {
          double[] noisy = Noise.added(new double[graph.nodes()], 2, source);
          double[] seen =
              Noise.on(graph, "trend-filter(order=" + order + ",lambda=" + lambda + ")")
                  .denoise(noisy, 1)
                  .values();
          double[] expected = coordinateAscent(differences(graph, order), noisy, lambda);
          assertArrayEquals(expected, seen, EXACT * Math.sqrt(graph.nodes()));
        }
      }
    }
  }

  @Test
  void theGapBoundsTheDistanceToTheOptimum() {
    SimulationSource source = new SimulationSource(2);
    Graph graph = Noise.threeComponents();
    for (int order = 0; order <= 2; order++) {
      DifferenceOperator operator = new DifferenceOperator(graph, order);
      double[] noisy = Noise.added(new double[17], 2, source);
      double[] optimum = coordinateAscent(differences(graph, order), noisy, 0.8);
      double[] y = new double[17];
      double[] best = new double[17];
      for (int place = 0; place < 17; place++) {
        y[place] = noisy[operator.node(place)];
        best[place] = optimum[operator.node(place)];
      }
      TrendFilterSolver solver = new TrendFilterSolver(operator, y);
      for (double tolerance : new double[] {1, 0.1, 1e-3, 1e-6, 1e-9}) {
        double gap = solver.solve(0.8, tolerance, 20_000);
        assertTrue(gap >= 0 && gap <= tolerance);
        assertTrue(Noise.squaredError(solver.values(), best) <= 2 * gap + 1e-9);
      }
    }
  }

  @Test
  void factorsSolveTheirEquations() {
    SimulationSource source = new SimulationSource(3);
    Graph graph = Noise.threeComponents();
    for (int order = 0; order <= 2; order++) {
      DifferenceOperator operator = new DifferenceOperator(graph, order);
      double[] x = Noise.added(new double[17], 1, source);
      double[] sum = x.clone();
      double[] rows = new double[operator.rows()];
      double[] back = new double[17];
      operator.apply(x, rows);
      operator.applyTransposed(rows, back);
      for (int i = 0; i < 17; i++) {
        sum[i] += 0.25 * back[i];
      }
      operator.solve(-2, sum);
      assertArrayEquals(x, sum, 1e-12);
    }
  }

  /** The divergence is the dimension of what O takes to 0 in all rows that do not jump. */
  @Test
  void degreesOfFreedomAreTheNullity() {
    SimulationSource source = new SimulationSource(9);
    Graph graph = Noise.threeComponents();
    for (int order = 0; order <= 2; order++) {
      TrendFilter filter = new TrendFilter(graph, order, OptionalDouble.empty());
      DifferenceOperator places = new DifferenceOperator(graph, order);
      double[][] operator = differences(graph, order);
      int sum = 0;
      for (int trial = 0; trial < 200; trial++) {
        boolean[] jumps = new boolean[operator.length];
        double[][] still = new double[operator.length][17];
        for (int row = 0; row < operator.length; row++) {
          jumps[row] = source.uniform(10) < trial % 10;
          if (!jumps[row]) {
            // Order 1 has a row for each node, in the order of elimination.
            still[row] = operator[order == 1 ? places.node(row) : row];
          }
        }
        int rank = MatrixFeatures_DDRM.rank(new DMatrixRMaj(still));
        assertEquals(17 - rank, filter.freedom(jumps));
        sum += filter.freedom(jumps);
      }
      assertTrue(sum > 200 * 3, "more than the constants");
    }
  }

  @Test
  void theRiskOfAGivenLambdaIsUnbiased() {
    for (int order = 0; order <= 2; order++) {
      assertTrue(bias(order, 0) < 4.9, "order " + order);
      // The wrong twin counts one of the components' constants once more.
      assertTrue(bias(order, 1) > 4.9, "order " + order);
    }
  }

  /** How many standard errors the mean of risk − error is from 0. */
  private static double bias(int order, int miscounted) {
    Denoiser filter =
        Noise.on(
            Noise.threeComponents(),
            "trend-filter(order=" + order + ",lambda=" + (order == 0 ? 0.7 : 0.4) + ")");
    double[] truth = new double[17];
    for (int i = 0; i < 17; i++) {
      truth[i] = i % 4 < 2 && i < 12 ? 3 : i < 12 ? 0 : 2 * (i - 12);
    }
    double sigma = 1.5;
    SimulationSource source = new SimulationSource(4);
    Noise.Mean excess = new Noise.Mean();
    for (int trial = 0; trial < 1500; trial++) {
      double[] noisy = Noise.added(truth, sigma, source);
      Denoised denoised = filter.denoise(noisy, sigma);
      excess.add(
          denoised.risk()
              + 2 * sigma * sigma * miscounted
              - Noise.squaredError(denoised.values(), truth));
    }
    return excess.distance(0);
  }

  @Test
  void lambdaGrowsWhereNothingIsToBeSeen() {
    Graph grid = Noise.grid(15, 15);
    double[] noisy = Noise.added(new double[225], 1, new SimulationSource(5));
    for (int order = 0; order <= 2; order++) {
      Denoised denoised = Noise.on(grid, "trend-filter(order=" + order + ")").denoise(noisy, 1);
      assertTrue(
          Noise.squaredError(denoised.values(), new double[225]) / 225 < 0.05, denoised.setting());
    }
  }

  /** Stein's estimate rises before the two fuse, from 2 at 0 to 2.5, and is 0.5 − 2 + 2 then. */
  @Test
  void thePathDoesNotEndAtTheFirstRise() {
    Denoised fused = Noise.on(PAIR, "trend-filter(order=0)").denoise(new double[] {0, 1}, 1);
    assertArrayEquals(new double[] {0.5, 0.5}, fused.values(), EXACT);
    assertEquals(0.5, fused.risk(), 0.01);
  }

  @Test
  void aVectorWithoutStructureIsLeftAlone() {
    double[] noisy = Noise.added(new double[400], 1000, new SimulationSource(8));
    for (int order = 0; order <= 2; order++) {
      Denoised same =
          Noise.on(Noise.grid(20, 20), "trend-filter(order=" + order + ")").denoise(noisy, 1);
      assertArrayEquals(noisy, same.values());
      assertEquals(400, same.risk());
      assertEquals("lambda = 0 by SURE", same.setting());
    }
  }

  @Test
  void largeNumbersAreFarFromTheNoise() {
    Graph grid = Noise.grid(6, 6);
    double[] noisy = Noise.added(new double[36], 1, new SimulationSource(6));
    noisy[7] += 1e5;
    double[] values = Noise.on(grid, "trend-filter(order=0)").denoise(noisy, 1).values();
    assertEquals(1e5, values[7], 30);
    assertEquals(0, values[35], 5);
  }

  @Test
  void aGapThatIsLeftIsSaid() {
    double[] noisy = new double[400];
    for (int i = 0; i < 400; i++) {
      noisy[i] = 10 * Math.sin(i * 0.015);
    }
    noisy = Noise.added(noisy, 1, new SimulationSource(1));
    Graph path = Noise.grid(1, 400);
    String hard = Noise.on(path, "trend-filter(order=2,lambda=10000)").denoise(noisy, 1).setting();
    assertTrue(hard.matches("optimal to 0\\.000\\d+ sigma² a number"), hard);
    assertEquals("", Noise.on(path, "trend-filter(order=2,lambda=1)").denoise(noisy, 1).setting());
  }

  @Test
  void weightsTooFarApartAreRefused() {
    Graph graph =
        Graph.of(4, new int[] {0, 1, 2}, new int[] {1, 2, 3}, new double[] {1, 1e-9, 1e-9});
    Noise.on(graph, "trend-filter(order=2)");
    int[] from = new int[30];
    int[] to = new int[30];
    double[] weights = new double[30];
    for (int e = 0; e < 30; e++) {
      from[e] = e;
      to[e] = e + 1;
      weights[e] = e == 0 ? 1000 : 1;
    }
    Graph steep = Graph.of(31, from, to, weights);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Noise.on(steep, "trend-filter(order=2)"));
    assertEquals(
        "the squares of a node's weights, relative to the mean weight, must sum to at most 500 for"
            + " order=2. Provided: a node with 850; cap the weights or take a lower order.",
        refusal.getMessage());
    Noise.on(steep, "trend-filter(order=1)");
  }

  @Test
  void oneFilterServesTwoThreads() throws Exception {
    SimulationSource source = new SimulationSource(7);
    List<double[]> vectors = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      vectors.add(Noise.added(new double[100], 1 + i, source));
    }
    Graph grid = Noise.grid(10, 10);
    Denoiser shared = Noise.on(grid, "trend-filter(order=1)");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Denoised>> seen = new ArrayList<>();
      for (double[] vector : vectors) {
        seen.add(threads.submit(() -> shared.denoise(vector, 1)));
      }
      for (int i = 0; i < vectors.size(); i++) {
        Denoised alone = Noise.on(grid, "trend-filter(order=1)").denoise(vectors.get(i), 1);
        assertArrayEquals(alone.values(), seen.get(i).get().values());
        assertEquals(alone.risk(), seen.get(i).get().risk());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Δ^(order + 1) as a dense matrix over the nodes, by its definition. */
  private static double[][] differences(Graph graph, int order) {
    int n = graph.nodes();
    double mean = 0;
    for (int e = 0; e < graph.edges(); e++) {
      mean += graph.weight(e) / graph.edges();
    }
    double[][] incidence = new double[graph.edges()][n];
    for (int e = 0; e < graph.edges(); e++) {
      incidence[e][graph.from(e)] = graph.weight(e) / mean;
      incidence[e][graph.to(e)] = -graph.weight(e) / mean;
    }
    double[][] laplacian = product(transposed(incidence, n), incidence, n);
    return switch (order) {
      case 0 -> incidence;
      case 1 -> laplacian;
      default -> product(incidence, laplacian, n);
    };
  }

  private static double[][] transposed(double[][] a, int columns) {
    double[][] result = new double[columns][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  private static double[][] product(double[][] a, double[][] b, int columns) {
    double[][] result = new double[a.length][columns];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < columns; j++) {
          result[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return result;
  }

  /** b = y − Oᵀw for the w in the box of lambda that makes |y − Oᵀw| least, one w_i at a time. */
  private static double[] coordinateAscent(double[][] operator, double[] y, double lambda) {
    double[] b = y.clone();
    double[] w = new double[operator.length];
    double moved = 1;
    for (int sweep = 0; sweep < 200_000 && moved > 1e-12; sweep++) {
      moved = 0;
      for (int i = 0; i < w.length; i++) {
        double slope = 0;
        double square = 0;
        for (int v = 0; v < b.length; v++) {
          slope += operator[i][v] * b[v];
          square += operator[i][v] * operator[i][v];
        }
        if (square == 0) {
          continue; // an isolated node
        }
        double next = Math.max(-lambda, Math.min(lambda, w[i] + slope / square));
        for (int v = 0; v < b.length; v++) {
          b[v] -= operator[i][v] * (next - w[i]);
        }
        moved = Math.max(moved, Math.abs(next - w[i]));
        w[i] = next;
      }
    }
    return b;
  }
}
