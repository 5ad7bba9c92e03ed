package org.sparkldp.jobs.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import org.sparkldp.protocols.Estimate;

/** Reports that the tests share. */
final class Examples {
  /** Breaks out of careless markup, JSON in a script, CSV and UTF-8. */
  static final String HOSTILE =
      "</script></title><img src=x onerror=\"window.broken=1\"><!--<script>&lt;'\",\n"
          + "\u2028\u202e\u0001\ud800";

  /** How it is shown: half a surrogate pair is no character. */
  static final String SHOWN = HOSTILE.replace('\ud800', '?');

  private Examples() {}

  /** Item i is estimated as estimate(i), with standard error 10 and interval 20 down, 30 up. */
  static Estimate estimate(int items, IntFunction<String> names, IntToDoubleFunction estimate) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      double x = estimate.applyAsDouble(i);
      rows.add(new Estimate.Row(names.apply(i), x, 10, x - 20, x + 30));
    }
    return new Estimate(1000, 0.95, rows);
  }

  static Chart.BarChart bars(int items, IntToDoubleFunction estimate) {
    return bars("item", items, estimate);
  }

  static Chart.BarChart bars(String of, int items, IntToDoubleFunction estimate) {
    return new Chart.BarChart(
        "Histogram",
        of,
        "users",
        estimate(items, i -> "item " + i, estimate),
        List.of(),
        List.of(),
        true);
  }

  /** With what may be shown beside an estimate. */
  static Chart.BarChart bars(Estimate estimate, List<Double> truth, Chart.Series... consistent) {
    return new Chart.BarChart(
        "Histogram", "item", "users", estimate, truth, List.of(consistent), true);
  }

  /** Each text of its caller is hostile. */
  static Page hostile() {
    Chart.BarChart bars =
        new Chart.BarChart(
            HOSTILE,
            "item",
            HOSTILE,
            estimate(2, i -> HOSTILE + i, i -> 100 + i),
            List.of(),
            List.of(new Chart.Series(HOSTILE, List.of(100.0, 101.0))),
            true);
    return new Page(
        HOSTILE,
        List.of(
            new Page.GroupSection(HOSTILE, List.of(bars)),
            new Page.GroupSection("other", List.of(lines()))),
        Optional.of(new Privacy(HOSTILE, 1, 1, 0.1, List.of())),
        List.of(HOSTILE),
        List.of(new Page.Fact(HOSTILE, HOSTILE)),
        HOSTILE);
  }

  static Chart.LineChart lines() {
    List<Chart.ChartLine> lines = new ArrayList<>();
    for (String name : List.of("oue", "grr")) {
      List<Chart.CurvePoint> points = new ArrayList<>();
      for (double epsilon : new double[] {0.25, 0.5, 1, 2, 4}) {
        double error = 100 * (1 + lines.size()) / epsilon;
        points.add(new Chart.CurvePoint(epsilon, error, error / 1.2, error * 1.2));
      }
      lines.add(new Chart.ChartLine(name, points));
    }
    return new Chart.LineChart(
        "Error against epsilon",
        new Chart.Axis("epsilon", true),
        new Chart.Axis("RMSE (users)", true),
        lines);
  }

  /** Four nodes in a square, three edges; each series has its numbers for them. */
  static Chart.HeatMap map(double[]... series) {
    Chart.NodeMap place =
        new Chart.NodeMap(
            List.of(0.0, 1.0, 0.0, 1.0), List.of(0.0, 0.0, 1.0, 1.0), List.of(0, 1, 0, 2, 2, 3));
    List<Chart.Series> all = new ArrayList<>();
    for (double[] numbers : series) {
      all.add(new Chart.Series("series " + all.size(), DoubleStream.of(numbers).boxed().toList()));
    }
    return new Chart.HeatMap("Trips", "trips", place, all);
  }

  static Page report(Chart... charts) {
    return report(List.of(new Page.GroupSection("all", List.of(charts))));
  }

  static Page report(List<Page.GroupSection> sections) {
    return new Page(
        "Words typed",
        sections,
        Optional.of(
            new Privacy(
                "The one report of a person",
                1,
                1,
                0,
                List.of(
                    new Privacy.ErrorAt(0.5, 2),
                    new Privacy.ErrorAt(1, 1),
                    new Privacy.ErrorAt(2, 0.5)))),
        List.of(),
        List.of(new Page.Fact("protocol", "oue(epsilon=1.0,k=4)")),
        "column = word");
  }
}
