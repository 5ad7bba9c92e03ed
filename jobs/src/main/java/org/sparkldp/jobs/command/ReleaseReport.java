package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.sparkldp.analysis.denoise.Graph;
import org.sparkldp.jobs.pipeline.Release;
import org.sparkldp.jobs.plan.Network;
import org.sparkldp.jobs.plan.ReleasePlan;
import org.sparkldp.jobs.report.Chart;
import org.sparkldp.jobs.report.HtmlReport;
import org.sparkldp.jobs.report.Report;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.release.ReleaseNoise;
import org.sparkldp.protocols.release.Sensitivity;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The HTML report of a release: a heat map where cells lie on a graph, else bars. */
final class ReleaseReport {
  private ReleaseReport() {}

  static void write(ReleasePlan plan, Release.Result result, Path file) {
    List<Report.Section> sections = new ArrayList<>();
    Chart.Place place = place(plan);
    for (Release.Slice slice : result.slices()) {
      Chart chart = place == null ? bars(plan, result, slice) : map(plan, place, slice);
      sections.add(new Report.Section(slice.label(), List.of(chart)));
    }
    Report report =
        new Report(plan.name(), facts(plan), sections, notes(plan, result), plan.text());
    try {
      HtmlReport.write(report, file);
    } catch (IOException e) {
      throw new UncheckedIOException("the report must be writable: " + file + ".", e);
    }
  }

  /** How far one user can move the numbers, in words. */
  static String sensitivity(ReleasePlan plan) {
    Sensitivity bound = plan.statistic().sensitivity(plan.neighbours());
    String of = plan.statistic() instanceof ReleasePlan.Mean ? " of the sum" : "";
    return String.format(
        Locale.ROOT,
        "at most %d number%s%s, by L1 %.6g, L2 %.6g, each by %.6g (%s)",
        bound.l0(),
        bound.l0() == 1 ? "" : "s",
        of,
        bound.l1(),
        bound.l2(),
        bound.lInf(),
        plan.neighbours().text());
  }

  /** Where the cells lie; null where nowhere. */
  private static Chart.Place place(ReleasePlan plan) {
    if (!(plan.statistic() instanceof ReleasePlan.Totals totals)
        || totals.cells().network().isEmpty()) {
      return null;
    }
    Network network = totals.cells().network().get();
    Graph graph = network.graph();
    List<Integer> edges =
        IntStream.range(0, 2 * graph.edges())
            .mapToObj(end -> end % 2 == 0 ? graph.from(end / 2) : graph.to(end / 2))
            .toList();
    return new Chart.Place(network.x(), network.y(), edges);
  }

  private static Chart map(ReleasePlan plan, Chart.Place place, Release.Slice slice) {
    List<Chart.Series> series = new ArrayList<>();
    series.add(new Chart.Series("raw", boxed(slice.estimates())));
    plan.denoiser()
        .ifPresent(
            step -> series.add(new Chart.Series(step.spec().toString(), boxed(slice.denoised()))));
    return new Chart.HeatMap(title(plan), unit(plan), place, series);
  }

  private static Chart bars(ReleasePlan plan, Release.Result result, Release.Slice slice) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int i = 0; i < slice.cells().length; i++) {
      double estimate = slice.estimates()[i];
      rows.add(
          new Estimate.Row(
              item(plan, slice.cells()[i]),
              estimate,
              result.standardError(),
              estimate - result.halfWidth(),
              estimate + result.halfWidth()));
    }
    List<Chart.Series> denoised =
        plan
            .denoiser()
            .map(step -> new Chart.Series(step.spec().toString(), boxed(slice.denoised())))
            .stream()
            .toList();
    return new Chart.Bars(
        title(plan),
        unit(plan),
        new Estimate(0, Release.CONFIDENCE, rows),
        List.of(),
        denoised,
        plan.statistic() instanceof ReleasePlan.Totals);
  }

  private static String item(ReleasePlan plan, int cell) {
    return String.join(", ", plan.names(cell).stream().map(Object::toString).toList());
  }

  private static String title(ReleasePlan plan) {
    if (plan.statistic() instanceof ReleasePlan.Totals totals) {
      return totals.value().map(column -> "The sum of " + column).orElse("Rows")
          + " by "
          + String.join(
              ", ", totals.cells().attributes().stream().map(cell -> cell.column()).toList());
    }
    return "The mean of " + String.join(", ", ((ReleasePlan.Mean) plan.statistic()).vector());
  }

  private static String unit(ReleasePlan plan) {
    if (plan.statistic() instanceof ReleasePlan.Totals totals) {
      return totals.value().orElse("rows");
    }
    return String.join(", ", ((ReleasePlan.Mean) plan.statistic()).vector());
  }

  private static List<Report.Fact> facts(ReleasePlan plan) {
    ReleaseNoise noise = plan.noise();
    List<Report.Fact> facts = new ArrayList<>();
    facts.add(new Report.Fact("mechanism", plan.mechanism().toString()));
    facts.add(
        new Report.Fact(
            "exact epsilon of the release", noise.guarantee().exactEpsilon() + " nats"));
    facts.add(
        new Report.Fact("delta of the release", ProtocolSpec.shortest(noise.guarantee().delta())));
    facts.add(new Report.Fact("whose privacy", "of one " + String.join(", ", plan.user())));
    facts.add(new Report.Fact("one of them moves", sensitivity(plan)));
    facts.add(new Report.Fact("noise", noise.toString()));
    plan.denoiser()
        .ifPresent(step -> facts.add(new Report.Fact("denoiser", step.spec().toString())));
    if (plan.statistic() instanceof ReleasePlan.Totals totals) {
      totals
          .cells()
          .network()
          .ifPresent(network -> facts.add(new Report.Fact("graph", network.toString())));
    }
    facts.add(new Report.Fact("plan fingerprint", plan.fingerprint()));
    return facts;
  }

  private static List<String> notes(ReleasePlan plan, Release.Result result) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "The curator saw every row: this is central, not local, differential privacy. Raw numbers are"
            + " the bounded totals plus noise of one standard deviation, drawn once.");
    if (plan.statistic() instanceof ReleasePlan.Totals) {
      notes.add(
          "Rows beyond what one user may move were left out before anything was added up; how many"
              + " is private, and raw numbers are unbiased for what was left in.");
    }
    if (plan.denoiser().isPresent()) {
      notes.add(
          "Denoised numbers are post-processed: they cost no privacy and are nearer to the truth on"
              + " the whole, but they are biased, and the intervals are not theirs.");
    }
    result.slices().stream()
        .filter(slice -> !slice.setting().isEmpty())
        .limit(50)
        .forEach(slice -> notes.add(slice.label() + ": " + slice.setting()));
    if (plan.outsideReason().length() > 0) {
      notes.add("Rows outside the domain were left out. Reason given: " + plan.outsideReason());
    }
    return notes;
  }

  private static List<Double> boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
