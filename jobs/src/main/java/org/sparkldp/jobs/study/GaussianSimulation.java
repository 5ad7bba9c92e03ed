package org.sparkldp.jobs.study;

import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Normal;
import org.sparkldp.datasets.Truth;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.gaussian.GaussianLimit;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Monte Carlo of a protocol for the mean of a Gaussian, all its rounds: in each trial new people,
 * their values drawn from N(mean, sigma²) with a mean uniform over the protocol's range and, where
 * sigma is not known, log sigma uniform between its bounds; or the people of a generator. What is
 * estimated is the distribution's mean, so errors hold the sampling of people too.
 *
 * <p>Of trials that fail (the location is not told, or people are too few for a round) only the
 * number counts; rmse over theory compares with the standard errors that the reports gave.
 *
 * <p>Cost: users · trials reports, on all cores; memory 8 bytes a person and core.
 */
public final class GaussianSimulation {
  private GaussianSimulation() {}

  /**
   * One trial.
   *
   * @param error of the estimate; NaN where there is none
   * @param sigma what errors are compared with the limit in
   */
  record Trial(double error, double standardError, boolean covered, double sigma) {
    boolean failed() {
      return Double.isNaN(error);
    }

    /** What a row says of a true number. */
    static Trial of(Estimate.Row row, double truth, double sigma) {
      return new Trial(
          row.estimate() - truth,
          row.standardError(),
          row.lower() <= truth && truth <= row.upper(),
          sigma);
    }

    /** A trial without an estimate. */
    static Trial none(double sigma) {
      return new Trial(Double.NaN, Double.NaN, false, sigma);
    }
  }

  /** The people of one trial. */
  private interface Population {
    double mean();

    double sigma();

    double value(int person);
  }

  /**
   * Runs the trials.
   *
   * @param protocol of one stratum; the first round, where there are several
   * @param data people's values, or null for Gaussian ones
   * @param trials at least 2
   * @param seed of people and coins; trial t is the same whatever the number of cores
   */
  public static <R> Simulation.Result run(
      GaussianProtocol<R> protocol, Column.OfDouble data, int users, int trials, long seed) {
    if (protocol.strata() > 1) {
      throw new IllegalArgumentException(
          "a simulation has people of one stratum. Provided value: "
              + protocol.spec()
              + "; leave strata out.");
    }
    Trial[] all =
        IntStream.range(0, trials)
            .parallel()
            .mapToObj(
                trial -> {
                  RandomSource source = new SimulationSource(seed + trial);
                  Population people =
                      data == null ? gaussian(protocol.question(), source) : of(data, seed + trial);
                  return trial(protocol, people, users, source);
                })
            .toArray(Trial[]::new);
    return result(
        all, OptionalDouble.of(users / GaussianLimit.bestVariance(protocol.question().epsilon())));
  }

  private static Population gaussian(GaussianQuestion question, RandomSource source) {
    double mean = question.lower() + 2 * question.range() * People.unit(source);
    double sigma =
        question.sigmaMin()
            * Math.pow(question.sigmaMax() / question.sigmaMin(), People.unit(source));
    Normal normal = new Normal(mean, sigma);
    return new Population() {
      @Override
      public double mean() {
        return mean;
      }

      @Override
      public double sigma() {
        return sigma;
      }

      @Override
      public double value(int person) {
        return normal.quantile(People.unit(source));
      }
    };
  }

  private static Population of(Column.OfDouble data, long seed) {
    Truth.Numeric truth = (Truth.Numeric) data.truth();
    return new Population() {
      @Override
      public double mean() {
        return truth.mean();
      }

      @Override
      public double sigma() {
        return Math.sqrt(truth.variance());
      }

      @Override
      public double value(int person) {
        return data.at(seed, person);
      }
    };
  }

  private static <R> Trial trial(
      GaussianProtocol<R> protocol, Population people, int users, RandomSource source) {
    Estimate.Row row;
    try {
      row = rounds(protocol, people::value, users, source).rows().get(0);
    } catch (IllegalArgumentException e) { // too few people for a round
      return Trial.none(people.sigma());
    }
    return Trial.of(row, people.mean(), people.sigma());
  }

  /** Each person answers in the round that their word says; any order of people is as likely. */
  static <R> Estimate rounds(
      NumberProtocol<R> protocol, IntToDoubleFunction people, int users, RandomSource source) {
    if (!(protocol instanceof RoundProtocol<?, ?> first)) {
      return estimate(protocol, collect(protocol, people, 0, users, source));
    }
    // People are alike, so that all that matters of their rounds is how many answer in each.
    int[] sizes = new int[first.rounds() + 1];
    for (int person = 0; person < users; person++) {
      sizes[first.roundOf(source.nextLong())]++;
    }
    RoundProtocol<?, ?> round = first;
    int next = 0;
    while (true) {
      NumberProtocol<?> numbers = (NumberProtocol<?>) round;
      int after = next + sizes[round.round()];
      Accumulator<?> reports = collect(numbers, people, next, after, source);
      if (round.round() == round.rounds()) {
        return estimate(numbers, reports);
      }
      next = after;
      round = round.next(reports);
    }
  }

  private static <R> Accumulator<R> collect(
      NumberProtocol<R> protocol,
      IntToDoubleFunction people,
      int from,
      int to,
      RandomSource source) {
    Accumulator<R> reports = protocol.newAccumulator();
    for (int person = from; person < to; person++) {
      int cohort = protocol.cohort(0, source.nextLong());
      long input = protocol.input(people.applyAsDouble(person), cohort);
      reports.add(protocol.report(input, cohort, source));
    }
    return reports;
  }

  @SuppressWarnings("unchecked") // the accumulator is the protocol's own
  private static <R> Estimate estimate(NumberProtocol<R> protocol, Accumulator<?> reports) {
    return protocol.estimate((Accumulator<R>) reports);
  }

  /**
   * What trials showed together.
   *
   * @param perLimit what the mean of error²/sigma² times makes the ratio to the limit; none where
   *     nobody knows a limit
   */
  static Simulation.Result result(Trial[] trials, OptionalDouble perLimit) {
    double error = 0;
    double square = 0;
    double claimed = 0;
    double ratio = 0;
    int covered = 0;
    int good = 0;
    for (Trial trial : trials) {
      if (!trial.failed()) {
        good++;
        error += trial.error;
        square += trial.error * trial.error;
        claimed += trial.standardError * trial.standardError;
        ratio += trial.error * trial.error / (trial.sigma * trial.sigma);
        covered += trial.covered ? 1 : 0;
      }
    }
    double meanSquare = square / good;
    OptionalDouble limited =
        perLimit.isPresent() ? OptionalDouble.of(perLimit.getAsDouble() * ratio / good) : perLimit;
    return new Simulation.Result(
        error / good,
        error / Math.sqrt(square),
        NormalDistribution.of(0, 1).inverseSurvivalProbability(Simulation.ALPHA / 2),
        Math.sqrt(meanSquare),
        Math.sqrt(square / claimed),
        limited,
        (double) covered / good,
        trials.length - good);
  }
}
