package org.sparkldp.protocols.regression;

import java.util.Arrays;

/**
 * The centre and the width of each feature, as far as the rounds so far show: a window that moves
 * and shrinks from round to round. Immutable.
 *
 * <p>A window shrinks only as far as an upper bound of the feature's standard deviation allows. A
 * feature that does not fill the last window gets the first one back: it may be rare as well as
 * narrow, and nobody knows which.
 *
 * @param centre of each window
 * @param scale half of its width
 * @param least no window becomes narrower, by what a round has seen
 * @param seen 1 where the feature fills the last window, else 0
 */
record Spread(double[] centre, double[] scale, double[] least, double[] seen) {

  /** Half widths of a window in standard deviations. */
  private static final double DEVIATIONS = 2;

  /** A window shrinks to a fifth at most. */
  private static final double SMALLEST_STEP = 0.2;

  /** Errors that a square's upper bound adds, and its lower bound takes off. */
  private static final double ABOVE = 1.5;

  private static final double BELOW = 2;

  /** The mean square in a window that a feature fills. */
  private static final double FILLED = 0.1;

  static Spread start(int p, double radius) {
    double[] scale = new double[p];
    Arrays.fill(scale, radius);
    return new Spread(new double[p], scale, new double[p], new double[p]);
  }

  /** Length of the longest {@link #statistic}. */
  static double longest(int p) {
    return Math.sqrt(p / 2.0);
  }

  /** A feature in its window, from −1 to 1. */
  double[] inWindow(double[] features) {
    double[] inside = new double[features.length];
    Arrays.setAll(inside, j -> Math.max(-1, Math.min(1, (features[j] - centre[j]) / scale[j])));
    return inside;
  }

  /** Half of each feature in its window, and its square less ½: a norm of √(p/2) at most. */
  double[] statistic(double[] features) {
    double[] inside = inWindow(features);
    int p = inside.length;
    double[] statistic = new double[2 * p];
    for (int j = 0; j < p; j++) {
      statistic[j] = inside[j] / 2;
      statistic[p + j] = inside[j] * inside[j] - 0.5;
    }
    return statistic;
  }

  /**
   * The next windows.
   *
   * @param mean of people's statistics
   * @param error standard deviation of each of its entries
   * @param isCentred whether windows may move
   */
  Spread after(double[] mean, double error, boolean isCentred) {
    int p = scale.length;
    double[] to = centre.clone();
    double[] size = scale.clone();
    double[] floor = least.clone();
    double[] found = new double[p];
    for (int j = 0; j < p; j++) {
      double middle = Math.max(-1, Math.min(1, 2 * mean[j]));
      middle = isCentred && Math.abs(middle) > 2 * error ? middle : 0;
      double square = Math.max(0, Math.min(1, mean[p + j] + 0.5)) - middle * middle;
      square = Math.max(0, square);
      double sure = Math.max(0, square - BELOW * error);
      floor[j] = Math.max(floor[j], DEVIATIONS * scale[j] * Math.sqrt(sure));
      found[j] = square - error > FILLED ? 1 : 0;
      to[j] += scale[j] * middle;
      size[j] *=
          Math.max(SMALLEST_STEP, Math.min(1, DEVIATIONS * Math.sqrt(square + ABOVE * error)));
    }
    return new Spread(to, size, floor, found);
  }

  /** The windows to keep. */
  Spread settled(double radius) {
    double[] size = new double[scale.length];
    Arrays.setAll(
        size,
        j -> {
          double kept = Math.max(scale[j], least[j]);
          return seen[j] > 0 || kept > radius / 2 ? kept : radius;
        });
    return new Spread(centre, size, least, seen);
  }
}
