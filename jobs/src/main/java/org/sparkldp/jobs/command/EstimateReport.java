package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.report.Chart;
import org.sparkldp.jobs.report.HtmlReport;
import org.sparkldp.jobs.report.Report;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.workload.Prefix;

/** The HTML report of estimates. */
final class EstimateReport {
  private EstimateReport() {}

  static void write(
      Plan plan,
      Estimation.Result result,
      Map<List<Object>, double[]> truth,
      double seconds,
      Path file) {
    List<Report.Section> sections = new ArrayList<>();
    for (Estimation.Group group : result.groups()) {
      sections.add(
          new Report.Section(result.label(group), charts(plan, group, truth.get(group.key()))));
    }
    Report report =
        new Report(
            plan.name(), facts(plan, result, seconds), sections, notes(plan, result), plan.text());
    try {
      HtmlReport.write(report, file);
    } catch (IOException e) {
      throw new UncheckedIOException("the report must be writable: " + file + ".", e);
    }
  }

  private static List<Chart> charts(Plan plan, Estimation.Group group, double[] truth) {
    return switch (plan.task()) {
      case HISTOGRAM -> List.of(bars(plan, group, truth));
      case WORKLOAD ->
          List.of(isPrefix(plan) ? distribution(plan, group, truth) : bars(plan, group, truth));
      case GAUSSIAN_MEAN, MEAN, QUANTILE, REGRESSION, QUERY -> numbers(plan, group);
      case DENSITY -> List.of(density(plan, group));
    };
  }

  private static Chart density(Plan plan, Estimation.Group group) {
    double[] x = ((Density<?>) plan.protocol()).places();
    return curve(
        "The density of " + plan.columns(),
        new Chart.Axis(plan.columns(), false),
        "people, as a fraction, by unit of " + plan.columns(),
        x,
        group,
        null);
  }

  /** A chart for each quantity, of what the reports tell; what they do not is in the notes. */
  private static List<Chart> numbers(Plan plan, Estimation.Group group) {
    Estimate all = group.estimate();
    Map<String, List<Estimate.Row>> told = new LinkedHashMap<>();
    for (int i = 0; i < all.rows().size(); i++) {
      if (!Double.isNaN(all.rows().get(i).estimate())) {
        told.computeIfAbsent(quantity(plan, i), key -> new ArrayList<>()).add(all.rows().get(i));
      }
    }
    List<Chart> charts = new ArrayList<>();
    told.forEach(
        (quantity, rows) ->
            charts.add(
                new Chart.Bars(
                    "The " + quantity + " of " + plan.columns(),
                    plan.columns(),
                    new Estimate(all.n(), all.confidence(), rows),
                    List.of(),
                    List.of(),
                    false)));
    return charts;
  }

  private static String quantity(Plan plan, int index) {
    if (plan.protocol() instanceof GaussianProtocol<?> gaussian) {
      return gaussian.quantity(index);
    }
    if (plan.protocol() instanceof QuantileProtocol<?> quantile) {
      return quantile.quantity();
    }
    return switch (plan.task()) {
      case REGRESSION -> "coefficients";
      case QUERY -> "answers";
      default -> "mean";
    };
  }

  private static boolean isPrefix(Plan plan) {
    return plan.protocol() instanceof Factorization<?> factorization
        && factorization.workload() instanceof Prefix;
  }

  private static Chart bars(Plan plan, Estimation.Group group, double[] answers) {
    List<Chart.Series> consistent = new ArrayList<>();
    group.consistent().forEach((step, v) -> consistent.add(new Chart.Series(step, boxed(v))));
    return new Chart.Bars(
        plan.task() == Plan.Task.HISTOGRAM
            ? "How many people hold each value of " + plan.columns()
            : "The answers over " + plan.columns(),
        "people",
        group.estimate(),
        answers == null ? List.of() : boxed(answers),
        consistent);
  }

  /** A distribution function: people up to each item. */
  private static Chart distribution(Plan plan, Estimation.Group group, double[] answers) {
    return curve(
        "How many people are at or below each value of " + plan.columns(),
        new Chart.Axis(isNumeric(plan) ? plan.columns() : "item of " + plan.columns(), false),
        "people",
        places(plan, group.estimate().rows().size()),
        group,
        answers);
  }

