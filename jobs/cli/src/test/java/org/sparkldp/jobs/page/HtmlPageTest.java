package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Estimate;

class HtmlPageTest {

  @Test
  void equalReportsGiveEqualBytes(@TempDir Path directory) throws IOException {
    Page report = Examples.report(Examples.bars(5, i -> i), Examples.lines());
    String html = HtmlPage.render(report);
    assertEquals(
        html, HtmlPage.render(Examples.report(Examples.bars(5, i -> i), Examples.lines())));
    assertNotEquals(html, HtmlPage.render(Examples.report(Examples.bars(5, i -> i + 1))));

    Path file = directory.resolve("report.html");
    Files.writeString(file, HtmlPage.render(report) + "what was there before");
    HtmlPage.write(report, file);
    assertEquals(html, Files.readString(file));
  }

  /** Whatever makes a browser fetch: attributes, style sheets, and debuggers' source maps. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\s(?:src|href|srcset|data|action|poster)\\s*=\\s*[\"']?[\\w/.#]|<link|<base|@import"
              + "|url\\(|sourceMappingURL",
          Pattern.CASE_INSENSITIVE);

  @Test
  void nothingInTheFilePointsOutOfIt() {
    String html = HtmlPage.render(Examples.report(Examples.bars(5, i -> i), Examples.lines()));
    // Chart.js is code, not markup: " data=" in it is no attribute. Its comments may name its home.
    String library = html.substring(html.indexOf("<!--\nThe next script"));
    String markup = html.substring(0, html.length() - library.length());
    assertFalse(REFERENCE.matcher(markup).find());
    assertFalse(markup.contains("://"), "no address of any kind");
    assertFalse(library.contains("sourceMappingURL"));
    assertFalse(library.contains("<link") || library.contains("@import"));

    assertTrue(REFERENCE.matcher("<script src=\"a.js\"></script>").find());
    assertTrue(REFERENCE.matcher("<img src=//a.org/b.png>").find());
    assertTrue(REFERENCE.matcher("//# sourceMappingURL=chart.umd.js.map").find());
  }

  @Test
  void thePolicyForbidsEveryRequest_andNamesEachScriptByItsHash() {
    String html = HtmlPage.render(Examples.report(Examples.lines()));
    assertTrue(
        Pattern.compile(
                "Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none';"
                    + " form-action 'none'; style-src 'sha256-[\\w+/=]{44}';"
                    + " script-src 'sha256-[\\w+/=]{44}' 'sha256-[\\w+/=]{44}'\">")
            .matcher(html)
            .find());
  }

  @Test
  void chartJsKeepsItsLicense() {
    String html = HtmlPage.render(Examples.report(Examples.lines()));
    assertTrue(html.contains("Permission is hereby granted, free of charge"));
    assertTrue(html.contains("Chart.js v4.4.1"));
  }

  @Test
  void textsOfTheCallerStayTexts() throws IOException {
    String html = HtmlPage.render(Examples.hostile());
    String harmless =
        HtmlPage.render(
            Examples.report(
                List.of(
                    new Page.GroupSection("all", List.of(Examples.bars(2, i -> i))),
                    new Page.GroupSection("other", List.of(Examples.lines())))));
    for (String tag : List.of("<script", "</script", "<img", "<!--", "</title")) {
      assertEquals(count(tag, harmless), count(tag, html), tag);
    }
    JsonNode section = data(html).get("sections").get(0);
    assertEquals(Examples.SHOWN, section.get("label").asText());
    assertEquals(Examples.SHOWN + 1, section.get("charts").get(0).get("item").get(1).asText());
  }

  private static int count(String what, String text) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  @Test
  void coverageIsCountedOverAllItems_endsIncluded() throws IOException {
    Estimate estimate = Examples.estimate(4, i -> "item " + i, i -> 100);
    Chart.BarChart bars = Examples.bars(estimate, List.of(80.0, 130.0, 79.9, 130.1));
    assertEquals(2, chart(Examples.report(bars)).get("covered").asInt());
  }

  @Test
  void aMillionItemsFitInASmallFile_theLargestKeptAndTheRestAccountedFor() throws IOException {
    int items = 1 << 20;
    // Item i is the (i ^ mask)-th smallest: large ones stand all over the domain.
    int mask = 0xABCDE;
    String html = HtmlPage.render(Examples.report(Examples.bars(items, i -> i ^ mask)));
    assertTrue(html.length() < 1_000_000, () -> "characters: " + html.length());

    JsonNode bars = data(html).get("sections").get(0).get("charts").get(0);
    assertEquals(PageData.MOST_KEPT, bars.get("item").size());
    assertEquals(items, bars.get("total_items").asInt());
    assertEquals(items * (items - 1.0) / 2, bars.get("total").asDouble(), 1);
    assertEquals(items - 21, bars.get("above_zero").asInt());
    int before = -1;
    for (int i = 0; i < PageData.MOST_KEPT; i++) {
      int item = Integer.parseInt(bars.get("item").get(i).asText().substring("item ".length()));
      assertTrue(item > before, "kept items stand in the domain's order");
      assertTrue((item ^ mask) >= items - PageData.MOST_KEPT, "and are the largest");
      before = item;
    }

    JsonNode rank = bars.get("rank").get("lines").get(0);
    int last = rank.get("x").size() - 1;
    assertEquals(1, rank.get("x").get(0).asInt());
    assertEquals(items - 1, rank.get("y").get(0).asInt());
    assertEquals(items, rank.get("x").get(last).asInt());
    assertEquals(0, rank.get("y").get(last).asInt());
  }

  @Test
  void manyGroupsShareTheRoom() throws IOException {
    List<Page.GroupSection> groups = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      groups.add(new Page.GroupSection("group " + i, List.of(Examples.bars(1024, item -> item))));
    }
    JsonNode sections = data(HtmlPage.render(Examples.report(groups))).get("sections");
    assertEquals(500, sections.size());
    for (JsonNode section : sections) {
      JsonNode bars = section.get("charts").get(0);
      assertEquals(PageData.KEPT_IN_ALL / 500, bars.get("item").size());
      assertEquals(1023 * 1024 / 2, bars.get("total").asInt());
    }
  }

  @Test
  void aLongLineIsThinnedEvenly_endsKept() throws IOException {
    List<Chart.CurvePoint> points = new ArrayList<>();
    for (int i = 0; i <= 1_000_000; i++) {
      points.add(Chart.CurvePoint.of(i, i));
    }
    Chart.Axis axis = new Chart.Axis("x", false);
    JsonNode line =
        chart(
                Examples.report(
                    new Chart.LineChart(
                        "t", axis, axis, List.of(new Chart.ChartLine("a", points)))))
            .get("lines")
            .get(0);
    assertEquals(1_000_001, line.get("total_points").asInt());
    assertEquals(PageData.MOST_KEPT, line.get("x").size());
    assertEquals(0, line.get("x").get(0).asInt());
    assertEquals(1_000_000, line.get("x").get(PageData.MOST_KEPT - 1).asInt());
    double step = 1_000_000 / (PageData.MOST_KEPT - 1.0);
    assertEquals(1000 * step, line.get("x").get(1000).asDouble(), 1);
  }

  /** A point of a curve lies in its interval, which an estimator's need not hold. */
  @Test
  void moreItemsThanOnePictureTakesAreACurveByRankToo() throws IOException {
    assertFalse(chart(Examples.report(Examples.bars(PageData.WHOLE, i -> i))).has("rank"));
    List<Estimate.Row> rows =
        new ArrayList<>(Examples.estimate(PageData.WHOLE, i -> "item " + i, i -> -i).rows());
    rows.add(new Estimate.Row("outside", 100, 10, 110, 120));
    JsonNode rank =
        chart(Examples.report(Examples.bars(new Estimate(1000, 0.95, rows), List.of())))
            .get("rank")
            .get("lines")
            .get(0);
    assertEquals(100, rank.get("lower").get(0).asDouble());
  }

