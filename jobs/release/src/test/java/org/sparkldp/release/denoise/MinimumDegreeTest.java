package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.sparse.csc.decomposition.chol.CholeskyUpLooking_DSCC;
import org.junit.jupiter.api.Test;

class MinimumDegreeTest {
  @Test
  void aStarIsEliminatedFromItsLeaves() {
    Graph star = Noise.graph(4, new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 3});
    int[] order = MinimumDegree.order(laplacian(star, identity(4)));
    assertArrayEquals(new int[] {1, 2}, Arrays.copyOf(order, 2));
  }

  @Test
  void theFactorOfAGridStaysSparse() {
    Graph grid = Noise.grid(30, 30);
    int[] order = MinimumDegree.order(laplacian(grid, identity(900)));
    assertArrayEquals(identity(900), Arrays.stream(order).sorted().toArray());
    int[] position = new int[900];
    for (int i = 0; i < 900; i++) {
      position[order[i]] = i;
    }
    int natural = factor(laplacian(grid, identity(900)));
    int ordered = factor(laplacian(grid, position));
    assertTrue(natural > 900 * 28, "a band of 30");
    assertTrue(ordered < 0.45 * natural, ordered + " against " + natural);
  }

  private static int[] identity(int n) {
    return IntStream.range(0, n).toArray();
  }

  /** I + L with the nodes at these positions. */
  private static DMatrixSparseCSC laplacian(Graph graph, int[] position) {
    int n = graph.nodes();
    DMatrixSparseCSC matrix = new DMatrixSparseCSC(n, n);
    for (int v = 0; v < n; v++) {
      matrix.set(position[v], position[v], 1 + graph.degree(v));
    }
    for (int e = 0; e < graph.edges(); e++) {
      matrix.set(position[graph.from(e)], position[graph.to(e)], -1);
      matrix.set(position[graph.to(e)], position[graph.from(e)], -1);
    }
    return matrix;
  }

  /** Entries of the Cholesky factor. */
  private static int factor(DMatrixSparseCSC matrix) {
    CholeskyUpLooking_DSCC cholesky = new CholeskyUpLooking_DSCC();
    assertTrue(cholesky.decompose(matrix));
    return cholesky.getL().nz_length;
  }
}
