package org.sparkldp.jobs.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;

/**
 * A {@link Page} as one HTML file: the answer, charts, tables, what it cost, and the record.
 *
 * <p>It loads nothing. Styles, scripts and data stand in the file, and its content security policy
 * forbids the browser every request and every script but the two whose hashes it names; so a label
 * that looks like markup stays a label, even were its escaping wrong. Equal pages give equal bytes:
 * no clock, no randomness.
 *
 * <p>Cost: O(items log items) time per histogram; a file of about 0.3 MB plus 0.1 kB for every item
 * kept, see {@link PageData}.
 */
public final class HtmlPage {
  private static final String CHART_JS = "META-INF/resources/webjars/chart.js/4.4.1/";
  private static final String OURS = "org/sparkldp/jobs/page/";

  /** How each page begins, so that it is known again. */
  private static final String START =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          + "<meta http-equiv=\"Content-Security-Policy\" content=\"";

  private static final String RAW =
      "Estimates are unbiased and therefore raw: a count may come out negative, or above the number"
          + " of reports. Nothing is cut off, for cutting off would bias every sum of them.";
  private static final String ONE_AT_A_TIME =
      "Each interval covers its own true number with the stated confidence. They do not cover"
          + " jointly: of 100 intervals at 95 %, about 5 miss the true number.";
  private static final String LARGEST =
      "An item picked because its estimate is among the largest is, on average, overestimated, and"
          + " its interval does not know that it was picked. The fewer people hold an item compared"
          + " with the standard error, the more this matters.";
  private static final String CONSISTENT =
      "Consistent values are post-processed estimates. They cost no privacy and look like counts,"
          + " but they are biased, and the intervals are not theirs.";
  private static final String TRUTH =
      "The truth is known here because the data were made up or the page compares against them."
          + " Where values are private there is no such column.";

  private HtmlPage() {}

  /**
   * Refuses a file that is there and is none of these pages: a slip of the pen must not replace a
   * table or a key.
   */
  public static void requirePage(Path file) {
    Require.that(!Files.isDirectory(file))
        .orRefuse("a page must go to a file. Provided path: %s, a folder.", file);
    try {
      if (!Files.isRegularFile(file) || Files.size(file) == 0) {
        return;
      }
      try (InputStream there = Files.newInputStream(file)) {
        byte[] start = there.readNBytes(START.length());
        Require.that(new String(start, StandardCharsets.UTF_8).equals(START))
            .orRefuse(
                "a page may replace only another page. Provided path: %s, a file that begins"
                    + " otherwise; name another.",
                file);
      }
    } catch (IOException e) {
      throw Require.refusal(
          e, "a page may replace only another page. Provided path: %s, which is unreadable.", file);
    }
  }

