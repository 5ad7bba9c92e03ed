package org.sparkldp.jobs.page;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.jobs.estimate.Compared;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Rendering;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The HTML page of estimates: charts of each group, what a person gave away, notes. */
public final class EstimatePage implements Rendering {
  /** Where the page can say what the error would be. */
  private static final List<Double> EPSILONS =
      List.of(
          0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0,
          7.0, 8.0);

  /** Lines that colours still tell apart. */
  private static final int LINES = 6;

  /**
   * Writes the page.
   *
   * @param truth the true answers by group, of groups where somebody knows them
   */
  public static void write(
      Plan plan, Estimates result, Map<List<Object>, double[]> truth, double seconds, Path file) {
    HtmlPage.write(page(plan, result, truth, seconds), file);
  }

  @Override
  public String text(Plan plan, Estimates result, double seconds) {
    return HtmlPage.render(page(plan, result, Map.of(), seconds));
  }

  private static Page page(
      Plan plan, Estimates result, Map<List<Object>, double[]> truth, double seconds) {
    List<Page.GroupSection> sections = new ArrayList<>();
    overTime(plan, result).ifPresent(sections::add);
    Task task = plan.task();
    Portrait<Task> portrait = Portrait.of(task);
    for (Estimates.Group group : result.groups()) {
      sections.add(
          new Page.GroupSection(
              result.label(group),
              charts(plan, portrait, group, Optional.ofNullable(truth.get(group.key()))),
              alerts(plan, result, group),
              portrait.sentences(task, group.answers())));
    }
    return new Page(
        sections.get(sections.size() - 1).charts().get(0).title(),
        sections,
        Optional.of(privacy(plan, result.periods().size())),
        notes(plan, result),
        facts(plan, result, seconds),
        plan.text());
  }

  /** The question's own charts, and one of the means of each public number. */
  private static List<Chart> charts(
      Plan plan, Portrait<Task> portrait, Estimates.Group group, Optional<double[]> truth) {
    List<Chart> charts = new ArrayList<>(portrait.charts(plan.task(), group.answers(), truth));
    group.numbers().stream()
        .filter(Estimates.NumberAnswers::areMeans)
        .map(
            means ->
                Chart.BarChart.ofMeans(
                    "The mean of " + means.number() + " by " + plan.task().about(),
                    plan.task().about(),
                    means.number(),
                    means.estimate()))
        .forEach(charts::add);
    return charts;
  }

  /** The largest answers, a line each, where groups are periods alone. */
  private static Optional<Page.GroupSection> overTime(Plan plan, Estimates result) {
    List<Estimates.Group> groups = result.groups();
    boolean isOfPeriods = plan.hasPeriods() && result.groupBy().equals(List.of(plan.period()));
    Map<String, List<Chart.CurvePoint>> lines = new LinkedHashMap<>();
    Map<String, List<Double>> marked = new HashMap<>();
    List<String> changes = new ArrayList<>();
    if (!isOfPeriods || groups.size() < 2) {
      return Optional.empty();
    }
    List<String> periods = groups.stream().map(group -> "" + group.key().get(0)).toList();
    List<String> axis = axis(periods);
    List<Set<String>> changed = Compared.changes(new Compared.Side(plan, result));
    for (int i = 0; i < groups.size(); i++) {
      int x = axis.indexOf(periods.get(i));
      changed
          .get(i)
          .forEach(at -> marked.computeIfAbsent(at, y -> new ArrayList<>()).add((double) x));
      if (!changed.get(i).isEmpty()) {
        changes.add(periods.get(i) + ": " + few(List.copyOf(changed.get(i))));
      }
      for (Estimate.Row row : groups.get(i).estimate().rows()) {
        if (Double.isFinite(row.estimate() + row.lower() + row.upper())) {
          lines
              .computeIfAbsent(row.item(), item -> new ArrayList<>())
              .add(Chart.CurvePoint.of(x, row));
        }
      }
    }
    List<Chart.ChartLine> largest =
        lines.entrySet().stream()
            .sorted(
                Comparator.comparingDouble(
                    line -> -line.getValue().stream().mapToDouble(Chart.CurvePoint::y).sum()))
            .limit(LINES)
            .map(
                line ->
                    new Chart.ChartLine(
                        line.getKey(),
                        line.getValue(),
                        marked.getOrDefault(line.getKey(), List.of())))
            .toList();
    if (largest.isEmpty()) {
      return Optional.empty();
    }
    Chart.LineChart chart =
        new Chart.LineChart(
            "Over time"
                + (lines.size() > LINES
                    ? String.format(Locale.ROOT, ": the %d largest of %,d", LINES, lines.size())
                    : ""),
            new Chart.Axis(plan.period(), false, axis),
            new Chart.Axis(
                plan.task().facet(Counting.class).isPresent() ? "people" : plan.task().about(),
                false),
            largest);
    String sentence =
        changes.isEmpty()
            ? "No change from a period to the next is certain."
            : "Certain changes from the period before, all rows considered: "
                + String.join(
                    "; ", changes.subList(Math.max(0, changes.size() - LINES), changes.size()))
                + (changes.size() > LINES
                    ? "; and in " + (changes.size() - LINES) + " periods before."
                    : ".");
    return Optional.of(
        new Page.GroupSection("over time", List.of(chart), alerts(result), List.of(sentence)));
  }

