package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.lab.population.Population;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Monte Carlo of a protocol on a population of synthetic people. Of trials that fail (people too
 * few for a round, or a number that is not finite) only how many there were counts.
 *
 * <p>Cost: users · trials reports, on all cores; memory a function of the answers and the number of
 * cores.
 */
public final class Simulation {
  /** Chance that an unbiased protocol shows a bias beyond {@link SimulationSummary#biasLimit}. */
  private static final double ALPHA = 1e-6;

  /**
   * Groups of trials that are summed apart: a fixed number, so that digits do not depend on the
   * machine.
   */
  private static final int LANES = 64;

  private static final int FEWEST_LANES = 4;

  /** Answers of all lanes, where a domain is large. */
  private static final int MOST_SUMS = 1 << 22;

  private Simulation() {}

  /**
   * The findings over all answers and trials; in users, or in the unit of values.
   *
   * @param bias mean error of the answer whose mean error is largest against its standard error
   * @param biasZ the same in standard errors of the mean
   * @param biasLimit what |biasZ| exceeds with probability at most 1e-6 for an unbiased protocol
   * @param rmse root mean square error
   * @param rmseOverTheory rmse against the root of the formula's mean variance, or where there is
   *     no formula of the mean square of the estimates' standard errors
   * @param ratioToLimit mean square error against the best that is possible; not where nobody knows
   *     it
   * @param coverage fraction of 95 % intervals that hold the truth
   * @param worstCoverage the same of the row whose intervals hold it least often
   * @param silent fraction of intervals that do not hold the truth, in rows without a note
   * @param noted fraction of rows with a note
   * @param note the most frequent one; empty where there is none
   * @param failures trials that gave no number, or one that is not finite
   * @param lies what fake people did, on average over the trials; none where there were none
   */
  public record SimulationSummary(
      double bias,
      double biasZ,
      double biasLimit,
      double rmse,
      double rmseOverTheory,
      OptionalDouble ratioToLimit,
      double coverage,
      double worstCoverage,
      double silent,
      double noted,
      String note,
      int failures,
      Optional<Population.Lies> lies) {}

  /** Sums over trials; floating-point sums depend on the order in which they are added up. */
  private static final class TrialSums {
    final double[] error;
    final double[] square;
    double claimed;
    double inUnits;
    final long[] covered;
    long silent;
    final Map<String, Long> notes = new TreeMap<>();
    int trials;
    int failures;
    final List<Population.Lies> lies = new ArrayList<>();

    TrialSums(int answers) {
      error = new double[answers];
      square = new double[answers];
      covered = new long[answers];
    }

    void add(Population.Trial trial) {
      if (trial.estimate().isEmpty() || !isFinite(trial.estimate().get())) {
        failures++;
        return;
      }
      trials++;
      trial.lies().ifPresent(lies::add);
      double[] truth = trial.truth();
      for (int v = 0; v < truth.length; v++) {
        Estimate.Row row = trial.estimate().get().rows().get(v);
        double difference = row.estimate() - truth[v];
        error[v] += difference;
        square[v] += difference * difference;
        claimed += row.standardError() * row.standardError();
        inUnits += difference * difference / (trial.unit() * trial.unit());
        boolean holds = row.lower() <= truth[v] && truth[v] <= row.upper();
        covered[v] += holds ? 1 : 0;
        silent += holds || !row.note().isEmpty() ? 0 : 1;
        if (!row.note().isEmpty()) {
          notes.merge(row.note(), 1L, Long::sum);
        }
      }
    }

    Optional<Population.Lies> lies() {
      return lies.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Population.Lies(
                  mean(Population.Lies::predicted), mean(Population.Lies::observed)));
    }

    private double mean(ToDoubleFunction<Population.Lies> of) {
      double sum = 0;
      for (Population.Lies one : lies) {
        sum += of.applyAsDouble(one);
      }
      return sum / lies.size();
    }

    private boolean isFinite(Estimate estimate) {
      return estimate.rows().stream()
          .limit(error.length)
          .allMatch(row -> Double.isFinite(row.estimate()) && Double.isFinite(row.standardError()));
    }

    void add(TrialSums other) {
      for (int v = 0; v < error.length; v++) {
        error[v] += other.error[v];
        square[v] += other.square[v];
        covered[v] += other.covered[v];
      }
      claimed += other.claimed;
      inUnits += other.inUnits;
      silent += other.silent;
      other.notes.forEach((note, times) -> notes.merge(note, times, Long::sum));
      trials += other.trials;
      failures += other.failures;
      lies.addAll(other.lies);
    }
  }

  /**
   * Runs the trials.
   *
   * @param trials at least 2
   * @param seed of the first trial; trial t has seed + t
   * @return the same digits whatever the number of cores
   */
  public static SimulationSummary run(Population people, int trials, long seed) {
    Population.Trial first = people.trials().apply(seed);
    int answers = first.truth().length;
    int lanes = Math.min(trials, Math.max(FEWEST_LANES, Math.min(LANES, MOST_SUMS / answers)));
    TrialSums[] sums =
        IntStream.range(0, lanes)
            .parallel()
            .mapToObj(
                lane -> {
                  TrialSums own = new TrialSums(answers);
                  own.add(lane == 0 ? first : people.trials().apply(seed + lane));
                  for (int t = lane + lanes; t < trials; t += lanes) {
                    own.add(people.trials().apply(seed + t));
                  }
                  return own;
                })
            .toArray(TrialSums[]::new);
    TrialSums all = new TrialSums(answers);
    for (TrialSums one : sums) {
      all.add(one);
    }
    return result(people, all);
  }

  private static SimulationSummary result(Population people, TrialSums sums) {
    int answers = sums.error.length;
    Optional<double[]> variances = people.variances();
    int worst = 0;
    double worstZ = 0;
    for (int v = 0; v < answers; v++) {
      double variance = variances.isPresent() ? variances.get()[v] * sums.trials : sums.square[v];
      double z = sums.error[v] / Math.sqrt(variance);
      if (Math.abs(z) > Math.abs(worstZ)) {
        worst = v;
        worstZ = z;
      }
    }
    double all = (double) answers * sums.trials;
    double square = Arrays.stream(sums.square).sum();
    double theory =
        variances.isPresent()
            ? Arrays.stream(variances.get()).average().orElseThrow() * all
            : sums.claimed;
    OptionalDouble limit = people.limit();
    return new SimulationSummary(
        sums.error[worst] / sums.trials,
        worstZ,
        StandardNormal.upperQuantile(ALPHA / (2.0 * answers)),
        Math.sqrt(square / all),
        Math.sqrt(square / theory),
        limit.isPresent()
            ? OptionalDouble.of(sums.inUnits / all / limit.getAsDouble())
            : OptionalDouble.empty(),
        Arrays.stream(sums.covered).sum() / all,
        (double) Arrays.stream(sums.covered).min().orElseThrow() / sums.trials,
        sums.silent / all,
        sums.notes.values().stream().mapToLong(times -> times).sum() / all,
        sums.notes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(""),
        sums.failures,
        sums.lies());
  }
}
