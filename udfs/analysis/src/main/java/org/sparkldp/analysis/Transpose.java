package org.sparkldp.analysis;

/** Turns row-after-row matrices, in tiles that stay in a cache. */
final class Transpose {
  private static final int TILE = 32;

  private Transpose() {}

  /**
   * The transpose of a rows × columns matrix.
   *
   * @return columns × rows
   */
  static double[] of(double[] matrix, int rows, int columns) {
    double[] transposed = new double[rows * columns];
    for (int top = 0; top < rows; top += TILE) {
      for (int left = 0; left < columns; left += TILE) {
        for (int i = top; i < Math.min(rows, top + TILE); i++) {
          for (int j = left; j < Math.min(columns, left + TILE); j++) {
            transposed[j * rows + i] = matrix[i * columns + j];
          }
        }
      }
    }
    return transposed;
  }
}
