package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.protocols.accounting.composition.Tally;

/** The rules of budgets, without a store. */
class BookTest {
  private static final long ONE = Tally.epsilonGrains(1.0);

  private Book book = empty("2026-01-01T12:00:00Z");

  static Book empty(String now) {
    return new Book(
        Map.of(),
        new Budgets(List.of(), false),
        List.of(),
        "ann",
        Instant.parse(now),
        Instant.EPOCH);
  }

  /** Time goes on. */
  static Book at(Book book, Instant now) {
    return new Book(book.named(), book.budgets(), book.changes(), book.user(), now, book.latest());
  }

  // What repetitions cost; the page's table has these lines.

  @Test
  void aRunIsReservedThenConfirmedAndSpendsOnce() {
    budget("epsilon = 1.0");
    Run run = reserve(fresh("out"));
    assertShown("reserved 1");
    run.draws().confirms().confirms();
    assertShown("confirmed 1");
    assertEquals(0, run.left());
  }

  @Test
  void aSecondFolderAsksTheSamePeopleAgainKeyedOrNot() {
    budget("epsilon = 3.0");
    spend(fresh("a"), fresh("b"), keyed("c"));
    assertEquals(
        "a plan must not spend more than its budget. Budget of people: epsilon 3 at delta 0; spent"
            + " or reserved: 3; with plan plan it would be 4. Nobody was asked.",
        assertRefused(keyed("d")).getMessage());
    assertEquals(3, book.entries().size());
  }

