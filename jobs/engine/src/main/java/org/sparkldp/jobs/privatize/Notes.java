package org.sparkldp.jobs.privatize;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.store.Run;

/**
 * Notes for a reader of answers, one sentence each. A command says it, the run's record keeps it,
 * and records pass it on, so that the table and the page of estimates have it too.
 */
public final class Notes {
  private Notes() {}

  /** What a plan publishes and assumes, whoever is asked. */
  public static List<String> of(Plan plan) {
    List<String> notes = new ArrayList<>();
    Recruiting.of(plan.task()).announcement().ifPresent(notes::add);
    if (plan.round() <= 1) {
      Assuming.assumption(plan.task()).ifPresent(notes::add);
    }
    plan.turns()
        .ifPresent(
            turns ->
                notes.add(
                    "people take turns: one in "
                        + turns
                        + " is asked in a "
                        + plan.period()
                        + ", and counts are scaled to everybody; over several they are the mean of"
                        + " one"));
    if (plan.isOfRows()) {
      notes.add(
          "id = row: each row is taken for a person and gives one report, so a person with two rows"
              + " spends epsilon twice, and nobody can see it");
    }
    return notes;
  }

  /** What to expect of so many people, once it is known and before anybody is asked. */
  static List<String> expected(Plan plan, long people) {
    if (plan.round() > 1 || people < 1) {
      return List.of();
    }
    if (plan.reportsPerPerson() > 1) { // people may be fewer, and nobody can see how many
      return List.of(
          String.format(
              Locale.ROOT,
              "%,d rows, of people with up to %s each",
              people,
              plan.reportsPerPerson()));
    }
    List<String> expected = new ArrayList<>();
    expected.add(
        forecast(plan, people)
            .orElseGet(
                () ->
                    String.format(
                        Locale.ROOT,
                        "%,d people: the error of task %s has no formula that holds whatever the"
                            + " values are; ldp simulate measures it on synthetic people",
                        people,
                        plan.task().kind().name())));
    tooFew(plan, people).ifPresent(expected::add);
    return expected;
  }

  /** What to expect of so many people, in one sentence; empty where no formula says it. */
  public static Optional<String> forecast(Plan plan, long people) {
    Task task = plan.ofPeople(people).task();
    return Recruiting.of(task)
        .expected(people)
        .or(() -> Forecasting.of(task).map(forecast -> forecast.sentence(people)));
  }

  /** That so many people are too few; the people of one day of several may be. */
  public static Optional<String> tooFew(Plan plan, long people) {
    boolean isAll = plan.round() <= 1 && !plan.hasPeriods() && plan.reportsPerPerson() == 1;
    return Forecasting.of(plan.task())
        .filter(forecast -> isAll && people > 0 && forecast.isTooFew(people))
        .map(forecast -> forecast.warning());
  }

  /** That periods are missing in a sum over several. */
  public static String missing(List<String> periods) {
    return "these numbers are without "
        + String.join(", ", periods)
        + ", of which there are no reports";
  }

  /**
   * Of reports of one time that lie in several folders, where nobody compares who has answered.
   *
   * @param remedy what to do instead
   */
  public static String apart(String remedy) {
    return "people were asked into several folders for one time: who is in two of them counts"
        + " twice, and intervals are too narrow; "
        + remedy;
  }

  private record Noted(List<String> notes) {}

  /** What records say, each sentence once. */
  public static List<String> in(Collection<Run> runs) {
    return runs.stream().flatMap(run -> run.as(Noted.class).notes().stream()).distinct().toList();
  }
}
