package org.sparkldp.lab.population;

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

/**
 * People for the mean of a Gaussian, new ones in each trial: their values are drawn from N(mean,
 * sigma²) with a mean uniform over the protocol's range and, where sigma is not known, log sigma
 * uniform between its bounds; or they are those of a generator. What is estimated is the
 * distribution's mean, so errors hold the sampling of people too.
 */
public final class GaussianPopulation {
  private GaussianPopulation() {}

  /**
   * People of a protocol.
   *
   * @param protocol of one stratum; the first round, where there are several
   */
  public static Population of(GaussianProtocol<?> protocol, Population.PopulationRequest request) {
    if (protocol.strata() > 1) {
      throw Require.refusal(
          "a simulation has people of one stratum. Provided value: %s; leave strata out.",
          protocol.spec());
    }
    GaussianQuestion question = protocol.question();
    Optional<Column.OfDouble> data = request.numberColumn();
    double sigma = Math.sqrt(question.sigmaMin() * question.sigmaMax());
    double best = GaussianLimit.bestVariance(question.epsilon()) / request.users();
    return Trials.of(
            protocol,
            request.users(),
            (seed, source) ->
                data.map(of -> ofData(protocol, of, seed)).orElseGet(() -> drawn(question, source)))
        .withLimit(OptionalDouble.of(best))
        // A mean that no multiple of a step meets.
        .withShapes(Shapes.about(question.lower() + 1.0314159 * question.range(), sigma));
  }

  private static Trials.Participants<Double> ofData(
      GaussianProtocol<?> protocol, Column.OfDouble data, long seed) {
    Truth.Numeric truth = (Truth.Numeric) data.truth();
    double sigma = Math.sqrt(truth.variance());
    double[] estimated = {protocol.estimated(truth.mean(), truth::cdf, sigma)};
    return new Trials.Participants<>((person, source) -> data.at(seed, person), estimated, sigma);
  }

  private static Trials.Participants<Double> drawn(GaussianQuestion question, RandomSource coins) {
    double mean = question.lower() + 2 * question.range() * People.unit(coins);
    double sigma =
        question.sigmaMin()
            * Math.pow(question.sigmaMax() / question.sigmaMin(), People.unit(coins));
    Normal normal = new Normal(mean, sigma);
    return new Trials.Participants<>(
        (person, source) -> normal.quantile(People.unit(source)), new double[] {mean}, sigma);
  }
}
