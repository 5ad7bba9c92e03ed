package org.sparkldp.jobs.command;

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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.composition.Tally;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The one door to the ledger: whatever draws goes through it, and nothing is read before. */
@Tag("slow")
@ExtendWith({SparkTest.class, Interpreted.class})
class LedgerCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void lay() {
    spark()
        .range(0, 40, 1, 2)
        .selectExpr(
            "id",
            "element_at(array('a', 'b', 'c'), CAST(id % 3 + 1 AS INT)) AS item",
            "CAST(id % 50 AS DOUBLE) AS number",
            "make_date(2026, 1, 1 + CAST(id % 4 AS INT)) AS day")
        .createOrReplaceTempView("answers");
    plan("keyed", "keyed", "");
    plan("fresh", "write-once", "");
    plan("daily", "keyed", "public = [day], period = day, purpose = nightly");
    budget("population = people, epsilon = 2.0");
  }

  private void plan(String name, String randomness, String more) {
    box.write(
        name + ".conf",
        """
        name = %s
        column = item
        id = id
        protocol = "grr(epsilon=1.0)"
        domain { type = list, items = [a, b, c] }
        outside = fail
        randomness = %s
        %s
        """
            .formatted(name, randomness, more));
  }

  private void budget(String budget) {
    box.write("budget.conf", "budgets = [{" + budget + "}]");
    ldp("ledger set-budget @budget.conf").done();
  }

  private Ended ldp(String line) {
    return box.ldp("--ledger @ledger.db --events @events.jsonl " + line);
  }

  private static String privatize(String plan, String output) {
    return "privatize --plan @%s.conf --input answers --output @%s".formatted(plan, output);
  }

  private List<Entry> entries() {
    return Ledger.at(box.path("ledger.db")).book().entries();
  }

  private List<String> shown() {
    return entries().stream()
        .map(e -> e.spend().name() + " " + Keys.word(e.state()) + " " + e.draws())
        .sorted()
        .toList();
  }

  private Entry entryOf(String plan) {
    return entries().stream().filter(e -> e.spend().name().equals(plan)).findAny().orElseThrow();
  }

  @Test
  void aRunSpendsOnceHoweverOftenItIsRepeatedAndSaysWhatIsLeft() throws IOException {
    budget("population = people, epsilon = 10");
    ldp(privatize("keyed", "a")).done().says("epsilon 9 of 10 is left of the budget of people");
    ldp(privatize("keyed", "a")).done();
    ldp(privatize("fresh", "b")).done();
    ldp(privatize("fresh", "b")).done();
    assertEquals(List.of("fresh confirmed 1", "keyed confirmed 1"), shown());
    JsonNode record = JSON.readTree(box.read("a/run.json"));
    assertEquals(entryOf("keyed").id(), record.path("ledger").path("entry").asText());
    JsonNode event = JSON.readTree(box.read("events.jsonl").lines().toList().get(0));
    assertEquals(entryOf("keyed").id(), event.path("ledger_entry").asText());
    assertEquals(9.0, event.path("epsilon_left").asDouble());

    // The sum of confirmed entries is what the reports show.
    ldp(privatize("daily", "days") + " --days 2026-01-01..2026-01-02").done();
    long reported = 0;
    for (String out : List.of("a", "b", "days")) {
      try (Stream<Path> files = Files.walk(box.at(out))) {
        for (Path file : files.filter(f -> f.endsWith("run.json")).toList()) {
          JsonNode run = JSON.readTree(Files.readString(file));
          assertTrue(run.path("reports").asLong() > 0);
          reported += Tally.epsilonGrains(exactEpsilon(run.path("protocol").asText()));
        }
      }
    }
    assertEquals(4 * Tally.epsilonGrains(exactEpsilon("grr(epsilon=1.0,k=3)")), reported);
    assertEquals(reported, entries().stream().mapToLong(Entry::epsilon).sum());
  }

  private static double exactEpsilon(String spec) {
    return Protocols.of(spec).guarantee().exactEpsilon();
  }

  @Test
  void aPlanOverTheBudgetIsRefusedBeforeAValueIsRead() throws Exception {
    budget("population = people, epsilon = 0.5");
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
    for (String plan : List.of("keyed", "fresh")) {
      String command = privatize(plan, "out").replace("answers", "unreadable");
      spark().sparkContext().listenerBus().waitUntilEmpty(); // of what ran before
      spark().sparkContext().addSparkListener(counter);
      Ended refused = ldp(command).refused();
      spark().sparkContext().listenerBus().waitUntilEmpty();
      spark().sparkContext().removeSparkListener(counter);
      assertEquals(
          "ldp: a plan must not spend more than its budget. Budget of people: epsilon 0.5 at delta"
              + " 0; spent or reserved: 0; with plan "
              + plan
              + " it would be 1. Nobody was asked.\n",
          refused.err());
      assertEquals(0, jobs.get(), "no job was started");
      assertFalse(box.has("out"));
      // The twin: without a budget the same table is read, and fails.
      box.ldp(command).failed();
    }
  }

  private void drawTheFirst() {
    plan("late", "write-once", "late_rows = draw");
    spark().table("answers").where("id = 0").createOrReplaceTempView("first");
    ldp(privatize("late", "out").replace("answers", "first")).done();
  }

  /** Restored to its first person, the folder has forgotten the others, who would answer twice. */
  @Test
  void aFolderThatIsPutBackIsDrawnAgainForItsPrice() throws IOException {
    budget("population = people, epsilon = 1.0");
    drawTheFirst();
    Fixture.copy(box.at("out"), box.at("copy"));
    ldp(privatize("late", "out")).done();
    Files.move(box.at("out"), box.at("away"));
    Files.move(box.at("copy"), box.at("out"));
    ldp(privatize("late", "out")).refused("spent or reserved: 1; with plan late it would be 2.");
    assertEquals(List.of("late confirmed 1"), shown());
    budget("population = people, epsilon = 2.0");
    ldp(privatize("late", "out")).done();
    ldp(privatize("late", "out")).done();
    assertEquals(List.of("late confirmed 2"), shown());
  }

  @Test
  void severalReportsOfAPersonCostAsManyEpsilons() {
    plan("several", "keyed", "reports_per_person = 3");
    ldp(privatize("several", "out")).refused("with plan several it would be 3");
    budget("population = people, epsilon = 3.0");
    ldp(privatize("several", "out")).done().says("epsilon 0 of 3 is left");
  }

  /** Names of files repeat, so the table of another run looks like the one that was lost. */
  @Test
  void aFolderWithThePeopleOfAnotherIsRefused() throws IOException {
    budget("population = people, epsilon = 9.0");
    drawTheFirst();
    Files.move(box.at("out"), box.at("old"));
    ldp(privatize("late", "out")).done();
    Files.move(box.at("out/people"), box.at("away"));
    Fixture.copy(box.at("old/people"), box.at("out/people"));
    ldp(privatize("late", "out")).badInput("Provided: 1 of 40 rows of people");
    assertEquals(List.of("late confirmed 2"), shown());
  }

  /** Joined by line feeds, both plans would have the name of one entry, of epsilon .01. */
  @Test
  void namesAreWrittenInOneLine() {
    plan("keyed", "keyed", "population = \"people\\nitem\"");
    ldp(privatize("keyed", "out")).badInput("no control characters").says("keyed.conf: ");
  }

  /** People with two rows are counted while reports are drawn, which are then removed, unread. */
  @Test
  void whatARunDrewBeforeItWasRefusedCostsNothingMore() {
    spark()
        .sql("SELECT * FROM answers UNION ALL SELECT * FROM answers")
        .createOrReplaceTempView("twice");
    ldp(privatize("fresh", "out").replace("answers", "twice")).refused().says("Ids that occur");
    assertEquals(List.of("fresh reserved 1"), shown());
    ldp(privatize("fresh", "out")).done();
    assertEquals(List.of("fresh confirmed 1"), shown());
  }

  @Test
  void aRunThatIsRefusedForItsTableTakesItsReservationBack() {
    box.write("narrow.conf", box.read("keyed.conf").replace(", c]", "]"));
    ldp(privatize("narrow", "out")).badInput();
    assertEquals(List.of(), shown());
  }

  /** A run that was killed when its reports were committed had no time to say so. */
  @Test
  void theNextRunConfirmsWhatRecordsSayIsCommitted() throws Exception {
    ldp(privatize("fresh", "out")).done();
    try (Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + box.at("ledger.db"));
        Statement statement = ledger.createStatement()) {
      statement.execute("UPDATE ldp_attempt SET step = 'drawing'");
    }
    assertEquals(List.of("fresh reserved 1"), shown());
    ldp(privatize("fresh", "out")).done().says("already done");
    assertEquals(List.of("fresh confirmed 1"), shown());
  }

  private void sql(String statement) throws SQLException {
    try (Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + box.at("ledger.db"));
        Statement run = ledger.createStatement()) {
      run.execute(statement);
    }
  }

  /** The claim of a run that is alive is written again; the run's draws are spent. */
  @ParameterizedTest
  @ValueSource(strings = {".out-claim", ".out-claim.day=2026-01-01"})
  void aRunThatIsAliveIsNotSettledAsUnspent(String claim) throws Exception {
    spark().conf().set("ldp.claim.seconds", "2");
    ldp(privatize("fresh", "out")).done();
    String settle = "ledger settle " + entries().get(0).id() + " --as unspent --because lost";
    box.delete("out"); // as before its first reports are committed
    ScheduledExecutorService alive = Executors.newSingleThreadScheduledExecutor();
    try {
      AtomicInteger beats = new AtomicInteger();
      Future<?> beating =
          alive.scheduleAtFixedRate(
              () -> box.write(claim, "token " + beats.incrementAndGet()),
              0,
              500,
              TimeUnit.MILLISECONDS);
      sql("UPDATE ldp_attempt SET step = 'drawing', name = 'another'");
      for (String more : List.of("", " --dead")) {
        ldp(settle + more).refused("One is at work on", "/out; wait for its end");
      }
      assertEquals(List.of("fresh reserved 1"), shown());
      assertFalse(beating.isDone(), "its beats have not failed");
    } finally {
      alive.shutdown();
      assertTrue(alive.awaitTermination(10, TimeUnit.SECONDS));
      spark().conf().unset("ldp.claim.seconds");
    }
  }

  /** Its claim is there and still; what was committed and not confirmed stays spent. */
  @Test
  void aRunThatIsDeadIsSettledAsUnspentAndOneThatCommittedIsConfirmed() throws Exception {
    spark().conf().set("ldp.claim.seconds", "1");
    try {
      ldp(privatize("fresh", "out")).done();
      String settle = "ledger settle " + entries().get(0).id() + " --as unspent --because lost";
      box.write(".out-claim", "token 7");
      sql("UPDATE ldp_attempt SET step = 'drawing'");
      ldp(settle).done().says("confirmed, epsilon 1", "which count");
      sql("UPDATE ldp_attempt SET step = 'drawing', name = 'another'");
      box.delete("out");
      ldp(settle).done().says("released, epsilon 0");
      assertEquals(List.of("fresh released 0"), shown());
      JsonNode budget = JSON.readTree(ldp("ledger show --format json").done().out());
      assertEquals(new BigDecimal("2.0"), budget.path("left").decimalValue());
    } finally {
      spark().conf().unset("ldp.claim.seconds");
    }
  }

  /** On another machine's disk, or gone. */
  @Test
  void whereNobodySeesTheRunAPersonSaysThatItIsDead() throws Exception {
    ldp(privatize("fresh", "out")).done();
    String settle = "ledger settle " + entries().get(0).id() + " --as unspent --because lost";
    sql("UPDATE ldp_attempt SET step = 'drawing'");
    box.delete("out");
    ldp(settle).badInput("of a folder that is not found, ", "add --dead");
    assertEquals(List.of("fresh reserved 1"), shown());
    ldp(settle + " --dead").done().says("released, epsilon 0");
  }

  @Test
  void whatIsDrawnByAClockBehindIsMarked() throws Exception {
    sql("UPDATE ldp_ledger SET latest = '2099-01-01T00:00:00Z'");
    ldp(privatize("fresh", "out")).done();
    assertTrue(entries().get(0).days().contains("2099-01-01"), () -> "" + entries());
    for (String rows : List.of("--entries", "--all")) {
      JsonNode line = JSON.readTree(ldp("ledger show --format json " + rows).done().out());
      assertEquals("behind", line.path("clock").asText());
    }
    budget("population = people, epsilon = 2.0"); // which forgets that time
    ldp(privatize("fresh", "other")).done();
    assertEquals(1, entryOf("fresh", "other").days().size());
  }

  private Entry entryOf(String plan, String output) {
    return entries().stream()
        .filter(e -> e.spend().name().equals(plan) && e.spend().output().endsWith("/" + output))
        .findAny()
        .orElseThrow();
  }

  /** Under write-once they would be charged again, and run has them in folders of their own. */
  @Test
  void whatKilledStepsOfARunLeftIsCleaned() {
    String left = "/.privatized-2f1d6a2e-0c3b-4a53-9a57-000000000001/reports/part-0.parquet";
    for (String run : List.of("out", "out/round-1", "out/query-1")) {
      box.write(run + left, "half");
    }
    box.ldp("clean @out").done().says("3 folders of killed runs finished or removed");
    assertEquals(List.of(), box.names("out/round-1"));
  }

  /** Fresh coins that were not committed count; of nobody there are none. */
  @Test
  void runsThatFindNobodyLateSpendNothing() {
    plan("late", "write-once", "late_rows = draw");
    for (int i = 0; i < 3; i++) {
      ldp(privatize("late", "out")).done();
    }
    assertEquals(List.of("late confirmed 1"), shown());
  }

  @Test
  void daysAreEntriesOfTheirOwnAndStopWhereTheBudgetDoes() {
    ldp(privatize("daily", "days"))
        .refused(
            "for day=2026-01-02",
            "day=2026-01-03 is left out: a plan must not spend more than its budget",
            "left out 2 of 4 periods");
    assertEquals(List.of("daily confirmed 1", "daily confirmed 1"), shown());
    assertEquals(
        List.of("2026-01-01", "2026-01-02"),
        entries().stream().flatMap(e -> e.days().stream()).toList());
  }

  @Test
  void checkSaysWhatWouldBeSpentAndReservesNothing() {
    String check = "ledger check --plan @daily.conf --format csv --days 2026-01-01..";
    assertEquals(
        List.of(
            "budget,allowed,spent,with_plan,left,delta,verdict", "people,2.0,0.0,2.0,0.0,0,fits"),
        ldp(check + "2026-01-02").done().lines());
    ldp(check + "2026-01-03").refused();
    assertEquals(List.of(), shown());
  }

  @Test
  void sqlIsRefusedWhereALedgerIsKept() {
    String draw = "SELECT ldp_randomize(1, 'rr(epsilon=1.0)') AS r";
    String kept = "--ledger %s sql -e %s";
    Ended.ldp(kept, box.path("ledger.db"), draw).badInput("ldp_randomize where a ledger is kept");
    Ended.ldp("sql -e %s", draw).done(); // elsewhere it works
    spark().conf().set("spark.ldp.ledger.sql", "unrecorded");
    try {
      Ended.ldp(kept, box.path("ledger.db"), draw).badInput(); // no session decides that
    } finally {
      spark().conf().unset("spark.ldp.ledger.sql");
    }
  }

  @Test
  void passwordsAreRefusedAndNotRepeated() {
    Ended.ldp("--ledger jdbc:postgresql://h/db?password=hunter2 ledger show")
        .badInput()
        .keeps("hunter2");
  }

  @Test
  void aMissingLedgerIsRefusedAndNotMade() {
    box.ldp("--ledger @typo.db " + privatize("keyed", "out")).badInput();
    assertFalse(box.has("typo.db"));
    Ended.ldp("ledger show").badInput();
    budget("population = people, epsilon = 1.0");
    box.ldp("--ledger @nowhere/l.db ledger set-budget @budget.conf")
        .failed("check that its folder is there");
  }

  @Test
  void whatIsSettledIsShownAndExported() throws IOException {
    ldp(privatize("fresh", "out")).done();
    String entry = entries().get(0).id();
    Ended.ldp(
            "--ledger %s ledger settle %s --as spent --because %s",
            box.path("ledger.db"), entry, "as it was")
        .done();
    ldp("ledger settle x --as spent --because y").badInput();
    JsonNode line = JSON.readTree(ldp("ledger show --all --format json").done().out());
    assertEquals(entry, line.path("entry").asText());
    assertTrue(line.path("note").asText().endsWith(": as it was"), line.toString());
    List<String> lines = ldp("ledger show --all").done().lines();
    assertEquals(3, lines.size());
    assertTrue(lines.get(2).contains("after: require_budget = false, budgets = [{"), lines.get(2));
    JsonNode budget = JSON.readTree(ldp("ledger show --format json").done().out());
    assertEquals(new BigDecimal("1.0"), budget.path("left").decimalValue());
  }

  @Test
  void plansKeepTheirFingerprintsAndSayTheirPopulation() {
    box.write("other.conf", box.read("keyed.conf") + "population = customers, purpose = ads");
    budget("population = customers, purpose = ads, epsilon = 1");
    ldp(privatize("keyed", "a")).done();
    ldp(privatize("other", "b")).done();
    assertEquals(1, entries().stream().map(e -> e.spend().fingerprint()).distinct().count());
    assertTrue(box.read("b/plan.conf").contains("customers"));
    assertFalse(box.read("a/plan.conf").contains("population"));
    ldp("ledger show").done().says("recorded only, for they have no budget: [people]");
  }

  @Test
  void nothingInTheLedgerDependsOnAValue() throws IOException {
    spark()
        .table("answers")
        .selectExpr("id", "CASE WHEN item = 'a' THEN 'c' ELSE 'b' END AS item", "day")
        .createOrReplaceTempView("others");
    for (String plan : List.of("keyed", "fresh")) {
      List<String> seen = new ArrayList<>();
      for (String values : List.of("answers", "others")) {
        Files.deleteIfExists(box.at("ledger.db"));
        ldp("ledger set-budget @budget.conf").done();
        ldp(privatize(plan, plan + "-out").replace("answers", values)).done();
        seen.add(ldp("ledger show --all").done().out().replaceAll("[0-9-]+T[0-9:]+Z", "the time"));
        Files.move(box.at(plan + "-out"), box.at(plan + "-of-" + values));
      }
      assertEquals(seen.get(0), seen.get(1));
    }
  }

  /** Processes that are killed while they draw, and a ledger that ends as an undisturbed one. */
  @Tag("long")
  @Test
  void daysWhoseRunsAreKilledEndAsUndisturbedOnes() throws Exception {
    spark().table("answers").write().parquet(box.path("answers"));
    budget("population = people, epsilon = 100");
    plan("nights", "write-once", "public = [day], period = day");
    for (int day = 1; day <= 3; day++) {
      String date = "2026-01-0" + day;
      if (day != 2) {
        kill(date);
        assertTrue(
            entries().stream().anyMatch(e -> e.days().contains(date) && !e.open().isEmpty()),
            "a killed run's reservation stays");
        ldp("clean @nights").done();
      }
      ldp(night(date)).done();
    }
    assertEquals(
        List.of("nights confirmed 1", "nights confirmed 1", "nights confirmed 1"), shown());
    kill("2026-01-04");
    ldp(night("2026-01-04")).done(); // without clean
    assertEquals(2, entries().stream().mapToLong(Entry::draws).max().orElse(0));
    assertEquals(5, entries().stream().mapToLong(Entry::draws).sum());
  }

  private static String night(String date) {
    return privatize("nights", "nights").replace("answers", "@answers") + " --days " + date;
  }

  /** A process that is killed once it has drawn. */
  private void kill(String date) throws Exception {
    String java =
        "%s/bin/java @%s/conf/jvm.options -Xmx1g -cp %s %s"
            .formatted(
                System.getProperty("java.home"),
                DocPage.repository(),
                System.getProperty("java.class.path"),
                Ldp.class.getName());
    String ldp =
        " --master local[2] --conf spark.ui.enabled=false --conf spark.driver.host=127.0.0.1 --conf"
            + " spark.sql.sources.commitProtocolClass="
            + KilledAtCommit.class.getName()
            + " --ledger @ledger.db "
            + night(date);
    String words = java + ldp.replace(" @", " " + box.path("") + "/");
    ProcessBuilder builder = new ProcessBuilder(words.split(" "));
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Ended killed = Ended.of(builder);
    assertEquals(137, killed.code(), killed::toString);
  }
}
