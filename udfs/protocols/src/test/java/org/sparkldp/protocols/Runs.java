package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Many runs of one protocol of numbers, all rounds, on fresh people each time. Seeds are fixed, so
 * a run that passes passes always; the bounds are five standard errors wide (a fresh seed would be
 * refused with probability below 1e-6 a number).
 *
 * @param rows what each run estimated
 */
public record Runs(List<Estimate.Row> rows) {
  private static final double FIVE = 5;

  public static Runs of(String spec, int people, int runs, ToDoubleFunction<RandomSource> value) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      SimulationSource source = new SimulationSource(run);
      double[] values = new double[people];
      for (int i = 0; i < people; i++) {
        values[i] = value.applyAsDouble(source);
      }
      rows.add(People.estimate(spec, values, source).rows().get(0));
    }
    return new Runs(rows);
  }

  /** Of values of N(mean, sigma²). */
  public static Runs ofNormals(String spec, int people, double mean, double sigma, int runs) {
    return of(spec, people, runs, source -> mean + sigma * People.normal(source));
  }

  /** Runs that estimated a number. */
  public long answered() {
    return estimates().count();
  }

  private DoubleStream estimates() {
    return rows.stream().mapToDouble(Estimate.Row::estimate).filter(Double::isFinite);
  }

  public double rmse(double truth) {
    return Math.sqrt(
        estimates()
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

  /** n times the square of an error over sigma² and pi/2 coth²(epsilon/2), what signs can reach. */
  public static double ratio(double error, int people, double sigma, double epsilon) {
    double limit = Math.PI / 2 / Math.pow(Math.tanh(epsilon / 2), 2);
    return people * error * error / (sigma * sigma) / limit;
  }

  /** Every run estimated the truth, without bias and with the errors that were stated. */
  public void assertHonest(double truth) {
    int runs = rows.size();
    double ratio = Math.pow(rmse(truth) / stated(), 2);

    assertEquals(runs, answered(), "runs that estimated a number");
    assertEquals(
        truth, estimates().average().orElseThrow(), FIVE * stated() / Math.sqrt(runs), "bias");
    assertEquals(1, ratio, FIVE * Math.sqrt(2.0 / runs), "mean square over stated");
    assertEquals(0.95, coverage(truth), FIVE * Math.sqrt(0.95 * 0.05 / runs), "coverage");
  }
}
