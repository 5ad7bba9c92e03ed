package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.sparkldp.protocols.Estimate;

/** Opens reports in a real browser: what is drawn is asked of the canvas' pixels. */
@Tag("slow")
class HtmlPageInBrowserTest {

  /** Whatever is looked for in a page, it has no error and asks for nothing. */
  private static Browser.Found open(String name, String html, String script) throws Exception {
    Browser.Found found =
        Browser.ofThisMachine()
            .open(
                name,
                html,
                """
                const root = document.documentElement;
                const found = await (async () => { %s })();
                return { ...found, charts: root.dataset.charts, error: root.dataset.error ?? "",
                         requests: performance.getEntriesByType("resource").length };
                """
                    .formatted(script));
    found.is("error", "");
    found.is("requests", 0);
    return found;
  }

  private static Browser.Found open(String name, String script, Chart... charts) throws Exception {
    return open(name, HtmlPage.render(Examples.report(charts)), script);
  }

  /**
   * For each mark of a chart's first series: is the whisker's color halfway between it and either
   * end of its interval, and not beyond the upper end?
   */
  private static final String WHISKERS =
      """
      const charts = [...document.querySelectorAll("canvas")].map((canvas) => {
        const chart = Chart.getChart(canvas);
        const ratio = chart.currentDevicePixelRatio;
        const whisker = chart.data.datasets[0].whisker.match(/\\w\\w/g).map((c) => parseInt(c, 16));
        const ink = (x, y) => {
          const three = canvas.getContext("2d")
            .getImageData(Math.round(x * ratio) - 1, Math.round(y * ratio), 3, 1).data;
          return [0, 4, 8].some((at) => three[at + 3] > 100
            && whisker.every((c, i) => Math.abs(c - three[at + i]) < 80));
        };
        const set = chart.data.datasets[0];
        const y = (value) => chart.scales.y.getPixelForValue(value);
        return chart.getDatasetMeta(0).data.map((mark, i) => ({
          above: ink(mark.x, (mark.y + y(set.intervals[i][1])) / 2),
          below: ink(mark.x, (mark.y + y(set.intervals[i][0])) / 2),
          beyond: ink(mark.x, y(set.intervals[i][1]) - 4),
        }));
      });
      return { ticks: Chart.getChart([...document.querySelectorAll("canvas")].pop()).scales.x.ticks
                 .map((tick) => tick.label).join(" "),
               marks: charts };
      """;

  @Test
  void barsAndLinesAreDrawnWithTheirIntervals_withoutARequest() throws Exception {
    Browser.Found found =
        open(
            "drawn",
            WHISKERS,
            // 10, 90, 170, -70: an interval on both sides of 0, and a negative estimate
            Examples.bars(4, i -> i == 3 ? -70 : 10 + 80 * i),
            Examples.lines());
    found.is("charts", 2);
    found.is("ticks", "0.5 1 2"); // of an axis from 0.25 to 4
    assertEquals(4, found.get("marks").get(0).size());
    assertEquals(5, found.get("marks").get(1).size());
    for (int bar = 0; bar < 4; bar++) {
      JsonNode mark = found.get("marks").get(0).get(bar);
      boolean isPossible = bar < 3; // no count of the last one's interval is
      assertEquals(isPossible, mark.get("above").asBoolean(), found::toString);
      assertEquals(isPossible, mark.get("below").asBoolean(), found::toString);
      assertFalse(mark.get("beyond").asBoolean(), found::toString);
    }
    // Points on the chart's left and right edge have half of their whisker clipped off.
    for (JsonNode mark : found.get("marks").get(1)) {
      assertTrue(mark.get("above").asBoolean() && mark.get("below").asBoolean(), found::toString);
    }
  }

