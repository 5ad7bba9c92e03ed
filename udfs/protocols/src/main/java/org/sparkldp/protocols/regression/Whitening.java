package org.sparkldp.protocols.regression;

import java.util.Arrays;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.statistics.Dense.Eigen;

/**
 * The linear map after which features are about uncorrelated, of variance about 1, as far as
 * private second moments show. Where they show nothing the map stays short, so that no noise is
 * blown up.
 *
 * @param map from centred features
 * @param spread the covariance after it, by its square root: below the identity where the map stays
 *     short
 * @param error how wrong a second moment after it may be, as a share of 1
 */
record Whitening(double[][] map, double[][] spread, double error) {

  /** Longest vector of features in their windows, over √p. */
  private static final double LENGTH = 0.5;

  /** A variance below so many errors is taken to be that many. */
  private static final double LEAST = 2;

  /**
   * A standard deviation below that share of its window is taken to be it: a feature that is rare
   * rather than narrow would be clipped, and its curvature not seen.
   */
  private static final double NARROWEST = 0.45;

  /** Squares of covariances above so many times their chance are no chance. */
  private static final double CHANCE = 3;

  private static final double FLOOR = 0.02;
  private static final double LEAST_SPREAD = 0.05;

  /** Length of the longest {@link #statistic}. */
  static double longest(int p) {
    return LENGTH * LENGTH * p;
  }

  /** The second moments of one person's features in their windows. */
  static double[] statistic(double[] inWindow) {
    return Dense.packed(Dense.clipped(inWindow, LENGTH * Math.sqrt(inWindow.length)), 1);
  }

  /**
   * The map for those moments.
   *
   * @param moments in the windows
   * @param tau standard deviation of a moment's error
   * @param scale half widths of the windows
   */
  static Whitening of(double[][] moments, double tau, double[] scale) {
    int p = scale.length;
    double[] variances = new double[p];
    Arrays.setAll(variances, j -> moments[j][j]);
    double error = shrink(variances, tau);
    double[] deviations =
        Arrays.stream(variances)
            .map(x -> Math.max(NARROWEST, Math.sqrt(Math.max(x, LEAST * tau))))
            .toArray();
    double kept = kept(moments, tau);
    double[][] correlations = new double[p][p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        double entry = i == j ? variances[i] : kept * moments[i][j];
        correlations[i][j] = entry / deviations[i] / deviations[j];
      }
    }
    Eigen eigen = Dense.eigen(correlations);
    double average = Arrays.stream(deviations).map(x -> 1 / (x * x)).average().orElseThrow();
    double floor = Math.max(FLOOR, Math.min(1, kept * tau * Math.sqrt(p) * average));
    double[] values = eigen.atLeast(floor);
    double[][] map = eigen.with(Arrays.stream(values).map(x -> 1 / Math.sqrt(x)).toArray());
    double squares = 0;
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        map[i][j] /= deviations[j];
        squares += map[i][j] * map[i][j];
        map[i][j] /= scale[j];
      }
    }
    double[] spread = new double[p];
    Arrays.setAll(
        spread, k -> Math.sqrt(Math.max(LEAST_SPREAD, Math.min(1, eigen.values()[k] / values[k]))));
    return new Whitening(map, eigen.with(spread), error * squares / p);
  }

  /** Draws variances together as far as chance explains how they differ; gives what error stays. */
  private static double shrink(double[] variances, double tau) {
    int p = variances.length;
    double mean = Arrays.stream(variances).average().orElseThrow();
    double squares = Arrays.stream(variances).map(x -> (x - mean) * (x - mean)).sum();
    double between = Math.max(0, squares / Math.max(1, p - 1) - tau * tau);
    double weight = between / (between + tau * tau);
    if (p == 1 || weight > 0.5) {
      return tau;
    }
    Arrays.setAll(variances, j -> mean + weight * (variances[j] - mean));
    return tau * Math.sqrt(weight + (1 - weight) / p + 0.04);
  }

  /** What part of covariances is kept. */
  private static double kept(double[][] moments, double tau) {
    int p = moments.length;
    double squares = 0;
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < i; j++) {
        squares += moments[i][j] * moments[i][j];
      }
    }
    double mean = p > 1 ? squares / (p * (p - 1) / 2.0) : 0;
    double chance = tau * tau / 2;
    return mean > CHANCE * chance ? 1 - chance / mean : 0;
  }
}
