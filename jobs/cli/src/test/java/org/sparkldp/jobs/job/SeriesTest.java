package org.sparkldp.jobs.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.Refused.refused;
import static org.sparkldp.sql.SparkTest.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.SparkTest;

/** A series of days of which some are bad: a bad day is that day's, by every door. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class SeriesTest {
  private static final String[] DAILY = {
    "protocol = \"grr(epsilon=20)\"", "public = [person, day]", "period = day"
  };

  @RegisterExtension final Sandbox box = new Sandbox();

  /** Twenty people on each day, on the second twice; the fourth is missing. */
  private Dataset<Row> days(int days) {
    String rows =
        "SELECT id, id AS person, chr(97 + id %% 3) AS item, DATE'2026-01-0%d' AS day"
            + " FROM range(0, 20, 1, 1)";
    Dataset<Row> all = spark().sql(rows.formatted(1)).union(spark().sql(rows.formatted(2)));
    for (int day = 2; day <= days; day++) {
      all = day == 4 ? all : all.union(spark().sql(rows.formatted(day)));
    }
    return all;
  }

  @BeforeEach
  void lay() {
    box.plan(DAILY);
    days(3).write().parquet(box.path("people"));
  }

  private Ended run(String options) {
    return box.ldp(
        "--events @events.jsonl run --plan @plan.conf --input @people --output @out " + options);
  }

  private List<String> listed(String folders) {
    return box.ldp("days " + folders + " --format csv").done().lines();
  }

  private static final String WHY = "a person may report once under this plan.";

  @Test
  void aBadDayIsThatDays() throws IOException {
    Ended ended =
        run("--days 2026-01-01..2026-01-04 --each-period --format csv")
            .refused(
                "day=2026-01-02 is left out: " + WHY,
                "Nothing was written now for day=2026-01-02. (2 of 3)",
                "40 reports accumulated",
                "still left out: day=2026-01-04: the table has no rows of it.",
                "left out 1 of 3 periods. day=2026-01-02: " + WHY);
    assertEquals(10, ended.lines().stream().filter(line -> line.startsWith("2026-")).count());
    assertFalse(ended.err().contains("Nothing was written.\n"), ended::err);
    JsonNode event = null;
    for (String line : box.read("events.jsonl").lines().toList()) {
      JsonNode one = new ObjectMapper().readTree(line);
      event = one.path("period").asText().equals("day=2026-01-02") ? one : event;
    }
    assertEquals("refused 3 test", text(event, "outcome", "exit_code", "name"));
    assertTrue(event.path("sentence").asText().startsWith(WHY), event::toString);
    JsonNode record =
        new ObjectMapper().readTree(box.read("out/privatized/runs/day=2026-01-02/left-out.json"));
    assertEquals(event.path("sentence"), record.path("sentence"));
    assertEquals(event.path("fingerprint"), record.path("plan"));
    assertEquals(
        List.of(
            "day=2026-01-01,asked,20,0,0,",
            "day=2026-01-02,refused,0,0,0",
            "day=2026-01-03,asked,20,0,0,",
            "day=2026-01-04,missing,0,0,0,the table has no rows of it."),
        listed("@out").stream()
            .skip(1)
            .map(line -> line.replaceAll(",\"?a person.*", ""))
            .toList());

    // A later window says so, until the day is mended.
    box.delete("people");
    days(5).dropDuplicates().write().parquet(box.path("people"));
    run("--days 2026-01-05").done().says("still left out: day=2026-01-02: " + WHY);
    run("--days 2026-01-02..2026-01-03").done();
    run("--days 2026-01-05").done().says("still left out: day=2026-01-04").keeps("day=2026-01-02");
    assertEquals(
        "[2026-01-01],[2026-01-02],[2026-01-03],[2026-01-05]", days("out/estimated/estimates"));
  }

  private static String text(JsonNode node, String... names) {
    return String.join(" ", List.of(names).stream().map(n -> node.path(n).asText()).toList());
  }

  private String days(String table) {
    List<Row> days = box.table(table).select("day").distinct().orderBy("day").collectAsList();
    return String.join(",", days.stream().map(Row::toString).toList());
  }

  /** Steps that schedulers run one by one, and what is not accumulated yet. */
  @Test
  void stepsGoOnWithTheDaysThatWereDrawn() {
    box.ldp("privatize --plan @plan.conf --input @people --output @reports --days 2026-01-02")
        .refused("day=2026-01-02: " + WHY);
    box.ldp("accumulate --input @reports --output @sums").badInput();
    box.ldp("privatize --plan @plan.conf --input @people --output @reports")
        .refused("left out 1 of 3 periods.");
    assertEquals("day=2026-01-01,asked,20,0,,", listed("@reports").get(1));
    box.ldp("accumulate --input @reports --output @sums").done();
    box.ldp("estimate --input @sums --output @est --days 2026-01-01..2026-01-04 --format csv")
        .done()
        .shows("these numbers are without 2026-01-02, 2026-01-04, of which there are no reports");
    for (String folders : List.of("@reports @sums", "@sums @reports")) {
      assertEquals("day=2026-01-03,asked,20,0,0,", listed(folders).get(3));
    }
    box.ldp("days @nothing").badInput("a folder that run or privatize has written");
  }

  /** Whether there are more people of such a day nobody can say, so nothing is kept of it. */
  @Test
  void aDayThatWasAskedStaysAsItIsWhenItsRowsCannotBeReadLater() {
    for (int day = 1; day <= 2; day++) {
      box.write("csv/day=2026-01-0" + day + "/a.csv", "id,person,item\n1,1,a\n2,2,b\n");
    }
    String run =
        "run --plan @plan.conf --input @csv --output @csv-out --anyway"
            + " --days 2026-01-01..2026-01-03";
    box.ldp(run).done();
    box.write("csv/day=2026-01-01/b.csv", "id,person,item\n3,3\n");
    box.write("csv/day=2026-01-03/a.csv", "id,person,item\n1,1,a\n");
    box.ldp(run).badInput("left out 1 of 3 periods. day=2026-01-01: every row");
    assertEquals("day=2026-01-01,asked,2,0,0,", listed("@csv-out").get(1));
  }

  @Test
  void foldersOfOneColumnHaveOneName() {
    box.write("csv/day=2026-01-01/a.csv", "id,person,item\n1,1,a\n");
    box.write("csv/Day=2026-01-02/a.csv", "id,person,item\n2,2,b\n");
    box.ldp("run --plan @plan.conf --input @csv --output @csv-out --anyway")
        .badInput("folders of one value must have one name. Provided: ");
    assertFalse(box.has("csv-out"));
  }

  @Test
  void aProgramAndAStatementEndAsTheCommandDoes() {
    Plan plan = Fixture.plan(DAILY);
    Job job = Job.of(spark(), plan).during(Days.of(List.of("2026-01-01..2026-01-03")));
    refused("day=2026-01-02: " + WHY, () -> job.run(days(3), box.path("program")));
    assertEquals("[2026-01-01],[2026-01-03]", days("program/estimated/estimates"));
    badInput(
        "day=2026-01-07: the table has no rows of it.",
        () -> job.during(Days.of(List.of("2026-01-07"))).run(days(3), box.path("program")));

    days(3).createOrReplaceTempView("series");
    String options = "OPTIONS (plan '%s', output '%s', days '2026-01-01..2026-01-03')";
    String where = options.formatted(box.at("plan.conf"), box.at("source"));
    String statement = "CREATE TABLE series_asked USING ldp " + where + " AS SELECT * FROM series";
    Throwable ended = assertThrows(Throwable.class, () -> spark().sql(statement));
    assertTrue(ended.getMessage().contains("day=2026-01-02: " + WHY), ended::getMessage);
    Dataset<Row> shown =
        spark()
            .read()
            .format("ldp")
            .option("output", box.path("source"))
            .option("show", "days")
            .load();
    assertEquals("[day=2026-01-01,asked,20,0,0,]", shown.orderBy("period").first().toString());
    assertEquals(1, shown.where("state = 'refused' AND why LIKE 'a person may%'").count());
  }

  @Test
  void aBatchOfAStreamDrawsTheDaysThatItCanAndEndsTheStream() {
    box.plan("protocol = \"grr(epsilon=20)\"", "public = [person, day]", "period = day");
    days(3)
        .selectExpr(
            "IF(day = DATE'2026-01-03' AND id = 3, NULL, id) AS id", "person", "item", "day")
        .coalesce(1)
        .write()
        .parquet(box.path("arriving"));
    box.ldp(
            "run --follow --plan @plan.conf --input @arriving --output @stream --checkpoint @cp"
                + " --until-done")
        .refused("day=2026-01-03: every row must say whose it is");
    assertEquals(
        40, box.table("stream/privatized/reports").count(), "a stream takes the first row");
    assertEquals("day=2026-01-02,asked,20,0,0,", listed("@stream").get(2));
  }

  @Test
  void aChangedPlanIsRefusedWithItsKeyAndANewFolderSaysWhoIsAskedAgain() throws IOException {
    box.delete("people");
    days(3).dropDuplicates().write().parquet(box.path("people"));
    run("").done().says("the folder is new, and day=2026-01-01, day=2026-01-02 come before");
    run("").done().keeps("the folder is new");
    box.plan("protocol = \"grr(epsilon=0.5)\"", "public = [person, day]", "period = day");
    run("").refused("epsilon was 20.0, is 0.5; choose another folder.");
    box.plan(DAILY);
    box.write(
        "plan.conf",
        box.read("plan.conf").replace("outside = fail", "outside = category\npurpose = x"));
    run("").refused("k was 5, is 6; outside was fail, is category; choose").keeps("purpose");

    // A ledger knows who was asked, of these people and this column.
    String ledger = "--ledger @ledger.db ";
    box.plan(DAILY);
    box.write("budget.conf", "budgets = [{ population = people, epsilon = 1000 }]");
    box.ldp(ledger + "ledger set-budget @budget.conf").done();
    String words = "--input @people --plan @plan.conf --days ";
    box.ldp(ledger + "privatize --output @one " + words + "2026-01-02").done();
    box.plan("name = other", "protocol = \"grr(epsilon=1)\"", DAILY[1], DAILY[2]);
    box.ldp(ledger + "privatize --output @two " + words + "2026-01-01..2026-01-03")
        .done()
        .says("the folder is new, and day=2026-01-02 (plan test) were asked before");
  }

  @Test
  void aPageOfSeveralPeriodsSaysWhatAllOfThemCost() throws IOException {
    box.delete("people");
    days(3).dropDuplicates().write().parquet(box.path("people"));
    box.plan("protocol = \"grr(epsilon=2)\"", "public = [person, day]", "period = day");
    run("--html @page.html").done();
    String page = Files.readString(box.at("page.html"));
    String words =
        "What the %s reports of a person who was there in all %s periods say together is protected at epsilon %s:";
    assertTrue(page.contains(words.formatted(3, 3, 6)), page);
    run("--days 2026-01-03 --html @page.html").done();
    page = Files.readString(box.at("page.html"));
    assertTrue(
        page.contains("The one report of a person, of one period, is protected at epsilon 2:"));
    // The folder keeps all days, whatever was shown.
    assertEquals(15, box.table("out/estimated/estimates").count());
  }

  /** Late rows, another step, another grouping: rows of other days are those of before, or new. */
  @Test
  void estimatesOfEarlierDaysAreKeptWhileTheyAreRight() {
    box.delete("people");
    days(2).where("id < 10").dropDuplicates().write().parquet(box.path("people"));
    run("").done();
    box.delete("people");
    days(3).dropDuplicates().write().parquet(box.path("people"));
    run("--days 2026-01-03").done();
    assertEquals("10.0 10.0 20.0", sums("estimate"));
    run("--days 2026-01-02").done();
    assertEquals("10.0 20.0 20.0", sums("estimate"));
    box.write("plan.conf", box.read("plan.conf") + "postprocess = [simplex]\n");
    run("--days 2026-01-03").done();
    assertEquals("10.0 20.0 20.0", sums("simplex"));
    assertEquals(15, box.read(csv()).lines().filter(line -> line.startsWith("2026-01-0")).count());
  }

  private String csv() {
    return "out/estimated/estimates_csv/"
        + box.names("out/estimated/estimates_csv").stream()
            .filter(name -> name.startsWith("part-"))
            .findAny()
            .orElseThrow();
  }

  private String sums(String column) {
    List<Row> sums =
        box.table("out/estimated/estimates")
            .groupBy("day")
            .sum(column)
            .orderBy("day")
            .collectAsList();
    return String.join(" ", sums.stream().map(row -> "" + Math.rint(row.getDouble(1))).toList());
  }
}
