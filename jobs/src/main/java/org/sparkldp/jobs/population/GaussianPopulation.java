package org.sparkldp.jobs.population;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.Normal;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.GaussianLimit;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * People for the mean of a Gaussian, new ones in each trial: their values are drawn from N(mean,
 * sigma²) with a mean uniform over the protocol's range and, where sigma is not known, log sigma
 * uniform between its bounds; or they are those of a generator. What is estimated is the
 * distribution's mean, so errors hold the sampling of people too.
 */
public final class GaussianPopulation implements Population {
  private final GaussianProtocol<?> protocol;
  private final Optional<Column.OfDouble> data;
  private final int users;

  /**
   * @param protocol of one stratum; the first round, where there are several
   */
  public GaussianPopulation(GaussianProtocol<?> protocol, Request request) {
    if (protocol.strata() > 1) {
      throw Require.refusal(
          "a simulation has people of one stratum. Provided value: %s; leave strata out.",
          protocol.spec());
    }
    this.protocol = protocol;
    this.data = request.numberColumn();
    this.users = request.users();
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    if (data.isPresent()) {
      Truth.Numeric truth = (Truth.Numeric) data.get().truth();
      return Rounds.trial(
          protocol,
          person -> data.get().at(seed, person),
          users,
          source,
          protocol.estimated(truth.mean(), truth::cdf, Math.sqrt(truth.variance())),
          Math.sqrt(truth.variance()));
    }
    GaussianQuestion question = protocol.question();
    double mean = question.lower() + 2 * question.range() * People.unit(source);
    double sigma =
        question.sigmaMin()
            * Math.pow(question.sigmaMax() / question.sigmaMin(), People.unit(source));
    Normal normal = new Normal(mean, sigma);
    return Rounds.trial(
        protocol, person -> normal.quantile(People.unit(source)), users, source, mean, sigma);
  }

  @Override
  public OptionalDouble limit() {
    return OptionalDouble.of(GaussianLimit.bestVariance(protocol.question().epsilon()) / users);
  }

  @Override
  public Map<String, String> shapes() {
    GaussianQuestion question = protocol.question();
    double sigma = Math.sqrt(question.sigmaMin() * question.sigmaMax());
    // A mean that no multiple of a step meets.
    return Shapes.about(question.lower() + 1.0314159 * question.range(), sigma);
  }
}
