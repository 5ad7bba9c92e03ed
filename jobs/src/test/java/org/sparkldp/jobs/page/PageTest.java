package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.sparkldp.jobs.Refused.badInput;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;

class PageTest {

  @Test
  void aReportNeedsASectionAndASectionAChart() {
    badInput("a page's sections must hold one or more", () -> new Page("t", List.of(), List.of()));
    badInput("a section's charts", () -> new Page.Section("all", List.of()));
  }

  @Test
  void twoSectionsOfOneNameAreRefused_forAReaderCouldNotTellThemApart() {
    Page.Section all = new Page.Section("all", List.of(Examples.lines()));
    badInput("distinct labels. Provided twice: \"all\"", () -> Examples.report(List.of(all, all)));
  }

  @Test
  void barsNeedFiniteEstimatesInOrder() {
    badInput("an estimate must be finite", () -> Examples.bars(2, i -> i / 0.0));
    badInput("items must hold one or more", () -> Examples.bars(0, i -> i));
    badInput("at place 0", () -> bars(new Estimate.Row("a", 1, -1, 0, 2), 10, 0.95));
    badInput("at place 0", () -> bars(new Estimate.Row("a", 1, 1, 3, 2), 10, 0.95));
    Estimate.Row fine = new Estimate.Row("a", 1, 1, 0, 2);
    assertEquals(1, bars(fine, 10, 0.95).estimate().rows().size());
    assertEquals(0, bars(fine, 0, 0.95).estimate().n(), "where the number is private");
    badInput("n = -1", () -> bars(fine, -1, 0.95));
    badInput("confidence = 1.0", () -> bars(fine, 10, 1));
    badInput("confidence = NaN", () -> bars(fine, 10, Double.NaN));
  }

  private static Chart.Bars bars(Estimate.Row row, long n, double confidence) {
    return Examples.bars(new Estimate(n, confidence, List.of(row)), List.of());
  }

  @Test
  void truthAndConsistentValuesAreAsLongAsTheEstimate() {
    Estimate two = Examples.estimate(2, i -> "item " + i, i -> i);
    badInput("1 values, 2 items", () -> Examples.bars(two, List.of(1.0)));
    badInput(
        "3 values, 2 items",
        () -> Examples.bars(two, List.of(), new Chart.Series("norm-sub", List.of(1.0, 2.0, 3.0))));
    badInput("a truth must be finite", () -> Examples.bars(two, List.of(1.0, Double.NaN)));
  }

  @Test
  void aHeatMapNeedsAFiniteNumberForEachNodeOfItsMap() {
    Chart.Place place = new Chart.Place(List.of(0.0, 1.0), List.of(0.0, 1.0), List.of(0, 1));
    Chart.Series raw = new Chart.Series("raw", List.of(1.0, 2.0));
    assertEquals(2, new Chart.HeatMap("t", "trips", place, List.of(raw, raw)).series().size());
    badInput(
        "1 values, 2 items",
        () ->
            new Chart.HeatMap("t", "trips", place, List.of(new Chart.Series("raw", List.of(1.0)))));
    badInput(
        "at place 1",
        () ->
            new Chart.HeatMap(
                "t", "trips", place, List.of(new Chart.Series("raw", List.of(1.0, 0 / 0.0)))));
    badInput(
        "1 values, 2 items", () -> new Chart.Place(List.of(0.0, 1.0), List.of(0.0), List.of()));
    badInput(
        "two nodes of the map, 0 to 0. Provided value: 1.",
        () -> new Chart.Place(List.of(0.0), List.of(0.0), List.of(0, 1)));
  }

  @Test
  void linesNeedSortedFinitePointsInTheirIntervals() {
    badInput("sorted by x", () -> new Chart.Line("a", List.of(point(2, 1), point(1, 1))));
    badInput("lie in its interval", () -> new Chart.Point(1, 5, 1, 4));
    badInput("must be finite", () -> point(Double.NaN, 1));
    badInput("must be finite", () -> point(1, Double.NaN));
    badInput("must be finite", () -> new Chart.Point(1, 1, 0, Double.POSITIVE_INFINITY));
  }

  @Test
  void aLogarithmicAxisRefusesWhatItCannotShow_butAnIntervalMayReachBelowIt() {
    badInput("needs numbers above 0", () -> lines(true, false, point(0, 1)));
    badInput("needs numbers above 0", () -> lines(false, true, point(1, -1)));
    assertEquals(1, lines(true, true, new Chart.Point(1, 1, -1, 2)).lines().size());
    assertEquals(1, lines(false, false, point(-1, -1)).lines().size());
  }

  private static Chart.Lines lines(boolean logX, boolean logY, Chart.Point point) {
    return new Chart.Lines(
        "t",
        new Chart.Axis("x", logX),
        new Chart.Axis("y", logY),
        List.of(new Chart.Line("a", List.of(point))));
  }

  private static Chart.Point point(double x, double y) {
    return Chart.Point.of(x, y);
  }

  @Test
  void refusalsNameThePlace_neverTheItem() {
    Estimate.Row row = new Estimate.Row("secret item", Double.NaN, 1, 0, 2);
    String message =
        assertThrows(IllegalArgumentException.class, () -> bars(row, 10, 0.95)).getMessage();
    assertFalse(message.contains("secret"), message);
  }
}
