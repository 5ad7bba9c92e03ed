package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * How estimates err when the same people are asked again and again with fresh coins.
 *
 * @param worstMean largest |mean error| over the items, in standard errors of that mean; for a
 *     right oracle the largest of k normal numbers
 * @param varianceRatio sum of squared errors over the sum of the variances() claimed
 * @param coverage share of 95 % intervals that hold the truth
 */
public record Repetitions(double worstMean, double varianceRatio, double coverage) {

  /**
   * Asks {@code users} people {@code trials} times; reports are made by one oracle and read by
   * another, which for a right answer are the same.
   */
  public static <R> Repetitions of(
      FrequencyOracle<R> asks, FrequencyOracle<R> reads, int users, int trials, long seed) {
    int k = reads.k();
    long[] counts = zipf(k, users);
    double[] variances = reads.variances(counts);
    double[] errors = new double[k];
    double squares = 0;
    double claimed = 0;
    long covered = 0;
    RandomSource source = new SimulationSource(seed);
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<R> reports = reads.newAccumulator();
      for (int v = 0; v < k; v++) {
        for (long person = 0; person < counts[v]; person++) {
          reports.add(asks.randomizer().randomize(v, source));
        }
      }
      Estimate estimate = reads.estimate(reports);
      for (int v = 0; v < k; v++) {
        Estimate.Row row = estimate.rows().get(v);
        double error = row.estimate() - counts[v];
        errors[v] += error;
        squares += error * error;
        claimed += variances[v];
        covered += row.lower() <= counts[v] && counts[v] <= row.upper() ? 1 : 0;
      }
    }
    double worst = 0;
    for (int v = 0; v < k; v++) {
      worst = Math.max(worst, Math.abs(errors[v]) / Math.sqrt(trials * variances[v]));
    }
    return new Repetitions(worst, squares / claimed, covered / (double) (k * trials));
  }

  /** Whether all three are as they must be, with 256 items and 40 trials or more. */
  public boolean right() {
    return worstMean < 6
        && Math.abs(varianceRatio - 1) < 0.08
        && coverage > 0.935
        && coverage < 0.965;
  }

  /** Counts proportional to 1/(v + 1), the rest with item 0. */
  public static long[] zipf(int k, int users) {
    double harmonic = 0;
    for (int v = 0; v < k; v++) {
      harmonic += 1.0 / (v + 1);
    }
    long[] counts = new long[k];
    long placed = 0;
    for (int v = 0; v < k; v++) {
      counts[v] = (long) (users / (harmonic * (v + 1)));
      placed += counts[v];
    }
    counts[0] += users - placed;
    return counts;
  }
}