  /** For each chart the red, green and blue of the pixel at each node, and on each edge. */
  private static final String NODES =
      """
      return {
        colours: [...document.querySelectorAll("canvas")].map((canvas) => {
          const chart = Chart.getChart(canvas);
          const ratio = chart.currentDevicePixelRatio;
          const at = (x, y) => [...canvas.getContext("2d")
            .getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data].join(" ");
          const nodes = chart.getDatasetMeta(0).data;
          const { edges } = chart.data.datasets[0];
          const middles = [];
          for (let i = 0; i < edges.length; i += 2) {
            const [a, b] = [nodes[edges[i]], nodes[edges[i + 1]]];
            middles.push(at((a.x + b.x) / 2, (a.y + b.y) / 2));
          }
          return {
            nodes: nodes.map((node) => at(node.x, node.y)),
            edges: middles,
            wide: canvas.clientWidth,
          };
        }),
      };
      """;

  @Test
  void aCrossTableNamesRowsAndColumns_andColoursCells() throws Exception {
    Browser.Found found =
        open(
            "crossed",
            """
            return {
              rows: [...document.querySelectorAll("table.cross tr")].map((row) => row.innerText.replace(/\\s+/g, " ")),
              colours: [...document.querySelectorAll("table.cross td")].map((cell) => cell.style.backgroundColor),
            };
            """,
            new Chart.CrossTable(
                "How many",
                "people",
                "income",
                List.of("low", "<b>high</b>"),
                "sex",
                List.of("F", "M"),
                new Double[] {0.0, 4000.0, null, 1000.0}));
    found.is("charts", 0);
    JsonNode rows = found.get("rows");
    assertEquals("income \u2193 sex \u2192 F M", rows.get(0).asText().strip());
    assertEquals("low 0 4,000", rows.get(1).asText().strip());
    assertEquals("<b>high</b> 1,000", rows.get(2).asText().strip());
    JsonNode colours = found.get("colours");
    assertEquals("rgb(68, 1, 84)", colours.get(0).asText(), "nothing is dark");
    assertEquals("", colours.get(2).asText(), "what is not there has no colour");
    assertEquals("rgb(33, 145, 140)", colours.get(3).asText(), "a quarter stands half-way");
  }

  /** Of several columns each answer says whose it is. */
  @Test
  void severalHistogramsAreNamedInTheirAnswers() throws Exception {
    Browser.Found found =
        open(
            "several",
            "return { answers: [...document.querySelectorAll('.answer')].map((p) => p.innerText) };",
            Examples.bars("word", 3, i -> 10 + 500 * i),
            Examples.bars("place", 3, i -> 10 + 500 * i));
    assertTrue(found.get("answers").get(0).asText().startsWith("word: "), found::toString);
    assertTrue(found.get("answers").get(1).asText().startsWith("place: "), found::toString);
  }

  @Test
  void aHeatMapColoursEachNodeByItsNumber_onOneScaleForAllSeries() throws Exception {
    Browser.Found found =
        open(
            "mapped",
            NODES,
            Examples.map(new double[] {-5, 0, 25, 100}, new double[] {100, 25, 0, 6.25}));
    found.is("charts", 2);
    JsonNode raw = found.get("colours").get(0).get("nodes");
    JsonNode other = found.get("colours").get(1).get("nodes");
    assertEquals("68 1 84 255", raw.get(0).asText(), "nothing and less is dark");
    assertEquals(raw.get(0), raw.get(1));
    assertEquals(
        "33 145 140 255", raw.get(2).asText(), "a quarter stands half-way: its square root");
    assertEquals(raw.get(3), other.get(0));
    assertEquals(raw.get(2), other.get(1));
    assertEquals("59 82 139 255", other.get(3).asText(), "a sixteenth stands a quarter up");
    for (JsonNode edge : found.get("colours").get(0).get("edges")) {
      assertFalse(edge.asText().equals("0 0 0 0"), "edges are drawn");
    }
    assertEquals(found.get("colours").get(0).get("wide"), found.get("colours").get(1).get("wide"));
  }

  /** The wrong twin of the test above: another number gives another colour. */
  @Test
  void theProbeSeesAnotherNumber() throws Exception {
    Browser.Found found =
        open("mapped-otherwise", NODES, Examples.map(new double[] {0, 0, 36, 100}));
    assertFalse(
        found.get("colours").get(0).get("nodes").get(2).asText().equals("33 145 140 255"),
        found::toString);
  }