  /**
   * What the ledger shows after runs a, b and c into one folder. One reserves (or "empty": sees
   * that the folder has no reports), draws, confirms or withdraws, or "runs", which is all of it;
   * one that stops before was killed.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a killed run may have drawn           | 1 | a reserves, a draws | reserved 1
          it drew nothing and knows it          | 1 | a reserves, a withdraws |
          b may have to draw again              | 2 | a reserves, a draws, b reserves | reserved 2
          it was killed before it drew          | 1 | a reserves, b runs | confirmed 1
          fresh coins are drawn again           | 2 | a reserves, a draws, b runs | confirmed 2
          which the budget does not allow       | 1 | a reserves, a draws, b refused | reserved 1
          it was killed after its reports       | 1 | a reserves, a draws, a confirms, b runs \
              | confirmed 1
          late rows, and later ones of nobody   | 1 | a runs, b runs, c reserves, c withdraws \
              | confirmed 1
          they draw, and it finds nobody        | 1 | a runs, b reserves, b draws, b withdraws \
              | confirmed 1
          b waits for a dead run's claim        | 2 | a reserves, b reserves, a draws, b draws, \
              b confirms | confirmed 2
          b finds done what a draws             | 2 | a reserves, a draws, b reserves, a confirms, \
              b withdraws | confirmed 1
          a finds done what b draws             | 1 | a empty, b empty, b draws, b confirms, \
              a withdraws | confirmed 1
          what b relied on is reserved again    | 1 | a empty, b empty, a withdraws, b draws \
              | reserved 1
          a repetition forgets no killed run    | 2 | a reserves, a draws, b reserves, b withdraws, \
              c runs | confirmed 2
          what is committed stays               | 1 | a reserves, a draws, a confirms, a withdraws \
              | confirmed 1
          a's late word says nothing of b's     | 3 | a reserves, a draws, b reserves, b draws, \
              a confirms, c reserves | confirmed 3
          what was lost is drawn for its price  | 2 | a runs, b empty, b draws, b confirms \
              | confirmed 2
          what is cleaned costs nothing more    | 1 | a reserves, a draws, a cleaned, b runs \
              | confirmed 1
          nor two of them, of which one paid    | 2 | a reserves, a draws, b reserves, b draws, \
              a cleaned, b cleaned, c runs, c runs | confirmed 1
          in any order                          | 2 | a reserves, a draws, b reserves, b draws, \
              b cleaned, a cleaned, c runs | confirmed 1
          nor while another has paid            | 2 | a reserves, a draws, b reserves, a cleaned, \
              b draws, b confirms | confirmed 1
          a lost run is still drawn again       | 2 | a runs, b empty, b draws, b cleaned, c empty \
              | confirmed 2
          """)
  void runsIntoOneFolderSpend(String rule, double epsilon, String steps, String shown) {
    budget("epsilon = " + epsilon);
    tell(fresh("out"), steps);
    assertShown(shown == null ? new String[0] : new String[] {shown});
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          keyed coins are the same again        | 1 | a reserves, a draws, b runs | confirmed 1
          late rows, and later ones of nobody   | 1 | a runs, b runs, c reserves, c draws, \
              c withdraws | confirmed 1
          a finds done what b draws             | 1 | a empty, b empty, b draws, b confirms, \
              a withdraws | confirmed 1
          what was lost is drawn for its price  | 2 | a runs, b empty, b draws, b confirms \
              | confirmed 2
          """)
  void keyedRunsIntoOneFolderSpend(String rule, double epsilon, String steps, String shown) {
    budget("epsilon = " + epsilon);
    tell(keyed("out"), steps);
    assertShown(shown);
    assertRefused(fresh("other"));
  }

  private void tell(Spend spend, String steps) {
    Map<String, Run> runs = new HashMap<>();
    for (String step : steps.split(", *")) {
      String who = step.split(" ")[0];
      switch (step.split(" ")[1]) {
        case "reserves" -> runs.put(who, reserve(spend));
        case "empty" -> runs.put(who, reserveEmpty(spend));
        case "draws" -> runs.get(who).draws();
        case "confirms" -> runs.get(who).confirms();
        case "withdraws" -> runs.get(who).withdraws();
        case "cleaned" -> book = book.forget(Set.of(runs.get(who).attempt));
        case "runs" -> spend(spend);
        case "refused" -> assertRefused(spend);
        default -> throw new IllegalArgumentException(step);
      }
    }
  }

  @Test
  void whatCleanRemovedDoesNotCountTwice() {
    budget("epsilon = 1.0");
    Run killed = killed(fresh("out"));
    assertEquals(book, book.forget(Set.of("an attempt of nobody")));
    book = book.forget(Set.of(killed.attempt));
    assertEquals("1 cleaned by ann 2026-01-01T12:00:00Z", book.entries().get(0).note());
    assertShown("reserved 1");
    spend(fresh("out"));
    assertShown("confirmed 1");
  }

  @Test
  void aPeriodIsADateWhereABudgetIsOfAWindow() {
    budget("per = day, epsilon = 1.0");
    for (String day : List.of("2026-01-01", "20260102", "2026-01-03-07")) {
      spend(daily("country", "ads", day));
    }
    assertEquals(
        List.of("2026-01-01", "2026-01-02", "2026-01-03"),
        book.entries().stream().flatMap(entry -> entry.days().stream()).toList());
    for (String other : List.of("2026-W01", "2026-99-99", "2026-1-1")) {
      Spend spend = daily("country", "ads", other);
      assertThrows(IllegalArgumentException.class, () -> reserve(spend), other);
    }
    assertEquals(3, book.entries().size());
    budget("epsilon = 9.0");
    reserve(daily("country", "ads", "2026-W01"));
  }

  @Test
  void aPersonSettlesAndTheReasonIsKept() {
    budget("epsilon = 1.0");
    Run killed = killed(fresh("a"));
    assertRefused(fresh("b"));
    Entry settled = killed.settled(Entry.Decision.UNSPENT, "the disk was destroyed");
    assertEquals(Entry.State.RELEASED, settled.state());
    assertTrue(settled.note().endsWith("the disk was destroyed"), settled.note());
    assertThrows(Refusal.class, killed::draws, "it may be alive after all");
    reserve(fresh("a")).withdraws();
    assertEquals(settled.note(), book.entries().get(0).note(), "though nothing is left of it");
    spend(fresh("b"));
    assertRefused(fresh("a"));
    assertThrows(
        IllegalArgumentException.class,
        () -> book.settle("no such", Entry.Decision.SPENT, "because"));
  }

  /** Of a run that was killed before it drew, too. */
  @Test
  void whatIsSettledAsUnspentKeepsNoReservation() {
    budget("epsilon = 1.0");
    Run killed = reserve(fresh("a"));
    Entry settled = killed.settled(Entry.Decision.UNSPENT, "it never began");
    assertEquals(List.of(), settled.attempts());
    assertEquals(ONE, book.left(fresh("b")).get(0).epsilon());
    spend(fresh("b"));
  }

