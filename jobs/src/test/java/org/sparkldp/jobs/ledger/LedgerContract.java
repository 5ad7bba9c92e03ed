package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;

/** What every store of a ledger must do; one class a store. */
abstract class LedgerContract {
  private static final long ONE = Tally.epsilonGrains(1.0);
  private static final int EACH = 50;

  @TempDir Path folder;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T12:00:00Z"));
  private JdbcLedger ledger;

  /** A place where no ledger is yet. */
  abstract String freshPlace() throws Exception;

  /** How many processes share it. */
  int workers() {
    return 20;
  }

  /** Where the driver finds its password. */
  List<String> optionsOfWorkers() {
    return List.of();
  }

  @BeforeEach
  void make() throws Exception {
    ledger = JdbcLedger.make(freshPlace(), now::get);
  }

  // What repetitions cost; the page's table has these lines.

  @Test
  void aRunIsReservedThenConfirmedAndSpendsOnce() {
    budget("epsilon = 1.0");
    Ledger.Reservation run = reserve(fresh("out"), "first");
    assertEquals(List.of("reserved 1"), shown());
    ledger.drawing(run);
    ledger.confirm(run.spend().entry(), "first");
    ledger.confirm(run.spend().entry(), "first");
    assertEquals(List.of("confirmed 1"), shown());
    assertEquals(0, run.left().get(0).epsilon());
  }

  @Test
  void aSecondFolderAsksTheSamePeopleAgainKeyedOrNot() {
    budget("epsilon = 3.0");
    spend(fresh("a"));
    spend(fresh("b"));
    spend(keyed("c"));
    Refusal refusal = assertRefused(keyed("d"), "x");
    assertEquals(
        "a plan must not spend more than its budget. Budget of people: epsilon 3 at delta 0; spent"
            + " or reserved: 3; with plan plan it would be 4. Nobody was asked.",
        refusal.getMessage());
    assertEquals(3, ledger.entries().size());
  }

  @Test
  void lateRowsOfACommittedRunSpendNothingMore() {
    budget("epsilon = 2.0");
    for (Spend spend : List.of(fresh("a"), keyed("b"))) {
      spend(spend);
      spend(spend); // of people who came later
      Ledger.Reservation nobody = reserve(spend, "nobody came");
      ledger.drawing(nobody);
      ledger.withdraw(nobody);
    }
    assertEquals(List.of("confirmed 1", "confirmed 1"), shown());
  }

  @Test
  void aKeyedRunThatWasKilledIsRepeatedForNothing() {
    budget("epsilon = 1.0");
    killed(keyed("out"));
    spend(keyed("out"));
    assertEquals(List.of("confirmed 1"), shown());
  }

  @Test
  void aFreshRunThatWasKilledWhileItDrewSpendsAgainWhenItIsRepeated() {
    budget("epsilon = 2.0");
    killed(fresh("out"));
    spend(fresh("out"));
    assertEquals(List.of("confirmed 2"), shown());
    killed(fresh("out"));
    assertRefused(fresh("out"), "again");
  }

  @Test
  void aFreshRunThatWasKilledBeforeItDrewIsRepeatedForNothing() {
    budget("epsilon = 1.0");
    reserve(fresh("out"), "killed");
    assertEquals(List.of("reserved 1"), shown());
    spend(fresh("out"));
    assertEquals(List.of("confirmed 1"), shown());
  }

  @Test
  void aRunThatKnowsThatItDrewNothingTakesItsReservationBack() {
    budget("epsilon = 1.0");
    ledger.withdraw(reserve(fresh("out"), "refused"));
    assertEquals(List.of(), shown());
    spend(fresh("other"));
    Ledger.Reservation late = reserve(fresh("other"), "refused");
    ledger.withdraw(late);
    assertEquals(List.of("confirmed 1"), shown());
  }

  @Test
  void whatCleanRemovedDoesNotCountTwice() {
    budget("epsilon = 1.0");
    killed(fresh("out"));
    assertEquals(0, ledger.discarded(entry -> entry.spend().output().equals("other")));
    assertEquals(1, ledger.discarded(entry -> entry.spend().output().equals("out")));
    assertEquals(List.of("reserved 1"), shown());
    spend(fresh("out"));
    assertEquals(List.of("confirmed 1"), shown());
  }

