package org.sparkldp.jobs.study;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.sparkldp.jobs.study.GaussianSimulation.Trial;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Monte Carlo of a protocol for a quantile, all its rounds: one fixed population, in each trial
 * dealt out to rounds and randomized again. What is estimated is the population's own quantile,
 * clipped to the range.
 *
 * <p>Of trials that fail (the quantile is not told, or people are too few for a round) only the
 * number counts; rmse over theory compares with the standard errors that the reports gave. Cost:
 * users · trials reports, on all cores; memory 8 bytes a person and core.
 */
public final class QuantileSimulation {
  private QuantileSimulation() {}

  /**
   * Runs the trials.
   *
   * @param protocol the first round, where there are several
   * @param values the people's numbers
   * @param trials at least 2
   * @param seed of the coins; trial t is the same whatever the number of cores
   */
  public static Simulation.Result run(
      QuantileProtocol<?> protocol, double[] values, int trials, long seed) {
    double truth = truth(protocol, values);
    Trial[] all =
        IntStream.range(0, trials)
            .parallel()
            .mapToObj(trial -> trial(protocol, values, truth, new SimulationSource(seed + trial)))
            .toArray(Trial[]::new);
    return GaussianSimulation.result(all, OptionalDouble.empty());
  }

  /** The least value with a share p of the people at or below it, clipped to the range. */
  static double truth(QuantileProtocol<?> protocol, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(protocol.p() * sorted.length);
    double quantile = sorted[Math.max(1, rank) - 1];
    return Math.max(protocol.lower(), Math.min(protocol.upper(), quantile));
  }

  private static Trial trial(
      QuantileProtocol<?> protocol, double[] values, double truth, RandomSource source) {
    double[] shuffled = shuffled(values, source);
    Estimate.Row row;
    try {
      row =
          GaussianSimulation.rounds(protocol, i -> shuffled[i], shuffled.length, source)
              .rows()
              .get(0);
    } catch (IllegalArgumentException e) { // too few people for a round
      return Trial.none(1);
    }
    return Trial.of(row, truth, 1);
  }

  private static double[] shuffled(double[] values, RandomSource source) {
    double[] shuffled = values.clone();
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = source.uniform(i + 1);
      double value = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = value;
    }
    return shuffled;
  }
}
