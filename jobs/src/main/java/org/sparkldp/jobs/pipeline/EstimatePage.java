package org.sparkldp.jobs.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.page.HtmlPage;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;

/** The HTML page of estimates: the task's charts of each group, facts and notes. */
public final class EstimatePage {
  private EstimatePage() {}

  /**
   * Writes the page.
   *
   * @param truth the true answers by group, of groups where somebody knows them
   */
  public static void write(
      Plan plan,
      Estimation.Result result,
      Map<List<Object>, double[]> truth,
      double seconds,
      Path file) {
    List<Page.Section> sections = new ArrayList<>();
    for (Estimation.Group group : result.groups()) {
      sections.add(
          new Page.Section(
              result.label(group),
              plan.task().charts(group.answers(), Optional.ofNullable(truth.get(group.key())))));
    }
    Page page =
        new Page(
            plan.name(), facts(plan, result, seconds), sections, notes(plan, result), plan.text());
    try {
      HtmlPage.write(page, file);
    } catch (IOException e) {
      throw new UncheckedIOException("the page must be writable: " + file + ".", e);
    }
  }

  private static List<Page.Fact> facts(Plan plan, Estimation.Result result, double seconds) {
    Guarantee guarantee = plan.protocol().guarantee();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("protocol", plan.protocol().spec().toString()));
    facts.add(new Page.Fact("claimed epsilon of a report", guarantee.epsilon() + " nats"));
    facts.add(new Page.Fact("exact epsilon of a report", guarantee.exactEpsilon() + " nats"));
    if (guarantee.delta() > 0) {
      facts.add(new Page.Fact("delta of a report", Double.toString(guarantee.delta())));
    }
    facts.add(
        new Page.Fact(
            "reports a person",
            plan.reportsPerPerson() == 1 ? "1" : "up to " + plan.reportsPerPerson()));
    facts.add(new Page.Fact("reports", Long.toString(result.reports())));
    facts.addAll(plan.task().facts(result.reports()));
    facts.add(new Page.Fact("randomness", plan.randomness().text()));
    facts.add(new Page.Fact("plan fingerprint", plan.fingerprint()));
    facts.add(new Page.Fact("seconds to estimate", String.format(Locale.ROOT, "%.1f", seconds)));
    return facts;
  }

  private static List<String> notes(Plan plan, Estimation.Result result) {
    List<String> notes = new ArrayList<>(plan.task().notes());
    for (Estimation.Group group : result.groups()) {
      for (Estimate.Row row : group.estimate().rows()) {
        if (!row.note().isEmpty()) {
          notes.add(row.item() + ": " + row.note());
        }
      }
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
