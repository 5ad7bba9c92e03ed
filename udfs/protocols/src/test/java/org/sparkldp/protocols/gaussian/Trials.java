package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.BiFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of a protocol, all rounds, each on fresh people whose mean and sigma are anywhere the
 * question allows. Seeds are fixed, so a run that passes passes always; bounds are five standard
 * errors wide (a fresh seed would be refused with probability below 1e-6 a number).
 *
 * @param runs runs
 * @param told runs that told the mean
 * @param normal mean squared error over stated variance, averaged over runs
 * @param ratio n times the mean squared error over sigma² V
 * @param coverage share of 95 % intervals that hold the mean, of those told
 * @param sigmaCoverage the same for sigma
 */
record Trials(
    int runs, int told, double normal, double ratio, double coverage, double sigmaCoverage) {
  private static final double FIVE = 5;

  /** By the protocol's own estimate. */
  static Trials run(AnswerProtocol first, int people, int runs) {
    return run(first, people, runs, (protocol, reports) -> protocol.estimate(reports));
  }

  /** By another, as {@code decoder} makes it of the last round. */
  static Trials run(
      AnswerProtocol first,
      int people,
      int runs,
      BiFunction<AnswerProtocol, Accumulator<Integer>, Estimate> decoder) {
    SimulationSource source = new SimulationSource(1);
    GaussianQuestion question = first.question();
    int told = 0;
    double normal = 0;
    double ratio = 0;
    int covered = 0;
    int sigmaCovered = 0;
    for (int run = 0; run < runs; run++) {
      double mean = question.center() + question.range() * (2 * uniform(source) - 1);
      double sigma =
          question.sigmaMin()
              * Math.pow(question.sigmaMax() / question.sigmaMin(), uniform(source));
      double[] values = normals(people, mean, sigma, source);
      AnswerProtocol last = first;
      Accumulator<Integer> reports = reports(first, 0, values, source);
      if (first instanceof TwoRoundGaussian rounds) {
        last = rounds.next(reports);
        reports = reports(last, 0, values, source);
      }
      Estimate estimate = decoder.apply(last, reports);
      Estimate.Row row = estimate.rows().get(0);
      if (!Double.isNaN(row.estimate())) {
        double error = row.estimate() - mean;
        told++;
        normal += error * error / (row.standardError() * row.standardError());
        ratio +=
            people
                * error
                * error
                / (sigma * sigma * GaussianLimit.signVariance(question.epsilon()));
        covered += holds(row, mean);
        sigmaCovered += question.isSigmaKnown() ? 1 : holds(estimate.rows().get(1), sigma);
      }
    }
    return new Trials(
        runs,
        told,
        normal / told,
        ratio / told,
        (double) covered / told,
        (double) sigmaCovered / told);
  }

  private static int holds(Estimate.Row row, double truth) {
    return row.lower() <= truth && truth <= row.upper() ? 1 : 0;
  }

  /** The reports of those whose turn it is; a person's round goes by place. */
  static Accumulator<Integer> reports(
      AnswerProtocol protocol, int stratum, double[] values, RandomSource source) {
    Accumulator<Integer> reports = protocol.newAccumulator();
    addReports(protocol, stratum, values, source, reports);
    return reports;
  }

  static void addReports(
      AnswerProtocol protocol,
      int stratum,
      double[] values,
      RandomSource source,
      Accumulator<Integer> reports) {
    for (int i = 0; i < values.length; i++) {
      long word = i * 0x9e3779b97f4a7c15L; // evenly spread
      if (!(protocol instanceof TwoRoundGaussian round) || round.roundOf(word) == round.round()) {
        int cohort = protocol.cohort(stratum, source.nextLong());
        reports.add(protocol.report(protocol.input(values[i], cohort), cohort, source));
      }
    }
  }

  private static double uniform(RandomSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }

  /** Values of N(mean, sigma²), by Box and Muller. */
  static double[] normals(int count, double mean, double sigma, RandomSource source) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      double radius = Math.sqrt(-2 * Math.log(1 - uniform(source)));
      values[i] = mean + sigma * radius * Math.cos(2 * Math.PI * uniform(source));
    }
    return values;
  }

  /** Every run told the mean, with the errors that were stated. */
  void assertHonest() {
    assertEquals(runs, told, "runs that told the mean");
    assertEquals(1, normal, FIVE * Math.sqrt(2.0 / runs), "squared error over stated variance");
    assertCoverage(coverage, "coverage");
  }

  void assertSigmaCoverage() {
    assertCoverage(sigmaCoverage, "coverage of sigma");
  }

  private void assertCoverage(double share, String what) {
    assertEquals(0.95, share, FIVE * Math.sqrt(0.95 * 0.05 / runs), what);
  }
}