  @Test
  void aRunThatWasKilledAfterItsReportsWereThereIsConfirmedByTheNext() {
    budget("epsilon = 1.0");
    Ledger.Reservation killed = reserve(fresh("out"), "killed");
    ledger.drawing(killed);
    ledger.confirm(killed.spend().entry(), "killed"); // by the record beside the reports
    spend(fresh("out")); // late rows
    assertEquals(List.of("confirmed 1"), shown());
  }

  @Test
  void aRunThatTookOverFromADeadOneSpendsAgain() {
    budget("epsilon = 2.0");
    Ledger.Reservation first = reserve(fresh("out"), "first");
    Ledger.Reservation second = reserve(fresh("out"), "second"); // waits for its claim
    ledger.drawing(first);
    ledger.drawing(second); // the first was killed
    ledger.confirm(second.spend().entry(), "second");
    assertEquals(List.of("confirmed 2"), shown());
  }

  @Test
  void twoRunsIntoOneFolderSpendOnceIfOneOfThemFindsItDone() {
    budget("epsilon = 2.0");
    Ledger.Reservation first = reserve(fresh("out"), "first");
    ledger.drawing(first);
    Ledger.Reservation second = reserve(fresh("out"), "second");
    assertEquals(1, second.added());
    ledger.confirm(first.spend().entry(), "first");
    ledger.withdraw(second);
    assertEquals(List.of("confirmed 1"), shown());
  }

  /** The one that reserved first finds it done, and takes back what the other has used. */
  @Test
  void twoRunsIntoOneFolderSpendOnceWhicheverDraws() {
    budget("epsilon = 2.0");
    for (Spend spend : List.of(fresh("out"), keyed("out"))) {
      Ledger.Reservation waits = ledger.reserve(spend, "waits", true);
      Ledger.Reservation draws = ledger.reserve(spend, "draws", true);
      ledger.drawing(draws);
      ledger.confirm(spend.entry(), "draws");
      ledger.withdraw(waits);
    }
    assertEquals(List.of("confirmed 1", "confirmed 1"), shown());
    assertRefused(fresh("other"), "x");
  }

  @Test
  void aReservationOnWhichAnotherRunReliesIsMadeAgainIfItIsTakenBack() {
    budget("epsilon = 1.0");
    Ledger.Reservation first = ledger.reserve(fresh("out"), "first", true);
    Ledger.Reservation second = ledger.reserve(fresh("out"), "second", true);
    ledger.withdraw(first);
    assertEquals(List.of(), shown());
    ledger.drawing(second);
    assertEquals(List.of("reserved 1"), shown());
  }

  @Test
  void aKilledRunIsNotForgottenWhereARepetitionTakesItsReservationBack() {
    budget("epsilon = 2.0");
    killed(fresh("out"));
    ledger.withdraw(reserve(fresh("out"), "refused"));
    assertEquals(List.of("reserved 1"), shown());
    spend(fresh("out"));
    assertEquals(List.of("confirmed 2"), shown());
  }

  @Test
  void aFolderWhoseReportsHaveGoneIsDrawnAgainForItsPriceKeyedOrNot() {
    budget("epsilon = 4.0");
    for (Spend spend : List.of(fresh("a"), keyed("b"))) {
      spend(spend);
      Ledger.Reservation again = ledger.reserve(spend, "again", true);
      ledger.drawing(again);
      ledger.confirm(spend.entry(), "again");
    }
    assertEquals(List.of("confirmed 2", "confirmed 2"), shown());
    assertThrows(Refusal.class, () -> ledger.reserve(fresh("a"), "third", true));
  }

