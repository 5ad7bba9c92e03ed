package org.sparkldp.protocols.regression;

import java.util.Arrays;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.statistics.Dense.Eigen;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Public people who stand for the real ones' features: points without any label, whose moments are
 * those that were reported. They say how a mean gradient changes from parameters to parameters
 * close by; where gradients were asked they are not needed.
 */
final class Synthetic {
  private static final int PEOPLE = 1000;
  private static final int MORE_PEOPLE = 20;
  private static final long SEED = 20_261_122;

  /** Points lie within so many times √p. */
  private static final double REACH = 1.1;

  private static final int MATCHES = 8;
  private static final double LEAST_LEVEL = 0.6;
  private static final double LEAST_WEIGHT = 0.25;
  private static final double TINY = 1e-9;

  private final Model model;
  private final double[][] map;
  private final double[] shift;
  private final double level;
  private volatile double[][] points; // made at first use: who only reports needs none

  /**
   * People of an affine map.
   *
   * @param map from standard points to theirs
   * @param shift added to it
   * @param level what their mean gradients are multiplied by
   */
  Synthetic(Model model, double[][] map, double[] shift, double level) {
    this.model = model;
    this.map = map;
    this.shift = shift;
    this.level = level;
  }

  double[][] map() {
    return map;
  }

  double[] shift() {
    return shift;
  }

  double level() {
    return level;
  }

  /** Theirs, the constant 1 behind them where there is an intercept. */
  private double[][] points() {
    double[][] made = points;
    if (made == null) {
      made = placed();
      points = made;
    }
    return made;
  }

  private double[][] placed() {
    double[][] base = standard(model.p());
    double[][] points = new double[base.length][];
    for (int i = 0; i < base.length; i++) {
      double[] point = Arrays.copyOf(Dense.times(map, base[i]), model.width());
      for (int j = 0; j < shift.length; j++) {
        point[j] += shift[j];
      }
      if (model.intercept()) {
        point[model.p()] = 1;
      }
      points[i] = point;
    }
    return points;
  }

  /** Points of mean 0 and covariance 1 about the origin, on both sides of it alike. */
  private static double[][] standard(int p) {
    SimulationSource source = new SimulationSource(SEED);
    int half = (PEOPLE + MORE_PEOPLE * p) / 2;
    double[][] points = new double[2 * half][];
    double[][] covariance = new double[p][p];
    for (int i = 0; i < half; i++) {
      double[] normal = new double[p];
      Arrays.setAll(normal, j -> StandardNormal.pair(source)[0]);
      double[] point = Dense.clipped(normal, REACH * Math.sqrt(p));
      points[i] = point;
      for (int j = 0; j < p; j++) {
        for (int k = 0; k < p; k++) {
          covariance[j][k] += point[j] * point[k] / half;
        }
      }
    }
    Eigen eigen = Dense.eigen(covariance);
    double[][] white =
        eigen.with(Arrays.stream(eigen.values()).map(x -> 1 / Math.sqrt(x)).toArray());
    for (int i = 0; i < half; i++) {
      double[] point = Dense.times(white, points[i]);
      points[i] = point;
      points[half + i] = Arrays.stream(point).map(x -> -x).toArray();
    }
    return points;
  }

  /** The mean over them of x mean(theta · x): a mean gradient without the labels' part. */
  double[] means(double[] theta) {
    double[][] points = points();
    double[] sum = new double[theta.length];
    for (double[] point : points) {
      double mean = model.family().mean(Dense.dot(point, theta));
      for (int j = 0; j < sum.length; j++) {
        sum[j] += mean * point[j];
      }
    }
    return Arrays.stream(sum).map(x -> level * x / points.length).toArray();
  }

  /** Its derivative, which is symmetric. */
  double[][] slopes(double[] theta) {
    double[][] points = points();
    int d = theta.length;
    double[][] sum = new double[d][d];
    for (double[] point : points) {
      double slope = level * model.family().slope(Dense.dot(point, theta)) / points.length;
      for (int i = 0; i < d; i++) {
        double part = slope * point[i];
        for (int j = 0; j <= i; j++) {
          sum[i][j] += part * point[j];
        }
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        sum[j][i] = sum[i][j];
      }
    }
    return sum;
  }

