package org.sparkldp.jobs.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate.Row;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Largest;

/**
 * The charts as JSON that may stand inside a script element, short enough for a browser.
 *
 * <p>Numbers are unrounded, except those of heat maps, which have four digits. A chart keeps at
 * most {@value #MOST_KEPT} items, and fewer when a report has so many charts that all of them
 * together would keep more than {@value #KEPT_IN_ALL}, yet never fewer than {@value #LEAST_KEPT}.
 * Where items are left out, those with the largest estimates are kept; counts and totals of the
 * whole histogram are always there, and so is a curve of all estimates by rank once there are more
 * than {@value #WHOLE}. A line keeps evenly spaced points. A heat map keeps all.
 *
 * <p>Refused: numbers that are not finite, not one for each item, or not above 0 on a logarithmic
 * axis. Refusals show neither items nor numbers.
 *
 * @param kept items that a chart keeps at most
 * @param places of heat maps, each said once
 */
record PageData(int kept, List<Chart.NodeMap> places) {
  /** Items up to which a histogram is one picture. */
  static final int WHOLE = 200;

  static final int MOST_KEPT = 4096;
  static final int LEAST_KEPT = 10;
  static final int KEPT_IN_ALL = 50_000;

  /** Points of the curve by rank, at most. */
  private static final int RANKS = 200;

  private static final ObjectMapper JSON = json();

  /** All of a page; epsilon and asked only where anybody gave anything. */
  private record PageContent(
      int whole,
      List<Chart.NodeMap> places,
      List<Privacy.ErrorAt> errors,
      Double epsilon,
      String asked,
      List<SectionData> sections) {}

  private record SectionData(
      String label, List<String> alerts, List<String> sentences, List<Object> charts) {}

  private record BarChartData(
      String kind,
      String title,
      String items,
      String unit,
      boolean additive,
      boolean disjoint,
      boolean ordered,
      List<String> levels,
      long n,
      double confidence,
      int totalItems,
      double total,
      long aboveZero,
      List<String> item,
      List<Double> estimate,
      List<Double> standardError,
      List<Double> lower,
      List<Double> upper,
      double[] best,
      List<Boolean> unsure,
      Largest largest,
      double[] truth,
      Long covered,
      List<SeriesData> consistent,
      LineChartData rank) {}

  private record SeriesData(String name, double[] values) {}

  private record LineChartData(
      String kind,
      String title,
      long n,
      double confidence,
      boolean cumulative,
      Chart.Axis x,
      Chart.Axis y,
      List<LineData> lines) {}

  private record LineData(
      String name,
      int totalPoints,
      double[] x,
      double[] y,
      double[] lower,
      double[] upper,
      List<Double> marked) {}

  private record CrossTableData(String kind, @JsonUnwrapped Chart.CrossTable table) {}

  private record Heat(String kind, String title, String unit, int place, List<SeriesData> series) {}

  private static ObjectMapper json() {
    ObjectMapper json = new ObjectMapper();
    json.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
    json.setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    json.getFactory().setCharacterEscapes(new InsideScript());
    return json;
  }

  static String of(Page page) {
    List<Chart> charts = page.sections().stream().flatMap(s -> s.charts().stream()).toList();
    int kept = Math.max(LEAST_KEPT, Math.min(MOST_KEPT, KEPT_IN_ALL / charts.size()));
    List<Chart.NodeMap> places =
        charts.stream()
            .filter(Chart.HeatMap.class::isInstance)
            .map(chart -> ((Chart.HeatMap) chart).place())
            .distinct()
            .toList();
    try {
      return JSON.writeValueAsString(new PageData(kept, places).all(page));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private PageContent all(Page page) {
    Privacy privacy = page.privacy().orElse(null);
    boolean hasGiven = privacy != null;
    return new PageContent(
        WHOLE,
        places,
        hasGiven ? privacy.errors() : List.of(),
        hasGiven ? privacy.epsilon() / Math.max(1, privacy.reports()) : null,
        hasGiven ? (privacy.reports() > 1 ? "reports" : "people") : null,
        page.sections().stream()
            .map(
                section ->
                    new SectionData(
                        section.label(),
                        section.alerts(),
                        section.sentences(),
                        section.charts().stream().map(this::chart).toList()))
            .toList());
  }

  private Object chart(Chart chart) {
    if (chart instanceof Chart.BarChart bars) {
      return bars(bars);
    }
    if (chart instanceof Chart.CrossTable table) {
      return new CrossTableData("cross", table);
    }
    return chart instanceof Chart.LineChart lines ? lines(lines) : heat((Chart.HeatMap) chart);
  }

  private BarChartData bars(Chart.BarChart bars) {
    List<Row> rows = bars.estimate().rows();
    List<Double> truth = bars.truth();
    int[] ranked =
        IntStream.range(0, rows.size())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -rows.get(i).estimate()))
            .mapToInt(i -> i)
            .toArray();
    int[] shown = IntStream.of(ranked).limit(kept).sorted().toArray();
    return new BarChartData(
        "bars",
        bars.title(),
        bars.items(),
        bars.unit(),
        bars.additive(),
        bars.disjoint(),
        bars.ordered(),
        bars.levels(),
        bars.estimate().n(),
        bars.estimate().confidence(),
        rows.size(),
        bars.unsure().isEmpty() ? finite(rows.stream().mapToDouble(Row::estimate).sum()) : 0,
        rows.stream().filter(row -> row.lower() > 0).count(),
        IntStream.of(shown).mapToObj(i -> rows.get(i).item()).toList(),
        cells(bars, shown, i -> rows.get(i).estimate()),
        cells(bars, shown, i -> rows.get(i).standardError()),
        cells(bars, shown, i -> rows.get(i).lower()),
        cells(bars, shown, i -> rows.get(i).upper()),
        bars.best().isEmpty() ? null : numbers(shown, rows.size(), bars.best()),
        bars.unsure().isEmpty() ? null : IntStream.of(shown).mapToObj(bars.unsure()::get).toList(),
        bars.additive() && rows.size() > 1 ? Largest.of(bars.estimate()) : null,
        truth.isEmpty() ? null : numbers(shown, rows.size(), truth),
        truth.isEmpty() ? null : covered(rows, truth),
        bars.consistent().stream()
            .map(
                series ->
                    new SeriesData(series.name(), numbers(shown, rows.size(), series.values())))
            .toList(),
        rows.size() > WHOLE ? byRank(bars, ranked) : null);
  }

