package org.sparkldp.release.denoise;

import java.util.Arrays;
import java.util.PriorityQueue;
import org.ejml.data.DMatrixSparseCSC;

/**
 * An order of elimination that keeps the Cholesky factor of a sparse symmetric matrix sparse: the
 * unknown with the fewest neighbours first (Tinney &amp; Walker 1967). EJML offers no order of its
 * own but the given and random ones. The neighbours are kept explicitly, sorted, which is simple
 * and takes about as long as the factorisation itself.
 */
final class MinimumDegree {
  private MinimumDegree() {}

  /** The unknowns in their order, for a matrix with all entries of its symmetric pattern. */
  static int[] order(DMatrixSparseCSC pattern) {
    int n = pattern.numCols;
    int[][] neighbours = new int[n][];
    PriorityQueue<Long> queue = new PriorityQueue<>();
    for (int v = 0; v < n; v++) {
      int self = v;
      neighbours[v] =
          Arrays.stream(pattern.nz_rows, pattern.col_idx[v], pattern.col_idx[v + 1])
              .filter(w -> w != self)
              .sorted()
              .toArray();
      queue.add(key(v, neighbours, n));
    }
    int[] order = new int[n];
    for (int done = 0; done < n; ) {
      long least = queue.remove();
      int v = (int) (least % n);
      if (neighbours[v] == null || least != key(v, neighbours, n)) {
        continue; // eliminated, or of another degree by now
      }
      order[done++] = v;
      int[] clique = neighbours[v];
      neighbours[v] = null;
      for (int w : clique) {
        neighbours[w] = union(neighbours[w], clique, v, w);
        queue.add(key(w, neighbours, n));
      }
    }
    return order;
  }

  private static long key(int v, int[][] neighbours, int n) {
    return (long) neighbours[v].length * n + v;
  }

  /** Two sorted arrays in one, without two numbers. */
  private static int[] union(int[] a, int[] b, int without, int nor) {
    int[] all = new int[a.length + b.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      int next = j == b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      if (next != without && next != nor) {
        all[count++] = next;
      }
    }
    return Arrays.copyOf(all, count);
  }
}
