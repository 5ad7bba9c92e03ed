package org.sparkldp.jobs.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.metrics.sink.PrometheusServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.DocPage;

/** The samples in {@code conf/deploy/prometheus} fit what events say, and each other. */
class PrometheusSamplesTest {
  private static final Path SAMPLES =
      DocPage.repository().resolve("conf").resolve("deploy").resolve("prometheus");
  private static final Pattern RULE = Pattern.compile("(?m)^ {6}- alert: (\\S+)\n {8}expr: (.*)$");
  private static final Pattern NUMBER = Pattern.compile("ldp_[a-z_]+");

  @TempDir Path folder;

  private static Set<String> numbersIn(String text) {
    Set<String> names = new TreeSet<>();
    Matcher name = NUMBER.matcher(text);
    while (name.find()) {
      names.add(name.group());
    }
    return names;
  }

  @Test
  void everyAlertIsOverNumbersThatTheScriptWrites() throws IOException {
    Set<String> written = numbersIn(Files.readString(SAMPLES.resolve("events_to_prometheus.py")));
    List<String> alerts = new ArrayList<>();
    Matcher rule = RULE.matcher(Files.readString(SAMPLES.resolve("alerts.yaml")));
    while (rule.find()) {
      alerts.add(rule.group(1));
      Set<String> used = numbersIn(rule.group(2));
      assertFalse(used.isEmpty(), rule::group);
      assertTrue(written.containsAll(used), () -> used + " and not only " + written);
    }
    assertEquals(
        List.of("LdpNoSuccess", "LdpNoNumbers", "LdpRefused", "LdpFailed", "LdpLateRows"), alerts);
  }

  @Test
  void sparkServesTheMetricsThatAreAskedFor() throws IOException {
    Properties sample = new Properties();
    sample.load(Files.newBufferedReader(SAMPLES.resolve("metrics.properties")));
    String sink = "driver.sink.prometheusServlet.";
    assertEquals(PrometheusServlet.class.getName(), sample.getProperty(sink + "class"));
    assertEquals(Set.of(sink + "class", sink + "path"), sample.stringPropertyNames());
    Properties own = new Properties();
    own.setProperty("path", sample.getProperty(sink + "path"));
    MetricRegistry registry = new MetricRegistry();
    registry.counter("ldp.driver.plugin.x.reports.drawn").inc(7);
    assertTrue(
        new PrometheusServlet(own, registry)
            .getMetricsSnapshot(null)
            .contains("metrics_ldp_driver_plugin_x_reports_drawn_Count{type=\"counters\"} 7"));
  }

  @Test
  void theScriptTurnsEventsIntoNumbers() throws IOException, InterruptedException {
    assumeTrue(hasPython(), "no python3 here");
    Path file = folder.resolve("events.jsonl");
    try (Events events = new Events(file, Map.of("command", "privatize", "output", "r"))) {
      events.emit(privatized(Event.Outcome.DONE, 100, 0));
      events.emit(privatized(Event.Outcome.ALREADY_DONE, 0, 100));
      events.emit(privatized(Event.Outcome.DONE, 5, 100));
      events.emit(Event.ended("privatize", 3, "a \"rule\" says no"));
    }
    Files.writeString(file, Files.readString(file) + "{\"time\":\"20"); // a disk was full
    Map<String, Double> numbers = new TreeMap<>();
    for (String line : run("python3", SAMPLES.resolve("events_to_prometheus.py") + "", file + "")) {
      if (!line.startsWith("#")) {
        int end = line.lastIndexOf(' ');
        numbers.put(line.substring(0, end), Double.valueOf(line.substring(end)));
      }
    }
    String of = "{step=\"privatize\",name=\"a\\\\b\"}";
    assertTrue(numbers.remove("ldp_last_success_timestamp_seconds" + of) > 1.7e9);
    assertEquals(
        Map.of(
            "ldp_reports_drawn_total" + of,
            105.0,
            "ldp_reports_late_total" + of,
            5.0,
            "ldp_exact_epsilon" + of,
            0.5,
            "ldp_last_exit_code{command=\"privatize\",output=\"r\"}",
            3.0,
            "ldp_steps_total{step=\"privatize\",outcome=\"done\"}",
            2.0,
            "ldp_steps_total{step=\"privatize\",outcome=\"already-done\"}",
            1.0,
            "ldp_steps_total{step=\"privatize\",outcome=\"refused\"}",
            1.0),
        numbers);
  }

  private static Event privatized(Event.Outcome outcome, int reports, int earlier) {
    Map<String, Object> details = new TreeMap<>();
    details.put("name", "a\\b");
    details.put(Event.REPORTS, reports);
    details.put(Event.EARLIER, earlier);
    details.put(Event.EXACT_EPSILON, 0.5);
    return Event.done("privatize", outcome == Event.Outcome.ALREADY_DONE, details);
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return !run("python3", "--version").isEmpty();
    } catch (IOException none) {
      return false;
    }
  }

  private static List<String> run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