  /** Of which nobody knows when its people were drawn. */
  @Test
  void whatIsSettledAsSpentAfterAllCountsToTheDayOfTheDecision() {
    budget("per = day, epsilon = 1.0");
    Run killed = killed(fresh("a"));
    killed.settled(Entry.Decision.UNSPENT, "nobody read them");
    book = at(book, Instant.parse("2026-01-03T12:00:00Z"));
    killed.settled(Entry.Decision.SPENT, "somebody did");
    assertEquals(Set.of("2026-01-03"), book.entries().get(0).days());
    assertRefused(fresh("b"));

    Run ofADay = killed(daily("column", "", "2026-01-02"));
    ofADay.settled(Entry.Decision.UNSPENT, "nobody read them");
    ofADay.settled(Entry.Decision.SPENT, "somebody did");
    assertRefused(daily("other", "", "2026-01-02"));
  }

  /** Of a run whose entry was lost or settled: with its reports go the people of the last draw. */
  @Test
  void aCommitThatNobodyExpectedIsOfTheLastDraw() {
    budget("epsilon = 2.0");
    spend(fresh("out"));
    committed.remove("attempt 0");
    spend(fresh("out"));
    assertShown("confirmed 2");
    book = book.confirm(fresh("out").entry(), "late");
    assertShown("confirmed 2");
    assertRefused(fresh("out")); // the folder has lost what came late
    committed.add("late");
    spend(fresh("out"));
    assertShown("confirmed 2");
  }

  @Test
  void whatWasSettledAsSpentIsDrawnAgainForItsPriceOnly() {
    budget("epsilon = 1.0");
    killed(fresh("a")).settled(Entry.Decision.SPENT, "somebody read them");
    assertShown("confirmed 1");
    assertRefused(fresh("a"));
  }

  @Test
  void oneLostRunCostsOneDrawAndNotOneForEveryLaterRun() {
    budget("epsilon = 2.0");
    spend(fresh("out"), fresh("out"), fresh("out"));
    assertShown("confirmed 1");
    committed.remove("attempt 1");
    spend(fresh("out"), fresh("out"));
    assertShown("confirmed 2");
    committed.remove("attempt 0"); // whose people the third draw counts, too
    spend(fresh("out"));
    assertShown("confirmed 2");
    committed.remove("attempt 4");
    assertRefused(fresh("out"));
  }

  /** Reports without a period count to the day on which their people are drawn. */
  @Test
  void drawsCountToTheirDays() {
    budget("per = day, epsilon = 1.0");
    Run first = reserve(fresh("a"));
    book = at(book, Instant.parse("2026-01-02T12:00:00Z"));
    first.draws(); // a day after it was reserved, and it is killed
    assertRefused(fresh("a"));
    book = at(book, Instant.parse("2026-01-03T12:00:00Z"));
    spend(fresh("a"));
    assertRefused(fresh("b"));
    book = at(book, Instant.parse("2026-01-04T12:00:00Z"));
    spend(fresh("a")); // people who came late, to no further draw
    assertRefused(fresh("b"));
    assertShown("confirmed 2");
    assertEquals(Set.of("2026-01-02", "2026-01-03", "2026-01-04"), book.entries().get(0).days());
    budget("epsilon = 3.0");
    spend(fresh("b"));
    assertRefused(fresh("c"));
  }

