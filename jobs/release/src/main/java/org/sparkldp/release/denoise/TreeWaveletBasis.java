package org.sparkldp.release.denoise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The orthonormal wavelet basis of a spanning forest (Sharpnack, Singh &amp; Krishnamurthy, AISTATS
 * 2013).
 *
 * <p>A tree is cut at its centroid v, the node without which no piece holds more than half of it; v
 * stays with the smallest piece. The pieces, by size, are halved as a list again and again until
 * each is alone, and every cut of a set of nodes into A and B gives the vector √(|A||B|/(|A| +
 * |B|)) (1_A/|A| − 1_B/|B|). Then each piece is cut in the same way. With the constant of each
 * component, 1/√(its size), these are n orthonormal vectors.
 *
 * <p>With D x the differences of a vector x along the edges of the forest, its coefficients W x
 * have |W x|₀ ≤ components + ⌈log₂ dmax⌉ ⌈log₂ n⌉ |D x|₀, dmax ≥ 2 the largest degree: an edge is
 * within the halves of at most ⌈log₂ dmax⌉ cuts of each of at most ⌈log₂ n⌉ trees.
 *
 * <p>All the cuts make one binary tree over the nodes (an unbalanced Haar tree), so both transforms
 * take time in the ratio of n: sums upwards, means downwards.
 */
final class TreeWaveletBasis {
  private final int n;
  private final int cuts;
  // Halves of cut i: another cut j > i as j, a single node v as ~v.
  private final int[] left;
  private final int[] right;
  private final int[] size;
  // The components in the order of their smallest nodes, written as halves are.
  private final int[] tops;

  private TreeWaveletBasis(BasisBuilder builder, int[] tops) {
    this.n = builder.n;
    this.cuts = builder.cuts;
    this.left = Arrays.copyOf(builder.left, cuts);
    this.right = Arrays.copyOf(builder.right, cuts);
    this.tops = tops;
    this.size = new int[cuts];
    for (int i = cuts - 1; i >= 0; i--) {
      size[i] = size(left[i]) + size(right[i]);
    }
  }

  /** The basis of a forest. */
  static TreeWaveletBasis of(int[] parent) {
    BasisBuilder builder = new BasisBuilder(parent);
    int[] tops = builder.build(parent);
    return new TreeWaveletBasis(builder, tops);
  }

  /** How many coefficients are differences; the rest, one for each component, are its constant. */
  int details() {
    return cuts;
  }

  /** W x: the differences, then the constants. */
  double[] analyse(double[] x) {
    double[] sums = new double[cuts];
    double[] coefficients = new double[n];
    for (int i = cuts - 1; i >= 0; i--) {
      double a = sum(left[i], x, sums);
      double b = sum(right[i], x, sums);
      sums[i] = a + b;
      coefficients[i] = norm(i) * (a / size(left[i]) - b / size(right[i]));
    }
    for (int t = 0; t < tops.length; t++) {
      coefficients[cuts + t] = sum(tops[t], x, sums) / Math.sqrt(size(tops[t]));
    }
    return coefficients;
  }

  /** Wᵀ a, the vector with these coefficients. */
  double[] synthesise(double[] coefficients) {
    double[] means = new double[cuts];
    double[] x = new double[n];
    for (int t = 0; t < tops.length; t++) {
      put(tops[t], coefficients[cuts + t] / Math.sqrt(size(tops[t])), x, means);
    }
    for (int i = 0; i < cuts; i++) {
      double step = norm(i) * coefficients[i];
      put(left[i], means[i] + step / size(left[i]), x, means);
      put(right[i], means[i] - step / size(right[i]), x, means);
    }
    return x;
  }

  private double norm(int cut) {
    return Math.sqrt((double) size(left[cut]) * size(right[cut]) / size[cut]);
  }

  private int size(int half) {
    return half < 0 ? 1 : size[half];
  }

