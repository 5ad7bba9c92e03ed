package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of one oracle over the same people, with what they say of its bias, variance and
 * intervals. Seeds are fixed, so a run that passes passes always; the bounds are six standard
 * errors wide (a fresh seed would be refused with probability about 2e-9 a number).
 *
 * @param trials runs
 * @param truth people by item
 * @param mean of the estimates, by item
 * @param variance of the estimates about the truth, by item
 * @param coverage share of intervals that hold the truth, over all items
 */
public record OracleTrials(
    int trials, long[] truth, double[] mean, double[] variance, double coverage) {
  private static final double SIX = 6;

  public static <R> OracleTrials run(
      FrequencyOracle<R> oracle, long[] truth, int trials, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] mean = new double[truth.length];
    double[] variance = new double[truth.length];
    double covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<R> reports = oracle.newAccumulator();
      for (int item = 0; item < truth.length; item++) {
        for (long person = 0; person < truth[item]; person++) {
          reports.add(oracle.randomizer().randomize(item, source));
        }
      }
      Estimate estimate = oracle.estimate(reports, 0.95);
      for (int item = 0; item < truth.length; item++) {
        Estimate.Row row = estimate.rows().get(item);
        double error = row.estimate() - truth[item];
        mean[item] += row.estimate() / trials;
        variance[item] += error * error / trials;
        covered += row.lower() <= truth[item] && truth[item] <= row.upper() ? 1 : 0;
      }
    }
    return new OracleTrials(trials, truth, mean, variance, covered / trials / truth.length);
  }

  /** Every item's mean estimate is the truth, if the estimates have these variances. */
  public void assertUnbiased(double[] variances) {
    for (int item = 0; item < truth.length; item++) {
      double error = SIX * Math.sqrt(variances[item] / trials);
      assertEquals(truth[item], mean[item], error, "item " + item);
    }
  }

  /** Every item's variance is the stated one; a squared error varies by twice its mean squared. */
  public void assertVariances(double[] variances) {
    double error = SIX * Math.sqrt(2.0 / trials);
    for (int item = 0; item < truth.length; item++) {
      assertEquals(1, variance[item] / variances[item], error, "item " + item);
    }
  }

  /** 95 % intervals hold the truth 93.5 to 96.5 times in a hundred. */
  public void assertCoverage() {
    assertTrue(coverage >= 0.935 && coverage <= 0.965, "coverage " + coverage);
  }
}
