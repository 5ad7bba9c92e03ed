package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.report.Chart;
import org.sparkldp.jobs.report.HtmlReport;
import org.sparkldp.jobs.report.Report;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;

/** The HTML report of a histogram. */
final class EstimateReport {
  private EstimateReport() {}

  static void write(
      Plan plan,
      Estimation.Result result,
      Map<List<Object>, long[]> truth,
      double seconds,
      Path file) {
    List<Report.Section> sections = new ArrayList<>();
    for (Estimation.Group group : result.groups()) {
      List<Chart.Series> consistent = new ArrayList<>();
      group.consistent().forEach((step, v) -> consistent.add(new Chart.Series(step, boxed(v))));
      long[] counts = truth.get(group.key());
      List<Double> known =
          counts == null ? List.of() : boxed(Arrays.stream(counts).asDoubleStream().toArray());
      sections.add(
          new Report.Section(
              result.label(group),
              List.of(
                  new Chart.Bars(
                      "How many people hold each value of " + plan.column(),
                      "people",
                      group.estimate(),
                      known,
                      consistent))));
    }
    Report report =
        new Report(plan.name(), facts(plan, result, seconds), sections, notes(plan), plan.text());
    try {
      HtmlReport.write(report, file);
    } catch (IOException e) {
      throw new UncheckedIOException("the report must be writable: " + file + ".", e);
    }
  }

  private static List<Report.Fact> facts(Plan plan, Estimation.Result result, double seconds) {
    Protocol<?, ?> protocol = Protocols.of(plan.protocol());
    Guarantee guarantee = protocol.guarantee();
    long n = result.reports();
    long[] evenly = new long[plan.items()];
    Arrays.fill(evenly, 1, evenly.length, Math.max(1, n / (evenly.length - 1)));
    double variance = ((FrequencyOracle<?>) protocol).variances(evenly)[0];
    return List.of(
        new Report.Fact("protocol", plan.protocol().toString()),
        new Report.Fact("claimed epsilon of a report", guarantee.epsilon() + " nats"),
        new Report.Fact("exact epsilon of a report", guarantee.exactEpsilon() + " nats"),
        new Report.Fact(
            "reports a person",
            plan.reportsPerPerson() == 1 ? "1" : "up to " + plan.reportsPerPerson()),
        new Report.Fact("reports", Long.toString(n)),
        new Report.Fact(
            "variance of a rare item, all groups together",
            String.format(Locale.ROOT, "%.4g people squared", variance)),
        new Report.Fact("randomness", plan.randomness().text()),
        new Report.Fact("plan fingerprint", plan.fingerprint()),
        new Report.Fact("seconds to estimate", String.format(Locale.ROOT, "%.1f", seconds)));
  }

  private static List<String> notes(Plan plan) {
    List<String> notes = new ArrayList<>();
    if (plan.outside() == Plan.Outside.DROP) {
      notes.add(
          "Rows outside the domain were dropped, so that a person has no report can be seen."
              + " Reason given: "
              + plan.outsideReason());
    }
    return notes;
  }

  private static List<Double> boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
