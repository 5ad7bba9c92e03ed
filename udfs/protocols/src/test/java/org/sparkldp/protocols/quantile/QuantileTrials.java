package org.sparkldp.protocols.quantile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of one protocol, all rounds, on fresh people each time. Seeds are fixed: a run that
 * passes passes always.
 *
 * @param rows what each run estimated
 */
public record QuantileTrials(List<Estimate.Row> rows) {

  public static QuantileTrials run(
      String spec, int people, int runs, ToDoubleFunction<RandomSource> value) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      SimulationSource source = new SimulationSource(run);
      double[] values = new double[people];
      for (int i = 0; i < people; i++) {
        values[i] = value.applyAsDouble(source);
      }
      rows.add(estimate(spec, values, source).rows().get(0));
    }
    return new QuantileTrials(rows);
  }

  /** Uniform in (0, 1). */
  public static double unit(RandomSource source) {
    return ((source.nextLong() >>> 12) + 0.5) * 0x1p-52;
  }

  /** All rounds of a protocol over these values, each person in one round. */
  public static Estimate estimate(String spec, double[] values, RandomSource source) {
    QuantileProtocol<?> protocol = (QuantileProtocol<?>) Protocols.of(spec);
    if (!(protocol instanceof RoundProtocol<?, ?> first)) {
      return Protocols.estimate(protocol, reports(protocol, values, source), 0.95);
    }
    int[] rounds = new int[values.length];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = first.roundOf(source.nextLong());
    }
    while (true) {
      RoundProtocol<?, ?> round = (RoundProtocol<?, ?>) protocol;
      Accumulator<?> reports = reports(protocol, of(values, rounds, round.round()), source);
      if (round.round() == round.rounds()) {
        return Protocols.estimate(round, reports, 0.95);
      }
      protocol = (QuantileProtocol<?>) round.next(reports);
    }
  }

  private static double[] of(double[] values, int[] rounds, int round) {
    double[] own = new double[values.length];
    int n = 0;
    for (int i = 0; i < values.length; i++) {
      if (rounds[i] == round) {
        own[n++] = values[i];
      }
    }
    return Arrays.copyOf(own, n);
  }

  public static <R> Accumulator<R> reports(
      QuantileProtocol<R> protocol, double[] values, RandomSource source) {
    Accumulator<R> reports = protocol.newAccumulator();
    for (double value : values) {
      int cohort = protocol.cohort(0, source.nextLong());
      reports.add(protocol.report(protocol.input(value, cohort), cohort, source));
    }
    return reports;
  }

  /** Runs that estimated a number. */
  public long answered() {
    return rows.stream().filter(row -> !Double.isNaN(row.estimate())).count();
  }

  public double rmse(double truth) {
    return Math.sqrt(
        rows.stream()
            .mapToDouble(Estimate.Row::estimate)
            .filter(Double::isFinite)
            .map(estimate -> (estimate - truth) * (estimate - truth))
            .average()
            .orElseThrow());
  }

  /** Root mean square of the standard errors. */
  public double stated() {
    return Math.sqrt(
        rows.stream()
            .mapToDouble(Estimate.Row::standardError)
            .filter(Double::isFinite)
            .map(error -> error * error)
            .average()
            .orElseThrow());
  }

  public double coverage(double truth) {
    return (double)
            rows.stream().filter(row -> row.lower() <= truth && truth <= row.upper()).count()
        / rows.size();
  }
}