  @Test
  void aPeriodIsADateWhereABudgetIsOfAWindow() {
    budget("per = day, epsilon = 1.0");
    for (String day : List.of("2026-01-01", "20260102", "2026-01-03-07")) {
      spend(daily("country", "ads", day));
    }
    assertEquals(
        List.of("2026-01-01", "2026-01-02", "2026-01-03"),
        ledger.entries().stream().map(Entry::day).toList());
    for (String other : List.of("2026-W01", "2026-99-99", "2026-1-1")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> reserve(daily("country", "ads", other), "x"),
          other);
    }
    assertEquals(3, ledger.entries().size());
    budget("epsilon = 9.0");
    reserve(daily("country", "ads", "2026-W01"), "x");
  }

  @Test
  void placesThatAreNoLedgerAreRefused() {
    for (String place :
        List.of("jdbc:sqlite::memory:", "jdbc:postgresql://h/d?pass%77ord=x", "http://x")) {
      assertThrows(IllegalArgumentException.class, () -> JdbcLedger.make(place), place);
    }
  }

  @Test
  void aPersonSettlesAndTheReasonIsKept() {
    budget("epsilon = 1.0");
    Ledger.Reservation killed = killed(fresh("a"));
    assertRefused(fresh("b"), "x");
    Entry settled =
        ledger.settle(killed.spend().entry(), Ledger.Decision.UNSPENT, "the disk was destroyed");
    assertEquals(Entry.State.RELEASED, settled.state());
    assertTrue(settled.note().endsWith("the disk was destroyed"), settled.note());
    spend(fresh("b"));
    assertThrows(Refusal.class, () -> ledger.drawing(killed), "it may be alive after all");
    assertRefused(fresh("a"), "again");
    assertThrows(
        IllegalArgumentException.class,
        () -> ledger.settle("no such", Ledger.Decision.SPENT, "because"));
  }

  @Test
  void whatWasSettledAsSpentIsDrawnAgainForItsPriceOnly() {
    budget("epsilon = 1.0");
    Ledger.Reservation killed = killed(fresh("a"));
    ledger.settle(killed.spend().entry(), Ledger.Decision.SPENT, "somebody read them");
    assertEquals(List.of("confirmed 1"), shown());
    assertRefused(fresh("a"), "again");
  }

  // What adds up with what.

  @Test
  void roundsAndBlocksOfOneDivisionAskDifferentPeople() {
    budget("epsilon = 1.0");
    for (int part = 0; part < 10; part++) {
      spend(of("out/" + part, new Division("pool", part, part + 1)));
    }
    assertRefused(of("second/0", new Division("pool", 0, 2)), "the same script again");
    assertRefused(of("out/x", new Division("another pool", 0, 1)), "x");
  }

  @Test
  void budgetsAreOfAttributesPurposesAndWindows() {
    ledger.setBudgets(
        Budgets.read(
            "budgets = [{population = people, attribute = Country, per = day, epsilon = 1.0},"
                + "{population = people, purpose = ads, per = month, epsilon = 2.0},"
                + "{population = people, epsilon = 5.0}]",
            "test"));
    spend(daily("country", "research", "2026-01-01"));
    assertRefused(daily("country", "ads", "2026-01-01"), "one a day");
    spend(daily("country", "ads", "2026-01-02"));
    spend(daily("age", "ads", "2026-01-02"));
    assertRefused(daily("age", "ads", "2026-01-31"), "two a month");
    spend(daily("age", "ads", "2026-02-01"));
    spend(daily("age", "ads", "2026-02-02"));
    assertRefused(daily("age", "research", "2026-03-01"), "five ever");
    now.set(Instant.parse("2027-01-01T00:00:00Z"));
    assertRefused(fresh("out"), "ever is ever");
  }

  @Test
  void withADeltaManySmallReportsCostLessThanTheirSum() {
    budget("epsilon = 1.7, delta = 1e-6");
    for (int i = 0; i < 100; i++) {
      ledger.confirm(reserve(small("out" + i), "a" + i).spend().entry(), "a" + i);
    }
    long sum = ledger.entries().stream().mapToLong(Entry::epsilon).sum();
    assertEquals(2 * ONE, sum, "above the budget, which more than their sum allows");
  }

  @Test
  void aPopulationWithoutABudgetIsRecordedUnlessBudgetsAreRequired() {
    assertEquals(List.of(), reserve(fresh("out"), "x").left());
    ledger.setBudgets(Budgets.read("budgets = [], require_budget = true", "test"));
    Refusal refusal = assertRefused(fresh("b"), "x");
    assertTrue(refusal.getMessage().contains("Provided population: people"), refusal.getMessage());
    assertEquals(1, ledger.entries().size());
  }

  @Test
  void allThatIsWrittenIsReadBack() {
    Spend spend =
        new Spend(
            new Account("Kunden ☃", "ads"),
            List.of("Sex", "age"),
            "day=2026-02-03",
            "f".repeat(64),
            "it's \"a\" plan",
            "0123456789abcdef",
            "file:/a/b c",
            new Division("d", 3, 7),
            1,
            2,
            0.125,
            4);
    reserve(spend, "x");
    Entry entry = ledger.entries().get(0);
    assertEquals(spend, entry.spend());
    assertEquals("2026-02-03", entry.day());
    assertEquals("age,sex", entry.spend().attribute());
    Budgets budgets = Budgets.read(BUDGETS, "test");
    ledger.setBudgets(budgets);
    assertEquals(budgets, ledger.budgets());
  }

  private static final String BUDGETS =
      "require_budget = true, budgets = [{population = people, attribute = age, purpose = ads, per"
          + " = year, epsilon = 0.1, delta = 1e-9}, {population = people, epsilon = 0.3}]";

  @Test
  void aLedgerOfAnotherVersionIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> JdbcLedger.at(folder + "/no.db"));
    String place = freshPlace();
    JdbcLedger.make(place);
    JdbcLedger.make(place);
    sql(place, "UPDATE ldp_ledger SET version = 2");
    assertThrows(IllegalArgumentException.class, () -> JdbcLedger.at(place));
  }

  // Several processes.

  @Tag("slow")
  @Test
  void reservationsOfManyProcessesWithKillsAreAllThereAndNeverTooMany() throws Exception {
    String place = freshPlace();
    JdbcLedger shared = JdbcLedger.make(place);
    int fit = workers() * EACH * 4 / 5;
    long budget = fit * LedgerWorker.EACH + LedgerWorker.EACH / 2;
    shared.setBudgets(
        new Budgets(List.of(new Budget("people", "", "", Budget.Per.EVER, budget, 0)), true));
    Random random = new Random(17);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < workers(); i++) {
      workers.add(new Worker(place, i));
    }
    int kills = 0;
    for (boolean isOn = true; isOn; ) {
      Thread.sleep(50);
      isOn = false;
      for (Worker worker : workers) {
        isOn |= worker.goOn();
      }
      if (isOn && random.nextInt(6) == 0) { // also killed from outside, at any place
        kills += workers.get(random.nextInt(workers())).kill();
      }
      List<Entry> entries = shared.entries();
      assertTrue(
          entries.stream().mapToLong(Entry::epsilon).sum() <= budget, "never a grain too many");
    }
    Set<String> reserved = new HashSet<>();
    Set<String> confirmed = new HashSet<>();
    int refused = 0;
    for (Worker worker : workers) {
      for (String line : worker.lines()) {
        String id = line.substring(line.indexOf(' ') + 1);
        switch (line.substring(0, line.length() - id.length()).strip()) {
          case "reserved" -> reserved.add(id);
          case "confirmed" -> confirmed.add(id);
          case "refused" -> refused++;
          default -> assertEquals("ended", line);
        }
      }
    }
    List<Entry> entries = shared.entries();
    Set<String> there = new HashSet<>();
    Set<String> thereConfirmed = new HashSet<>();
    for (Entry entry : entries) {
      there.add(entry.id());
      if (entry.state() == Entry.State.CONFIRMED) {
        thereConfirmed.add(entry.id());
      }
    }
    assertTrue(there.containsAll(reserved), "nothing that was reserved is lost");
    assertTrue(thereConfirmed.containsAll(confirmed), "nothing that was confirmed is lost");
    // What a killed process did not live to write into its log: at most one spend a kill.
    int killed = workers.stream().mapToInt(worker -> worker.killed).sum();
    assertTrue(thereConfirmed.size() - confirmed.size() <= killed);
    assertTrue(there.size() - reserved.size() <= killed);
    assertEquals(fit, entries.size(), "all that fits is there");
    assertTrue(refused > 0 && killed > kills, refused + " refused, " + killed + " killed");
    assertTrue(kills > 0, "some from outside");
    System.out.printf(
        "%s: %d reserved, %d confirmed, %d refused, %d processes killed%n",
        getClass().getSimpleName(), there.size(), thereConfirmed.size(), refused, killed);
  }

  /** A process, started again where it was killed. */
  private final class Worker {
    private final String place;
    private final int number;
    private final Path log;
    private Process process;
    private int killed;
    private boolean isEnded;

    Worker(String place, int number) throws IOException {
      this.place = place;
      this.number = number;
      this.log = folder.resolve("worker-" + number + ".log");
      start(0);
    }

    private void start(int from) throws IOException {
      List<String> words = new ArrayList<>();
      words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      words.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      words.addAll(List.of("-cp", System.getProperty("java.class.path")));
      words.addAll(optionsOfWorkers());
      words.addAll(
          List.of(
              LedgerWorker.class.getName(),
              place,
              log.toString(),
              "" + number,
              "" + from,
              "" + (EACH - from)));
      process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("worker-" + number + ".out").toFile())
              .start();
    }

    List<String> lines() throws IOException {
      return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** How many spends it has tried. */
    private int tried() throws IOException {
      int highest = 0;
      for (String line : lines()) {
        for (int i = highest; i < EACH; i++) {
          if (line.endsWith(LedgerWorker.spend(number, i).entry())) {
            highest = i + 1;
          }
        }
      }
      return highest;
    }

    /** Starts it again if it was killed; whether it is still at work. */
    boolean goOn() throws Exception {
      if (isEnded || process.isAlive()) {
        return !isEnded;
      }
      if (process.exitValue() == 0) {
        isEnded = true;
        return false;
      }
      boolean isKill = process.exitValue() == 9 || process.exitValue() == 137;
      assertTrue(isKill, Files.readString(folder.resolve("worker-" + number + ".out")));
      killed++;
      start(tried());
      return true;
    }

    int kill() throws InterruptedException {
      if (isEnded || !process.isAlive()) {
        return 0;
      }
      process.destroyForcibly();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      return 1;
    }
  }

  private static void sql(String place, String statement) throws SQLException {
    String url = place.startsWith("jdbc:") ? place : "jdbc:sqlite:" + place;
    try (Connection connection = DriverManager.getConnection(url);
        Statement prepared = connection.createStatement()) {
      prepared.execute(statement);
    }
  }

  /** Under one key people remember, so folders cost nothing more; and each is settled by itself. */
  @Test
  void aLifetimeCountsOnceAndIsSettledFolderByFolder() {
    budget("epsilon = 1.0");
    Ledger.Reservation killed = killed(lifelong("a", "key"));
    spend(lifelong("b", "key"));
    spend(lifelong("b", "key"));
    assertEquals(2, ledger.entries().size());
    assertEquals(0, reserve(lifelong("b", "key"), "more").left().get(0).epsilon());

    ledger.settle(killed.spend().entry(), Ledger.Decision.UNSPENT, "nobody read them");
    assertEquals(
        List.of("confirmed 1", "released 0"), shown().stream().sorted().toList(), "of a alone");
    assertRefused(lifelong("c", "another key"), "second lifetime");
    Ledger.Reservation again = reserve(lifelong("a", "key"), "again");
    ledger.drawing(again);
    ledger.confirm(again.spend().entry(), "again");
    assertEquals(List.of("confirmed 1", "confirmed 1"), shown());
  }

  @Test
  void aFurtherFolderOfALifetimeCostsNothingUnderASmallerBudgetToo() {
    budget("epsilon = 1.0");
    spend(lifelong("a", "key"));
    budget("epsilon = 0.5");
    spend(lifelong("a", "key"));
    spend(lifelong("b", "key"));
    assertRefused(lifelong("c", "another key"), "second lifetime");
  }

  /** A run that has only reserved may never draw, and another is not to begin on its account. */
  @Test
  void aReservedLifetimeIsNotPaid() {
    budget("epsilon = 1.0");
    reserve(lifelong("a", "key"), "first");
    budget("epsilon = 0.5");
    assertRefused(lifelong("b", "key"), "second");
  }

  @Test
  void aLifetimePaidForOnePurposeIsNotPaidForAnother() {
    ledger.setBudgets(Budgets.read("budgets = []", "test"));
    spend(lifelong("a", "key"));
    ledger.setBudgets(
        Budgets.read("budgets = [{population = people, purpose = ads, epsilon = 0.5}]", "test"));
    Spend other = spend("column", "ads", Spend.LIFETIME, "key", "b", Division.NONE, ONE);
    assertRefused(other, "another purpose");
  }

  @Test
  void aTotalBeyondItsBudgetGrowsForNobody() {
    spend(of("out/0", new Division("pool", 0, 1)));
    budget("epsilon = 0.5");
    assertRefused(of("out/1", new Division("pool", 1, 2)), "other people");
    Spend gaussian =
        new Spend(
            fresh("g").account(),
            List.of("column"),
            "",
            "gaussian",
            "gaussian",
            "",
            "g",
            Division.NONE,
            ONE,
            1000,
            0.5,
            1);
    ledger.setBudgets(Budgets.read("budgets = []", "test"));
    spend(gaussian);
    budget("epsilon = 20"); // without a delta, Gaussian noise spends without bound
    assertRefused(fresh("more"), "more");
  }

  @Test
  void aLifetimeOfWhichNothingWasReadIsNotSpent() {
    budget("epsilon = 1.0");
    for (String folder : List.of("a", "b")) {
      killed(lifelong(folder, "key"));
      assertRefused(lifelong("c", "another key"), "too early");
    }
    for (Entry entry : ledger.entries()) {
      assertRefused(lifelong("c", "another key"), "too early");
      ledger.settle(entry.id(), Ledger.Decision.UNSPENT, "nobody read them");
    }
    spend(lifelong("c", "another key"));
  }

  private static Spend lifelong(String output, String key) {
    return spend("column", "", Spend.LIFETIME, key, output, Division.NONE, ONE);
  }

  private void budget(String settings) {
    ledger.setBudgets(Budgets.read("budgets = [{population = people, " + settings + "}]", "test"));
  }

  /** State and cost of each entry. */
  private List<String> shown() {
    return ledger.entries().stream()
        .map(entry -> entry.state().text() + " " + Spend.epsilonText(entry.epsilon()))
        .toList();
  }

  private int attempts;

  /** Into a folder that has reports of it, if there are any. */
  private Ledger.Reservation reserve(Spend spend, String attempt) {
    return ledger.reserve(spend, attempt, false);
  }

  private Refusal assertRefused(Spend spend, String why) {
    return assertThrows(Refusal.class, () -> reserve(spend, why), why);
  }

  /** A run that is killed while it draws. */
  private Ledger.Reservation killed(Spend spend) {
    Ledger.Reservation run = reserve(spend, "killed " + attempts++);
    ledger.drawing(run);
    return run;
  }

  /** A run without trouble. */
  private void spend(Spend spend) {
    String attempt = "attempt " + attempts++;
    Ledger.Reservation reservation = reserve(spend, attempt);
    ledger.drawing(reservation);
    ledger.confirm(spend.entry(), attempt);
    assertFalse(
        ledger.entries().stream().anyMatch(entry -> entry.open().contains(attempt)), "it is over");
  }

  private static Spend fresh(String output) {
    return spend("column", "", "", "", output, Division.NONE, ONE);
  }

  private static Spend keyed(String output) {
    return spend("column", "", "", "key", output, Division.NONE, ONE);
  }

  private static Spend of(String output, Division division) {
    return spend("column", "", "", "", output, division, ONE);
  }

  private static Spend small(String output) {
    return spend("column", "", "", "", output, Division.NONE, ONE / 50);
  }

  private static Spend daily(String attribute, String purpose, String day) {
    return spend(attribute, purpose, "day=" + day, "key", "out", Division.NONE, ONE);
  }

  private static Spend spend(
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
