package org.sparkldp.protocols.regression;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.sparkldp.protocols.statistics.Dense;

/**
 * The zero of the mean gradient, by all rounds of gradients together, and how far from there it
 * might as well be.
 *
 * <p>Each round reports the mean gradient at its own parameters; {@link Synthetic} people carry it
 * to others. What that may be wrong by grows with the way, and is added to the variance; so a round
 * counts the more the nearer it was.
 *
 * @param people who carry gradients
 * @param theta where the gradient vanishes, or is least; drawn towards 0 where that is better
 * @param free the same, hardly drawn: intervals are laid around it
 * @param target the synthetic people's mean there, by the reports
 * @param variance of each of its entries
 * @param error of the people's curvature, as a share of it
 * @param limits how far parameters may lie
 * @param misfit squared distance of the rounds from each other, over its mean by chance
 */
record Answer(
    Synthetic people,
    double[] theta,
    double[] free,
    double[] target,
    double variance,
    double error,
    Limits limits,
    double misfit) {
  private static final int ROOTS = 3;
  private static final int STEPS = 40;
  private static final int TRIES = 8;
  private static final double EASED = 4;
  private static final double CLOSE = 1e-6;

  /** A walk towards an interval's end: first step in standard errors, and by what steps grow. */
  private static final double STEP = 0.25;

  private static final double GROWTH = 1.1;
  private static final int WALK = 60;

  /**
   * The limits of parameters, in deviations of the linear predictor between people.
   *
   * @param ball they are looked for in
   * @param prior standard deviation that they are drawn towards 0 with: it decides where reports
   *     say nothing, and nothing where they say much
   * @param resolved beyond, reports are not taken to distinguish parameters
   */
  record Limits(double ball, double prior, double resolved) {
    static Limits of(Model model) {
      return switch (model.family()) {
        case LOGISTIC -> new Limits(8, 3, 6);
        case LINEAR -> new Limits(8 * model.residual(), 3 * model.residual(), 8 * model.residual());
        case POISSON -> new Limits(5, 2, 5);
      };
    }
  }

  /**
   * By rounds of gradients.
   *
   * @param moment second moment of a coordinate of one report
   */
  static Answer of(
      Synthetic people,
      List<Anchor> anchors,
      double[] start,
      double moment,
      double error,
      Limits limits) {
    double[] free = start;
    double[] target = start;
    double variance = 0;
    double misfit = 0;
    for (int i = 0; i < ROOTS; i++) {
      int d = free.length;
      target = new double[d];
      double[] weights = new double[anchors.size()];
      double[][] carried = new double[anchors.size()][];
      double all = 0;
      for (int t = 0; t < weights.length; t++) {
        Anchor anchor = anchors.get(t);
        double way = error * way(people, free, anchor.theta());
        weights[t] = 1 / (moment / anchor.people() + way * way);
        carried[t] = Dense.minus(people.means(anchor.theta()), anchor.gradient());
        all += weights[t];
        for (int j = 0; j < d; j++) {
          target[j] += weights[t] * carried[t][j];
        }
      }
      for (int j = 0; j < d; j++) {
        target[j] /= all;
      }
      variance = 1 / all;
      misfit = 0;
      for (int t = 0; t < weights.length; t++) {
        double off = Dense.norm(Dense.minus(carried[t], target));
        misfit += weights[t] * off * off;
      }
      misfit = weights.length > 1 ? misfit / d / (weights.length - 1) : 0;
      free = root(people, free, target, variance / (limits.prior * limits.prior), limits);
    }
    double[] theta =
        root(people, free, target, ridge(people, free, variance, error, limits), limits);
    return new Answer(people, theta, free, target, variance, error, limits, misfit);
  }

  /** The length of a way, times the curvature on it. */
  private static double way(Synthetic people, double[] from, double[] to) {
    double curvature = 0;
    for (double share : new double[] {0, 0.5, 1}) {
      double[] at = new double[from.length];
      Arrays.setAll(at, j -> from[j] + share * (to[j] - from[j]));
      curvature += people.curvature(at) / 3;
    }
    return curvature * Dense.norm(Dense.minus(from, to));
  }

  /**
   * How much parameters are drawn towards 0: as much as is best for parameters of the prior where
   * the target is as uncertain as it is, and curvature too. Where curvature may be 0, parameters
   * would run away without.
   */
  private static double ridge(
      Synthetic people, double[] theta, double variance, double error, Limits limits) {
    double unsure = error * people.curvature(theta);
    return variance / (limits.prior * limits.prior) + unsure * unsure;
  }

  /** By Levenberg's and Marquardt's method. */
  private static double[] root(
      Synthetic people, double[] start, double[] target, double ridge, Limits limits) {
    double[] theta = start;
    double loss = loss(people, theta, target, ridge);
    double damping = 1e-3;
    for (int step = 0; step < STEPS; step++) {
      double[][] slopes = people.slopes(theta);
      double[] off = Dense.minus(people.means(theta), target);
      double[] uphill = Dense.times(slopes, off);
      double[][] normal = Dense.times(slopes, slopes);
      double size = Dense.trace(normal) / theta.length;
      for (int j = 0; j < uphill.length; j++) {
        uphill[j] += ridge * theta[j];
      }
      boolean isBetter = false;
      double[] next = theta;
      for (int i = 0; i < TRIES && !isBetter; i++) {
        double[][] eased = Dense.copy(normal);
        for (int j = 0; j < eased.length; j++) {
          eased[j][j] += ridge + damping * size + Double.MIN_NORMAL;
        }
        next = Dense.clipped(Dense.minus(theta, Dense.solve(eased, uphill)), limits.ball);
        isBetter = loss(people, next, target, ridge) <= loss;
        damping *= isBetter ? 1 / EASED : EASED;
      }
      if (!isBetter) {
        return theta;
      }
      double moved = Dense.norm(Dense.minus(next, theta));
      theta = next;
      loss = loss(people, theta, target, ridge);
      if (moved < CLOSE * limits.prior) {
        return theta;
      }
    }
    return theta;
  }

  private static double loss(Synthetic people, double[] theta, double[] target, double ridge) {
    double[] off = Dense.minus(people.means(theta), target);
    return Dense.dot(off, off) + ridge * Dense.dot(theta, theta);
  }

  /** The linear predictor's mean, and its standard deviation over people. */
  double[] spread() {
    return people.spread(free);
  }

  /** The standard error of a linear function of the parameters, as if curvature were known. */
  double standardError(double[] function) {
    return Math.sqrt(variance * Dense.dot(function, inverseSquare(free, function)));
  }

  /**
   * By how many times more people would probably bound a function: until twice the curvature's
   * deviations are below the curvature where the function's error lies. None where that curvature
   * is below one deviation: it may be 0, as of a constant feature, and then nobody bounds it.
   */
  OptionalDouble more(double[] function, double deviations) {
    double[] direction = inverseSquare(free, function);
    double along = Dense.norm(Dense.times(people.slopes(free), direction));
    double unsure = error * people.curvature(free) * Dense.norm(direction);
    double ratio = 2 * deviations * unsure / along;
    return along > unsure ? OptionalDouble.of(Math.max(2, ratio * ratio)) : OptionalDouble.empty();
  }

  /** (J² + variance/prior²)⁻¹ times a vector. */
  private double[] inverseSquare(double[] at, double[] vector) {
    double[][] slopes = people.slopes(at);
    double[][] normal = Dense.times(slopes, slopes);
    double ease = variance / (limits.prior * limits.prior);
    for (int j = 0; j < normal.length; j++) {
      normal[j][j] += ease + Double.MIN_NORMAL;
    }
    return Dense.solve(normal, vector);
  }

  /**
   * How far a linear function of the parameters may lie above its estimate (below: of its negative)
   * with gradients that vanish there up to chance: along the parameters that fit best at each of
   * its values, up to where the mean gradient is so many standard deviations from 0. Infinite where
   * it never is.
   */
  double above(double[] function, double deviations) {
    double[] at = free;
    double error2 = 0;
    double before = 0;
    double grown = STEP;
    for (int i = 0; i < WALK; i++) {
      double[] direction = inverseSquare(at, function);
      double square = Dense.dot(function, direction);
      double step = grown * deviations * Math.sqrt(variance / square);
      grown *= GROWTH;
      double[] next = at.clone();
      for (int j = 0; j < next.length; j++) {
        next[j] += step * direction[j];
      }
      if (!(people.reach(next) <= limits.resolved)) {
        return Double.POSITIVE_INFINITY;
      }
      error2 += error * people.curvature(at) * Dense.norm(Dense.minus(next, at));
      double off = Dense.norm(Dense.minus(people.means(next), target));
      double distance = off / Math.sqrt(variance + error2 * error2);
      if (distance >= deviations) {
        double share = (deviations - before) / (distance - before);
        double value = Dense.dot(function, Dense.minus(at, free));
        return value + share * Dense.dot(function, Dense.minus(next, at));
      }
      at = next;
      before = distance;
    }
    return Double.POSITIVE_INFINITY;
  }
}
