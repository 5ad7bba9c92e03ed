package org.sparkldp.jobs.study;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Monte Carlo of a protocol of items, numbers in a range or vectors: one fixed population of
 * synthetic people, randomized again in each trial by the very randomizer that people's values
 * meet.
 *
 * <p>Cost: users · trials reports, on all cores; memory a function of k and the number of cores.
 */
public final class Simulation {
  /** Chance that an unbiased protocol shows a bias beyond {@link Result#biasLimit}. */
  static final double ALPHA = 1e-6;

  private Simulation() {}

  /**
   * What was seen, over all answers and trials; in users, or in the unit of values.
   *
   * @param bias mean error of the answer whose mean error is largest against its standard error
   * @param biasZ the same in standard errors of the mean
   * @param biasLimit what |biasZ| exceeds with probability at most 1e-6 for an unbiased protocol
   * @param rmse root mean square error
   * @param rmseOverTheory rmse against the root of the formula's mean variance
   * @param ratioToLimit mean square error against the best that is possible; not where nobody knows
   *     it
   * @param coverage fraction of 95 % intervals that hold the truth
   * @param failures trials that gave no number, or one that is not finite
   */
  public record Result(
      double bias,
      double biasZ,
      double biasLimit,
      double rmse,
      double rmseOverTheory,
      OptionalDouble ratioToLimit,
      double coverage,
      int failures) {}

  /** Sums over trials; adds up in any order but for floating-point rounding of sums of errors. */
  private static final class Sums {
    final double[] error;
    final double[] square;
    long covered;
    int failures;

    Sums(int k) {
      error = new double[k];
      square = new double[k];
    }

    void add(Estimate estimate, double[] truth) {
      boolean finite = true;
      for (int v = 0; v < truth.length; v++) {
        Estimate.Row row = estimate.rows().get(v);
        double difference = row.estimate() - truth[v];
        error[v] += difference;
        square[v] += difference * difference;
        covered += row.lower() <= truth[v] && truth[v] <= row.upper() ? 1 : 0;
        finite &= Double.isFinite(row.estimate()) && Double.isFinite(row.standardError());
      }
      failures += finite ? 0 : 1;
    }

    void add(Sums other) {
      for (int v = 0; v < error.length; v++) {
        error[v] += other.error[v];
        square[v] += other.square[v];
      }
      covered += other.covered;
      failures += other.failures;
    }
  }

  /**
   * Runs the trials.
   *
   * @param items the people's items, one each
   * @param trials at least 2
   * @param seed of the coins; trial t is the same whatever the number of cores
   */
  public static <R> Result run(ItemProtocol<R> protocol, int[] items, int trials, long seed) {
    long[] counts = new long[protocol.k()];
    for (int item : items) {
      counts[item]++;
    }
    OptionalDouble limit =
        protocol instanceof FrequencyOracle<?> oracle
            ? OptionalDouble.of(limit(oracle, counts))
            : OptionalDouble.empty();
    return run(
        protocol.answers(counts),
        protocol.variances(counts),
        limit,
        source -> trial(protocol, items, source),
        trials,
        seed);
  }

  /** {@link #run(ItemProtocol, int[], int, long)} of numbers in a range. */
  public static <R> Result run(RangeProtocol<R> protocol, double[] values, int trials, long seed) {
    return run(
        protocol.answers(values),
        protocol.variances(values),
        OptionalDouble.empty(),
        source -> {
          Accumulator<R> accumulator = protocol.newAccumulator();
          for (double value : values) {
            int cohort = protocol.cohorts() == 1 ? 0 : protocol.cohort(0, source.nextLong());
            accumulator.add(protocol.report(protocol.input(value, cohort), cohort, source));
          }
          return protocol.estimate(accumulator);
        },
        trials,
        seed);
  }

  /** {@link #run(ItemProtocol, int[], int, long)} of vectors. */
  public static <R> Result run(BallProtocol<R> protocol, double[][] values, int trials, long seed) {
    double[] truth = new double[protocol.d()];
    for (double[] value : values) {
      for (int j = 0; j < truth.length; j++) {
        truth[j] += value[j] / values.length;
      }
    }
    return run(
        truth,
        protocol.variances(values),
        OptionalDouble.empty(),
        source -> {
          Accumulator<R> accumulator = protocol.newAccumulator();
          for (double[] value : values) {
            accumulator.add(protocol.report(protocol.input(value), source));
          }
          return protocol.estimate(accumulator);
        },
        trials,
        seed);
  }

  private static Result run(
      double[] truth,
      double[] variances,
      OptionalDouble limit,
      Function<RandomSource, Estimate> trial,
      int trials,
      long seed) {
    int workers = Math.min(trials, Runtime.getRuntime().availableProcessors());
    Sums[] sums =
        IntStream.range(0, workers)
            .parallel()
            .mapToObj(
                worker -> {
                  Sums own = new Sums(truth.length);
                  for (int t = worker; t < trials; t += workers) {
                    own.add(trial.apply(new SimulationSource(seed + t)), truth);
                  }
                  return own;
                })
            .toArray(Sums[]::new);
    Sums all = new Sums(truth.length);
    for (Sums one : sums) {
      all.add(one);
    }
    return result(variances, limit, trials, all);
  }

  private static <R> Estimate trial(ItemProtocol<R> protocol, int[] items, RandomSource source) {
    Randomizer<Integer, R> randomizer = protocol.randomizer();
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (int item : items) {
      accumulator.add(randomizer.randomize(item, source));
    }
    return protocol.estimate(accumulator);
  }

  private static Result result(double[] variances, OptionalDouble limit, int trials, Sums sums) {
    int k = variances.length;
    int worst = 0;
    double worstZ = 0;
    for (int v = 0; v < k; v++) {
      double z = sums.error[v] / Math.sqrt(variances[v] * trials);
      if (Math.abs(z) > Math.abs(worstZ)) {
        worst = v;
        worstZ = z;
      }
    }
    double meanSquare = Arrays.stream(sums.square).sum() / ((double) k * trials);
    double theory = Arrays.stream(variances).average().orElseThrow();
    return new Result(
        sums.error[worst] / trials,
        worstZ,
        NormalDistribution.of(0, 1).inverseSurvivalProbability(ALPHA / (2.0 * k)),
        Math.sqrt(meanSquare),
        Math.sqrt(meanSquare / theory),
        limit.isPresent() ? OptionalDouble.of(meanSquare / limit.getAsDouble()) : limit,
        sums.covered / ((double) k * trials),
        sums.failures);
  }

  /**
   * The least possible mean variance: subset selection at its best size is optimal for histograms
   * (Ye &amp; Barg, IEEE Transactions on Information Theory 2018).
   */
  private static double limit(FrequencyOracle<?> oracle, long[] counts) {
    FrequencyOracle<?> best =
        (FrequencyOracle<?>)
            Protocols.of(
                "subset(epsilon=" + oracle.guarantee().epsilon() + ",k=" + counts.length + ")");
    return Arrays.stream(best.variances(counts)).average().orElseThrow();
  }
}
