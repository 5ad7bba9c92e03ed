package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;

/** What no page can show is refused before a file is written. */
class PageTest {

  @Test
  void aReportNeedsASectionAndASectionAChart() {
    badInput("a page's sections must hold one or more", () -> new Page("t", List.of(), List.of()));
    badInput("a section's charts", () -> new Page.GroupSection("all", List.of()));
  }

  @Test
  void twoSectionsOfOneNameAreRefused_forAReaderCouldNotTellThemApart() {
    Page.GroupSection all = new Page.GroupSection("all", List.of(Examples.lines()));
    badInput("distinct labels. Provided twice: \"all\"", () -> Examples.report(List.of(all, all)));
  }

  private static String refused(String words, Chart chart) {
    return badInput(words, () -> HtmlPage.render(Examples.report(chart)));
  }

  @Test
  void everyNumberIsFinite_andRefusalsNeverNameTheItem() {
    Chart.CurvePoint open = new Chart.CurvePoint(1, 1, 0, Double.POSITIVE_INFINITY);
    Estimate two = Examples.estimate(2, i -> "secret item " + i, i -> i);
    List<Double> gap = List.of(1.0, Double.NaN);
    for (Chart chart :
        List.of(
            Examples.bars(Examples.estimate(2, i -> "secret", i -> i / 0.0), List.of()),
            Examples.bars(two, gap),
            Examples.bars(two, List.of(), new Chart.Series("simplex", gap)),
            Examples.map(new double[] {1, 2, 3, Double.NaN}),
            lines(false, false, Chart.CurvePoint.of(Double.NaN, 1)),
            lines(false, false, open))) {
      assertFalse(refused("numbers must be finite", chart).contains("secret"));
    }
  }

  @Test
  void everyItemHasItsNumber() {
    Estimate two = Examples.estimate(2, i -> "item " + i, i -> i);
    refused("1 values, 2 items", Examples.bars(two, List.of(1.0)));
    Chart.Series three = new Chart.Series("simplex", List.of(1.0, 2.0, 3.0));
    refused("3 values, 2 items", Examples.bars(two, List.of(), three));
    refused("1 values, 4 items", Examples.map(new double[] {1}));
  }

  @Test
  void aLogarithmicAxisRefusesWhatItCannotShow_butAnIntervalMayReachBelowIt() {
    refused("needs numbers above 0", lines(true, false, Chart.CurvePoint.of(0, 1)));
    refused("needs numbers above 0", lines(false, true, Chart.CurvePoint.of(1, -1)));
    Chart below = lines(true, true, new Chart.CurvePoint(1, 1, -1, 2));
    assertTrue(HtmlPage.render(Examples.report(below)).contains("\"lower\":[-1.0]"));
  }

  /** As of an estimator whose interval need not hold its estimate. */
  @Test
  void aPointLiesInItsInterval() {
    Estimate.Row row = new Estimate.Row("a", 100, 10, 110, 120);
    assertEquals(new Chart.CurvePoint(1, 100, 100, 120), Chart.CurvePoint.of(1, row));
  }

  private static Chart.LineChart lines(boolean logX, boolean logY, Chart.CurvePoint point) {
    return new Chart.LineChart(
        "t",
        new Chart.Axis("x", logX),
        new Chart.Axis("y", logY),
        List.of(new Chart.ChartLine("a", List.of(point))));
  }
}