  /** Clocks of machines differ by minutes; by more than an hour one of them is wrong. */
  @Test
  void aClockIsBehindByMoreThanAnHour() {
    book = at(book, Instant.parse("2026-01-03T00:30:00Z"));
    spend(fresh("a"));
    book = at(book, Instant.parse("2026-01-02T23:30:00Z"));
    spend(fresh("b"));
    assertEquals(Set.of("2026-01-02"), book.named().get(fresh("b").entry()).days());
    book = at(book, Instant.parse("2026-01-02T23:29:59Z"));
    spend(fresh("c"));
    assertEquals(Set.of("2026-01-02", "2026-01-03"), book.named().get(fresh("c").entry()).days());
  }

  /** A day is not spent twice by a clock that is set back; and nobody is refused for the clock. */
  @Test
  void whatIsDrawnByAClockBehindCountsToBothDays() {
    budgets(
        "{population = people, per = day, epsilon = 2.0}, {population = people, epsilon = 9.0}");
    book = at(book, Instant.parse("2026-01-03T12:00:00Z"));
    spend(fresh("a"));
    book = at(book, Instant.parse("2026-01-03T11:00:00Z")); // clocks differ by that much
    reserve(fresh("b")).withdraws();
    assertFalse(book.entries().get(0).isOfAClockBehind());

    book = at(book, Instant.parse("2026-01-01T12:00:00Z"));
    spend(fresh("b"), daily("country", "ads", "2025-12-31")); // whose day no clock says
    List<Entry> entries = book.entries();
    assertEquals(
        List.of(Set.of("2025-12-31"), Set.of("2026-01-01", "2026-01-03"), Set.of("2026-01-03")),
        entries.stream().map(Entry::days).toList());
    assertEquals(
        List.of(false, true, false), entries.stream().map(Entry::isOfAClockBehind).toList());
    book = at(book, Instant.parse("2026-01-03T12:00:00Z"));
    assertRefused(fresh("c")); // as two plans count to this day

    // The day that the clock says decides; of the other nothing is left.
    book = at(book, Instant.parse("2026-01-01T13:00:00Z"));
    assertEquals(
        "[epsilon 1 of 2 is left of the budget of people, day 2026-01-01, epsilon 6 of 9"
            + " is left of the budget of people]",
        book.left(fresh("c")).toString());
    spend(fresh("c"));
    String refusal = assertRefused(fresh("d")).getMessage();
    assertTrue(refusal.contains("Budget of people, day 2026-01-01: epsilon 2"), refusal);

    // Was that time wrong? Who may change budgets may say so.
    book = at(book, Instant.parse("2026-01-02T13:00:00Z"));
    book = book.allowing(book.budgets());
    spend(fresh("d"));
    assertEquals(Set.of("2026-01-02"), book.named().get(fresh("d").entry()).days());
  }

  /** Joined by line feeds both would be one name. */
  @Test
  void otherTextsHaveOtherNames() {
    Spend day = spend("column", "", "day=1\nout", "key", "", Division.NONE, ONE);
    Spend other = spend("column", "", "day=1", "out\nkey", "", Division.NONE, ONE);
    assertNotEquals(day.entry(), other.entry());
    assertThrows(IllegalArgumentException.class, () -> fresh("out\n"));
    assertThrows(
        IllegalArgumentException.class, () -> spend("a\nb", "", "", "", "", Division.NONE, 1));
  }

  @Test
  void aFoundEntryIsOfTheSamePeopleAndCountsTheLargerEpsilon() {
    budget("epsilon = 1.0");
    spend(spend("column", "", "", "", "out", Division.NONE, ONE / 100));
    Refusal refusal = assertRefused(of("out", new Division("pool", 0, 1)));
    assertTrue(refusal.getMessage().contains("of one question to the same people"));
    assertRefused(spend("column", "", "", "", "out", Division.NONE, 2 * ONE)); // found to cost more
    assertShown("confirmed 0.01");
    spend(fresh("out"));
    assertShown("confirmed 1");
    spend(spend("column", "", "", "", "out", Division.NONE, ONE / 100));
    assertShown("confirmed 1");
  }

