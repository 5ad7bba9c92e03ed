package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

/** How people are spread within cells: known laws, and what is so of all. */
class DensityTest {
  private static double[] shares(double[] edges, DoubleUnaryOperator below) {
    double[] shares = new double[edges.length - 1];
    Arrays.setAll(shares, c -> below.applyAsDouble(edges[c + 1]) - below.applyAsDouble(edges[c]));
    return shares;
  }

  /** The logarithm of an exponential density is a line: it is found again, a millionth off. */
  @Test
  void anExponentialLawIsRecovered() {
    double[] edges = {0, 3, 6, 9, 12};
    DoubleUnaryOperator below = x -> -Math.expm1(-x / 2) / -Math.expm1(-6);
    Density density = Density.of(edges, shares(edges, below));
    double evenly = 0;
    for (double x = 0.25; x < 12; x += 0.5) {
      assertEquals(below.applyAsDouble(x), density.between(0, x), 1e-6);
      assertEquals(x, density.quantile(0, 12, below.applyAsDouble(x)), 1e-4);
      int c = (int) (x / 3);
      double part = (x - edges[c]) / 3;
      double linear =
          (1 - part) * below.applyAsDouble(edges[c]) + part * below.applyAsDouble(edges[c + 1]);
      evenly = Math.max(evenly, Math.abs(linear - below.applyAsDouble(x)));
    }
    assertTrue(evenly > 0.1, "evenly spread " + evenly);
  }

  @Test
  void peopleWhoAreEvenlySpreadStaySo() {
    double[] edges = {-2, 0, 1, 5, 5.5};
    Density density = Density.of(edges, shares(edges, x -> x));
    for (double x = -2; x < 5.4; x += 0.37) {
      assertEquals((x + 2) / 7.5, density.between(-2, x), 1e-12);
    }
    assertEquals(0.25, Density.of(new double[] {3, 7}, new double[] {9}).between(4, 5), 1e-12);
  }

  /** Each cell keeps its share, and each part of it has some, whatever the shares are. */
  @Test
  void cellsKeepTheirSharesAndPartsAreNeverNegative() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 200; trial++) {
      int cells = 1 + random.nextInt(12);
      double[] edges = new double[cells + 1];
      double[] shares = new double[cells];
      for (int c = 0; c < cells; c++) {
        edges[c + 1] = edges[c] + Math.exp(4 * random.nextDouble());
        shares[c] = random.nextInt(4) == 0 ? 0 : Math.exp(6 * random.nextDouble());
      }
      double sum = Arrays.stream(shares).sum();
      Density density = Density.of(edges, shares);
      for (int c = 0; c < cells; c++) {
        double low = edges[c];
        double width = edges[c + 1] - low;
        double own = sum > 0 ? shares[c] / sum : width / edges[cells];
        double least = width / edges[cells] / 1000;
        assertEquals(Math.max(least, own), density.between(low, edges[c + 1]), 1e-12);
        double parts = 0;
        for (int i = 0; i < 7; i++) {
          double part = density.between(low + width * i / 7, low + width * (i + 1) / 7);
          assertTrue(part > 0, "a part of " + part);
          parts += part;
        }
        assertEquals(density.between(low, edges[c + 1]), parts, 1e-9);
      }
    }
  }

  /**
   * Half of two-sided exponential people in each range of 32 of 64 levels, six cells of equal mass,
   * and 16,667 people asked the levels: with both, a third of the error of people who are evenly
   * spread, and less than of the levels alone. Two peaks in one cell are found where people say so.
   */
  @Test
  void theLevelsAreBelievedAsFarAsTheyTellMoreThanNoise() {
    double[] laplace = levels(v -> Math.exp(-Math.abs(v - 31.5) / 3.9));
    double[] peaks =
        levels(v -> Math.exp(-(v - 10) * (v - 10) / 8.0) + Math.exp(-(v - 50) * (v - 50) / 8.0));
    double[] cells = {0, 27, 30, 32, 34, 37, 64};
    double[] wide = {0, 32, 64};
    assertTrue(error(laplace, cells, 0, 1) < error(laplace, cells, -1, 1) / 3);
    assertTrue(error(laplace, cells, 16_667, 1) < error(laplace, cells, -1, 1) / 3);
    assertTrue(error(peaks, wide, 16_667, 2) < error(peaks, wide, 0, 2) / 3);
  }

  private static double[] levels(DoubleUnaryOperator of) {
    double[] law = IntStream.range(0, 64).mapToDouble(v -> of.applyAsDouble(v)).toArray();
    double sum = Arrays.stream(law).sum();
    return Arrays.stream(law).map(x -> x / sum).toArray();
  }

  /**
   * Of ranges of half the levels, on the mean.
   *
   * @param people who were asked the levels; 0 for none, -1 for people who are evenly spread
   */
  private static double error(double[] law, double[] edges, int people, double epsilon) {
    double[] levels = IntStream.rangeClosed(0, 64).asDoubleStream().toArray();
    double[] shares = shares(edges, x -> Arrays.stream(law, 0, (int) x).sum());
    double sum = 0;
    int trials = people > 0 ? 10 : 1;
    for (int trial = 0; trial < trials; trial++) {
      double[] found = new double[64];
      if (people < 0) {
        for (int v = 0; v < 64; v++) {
          int at = Arrays.binarySearch(edges, v);
          int c = at >= 0 ? at : -at - 2;
          found[v] = shares[c] / (edges[c + 1] - edges[c]);
        }
      } else {
        PureLaw oracle = PureLaw.best(64, epsilon);
        int[] ones = AskedTable.ones(64);
        Optional<AskedTable> asked =
            people == 0
                ? Optional.empty()
                : Optional.of(
                    new AskedTable(
                        new int[] {0},
                        new int[][] {Domain.identity(64)},
                        oracle.draw(law, ones, people, 1, new SimulationSource(trial)),
                        ones,
                        oracle,
                        people));
        found = Density.of(edges, shares).over(levels, asked);
      }
      for (int from = 0; from <= 32; from++) {
        double off =
            Arrays.stream(found, from, from + 32).sum() / Arrays.stream(found).sum()
                - Arrays.stream(law, from, from + 32).sum();
        sum += Math.abs(off) / 33 / trials;
      }
    }
    return sum;
  }

  @Test
  void cellsNeedTheirEdges() {
    for (double[] edges : new double[][] {{0, 1}, {0, 1, 1}, {0, 2, 1}}) {
      assertThrows(
          IllegalArgumentException.class, () -> Density.of(edges, new double[] {0.5, 0.5}));
    }
  }
}
