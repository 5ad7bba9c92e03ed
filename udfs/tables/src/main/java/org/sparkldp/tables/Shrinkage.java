package org.sparkldp.tables;

import org.sparkldp.protocols.statistics.Dense;

/**
 * Takes the known noise out of the difference between an asked table and the model. The difference
 * is read as a matrix; each of its singular values is shrunk as is best for white noise, and those
 * that noise alone would have become 0, so that a few strong patterns stay and nothing else.
 *
 * <p>Source: Gavish &amp; Donoho, "Optimal shrinkage of singular values", IEEE Trans. Information
 * Theory 63(4), 2017. The edge is raised by the width with which the largest singular value of
 * small matrices of noise varies.
 */
final class Shrinkage {
  /** The most rows of a matrix; a larger table is one row, and shrunk as a whole. */
  private static final int MAX_ROWS = 64;

  private Shrinkage() {}

  /**
   * The difference without its noise.
   *
   * @param sizes levels of the table's attributes
   * @param variance of the noise in a cell
   */
  static double[] shrunk(double[] difference, int[] sizes, double variance) {
    int rows = sizes[0];
    for (int i = 1;
        i < sizes.length - 1 && rows * sizes[i] <= difference.length / (rows * sizes[i]);
        i++) {
      rows *= sizes[i];
    }
    if (Math.min(rows, difference.length / rows) > MAX_ROWS) {
      rows = 1; // one singular value: the factor of James and Stein
    }
    int columns = difference.length / rows;
    boolean isWide = rows <= columns;
    double[][] matrix = new double[Math.min(rows, columns)][Math.max(rows, columns)];
    for (int i = 0; i < difference.length; i++) {
      int row = i / columns;
      int column = i % columns;
      matrix[isWide ? row : column][isWide ? column : row] = difference[i];
    }
    double[][] kept = bySingularValues(matrix, variance);
    double[] shrunk = new double[difference.length];
    for (int i = 0; i < difference.length; i++) {
      int row = i / columns;
      int column = i % columns;
      shrunk[i] = kept[isWide ? row : column][isWide ? column : row];
    }
    return shrunk;
  }

  private static double[][] bySingularValues(double[][] matrix, double variance) {
    int rows = matrix.length;
    double[][] gram = new double[rows][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        gram[i][j] = Dense.dot(matrix[i], matrix[j]);
      }
    }
    // The sums of rows and columns are known far better than cells: that many are free.
    double free = Math.max(1, matrix[0].length - 1);
    double ratio = Math.max(1, rows - 1) / free;
    double unit = free * variance * (1 + 1 / StrictMath.cbrt(free * free));
    double edge = (1 + Math.sqrt(ratio)) * (1 + Math.sqrt(ratio));
    Dense.Eigen eigen = Dense.eigen(gram);
    double[] factors = new double[rows];
    for (int i = 0; i < rows; i++) {
      double square = eigen.values()[i] / unit;
      double above = square - ratio - 1;
      factors[i] = square > edge ? Math.sqrt(Math.max(0, above * above - 4 * ratio)) / square : 0;
    }
    return Dense.times(eigen.with(factors), matrix);
  }
}
