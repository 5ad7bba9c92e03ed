package org.sparkldp.protocols.sums;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * How often intervals of 95 % of sums and means hold, with log-normal numbers, few items and many,
 * groups of 2 % to 60 %, and 1,000 to 1,000,000 people; the table on the page of sums is of {@link
 * #held}.
 */
class NumberCoverageTest {
  /** Rows whose count is so many standard errors are shown in any trial, nearly. */
  private static final double SHOWN = 4;

  /**
   * Shares of rows.
   *
   * @param sums that hold
   * @param shownSums that hold, of rows with large counts
   * @param means that hold, or are refused
   * @param shownMeans that hold, or are refused, of rows with large counts
   * @param refused means of all rows
   */
  record Held(
      double sums, double shownSums, double means, double shownMeans, double refused, int shown) {}

  /** Part of the people who hold the first item; the others hold the others evenly. */
  private static final double[] FIRST = {.02, .1, .6};

  static Held held(String protocol, int people, int trials, double length) {
    Random random = new Random(people);
    long[] x = new long[people];
    Arrays.setAll(x, i -> Math.round(1000 * Math.exp(random.nextGaussian())));
    return held(protocol, x, trials, length);
  }

  private static Held held(String protocol, long[] x, int trials, double length) {
    int people = x.length;
    double sums = 0;
    double means = 0;
    double refused = 0;
    double shownSums = 0;
    double shownMeans = 0;
    int rows = 0;
    int shown = 0;
    for (double first : FIRST) {
      FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(protocol);
      CellProtocol cells = (CellProtocol) oracle;
      int k = oracle.k();
      int[] items = new int[people];
      double[] sum = new double[k];
      long[] count = new long[k];
      for (int i = 0; i < people; i++) {
        items[i] = i < first * people ? 0 : 1 + i % (k - 1);
        sum[items[i]] += x[i];
        count[items[i]]++;
      }
      double[] variances = oracle.variances(count);
      NumberSums<?> layout = NumberSums.of(oracle);
      for (int trial = 0; trial < trials; trial++) {
        Accumulator<?> reports = layout.newAccumulator(NumberSums.context("", 0));
        SimulationSource coins =
            new SimulationSource(trial + 1_000_003L * (people + Math.round(100 * first)));
        for (int i = 0; i < people; i++) {
          reports.beside(x[i], true);
          reports.addCell(cells.randomize(items[i], coins), 1);
        }
        List<NumberSums.SumRow> estimates =
            NumberSums.estimate(NumberSums.read(reports.toBytes()), .95);
        for (int v = 0; v < k; v++) {
          double ofSum = holds(estimates.get(3 * v + 1), sum[v], length);
          double ofMean = holds(estimates.get(3 * v + 2), sum[v] / count[v], length);
          rows++;
          sums += ofSum;
          means += ofMean;
          refused += Double.isNaN(estimates.get(3 * v + 2).estimate()) ? 1 : 0;
          if (count[v] >= SHOWN * Math.sqrt(variances[v])) {
            shown++;
            shownSums += ofSum;
            shownMeans += ofMean;
          }
        }
      }
    }
    return new Held(
        sums / rows, shownSums / shown, means / rows, shownMeans / shown, refused / rows, shown);
  }

  private static double holds(NumberSums.SumRow row, double truth, double length) {
    double lower = row.estimate() - length * (row.estimate() - row.lower());
    double upper = row.estimate() + length * (row.upper() - row.estimate());
    return truth < lower || truth > upper ? 0 : 1; // a refused row does not miss
  }

  /**
   * All of the page's table but the largest numbers of people: 95 % within the chance of so many
   * rows; few people's means are refused, which is no miss.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"rr(epsilon=EPS)", "grr(epsilon=EPS,k=10)", "hadamard(epsilon=EPS,k=50)"})
  void intervalsHoldOverTheGrid(String protocol) {
    for (String epsilon : new String[] {"0.5", "1.0", "4.0"}) {
      for (int people : new int[] {1_000, 10_000, 100_000}) {
        String spec = protocol.replace("EPS", epsilon);
        Held held = held(spec, people, people == 1_000 ? 1000 : people == 10_000 ? 600 : 400, 1);
        assertTrue(held.sums > .93 && held.sums < .97, spec + " " + people + " " + held);
        assertTrue(held.means > .93, spec + " " + people + " " + held);
        if (held.shown > 500) {
          assertTrue(
              held.shownSums > .92 && held.shownSums < .975, spec + " " + people + " " + held);
          assertTrue(
              held.shownMeans > .92 && held.shownMeans < .98, spec + " " + people + " " + held);
        }
      }
    }
  }

  @Test
  void intervalsHold() {
    Held held = held("grr(epsilon=1.0,k=10)", 3_000, 300, 1);
    assertTrue(held.sums > .93 && held.sums < .97 && held.means > .93, held::toString);
    assertTrue(held.shownSums > .93 && held.shownMeans > .92, held::toString);
  }

  /** Numbers of both signs, whose sum is mostly below 0. */
  @ParameterizedTest
  @ValueSource(
      strings = {"hadamard(epsilon=4.0,k=4,blocks=1)", "hadamard(epsilon=2.0,k=10,blocks=4)"})
  void intervalsOfBothSignsHold(String protocol) {
    long[] x = new long[2_000];
    Arrays.setAll(x, i -> i % 10 == 3 ? 100 : -100);
    Held held = held(protocol, x, 300, 1);
    assertTrue(held.sums > .93 && held.sums < .97, held::toString);
    assertTrue(held.shownMeans > .93 && held.shownMeans < .97, held::toString);
  }

  /** The wrong twin: intervals of half the length. */
  @Test
  void shorterIntervalsDoNotHold() {
    Held held = held("grr(epsilon=1.0,k=10)", 3_000, 100, .5);
    assertTrue(held.sums < .8 && held.shownMeans < .85, held::toString);
  }

  /** The table, a line for each. */
  public static void main(String[] given) {
    for (String protocol : given[0].split(";")) {
      for (double epsilon : new double[] {.5, 1, 4}) {
        for (int i = 1; i < given.length; i += 2) {
          String spec = protocol.replace("EPS", Double.toString(epsilon));
          int people = Integer.parseInt(given[i]);
          System.out.println(
              spec + " " + people + " " + held(spec, people, Integer.parseInt(given[i + 1]), 1));
        }
      }
    }
  }
}
