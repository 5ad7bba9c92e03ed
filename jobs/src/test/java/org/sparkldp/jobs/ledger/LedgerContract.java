package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;

/** What every store of a ledger must do; one class a store. */
abstract class LedgerContract {
  private static final long ONE = Tally.epsilonGrains(1.0);
  private static final int EACH = 25;

  @TempDir(factory = InMemory.class)
  Path folder;

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
    assertEquals(3, ledger.entries().size());
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
          what was lost is drawn for its price  | 2 | a runs, b empty, b draws, b confirms \
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
    assertEquals(0, ledger.forget(Set.of("an attempt of nobody")));
    assertEquals(1, ledger.forget(Set.of(killed.reservation.attempt())));
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
        ledger.entries().stream().flatMap(entry -> entry.days().stream()).toList());
    for (String other : List.of("2026-W01", "2026-99-99", "2026-1-1")) {
      Spend spend = daily("country", "ads", other);
      assertThrows(IllegalArgumentException.class, () -> reserve(spend), other);
    }
    assertEquals(3, ledger.entries().size());
    budget("epsilon = 9.0");
    reserve(daily("country", "ads", "2026-W01"));
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
    Run killed = killed(fresh("a"));
    assertRefused(fresh("b"));
    Entry settled = killed.settled(Ledger.Decision.UNSPENT, "the disk was destroyed");
    assertEquals(Entry.State.RELEASED, settled.state());
    assertTrue(settled.note().endsWith("the disk was destroyed"), settled.note());
    spend(fresh("b"));
    assertThrows(Refusal.class, killed::draws, "it may be alive after all");
    assertRefused(fresh("a"));
    assertThrows(
        IllegalArgumentException.class,
        () -> ledger.settle("no such", Ledger.Decision.SPENT, "because"));
  }

  @Test
  void whatWasSettledAsSpentIsDrawnAgainForItsPriceOnly() {
    budget("epsilon = 1.0");
    killed(fresh("a")).settled(Ledger.Decision.SPENT, "somebody read them");
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
    now.set(Instant.parse("2026-01-02T12:00:00Z"));
    first.draws(); // a day after it was reserved, and it is killed
    assertRefused(fresh("a"));
    now.set(Instant.parse("2026-01-03T12:00:00Z"));
    spend(fresh("a"));
    assertRefused(fresh("b"));
    now.set(Instant.parse("2026-01-04T12:00:00Z"));
    spend(fresh("a")); // people who came late, to no further draw
    assertRefused(fresh("b"));
    assertShown("confirmed 2");
    assertEquals(Set.of("2026-01-02", "2026-01-03", "2026-01-04"), ledger.entries().get(0).days());
    budget("epsilon = 3.0");
    spend(fresh("b"));
    assertRefused(fresh("c"));
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

  @Test
  void whoChangedBudgetsIsKept() {
    budget("epsilon = 1.0");
    budget("purpose = ads, epsilon = 9.5, delta = 1e-6");
    List<Ledger.BudgetChange> changes = ledger.budgetChanges();
    assertEquals("require_budget = false, budgets = []", changes.get(0).before());
    assertEquals(changes.get(0).after(), changes.get(1).before());
    assertEquals(ledger.budgets(), Budgets.read(changes.get(1).after(), "the ledger"));
    assertEquals("2026-01-01T12:00:00Z", changes.get(1).changed());
    assertEquals(System.getProperty("user.name"), changes.get(1).owner());
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
    now.set(Instant.parse("2027-01-01T00:00:00Z"));
    assertRefused(fresh("out")); // ever is ever
  }

  @Test
  void withADeltaManySmallReportsCostLessThanTheirSum() {
    budget("epsilon = 1.7, delta = 1e-6");
    for (int i = 0; i < 100; i++) {
      reserve(spend("column", "", "", "", "out" + i, Division.NONE, ONE / 50)).confirms();
    }
    long sum = ledger.entries().stream().mapToLong(Entry::epsilon).sum();
    assertEquals(2 * ONE, sum, "above the budget, which more than their sum allows");
  }

  @Test
  void aPopulationWithoutABudgetIsRecordedUnlessBudgetsAreRequired() {
    assertEquals(List.of(), reserve(fresh("out")).reservation.left());
    ledger.setBudgets(Budgets.read("budgets = [], require_budget = true", "test"));
    Refusal refusal = assertRefused(fresh("b"));
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
    reserve(spend);
    Entry entry = ledger.entries().get(0);
    assertEquals(spend, entry.spend());
    assertEquals(Set.of("2026-02-03"), entry.days());
    assertEquals("age,sex", entry.spend().attribute());
    Budgets budgets =
        Budgets.read(
            "require_budget = true, budgets = [{population = people, attribute = age, purpose ="
                + " ads, per = year, epsilon = 0.1, delta = 1e-9},"
                + " {population = people, epsilon = 0.3}]",
            "test");
    ledger.setBudgets(budgets);
    assertEquals(budgets, ledger.budgets());
  }

  @Test
  void aLedgerOfAnotherVersionIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> JdbcLedger.at(folder + "/no.db"));
    String place = freshPlace();
    JdbcLedger.make(place);
    JdbcLedger.make(place);
    String url = place.startsWith("jdbc:") ? place : "jdbc:sqlite:" + place;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE ldp_ledger SET version = 1");
    }
    assertThrows(IllegalArgumentException.class, () -> JdbcLedger.at(place));
  }

  // Lifetimes.

  /** Under one key people remember, so folders cost nothing more; and each is settled by itself. */
  @Test
  void aLifetimeCountsOnceAndIsSettledFolderByFolder() {
    budget("epsilon = 1.0");
    Run killed = killed(lifelong("a", "key"));
    spend(lifelong("b", "key"), lifelong("b", "key"));
    assertEquals(2, ledger.entries().size());
    assertEquals(0, reserve(lifelong("b", "key")).left());

    killed.settled(Ledger.Decision.UNSPENT, "nobody read them"); // of a alone
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

  /** Of a run that fails while it draws nobody knows what was seen; of one before, nothing was. */
  @Test
  void aRunThatFailsWhileItDrewSpendsAgainWhenItIsRepeated() {
    budget("epsilon = 2.0");
    Purse purse = Purse.of(ledger);
    purse.open(fresh("out"), Set.of()).close();
    assertShown();
    try (Purse.Payment failed = purse.open(fresh("out"), Set.of())) {
      failed.drawing(Set.of());
    }
    purse.open(fresh("out"), Set.of()).drawing(Set.of());
    assertEquals(2, ledger.entries().get(0).draws());
    assertRefused(fresh("out"));
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
    for (Entry entry : ledger.entries()) {
      assertRefused(lifelong("c", "another key"));
      ledger.settle(entry.id(), Ledger.Decision.UNSPENT, "nobody read them");
    }
    spend(lifelong("c", "another key"));
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
    Set<String> there = entries.stream().map(Entry::id).collect(Collectors.toSet());
    Set<String> thereConfirmed =
        entries.stream()
            .filter(entry -> entry.state() == Entry.State.CONFIRMED)
            .map(Entry::id)
            .collect(Collectors.toSet());
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

  // Runs and what they spend.

  /** A run with its reservation. */
  private final class Run {
    private final Ledger.Reservation reservation;
    private final boolean isEmpty;

    Run(Ledger.Reservation reservation, boolean isEmpty) {
      this.reservation = reservation;
      this.isEmpty = isEmpty;
    }

    Run draws() {
      ledger.drawing(reservation, isEmpty ? Set.of() : committed);
      return this;
    }

    Run confirms() {
      committed.add(reservation.attempt());
      ledger.confirm(reservation.spend().entry(), reservation.attempt());
      return this;
    }

    void withdraws() {
      ledger.withdraw(reservation);
    }

    Entry settled(Ledger.Decision decision, String why) {
      return ledger.settle(reservation.spend().entry(), decision, why);
    }

    double left() {
      return reservation.left().get(0).epsilon();
    }
  }

  private int attempts;

  /** Runs whose reports are in their folders, none of which has lost any. */
  private final Set<String> committed = new HashSet<>();

  /** Into a folder that has reports of it, if there are any. */
  private Run reserve(Spend spend) {
    return new Run(ledger.reserve(spend, "attempt " + attempts++, committed), false);
  }

  /** Into a folder that is seen to have none. */
  private Run reserveEmpty(Spend spend) {
    return new Run(ledger.reserve(spend, "attempt " + attempts++, Set.of()), true);
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
      Run run = reserve(spend).draws().confirms();
      String attempt = run.reservation.attempt();
      assertFalse(
          ledger.entries().stream().anyMatch(entry -> entry.open().contains(attempt)),
          "it is over");
    }
  }

  private void budget(String settings) {
    budgets("{population = people, " + settings + "}");
  }

  private void budgets(String budgets) {
    ledger.setBudgets(Budgets.read("budgets = [" + budgets + "]", "test"));
  }

  /** State and cost of each entry. */
  private void assertShown(String... shown) {
    assertEquals(
        List.of(shown),
        ledger.entries().stream()
            .map(entry -> entry.state().text() + " " + Spend.epsilonText(entry.epsilon()))
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