  private static Chart curve(
      String title,
      Chart.Axis axis,
      String unit,
      double[] x,
      Estimation.Group group,
      double[] truth) {
    List<Chart.Point> points = new ArrayList<>();
    for (Estimate.Row row : group.estimate().rows()) {
      points.add(new Chart.Point(x[points.size()], row.estimate(), row.lower(), row.upper()));
    }
    List<Chart.Line> lines = new ArrayList<>();
    lines.add(new Chart.Line("estimate, 95 % interval", points));
    group.consistent().forEach((step, v) -> lines.add(line(step, x, v)));
    if (truth != null) {
      lines.add(line("truth", x, truth));
    }
    return new Chart.Lines(title, axis, new Chart.Axis(unit, false), lines);
  }

  /** Where items stand: at their largest value where they are numbers, else at their place. */
  private static double[] places(Plan plan, int items) {
    double[] x = new double[items];
    Domain domain = plan.attributes().get(0).domain();
    Arrays.setAll(
        x, i -> isNumeric(plan) ? ((Number) domain.value(i, true)).doubleValue() : (double) i);
    return x;
  }

  private static boolean isNumeric(Plan plan) {
    return plan.attributes().size() == 1
        && plan.attributes().get(0).domain().kind() != Domain.Kind.TEXT
        && plan.outside() != Plan.Outside.CATEGORY;
  }

  private static Chart.Line line(String name, double[] x, double[] values) {
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      points.add(Chart.Point.of(x[i], values[i]));
    }
    return new Chart.Line(name, points);
  }

  private static List<Report.Fact> facts(Plan plan, Estimation.Result result, double seconds) {
    Guarantee guarantee = plan.protocol().guarantee();
    List<Report.Fact> facts = new ArrayList<>();
    facts.add(new Report.Fact("protocol", plan.protocol().spec().toString()));
    facts.add(new Report.Fact("claimed epsilon of a report", guarantee.epsilon() + " nats"));
    facts.add(new Report.Fact("exact epsilon of a report", guarantee.exactEpsilon() + " nats"));
    if (guarantee.delta() > 0) {
      facts.add(new Report.Fact("delta of a report", Double.toString(guarantee.delta())));
    }
    facts.add(
        new Report.Fact(
            "reports a person",
            plan.reportsPerPerson() == 1 ? "1" : "up to " + plan.reportsPerPerson()));
    facts.add(new Report.Fact("reports", Long.toString(result.reports())));
    if (plan.protocol() instanceof FrequencyOracle<?> oracle) {
      facts.add(
          new Report.Fact(
              "variance of a rare item, all groups together",
              String.format(
                  Locale.ROOT, "%.4g people squared", rareVariance(oracle, result.reports()))));
    }
    if (plan.protocol() instanceof Factorization<?> factorization) {
      factorization
          .file()
          .notes()
          .forEach((name, value) -> facts.add(new Report.Fact("strategy: " + name, value)));
    }
    facts.add(new Report.Fact("randomness", plan.randomness().text()));
    facts.add(new Report.Fact("plan fingerprint", plan.fingerprint()));
    facts.add(new Report.Fact("seconds to estimate", String.format(Locale.ROOT, "%.1f", seconds)));
    return facts;
  }

  private static double rareVariance(FrequencyOracle<?> oracle, long n) {
    long[] evenly = new long[oracle.k()];
    Arrays.fill(evenly, 1, evenly.length, Math.max(1, n / (evenly.length - 1)));
    return oracle.variances(evenly)[0];
  }

  private static List<String> notes(Plan plan, Estimation.Result result) {
    List<String> notes = new ArrayList<>();
    if (plan.task() == Plan.Task.GAUSSIAN_MEAN) {
      notes.add(
          "An interval holds its true number with the stated confidence if values are normally"
              + " distributed; epsilon holds whether they are or not.");
    }
    for (Estimation.Group group : result.groups()) {
      for (Estimate.Row row : group.estimate().rows()) {
        if (!row.note().isEmpty()) {
          notes.add(row.item() + ": " + row.note());
        }
      }
    }
    if (isPrefix(plan)) {
      notes.add(
          "Estimates are unbiased and therefore raw: the curve may fall, begin below 0, or rise above"
              + " the number of people. Each interval covers its own true number with the stated"
              + " confidence; neighbouring errors go together.");
    }
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