  /** The root of the mean square of the linear predictor: how far it lies from 0. */
  double reach(double[] theta) {
    double[][] points = points();
    double squares = 0;
    for (double[] point : points) {
      double z = Dense.dot(point, theta);
      squares += z * z / points.length;
    }
    return Math.sqrt(squares);
  }

  /** The linear predictor's mean, and its standard deviation over people. */
  double[] spread(double[] theta) {
    double[][] points = points();
    double mean = 0;
    for (double[] point : points) {
      mean += Dense.dot(point, theta) / points.length;
    }
    double reach = reach(theta);
    return new double[] {mean, Math.sqrt(Math.max(0, reach * reach - mean * mean))};
  }

  /** The mean curvature over all directions. */
  double curvature(double[] theta) {
    return Dense.trace(slopes(theta)) / theta.length;
  }

  /**
   * People whose slopes at those parameters are about the target.
   *
   * @param floor least eigenvalue of the target that is believed
   */
  Synthetic matched(Model model, double[] theta, double[][] target, double floor) {
    int p = model.p();
    double[][] own = slopes(theta);
    double weight = weight(theta);
    double[] mean = new double[p];
    if (model.intercept()) {
      weight = Math.max(target[p][p], LEAST_WEIGHT * own[p][p]);
      double all = weight;
      Arrays.setAll(mean, j -> target[p][j] / all);
    }
    double[][] covariance = new double[p][p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        covariance[i][j] = target[i][j] / weight - mean[i] * mean[j];
      }
    }
    Eigen eigen = Dense.eigen(covariance);
    double[][] believed = eigen.with(eigen.atLeast(floor / weight));
    Synthetic people = this;
    for (int i = 0; i < MATCHES; i++) {
      people = people.moved(model, theta, mean, believed);
    }
    double ratio = Dense.trace(target) / Dense.trace(people.slopes(theta));
    return new Synthetic(
        model,
        people.map,
        people.shift,
        level * Math.max(LEAST_LEVEL, Math.min(1 / LEAST_LEVEL, ratio)));
  }

  /** The sum of the slopes of their means, over their number, times the level. */
  private double weight(double[] theta) {
    double[][] points = points();
    double sum = 0;
    for (double[] point : points) {
      sum += model.family().slope(Dense.dot(point, theta));
    }
    return level * sum / points.length;
  }

  /** One affine step to that weighted mean and covariance, exact if weights stayed as they are. */
  private Synthetic moved(Model model, double[] theta, double[] mean, double[][] covariance) {
    double[][] points = points();
    int p = model.p();
    double[] own = new double[p];
    double[][] second = new double[p][p];
    double all = 0;
    for (double[] point : points) {
      double weight = model.family().slope(Dense.dot(point, theta));
      all += weight;
      for (int i = 0; i < p; i++) {
        own[i] += weight * point[i];
        for (int j = 0; j < p; j++) {
          second[i][j] += weight * point[i] * point[j];
        }
      }
    }
    for (int i = 0; i < p; i++) {
      own[i] = model.intercept() ? own[i] / all : 0;
    }
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        second[i][j] = second[i][j] / all - own[i] * own[j];
      }
    }
    double[][] step = transport(second, covariance);
    double[] moved = Dense.times(step, Dense.minus(shift, own));
    Arrays.setAll(moved, j -> moved[j] + mean[j]);
    return new Synthetic(model, Dense.times(step, map), moved, level);
  }

  /** The symmetric map that makes the second covariance of the first. */
  private static double[][] transport(double[][] from, double[][] to) {
    Eigen first = Dense.eigen(from);
    double[] values = first.atLeast(TINY * Dense.trace(from));
    double[][] root = first.with(Arrays.stream(values).map(Math::sqrt).toArray());
    double[][] inverse = first.with(Arrays.stream(values).map(x -> 1 / Math.sqrt(x)).toArray());
    Eigen middle = Dense.eigen(Dense.times(Dense.times(root, to), root));
    double[][] square = middle.with(Arrays.stream(middle.atLeast(0)).map(Math::sqrt).toArray());
    return Dense.times(Dense.times(inverse, square), inverse);
  }
}