  private static String few(List<String> items) {
    int more = items.size() - LINES;
    return String.join(", ", items.subList(0, Math.min(LINES, items.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Places on an axis: of days those without a report, too. */
  private static List<String> axis(List<String> periods) {
    try {
      LocalDate first = LocalDate.parse(periods.get(0));
      LocalDate last = LocalDate.parse(periods.get(periods.size() - 1));
      List<String> days = first.datesUntil(last.plusDays(1)).map(LocalDate::toString).toList();
      return days.containsAll(periods) ? days : periods;
    } catch (DateTimeException | IllegalArgumentException notDays) {
      return periods;
    }
  }

  private static List<String> alerts(Plan plan, Estimates result, Estimates.Group group) {
    List<String> alerts = new ArrayList<>(group.notes());
    boolean areAdded = result.periods().size() > 1 && !result.groupBy().contains(plan.period());
    if (areAdded && plan.turns().isEmpty()) {
      alerts.add(
          String.format(
              Locale.ROOT,
              "%,d periods are added up, so a person with a report in several of them is counted in"
                  + " each; --each-period shows them apart.",
              result.periods().size()));
    }
    return alerts;
  }

  private static List<String> alerts(Estimates result) {
    return result.groups().stream().flatMap(group -> group.notes().stream()).distinct().toList();
  }

  /** Of a person who was there in all of some periods, which no lifetime epsilon covers. */
  private static Privacy privacy(Plan plan, int periods) {
    boolean isForLife = plan.isForLife();
    int turns = plan.turns().orElse(1);
    int times = isForLife ? 1 : Math.max(1, (periods + turns - 1) / turns);
    int reports = plan.reportsPerPerson() * times;
    Guarantee one = plan.protocol().guarantee();
    String given =
        (reports == 1
                ? "The one report"
                : "What the "
                    + (plan.reportsPerPerson() > 1 ? "up to " : "")
                    + reports
                    + " reports")
            + (plan.isOfRows() ? " of a row" : " of a person")
            + (times > 1
                ? " who was there in all " + periods + " periods"
                : plan.hasPeriods() ? ", of one period," : "")
            + (reports == 1 ? "" : " say together");
    if (isForLife) {
      given =
          "What all reports of a person, of all periods, say together of the answers (and not on"
              + " which days they changed)";
    }
    return new Privacy(
        given,
        reports,
        reports * one.epsilon(),
        Math.min(reports * one.delta(), Math.nextDown(1.0)),
        errors(plan));
  }

  /** The same protocol with more and with less epsilon, where a formula gives its error. */
  private static List<Privacy.ErrorAt> errors(Plan plan) {
    ProtocolSpec spec = plan.protocol().spec();
    OptionalDouble here = Forecasting.relativeError(plan.task());
    if (here.isEmpty() || !spec.arguments().containsKey("epsilon")) {
      return List.of();
    }
    List<Privacy.ErrorAt> errors = new ArrayList<>();
    Set<Double> epsilons = new TreeSet<>(EPSILONS);
    epsilons.add(plan.protocol().guarantee().epsilon());
    for (double epsilon : epsilons) {
      Forecasting.relativeError(
              plan.task().withProtocol(Protocols.of(spec.replace("epsilon", epsilon))))
          .ifPresent(error -> errors.add(new Privacy.ErrorAt(epsilon, error / here.getAsDouble())));
    }
    return errors;
  }

  private static List<Page.Fact> facts(Plan plan, Estimates result, double seconds) {
    Guarantee guarantee = plan.protocol().guarantee();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("plan", plan.name()));
    facts.add(new Page.Fact("protocol", plan.protocol().spec().toString()));
    facts.add(
        new Page.Fact(
            "epsilon of a " + (plan.isForLife() ? "lifetime" : "report"), epsilon(guarantee)));
    if (guarantee.delta() > 0) {
      facts.add(new Page.Fact("delta of a report", ProtocolSpec.shortest(guarantee.delta())));
    }
    facts.add(
        new Page.Fact(
            "reports a person",
            plan.reportsPerPerson() == 1 ? "1" : "up to " + plan.reportsPerPerson()));
    facts.add(new Page.Fact("reports", String.format(Locale.ROOT, "%,d", result.reports())));
    addOrigin(facts, result.origin());
    facts.addAll(Portrait.of(plan.task()).facts(plan.task()));
    facts.add(new Page.Fact("randomness", plan.randomness().text()));
    facts.add(new Page.Fact("plan fingerprint", plan.fingerprint()));
    facts.add(new Page.Fact("seconds to estimate", String.format(Locale.ROOT, "%.1f", seconds)));
    return facts;
  }

  private static void addOrigin(List<Page.Fact> facts, Origin origin) {
    if (!origin.drawnAt().isEmpty()) {
      facts.add(new Page.Fact("drawn", String.join(" to ", origin.drawnAt())));
    }
    if (!origin.inputs().isEmpty()) {
      facts.add(new Page.Fact("source", String.join(", ", origin.inputs())));
    }
  }

  /** The claim, and what the integers in use really give, never rounded down. */
  private static String epsilon(Guarantee guarantee) {
    return ProtocolSpec.shortest(guarantee.epsilon())
        + " claimed, at most "
        + guarantee.exactText()
        + " computed";
  }

  private static List<String> notes(Plan plan, Estimates result) {
    List<String> notes = new ArrayList<>(plan.task().notes());
    Notes.of(plan).stream()
        .filter(note -> !Assuming.assumption(plan.task()).equals(Optional.of(note)))
        .forEach(notes::add);
    for (Estimates.Group group : result.groups()) {
      for (Estimate.Row row : group.estimate().rows()) {
        if (!row.note().isEmpty()) {
          notes.add(row.item() + ": " + row.note());
        }
      }
    }
    if (plan.outside().dropsMissing()) {
      notes.add("People without a value were not asked, so that a person has none can be seen.");
    }
    if (plan.outside().isDrop()) {
      notes.add(
          "Rows outside the domain were dropped, so that a person has no report can be seen."
              + " Reason given: "
              + plan.outside().reason());
    }
    return notes;
  }
}
