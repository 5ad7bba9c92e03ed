package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.JdbcLedger;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The one door to the ledger: whatever draws goes through it, and nothing is read before. */
@Tag("slow")
@ExtendWith(SparkTest.class)
class LedgerCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @BeforeEach
  void lay() throws IOException {
    spark()
        .range(0, 400, 1, 2)
        .selectExpr(
            "id",
            "element_at(array('a', 'b', 'c'), CAST(id % 3 + 1 AS INT)) AS item",
            "CAST(id % 50 AS DOUBLE) AS number",
            "make_date(2026, 1, 1 + CAST(id % 4 AS INT)) AS day")
        .write()
        .parquet(path("values"));
    write("keyed.conf", plan("keyed", "keyed", ""));
    write("fresh.conf", plan("fresh", "write-once", ""));
    write("daily.conf", plan("daily", "keyed", "public = [day], period = day, purpose = nightly"));
    write("budget.conf", "budgets = [{population = people, epsilon = 2.0}]");
    done("ledger", "set-budget", path("budget.conf"));
  }

  private static String plan(String name, String randomness, String more) {
    return """
    name = %s
    column = item
    id = id
    protocol = "grr(epsilon=1.0)"
    domain { type = list, items = [a, b, c] }
    outside = fail
    randomness = %s
    %s
    """
        .formatted(name, randomness, more);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Ended ldp(String... words) {
    List<String> all = new ArrayList<>(List.of("--ledger", path("ledger.db")));
    all.addAll(List.of("--events", path("events.jsonl")));
    all.addAll(List.of(words));
    return Ended.of(all.toArray(new String[0]));
  }

  private Ended done(String... words) {
    Ended ended = ldp(words);
    ended.done();
    return ended;
  }

  private String[] privatize(String plan, String output) {
    return new String[] {
      "privatize", "--plan", path(plan), "--input", path("values"), "--output", path(output)
    };
  }

  private List<Entry> entries() {
    return JdbcLedger.at(path("ledger.db")).entries();
  }

  private List<String> shown() {
    return entries().stream()
        .map(e -> e.spend().name() + " " + e.state().text() + " " + e.draws())
        .sorted()
        .toList();
  }

  @Test
  void aRunSpendsOnceHoweverOftenItIsRepeatedAndSaysWhatIsLeft() throws IOException {
    Ended first = done(privatize("keyed.conf", "out"));
    first.says("epsilon 1 of 2 is left of the budget of people");
    done(privatize("keyed.conf", "out"));
    done(privatize("fresh.conf", "fresh"));
    done(privatize("fresh.conf", "fresh"));
    assertEquals(List.of("fresh confirmed 1", "keyed confirmed 1"), shown());
    JsonNode record = JSON.readTree(Files.readString(folder.resolve("out/run.json")));
    assertEquals(entryOf("keyed").id(), record.path("ledger").path("entry").asText());
    JsonNode event = JSON.readTree(Files.readAllLines(folder.resolve("events.jsonl")).get(0));
    assertEquals(entryOf("keyed").id(), event.path("ledger_entry").asText());
    assertEquals(1.0, event.path("epsilon_left").asDouble());
  }

  private Entry entryOf(String plan) {
    return entries().stream().filter(e -> e.spend().name().equals(plan)).findAny().orElseThrow();
  }

  @Test
  void theSumOfConfirmedEntriesIsWhatTheReportsShow() throws IOException {
    write("budget.conf", "budgets = [{population = people, epsilon = 100}]");
    done("ledger", "set-budget", path("budget.conf"));
    done(privatize("keyed.conf", "a"));
    done(privatize("keyed.conf", "b"));
    done(privatize("daily.conf", "days"));
    long reported = 0;
    for (String out : List.of("a", "b", "days")) {
      try (Stream<Path> files = Files.walk(folder.resolve(out))) {
        for (Path file : files.filter(f -> f.endsWith("run.json")).toList()) {
          JsonNode run = JSON.readTree(Files.readString(file));
          assertTrue(run.path("reports").asLong() > 0);
          reported += Tally.epsilonGrains(exactEpsilon(run.path("protocol").asText()));
        }
      }
    }
    assertEquals(6 * Tally.epsilonGrains(exactEpsilon("grr(epsilon=1.0,k=3)")), reported);
    assertEquals(reported, entries().stream().mapToLong(Entry::epsilon).sum());
  }

  private static double exactEpsilon(String spec) {
    return Protocols.of(spec).guarantee().exactEpsilon();
  }

  @Test
  void aPlanOverTheBudgetIsRefusedBeforeAValueIsRead() throws Exception {
    done(privatize("keyed.conf", "one"));
    done(privatize("keyed.conf", "two"));
    spark()
        .range(5)
        .selectExpr("id", "CAST(raise_error('a value was read') AS STRING) AS item")
        .createOrReplaceTempView("unreadable");
    AtomicInteger jobs = new AtomicInteger();
    SparkListener counter =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            jobs.incrementAndGet();
          }
        };
    for (String plan : List.of("keyed.conf", "fresh.conf")) {
      String[] command = privatize(plan, "three");
      command[4] = "unreadable";
      spark().sparkContext().addSparkListener(counter);
      Ended refused = ldp(command);
      spark().sparkContext().listenerBus().waitUntilEmpty();
      spark().sparkContext().removeSparkListener(counter);
      refused.refused();
      assertEquals(
          "ldp: a plan must not spend more than its budget. Budget of people: epsilon 2 at delta 0;"
              + " spent or reserved: 2; with plan "
              + plan.replace(".conf", "")
              + " it would be 3. Nobody was asked.\n",
          refused.err());
      assertEquals(0, jobs.get(), "no job was started");
      assertFalse(Files.exists(folder.resolve("three")));
    }
    // The twin: with budget, the same table is read, and fails.
    String[] command = privatize("keyed.conf", "three");
    command[4] = "unreadable";
    List<String> without = new ArrayList<>(List.of(command));
    assertEquals(Exit.FAILED, Ended.of(without.toArray(new String[0])).code());
  }

  @Test
  void aRunThatIsRefusedForItsTableTakesItsReservationBack() throws IOException {
    write("narrow.conf", plan("narrow", "keyed", "").replace(", c]", "]"));
    assertEquals(Exit.BAD_INPUT, ldp(privatize("narrow.conf", "out")).code());
    assertEquals(List.of(), shown());
  }

  @Test
  void daysAreEntriesOfTheirOwnAndStopWhereTheBudgetDoes() {
    Ended refused = ldp(privatize("daily.conf", "days"));
    refused.refused();
    assertEquals(List.of("daily confirmed 1", "daily confirmed 1"), shown());
    assertEquals(List.of("2026-01-01", "2026-01-02"), entries().stream().map(Entry::day).toList());
    refused.says("for day=2026-01-02");
    assertFalse(refused.err().contains("day=2026-01-03"), refused.err());
  }

  @Test
  void checkSaysWhatWouldBeSpentAndReservesNothing() {
    Ended two =
        done(
            "ledger",
            "check",
            "--plan",
            path("daily.conf"),
            "--days",
            "2026-01-01..2026-01-02",
            "--format",
            "csv");
    assertEquals(
        List.of(
            "budget,allowed,spent,with_plan,left,delta,verdict", "people,2.0,0.0,2.0,0.0,0,fits"),
        two.lines());
    Ended three =
        ldp("ledger", "check", "--plan", path("daily.conf"), "--days", "2026-01-01..2026-01-03");
    three.refused();
    assertEquals(List.of(), shown());
  }

  /** It is said under its condition, and the budget counts the whole epsilon all the same. */
  @Test
  void checkSaysWhatReadersOfAccumulatorsAloneSee() {
    String[] check = {"ledger", "check", "--plan", path("keyed.conf"), "--format", "csv"};
    List<String> words = new ArrayList<>(List.of(check));
    words.addAll(List.of("--accumulators-only", "1e-8", "--users", "1000000"));
    Ended seen = done(words.toArray(new String[0]));
    String condition = "of accumulators of at least 1000000 people and no report: epsilon 0.004";
    seen.says(condition);
    assertEquals("people,2.0,0.0,1.0,1.0,0,fits", seen.lines().get(1));
    words.set(words.size() - 1, "3");
    Ended few = done(words.toArray(new String[0]));
    few.says("epsilon 1.000 at delta 0.000, for too few");
    words.subList(words.size() - 2, words.size()).clear();
    assertEquals(Exit.BAD_INPUT, ldp(words.toArray(new String[0])).code());
  }

  @Test
  void aScriptOfQueriesSpendsOnceAndAgainInAnotherFolder() throws IOException {
    write(
        "script.conf",
        """
        name = pool
        id = id
        protocol = "sq(epsilon=1.0,queries=2)"
        outside = fail
        randomness = keyed
        population = people
        queries = [
          { name = mean, expression = number, lower = 0, upper = 50 }
          { name = above, predicate = "number > :mean" }
        ]
        """);
    for (String output : List.of("a", "a", "b")) {
      done(query(output));
    }
    assertEquals(4, entries().size());
    Ended third = ldp(query("c"));
    third.refused("spent or reserved: 2;");
  }

  private String[] query(String output) {
    return new String[] {
      "query", "--script", path("script.conf"), "--input", path("values"), "--output", path(output)
    };
  }

  @Test
  void aReleaseGoesThroughTheSameDoor() throws IOException {
    write(
        "release.conf",
        """
        task = release
        name = items
        user = id
        statistic = count
        cells = [{ column = item, domain { type = list, items = [a, b, c] } }]
        contribution { cells = 1, per_cell = 1 }
        neighbours = add-remove
        mechanism = "gaussian(epsilon=1.0,delta=1e-6)"
        outside = fail
        """);
    Ended pure = ldp(release("a"));
    assertEquals(Exit.REFUSED, pure.code(), "a budget without a delta pays for no Gaussian noise");
    pure.says("unbounded");
    write("budget.conf", "budgets = [{population = people, epsilon = 2.0, delta = 1e-6}]");
    done("ledger", "set-budget", path("budget.conf"));
    for (String output : List.of("a", "a", "b", "c")) {
      done(release(output)); // three Gaussian releases cost less than three epsilons
    }
    assertEquals(List.of("items confirmed 1", "items confirmed 1", "items confirmed 1"), shown());
    List<String> events = Files.readAllLines(folder.resolve("events.jsonl"));
    assertTrue(JSON.readTree(events.get(events.size() - 1)).path("epsilon_left").asDouble() < 1);
    assertEquals(Exit.REFUSED, ldp(release("d")).code());
  }

  private String[] release(String output) {
    return new String[] {
      "release", "--plan", path("release.conf"), "--input", path("values"), "--output", path(output)
    };
  }

  @Test
  void sqlIsRefusedWhereALedgerIsKept() {
    String draw = "SELECT ldp_randomize(1, 'rr(epsilon=1.0)') AS r";
    Ended refused = ldp("sql", "-e", draw);
    refused.badInput("ldp_randomize where a ledger is kept");
    assertEquals(Exit.DONE, Ended.ldp("sql -e %s", draw).code(), "elsewhere it works");
    spark().conf().set("spark.ldp.ledger.sql", "unrecorded");
    try {
      assertEquals(Exit.BAD_INPUT, ldp("sql", "-e", draw).code(), "no session decides that");
    } finally {
      spark().conf().unset("spark.ldp.ledger.sql");
    }
  }

  @Test
  void passwordsAreRefusedAndNotRepeated() {
    Ended refused =
        Ended.of("--ledger", "jdbc:postgresql://h/db?password=hunter2", "ledger", "show");
    refused.badInput();
    assertFalse((refused.out() + refused.err()).contains("hunter2"), refused::toString);
  }

  @Test
  void aMissingLedgerIsRefusedAndNotMade() {
    Ended refused =
        Ended.of(
            Stream.concat(
                    Stream.of("--ledger", path("typo.db")),
                    Stream.of(privatize("keyed.conf", "out")))
                .toArray(String[]::new));
    refused.badInput();
    assertFalse(Files.exists(folder.resolve("typo.db")));
    assertEquals(Exit.BAD_INPUT, Ended.ldp("ledger show").code());
  }

  @Test
  void whatIsSettledIsShownAndExported() throws IOException {
    done(privatize("fresh.conf", "out"));
    String entry = entries().get(0).id();
    done("ledger", "settle", entry, "--as", "spent", "--because", "as it was");
    assertEquals(
        Exit.BAD_INPUT, ldp("ledger", "settle", "x", "--as", "spent", "--because", "y").code());
    Ended export = done("ledger", "export", "--format", "json");
    JsonNode line = JSON.readTree(export.out());
    assertEquals(entry, line.path("entry").asText());
    assertTrue(line.path("note").asText().endsWith(": as it was"), line.toString());
    done("ledger", "export", "--output", path("ledger.csv"));
    assertEquals(2, Files.readAllLines(folder.resolve("ledger.csv")).size());
    JsonNode budget = JSON.readTree(done("ledger", "show", "--format", "json").out());
    assertEquals(new BigDecimal("1.0"), budget.path("left").decimalValue());
  }

  @Test
  void plansKeepTheirFingerprintsAndSayTheirPopulation() throws IOException {
    write("other.conf", plan("keyed", "keyed", "population = customers, purpose = ads"));
    write("budget.conf", "budgets = [{population = customers, purpose = ads, epsilon = 1}]");
    done("ledger", "set-budget", path("budget.conf"));
    done(privatize("keyed.conf", "a"));
    done(privatize("other.conf", "b"));
    assertEquals(1, entries().stream().map(e -> e.spend().fingerprint()).distinct().count());
    assertTrue(Files.readString(folder.resolve("b/plan.conf")).contains("customers"));
    assertFalse(Files.readString(folder.resolve("a/plan.conf")).contains("population"));
    Ended shown = done("ledger", "show");
    shown.says("recorded only, for they have no budget: [people]");
  }

  @Test
  void nothingInTheLedgerDependsOnAValue() throws IOException {
    spark()
        .read()
        .parquet(path("values"))
        .selectExpr("id", "CASE WHEN item = 'a' THEN 'c' ELSE 'b' END AS item", "day")
        .write()
        .parquet(path("others"));
    for (String plan : List.of("keyed.conf", "fresh.conf")) {
      String[] command = privatize(plan, plan + "-out");
      done(command);
      List<String> before = withoutTimes();
      Files.delete(folder.resolve("ledger.db"));
      Files.move(folder.resolve(plan + "-out"), folder.resolve(plan + "-before"));
      done("ledger", "set-budget", path("budget.conf"));
      command[4] = path("others");
      done(command);
      assertEquals(before, withoutTimes());
      Files.delete(folder.resolve("ledger.db"));
      done("ledger", "set-budget", path("budget.conf"));
    }
  }

  private List<String> withoutTimes() {
    return done("ledger", "export")
        .out()
        .lines()
        .map(line -> line.replaceAll("[0-9-]+T[0-9:]+Z", "TIME"))
        .toList();
  }

  /** Processes that are killed while they draw, and a ledger that ends as an undisturbed one. */
  @Tag("long")
  @Test
  void daysWhoseRunsAreKilledEndAsUndisturbedOnes() throws Exception {
    write("budget.conf", "budgets = [{population = people, epsilon = 100}]");
    done("ledger", "set-budget", path("budget.conf"));
    write("nights.conf", plan("nights", "write-once", "public = [day], period = day"));
    int killed = 0;
    for (int day = 1; day <= 3; day++) {
      String date = "2026-01-0" + day;
      if (day != 2) {
        killed += kill("nights.conf", "nights", date);
        assertTrue(
            entries().stream().anyMatch(e -> e.day().equals(date) && !e.open().isEmpty()),
            "a killed run's reservation stays");
        done("clean", path("nights"));
      }
      done(withDay(privatize("nights.conf", "nights"), date));
    }
    assertEquals(2, killed);
    assertEquals(
        List.of("nights confirmed 1", "nights confirmed 1", "nights confirmed 1"), shown());
    killed += kill("nights.conf", "nights", "2026-01-04");
    done(withDay(privatize("nights.conf", "nights"), "2026-01-04")); // without clean
    assertEquals(2, entries().stream().mapToLong(Entry::draws).max().orElse(0));
    assertEquals(5, entries().stream().mapToLong(Entry::draws).sum());
  }

  private static String[] withDay(String[] command, String date) {
    return Stream.concat(Stream.of(command), Stream.of("--days", date)).toArray(String[]::new);
  }

  /** A process that is killed once it has drawn. */
  private int kill(String plan, String output, String date) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("@" + DocPage.repository().resolve("conf/jvm.options"));
    words.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(Ldp.class.getName(), "--master", "local[2]"));
    words.addAll(List.of("--conf", "spark.ui.enabled=false"));
    words.addAll(List.of("--conf", "spark.driver.host=127.0.0.1"));
    words.addAll(
        List.of(
            "--conf", "spark.sql.sources.commitProtocolClass=" + KilledAtCommit.class.getName()));
    words.addAll(List.of("--ledger", path("ledger.db")));
    words.addAll(List.of(withDay(privatize(plan, output), date)));
    Path out = folder.resolve("killed");
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertTrue(process.waitFor(300, TimeUnit.SECONDS), "it was killed");
    assertEquals(137, process.exitValue(), Files.readString(out));
    return 1;
  }
}
