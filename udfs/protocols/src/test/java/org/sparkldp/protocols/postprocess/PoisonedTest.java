package org.sparkldp.protocols.postprocess;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.SimulationSource;

/** What a shift of raw numbers becomes in those of {@code simplex}: it is bounded. */
class PoisonedTest {
  private static final int N = 1000;

  private static double[] apply(String step, double[] x) {
    return Consistencies.of(step)
        .apply(
            new Estimate(
                N,
                0.95,
                IntStream.range(0, x.length)
                    .mapToObj(v -> new Estimate.Row("" + v, x[v], 50, x[v] - 98, x[v] + 98))
                    .toList()));
  }

  private static double largest(double[] from, double[] to) {
    return IntStream.range(0, from.length)
        .mapToDouble(v -> Math.abs(to[v] - from[v]))
        .max()
        .orElseThrow();
  }

  private static double square(double[] from, double[] to) {
    return IntStream.range(0, from.length)
        .mapToDouble(v -> (to[v] - from[v]) * (to[v] - from[v]))
        .sum();
  }

  private static double number(SimulationSource source, int reach) {
    return source.uniform(2 * reach + 1) - reach;
  }

  /**
   * The amount tau that simplex takes off moves by no more than the largest shift, since all
   * numbers moved alike would move it alike; so results move by twice that at most. And it is a
   * projection onto a convex set, so that squares of shifts sum to no more than before.
   */
  @Test
  void shiftsAtMostDoubleAndTheirSquaresNeverGrow() {
    SimulationSource source = new SimulationSource(11);
    for (int trial = 0; trial < 5000; trial++) {
      double[] raw = new double[2 + source.uniform(8)];
      double[] poisoned = new double[raw.length];
      for (int v = 0; v < raw.length; v++) {
        raw[v] = number(source, 600);
        poisoned[v] = raw[v] + number(source, 200);
      }
      double[] before = apply("simplex", raw);
      double[] after = apply("simplex", poisoned);
      assertTrue(largest(before, after) <= 2 * largest(raw, poisoned) + 1e-9);
      assertTrue(square(before, after) <= square(raw, poisoned) + 1e-6);
    }
  }

  /** Fake reports that push targets and nothing down gain nothing by it. */
  @Test
  void whoOnlyPushesUpGainsNothingBySimplex() {
    SimulationSource source = new SimulationSource(12);
    for (int trial = 0; trial < 2000; trial++) {
      double[] raw = new double[8];
      Arrays.setAll(raw, v -> number(source, 600));
      double[] poisoned = raw.clone();
      poisoned[0] += 150;
      poisoned[1] += 150;
      double[] before = apply("simplex", raw);
      double[] after = apply("simplex", poisoned);
      assertTrue(after[0] - before[0] <= 150 + 1e-9 && after[1] - before[1] <= 150 + 1e-9);
    }
  }
}
