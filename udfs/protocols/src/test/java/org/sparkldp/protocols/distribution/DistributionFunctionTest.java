package org.sparkldp.protocols.distribution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class DistributionFunctionTest {

  /** The best of all ways to cut the numbers into runs that share their mean. */
  private static double[] bruteForce(double[] raw) {
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int cuts = 0; cuts < 1 << (raw.length - 1); cuts++) {
      double[] levels = new double[raw.length];
      int from = 0;
      for (int i = 0; i < raw.length; i++) {
        if (i == raw.length - 1 || ((cuts >>> i) & 1) == 1) {
          Arrays.fill(levels, from, i + 1, Arrays.stream(raw, from, i + 1).average().orElseThrow());
          from = i + 1;
        }
      }
      double squares = 0;
      boolean rises = true;
      for (int i = 0; i < raw.length; i++) {
        squares += (raw[i] - levels[i]) * (raw[i] - levels[i]);
        rises &= i == 0 || levels[i] >= levels[i - 1];
      }
      if (rises && squares < least) {
        least = squares;
        best = levels;
      }
    }
    return best;
  }

  @Test
  void theNearestRisingNumbersAreTheBestOfAllRuns() {
    SimulationSource source = new SimulationSource(4);
    for (int trial = 0; trial < 200; trial++) {
      double[] raw = new double[5];
      Arrays.setAll(raw, i -> source.uniform(100) / 100.0);

      assertArrayEquals(bruteForce(raw), DistributionFunction.rising(raw), 1e-12);
    }
  }

  @Test
  void theyAreCutToShares() {
    assertArrayEquals(
        new double[] {0, 0.2, 1, 1}, DistributionFunction.rising(new double[] {-1, 0.2, 1.5, 2}));
  }

  /** Far from flat, nothing is pooled: errors are the shares' own, and normal. */
  @Test
  void errorsAreThoseOfTheSharesWhereTheFunctionIsSteep() {
    double[][] covariance = {{1e-6, 0.5e-6}, {0.5e-6, 4e-6}};
    DistributionFunction function = new DistributionFunction(new double[] {0.25, 0.75}, covariance);

    // 1,000 pairs: the standard deviation is right to 2.3 %.
    assertEquals(0, function.place(0.2515, 1.7).cell());
    assertEquals(1, function.place(0.2515, 1.3).cell());
    assertTrue(function.bandErrors(new int[] {1}, 0.95) > 2.1); // of two, not 1.96
    assertTrue(function.bandErrors(new int[] {1}, 0.95) < 2.35);
    assertEquals(1.96, function.bandErrors(new int[] {0}, 0.95), 0.12);
  }

  /** Two errors of .02, pooled where they fall: what is left is half of E max(0, difference). */
  @Test
  void theMeanOfTheDrawsIsNotFlatWhereOnlyThePooledEstimateIs() {
    double[][] covariance = {{0.0004, 0}, {0, 0.0004}};
    double[] mean = new DistributionFunction(new double[] {0.5, 0.5}, covariance).mean();
    double apart = 0.02 / Math.sqrt(4 * Math.PI);

    assertEquals(0.5 - apart, mean[0], 0.0015);
    assertEquals(0.5 + apart, mean[1], 0.0015);
  }
}
