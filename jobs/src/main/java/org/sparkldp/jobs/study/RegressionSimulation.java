package org.sparkldp.jobs.study;

import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.datasets.Normal;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.Glm;

/**
 * Monte Carlo of a private regression, all its rounds: in each trial new people, whose features are
 * spread evenly over the sphere (the cube, where each feature is bounded by itself) and whose
 * labels follow the model. What is estimated is the model's coefficients.
 *
 * <p>Cost: users · trials reports, on all cores.
 */
public final class RegressionSimulation {
  /** How far the linear predictor varies between people, at most, on either side of 0. */
  private static final double REACH = 1.5;

  private RegressionSimulation() {}

  /** A person: features, then the label. */
  private record Model(Glm<?> protocol, double[] coefficients) {

    /** Coefficients fall with their index and change sign; there is no intercept. */
    static Model of(Glm<?> protocol) {
      int p = protocol.question().p();
      double[] coefficients = new double[p];
      double squares = 0;
      for (int j = 0; j < p; j++) {
        coefficients[j] = (j % 2 == 0 ? 1.0 : -1.0) / (1 + j);
        squares += coefficients[j] * coefficients[j];
      }
      double scale = REACH / protocol.question().radius() / Math.sqrt(squares);
      for (int j = 0; j < p; j++) {
        coefficients[j] *= scale;
      }
      return new Model(protocol, coefficients);
    }

    double[] person(RandomSource source) {
      int p = coefficients.length;
      double radius = protocol.question().radius();
      double[] person = new double[p + 1];
      boolean isCube = protocol.question().norm() == BallProtocol.Norm.MAX;
      double squares = 0;
      for (int j = 0; j < p; j++) {
        person[j] = isCube ? 2 * People.unit(source) - 1 : NORMAL.quantile(People.unit(source));
        squares += person[j] * person[j];
      }
      double predictor = 0;
      for (int j = 0; j < p; j++) {
        person[j] *= isCube ? radius / Math.sqrt(p) : radius / Math.sqrt(squares) * (1 - 1e-12);
        predictor += person[j] * coefficients[j];
      }
      person[p] = label(predictor, source);
      return person;
    }

    private double label(double predictor, RandomSource source) {
      Family family = protocol.question().family();
      return switch (family) {
        case LOGISTIC -> People.unit(source) < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
        case LINEAR ->
            predictor + protocol.question().residual() / 4 * NORMAL.quantile(People.unit(source));
        case POISSON -> poisson(Math.exp(predictor), source);
      };
    }

    /** By arrivals of a process of rate 1. */
    private static double poisson(double mean, RandomSource source) {
      double count = 0;
      for (double time = -Math.log(People.unit(source));
          time < mean;
          time -= Math.log(People.unit(source))) {
        count++;
      }
      return count;
    }
  }

  private static final Normal NORMAL = new Normal(0, 1);

  /**
   * Runs the trials.
   *
   * @param protocol the first round
   * @param trials at least 2
   * @param seed of people and coins; trial t is the same whatever the number of cores
   */
  public static <R> Simulation.Result run(Glm<R> protocol, int users, int trials, long seed) {
    Model model = Model.of(protocol);
    Estimate[] estimates =
        IntStream.range(0, trials)
            .parallel()
            .mapToObj(
                trial -> {
                  RandomSource source = new SimulationSource(seed + trial);
                  return fit(protocol, users, () -> model.person(source), source);
                })
            .toArray(Estimate[]::new);
    return result(model.coefficients, estimates);
  }

  /** The last round's estimate; each person answers in the round that their word says. */
  static <R> Estimate fit(Glm<R> first, int users, Supplier<double[]> people, RandomSource source) {
    int[] sizes = new int[first.rounds() + 1];
    for (int person = 0; person < users; person++) {
      sizes[first.roundOf(source.nextLong())]++;
    }
    Glm<R> round = first;
    while (true) {
      Accumulator<R> reports = round.newAccumulator();
      for (int person = 0; person < sizes[round.round()]; person++) {
        reports.add(round.report(round.input(people.get()), source));
      }
      if (round.round() == round.rounds()) {
        return round.estimate(reports);
      }
      round = round.next(reports);
    }
  }

  private static Simulation.Result result(double[] truth, Estimate[] estimates) {
    double square = 0;
    double claimed = 0;
    int covered = 0;
    double worst = 0;
    double worstZ = 0;
    for (int j = 0; j < truth.length; j++) {
      double error = 0;
      double own = 0;
      for (Estimate estimate : estimates) {
        Estimate.Row row = estimate.rows().get(j);
        double difference = row.estimate() - truth[j];
        error += difference;
        own += difference * difference;
        claimed += row.standardError() * row.standardError();
        covered += row.lower() <= truth[j] && truth[j] <= row.upper() ? 1 : 0;
      }
      square += own;
      double z = error / Math.sqrt(own);
      if (Math.abs(z) > Math.abs(worstZ)) {
        worst = error / estimates.length;
        worstZ = z;
      }
    }
    double all = (double) truth.length * estimates.length;
    return new Simulation.Result(
        worst,
        worstZ,
        NormalDistribution.of(0, 1)
            .inverseSurvivalProbability(Simulation.ALPHA / (2.0 * truth.length)),
        Math.sqrt(square / all),
        Math.sqrt(square / claimed),
        OptionalDouble.empty(),
        covered / all,
        0);
  }
}
