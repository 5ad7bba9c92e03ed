package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of people in turn: which period asks whom, and which plans may. */
class BlockTest {
  private static final String PLAN =
      """
      name = daily
      column = country
      id = user_id
      protocol = "grr(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT] }
      outside = fail
      randomness = keyed
      public = [day]
      period = day
      block { pool = daily, blocks = 7 }
      """;

  private static Plan read(String text) {
    return new PlanReader(new TestContext(Path.of(""))).read(text, "plan.conf");
  }

  @Test
  void eachBlockHasItsTurnOnceInAsManyDays() {
    Block block = Block.inTurn("daily", 7);
    LocalDate first = LocalDate.parse("1969-12-29");
    for (LocalDate day = first; day.isBefore(first.plusDays(14)); day = day.plusDays(1)) {
      Set<Integer> turns = new HashSet<>();
      day.datesUntil(day.plusDays(7)).forEach(d -> turns.add(block.in(d.toString()).from()));
      assertEquals(7, turns.size());
    }
    assertEquals(new Block("daily", 3, 4, 7), block.in("10"));
    assertEquals(new Block("daily", 4, 5, 7), block.in("-10"));
    Block fixed = new Block("daily", 2, 3, 7);
    assertEquals(fixed, fixed.in("2026-01-01"));
  }

  @Test
  void roundsShareTheirPeopleSoTheyHaveNoPeriods() {
    String median = "\"median(epsilon=1.0,lower=0,upper=9,users=60000,rounds=4)\"";
    String plan =
        "task = quantile, name = m, column = x, id = id, protocol = "
            + median
            + ", outside = fail, randomness = keyed, public = [day]";
    read(plan);
    badInput("a protocol of one round", () -> read(plan + ", period = day"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"monday", "2026-01", "2026-13-01", "1e3", ""})
  void otherPeriodsHaveNoTurn(String period) {
    badInput(
        "must be dates, such as 2026-01-01, or whole", () -> Block.inTurn("daily", 7).in(period));
  }

  @Test
  void aPlanSaysItsTurnsAndEachDayIsAnotherPartOfOneDivision() {
    Plan plan = read(PLAN);
    assertEquals(7, plan.turns().orElseThrow());
    assertEquals(plan, read(plan.text()));
    Division first = plan.division("day=2026-01-01");
    Division next = plan.division("day=2026-01-02");
    assertEquals(first.name(), next.name());
    assertEquals((first.from() + 1) % 7, next.from());
    assertEquals(first, plan.division("day=2026-01-08"));
    assertEquals(Division.NONE, plan.division(""), "of no period: perhaps everybody");
    // The wrong twin asks the same people every day.
    Plan fixed = read(PLAN.replace("blocks = 7", "blocks = 7, from = 0, to = 1"));
    assertTrue(fixed.turns().isEmpty());
    assertEquals(fixed.division("day=2026-01-01"), fixed.division("day=2026-01-02"));
    assertNotEquals(plan.fingerprint(), fixed.fingerprint());
    Plan other = read(PLAN.replace("user_id", "account_id"));
    assertNotEquals(first.name(), other.division("day=2026-01-01").name());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          period = day\\n                 |                                 | no period
          "grr(epsilon=1.0)"             | "loloha(epsilon=1.0)"           | loloha, by which people
          randomness = keyed             | randomness = keyed, reports_per_person = 2 | leave it out
          protocol = "grr(epsilon=1.0)"  | task = workload, workload = histogram, \
              protocol = "factorization(epsilon=1.0)" | task = workload
          blocks = 7                     | blocks = 1                      | at least two blocks
          blocks = 7                     | blocks = 7, from = 1            | to
          """)
  void turnsOfWhichNoCountFollowsAreRefused(String line, String other, String sentence) {
    String text =
        PLAN.replace(line.replace("\\n", "\n"), other == null ? "" : other.replace(", ", "\n"));
    badInput(sentence, () -> read(text));
  }
}