  /** A later version may find that a report has a larger delta, or more of a Gaussian's. */
  @Test
  void aFoundEntryCountsTheLargerDelta() {
    Account people = fresh("out").account();
    Function<long[], Spend> of =
        cost ->
            new Spend(
                people,
                List.of("a"),
                "",
                "f",
                "f",
                "",
                "out",
                Division.NONE,
                ONE,
                cost[0],
                cost[1] / 10.0,
                1);
    spend(of.apply(new long[] {1_000, 1}), of.apply(new long[] {5_000, 3}));
    spend(of.apply(new long[] {2_000, 2}));
    Spend found = book.entries().get(0).spend();
    assertEquals(5_000, found.delta());
    assertEquals(0.3, found.rho());
    assertEquals(5_000, book.entries().get(0).tally().deltaGrains());
  }

  /** Of another version's run that took the place of the reservation on which this one relied. */
  @Test
  void whatIsFoundWhenDrawingBeginsCountsTheLargerEpsilonToo() {
    Spend cheap = spend("column", "", "", "", "out", Division.NONE, ONE / 100);
    Run first = reserve(cheap);
    Run dear = reserveEmpty(fresh("out"));
    first.withdraws();
    reserve(cheap);
    dear.draws();
    assertShown("reserved 1");
  }

  @Test
  void whoChangedBudgetsIsKept() {
    budget("epsilon = 1.0");
    budget("purpose = ads, epsilon = 9.5, delta = 1e-6");
    List<Book.BudgetChange> changes = book.changes();
    assertEquals("require_budget = false, budgets = []", changes.get(0).before());
    assertEquals(changes.get(0).after(), changes.get(1).before());
    assertEquals(book.budgets(), Budgets.read(changes.get(1).after(), "the ledger"));
    assertEquals("2026-01-01T12:00:00Z", changes.get(1).changed());
    assertEquals("ann", changes.get(1).owner());
  }

  // What adds up with what.

  @Test
  void roundsAndBlocksOfOneDivisionAskDifferentPeople() {
    budget("epsilon = 1.0");
    for (int part = 0; part < 10; part++) {
      spend(of("out/" + part, new Division("pool", part, part + 1)));
    }
    assertRefused(of("second/0", new Division("pool", 0, 2))); // the same script again
    assertRefused(of("out/x", new Division("another pool", 0, 1)));
  }

  @Test
  void blocksThatOverlapAskSomePeopleTwice() {
    budget("epsilon = 1.0");
    spend(of("second", new Division("pool", 1, 2)));
    assertRefused(of("first and second", new Division("pool", 0, 2)));
    spend(of("third", new Division("pool", 2, 4)));
  }

  @Test
  void budgetsAreOfAttributesPurposesAndWindows() {
    budgets(
        "{population = people, attribute = Country, per = day, epsilon = 1.0},"
            + "{population = people, purpose = ads, per = month, epsilon = 2.0},"
            + "{population = people, epsilon = 5.0}");
    spend(daily("country", "research", "2026-01-01"));
    assertRefused(daily("country", "ads", "2026-01-01")); // one a day
    spend(daily("country", "ads", "2026-01-02"), daily("age", "ads", "2026-01-02"));
    assertRefused(daily("age", "ads", "2026-01-31")); // two a month
    spend(daily("age", "ads", "2026-02-01"), daily("age", "ads", "2026-02-02"));
    assertRefused(daily("age", "research", "2026-03-01")); // five ever
    book = at(book, Instant.parse("2027-01-01T00:00:00Z"));
    assertRefused(fresh("out")); // ever is ever
  }

  @Test
  void withADeltaManySmallReportsCostLessThanTheirSum() {
    budget("epsilon = 1.7, delta = 1e-6");
    for (int i = 0; i < 100; i++) {
      reserve(spend("column", "", "", "", "out" + i, Division.NONE, ONE / 50)).confirms();
    }
    long sum = book.entries().stream().mapToLong(Entry::epsilon).sum();
    assertEquals(2 * ONE, sum, "above the budget, which more than their sum allows");
  }

