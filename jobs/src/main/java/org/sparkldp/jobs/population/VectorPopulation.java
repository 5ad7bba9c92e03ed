package org.sparkldp.jobs.population;

import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** One fixed population of people with a vector in a ball each. */
public final class VectorPopulation<R> implements Population {
  private final BallProtocol<R> protocol;
  private final double[][] values;

  /** People whose vectors are skewed over the ball. */
  public VectorPopulation(BallProtocol<R> protocol, Request request) {
    this.protocol = protocol;
    this.values = People.vectors(protocol, request.users(), request.seed());
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (double[] value : values) {
      accumulator.add(protocol.report(protocol.input(value), source));
    }
    return new Trial(Optional.of(protocol.estimate(accumulator)), mean(), 1);
  }

  private double[] mean() {
    double[] mean = new double[protocol.d()];
    for (double[] value : values) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += value[j] / values.length;
      }
    }
    return mean;
  }

  @Override
  public Optional<double[]> variances() {
    return Optional.of(protocol.variances(values));
  }
}
