package org.sparkldp.release.denoise;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.DMatrixSparseTriplet;
import org.ejml.ops.DConvertMatrixStruct;
import org.ejml.sparse.csc.CommonOps_DSCC;
import org.ejml.sparse.csc.decomposition.chol.CholeskyUpLooking_DSCC;
import org.ejml.sparse.csc.misc.TriangularSolver_DSCC;
import org.ejml.sparse.csc.mult.MatrixVectorMult_DSCC;
import org.sparkldp.protocols.check.Require;

/**
 * O, the differences of order k + 1 over a graph (Wang, Sharpnack, Smola &amp; Tibshirani 2016): D
 * for k = 0, Dᵀ D = L for k = 1, D L for k = 2. D has one row for each edge, with +weight and
 * −weight at its ends, the weights divided by their mean, so that only their ratios matter. OᵀO =
 * L^(k+1).
 *
 * <p>Vectors over the nodes are in the order of elimination of I + rho L^(k+1), so that its factors
 * are sparse and are used as they are. Factors are kept, for all vectors and threads: rho is 2 to a
 * whole power, of which some ten occur. On a street grid of 4,000 junctions a factor takes half a
 * megabyte to three.
 */
final class DifferenceOperator {
  /**
   * Of OᵀO and of rho OᵀO. A factor's relative error of some 1e-16 is then small against the
   * identity beside them, too.
   */
  private static final double LARGEST_EIGENVALUE = 1e9;

  private static final double LARGEST_TERM = 1e11;

  private final int[] order;
  private final DMatrixSparseCSC operator;
  private final DMatrixSparseCSC gram;
  private final int largestExponent;
  private final Map<Integer, DMatrixSparseCSC> factors = new ConcurrentHashMap<>();

  DifferenceOperator(Graph graph, int k) {
    int n = graph.nodes();
    int[] position = new int[n];
    for (int v = 0; v < n; v++) {
      position[v] = v;
    }
    this.order = MinimumDegree.order(power(laplacian(incidence(graph, position)), k + 1));
    for (int i = 0; i < n; i++) {
      position[order[i]] = i;
    }
    DMatrixSparseCSC differences = incidence(graph, position);
    DMatrixSparseCSC laplacian = laplacian(differences);
    this.largestExponent = Math.getExponent(LARGEST_TERM / largestEigenvalue(laplacian, k));
    this.gram = power(laplacian, k + 1);
    this.operator =
        switch (k) {
          case 0 -> differences;
          case 1 -> laplacian;
          default -> CommonOps_DSCC.mult(differences, laplacian, null);
        };
  }

  private static DMatrixSparseCSC incidence(Graph graph, int[] position) {
    double mean = 0;
    for (int e = 0; e < graph.edges(); e++) {
      mean += graph.weight(e) / graph.edges();
    }
    DMatrixSparseTriplet entries =
        new DMatrixSparseTriplet(graph.edges(), graph.nodes(), 2 * graph.edges());
    for (int e = 0; e < graph.edges(); e++) {
      entries.addItem(e, position[graph.from(e)], graph.weight(e) / mean);
      entries.addItem(e, position[graph.to(e)], -graph.weight(e) / mean);
    }
    return DConvertMatrixStruct.convert(entries, (DMatrixSparseCSC) null);
  }

  private static DMatrixSparseCSC laplacian(DMatrixSparseCSC differences) {
    DMatrixSparseCSC transposed = CommonOps_DSCC.transpose(differences, null, null);
    return CommonOps_DSCC.mult(transposed, differences, null);
  }

  private static DMatrixSparseCSC power(DMatrixSparseCSC matrix, int exponent) {
    DMatrixSparseCSC product = matrix;
    for (int i = 1; i < exponent; i++) {
      product = CommonOps_DSCC.mult(product, matrix, null);
    }
    return product;
  }

  /** A bound: the largest eigenvalue of L is at most twice its largest diagonal entry. */
  private static double largestEigenvalue(DMatrixSparseCSC laplacian, int k) {
    double most = 0;
    for (int v = 0; v < laplacian.numCols; v++) {
      most = Math.max(most, laplacian.get(v, v));
    }
    double bound = Math.pow(2 * most, k + 1);
    if (bound > LARGEST_EIGENVALUE) {
      throw Require.refusal(
          "the squares of a node's weights, relative to the mean weight, must sum to at most %s for"
              + " order=%s. Provided: a node with %s; cap the weights or take a lower order.",
          Choices.digits(Math.pow(LARGEST_EIGENVALUE, 1.0 / (k + 1)) / 2), k, Choices.digits(most));
    }
    return Math.max(1, bound);
  }

  /** The largest rho to be used is 2 to this power. */
  int largestExponent() {
    return largestExponent;
  }

  int rows() {
    return operator.numRows;
  }

  /** The node that is at each place of a vector. */
  int node(int place) {
    return order[place];
  }

  /** O x. */
  void apply(double[] x, double[] result) {
    MatrixVectorMult_DSCC.mult(operator, x, 0, result, 0);
  }

  /** Oᵀ w. */
  void applyTransposed(double[] w, double[] result) {
    MatrixVectorMult_DSCC.mult(w, 0, operator, result, 0);
  }

  /** Puts (I + 2^exponent OᵀO)⁻¹ x in the place of x. */
  void solve(int exponent, double[] x) {
    DMatrixSparseCSC factor = factors.computeIfAbsent(exponent, this::factor);
    TriangularSolver_DSCC.solveL(factor, x);
    TriangularSolver_DSCC.solveTranL(factor, x);
  }

  private DMatrixSparseCSC factor(int exponent) {
    DMatrixSparseCSC identity = CommonOps_DSCC.identity(order.length);
    DMatrixSparseCSC sum =
        CommonOps_DSCC.add(1, identity, Math.scalb(1.0, exponent), gram, null, null, null);
    sum.sortIndices(null);
    CholeskyUpLooking_DSCC cholesky = new CholeskyUpLooking_DSCC();
    if (!cholesky.decompose(sum)) {
      throw new IllegalStateException("I + rho O'O is positive definite");
    }
    return cholesky.getL();
  }
}
