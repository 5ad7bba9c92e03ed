package org.sparkldp.lab.population;

import org.sparkldp.datasets.law.Normal;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.Regression;

/**
 * People for a private regression, new ones in each trial: features are spread evenly over the
 * sphere (the cube, where each feature is bounded by itself), and labels follow the model. What is
 * estimated is the model's coefficients.
 *
 * @param protocol the first round
 */
public record RegressionPopulation(Regression<?> protocol, double[] coefficients) {
  /** How far the linear predictor varies between people, at most, on either side of 0. */
  private static final double REACH = 1.5;

  private static final Normal NORMAL = new Normal(0, 1);

  /** So many people. */
  public static Population of(Regression<?> protocol, int users) {
    RegressionPopulation model = model(protocol);
    Trials.Participants<double[]> crowd =
        new Trials.Participants<>((person, source) -> model.person(source), model.coefficients, 1);
    return Trials.of(protocol, users, (seed, source) -> crowd);
  }

  /** Coefficients fall with their index and change sign; there is no intercept. */
  static RegressionPopulation model(Regression<?> protocol) {
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
    return new RegressionPopulation(protocol, coefficients);
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