  @Test
  void aPopulationWithoutABudgetIsRecordedUnlessBudgetsAreRequired() {
    assertEquals(List.of(), book.left(reserve(fresh("out")).spend));
    book = book.allowing(Budgets.read("budgets = [], require_budget = true", "test"));
    Refusal refusal = assertRefused(fresh("b"));
    assertTrue(refusal.getMessage().contains("Provided population: people"), refusal.getMessage());
    assertEquals(1, book.entries().size());
  }

  // Lifetimes.

  /** Under one key people remember, so folders cost nothing more; and each is settled by itself. */
  @Test
  void aLifetimeCountsOnceAndIsSettledFolderByFolder() {
    budget("epsilon = 1.0");
    Run killed = killed(lifelong("a", "key"));
    spend(lifelong("b", "key"), lifelong("b", "key"));
    assertEquals(2, book.entries().size());
    assertEquals(0, reserve(lifelong("b", "key")).left());

    killed.settled(Entry.Decision.UNSPENT, "nobody read them"); // of a alone
    assertShown("confirmed 1", "released 0");
    assertRefused(lifelong("c", "another key"));
    reserve(lifelong("a", "key")).draws().confirms();
    assertShown("confirmed 1", "confirmed 1");
  }

  @Test
  void aFurtherFolderOfALifetimeCostsNothingUnderASmallerBudgetToo() {
    budget("epsilon = 1.0");
    spend(lifelong("a", "key"));
    budget("epsilon = 0.5");
    spend(lifelong("a", "key"), lifelong("b", "key"));
    assertRefused(lifelong("c", "another key"));
    // Found to cost more than what was paid.
    assertRefused(spend("column", "", Spend.LIFETIME, "key", "d", Division.NONE, 2 * ONE));
  }

  /** A run that has only reserved may never draw, and another is not to begin on its account. */
  @Test
  void aReservedLifetimeIsNotPaid() {
    budget("epsilon = 1.0");
    reserve(lifelong("a", "key"));
    budget("epsilon = 0.5");
    assertRefused(lifelong("b", "key"));
  }

  @Test
  void aLifetimeCountsInEveryWindow() {
    budgets("{population = people, per = month, epsilon = 1.0}");
    spend(lifelong("a", "key"));
    assertRefused(
        daily("column", "", "2031-07-01")); // reports of any day may be read with all others
  }

  @Test
  void aLifetimeIsRefusedWhereAnyWindowIsSpent() {
    budget("per = day, epsilon = 1.0");
    spend(daily("column", "", "2031-07-01"));
    assertRefused(lifelong("a", "key"));
    budget("per = day, epsilon = 2.0");
    spend(lifelong("a", "key"));
    assertEquals(
        List.of("2026-01-01 " + ONE, "2031-07-01 " + 2 * ONE),
        book.left().stream().map(left -> left.window() + " " + left.spent()).toList());
  }

  @Test
  void aLifetimePaidForOnePurposeIsNotPaidForAnother() {
    budgets("");
    spend(lifelong("a", "key"));
    budget("purpose = ads, epsilon = 0.5");
    assertRefused(spend("column", "ads", Spend.LIFETIME, "key", "b", Division.NONE, ONE));
  }

  @Test
  void aTotalBeyondItsBudgetGrowsForNobody() {
    spend(of("out/0", new Division("pool", 0, 1)));
    budget("epsilon = 0.5");
    assertRefused(of("out/1", new Division("pool", 1, 2))); // other people
    Account people = fresh("g").account();
    List<String> column = List.of("column");
    budgets("");
    spend(new Spend(people, column, "", "gaussian", "", "", "g", Division.NONE, ONE, 1000, 0.5, 1));
    budget("epsilon = 20"); // without a delta, Gaussian noise spends without bound
    assertRefused(fresh("more"));
  }