  /** The wrong twin of the bars with their intervals: the same bars, whiskers never drawn. */
  @Test
  void theProbeMissesWhiskersThatAreNotThere() throws Exception {
    String html = HtmlPage.render(Examples.report(Examples.bars(4, i -> 100 + i)));
    Browser.Found found =
        open(
            "no-whiskers",
            html,
            "const chart = Chart.getChart(document.querySelector('canvas'));"
                + "chart.config.plugins.length = 0;"
                + "const sets = chart.data.datasets; const kept = sets[0].intervals;"
                + "sets[0].intervals = kept.map(([lower]) => [lower, lower]); chart.draw();"
                + "sets[0].intervals = kept;"
                + WHISKERS);
    for (JsonNode mark : found.get("marks").get(0)) {
      assertFalse(mark.get("above").asBoolean(), found::toString);
    }
  }

  @Test
  void anErrorIsShownAndNotReady() throws Exception {
    String html = HtmlPage.render(Examples.report(Examples.bars(4, i -> i)));
    int library = html.indexOf("<script>", html.indexOf("The next script is Chart.js"));
    String broken =
        html.substring(0, library) + html.substring(html.indexOf("</script>", library) + 9);
    Browser.Found found =
        Browser.ofThisMachine()
            .open(
                "broken",
                broken,
                """
                const failure = document.getElementById("failure");
                return { ready: document.documentElement.dataset.ready ?? "",
                         error: document.documentElement.dataset.error ?? "",
                         shown: !failure.hidden && failure.offsetHeight > 0 };
                """);
    found.is("ready", "");
    found.says("error", "Chart is not defined");
    found.is("shown", true);
  }

  @Test
  void hostileLabelsAreShownAsTheyAre_andAScriptThatGotInWouldNotRun() throws Exception {
    String html =
        HtmlPage.render(Examples.hostile())
            .replace("<main>", "<main><script>window.intruder = 1</script>");
    Browser.Found found =
        open(
            "hostile",
            html,
            """
                return { images: document.images.length,
                         broken: window.broken ?? 0,
                         intruder: window.intruder ?? 0,
                         item: document.querySelector("tbody th").textContent,
                         option: document.querySelector("option").textContent,
                         fact: document.querySelector("dd").textContent,
                         title: document.title };
                """);
    found.is("images", 0);
    found.is("broken", 0);
    found.is("intruder", 0);
    found.is("item", Examples.SHOWN + 0);
    found.is("option", Examples.SHOWN);
    found.is("fact", Examples.SHOWN);
    found.says("title", "</script></title><img");
  }