  /** Writes the page to {@code file}, and replaces an existing page. */
  public static void write(Page page, Path file) {
    requirePage(file);
    try {
      Files.writeString(file, render(page), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the page must be writable: " + file + ".", e);
    }
  }

  /** The page as the text of an HTML file in UTF-8. */
  public static String render(Page page) {
    String style = resource(OURS + "page.css");
    String library = chartJs();
    String script = resource(OURS + "page.js");
    String policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + hash(style)
            + "; script-src "
            + hash(library)
            + " "
            + hash(script);

    StringBuilder html = new StringBuilder(1 << 19);
    html.append(START).append(policy).append("\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.append("<title>").append(escape(page.title())).append("</title>\n");
    html.append("<style>").append(style).append("</style>\n</head>\n<body>\n");
    html.append("<header><h1>").append(escape(page.title())).append("</h1></header>\n<main>\n");
    html.append("<p id=\"failure\" role=\"alert\" hidden></p>\n");
    html.append(
        "<noscript><p class=\"alert\">Charts and tables need JavaScript; the numbers stand");
    html.append(" in this file's data block, as JSON.</p></noscript>\n");
    html.append("<section>\n<div id=\"groups\"></div>\n<div id=\"answer\"></div>\n");
    html.append("<div id=\"charts\"></div>\n</section>\n");
    html.append("<section id=\"what-if\" hidden></section>\n");
    page.privacy().ifPresent(privacy -> privacy(privacy, html));
    notes(page, html);
    record(page, html);
    html.append("</main>\n<script type=\"application/json\" id=\"data\">");
    html.append(PageData.of(page)).append("</script>\n");
    html.append("<!--\nThe next script is Chart.js.\n\n");
    html.append(resource(CHART_JS + "LICENSE.md").strip()).append("\n-->\n");
    html.append("<script>").append(library).append("</script>\n");
    html.append("<script>").append(script).append("</script>\n</body>\n</html>\n");
    // A label may hold half a surrogate pair, which UTF-8 cannot; here it becomes a question mark.
    return new String(html.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static void privacy(Privacy privacy, StringBuilder html) {
    html.append("<section>\n<h2>What one person gave away</h2>\n");
    for (String sentence : privacy.sentences()) {
      html.append("<p>").append(escape(sentence)).append("</p>\n");
    }
    html.append("<table class=\"beliefs\">\n<caption>How likely somebody thought an answer was,");
    html.append(" before and after</caption>\n<thead><tr><th scope=\"col\">before</th>");
    html.append("<th scope=\"col\">after, at least</th><th scope=\"col\">after, at most</th>");
    html.append("</tr></thead>\n<tbody>\n");
    for (Privacy.Belief belief : privacy.beliefs()) {
      html.append("<tr><td>").append(Privacy.percent(belief.before())).append("</td><td>");
      html.append(Privacy.percent(belief.least())).append("</td><td>");
      html.append(Privacy.percent(belief.most())).append("</td></tr>\n");
    }
    html.append("</tbody>\n</table>\n</section>\n");
  }

  /** What an auditor needs, and a reader does not: last, and the plan folded. */
  private static void record(Page page, StringBuilder html) {
    if (page.facts().isEmpty() && page.planText().isEmpty()) {
      return;
    }
    html.append("<section>\n<h2>For the record</h2>\n");
    if (!page.facts().isEmpty()) {
      html.append("<dl>\n");
      for (Page.Fact fact : page.facts()) {
        html.append("<div><dt>").append(escape(fact.label())).append("</dt><dd>");
        html.append(escape(fact.value())).append("</dd></div>\n");
      }
      html.append("</dl>\n");
    }
    if (!page.planText().isEmpty()) {
      html.append("<details>\n<summary>The plan</summary>\n<pre tabindex=\"0\">\n");
      html.append(escape(page.planText())).append("</pre>\n</details>\n");
    }
    html.append("</section>\n");
  }

  /** The caller's notes, then those that this page's charts call for. */
  private static void notes(Page page, StringBuilder html) {
    List<Chart.BarChart> histograms =
        page.sections().stream()
            .flatMap(section -> section.charts().stream())
            .filter(Chart.BarChart.class::isInstance)
            .map(Chart.BarChart.class::cast)
            .toList();
    List<String> notes = new ArrayList<>(page.notes());
    if (histograms.stream().anyMatch(Chart.BarChart::additive)) {
      notes.addAll(List.of(RAW, ONE_AT_A_TIME, LARGEST));
    }
    if (histograms.stream().anyMatch(bars -> !bars.consistent().isEmpty())) {
      notes.add(CONSISTENT);
    }
    if (histograms.stream().anyMatch(bars -> !bars.truth().isEmpty())) {
      notes.add(TRUTH);
    }
    if (notes.isEmpty()) {
      return;
    }
    html.append("<section>\n<h2>How to read this</h2>\n<ul>\n");
    for (String note : notes) {
      html.append("<li>").append(escape(note)).append("</li>\n");
    }
    html.append("</ul>\n</section>\n");
  }

  /** The library without its last line, which points debuggers to a file that is not here. */
  private static String chartJs() {
    String library = resource(CHART_JS + "dist/chart.umd.js");
    int map = library.lastIndexOf("//# sourceMappingURL=");
    return map < 0 ? library : library.substring(0, map);
  }

  /** Text for an element or an attribute in double quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.chars()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case 0 -> escaped.append('\uFFFD'); // HTML has no way to write it
                default -> escaped.append((char) c);
              }
            });
    return escaped.toString();
  }

  private static String hash(String inline) {
    byte[] digest = Hashes.sha256(inline.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  private static String resource(String path) {
    try (InputStream in = HtmlPage.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(
            "a page needs " + path + " on the class path; build with the jobs module's own pom.");
      }
      // Browsers hash what they parse, and parsing turns CRLF into LF.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