  @Test
  void aLifetimeOfWhichNothingWasReadIsNotSpent() {
    budget("epsilon = 1.0");
    for (String folder : List.of("a", "b")) {
      killed(lifelong(folder, "key"));
      assertRefused(lifelong("c", "another key"));
    }
    for (Entry entry : book.entries()) {
      assertRefused(lifelong("c", "another key"));
      book = book.settle(entry.id(), Entry.Decision.UNSPENT, "nobody read them");
    }
    spend(lifelong("c", "another key"));
  }

  // Runs and what they spend.

  /** A run with its reservation. */
  private final class Run {
    private final Spend spend;
    private final String attempt = "attempt " + attempts++;
    private final boolean isEmpty;

    Run(Spend spend, boolean isEmpty) {
      this.spend = spend;
      this.isEmpty = isEmpty;
      book = book.reserve(spend, attempt, present());
    }

    /** Runs whose reports it sees in the folder. */
    private Set<String> present() {
      return isEmpty ? Set.of() : committed;
    }

    Run draws() {
      book = book.drawing(spend, attempt, present());
      return this;
    }

    Run confirms() {
      committed.add(attempt);
      book = book.confirm(spend.entry(), attempt);
      return this;
    }

    void withdraws() {
      book = book.withdraw(spend, attempt);
    }

    Entry settled(Entry.Decision decision, String why) {
      book = book.settle(spend.entry(), decision, why);
      return book.named().get(spend.entry());
    }

    double left() {
      return book.left(spend).get(0).epsilon();
    }
  }

  private int attempts;

  /** Runs whose reports are in their folders, none of which has lost any. */
  private final Set<String> committed = new HashSet<>();

  /** Into a folder that has reports of it, if there are any. */
  private Run reserve(Spend spend) {
    return new Run(spend, false);
  }

  /** Into a folder that is seen to have none. */
  private Run reserveEmpty(Spend spend) {
    return new Run(spend, true);
  }

  private Refusal assertRefused(Spend spend) {
    return assertThrows(Refusal.class, () -> reserve(spend));
  }

  /** A run that is killed while it draws. */
  private Run killed(Spend spend) {
    return reserve(spend).draws();
  }

  /** Runs without trouble. */
  private void spend(Spend... spends) {
    for (Spend spend : spends) {
      String attempt = reserve(spend).draws().confirms().attempt;
      assertFalse(
          book.entries().stream().anyMatch(entry -> entry.open().contains(attempt)), "it is over");
    }
  }

  private void budget(String settings) {
    budgets("{population = people, " + settings + "}");
  }

  private void budgets(String budgets) {
    book = book.allowing(Budgets.read("budgets = [" + budgets + "]", "test"));
  }

  /** State and cost of each entry. */
  private void assertShown(String... shown) {
    assertEquals(
        List.of(shown),
        book.entries().stream()
            .map(entry -> Keys.word(entry.state()) + " " + Spend.epsilonText(entry.epsilon()))
            .sorted()
            .toList());
  }

  private static Spend fresh(String output) {
    return of(output, Division.NONE);
  }

  private static Spend keyed(String output) {
    return spend("column", "", "", "key", output, Division.NONE, ONE);
  }

  private static Spend lifelong(String output, String key) {
    return spend("column", "", Spend.LIFETIME, key, output, Division.NONE, ONE);
  }

  private static Spend of(String output, Division division) {
    return spend("column", "", "", "", output, division, ONE);
  }

  private static Spend daily(String attribute, String purpose, String day) {
    return spend(attribute, purpose, "day=" + day, "key", "out", Division.NONE, ONE);
  }

  static Spend spend(
      String attribute,
      String purpose,
      String period,
      String key,
      String output,
      Division division,
      long epsilon) {
    return new Spend(
        new Account("people", purpose),
        List.of(attribute),
        period,
        "fingerprint",
        "plan",
        key,
        output,
        division,
        epsilon,
        0,
        0,
        1);
  }
}
