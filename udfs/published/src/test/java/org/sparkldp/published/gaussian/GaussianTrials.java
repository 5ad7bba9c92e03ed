package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of one protocol, all rounds, on fresh people each time, with what they say of its
 * errors. Seeds are fixed, so a run that passes passes always; bounds are five standard errors wide
 * (a fresh seed would be refused with probability below 1e-6 a number).
 *
 * @param runs runs
 * @param answered runs that estimated the mean
 * @param bias mean of estimates less the truth
 * @param meanSquare mean squared error
 * @param stated mean of the squared standard errors that were stated
 * @param coverage share of 95 % intervals that hold the truth, of those answered
 */
record GaussianTrials(
    int runs, int answered, double bias, double meanSquare, double stated, double coverage) {
  private static final double FIVE = 5;

  /** Runs a protocol of one stratum on {@code people} values of N(mean, sigma²). */
  static GaussianTrials run(String spec, int people, double mean, double sigma, int runs) {
    return run(spec, people, mean, sigma, runs, 1);
  }

  static GaussianTrials run(
      String spec, int people, double mean, double sigma, int runs, long seed) {
    SimulationSource source = new SimulationSource(seed);
    int answered = 0;
    double bias = 0;
    double meanSquare = 0;
    double stated = 0;
    int covered = 0;
    for (int run = 0; run < runs; run++) {
      Estimate.Row row = estimate(spec, normals(people, mean, sigma, source), source).rows().get(0);
      if (!Double.isNaN(row.estimate())) {
        double error = row.estimate() - mean;
        answered++;
        bias += error;
        meanSquare += error * error;
        stated += row.standardError() * row.standardError();
        covered += row.lower() <= mean && mean <= row.upper() ? 1 : 0;
      }
    }
    return new GaussianTrials(
        runs,
        answered,
        bias / answered,
        meanSquare / answered,
        stated / answered,
        (double) covered / answered);
  }

  /** All rounds of a protocol over these values, each person in one round. */
  static Estimate estimate(String spec, double[] values, RandomSource source) {
    long[] words = new long[values.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = source.nextLong();
    }
    Protocol<?, ?> protocol = Protocols.of(spec);
    while (protocol instanceof RoundProtocol<?, ?> round && round.round() < round.rounds()) {
      protocol = round.next(reports(protocol, values, words, source));
    }
    return estimate(protocol, reports(protocol, values, words, source));
  }

  /** What a round's reports say. */
  @SuppressWarnings("unchecked") // the reports are the protocol's own
  static <R> Estimate estimate(Protocol<?, R> protocol, Accumulator<?> reports) {
    return protocol.estimate((Accumulator<R>) reports);
  }

  /** The reports of those whose turn it is. */
  @SuppressWarnings("unchecked") // protocols of this package are all of numbers
  static Accumulator<?> reports(
      Protocol<?, ?> protocol, double[] values, long[] words, RandomSource source) {
    NumberProtocol<Object> numbers = (NumberProtocol<Object>) protocol;
    Accumulator<Object> reports = numbers.newAccumulator();
    for (int i = 0; i < values.length; i++) {
      if (!(protocol instanceof RoundProtocol<?, ?> round)
          || round.roundOf(words[i]) == round.round()) {
        int cohort = numbers.cohort(0, source.nextLong());
        reports.add(numbers.report(numbers.input(values[i], cohort), cohort, source));
      }
    }
    return reports;
  }

  /** Values of N(mean, sigma²), by Box and Muller. */
  static double[] normals(int count, double mean, double sigma, RandomSource source) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      double radius = Math.sqrt(-2 * Math.log(((source.nextLong() >>> 11) + 1) * 0x1p-53));
      double angle = 2 * Math.PI * (source.nextLong() >>> 11) * 0x1p-53;
      values[i] = mean + sigma * radius * Math.cos(angle);
    }
    return values;
  }

  /** Every run estimated the mean, without bias and with the errors that were stated. */
  void assertHonest() {
    assertEquals(runs, answered, "runs that estimated the mean");
    assertEquals(0, bias, FIVE * Math.sqrt(stated / runs), "bias");
    assertEquals(1, meanSquare / stated, FIVE * Math.sqrt(2.0 / runs), "mean square over stated");
    assertEquals(0.95, coverage, FIVE * Math.sqrt(0.95 * 0.05 / runs), "coverage");
  }

  /** n · MSE over sigma² and the limit pi/2 ((e^eps + 1)/(e^eps − 1))². */
  double ratio(int people, double sigma, double epsilon) {
    double gamma = Math.tanh(epsilon / 2);
    return people * meanSquare / (sigma * sigma) / (Math.PI / 2) * gamma * gamma;
  }
}
