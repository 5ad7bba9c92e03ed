package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * The same people asked again and again with fresh coins, in one round. Reports are made by one
 * protocol and read by another, which for a right answer are the same. Seeds are fixed, so a run
 * that passes passes always; the bounds are six standard errors wide (a fresh seed would be refused
 * with probability about 2e-9 a number).
 *
 * @param trials runs
 * @param truth what is estimated, row by row
 * @param mean of the estimates
 * @param variance of the estimates about the truth
 * @param claimed mean of the squared standard errors
 * @param coverage share of 95 % intervals that hold the truth, over all rows
 */
public record Trials(
    int trials,
    double[] truth,
    double[] mean,
    double[] variance,
    double[] claimed,
    double coverage) {
  private static final double SIX = 6;

  /** Of people by item. */
  public static <R> Trials of(
      FrequencyOracle<R> asks, FrequencyOracle<R> reads, long[] people, int trials, long seed) {
    RandomSource source = new SimulationSource(seed);
    double[] truth = Arrays.stream(people).asDoubleStream().toArray();
    return of(
        reads,
        truth,
        trials,
        reports -> {
          for (int item = 0; item < people.length; item++) {
            for (long person = 0; person < people[item]; person++) {
              reports.add(asks.randomizer().randomize(item, source));
            }
          }
        });
  }

  /** Of numbers, of which the mean is the truth. */
  public static <R> Trials of(
      NumberProtocol<R> asks, NumberProtocol<R> reads, double[] people, int trials, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double truth = Arrays.stream(people).average().orElseThrow();
    return of(
        reads,
        new double[] {truth},
        trials,
        reports -> {
          for (double value : people) {
            reports.add(asks.report(asks.input(value, 0), 0, source));
          }
        });
  }

  /** Of vectors, of which the mean is the truth. */
  public static <R> Trials of(
      BallProtocol<R> asks, BallProtocol<R> reads, double[][] people, int trials, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[] truth = new double[asks.d()];
    int[][] inputs = new int[people.length][];
    for (int i = 0; i < people.length; i++) {
      inputs[i] = asks.input(people[i]);
      for (int j = 0; j < truth.length; j++) {
        truth[j] += people[i][j] / people.length;
      }
    }
    return of(
        reads,
        truth,
        trials,
        reports -> {
          for (int[] input : inputs) {
            reports.add(asks.report(input, source));
          }
        });
  }

  /** Of whatever is asked in each run. */
  public static <R> Trials of(
      Protocol<?, R> reads, double[] truth, int trials, Consumer<Accumulator<R>> asking) {
    double[] mean = new double[truth.length];
    double[] variance = new double[truth.length];
    double[] claimed = new double[truth.length];
    double covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<R> reports = reads.newAccumulator();
      asking.accept(reports);
      Estimate estimate = reads.estimate(reports, 0.95);
      for (int j = 0; j < truth.length; j++) {
        Estimate.Row row = estimate.rows().get(j);
        double error = row.estimate() - truth[j];
        mean[j] += row.estimate() / trials;
        variance[j] += error * error / trials;
        claimed[j] += row.standardError() * row.standardError() / trials;
        covered += row.lower() <= truth[j] && truth[j] <= row.upper() ? 1 : 0;
      }
    }
    return new Trials(trials, truth, mean, variance, claimed, covered / trials / truth.length);
  }

  /** Every mean estimate is the truth, if the estimates have these variances. */
  public void assertUnbiased(double... variances) {
    for (int j = 0; j < truth.length; j++) {
      assertEquals(truth[j], mean[j], SIX * Math.sqrt(variances[j] / trials), "row " + j);
    }
  }

  /** Every variance is the stated one; a squared error varies by twice its mean squared. */
  public void assertVariances(double... variances) {
    double error = SIX * Math.sqrt(2.0 / trials);
    for (int j = 0; j < truth.length; j++) {
      assertEquals(1, variance[j] / variances[j], error, "row " + j);
    }
  }

  /** The variances, over all rows, are the stated ones up to a share of their sum. */
  public void assertTotalVariance(double share, double... variances) {
    assertEquals(1, sum(variance) / sum(variances), share);
  }

  /** Squared standard errors are on average within these factors of the variances. */
  public void assertStandardErrors(double least, double most, double... variances) {
    double ratio = sum(claimed) / sum(variances);
    assertTrue(ratio >= least && ratio <= most, "squared standard errors " + ratio);
  }

  /** 95 % intervals hold the truth 93.5 to 96.5 times in a hundred. */
  public void assertCoverage() {
    assertTrue(coverage >= 0.935 && coverage <= 0.965, "coverage " + coverage);
  }

  private static double sum(double[] x) {
    return Arrays.stream(x).sum();
  }
}
