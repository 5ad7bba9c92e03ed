package org.sparkldp.jobs.population;

import java.util.Map;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** One fixed population of people with a number in a range each. */
public final class RangePopulation<R> implements Population {
  private final RangeProtocol<R> protocol;
  private final double[] values;

  /** The protocol, and the people's numbers. */
  public RangePopulation(RangeProtocol<R> protocol, double[] values) {
    this.protocol = protocol;
    this.values = values.clone();
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (double value : values) {
      int cohort = protocol.cohorts() == 1 ? 0 : protocol.cohort(0, source.nextLong());
      accumulator.add(protocol.report(protocol.input(value, cohort), cohort, source));
    }
    return new Trial(Optional.of(protocol.estimate(accumulator)), protocol.answers(values), 1);
  }

  @Override
  public Optional<double[]> variances() {
    return Optional.of(protocol.variances(values));
  }

  @Override
  public Map<String, String> shapes() {
    return Shapes.numbers(protocol.lower(), protocol.upper());
  }
}