  @Test
  void aReaderChoosesAGroup_sortsTheTable_andTurnsASeriesOff() throws Exception {
    List<Estimate.Row> rows =
        List.of(
            new Estimate.Row("a", 12345.678, 123.4, 12000, 12700),
            new Estimate.Row("b", -0.3, 123.4, -250, 240),
            new Estimate.Row("c", 40000, 0, 40000, 40000));
    Chart.BarChart bars =
        Examples.bars(
            new Estimate(1000, 0.95, rows),
            List.of(12001.0, 999.0, 40000.0),
            new Chart.Series("simplex", List.of(12300.0, 0.0, 39000.0)));
    Page report =
        Examples.report(
            List.of(
                new Page.GroupSection("country=DE", List.of(Examples.lines())),
                new Page.GroupSection("country=FR", List.of(bars))));
    Browser.Found found =
        open(
            "reader",
            HtmlPage.render(report),
            """
                const before = document.querySelector("#charts h3").textContent;
                const select = document.getElementById("group");
                select.selectedIndex = 1;
                select.dispatchEvent(new Event("change"));
                const canvas = () => document.querySelector("canvas");
                const chart = () => Chart.getChart(canvas());
                const legend = () => chart().legend.legendItems.map((item) => item.text);
                const alone = legend();
                document.getElementById("consistent").click();
                const column = (place) =>
                  [...document.querySelectorAll("#charts tbody tr")].map((row) => row.cells[place].textContent);
                const first = column(1);
                const head = document.querySelectorAll("#charts thead th")[1];
                head.querySelector("button").click();
                const falling = [head.getAttribute("aria-sort"), ...column(0)];
                head.querySelector("button").click();
                const rising = [head.getAttribute("aria-sort"), ...column(0)];
                const raw = document.querySelectorAll("#charts tbody tr")[1].cells[1].title;
                const place = canvas().getBoundingClientRect();
                const box = chart().legend.legendHitBoxes[1];
                canvas().dispatchEvent(new MouseEvent("click", { bubbles: true,
                  clientX: place.left + box.left + 3, clientY: place.top + box.top + 3 }));
                // Chart.js handles events before the next frame.
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                const visible = chart().isDatasetVisible(1);
                dispatchEvent(new Event("beforeprint"));
                dispatchEvent(new Event("afterprint"));
                return { before, after: document.querySelector("#charts h3").textContent, first, falling,
                         rising, raw, held: column(6), visible, afterPrint: chart().isDatasetVisible(1),
                         alone, legend: legend(),
                         caption: document.querySelector("figcaption").textContent,
                         foot: document.querySelector("tfoot").textContent };
                """);
    found.is("before", "country=DE");
    found.is("after", "country=FR");
    found.is("first", "[\"12,346 \u00b1 123\",\"~ 0 \u00b1 123\",\"40,000 \u00b1 0\"]");
    found.is("falling", "[\"descending\",\"c\",\"a\",\"b\"]");
    found.is("rising", "[\"ascending\",\"b\",\"a\",\"c\"]");
    found.is("raw", "12345.678 \u00b1 123.4");
    found.is("held", "[\"no\",\"yes\",\"yes\"]");
    found.is("visible", false);
    found.is("afterPrint", false); // a series turned off stays off on paper
    found.is("alone", "[\"estimate\",\"truth\"]"); // one number an item
    found.is("legend", "[\"estimate\",\"made consistent (simplex)\",\"truth\"]");
    found.says("caption", "from 1,000 reports", "2 of 3 items hold the truth (66.7 %)");
    found.says("foot", "add up to 52,345 users", "~ 1 of 3 are not distinguishable from 0");
  }

  /** Tables of one run count everybody once each. */
  @Test
  void countsOfOverlappingPeopleAreNotAddedUp() throws Exception {
    String foot = "return { foot: document.querySelector('tfoot')?.textContent ?? '' };";
    Chart.BarChart bars = Examples.bars(3, i -> 1000 + i);
    open("whole", foot, bars).says("foot", "add up to 3,003 users");
    Chart.BarChart tables =
        new Chart.BarChart(
            "Tables",
            "query",
            "users",
            bars.estimate(),
            List.of(),
            List.of(),
            true,
            false,
            false,
            List.of(),
            List.of(),
            List.of());
    open("tables", foot, tables).is("foot", "");
  }

  /** What must be known first stands above the answer, and days are a line over time. */
  @Test
  void alertsComeFirst_andDaysAreNamed() throws Exception {
    List<String> days = List.of("2026-01-01", "2026-01-02", "2026-01-03");
    Chart.LineChart time =
        new Chart.LineChart(
            "Over time",
            new Chart.Axis("day", false, days),
            new Chart.Axis("people", false),
            List.of(
                new Chart.ChartLine(
                    "DE", List.of(Chart.CurvePoint.of(0, 1e4), Chart.CurvePoint.of(2, 12000)))));
    Page page =
        Examples.report(
            List.of(
                new Page.GroupSection(
                    "over time", List.of(time), List.of("Nearly all are <other>")),
                new Page.GroupSection("day=2026-01-01", List.of(Examples.bars(2, i -> 100)))));
    Browser.Found found =
        open(
            "alerts",
            HtmlPage.render(page),
            """
            const first = document.querySelector("#answer > p");
            return { alert: first.className + ": " + first.textContent,
                     ticks: Chart.getChart(document.querySelector("canvas")).scales.x.ticks
                       .map((tick) => tick.label).filter((day) => day).join(" "),
                     cells: [...document.querySelectorAll("details tbody tr")].pop().cells[1].textContent };
            """);
    found.is("alert", "alert: Nearly all are <other>");
    found.is("ticks", "2026-01-01 2026-01-02 2026-01-03");
    found.is("cells", "2026-01-03");
  }

