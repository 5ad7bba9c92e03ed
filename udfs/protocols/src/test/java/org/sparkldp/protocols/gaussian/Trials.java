package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of a protocol, all rounds, each on fresh people whose mean and sigma are anywhere the
 * question allows. Seeds are fixed, so a run that passes passes always; bounds are five standard
 * errors wide (a fresh seed would be refused with probability below 1e-6 a number).
 *
 * @param runs runs
 * @param answered runs that estimated the mean
 * @param noted runs whose estimate has a note
 * @param normal mean squared error over stated variance, averaged over runs
 * @param ratio n times the mean squared error over sigma² V
 * @param coverage share of 95 % intervals that hold the mean, of those answered
 * @param sigmaCoverage the same for sigma
 */
record Trials(
    int runs,
    int answered,
    int noted,
    double normal,
    double ratio,
    double coverage,
    double sigmaCoverage) {
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
    return run(first, people, runs, People::normal, 1, to(0), decoder);
  }

  /**
   * Of people who need not be the model's.
   *
   * @param law a draw of mean 0 and variance 1
   * @param scale what sigma is larger than the question allows
   * @param said what people say of their values
   */
  static Trials run(
      AnswerProtocol first,
      int people,
      int runs,
      ToDoubleFunction<RandomSource> law,
      double scale,
      DoubleUnaryOperator said) {
    return run(
        first, people, runs, law, scale, said, (protocol, reports) -> protocol.estimate(reports));
  }

  /** Values rounded to a step, or as they are where it is 0. */
  static DoubleUnaryOperator to(double step) {
    return value -> step > 0 ? Math.rint(value / step) * step : value;
  }

  private static Trials run(
      AnswerProtocol first,
      int people,
      int runs,
      ToDoubleFunction<RandomSource> law,
      double scale,
      DoubleUnaryOperator said,
      BiFunction<AnswerProtocol, Accumulator<Integer>, Estimate> decoder) {
    SimulationSource source = new SimulationSource(1);
    GaussianQuestion question = first.question();
    int answered = 0;
    int noted = 0;
    double normal = 0;
    double ratio = 0;
    int covered = 0;
    int sigmaCovered = 0;
    for (int run = 0; run < runs; run++) {
      double mean = question.center() + question.range() * (2 * People.unit(source) - 1);
      double sigma =
          question.sigmaMin()
              * Math.pow(question.sigmaMax() / question.sigmaMin(), People.unit(source));
      double[] values = new double[people];
      for (int i = 0; i < people; i++) {
        values[i] = said.applyAsDouble(mean + scale * sigma * law.applyAsDouble(source));
      }
      AnswerProtocol last = first;
      Accumulator<Integer> reports = reports(first, 0, values, source);
      Optional<Protocol<Double, ?>> next = InRounds.next(last, reports);
      while (next.isPresent()) {
        last = (AnswerProtocol) (Protocol<?, ?>) next.get();
        reports = reports(last, 0, values, source);
        next = InRounds.next(last, reports);
      }
      Estimate estimate = decoder.apply(last, reports);
      Estimate.Row row = estimate.rows().get(0);
      noted += row.note().isEmpty() ? 0 : 1;
      if (!Double.isNaN(row.estimate())) {
        double error = row.estimate() - mean;
        answered++;
        normal += error * error / (row.standardError() * row.standardError());
        ratio +=
            people
                * error
                * error
                / (sigma * sigma * GaussianLimit.signVariance(question.epsilon()));
        covered += holds(row, mean);
        sigmaCovered += last.quantities().size() == 1 ? 1 : holds(estimate.rows().get(1), sigma);
      }
    }
    return new Trials(
        runs,
        answered,
        noted,
        normal / answered,
        ratio / answered,
        (double) covered / answered,
        (double) sigmaCovered / answered);
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
      if (RoundWalk.asks(protocol, word)) {
        int cohort = protocol.cohort(stratum, source.nextLong());
        reports.add(protocol.report(protocol.input(values[i], cohort), cohort, source));
      }
    }
  }

  /** Every run estimated the mean, with the errors that were stated. */
  void assertHonest() {
    assertEquals(runs, answered, "runs that estimated the mean");
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
