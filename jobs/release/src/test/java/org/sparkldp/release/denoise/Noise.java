package org.sparkldp.release.denoise;

import java.util.Optional;
import org.sparkldp.protocols.random.RandomSource;

/** What the tests of denoisers share: noise, graphs, sums. */
final class Noise {
  private Noise() {}

  static double uniform(RandomSource source) {
    return ((source.nextLong() >>> 11) + 0.5) * 0x1p-53;
  }

  /** Standard normal, by Box and Muller. */
  static double normal(RandomSource source) {
    return Math.sqrt(-2 * Math.log(uniform(source))) * Math.cos(2 * Math.PI * uniform(source));
  }

  static double[] added(double[] truth, double sigma, RandomSource source) {
    double[] noisy = truth.clone();
    for (int i = 0; i < noisy.length; i++) {
      noisy[i] += sigma * normal(source);
    }
    return noisy;
  }

  static double squaredError(double[] values, double[] truth) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      sum += (values[i] - truth[i]) * (values[i] - truth[i]);
    }
    return sum;
  }

  static Denoiser plain(String spec) {
    return Denoisers.of(spec, Optional.empty());
  }

  static Denoiser on(Graph graph, String spec) {
    return Denoisers.of(spec, Optional.of(graph));
  }

  /** Edges as pairs of ends. */
  static Graph graph(int nodes, int[]... edges) {
    int[] from = new int[edges.length];
    int[] to = new int[edges.length];
    for (int e = 0; e < edges.length; e++) {
      from[e] = edges[e][0];
      to[e] = edges[e][1];
    }
    return Graph.of(nodes, from, to);
  }

  /** Node r · columns + c is joined to its right and its lower neighbour. */
  static Graph grid(int rows, int columns) {
    int[][] edges = new int[2 * rows * columns - rows - columns][];
    int e = 0;
    for (int node = 0; node < rows * columns; node++) {
      if (node % columns + 1 < columns) {
        edges[e++] = new int[] {node, node + 1};
      }
      if (node + columns < rows * columns) {
        edges[e++] = new int[] {node, node + columns};
      }
    }
    return graph(rows * columns, edges);
  }

  /** A 3 × 4 grid with weights around 1, a path of four nodes and an isolated node. */
  static Graph threeComponents() {
    Graph grid = grid(3, 4);
    int m = grid.edges();
    int[] from = new int[m + 3];
    int[] to = new int[m + 3];
    double[] weights = new double[m + 3];
    for (int e = 0; e < m; e++) {
      from[e] = grid.from(e);
      to[e] = grid.to(e);
      weights[e] = 0.5 + (e * 7 % 10) / 10.0;
    }
    for (int i = 0; i < 3; i++) {
      from[m + i] = 13 + i;
      to[m + i] = 12 + i;
      weights[m + i] = 1;
    }
    return Graph.of(17, from, to, weights);
  }

  /** The mean and standard error of a sample. */
  static final class Mean {
    private double sum;
    private double squares;
    private int count;

    void add(double value) {
      sum += value;
      squares += value * value;
      count++;
    }

    double mean() {
      return sum / count;
    }

    double error() {
      return Math.sqrt((squares / count - mean() * mean()) / count);
    }

    /** Standard errors from a value: beyond 4.9 once in a million. */
    double distance(double expected) {
      return Math.abs(mean() - expected) / error();
    }
  }
}
