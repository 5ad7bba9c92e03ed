package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * The same people on several days: what they remember, and what it costs. The numbers themselves
 * are those of plain Java (AccumulatorsAsInJavaTest).
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class LifetimeTest {
  private static final int PEOPLE = 300;
  private static final String BOTH = "2026-01-01..2026-01-02";

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  /** Three days of people who all change their item on the third; their reports of two days. */
  @BeforeAll
  static void lay() throws IOException {
    BOX.table(
        "values",
        "SELECT id AS user_id, day, CAST((id + IF(day < DATE'2026-01-03', 0, 1)) % 8 AS INT) AS"
            + " item FROM range("
            + PEOPLE
            + ") CROSS JOIN VALUES (DATE'2026-01-01'),"
            + " (DATE'2026-01-02'), (DATE'2026-01-03') AS t(day)");
    BOX.write(
        "plan.conf", Files.readString(DocPage.repository().resolve("conf/plans/daily-item.conf")));
    BOX.write("olh.conf", BOX.read("plan.conf").replace("loloha(epsilon=4.0)", "olh(epsilon=0.5)"));
    SparkTest.writeKey(BOX.at("another.key"), "ab".repeat(32));
    privatize("plan", "reports", "--days " + BOTH).done();
    BOX.ldp("accumulate --input @reports --output @sums").done();
  }

  private static Ended privatize(String plan, String output, String more) {
    return BOX.ldp("privatize --plan @%s.conf --input @values --output @%s " + more, plan, output);
  }

  private static final String ANOTHER_KEY = " --key-file @another.key";

  private static List<Row> reports(String day) {
    return BOX.table("reports/reports")
        .where("day = DATE '" + day + "'")
        .select("report_id", "report")
        .orderBy("report_id")
        .collectAsList();
  }

  // --- budgets ---

  /** A command with a ledger of a test's own. */
  private static Ended charged(String ledger, String line) {
    return BOX.ldp("--ledger @" + ledger + ".db " + line);
  }

  private static Ended privatize(String ledger, String plan, String output, String more) {
    return charged(
        ledger,
        "privatize --plan @%s.conf --input @values --output @%s %s".formatted(plan, output, more));
  }

  private static void budget(String ledger, String budgets) {
    BOX.write("budget.conf", "budgets = [" + budgets + "]");
    charged(ledger, "ledger set-budget @budget.conf").done();
  }

  private static List<Entry> entries(String ledger) {
    return Ledger.at(BOX.path(ledger + ".db")).book().entries();
  }

  private static final String A_DAY =
      "{population = people, attribute = item, per = day, epsilon = 4.0}";

  @Test
  void aLifetimeIsChargedOnceHoweverManyDaysAndASecondOneIsRefused() {
    budget("once", "{population = people, epsilon = 4.0}, " + A_DAY);
    privatize("once", "plan", "once", "--days 2026-01-01")
        .done()
        .says("in a lifetime", "epsilon 0 of 4 is left of the budget of people");
    privatize("once", "plan", "once", "").done();
    privatize("once", "plan", "elsewhere", "--days 2026-01-02").done();

    assertEquals(2, entries("once").size(), "one a folder");
    for (Entry entry : entries("once")) {
      assertEquals("lifetime", entry.spend().period());
      assertEquals(1, entry.draws());
      assertEquals(4_000_000_000_000L, entry.epsilon());
    }
    assertTrue(charged("once", "ledger show --entries").done().out().contains("daily-item"));

    // The wrong twins: another key, another plan, and the same epsilon every day.
    privatize("once", "plan", "third", ANOTHER_KEY).refused("it would be 8");
    charged("once", "ledger check --plan @plan.conf").refused().shows("refused");
    privatize("once", "olh", "daily", "--days 2026-01-02").refused(); // it counts on every day
    assertEquals(2, entries("once").size());
  }

  /** Reports of any day may be read with all others, so the day on which most is spent decides. */
  @Test
  void aCheckLooksAtTheWholeLifetime() {
    budget("check", A_DAY);
    Ended fits = charged("check", "ledger check --plan @plan.conf").done();
    fits.shows("fits").says("a person and lifetime, as if under a new key,");
    privatize("check", "olh", "checked", "--days " + BOTH).done();

    Ended check = charged("check", "ledger check --plan @plan.conf --format csv");
    check.refused();
    assertEquals(2, check.lines().size(), "one window of many");
    check.shows("day 2026-01-0").shows("refused");
    privatize("check", "plan", "unchecked", "").refused(); // as privatize says
  }

  /** RAPPOR's job draws both responses anew each day, so each day costs its epsilon. */
  @Test
  void aDayByRapporCostsAsMuchAsTheDayBefore() {
    budget("rappor", "{population = people, epsilon = 4.0}");
    BOX.write(
        "rappor.conf", BOX.read("plan.conf").replace("loloha(epsilon=4.0)", "rappor(epsilon=2.0)"));
    privatize("rappor", "rappor", "rappor", "--days " + BOTH).done();
    assertEquals(
        List.of("day=2026-01-01", "day=2026-01-02"),
        entries("rappor").stream().map(entry -> entry.spend().period()).toList());
    privatize("rappor", "rappor", "rappor", "--days 2026-01-03").refused("it would be 6");
  }

  // --- keys ---

  /** What was drawn under a key and not published may have been read all the same. */
  @Test
  void aSecondKeyIsSeenThoughNothingWasPublished() {
    BOX.table(
        "twice",
        "SELECT *, explode(sequence(1, 2)) FROM parquet.`"
            + BOX.path("values")
            + "` WHERE day ="
            + " DATE'2026-01-01'");
    String unpublished = "privatize --plan @plan.conf --input @twice --output @keys";
    BOX.ldp(unpublished + ANOTHER_KEY).refused(); // drawn, and refused for ids that repeat
    privatize("plan", "keys", "--days 2026-01-02")
        .refused("must be drawn under one release key", "ldp clean");

    BOX.ldp("clean @keys").done();
    privatize("plan", "keys", "--days 2026-01-02").done();
    BOX.ldp("clean @keys").done(); // forgets no key of published reports
    privatize("plan", "keys", "--days 2026-01-01" + ANOTHER_KEY)
        .refused("a plan with a lifetime epsilon");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "randomness = keyed | randomness = write-once | must have keyed randomness",
        "randomness = keyed | randomness = keyed, reports_per_person = 2 | must have keyed randomness",
      })
  void plansThatForgetAreRefused(String good, String bad, String words) {
    BOX.write("wrong.conf", BOX.read("plan.conf").replace(good, bad));
    privatize("wrong", "wrong", "").badInput(words);
  }

  // --- days ---

  /** Reports of a person have one name and one hash function, and come anew every day. */
  @Test
  void peopleAreRememberedAndDaysHaveFreshCoins() {
    List<Row> first = reports("2026-01-01");
    List<Row> second = reports("2026-01-02");
    assertEquals(PEOPLE, first.size());
    int differ = 0;
    for (int i = 0; i < PEOPLE; i++) {
      assertEquals(name(first.get(i)), name(second.get(i)));
      assertEquals(first.get(i).getInt(1) / 2, second.get(i).getInt(1) / 2, "one hash function");
      differ += first.get(i).getInt(1) == second.get(i).getInt(1) ? 0 : 1;
    }
    // Two fresh answers from one response differ with probability 2 r (1 - r) = 0.32.
    assertEquals(0.32 * PEOPLE, differ, 5 * Math.sqrt(0.32 * 0.68 * PEOPLE));
  }

  private static String name(Row report) {
    return Arrays.toString((byte[]) report.get(0));
  }

  @Test
  void daysAreEstimatedApartThoughNobodyAskedForIt() {
    Ended days = BOX.ldp("estimate --input @sums --output @days --format csv").done();

    assertEquals(2 * 8 + 1, days.lines().size());
    assertTrue(days.lines().get(0).startsWith("day,item,"));
  }

  /** A sum of two days has errors in common, of which it says nothing. */
  @Test
  void accumulatorsOfTwoDaysDoNotMergeAndThoseOfOneDo() {
    BOX.table("early", "SELECT * FROM parquet.`" + BOX.path("values") + "` WHERE user_id % 3 > 0");
    BOX.ldp("privatize --plan @plan.conf --input @early --output @late --days 2026-01-01").done();
    BOX.ldp("accumulate --input @late --output @bydays").done();
    privatize("plan", "late", "--days " + BOTH).done();
    BOX.ldp("accumulate --input @late --output @bydays").done();
    String sums = "parquet.`" + BOX.path("bydays/accumulators") + "`";

    Exception refusal =
        assertThrows(
            Exception.class,
            () -> spark().sql("SELECT ldp_merge(accumulator) FROM " + sums).collect());
    assertTrue(
        refusal.getMessage().contains("under a lifetime epsilon to one period"),
        refusal.getMessage());
    assertTrue(refusal.getMessage().contains(" for day=2026-01-02"), refusal.getMessage());
    assertEquals(3, spark().sql("SELECT * FROM " + sums).count(), "one day of two runs");
    String merged = "SELECT day, hex(ldp_merge(accumulator)) FROM %s GROUP BY day ORDER BY day";
    assertEquals( // of the same people under the same key, all at once
        spark()
            .sql(merged.formatted("parquet.`" + BOX.path("sums/accumulators") + "`"))
            .collectAsList(),
        spark().sql(merged.formatted(sums)).collectAsList());
  }

  @Test
  void reportsFromOutsideAreEstimatedApartToo() {
    Dataset<Row> reports = BOX.table("reports/reports");
    reports
        .selectExpr(
            "to_json(struct(1 AS version, 'loloha(epsilon=4.0,k=8,g=2,alpha=0.5)' AS spec, plan AS"
                + " fingerprint, concat(hex(report_id), day) AS id, CAST(day AS STRING) AS period,"
                + " report)) AS value")
        .write()
        .text(BOX.path("sent.jsonl"));
    BOX.ldp("ingest --plan @plan.conf --input @sent.jsonl --output @outside --days " + BOTH).done();
    BOX.ldp("accumulate --input @outside --output @counted").done();
    Ended days = BOX.ldp("estimate --input @counted --output @estimated --format csv").done();
    assertEquals(2 * 8 + 1, days.lines().size());
  }
}
