package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.protocols.accounting.composition.Tally;

/** What every store of a ledger must do; one class a store. Its rules are in {@link BookTest}. */
abstract class LedgerContract {
  private static final int EACH = 25;

  @TempDir(factory = InMemory.class)
  Path folder;

  private Ledger ledger;

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
    ledger = Ledger.make(freshPlace());
  }

  /** Whatever happens, the store has the book that these steps make without a store. */
  @Test
  void theBookOfAllStepsIsReadBack() {
    Random random = new Random(5);
    turn(
        book ->
            book.allowing(
                Budgets.read(
                    "require_budget = true, budgets = [{population = people, attribute = age,"
                        + " purpose = ads, per = year, epsilon = 0.1, delta = 1e-9},"
                        + " {population = people, epsilon = 30}]",
                    "test")));
    List<Book> written = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Spend spend = spends().get(random.nextInt(3));
      String attempt = "attempt " + (i / 10 + random.nextInt(4));
      Set<String> present =
          random.nextBoolean() ? Set.of() : Set.of("attempt " + i / 10, "attempt " + (i / 10 + 1));
      int step = random.nextInt(12);
      try {
        written.add(
            turn(
                book ->
                    switch (step) {
                      case 0 ->
                          book.allowing(new Budgets(book.budgets().all(), random.nextBoolean()));
                      case 1 -> book.settle(spend.entry(), Entry.Decision.UNSPENT, "it's \"lost\"");
                      case 2 -> book.settle(spend.entry(), Entry.Decision.SPENT, "read");
                      case 3 -> book.forget(Set.of(attempt, "attempt of nobody"));
                      case 4, 5 -> book.withdraw(spend, attempt);
                      case 6, 7 -> book.confirm(spend.entry(), attempt);
                      case 8, 9 ->
                          isBegun(book, spend, attempt)
                              ? book
                              : book.drawing(spend, attempt, present);
                      default ->
                          isBegun(book, spend, attempt)
                              ? book
                              : book.reserve(spend, attempt, present);
                    }));
      } catch (Refusal | IllegalArgumentException e) {
        // then nothing has changed, which the next turn sees
      }
    }
    assertTrue(written.size() > 100, written.size() + " steps");
  }

  /** Attempts have names of their own: one that is over never comes again. */
  private static boolean isBegun(Book book, Spend spend, String attempt) {
    Entry entry = book.named().get(spend.entry());
    return entry != null
        && entry.attempts().stream()
            .anyMatch(a -> a.name().equals(attempt) && a.step() != Entry.RunStage.RESERVED);
  }

  /** A turn, after which the book is as it was computed. */
  private Book turn(UnaryOperator<Book> step) {
    Book after = ledger.turn(step);
    assertEquals(after, BookTest.at(ledger.book(), after.now()));
    return after;
  }

  private static List<Spend> spends() {
    Spend odd =
        new Spend(
            new Account("people", "ads ☃"),
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
    long one = Tally.epsilonGrains(1.0);
    return List.of(
        odd,
        BookTest.spend("column", "", "", "", "out", Division.NONE, one),
        BookTest.spend("column", "", Spend.LIFETIME, "key", "out", Division.NONE, one));
  }

  @Test
  void placesThatAreNoLedgerAreRefused() {
    for (String place :
        List.of("jdbc:sqlite::memory:", "jdbc:postgresql://h/d?pass%77ord=x", "http://x")) {
      assertThrows(IllegalArgumentException.class, () -> Ledger.make(place), place);
    }
  }

  @Test
  void aLedgerOfAnotherVersionIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> Ledger.at(folder + "/no.db"));
    String place = freshPlace();
    Ledger.make(place);
    Ledger.make(place);
    String url = place.startsWith("jdbc:") ? place : "jdbc:sqlite:" + place;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE ldp_ledger SET version = 2");
    }
    assertThrows(IllegalArgumentException.class, () -> Ledger.at(place));
  }

  /**
   * What a run drew that fails may be seen as long as it lies there; before it drew, nothing was.
   */
  @Test
  void aRunThatFailsWhileItDrewSpendsAgainWhenItIsRepeated() {
    Spend spend = spends().get(1);
    Purse purse = Purse.of(ledger);
    purse.open(spend, Set.of()).close();
    assertEquals(List.of(), ledger.book().entries());
    try (Purse.Payment failed = purse.open(spend, Set.of())) {
      failed.drawing(Set.of());
    }
    Purse.Payment again = purse.open(spend, Set.of());
    again.drawing(Set.of());
    assertEquals(2, ledger.book().entries().get(0).draws());
    assertEquals(0, purse.forget("an attempt of nobody"));
    assertEquals(1, purse.forget(again.attempt()));
    purse.committed(List.of(new Purse.Paid(spend.entry(), "found", List.of(), null)));
    assertEquals(Set.of("found"), ledger.book().entries().get(0).committed());
  }

  /** A run began between what a person saw and what the person decided. */
  @Test
  void anEntryIsSettledAsItWasSeen() {
    Spend spend = spends().get(1);
    turn(book -> book.reserve(spend, "a", Set.of()));
    Entry seen = ledger.book().entry(spend.entry());
    turn(book -> book.drawing(spend, "b", Set.of()));
    for (Entry.Decision decision : Entry.Decision.values()) {
      assertThrows(
          IllegalArgumentException.class, () -> ledger.settle(seen, decision, "nobody is there"));
    }
    Entry now = ledger.book().entry(spend.entry());
    assertEquals(
        Entry.State.RELEASED, ledger.settle(now, Entry.Decision.UNSPENT, "it is dead").state());
  }

  @Test
  void aRunSaysWhatIsLeftOfTheTightestBudgetAndNeverMore() {
    String budgets =
        "budgets = [{population = people, epsilon = 9},"
            + " {population = people, attribute = column, epsilon = 1.3}]";
    turn(book -> book.allowing(Budgets.read(budgets, "test")));
    try (Purse.Payment payment = Purse.of(ledger).open(spends().get(1), Set.of())) {
      assertEquals(0.3, payment.paid().epsilonLeft(), "and not 0.30000000000000004");
    }
  }

  // Several processes.

  @Tag("slow")
  @Test
  void reservationsOfManyProcessesWithKillsAreAllThereAndNeverTooMany() throws Exception {
    String place = freshPlace();
    Ledger shared = Ledger.make(place);
    int fit = workers() * EACH * 4 / 5;
    long budget = fit * LedgerWorker.EACH + LedgerWorker.EACH / 2;
    Budget all = new Budget("people", "", "", Budget.Per.EVER, budget, 0);
    shared.turn(book -> book.allowing(new Budgets(List.of(all), true)));
    Random random = new Random(17);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < workers(); i++) {
      workers.add(new Worker(place, i));
    }
    int kills = 0;
    int lastKill = 0;
    for (boolean isOn = true; isOn; ) {
      Thread.sleep(50);
      isOn = false;
      for (Worker worker : workers) {
        isOn |= worker.goOn();
      }
      List<Entry> entries = shared.book().entries();
      if (isOn && entries.size() >= lastKill + 6) { // also killed from outside, at any place
        kills += workers.get(random.nextInt(workers())).kill();
        lastKill = entries.size(); // however long a process takes to start, all get on
      }
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
    List<Entry> entries = shared.book().entries();
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
      String line =
          "%s/bin/java -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC %s -cp %s %s %s %s"
              .formatted(
                  System.getProperty("java.home"),
                  String.join(" ", optionsOfWorkers()),
                  System.getProperty("java.class.path"),
                  LedgerWorker.class.getName(),
                  place,
                  log);
      String numbers = " %d %d %d".formatted(number, from, EACH - from);
      process =
          new ProcessBuilder((line + numbers).split(" +"))
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
}
