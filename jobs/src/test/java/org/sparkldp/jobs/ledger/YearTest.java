package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;

/**
 * A year of three nightly plans and a weekly release, under a budget that ends in November, with
 * runs that are killed at every place where a run can be killed and are repeated until they end.
 */
@Tag("slow")
class YearTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
  private static final double[] EPSILONS = {0.25, 0.1, 0.05};

  private static Year undisturbed;

  private Book book;

  /** Where a run can be killed: before which of its steps. */
  private enum Step {
    RESERVE,
    DRAW,
    COMMIT,
    CONFIRM,
    END
  }

  /** What a year came to. */
  private record Year(List<String> entries, String refusedFirst, int refused, int kills) {}

  @Test
  void aYearWithKillsEndsAsAnUndisturbedOne() {
    Year quiet = quiet();
    Year killed = year(new Random(2), 0.3);
    assertTrue(killed.kills() > 300, killed.kills() + " kills");
    assertEquals(quiet.entries(), killed.entries());
    assertEquals(quiet.refusedFirst(), killed.refusedFirst());
    assertEquals(quiet.refused(), killed.refused());
    assertTrue(quiet.refusedFirst().startsWith("2026-11-"), quiet.refusedFirst());
    assertTrue(quiet.refused() > 90, quiet.refused() + " runs came after it");
    System.out.printf(
        "a year: %d entries, first refused %s, %d refused, %d kills%n",
        killed.entries().size(), killed.refusedFirst(), killed.refused(), killed.kills());
  }

  @Test
  void aLedgerThatForgotKillsWouldEndDifferently() {
    // The wrong twin: killed runs with fresh coins, whose draws nobody removes, do spend again.
    Year quiet = quiet();
    Year uncleaned = year(new Random(2), -0.3);
    assertNotEquals(quiet.entries(), uncleaned.entries());
    assertTrue(
        uncleaned.refusedFirst().compareTo(quiet.refusedFirst()) < 0,
        uncleaned.refusedFirst() + " " + quiet.refusedFirst());
  }

  /** Made once. */
  private Year quiet() {
    if (undisturbed == null) {
      undisturbed = year(new Random(1), 0);
    }
    return undisturbed;
  }

  /**
   * @param risk of a kill at each try; below 0: and nobody cleans
   */
  private Year year(Random random, double risk) {
    book = BookTest.empty("2026-01-01T00:00:00Z");
    book =
        book.allowing(
            Budgets.read(
                "budgets = [{population = people, epsilon = 133.3}, {population = people, attribute ="
                    + " b, per = day, epsilon = 0.1}]",
                "test"));
    int kills = 0;
    int refused = 0;
    String first = "";
    for (int day = 0; day < 365; day++) {
      LocalDate date = FIRST.plusDays(day);
      book = BookTest.at(book, date.atTime(3, 0).toInstant(ZoneOffset.UTC));
      List<Spend> tonight = new ArrayList<>();
      for (int plan = 0; plan < 3; plan++) {
        tonight.add(nightly(plan, date));
      }
      if (day % 7 == 6) {
        tonight.add(release(date));
      }
      for (Spend spend : tonight) {
        String committed = "";
        for (int attempt = 0; ; attempt++) {
          boolean isKill = random.nextDouble() < Math.abs(risk) && attempt < 5;
          Step end = isKill ? Step.values()[random.nextInt(Step.values().length - 1)] : Step.END;
          String run = spend.entry() + attempt;
          try {
            committed = run(spend, run, end, committed);
          } catch (Refusal refusal) {
            refused++;
            first = first.isEmpty() ? date + " " + spend.name() : first;
            break;
          }
          if (end == Step.END) {
            break;
          }
          kills++;
          if (risk > 0) { // ldp clean, as the nightly script does
            book = book.forget(Set.of(run));
          }
        }
      }
    }
    return new Year(
        book.entries().stream()
            .map(e -> e.days() + " " + e.id() + " " + e.state() + " " + e.draws())
            .toList(),
        first,
        refused,
        kills);
  }

  /** A run as jobs do it, up to a step; whose reports are committed then, or nobody's. */
  private String run(Spend spend, String attempt, Step end, String committed) {
    if (!committed.isEmpty()) { // by an earlier one, whose record lies beside the reports
      book = book.confirm(spend.entry(), committed);
      return committed;
    }
    if (end == Step.RESERVE) {
      return "";
    }
    book = book.reserve(spend, attempt, Set.of());
    if (end == Step.DRAW) {
      return "";
    }
    book = book.drawing(spend, attempt, Set.of());
    if (end == Step.COMMIT) {
      return "";
    }
    if (end == Step.CONFIRM) {
      return attempt;
    }
    book = book.confirm(spend.entry(), attempt);
    return attempt;
  }

  private static Spend nightly(int plan, LocalDate date) {
    String key = plan == 2 ? "" : "0123456789abcdef"; // the last one draws afresh
    return spend("plan-" + plan, "" + (char) ('a' + plan), "day=" + date, key, "out-" + plan, plan);
  }

  private static Spend release(LocalDate date) {
    return spend("release", "d", "", "", "release-" + date, 1);
  }

  private static Spend spend(
      String name, String attribute, String period, String key, String output, int price) {
    return new Spend(
        new Account("people", ""),
        List.of(attribute),
        period,
        "fingerprint of " + name,
        name,
        key,
        output,
        Division.NONE,
        Tally.epsilonGrains(EPSILONS[price]),
        0,
        0,
        1);
  }
}
