package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.JdbcLedger;
import org.sparkldp.jobs.pipeline.Generation;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The same people on several days: what they remember, what it costs, and what has changed. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class LifetimeCommandsTest {
  private static final int PEOPLE = 3000;
  private static final String PLAN =
      DocPage.repository().resolve("conf/plans/daily-item.conf").toString();

  @TempDir static Path shared;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    Generation.write(
        spark(),
        Datasets.find("panel(people=" + PEOPLE + ",days=30,k=8,change=0.2)"),
        1,
        3L * PEOPLE,
        1,
        values());
  }

  private static String values() {
    return shared.resolve("values").toString();
  }

  @BeforeEach
  void lay() throws IOException {
    Files.writeString(
        folder.resolve("budget.conf"),
        "budgets = [{population = people, epsilon = 4.0}"
            + ", {population = people, attribute = item, per = day, epsilon = 4.0}]");
    done("ledger", "set-budget", path("budget.conf"));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private Ended ldp(String... words) {
    List<String> all = new ArrayList<>(List.of("--ledger", path("ledger.db")));
    all.addAll(List.of(words));
    return Ended.of(all.toArray(new String[0]));
  }

  private Ended done(String... words) {
    Ended ended = ldp(words);
    ended.done();
    return ended;
  }

  private String[] words(String plan, String output, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("privatize", "--plan", plan, "--input", values(), "--output", path(output)));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  private Ended privatize(String plan, String output, String... more) {
    return ldp(words(plan, output, more));
  }

  private String key(String name) throws IOException {
    Path key = folder.resolve(name);
    Files.writeString(key, "ab".repeat(32));
    key.toFile().setReadable(false, false);
    key.toFile().setReadable(true, true);
    return key.toString();
  }

  private List<Entry> entries() {
    return JdbcLedger.at(path("ledger.db")).entries();
  }

  private Dataset<Row> reports(String day) {
    return spark()
        .read()
        .parquet(path("reports/reports"))
        .where("day = DATE '" + day + "'")
        .select("report_id", "report");
  }

  /** True counts of items on a day. */
  private double[] truth(int day) {
    double[] counts = new double[8];
    spark()
        .read()
        .parquet(values())
        .where("day = DATE '2026-01-0" + day + "'")
        .select("item")
        .collectAsList()
        .forEach(row -> counts[row.getInt(0)]++);
    return counts;
  }

  @Test
  void aLifetimeIsChargedOnceHoweverManyDaysAndASecondOneIsRefused() throws IOException {
    Ended first = privatize(PLAN, "reports", "--days", "2026-01-01");
    first.done().says("in a lifetime", "epsilon 0 of 4 is left of the budget of people");
    assertEquals(Exit.DONE, privatize(PLAN, "reports").code());
    assertEquals(Exit.DONE, privatize(PLAN, "reports").code());
    assertEquals(Exit.DONE, privatize(PLAN, "elsewhere", "--days", "2026-01-02").code());

    assertEquals(2, entries().size(), "one a folder");
    for (Entry entry : entries()) {
      assertEquals("lifetime", entry.spend().period());
      assertEquals(1, entry.draws());
      assertEquals(4_000_000_000_000L, entry.epsilon());
    }
    assertTrue(done("ledger", "show", "--entries").out().contains("daily-item"));

    // The wrong twins: another key, another plan, and the same epsilon every day.
    Ended otherKey = privatize(PLAN, "reports", "--days", "2026-01-03", "--key-file", key("k"));
    otherKey.refused();
    Ended elsewhere = privatize(PLAN, "third", "--key-file", key("k"));
    elsewhere.refused("it would be 8");
    Ended check = ldp("ledger", "check", "--plan", PLAN);
    check.refused();
    assertTrue(check.out().contains("refused"), check.out());
    Files.writeString(
        folder.resolve("daily.conf"),
        Files.readString(Path.of(PLAN)).replace("loloha(epsilon=4.0)", "olh(epsilon=0.5)"));
    Ended daily = privatize(path("daily.conf"), "daily", "--days", "2026-01-02");
    assertEquals(Exit.REFUSED, daily.code(), "a lifetime counts on every day");
    assertEquals(2, entries().size());
  }

  /** Reports of any day may be read with all others, so the day on which most is spent decides. */
  @Test
  void aCheckLooksAtTheWholeLifetime() throws IOException {
    Files.writeString(
        folder.resolve("budget.conf"),
        "budgets = [{population = people, attribute = item, per = day, epsilon = 4.0}]");
    done("ledger", "set-budget", path("budget.conf"));
    Ended fits = done("ledger", "check", "--plan", PLAN);
    assertTrue(fits.out().contains("fits"), fits.out());
    fits.says("a person and lifetime, as if under a new key,");
    Files.writeString(
        folder.resolve("daily.conf"),
        Files.readString(Path.of(PLAN)).replace("loloha(epsilon=4.0)", "olh(epsilon=0.5)"));
    done(words(path("daily.conf"), "daily", "--days", "2026-01-01..2026-01-02"));

    Ended check = ldp("ledger", "check", "--plan", PLAN, "--format", "csv");
    check.refused();
    assertEquals(2, check.lines().size(), "one window of many");
    assertTrue(check.out().contains("day 2026-01-0"), check.out());
    assertTrue(check.out().contains("refused"), check.out());
    assertEquals(Exit.REFUSED, privatize(PLAN, "reports").code(), "as privatize says");
  }

  /** What was drawn under a key and not published may have been read all the same. */
  @Test
  void aSecondKeyIsSeenThoughNothingWasPublished() throws IOException {
    spark()
        .read()
        .parquet(values())
        .where("day = DATE '2026-01-01'")
        .selectExpr("*", "explode(sequence(1, 2)) AS times")
        .write()
        .parquet(path("twice"));
    String[] twice = words(PLAN, "reports", "--key-file", key("k"));
    twice[4] = path("twice");
    assertEquals(Exit.REFUSED, Ended.of(twice).code(), "drawn, and refused for ids that repeat");
    Ended other = Ended.of(words(PLAN, "reports", "--days", "2026-01-02"));
    other.refused("must be drawn under one release key", "ldp clean");

    Ended.ldp("clean %s", path("reports")).done();
    Ended.of(words(PLAN, "reports", "--days", "2026-01-02")).done();
    Ended.ldp("clean %s", path("reports")).done();
    Ended first = Ended.of(words(PLAN, "reports", "--days", "2026-01-01", "--key-file", key("k")));
    assertEquals(Exit.REFUSED, first.code(), "clean forgets no key of published reports");
  }

  /** RAPPOR's job draws both responses anew each day, so each day costs its epsilon. */
  @Test
  void aDayByRapporCostsAsMuchAsTheDayBefore() throws IOException {
    Files.writeString(
        folder.resolve("rappor.conf"),
        Files.readString(Path.of(PLAN)).replace("loloha(epsilon=4.0)", "rappor(epsilon=2.0)"));
    done(words(path("rappor.conf"), "rappor", "--days", "2026-01-01..2026-01-02"));
    assertEquals(
        List.of("day=2026-01-01", "day=2026-01-02"),
        entries().stream().map(entry -> entry.spend().period()).toList());
    Ended third = privatize(path("rappor.conf"), "rappor", "--days", "2026-01-03");
    third.refused("it would be 6");
  }

  @Test
  void aKeyThatForgetsIsRefusedWithoutALedgerToo() throws IOException {
    Ended.of(words(PLAN, "reports", "--days", "2026-01-01")).done();
    Ended other = Ended.of(words(PLAN, "reports", "--days", "2026-01-02", "--key-file", key("k")));

    other.refused("a plan with a lifetime epsilon");
  }

  /** Reports of a person have one name and one hash function, and come anew every day. */
  @Test
  void peopleAreRememberedAndDaysHaveFreshCoins() {
    Ended.of(words(PLAN, "reports", "--days", "2026-01-01..2026-01-02")).done();
    Dataset<Row> both =
        reports("2026-01-01")
            .toDF("report_id", "a")
            .join(reports("2026-01-02").toDF("report_id", "b"), "report_id");

    assertEquals(PEOPLE, both.count());
    assertEquals(0, both.where("a div 2 <> b div 2").count(), "one hash function");
    double differ = both.where("a <> b").count() / (double) PEOPLE;
    // Two fresh answers from one response differ with probability 2 r (1 - r) = 0.32, and 1/2 of
    // the 15 % who changed their item also have another bucket.
    assertTrue(differ > 0.3 && differ < 0.42, "" + differ);
  }

  @Test
  void daysAreEstimatedApartAndChangesFromPairs() throws IOException {
    Ended.of(words(PLAN, "reports")).done();
    done("accumulate", "--input", path("reports"), "--output", path("sums"));
    Ended days =
        done("estimate", "--input", path("sums"), "--output", path("days"), "--format", "csv");
    done(
        "accumulate",
        "--input",
        path("reports"),
        "--output",
        path("change"),
        "--change",
        "2026-01-01..2026-01-03");
    Ended change =
        done(
            "estimate",
            "--input",
            path("change"),
            "--output",
            path("changed"),
            "--html",
            path("change.html"),
            "--format",
            "csv");

    assertEquals(3 * 8 + 1, days.lines().size(), "each day apart, though nobody asked for it");
    assertTrue(days.lines().get(0).startsWith("day,item,"));
    double[] estimates = Ended.column(days.out(), "estimate");
    double[] errors = Ended.column(days.out(), "standard_error");
    double[] changes = Ended.column(change.out(), "estimate");
    double[] changeErrors = Ended.column(change.out(), "standard_error");
    double squares = 0;
    double reversed = 0;
    for (int item = 0; item < 8; item++) {
      assertEquals(estimates[16 + item] - estimates[item], changes[item], 1e-6);
      double apart = Math.hypot(errors[item], errors[16 + item]);
      assertTrue(changeErrors[item] < 0.95 * apart, "days are not independent");
      double truth = truth(3)[item] - truth(1)[item];
      squares += Math.pow((changes[item] - truth) / changeErrors[item], 2);
      reversed += Math.pow((estimates[item] - truth(1)[7 - item]) / errors[item], 2);
    }
    assertTrue(squares < 8 + 10 * 4, "" + squares);
    assertTrue(reversed > 8 + 10 * 4, "" + reversed);
    String plan = Files.readString(folder.resolve("change/plan.conf"));
    assertTrue(plan.contains("loloha-change(epsilon=4.0,k=8,g=2,alpha=0.5)"), plan);
    assertTrue(Files.readString(folder.resolve("change.html")).contains("2026-01-03"));

    // Again gives the same, and another pair another plan.
    done(
        "accumulate",
        "--input",
        path("reports"),
        "--output",
        path("change"),
        "--change",
        "2026-01-01..2026-01-03");
    assertEquals(plan, Files.readString(folder.resolve("change/plan.conf")));
    done(
        "accumulate",
        "--input",
        path("reports"),
        "--output",
        path("change"),
        "--change",
        "2026-01-02..2026-01-03");
    assertNotEquals(plan, Files.readString(folder.resolve("change/plan.conf")));
  }

  /** A sum of two days has errors in common, of which it says nothing. */
  @Test
  void accumulatorsOfTwoDaysDoNotMergeAndThoseOfOneDo() {
    String[] early = words(PLAN, "reports", "--days", "2026-01-01");
    spark().read().parquet(values()).where("user_id % 3 > 0").write().parquet(path("early"));
    early[4] = path("early");
    Ended.of(early).done();
    done("accumulate", "--input", path("reports"), "--output", path("sums"));
    Ended.of(words(PLAN, "reports", "--days", "2026-01-01..2026-01-02")).done();
    done("accumulate", "--input", path("reports"), "--output", path("sums"));
    done("accumulate", "--input", path("reports"), "--output", path("again"));
    String sums = "parquet.`" + path("sums/accumulators") + "`";

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
    assertEquals(
        spark().sql(merged.formatted(sums)).collectAsList(),
        spark()
            .sql(merged.formatted("parquet.`" + path("again/accumulators") + "`"))
            .collectAsList());
    done("estimate", "--input", path("sums"), "--output", path("days"));
  }

  /** Names of reports from outside are drawn for each, so no two of a person can be found. */
  @Test
  void reportsFromOutsideAreNotCompared() {
    Ended.of(words(PLAN, "reports", "--days", "2026-01-01..2026-01-02")).done();
    spark()
        .read()
        .parquet(path("reports/reports"))
        .selectExpr(
            "to_json(struct(1 AS version, 'loloha(epsilon=4.0,k=8,g=2,alpha=0.5)' AS spec, plan AS"
                + " fingerprint, concat(hex(report_id), day) AS id, CAST(day AS STRING) AS period,"
                + " report)) AS value")
        .write()
        .text(path("sent.jsonl"));
    Ended.ldp(
            "ingest --plan %s --input %s --output %s --days 2026-01-01..2026-01-02",
            PLAN, path("sent.jsonl"), path("outside"))
        .done();
    Ended change =
        ldp(
            "accumulate",
            "--input",
            path("outside"),
            "--output",
            path("change"),
            "--change",
            "2026-01-01..2026-01-02");
    change.badInput(
        "a change needs reports that privatize has made", "Provided reports from outside: 6000");
    done("accumulate", "--input", path("outside"), "--output", path("sums"));
    Ended days =
        done("estimate", "--input", path("sums"), "--output", path("days"), "--format", "csv");
    assertEquals(2 * 8 + 1, days.lines().size(), "each day apart");
  }

  @Test
  void pairsThatAreNotOfOnePersonUnderOneKeyAreRefused() throws IOException {
    Ended.of(words(PLAN, "reports", "--days", "2026-01-01")).done();
    Ended.of(words(PLAN, "others", "--days", "2026-01-02", "--key-file", key("k"))).done();
    Ended noPairs = change(path("reports"), path("others"));
    noPairs.badInput("people with a report in both periods");

    Ended.of(words(PLAN, "reports", "--days", "2026-01-02")).done();
    Ended.of(words(PLAN, "rerun", "--days", "2026-01-02")).done();
    Ended rerun = change(path("reports"), path("rerun"));
    rerun.refused("may be counted once");
    Ended twice = change(path("reports"), path("reports"));
    twice.badInput("the input folders must differ");
    Ended groups = change(path("reports"), path("others"), "--group-by", "day");
    groups.badInput("leave out --group-by");
    Ended distinct = change(path("reports"), path("others"), "--distinct");
    distinct.badInput("are always compared");
  }

  private Ended change(String input, String other, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "accumulate",
                "--change",
                "2026-01-01..2026-01-02",
                "--output",
                path("change"),
                "--input",
                input,
                other));
    all.addAll(List.of(more));
    return ldp(all.toArray(new String[0]));
  }

  @Test
  void whatCannotBeComparedIsRefused() throws IOException {
    assertEquals(Exit.DONE, privatize(PLAN, "reports", "--days", "2026-01-01").code());
    String[][] wrong = {
      {"2026-01-01", "between two periods"},
      {"2026-01-01..2026-01-01", "two different periods"},
      {"2026-01-01..2026-01-02", "there must be reports of both periods"},
      {"2026-01-01..", "between two periods"},
    };
    for (String[] offered : wrong) {
      Ended ended =
          ldp(
              "accumulate",
              "--input",
              path("reports"),
              "--output",
              path("change"),
              "--change",
              offered[0]);
      ended.badInput(offered[1]);
    }
    String text = Files.readString(Path.of(PLAN));
    Files.writeString(
        folder.resolve("olh.conf"), text.replace("loloha(epsilon=4.0)", "olh(epsilon=0.5)"));
    Ended olh =
        Ended.ldp(
            "privatize --plan %s --input %s --output %s", path("olh.conf"), values(), path("olh"));
    olh.done();
    Ended apart =
        ldp(
            "accumulate",
            "--input",
            path("olh"),
            "--output",
            path("change"),
            "--change",
            "2026-01-01..2026-01-02");
    apart.badInput("only protocols with a lifetime epsilon link");
  }

  @Test
  void plansThatForgetAreRefused() throws IOException {
    String text = Files.readString(Path.of(PLAN));
    for (String wrong :
        List.of(
            text.replace("randomness = keyed", "randomness = write-once"),
            text + "reports_per_person = 2\n")) {
      Files.writeString(folder.resolve("wrong.conf"), wrong);
      Ended ended = privatize(path("wrong.conf"), "wrong");
      ended.badInput("must have keyed coins");
    }
    Files.writeString(
        folder.resolve("change.conf"),
        text.replace("loloha(epsilon=4.0)", "loloha-change(epsilon=4.0)")
            + "task = change\nearlier = \"1\"\nlater = \"2\"\n");
    Ended change = privatize(path("change.conf"), "wrong");
    change.badInput("nobody is asked");
  }
}
