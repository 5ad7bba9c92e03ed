package org.sparkldp.jobs.population;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * One fixed population for many quantiles, randomized again in each trial. What is estimated are
 * the population's own quantiles, clipped to the range.
 */
public final class ManyQuantilesPopulation implements Population {
  private final ManyQuantiles protocol;
  private final double[] values;
  private final double[] truth;

  /** The protocol, and the people's numbers. */
  public ManyQuantilesPopulation(ManyQuantiles protocol, double[] values) {
    this.protocol = protocol;
    this.values = values.clone();
    this.truth = protocol.answers(values);
  }

  @Override
  public Trial trial(long seed) {
    return new Trial(
        Optional.of(
            Rounds.estimate(
                protocol, person -> values[person], values.length, new SimulationSource(seed))),
        Arrays.copyOf(truth, truth.length),
        1);
  }

  @Override
  public Map<String, String> shapes() {
    return Shapes.numbers(protocol.lower(), protocol.upper());
  }
}