  /** The page shows how the errors change with the epsilon of one report. */
  @Test
  void ofSeveralReportsAPersonTheEpsilonOfOneIsThere() throws IOException {
    List<Page.GroupSection> sections =
        List.of(new Page.GroupSection("all", List.of(Examples.lines())));
    Privacy two = new Privacy("Both reports of a person", 2, 3, 0, List.of());
    Page page = new Page("t", sections, Optional.of(two), List.of(), List.of(), "plan");
    JsonNode data = data(HtmlPage.render(page));
    assertEquals(1.5, data.get("epsilon").asDouble());
    assertEquals("reports", data.get("asked").asText());
  }

  @Test
  void notesFollowWhatIsShown() {
    String curves = HtmlPage.render(Examples.report(Examples.lines()));
    assertFalse(curves.contains("How to read this"));

    String bars = HtmlPage.render(Examples.report(Examples.bars(2, i -> i)));
    assertTrue(bars.contains("unbiased and therefore raw"));
    assertTrue(bars.contains("do not cover jointly"));
    assertFalse(bars.contains("Consistent values are"));
    assertFalse(bars.contains("The truth is known"));

    Chart.Series series = new Chart.Series("simplex", List.of(5.0));
    Chart.BarChart all =
        Examples.bars(Examples.estimate(1, i -> "a", i -> 5), List.of(4.0), series);
    String full = HtmlPage.render(Examples.report(all));
    assertTrue(full.contains("Consistent values are"));
    assertTrue(full.contains("The truth is known"));
  }

  private static JsonNode chart(Page report) throws IOException {
    return data(HtmlPage.render(report)).get("sections").get(0).get("charts").get(0);
  }

  /** What a browser would parse: all up to the first end of a script. */
  private static JsonNode data(String html) throws IOException {
    String opening = "<script type=\"application/json\" id=\"data\">";
    int from = html.indexOf(opening) + opening.length();
    return new ObjectMapper().readTree(html.substring(from, html.indexOf("</script", from)));
  }
}
