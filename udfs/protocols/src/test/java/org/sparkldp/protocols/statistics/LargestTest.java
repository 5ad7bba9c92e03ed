package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;

class LargestTest {
  private static final int TRIALS = 4000;

  private static Estimate estimate(double[] truth, double error, Random random) {
    double reach = StandardNormal.twoSided(0.95) * error;
    return new Estimate(
        100_000,
        0.95,
        IntStream.range(0, truth.length)
            .mapToObj(
                i -> {
                  double x = truth[i] + error * random.nextGaussian();
                  return new Estimate.Row("" + i, x, error, x - reach, x + reach);
                })
            .toList());
  }

  /**
   * How often each holds: the items and interval of {@link Largest}; the own interval of the top;
   * the wider intervals of the five at the top.
   */
  private record Held(double largest, double top, double five) {}

  private static Held held(int k, IntToDoubleFunction counts) {
    double[] truth = IntStream.range(0, k).mapToDouble(counts).toArray();
    double most = Arrays.stream(truth).max().orElseThrow();
    Random random = new Random(k);
    int largest = 0;
    int top = 0;
    int five = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Estimate estimate = estimate(truth, 100, random);
      Largest found = Largest.of(estimate);
      boolean isNamed =
          found.of() > found.items().size()
              || found.items().stream().anyMatch(item -> truth[Integer.parseInt(item)] == most);
      largest += isNamed && found.lower() <= most && most <= found.upper() ? 1 : 0;
      List<Estimate.Row> named =
          estimate.rows().stream()
              .sorted(Comparator.comparingDouble(Estimate.Row::estimate).reversed())
              .limit(5)
              .toList();
      top += holds(named.get(0), 1, truth) ? 1 : 0;
      five += named.stream().allMatch(row -> holds(row, found.wider(), truth)) ? 1 : 0;
    }
    return new Held((double) largest / TRIALS, (double) top / TRIALS, (double) five / TRIALS);
  }

  private static boolean holds(Estimate.Row row, double wider, double[] truth) {
    double off = truth[Integer.parseInt(row.item())] - row.estimate();
    return Math.abs(off) <= wider * (row.upper() - row.estimate());
  }

  /**
   * At least .95 of the charts on flat, peaked and mixed shapes; 4,000 charts each, fixed seeds.
   * The wrong twin, the interval of the item at the top, fails where counts are alike.
   */
  @Test
  void whatIsSaidOfTheLargestIsTrue() {
    for (int k : new int[] {2, 16, 200}) {
      Held flat = held(k, i -> 500);
      Held peaked = held(k, i -> i == 0 ? 5000 : 100);
      Held mixed = held(k, i -> 1500.0 / (1 + i));
      Held close = held(k, i -> 1000 + 10 * i);

      for (Held shape : List.of(flat, peaked, mixed, close)) {
        assertTrue(shape.largest >= 0.95 && shape.five >= 0.947, k + " items: " + shape);
      }
      assertTrue(k == 2 || flat.top < 0.8, k + " items: " + flat);
    }
  }

  @Test
  void oneItemIsNamedWhereItStandsApart_andFiveAtMost() {
    Estimate.Row apart = new Estimate.Row("a", 900, 10, 880, 920);
    Estimate.Row other = new Estimate.Row("b", 500, 10, 480, 520);
    Largest one = Largest.of(new Estimate(1400, 0.95, List.of(other, apart)));
    assertEquals(List.of("a"), one.items());
    assertEquals(1, one.of());
    assertEquals(920, one.upper());
    assertEquals(877.1, one.lower(), 0.1); // z(.0125) in place of z(.025)

    Largest many =
        Largest.of(
            new Estimate(
                1400,
                0.95,
                IntStream.range(0, 9)
                    .mapToObj(i -> new Estimate.Row("" + i, 500 + i, 10, 480 + i, 520 + i))
                    .toList()));
    assertEquals(List.of("8", "7", "6", "5", "4"), many.items());
    assertEquals(9, many.of());
  }
}
