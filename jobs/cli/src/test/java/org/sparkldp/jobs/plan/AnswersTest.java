package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Picture;
import org.sparkldp.protocols.Estimate;

/** Counts of everybody from people who take turns, over all ways in which turns fall to people. */
class AnswersTest {
  /** On which of the first periods each person holds the item. */
  private static final List<List<Integer>> HOLDS =
      List.of(List.of(0), List.of(0, 1, 2, 3, 4, 5), List.of(1, 4), List.of(2, 3), List.of());

  /** Without noise: the people who were asked and hold the item, of all who were asked. */
  private static Answers asked(int turns, int periods, int code) {
    int n = 0;
    int count = 0;
    for (List<Integer> held : HOLDS) {
      int turn = code % turns;
      code /= turns;
      for (int t = turn; t < periods; t += turns) {
        n++;
        count += held.contains(t) ? 1 : 0;
      }
    }
    return new Answers(
        new Estimate(n, 0.95, List.of(new Estimate.Row("item", count, 0, count, count))),
        Map.of("step", new double[] {count}),
        new double[] {count});
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "3, 2", "3, 3", "3, 6", "2, 4", "4, 1"})
  void turnsAreUnbiasedAndTheirErrorIsNotUnderstated(int turns, int periods) {
    long people = HOLDS.size();
    double truth =
        HOLDS.stream().mapToDouble(held -> held.stream().filter(t -> t < periods).count()).sum()
            / periods;
    int all = (int) Math.pow(turns, people);
    double mean = 0;
    double square = 0;
    double stated = 0;
    for (int code = 0; code < all; code++) {
      Answers answers = asked(turns, periods, code).ofTurns(turns, periods);
      Estimate.Row row = answers.estimate().rows().get(0);
      assertArrayEquals(new double[] {row.estimate()}, answers.consistent().get("step"));
      assertArrayEquals(new double[] {row.estimate()}, answers.best());
      assertTrue(row.lower() <= row.estimate() && row.estimate() <= row.upper());
      mean += row.estimate() / all;
      square += row.estimate() * row.estimate() / all;
      stated += row.standardError() * row.standardError() / all;
    }
    assertEquals(truth, mean, 1e-9);
    double variance = square - mean * mean;
    assertTrue(stated >= variance - 1e-9, stated + " stated, " + variance + " seen");
    if (periods == 1) {
      assertEquals(variance, stated, 1e-9);
    }
  }

  @Test
  void theNoiseOfReportsIsScaledToo() {
    Estimate.Row row = new Estimate.Row("item", 100, 7, 80, 130);
    Estimate.Row scaled =
        Answers.raw(new Estimate(1_000, 0.95, List.of(row)))
            .ofTurns(10, 1)
            .estimate()
            .rows()
            .get(0);
    assertEquals(1_000, scaled.estimate());
    assertEquals(Math.sqrt(70 * 70 + 9 * 1_000), scaled.standardError(), 1e-9);
    assertEquals(1_000 - Math.hypot(200, 1.959964 * Math.sqrt(9 * 1_000)), scaled.lower(), 1e-3);
    assertEquals(1_000 + Math.hypot(300, 1.959964 * Math.sqrt(9 * 1_300)), scaled.upper(), 1e-3);
  }

  /** A picture shows what is possible; the table keeps the whole interval. */
  @Test
  void theWhiskerOfAMeanIsCutToItsRange() {
    Answers fare =
        Answers.raw(new Estimate(9, 0.95, List.of(new Estimate.Row("mean", 2, 3, -4, 8))));
    Picture picture = new Picture.Dots("", row -> "mean", 0, 10);
    Chart.BarChart chart = (Chart.BarChart) picture.charts("fare", fare, Optional.empty()).get(0);
    assertEquals(0, chart.estimate().rows().get(0).lower());
    assertEquals(8, chart.estimate().rows().get(0).upper());
    assertEquals(-4, fare.estimate().rows().get(0).lower());
  }
}
