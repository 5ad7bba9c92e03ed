package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;

/** A published randomizer, known by its matrix alone. */
class ChannelMatrixTest {

  private static double[][] grr(int k, double p) {
    double[][] matrix = new double[k][k];
    for (int r = 0; r < k; r++) {
      Arrays.fill(matrix[r], (1 - p) / (k - 1));
      matrix[r][r] = p;
    }
    return matrix;
  }

  /** Estimates and errors are those of the oracle whose matrix it is. */
  @Test
  @SuppressWarnings("unchecked")
  void theMatrixOfGrrGivesGrr() {
    PureOracle<Integer> oracle = (PureOracle<Integer>) Protocols.of("grr(epsilon=1.0,k=4)");
    long[] counts = {3100, 2000, 1200, 3700};
    Accumulator<Integer> reports = oracle.newAccumulator();
    for (int cell = 0; cell < 4; cell++) {
      reports.add(cell, counts[cell]);
    }
    Estimate known = oracle.estimate(reports);
    Estimate found = ChannelMatrix.of(grr(4, oracle.support().p())).estimate(counts, .95);
    for (int v = 0; v < 4; v++) {
      Estimate.Row a = known.rows().get(v);
      Estimate.Row b = found.rows().get(v);
      assertEquals(a.estimate(), b.estimate(), 1e-6);
      assertEquals(a.standardError(), b.standardError(), 1e-6);
      assertEquals(a.lower(), b.lower(), 1e-6);
      assertEquals(a.upper(), b.upper(), 1e-6);
    }
  }

  /** W M = I, exactly what unbiasedness is. */
  @Test
  void weightsAreUnbiased() {
    double[][] matrix = uneven();
    ChannelMatrix channel = ChannelMatrix.of(matrix);
    for (int v = 0; v < 3; v++) {
      for (int of = 0; of < 3; of++) {
        double mean = 0;
        for (int r = 0; r < matrix[of].length; r++) {
          mean += matrix[of][r] * channel.weight(r, v);
        }
        assertEquals(v == of ? 1 : 0, mean, 1e-12);
      }
    }
  }

  private static double[][] uneven() {
    return new double[][] {
      {.5, .2, .1, .1, .1, 0}, {.1, .5, .1, .2, .1, 0}, {.1, .1, .4, .3, .1, 0}
    };
  }

  /** 2,000 trials of 400 people; outside .92 to .975 has a chance below 1e-6 each. */
  @Test
  void intervalsHold() {
    double[][] matrix = uneven();
    ChannelMatrix channel = ChannelMatrix.of(matrix);
    int[] people = {20, 280, 100};
    int[] held = new int[3];
    int[] heldByHalf = new int[3];
    Random random = new Random(3);
    for (int trial = 0; trial < 2_000; trial++) {
      long[] counts = new long[matrix[0].length];
      for (int v = 0; v < 3; v++) {
        for (int i = 0; i < people[v]; i++) {
          double at = random.nextDouble();
          int r = 0;
          while (r < 4 && at >= matrix[v][r]) {
            at -= matrix[v][r++];
          }
          counts[r]++;
        }
      }
      for (int v = 0; v < 3; v++) {
        Estimate.Row row = channel.estimate(counts, .95).rows().get(v);
        double off = people[v] - row.estimate();
        held[v] += row.lower() <= people[v] && people[v] <= row.upper() ? 1 : 0;
        heldByHalf[v] += Math.abs(off) < row.standardError() ? 1 : 0; // the twin
      }
    }
    for (int v = 0; v < 3; v++) {
      assertTrue(held[v] > 1_840 && held[v] < 1_950, () -> Arrays.toString(held));
      assertTrue(heldByHalf[v] < 1_500, () -> Arrays.toString(heldByHalf));
    }
  }

  /** Of twenty people too, of whom few or none hold an item. */
  @Test
  void intervalsOfFewReportsHold() {
    double[][] matrix = {{.9, .05, .05}, {.02, .93, .05}, {.02, .03, .95}};
    ChannelMatrix channel = ChannelMatrix.of(matrix);
    Random random = new Random(4);
    int[] people = {1, 0, 19};
    int[] held = new int[3];
    int[] heldByNormal = new int[3]; // the twin
    for (int trial = 0; trial < 2_000; trial++) {
      long[] counts = new long[3];
      for (int v = 0; v < 3; v++) {
        for (int i = 0; i < people[v]; i++) {
          double at = random.nextDouble();
          counts[at < matrix[v][0] ? 0 : at < matrix[v][0] + matrix[v][1] ? 1 : 2]++;
        }
      }
      for (int v = 0; v < 3; v++) {
        Estimate.Row row = channel.estimate(counts, .95).rows().get(v);
        held[v] += row.lower() <= people[v] && people[v] <= row.upper() ? 1 : 0;
        double off = Math.abs(people[v] - row.estimate());
        heldByNormal[v] += off <= 1.96 * row.standardError() ? 1 : 0;
      }
    }
    for (int count : held) {
      assertTrue(count > 1_860, () -> Arrays.toString(held));
    }
    int least = Arrays.stream(heldByNormal).min().orElseThrow();
    assertTrue(least < 1_860, () -> Arrays.toString(heldByNormal));
  }

  @ParameterizedTest
  @ValueSource(strings = {"apart", "nearly", "sum", "rows", "impossible", "few", "many"})
  void whatCannotBeEstimatedIsRefused(String why) {
    String said =
        assertThrows(
                IllegalArgumentException.class,
                () -> {
                  switch (why) {
                    case "apart" -> ChannelMatrix.of(new double[][] {{.5, .5}, {.5, .5}});
                    case "nearly" ->
                        ChannelMatrix.of(new double[][] {{.5001, .4999}, {.4999, .5001}});
                    case "sum" -> ChannelMatrix.of(new double[][] {{.5, .4}, {.5, .6}});
                    case "rows" -> ChannelMatrix.of(new double[][] {{.5, .5}, {.5}});
                    case "impossible" ->
                        ChannelMatrix.of(uneven()).estimate(new long[] {1, 1, 1, 1, 1, 1}, .95);
                    case "many" ->
                        ChannelMatrix.of(grr(2, .9)).estimate(new long[] {Long.MAX_VALUE, 1}, .95);
                    default -> ChannelMatrix.of(uneven()).estimate(new long[] {1, 1}, .95);
                  }
                })
            .getMessage();
    assertTrue(
        said.contains(
            switch (why) {
              case "apart", "nearly" -> "its rows must not be mixtures";
              case "sum" -> "must sum to 1";
              case "rows" -> "a probability of each output";
              case "impossible" -> "no item gives";
              case "many" -> "less than 2^63";
              default -> "a count for each output";
            }),
        said);
  }
}
