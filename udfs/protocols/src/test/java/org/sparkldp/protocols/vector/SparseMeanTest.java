package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.vector.Hypercube.Variant;

class SparseMeanTest {

  private static Estimate estimate(double standardError, double... x) {
    List<Estimate.Row> rows =
        DoubleStream.of(x)
            .mapToObj(v -> new Estimate.Row("", v, standardError, v - 1, v + 1))
            .toList();
    return new Estimate(100, 0.95, rows);
  }

  @Test
  void itMovesTowardsZeroAndStopsThere() {
    assertArrayEquals(
        new double[] {2, 0, -0.5, 0}, SparseMean.of(estimate(1, 3, -1, -1.5, 0.2), 1), 1e-15);
  }

  @Test
  void itMinimisesTheRegularisedSquaredDistance() {
    double lambda = 0.7;
    for (double x : new double[] {-2, -0.7, -0.1, 0.3, 0.71, 5}) {
      double best = SparseMean.of(estimate(1, x), lambda)[0];
      for (double theta : new double[] {best - 1e-3, best + 1e-3}) {
        assertTrue(objective(best, x, lambda) < objective(theta, x, lambda));
      }
    }
  }

  private static double objective(double theta, double x, double lambda) {
    return (theta - x) * (theta - x) / 2 + lambda * Math.abs(theta);
  }

  @Test
  void lambdaIsHoeffdings() {
    assertEquals(
        3 * Math.sqrt(2 * Math.log(2 * 51 / 0.05) / 1000),
        SparseMean.lambda(3, 51, 1000, 0.05),
        1e-15);
    assertEquals(
        0.2 * Math.sqrt(2 * Math.log(2 * 2 / 0.05)),
        SparseMean.lambda(estimate(0.2, 1, 2), 0.05),
        1e-15);
  }

  /** The setting of the note: d = 51, epsilon = 1, 200,000 people; there .0974 and .0238. */
  @Test
  void aSparseMeanIsFoundSeveralTimesAsWell() {
    int d = 51;
    int n = 200_000;
    Hypercube cube = Hypercube.DECLARATION.of(1, d, 1, Variant.HALF);
    double[] person = new double[d];
    person[7] = 1;
    int[] input = cube.input(person);
    SimulationSource source = new SimulationSource(3);
    Accumulator<byte[]> reports = cube.newAccumulator();
    for (int i = 0; i < n; i++) {
      reports.add(cube.report(input, source));
    }
    Estimate estimate = cube.estimate(reports);
    double practical = cube.b() * Math.sqrt(2 * Math.log(d) / n);
    double plain = squaredError(estimate.estimates(), person);
    double sparse = squaredError(SparseMean.of(estimate, practical), person);

    assertEquals(d * cube.b() * cube.b() / n, plain, 0.5 * plain);
    assertTrue(sparse < 0.4 * plain, sparse + " of " + plain);
    double safe = SparseMean.lambda(cube.b(), d, n, 0.01);
    double[] sure = SparseMean.of(estimate, safe);
    assertEquals(1, DoubleStream.of(sure).filter(x -> x != 0).count());
    assertTrue(squaredError(sure, person) <= 4 * safe * safe);
  }

  private static double squaredError(double[] x, double[] truth) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += (x[j] - truth[j]) * (x[j] - truth[j]);
    }
    return sum;
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> SparseMean.lambda(0, 3, 10, 0.1));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.lambda(1, 0, 10, 0.1));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.lambda(1, 3, 0, 0.1));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.lambda(1, 3, 10, 1));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.of(estimate(1, 1), -1));
  }

  /** Of one vector of one coordinate, seen once; chances of 0 and of 1 are none. */
  @Test
  void theSmallestQuestionIsAnswered() {
    assertEquals(Math.sqrt(2 * Math.log(4)), SparseMean.lambda(1, 1, 1, 0.5), 1e-15);
    assertArrayEquals(new double[] {-2}, SparseMean.of(estimate(1, -2), 0));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.lambda(1, 3, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> SparseMean.of(estimate(1, 1), Double.NaN));
  }
}
