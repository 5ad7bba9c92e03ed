package org.sparkldp.jobs.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate.Row;

/**
 * The charts as JSON that may stand inside a script element, short enough for a browser.
 *
 * <p>Numbers are unrounded, except those of heat maps, which have four digits. A chart keeps at
 * most {@value #MOST_KEPT} items, and fewer when a report has so many charts that all of them
 * together would keep more than {@value #KEPT_IN_ALL}, yet never fewer than {@value #LEAST_KEPT}.
 * Where items are left out, those with the largest estimates are kept; counts and totals of the
 * whole histogram are always there, and so is a curve of all estimates by rank once there are more
 * than {@value #WHOLE}. A line keeps evenly spaced points. A heat map keeps all.
 */
final class PageData {
  /** Items up to which a histogram is one picture. */
  static final int WHOLE = 200;

  static final int MOST_KEPT = 4096;
  static final int LEAST_KEPT = 10;
  static final int KEPT_IN_ALL = 50_000;

  /** Points of the curve by rank, at most. */
  private static final int RANKS = 200;

  private final JsonGenerator json;
  private final int kept;
  private final List<Chart.Place> places;

  private PageData(JsonGenerator json, int kept, List<Chart.Place> places) {
    this.json = json;
    this.kept = kept;
    this.places = places;
  }

  static String of(Page page) {
    int charts = page.sections().stream().mapToInt(section -> section.charts().size()).sum();
    int kept = Math.max(LEAST_KEPT, Math.min(MOST_KEPT, KEPT_IN_ALL / charts));
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setCharacterEscapes(new InsideScript());
      new PageData(json, kept, places(page)).write(page);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.toString();
  }

  /** The maps of a page, each once. */
  private static List<Chart.Place> places(Page page) {
    return page.sections().stream()
        .flatMap(section -> section.charts().stream())
        .filter(Chart.HeatMap.class::isInstance)
        .map(chart -> ((Chart.HeatMap) chart).place())
        .distinct()
        .toList();
  }