  /** On a telephone each estimate is seen with its error, without scrolling. */
  @Test
  void atFourHundredPixelsTheErrorIsSeen() throws Exception {
    Chart.BarChart bars =
        Examples.bars(
            Examples.estimate(6, i -> "United Kingdom " + i, i -> 123456.0 * i),
            List.of(),
            new Chart.Series("simplex", List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)));
    // No window is so narrow, but a frame in one is.
    String frame =
        "<!DOCTYPE html><html><body><iframe width=\"400\" height=\"1500\" srcdoc=\""
            + HtmlPage.escape(HtmlPage.render(Examples.report(bars)))
            + "\"></iframe></body></html>";
    Browser.Found found =
        open(
            "narrow",
            frame,
            """
            const frame = document.querySelector("iframe");
            while (frame.contentDocument?.documentElement.dataset.ready !== "true") {
              await new Promise((done) => setTimeout(done, 20));
            }
            const page = frame.contentDocument;
            const box = page.querySelector(".scroll").getBoundingClientRect();
            const cells = [...page.querySelectorAll("#charts tbody tr")]
              .map((row) => row.cells[1].getBoundingClientRect().right);
            return { width: frame.contentWindow.innerWidth, right: Math.max(...cells),
                     box: box.right, page: page.documentElement.scrollWidth };
            """);
    found.is("width", 400);
    assertTrue(found.get("right").asDouble() <= found.get("box").asDouble(), found::toString);
    assertTrue(found.get("page").asInt() <= 400, found::toString);
  }

  private static final String WORDS =
      """
      const text = (id) => document.getElementById(id).innerText;
      const change = (id, value) => {
        const input = document.getElementById(id);
        input.value = value;
        input.dispatchEvent(new Event("input"));
      };
      const first = text("forecast");
      change("people", "4000");
      const morePeople = text("forecast");
      change("people", "1000");
      change("epsilon", "0");
      const lessEpsilon = text("forecast");
      return { answer: text("answer"), first, morePeople, lessEpsilon };
      """;

  @Test
  void theAnswerStandsInWords_andSoDoesWhatOtherPeopleAndAnotherEpsilonWouldGive()
      throws Exception {
    // 1,000 reports; intervals reach from 20 below to 30 above.
    Browser.Found found = open("words", WORDS, Examples.bars(4, i -> 100 * i));
    found.says(
        "answer",
        "item 3 is largest with 300 users (95 % interval 275 to 338), then item 2 with 200 (175 to"
            + " 238) and item 1 with 100 (75 to 138).",
        "within \u00b1 25 people",
        "2.5 % of all 1,000",
        "4,000, that share would be half as large");
    found.says("first", "\u00b1 25 people, 2.5 % of all");
    found.says("morePeople", "\u00b1 50 people, 1.3 % of all");
    found.says("lessEpsilon", "\u00b1 50 people, 5 % of all");
  }

  /** Five items at most, and none but the largest that may be empty; then it has its own end. */
  @Test
  void theAnswerNamesFiveItemsThatAreThere() throws Exception {
    Browser.Found seven = open("seven", WORDS, Examples.bars(7, i -> 100 * (i + 1)));
    seven.says(
        "answer",
        "item 6 is largest with 700 users (95 % interval 673 to 741), then item 5 with 600 (573 to"
            + " 641), item 4 with 500 (473 to 541), item 3 with 400 (373 to 441) and item 2 with 300"
            + " (273 to 341).");
    Browser.Found two = open("two", WORDS, Examples.bars(2, i -> 500 * i));
    two.says("answer", "item 1 is largest with 500 users (95 % interval 477 to 530).");
  }

  /** The best guess is drawn and said, its whisker is cut to [0, n], and the table has it whole. */
  @Test
  void theBestGuessIsShownFirst_inAWhiskerOfWhatIsPossible() throws Exception {
    Chart.BarChart raw = Examples.bars(2, i -> i == 0 ? -5 : 990);
    Chart.BarChart bars =
        new Chart.BarChart(
            "Histogram",
            "item",
            "users",
            raw.estimate(),
            List.of(),
            List.of(),
            true,
            true,
            false,
            List.of(),
            List.of(3.0, 997.0),
            List.of());
    Browser.Found found =
        open(
            "best",
            """
            const set = Chart.getChart(document.querySelector("canvas")).data.datasets[0];
            const cells = [...document.querySelector("#charts tbody tr").cells].map((c) => c.textContent);
            return { label: set.label, data: set.data, intervals: set.intervals, cells,
                     answer: document.getElementById("answer").innerText };
            """,
            bars);
    found.is("label", "best guess");
    found.is("data", "[3,997]");
    found.is("intervals", "[[0,25],[970,1000]]");
    found.is("cells", "[\"item 0\",\"3\",\"~ \u22125 \u00b1 10\",\"\u221225\",\"25\"]");
    found.says("answer", "item 1 is largest with 997 users (95 % interval 967 to 1,000)");
  }

  /** Bars from 0; what rests on few people is grey, and what nobody knows has no bar. */
  @Test
  void meansThatRestOnFewPeopleAreGrey() throws Exception {
    Chart.BarChart means =
        Chart.BarChart.ofMeans(
            "The mean of ms by page",
            "page",
            "ms",
            new Estimate(
                900,
                0.95,
                List.of(
                    new Estimate.Row("home", 200, 5, 190, 210),
                    new Estimate.Row(
                        "cart", 400, 50, 300, 510, "few people: the mean is uncertain"),
                    Estimate.Row.unknown("help", Double.NaN, Double.NaN, "too few people"),
                    new Estimate.Row("shop", 100, 5, 90, 110))));
    Browser.Found found =
        open(
            "means",
            """
            const set = Chart.getChart(document.querySelector("canvas")).data.datasets[0];
            const [sure, unsure] = ["bar", "unsure"].map((name) =>
              getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
            return { type: set.type ?? "bar", data: set.data,
                     grey: set.backgroundColor.map((color) => color === unsure && color !== sure),
                     cells: [...document.querySelectorAll("#charts tbody tr")].map((row) => row.cells[1].textContent),
                     foot: document.querySelector("tfoot").textContent,
                     answer: document.getElementById("answer").innerText };
            """,
            means);
    found.is("type", "bar");
    found.is("data", "[200,400,null,100]");
    found.is("grey", "[false,true,true,false]");
    found.is(
        "cells", "[\"200.0 \u00b1 5.0\",\"~ 400 \u00b1 50\",\"~ not known\",\"100.0 \u00b1 5.0\"]");
    found.says("foot", "2 of 4 rest on too few people");
    found.says("answer", "is largest for home, 200.0", "and smallest for shop, 100.0");
  }

  /** Of means, the error itself falls; and what overlaps has no order. */
  @Test
  void theAnswerOfMeansIsANumberWithItsInterval_andOverlapsLeaveTheOrderOpen() throws Exception {
    Chart.BarChart mean =
        new Chart.BarChart(
            "The mean of age",
            "",
            "age",
            new Estimate(900, 0.95, List.of(new Estimate.Row("mean", 38.44, 0.5, 37.4, 39.4))),
            List.of(),
            List.of(),
            false);
    Browser.Found found = open("mean-in-words", WORDS, mean);
    found.says(
        "answer",
        "The mean of age is 38.44 (95 % interval 37.40 to 39.40).",
        "it would be half as large");
    found.says("morePeople", "\u00b1 0.47.");

    Browser.Found close = open("close", WORDS, Examples.bars(3, i -> 100 + i));
    close.says(
        "answer",
        "The largest is one of these 3: item 2, item 1, item 0. It has 78 to 132 users (95 %"
            + " interval).");
  }

  @Test
  void aLargeDomainIsShownInWindows_andWhatIsLeftOutIsSaid() throws Exception {
    Browser.Found found =
        open(
            "large",
            HtmlPage.render(Examples.report(Examples.bars(10_000, i -> i))),
            """
                const labels = () => Chart.getChart(document.querySelector("canvas")).data.labels;
                const first = labels()[0] + ", " + labels().length;
                const [order, length] = document.querySelectorAll(".controls select");
                const [back, on] = document.querySelectorAll(".controls button");
                on.click();
                const second = labels()[0];
                const change = (select, value) => {
                  select.value = value;
                  select.dispatchEvent(new Event("change"));
                };
                change(order, "item");
                const byItem = labels()[0];
                change(length, "4096");
                const all = labels().length;
                const rows = document.querySelectorAll("#charts tbody tr").length;
                [...document.querySelectorAll("button")].find((b) => b.textContent.startsWith("Show all")).click();
                return { first, second, byItem, all, rows,
                         allRows: document.querySelectorAll("#charts tbody tr").length,
                         status: document.querySelector("output").textContent,
                         top: document.querySelector("tbody th").textContent,
                         caption: document.querySelector("figcaption").textContent,
                         foot: document.querySelector("tfoot").textContent };
                """);
    found.is("charts", "2"); // bars and the curve by rank
    found.is("first", "item 9999, 50");
    found.is("second", "item 9949");
    found.is("byItem", "item 5904");
    found.is("all", 4096);
    found.is("status", "bars 1\u20134,096 of 4,096");
    found.is("rows", 100);
    found.is("allRows", 4096);
    found.is("top", "item 9999"); // the table begins with the largest
    found.says(
        "caption", "keeps the 4,096 items with the largest estimates", "5,904 items are left out");
    found.says(
        "foot",
        "All 10,000 estimates add up to 49,995,000 users",
        "the 5,904 left out to 17,425,656",
        "about 250 would, by chance");
  }

  @Test
  void theDownloadIsCsv_unrounded() throws Exception {
    Chart.BarChart bars =
        Examples.bars(
            Examples.estimate(2, i -> i == 0 ? "a \"b\",\nc" : "d", i -> 0.1 + i),
            List.of(0.5, 1.0),
            new Chart.Series("simplex", List.of(0.25, 0.75)));
    Browser.Found found =
        open(
            "download",
            HtmlPage.render(
                Examples.report(
                    List.of(new Page.GroupSection("age=<18 / city=\u00c5", List.of(bars))))),
            """
                // Nothing is saved: a browser that ends during a download may never end.
                let saved, name;
                const make = URL.createObjectURL;
                URL.createObjectURL = (blob) => { saved = blob; return make.call(URL, blob); };
                HTMLAnchorElement.prototype.click = function () { name = this.download; };
                [...document.querySelectorAll("button")].find((b) => b.textContent.includes("CSV")).click();
                return { name, csv: await saved.text() };
                """);
    found.is("name", "age=_18_city=\u00c5.csv");
    found.is(
        "csv",
        """
        item,estimate,standard_error,lower,upper,truth,simplex
        "a ""b"",
        c",0.1,10,-19.9,30.1,0.5,0.25
        d,1.1,10,-18.9,31.1,1,0.75
        """);
  }

  @Test
  void withoutABrowserTheseTestsAreSkipped_butFailInContinuousIntegration() {
    assertEquals(Optional.empty(), Browser.find("/nowhere"));
    assertThrows(TestAbortedException.class, () -> Browser.orSkip(Optional.empty(), false));
    assertThrows(AssertionFailedError.class, () -> Browser.orSkip(Optional.empty(), true));
  }
}
