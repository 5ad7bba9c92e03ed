package org.sparkldp.protocols.regression;

import java.util.EnumMap;
import java.util.Map;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.vector.Vectors;

/**
 * The shares of people and the topics of the rounds of {@link NewtonGlm}. A function of public
 * numbers only: epsilon, the features' number, and the people expected.
 *
 * @param shares of each round
 * @param mechanisms by what is asked
 */
record Timetable(double[] shares, Map<Timetable.RoundTopic, BallProtocol<?>> mechanisms) {

  /** The topic of a round. */
  enum RoundTopic {
    /** Where features lie and how widely they spread, each by itself. */
    SPREAD,
    /** How features vary together. */
    MOMENTS,
    /** Gradients of the loss at parameters. */
    GRADIENT,
    /** The curvature of the loss at parameters. */
    CURVATURE;

    /** Coordinates of a person's vector. */
    int length(Model model) {
      return switch (this) {
        case SPREAD -> 2 * model.p();
        case MOMENTS -> Dense.packedLength(model.p());
        case GRADIENT -> model.width();
        case CURVATURE -> Dense.packedLength(model.width());
      };
    }

    /** Its largest norm. */
    double longest(Model model) {
      return switch (this) {
        case SPREAD -> Spread.longest(model.p());
        case MOMENTS -> Whitening.longest(model.p());
        case GRADIENT -> NewtonCourse.reach(model) * model.residual();
        case CURVATURE -> model.width() * NewtonCourse.steepest(model);
      };
    }
  }

  /** Rounds that zoom in on each feature; each can shrink a scale to a fifth. */
  static final int SPREADS = 7;

  /** Rounds of gradients. */
  static final int GRADIENTS = 5;

  /** All. */
  static final int ROUNDS = SPREADS + 1 + GRADIENTS + 1;

  private static final int MOMENTS_AT = SPREADS + 1;

  /** After two rounds of gradients, where parameters are nearly right. */
  private static final int CURVATURE_AT = MOMENTS_AT + 3;

  /** Shares at most. */
  private static final double SPREAD_SHARE = 0.012;

  private static final double MOMENTS_SHARE = 0.08;
  private static final double GRADIENT_SHARE = 0.08;

  /** Errors that are small enough: of squares in a range of 1, and relative for matrices. */
  private static final double SPREAD_ERROR = 0.022;

  private static final double MATRIX_ERROR = 0.06;
  private static final double FIRST_ERROR = 0.15;

  /** What a typical person's weight is, where the largest is 1. */
  private static final double TYPICAL_WEIGHT = 0.8;

  static Timetable of(NewtonQuestion question) {
    Model model = question.model();
    Map<RoundTopic, BallProtocol<?>> mechanisms = new EnumMap<>(RoundTopic.class);
    for (RoundTopic asked : RoundTopic.values()) {
      mechanisms.put(
          asked,
          Vectors.best(
              question.epsilon(),
              asked.length(model),
              asked.longest(model),
              Norm.L2,
              Outside.CLIP));
    }
    return new Timetable(shares(model, question.users(), mechanisms), mechanisms);
  }

  private static double[] shares(
      Model model, long users, Map<RoundTopic, BallProtocol<?>> mechanisms) {
    int p = model.p();
    int width = model.width();
    Map<RoundTopic, Double> units = new EnumMap<>(RoundTopic.class); // moments in the unit ball
    mechanisms.forEach((asked, by) -> units.put(asked, moment(by) / sq(by.radius())));
    double spread =
        Math.min(SPREAD_SHARE, units.get(RoundTopic.SPREAD) * p / 2 / sq(SPREAD_ERROR) / users);
    double moments = share(units.get(RoundTopic.MOMENTS) * sq(1.5 * p), MATRIX_ERROR, users);
    double curvature =
        share(units.get(RoundTopic.CURVATURE) * sq(width / TYPICAL_WEIGHT), MATRIX_ERROR, users);
    double first =
        Math.min(
            GRADIENT_SHARE, units.get(RoundTopic.GRADIENT) * width / sq(FIRST_ERROR / 4) / users);
    double rest = 1 - SPREADS * spread - moments - curvature;
    double growth = growth(first, rest);
    double[] shares = new double[ROUNDS];
    double gradient = rest / series(growth);
    for (int round = 1; round <= ROUNDS; round++) {
      switch (asked(round)) {
        case SPREAD -> shares[round - 1] = spread;
        case MOMENTS -> shares[round - 1] = moments;
        case CURVATURE -> shares[round - 1] = curvature;
        case GRADIENT -> {
          shares[round - 1] = gradient;
          gradient *= growth;
        }
      }
    }
    return shares;
  }

  private static double share(double variance, double error, long users) {
    return Math.min(MOMENTS_SHARE, variance / sq(error) / users);
  }

  private static double sq(double x) {
    return x * x;
  }

  /** By what each round of gradients is larger than the one before. */
  private static double growth(double first, double rest) {
    return Bisection.halveFactor(1, 1e6, 100, growth -> !(first * series(growth) < rest)).low();
  }

  private static double series(double growth) {
    double sum = 0;
    for (int i = 0; i < GRADIENTS; i++) {
      sum = sum * growth + 1;
    }
    return sum;
  }

  /** The second moment of a coordinate of a report, at most. */
  static double moment(BallProtocol<?> mechanism) {
    return (mechanism.worstVariance() + sq(mechanism.radius())) / mechanism.d();
  }

  /** The protocol that reports gradients. */
  BallProtocol<?> gradients() {
    return mechanism(RoundTopic.GRADIENT);
  }

  /** The protocol that reports what is asked. */
  BallProtocol<?> mechanism(RoundTopic asked) {
    return mechanisms.get(asked);
  }

  /** What a round asks, from 1. */
  static RoundTopic asked(int round) {
    if (round <= SPREADS) {
      return RoundTopic.SPREAD;
    }
    return switch (round) {
      case MOMENTS_AT -> RoundTopic.MOMENTS;
      case CURVATURE_AT -> RoundTopic.CURVATURE;
      default -> RoundTopic.GRADIENT;
    };
  }

  /** The round, from 1, of a person whose word is uniform. */
  int roundOf(long word) {
    double at = (word >>> 11) * 0x1p-53;
    int round = 1;
    for (double end = shares[0]; at >= end && round < ROUNDS; round++) {
      end += shares[round];
    }
    return round;
  }
}
