package org.sparkldp.release;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.HtmlPage;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.page.Privacy;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The HTML page of a release: a heat map where cells lie on a graph, else bars. */
public final class ReleasePage {
  private ReleasePage() {}

  public static void write(ReleasePlan plan, Release.ReleaseAnswer result, Path file) {
    List<Page.GroupSection> sections = new ArrayList<>();
    Optional<Chart.NodeMap> place = plan.statistic().network().map(Network::place);
    for (Release.Slice slice : result.slices()) {
      Chart chart = place.isEmpty() ? bars(plan, result, slice) : map(plan, place.get(), slice);
      sections.add(
          new Page.GroupSection(
              slice.label(), List.of(chart), List.of(), List.of(sentence(plan, result, slice))));
    }
    Page page =
        new Page(
            plan.statistic().title(),
            sections,
            Optional.of(
                new Privacy(
                    "What one " + String.join(", ", plan.user()) + " adds to these numbers",
                    0,
                    plan.noise().guarantee().epsilon(),
                    plan.noise().guarantee().delta(),
                    List.of())),
            notes(plan, result),
            facts(plan),
            plan.text());
    HtmlPage.write(page, file);
  }

  /** How far one user can move the numbers, in words. */
  public static String sensitivity(ReleasePlan plan) {
    Sensitivity bound = plan.statistic().sensitivity(plan.neighbours());
    String of = plan.statistic().isOfUsers() ? " of the sum" : "";
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

  /** The number, or the largest of several, and how near to the truth each is. */
  private static String sentence(
      ReleasePlan plan, Release.ReleaseAnswer result, Release.Slice slice) {
    double[] numbers = slice.estimates();
    int largest = 0;
    for (int i = 1; i < numbers.length; i++) {
      largest = numbers[i] > numbers[largest] ? i : largest;
    }
    double reach = result.halfWidth();
    // As many digits as the interval has.
    int digits = Math.max(0, 1 - (int) Math.floor(Math.log10(reach)));
    String number = String.format(Locale.ROOT, "%,." + digits + "f", numbers[largest]);
    String near =
        String.format(
            Locale.ROOT,
            "within ± %s of the truth in %.0f %% of cases.",
            Forecast.text(reach),
            100 * Release.CONFIDENCE);
    return numbers.length == 1
        ? plan.statistic().title() + " is " + number + ", " + near
        : String.format(
            Locale.ROOT,
            "The largest of %,d numbers is that of %s, %s %s; each number is %s",
            numbers.length,
            item(plan, slice.cells()[largest]),
            number,
            plan.statistic().unit(),
            near);
  }

  private static Chart map(ReleasePlan plan, Chart.NodeMap place, Release.Slice slice) {
    List<Chart.Series> series = new ArrayList<>();
    series.add(new Chart.Series("raw", boxed(slice.estimates())));
    plan.denoiser()
        .ifPresent(
            step -> series.add(new Chart.Series(step.spec().toString(), boxed(slice.denoised()))));
    return new Chart.HeatMap(plan.statistic().title(), plan.statistic().unit(), place, series);
  }

  private static Chart bars(ReleasePlan plan, Release.ReleaseAnswer result, Release.Slice slice) {
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
    return new Chart.BarChart(
        plan.statistic().title(),
        "",
        plan.statistic().unit(),
        new Estimate(0, Release.CONFIDENCE, rows),
        List.of(),
        denoised,
        !plan.statistic().isOfUsers());
  }

  private static String item(ReleasePlan plan, int cell) {
    return String.join(", ", plan.statistic().names(cell).stream().map(Object::toString).toList());
  }

  private static List<Page.Fact> facts(ReleasePlan plan) {
    ReleaseNoise noise = plan.noise();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("plan", plan.name()));
    facts.add(new Page.Fact("mechanism", plan.mechanism().toString()));
    facts.add(new Page.Fact("exact epsilon of the release", noise.guarantee().exactText()));
    facts.add(
        new Page.Fact("delta of the release", ProtocolSpec.shortest(noise.guarantee().delta())));
    facts.add(new Page.Fact("whose privacy", "of one " + String.join(", ", plan.user())));
    facts.add(new Page.Fact("one of them moves", sensitivity(plan)));
    facts.add(new Page.Fact("noise", noise.toString()));
    plan.denoiser().ifPresent(step -> facts.add(new Page.Fact("denoiser", step.spec().toString())));
    plan.statistic()
        .network()
        .ifPresent(network -> facts.add(new Page.Fact("graph", network.toString())));
    facts.add(new Page.Fact("plan fingerprint", plan.fingerprint()));
    return facts;
  }

  private static List<String> notes(ReleasePlan plan, Release.ReleaseAnswer result) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "The curator saw every row: this is central, not local, differential privacy. Raw numbers"
            + " are the bounded totals plus noise of one standard deviation, drawn once.");
    if (!plan.statistic().isOfUsers()) {
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
    if (plan.outside().isDrop()) {
      notes.add("Rows outside the domain were left out. Reason given: " + plan.outside().reason());
    }
    return notes;
  }

  private static List<Double> boxed(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
