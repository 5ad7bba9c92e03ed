package org.sparkldp.jobs.population;

import java.util.Optional;
import java.util.function.Supplier;
import org.sparkldp.datasets.law.Normal;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.Regression;

/**
 * People for a private regression, new ones in each trial: features are spread evenly over the
 * sphere (the cube, where each feature is bounded by itself), and labels follow the model. What is
 * estimated is the model's coefficients.
 */
public final class RegressionPopulation implements Population {
  /** How far the linear predictor varies between people, at most, on either side of 0. */
  private static final double REACH = 1.5;

  private static final double CONFIDENCE = 0.95;

  private static final Normal NORMAL = new Normal(0, 1);

  private final Regression<?> protocol;
  private final Truth model;
  private final int users;

  /**
   * @param protocol the first round
   */
  public RegressionPopulation(Regression<?> protocol, int users) {
    this.protocol = protocol;
    this.model = Truth.of(protocol);
    this.users = users;
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    return new Trial(
        Optional.of(fit(protocol, users, () -> model.person(source), source)),
        model.coefficients,
        1);
  }

  /** A person: features, then the label. */
  private record Truth(Regression<?> protocol, double[] coefficients) {

    /** Coefficients fall with their index and change sign; there is no intercept. */
    static Truth of(Regression<?> protocol) {
      int p = protocol.model().p();
      double[] coefficients = new double[p];
      double squares = 0;
      for (int j = 0; j < p; j++) {
        coefficients[j] = (j % 2 == 0 ? 1.0 : -1.0) / (1 + j);
        squares += coefficients[j] * coefficients[j];
      }
      double scale = REACH / protocol.model().radius() / Math.sqrt(squares);
      for (int j = 0; j < p; j++) {
        coefficients[j] *= scale;
      }
      return new Truth(protocol, coefficients);
    }

    double[] person(RandomSource source) {
      int p = coefficients.length;
      double radius = protocol.model().radius();
      double[] person = new double[p + 1];
      boolean isCube = protocol.model().norm() == BallProtocol.Norm.MAX;
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
      Family family = protocol.model().family();
      return switch (family) {
        case LOGISTIC -> People.unit(source) < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
        case LINEAR ->
            predictor + protocol.model().residual() / 4 * NORMAL.quantile(People.unit(source));
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

  /** The last round's estimate; each person answers in the round that their word says. */
  public static Estimate fit(
      Regression<?> first, int users, Supplier<double[]> people, RandomSource source) {
    int[] sizes = new int[first.rounds() + 1];
    for (int person = 0; person < users; person++) {
      sizes[first.roundOf(source.nextLong())]++;
    }
    Regression<?> round = first;
    while (round.round() < round.rounds()) {
      round = round.next(reports(round, sizes[round.round()], people, source));
    }
    return Protocols.estimate(
        round, reports(round, sizes[round.round()], people, source), CONFIDENCE);
  }

  private static <R> Accumulator<R> reports(
      Regression<R> round, int users, Supplier<double[]> people, RandomSource source) {
    Accumulator<R> reports = round.newAccumulator();
    for (int person = 0; person < users; person++) {
      reports.add(round.report(round.input(people.get()), source));
    }
    return reports;
  }
}