  private void write(Page page) throws IOException {
    json.writeStartObject();
    json.writeNumberField("whole", WHOLE);
    json.writeArrayFieldStart("places");
    for (Chart.Place place : places) {
      int[] nodes = IntStream.range(0, place.x().size()).toArray();
      json.writeStartObject();
      numbers("x", nodes, place.x()::get);
      numbers("y", nodes, place.y()::get);
      json.writeArrayFieldStart("edges");
      for (int node : place.edges()) {
        json.writeNumber(node);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("errors");
    for (Privacy.ErrorAt error : page.privacy().map(Privacy::errors).orElse(List.of())) {
      json.writeStartObject();
      json.writeNumberField("epsilon", error.epsilon());
      json.writeNumberField("factor", error.factor());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (page.privacy().isPresent()) {
      Privacy privacy = page.privacy().get();
      json.writeNumberField("epsilon", privacy.epsilon() / Math.max(1, privacy.reports()));
      json.writeStringField("asked", privacy.reports() > 1 ? "reports" : "people");
    }
    json.writeArrayFieldStart("sections");
    for (Page.Section section : page.sections()) {
      json.writeStartObject();
      json.writeStringField("label", section.label());
      json.writeArrayFieldStart("alerts");
      for (String alert : section.alerts()) {
        json.writeString(alert);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("charts");
      for (Chart chart : section.charts()) {
        if (chart instanceof Chart.Bars bars) {
          write(bars);
        } else if (chart instanceof Chart.Lines lines) {
          write(lines);
        } else if (chart instanceof Chart.HeatMap map) {
          write(map);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(Chart.Bars bars) throws IOException {
    List<Row> rows = bars.estimate().rows();
    List<Double> truth = bars.truth();
    int[] ranked =
        IntStream.range(0, rows.size())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -rows.get(i).estimate()))
            .mapToInt(i -> i)
            .toArray();
    int[] shown = IntStream.of(ranked).limit(kept).sorted().toArray();

    json.writeStartObject();
    json.writeStringField("kind", "bars");
    json.writeStringField("title", bars.title());
    json.writeStringField("items", bars.items());
    json.writeStringField("unit", bars.unit());
    json.writeBooleanField("additive", bars.additive());
    json.writeBooleanField("disjoint", bars.disjoint());
    json.writeNumberField("n", bars.estimate().n());
    json.writeNumberField("confidence", bars.estimate().confidence());
    json.writeNumberField("total_items", rows.size());
    json.writeNumberField("total", rows.stream().mapToDouble(Row::estimate).sum());
    json.writeNumberField("above_zero", rows.stream().filter(row -> row.lower() > 0).count());
    json.writeArrayFieldStart("item");
    for (int i : shown) {
      json.writeString(rows.get(i).item());
    }
    json.writeEndArray();
    numbers("estimate", shown, i -> rows.get(i).estimate());
    numbers("standard_error", shown, i -> rows.get(i).standardError());
    numbers("lower", shown, i -> rows.get(i).lower());
    numbers("upper", shown, i -> rows.get(i).upper());
    if (!truth.isEmpty()) {
      numbers("truth", shown, truth::get);
      json.writeNumberField(
          "covered",
          IntStream.range(0, rows.size())
              .filter(
                  i -> rows.get(i).lower() <= truth.get(i) && truth.get(i) <= rows.get(i).upper())
              .count());
    }
    json.writeArrayFieldStart("consistent");
    for (Chart.Series series : bars.consistent()) {
      json.writeStartObject();
      json.writeStringField("name", series.name());
      numbers("values", shown, series.values()::get);
      json.writeEndObject();
    }
    json.writeEndArray();
    if (rows.size() > WHOLE) {
      json.writeFieldName("rank");
      write(byRank(bars, ranked));
    }
    json.writeEndObject();
  }

  /** All estimates, largest first, at ranks evenly spaced on a logarithmic axis. */
  private Chart.Lines byRank(Chart.Bars bars, int[] ranked) {
    List<Chart.Point> points = new ArrayList<>();
    int before = 0;
    int most = Math.min(RANKS, kept);
    for (int i = 0; i < most; i++) {
      int rank = (int) Math.round(Math.pow(ranked.length, i / (most - 1.0)));
      if (rank > before) {
        Row row = bars.estimate().rows().get(ranked[rank - 1]);
        double y = row.estimate();
        // Points lie in their interval; an estimator's interval need not hold its estimate.
        points.add(new Chart.Point(rank, y, Math.min(y, row.lower()), Math.max(y, row.upper())));
        before = rank;
      }
    }
    return new Chart.Lines(
        "All items by rank",
        new Chart.Axis("rank, largest estimate first", true),
        new Chart.Axis(bars.unit(), false),
        List.of(new Chart.Line("estimate", points)));
  }

  private void write(Chart.Lines chart) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", "lines");
    json.writeStringField("title", chart.title());
    json.writeNumberField("n", chart.n());
    json.writeNumberField("confidence", chart.confidence());
    json.writeBooleanField("cumulative", chart.cumulative());
    write("x", chart.x());
    write("y", chart.y());
    json.writeArrayFieldStart("lines");
    for (Chart.Line line : chart.lines()) {
      List<Chart.Point> points = line.points();
      int last = points.size() - 1;
      int[] shown =
          last < kept
              ? IntStream.rangeClosed(0, last).toArray()
              : IntStream.range(0, kept).map(i -> (int) ((long) i * last / (kept - 1))).toArray();
      json.writeStartObject();
      json.writeStringField("name", line.name());
      json.writeNumberField("total_points", points.size());
      numbers("x", shown, i -> points.get(i).x());
      numbers("y", shown, i -> points.get(i).y());
      numbers("lower", shown, i -> points.get(i).lower());
      numbers("upper", shown, i -> points.get(i).upper());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(Chart.HeatMap map) throws IOException {
    int[] nodes = IntStream.range(0, map.place().x().size()).toArray();
    json.writeStartObject();
    json.writeStringField("kind", "map");
    json.writeStringField("title", map.title());
    json.writeStringField("unit", map.unit());
    json.writeNumberField("place", places.indexOf(map.place()));
    json.writeArrayFieldStart("series");
    for (Chart.Series series : map.series()) {
      json.writeStartObject();
      json.writeStringField("name", series.name());
      numbers("values", nodes, node -> rounded(series.values().get(node)));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** To the digits that colours can show; the table beside the report has all. */
  private static double rounded(double number) {
    return new BigDecimal(number).round(new MathContext(4)).doubleValue();
  }

  private void write(String name, Chart.Axis axis) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("label", axis.label());
    json.writeBooleanField("logarithmic", axis.logarithmic());
    json.writeArrayFieldStart("names");
    for (String text : axis.names()) {
      json.writeString(text);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void numbers(String name, int[] places, IntToDoubleFunction values) throws IOException {
    json.writeArrayFieldStart(name);
    for (int place : places) {
      json.writeNumber(values.applyAsDouble(place));
    }
    json.writeEndArray();
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