  private static double sum(int half, double[] x, double[] sums) {
    return half < 0 ? x[~half] : sums[half];
  }

  private static void put(int half, double mean, double[] x, double[] means) {
    if (half < 0) {
      x[~half] = mean;
    } else {
      means[half] = mean;
    }
  }

  /** A connected part of the forest: its cut and one of its nodes. */
  private record Piece(int cut, int node) {}

  private static final class BasisBuilder {
    final int n;
    final int[] left;
    final int[] right;
    int cuts;
    private final List<List<Integer>> neighbours = new ArrayList<>();
    private final Deque<Piece> waiting = new ArrayDeque<>();
    // Of the current piece: its nodes from a root outwards, their parents, nodes below each.
    private final int[] order;
    private final int[] up;
    private final int[] below;

    BasisBuilder(int[] parent) {
      n = parent.length;
      left = new int[n];
      right = new int[n];
      order = new int[n];
      up = new int[n];
      below = new int[n];
      for (int v = 0; v < n; v++) {
        neighbours.add(new ArrayList<>());
      }
      for (int v = 0; v < n; v++) {
        if (parent[v] >= 0) {
          neighbours.get(v).add(parent[v]);
          neighbours.get(parent[v]).add(v);
        }
      }
    }

    int[] build(int[] parent) {
      List<Integer> tops = new ArrayList<>();
      for (int v = 0; v < n; v++) {
        if (parent[v] < 0) {
          tops.add(neighbours.get(v).isEmpty() ? ~v : whole(v));
        }
      }
      while (!waiting.isEmpty()) {
        Piece piece = waiting.remove();
        split(piece.cut(), cutOff(piece.node()));
      }
      return tops.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The cut, yet to be made, of the tree that a node is in. */
    private int whole(int node) {
      waiting.add(new Piece(cuts, node));
      return cuts++;
    }

    /** Cuts the tree at its centroid; gives a node of each piece, the smallest piece first. */
    private List<Integer> cutOff(int root) {
      int centroid = centroid(root);
      explore(centroid);
      List<Integer> pieces = new ArrayList<>(neighbours.get(centroid));
      pieces.sort(Comparator.comparingInt((Integer v) -> below[v]).thenComparingInt(v -> v));
      if (pieces.size() == 1) { // two nodes
        sever(centroid, pieces.get(0));
        pieces.add(centroid);
      } else {
        pieces.subList(1, pieces.size()).forEach(piece -> sever(centroid, piece));
      }
      return pieces;
    }

    private int centroid(int root) {
      int count = explore(root);
      int centroid = root;
      for (int i = 0; i < count; i++) {
        // The last node in the order that has half of the tree at or below it.
        if (2 * below[order[i]] >= count) {
          centroid = order[i];
        }
      }
      return centroid;
    }

    private int explore(int root) {
      order[0] = root;
      up[root] = -1;
      int count = 1;
      for (int head = 0; head < count; head++) {
        int node = order[head];
        below[node] = 1;
        for (int other : neighbours.get(node)) {
          if (other != up[node]) {
            up[other] = node;
            order[count++] = other;
          }
        }
      }
      for (int i = count - 1; i > 0; i--) {
        below[up[order[i]]] += below[order[i]];
      }
      return count;
    }

    private void sever(int v, int w) {
      neighbours.get(v).remove((Integer) w);
      neighbours.get(w).remove((Integer) v);
    }

    /** Halves a list of at least two pieces. */
    private void split(int cut, List<Integer> pieces) {
      int middle = pieces.size() / 2;
      left[cut] = half(pieces.subList(0, middle));
      right[cut] = half(pieces.subList(middle, pieces.size()));
    }

    private int half(List<Integer> pieces) {
      if (pieces.size() > 1) {
        int cut = cuts++;
        split(cut, pieces);
        return cut;
      }
      int node = pieces.get(0);
      return neighbours.get(node).isEmpty() ? ~node : whole(node);
    }
  }
}
