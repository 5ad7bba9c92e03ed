package org.sparkldp.jobs.population;

import java.util.Arrays;
import java.util.Map;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * One fixed population for a quantile, in each trial dealt out to rounds and randomized again. What
 * is estimated is the population's own quantile, clipped to the range.
 */
public final class QuantilePopulation implements Population {
  private final QuantileProtocol<?> protocol;
  private final double[] values;
  private final double truth;

  /**
   * @param protocol the first round, where there are several
   */
  public QuantilePopulation(QuantileProtocol<?> protocol, double[] values) {
    this.protocol = protocol;
    this.values = values.clone();
    this.truth = truth(protocol, values);
  }

  /** The least value with a share p of the people at or below it, clipped to the range. */
  private static double truth(QuantileProtocol<?> protocol, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(protocol.p() * sorted.length);
    double quantile = sorted[Math.max(1, rank) - 1];
    return Math.max(protocol.lower(), Math.min(protocol.upper(), quantile));
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    double[] shuffled = shuffled(source);
    return Rounds.trial(protocol, i -> shuffled[i], shuffled.length, source, truth, 1);
  }

  private double[] shuffled(RandomSource source) {
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = source.uniform(i + 1);
      double value = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = value;
    }
    return shuffled;
  }

  @Override
  public Map<String, String> shapes() {
    return Shapes.numbers(protocol.lower(), protocol.upper());
  }
}