  private static long covered(List<Row> rows, List<Double> truth) {
    return IntStream.range(0, rows.size())
        .filter(i -> rows.get(i).lower() <= truth.get(i) && truth.get(i) <= rows.get(i).upper())
        .count();
  }

  /** All estimates, largest first, at ranks evenly spaced on a logarithmic axis. */
  private LineChartData byRank(Chart.BarChart bars, int[] ranked) {
    List<Chart.CurvePoint> points = new ArrayList<>();
    int before = 0;
    int most = Math.min(RANKS, kept);
    for (int i = 0; i < most; i++) {
      int rank = (int) Math.round(Math.pow(ranked.length, i / (most - 1.0)));
      if (rank > before) {
        Row row = bars.estimate().rows().get(ranked[rank - 1]);
        points.add(Chart.CurvePoint.of(rank, row));
        before = rank;
      }
    }
    return lines(
        new Chart.LineChart(
            "All items by rank",
            new Chart.Axis("rank, largest estimate first", true),
            new Chart.Axis(bars.unit(), false),
            List.of(new Chart.ChartLine("estimate", points))));
  }

  private LineChartData lines(Chart.LineChart chart) {
    boolean isDrawn =
        chart.lines().stream()
            .flatMap(line -> line.points().stream())
            .allMatch(at -> chart.x().isPlace(at.x()) && chart.y().isPlace(at.y()));
    Require.that(isDrawn)
        .orRefuse(
            "a logarithmic axis needs numbers above 0. Provided: others, in %s; use a linear axis.",
            chart.title());
    return new LineChartData(
        "lines",
        chart.title(),
        chart.n(),
        chart.confidence(),
        chart.cumulative(),
        chart.x(),
        chart.y(),
        chart.lines().stream().map(this::line).toList());
  }

  private LineData line(Chart.ChartLine line) {
    List<Chart.CurvePoint> points = line.points();
    int last = points.size() - 1;
    IntStream spread =
        last < kept
            ? IntStream.rangeClosed(0, last)
            : IntStream.range(0, kept).map(i -> (int) ((long) i * last / (kept - 1)));
    IntStream marked =
        IntStream.rangeClosed(0, last)
            .filter(i -> line.marked() != null && line.marked().contains(points.get(i).x()));
    int[] shown = IntStream.concat(spread, marked).sorted().distinct().toArray();
    return new LineData(
        line.name(),
        points.size(),
        numbers(shown, i -> points.get(i).x()),
        numbers(shown, i -> points.get(i).y()),
        numbers(shown, i -> points.get(i).lower()),
        numbers(shown, i -> points.get(i).upper()),
        line.marked());
  }

  private Heat heat(Chart.HeatMap map) {
    int[] nodes = IntStream.range(0, map.place().x().size()).toArray();
    return new Heat(
        "map",
        map.title(),
        map.unit(),
        places.indexOf(map.place()),
        map.series().stream()
            .map(series -> new SeriesData(series.name(), rounded(nodes, series.values())))
            .toList());
  }

  /** To the digits that colours can show; the table beside the report has all. */
  private static double[] rounded(int[] nodes, List<Double> values) {
    return Arrays.stream(numbers(nodes, nodes.length, values))
        .map(number -> new BigDecimal(number).round(new MathContext(4)).doubleValue())
        .toArray();
  }

  private static double[] numbers(int[] shown, int items, List<Double> values) {
    Require.that(values.size() == items)
        .orRefuse(
            "a page must have one value per item. Provided: %s values, %s items.",
            values.size(), items);
    return numbers(shown, values::get);
  }

  private static double[] numbers(int[] shown, IntToDoubleFunction values) {
    return IntStream.of(shown).mapToDouble(values).map(PageData::finite).toArray();
  }

  /** Null where a mean is not known. */
  private static List<Double> cells(Chart.BarChart bars, int[] shown, IntToDoubleFunction values) {
    return IntStream.of(shown)
        .mapToObj(
            i -> {
              double number = values.applyAsDouble(i);
              boolean isKnown = bars.unsure().isEmpty() || Double.isFinite(number);
              return isKnown ? (Double) finite(number) : null;
            })
        .toList();
  }

  /** What JSON can say. */
  private static double finite(double number) {
    if (!Double.isFinite(number)) {
      throw Require.refusal("a page's numbers must be finite. Provided: NaN or an infinity.");
    }
    return number;
  }

  /** Escapes what could end a script element, or begin a comment or an entity in one. */
  private static final class InsideScript extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int[] ESCAPES = escapes();

    private static int[] escapes() {
      int[] escapes = standardAsciiEscapesForJSON();
      for (char c : new char[] {'<', '>', '&'}) {
        escapes[c] = ESCAPE_STANDARD;
      }
      return escapes;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ESCAPES;
    }

    @Override
    public SerializableString getEscapeSequence(int c) {
      return null; // the standard one: backslash, u and four hexadecimal digits
    }
  }
}
