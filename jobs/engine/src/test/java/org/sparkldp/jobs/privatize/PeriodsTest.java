package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.Refused.refused;
import static org.sparkldp.jobs.privatize.Fixture.files;
import static org.sparkldp.jobs.privatize.Fixture.names;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.jobs.privatize.Fixture.table;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.ResultRows;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SparkTest;

/** The same people every day: days, late rows, deleted values, and what is counted when. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class PeriodsTest {
  /** Three days of 30, 40 and 50 people, drawn and accumulated once for all tests. */
  @TempDir static Path shared;

  @TempDir Path folder;

  /** What was said of the second day by itself, and of all days then. */
  private static String saidFirst;

  private static String saidThen;

  private static Plan daily(String... lines) {
    String[] all = Arrays.copyOf(lines, lines.length + 2);
    all[lines.length] = "public = [person, day]";
    all[lines.length + 1] = "period = day";
    return plan(all);
  }

  /** n people who answer on each of the first days of 2026, each day with another item. */
  private static Dataset<Row> days(int n, int days) {
    Dataset<Row> all = null;
    for (int day = 1; day <= days; day++) {
      Dataset<Row> one =
          people(n, 2)
              .withColumn("item", expr("element_at(array('a','b','c'), 1 + CAST(id % 3 AS INT))"))
              .withColumn("day", expr("DATE'2026-01-0" + day + "'"));
      all = all == null ? one : all.union(one);
    }
    return all;
  }

  /** So large an epsilon that a report is its item. */
  private static Plan exact() {
    return daily("protocol = \"grr(epsilon=20)\"");
  }

  /** The people of the shared folder, on more days than it has. */
  private static Dataset<Row> exactDays(int days) {
    return days(50, days).where("id < 20 + 10 * dayofmonth(day)");
  }

  @BeforeAll
  static void threeDays() {
    Path reports = shared.resolve("reports");
    saidFirst = said(privatize(exact(), reports, exactDays(3), "2026-01-02"));
    saidThen = said(privatize(exact(), reports, exactDays(3)));
    new Accumulation(exact())
        .run(List.of(output(reports)), List.of(), output(shared.resolve("acc")));
  }

  /** A copy of the three days for a test that changes them. */
  private Plan withThreeDays() {
    Fixture.copy(shared.resolve("reports"), reports());
    Fixture.copy(shared.resolve("acc"), folder.resolve("acc"));
    return exact();
  }

  private static final String THREE_DONE =
      "day=2026-01-01 done 30 30; day=2026-01-02 done 40 40; day=2026-01-03 done 50 50";

  private static List<Privatized> privatize(
      Plan plan, Path reports, Dataset<Row> values, String... days) {
    return new Privatization(plan).run(() -> values, output(reports), Days.of(List.of(days)));
  }

  private List<Privatized> privatize(Plan plan, Dataset<Row> values, String... days) {
    return privatize(plan, reports(), values, days);
  }

  private Path reports() {
    return folder.resolve("reports");
  }

  /** What is said of each period: reports, and how many of them were there. */
  private static String said(List<Privatized> outcomes) {
    List<String> all =
        outcomes.stream()
            .map(
                o ->
                    String.join(
                        " ",
                        o.period(),
                        o.alreadyDone() ? "done" : "drawn",
                        o.reports() + "",
                        o.earlier() + ""))
            .toList();
    return String.join("; ", all);
  }

  private static Map<String, String> drawn(Path reports) {
    return ResultRows.byDayAndPerson(reports);
  }

  private long accumulate(Plan plan, String... groups) {
    return new Accumulation(plan)
        .run(List.of(output(reports())), List.of(groups), output(folder.resolve("acc")))
        .reports();
  }

  private Estimates estimate(Plan plan, boolean each, String... days) {
    return new Estimation(spark(), plan, List.of())
        .run(
            List.of(output(folder.resolve("acc"))),
            Days.of(List.of(days)),
            each,
            output(folder.resolve("est")));
  }

  private static double[] estimates(Estimates.Group group) {
    return group.estimate().rows().stream().mapToDouble(row -> row.estimate()).toArray();
  }

  @Test
  void aDayAtATimeGoesIntoOneTableThatSparkReadsByDay() {
    assertEquals("day=2026-01-02 drawn 40 0", saidFirst);
    assertEquals(
        "day=2026-01-01 drawn 30 0; day=2026-01-02 done 40 40; day=2026-01-03 drawn 50 0",
        saidThen);
    Path reports = shared.resolve("reports");
    Dataset<Row> table = table(reports, "reports");
    assertEquals("DATE", table.schema().apply("day").dataType().sql());
    assertEquals(50, table.where("day = DATE'2026-01-03'").count());
    assertEquals(120, drawn(reports).size());
    assertEquals(120, table.select("report_id").distinct().count(), "each day has its own names");
    assertEquals(List.of("plan.conf", "reports", "runs"), shown(reports));
    assertEquals(
        List.of("part-0-00000.snappy.parquet"), shown(reports.resolve("reports/day=2026-01-01")));
  }

  private static List<String> shown(Path of) {
    return names(of).stream().filter(name -> !name.startsWith(".")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void whoComesLateIsDrawnAloneAndNobodyTwice(String randomness) throws IOException {
    Plan plan = daily("randomness = " + randomness, "late_rows = draw");
    Dataset<Row> all = days(100, 2);
    Dataset<Row> early = all.where("day < DATE'2026-01-02' OR id % 4 > 0");
    privatize(plan, early);
    Map<String, String> before = drawn(reports());
    assertEquals(175, before.size());

    List<Privatized> late = privatize(plan, all);
    assertEquals("day=2026-01-01 done 100 100; day=2026-01-02 drawn 100 75", said(late));
    assertEquals(0, late.get(1).leftOut(), "of its rows those of the first run have reports");
    assertEquals(25L * Integer.BYTES, late.get(1).event().details().get("report_bytes"));
    assertEquals(0, late.get(1).runs().get(1).record().path("rows_left_out").asLong(-1));
    Map<String, String> after = drawn(reports());
    assertEquals(200, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()), "a report has changed");
    Map<String, String> files = files(reports());
    assertEquals(
        "day=2026-01-01 done 100 100; day=2026-01-02 done 100 100", said(privatize(plan, all)));
    assertEquals(files, files(reports()));
    if (randomness.equals("keyed")) {
      Path once = folder.resolve("once");
      privatize(plan, once, all, "2026-01-02");
      after.keySet().removeIf(person -> person.startsWith("2026-01-01"));
      assertEquals(drawn(once), after);
    } else { // the set of ids: salted words, in an order of their own
      Dataset<Row> kept = table(reports(), "people");
      assertEquals(List.of("salt", "person", "day"), List.of(kept.columns()));
      assertEquals(3, kept.select("salt").distinct().count());
      assertEquals(200, kept.select("person").distinct().count());
    }
  }

  /** A look at each would take several jobs a day. */
  @Test
  void daysThatHaveAllBeenAskedAreLookedAtTogether() {
    Plan plan = withThreeDays();
    assertEquals(
        jobs(() -> privatize(plan, exactDays(3), "2026-01-01", "2026-01-02")),
        jobs(() -> assertEquals(THREE_DONE, said(privatize(plan, exactDays(3))))));
    // As many people, of whom one has come and one has gone.
    Dataset<Row> other =
        exactDays(3)
            .withColumn(
                "id",
                expr("IF(id = 7 AND day = DATE'2026-01-02', 1007, id)")
                    .cast(exactDays(1).schema().apply("id").dataType()));
    assertEquals(
        "day=2026-01-01 done 30 30; day=2026-01-02 drawn 41 40; day=2026-01-03 done 50 50",
        said(privatize(plan, other)));
  }

  /** What a look at each day says is said then too. */
  @Test
  void aDayThatHasBeenAskedIsStillLookedAt() {
    Plan plan = withThreeDays();
    Dataset<Row> twice = exactDays(3).union(exactDays(3).where("id = 7 AND day = '2026-01-02'"));
    assertEquals(THREE_DONE, said(privatize(plan, twice)), "rows of somebody who has answered");
    Dataset<Row> nobodys = exactDays(3).withColumn("id", expr("IF(id = 7, NULL, id)"));
    refused("Rows without an id: 1", () -> privatize(plan, nobodys));
  }

  /** The jobs of Spark that a step starts. */
  private static int jobs(Runnable step) {
    String group = UUID.randomUUID().toString();
    spark().sparkContext().setJobGroup(group, "", false);
    try {
      step.run();
      return spark().sparkContext().statusTracker().getJobIdsForGroup(group).length;
    } finally {
      spark().sparkContext().clearJobGroup();
    }
  }

  @Test
  void aPersonWithSeveralRowsHasAnsweredWithTheFirst() {
    Plan plan = plan("reports_per_person = 2");
    Dataset<Row> rows = people(40, 2).union(people(40, 2));
    new Privatization(plan).run(people(20, 1), output(reports()));
    assertEquals(
        "drawn 60 20", said(List.of(new Privatization(plan).run(rows, output(reports())))).strip());
  }

  /** Else a table that has grown would have longer names, by which nobody is known. */
  @Test
  void namesOfLatePeopleAreAsLongAsThoseOfTheFirstRun() throws IOException {
    Plan plan = plan("randomness = write-once", "late_rows = draw");
    new Privatization(plan).run(people(20, 1), output(reports()));
    Path record = reports().resolve("run.json");
    String text = Files.readString(record); // as of a run over millions of people
    Files.writeString(record, text.replace("\"report_id_bytes\" : 8", "\"report_id_bytes\" : 16"));
    Files.delete(reports().resolve(".run.json.crc"));
    new Privatization(plan).run(people(30, 1), output(reports()));
    Dataset<Row> names = table(reports(), "reports").selectExpr("length(report_id) AS bytes");
    assertEquals(20, names.where("bytes = 8").count());
    assertEquals(10, names.where("bytes = 16").count());
  }

  @ParameterizedTest
  @CsvSource({
    "randomness = write-once, false",
    "late_rows = refuse, false",
    "randomness = keyed, true"
  })
  void lateRowsThatCannotBeDrawnAreRefusedNotLost(String line, boolean isDropped) {
    Plan plan = daily(line);
    privatize(plan, days(50, 1));
    assertFalse(Files.exists(reports().resolve("people")), "ids are kept for late rows only");
    if (isDropped) {
      output(reports()).drop("reports", output(reports()).runs());
    }
    assertEquals("day=2026-01-01 done 50 50", said(privatize(plan, days(50, 1))));
    refused("Rows that came later: 7;", () -> privatize(plan, days(57, 1)));
  }

  /** Of fewer rows nobody can say whether some are new; that some have gone is said. */
  @Test
  void rowsThatHaveGoneAreCounted() {
    Plan plan = daily("late_rows = refuse");
    privatize(plan, days(50, 1));
    assertEquals(43, privatize(plan, days(7, 1)).get(0).gone());
    assertEquals(0, privatize(plan, days(50, 1)).get(0).gone());
    assertEquals(0, privatize(plan, days(50, 1).where("false")).get(0).gone(), "all: no word");
  }

  @Test
  void rowsCameLaterThanTheLastOfSeveralRuns() {
    Plan plan = daily();
    privatize(plan, days(50, 1));
    privatize(plan, days(57, 1));
    output(reports()).drop("reports", output(reports()).runs().subList(0, 1));
    refused("Rows that came later: 1;", () -> privatize(plan, days(58, 1)));
    output(reports()).drop("reports", output(reports()).runs());
    assertEquals("day=2026-01-01 done 57 57", said(privatize(plan, days(57, 1))));
    refused("Rows that came later: 3;", () -> privatize(plan, days(60, 1)));
  }

  @Test
  void valuesMayBeDeletedAndWhatIsDoneStaysDone() throws IOException {
    Plan plan = withThreeDays();
    assertEquals(THREE_DONE, said(privatize(plan, exactDays(3).where("day > DATE'2026-01-01'"))));
    assertEquals(THREE_DONE, said(privatize(plan, exactDays(3).where("false"))));
    String[] named = {"2026-01-01", "2026-01-02", "2026-01-03"};
    assertEquals(THREE_DONE, said(fromNowhere(plan, "gone", named)));
    // What is not done is not done, and a failure of reading is no table that has gone.
    assertThrows(Exception.class, () -> fromNowhere(plan, "gone", "2026-01-01", "2026-01-04"));
    assertEquals(
        "day=2026-01-01 done 30 30; day=2026-01-02 done 40 40",
        said(fromNowhere(plan, "gone", "2026-01-01..2026-01-02")));
    assertThrows(
        Exception.class, () -> fromNowhere(plan, "gone", "2026-01-01", "2026-01-04..2026-01-05"));
    assertThrows(Exception.class, () -> fromNowhere(plan, "gone"));
    // A deletion by Spark leaves a folder without data.
    Files.createFile(Files.createDirectory(folder.resolve("empty")).resolve("_SUCCESS"));
    assertEquals(THREE_DONE, said(fromNowhere(plan, "empty", named)));
    assertThrows(
        IllegalStateException.class,
        () ->
            new Privatization(plan)
                .run(
                    () -> {
                      throw new IllegalStateException("the database is down");
                    },
                    output(reports()),
                    Days.of(List.of(named))));
  }

  private List<Privatized> fromNowhere(Plan plan, String name, String... days) {
    return new Privatization(plan)
        .run(
            new PrivateTable() {
              @Override
              public Dataset<Row> rows() {
                return spark().read().parquet(folder + "/" + name);
              }

              @Override
              public boolean exists() {
                return Inputs.exists(spark(), Input.of(folder + "/" + name));
              }
            },
            output(reports()),
            Days.of(List.of(days)));
  }

  /** Ids of numbers and of texts have other names: their people would answer twice. */
  @ParameterizedTest
  @ValueSource(strings = {"id", "day"})
  void theIdAndPublicColumnsKeepTheirTypes(String column) {
    Plan plan = withThreeDays();
    Dataset<Row> others = exactDays(4).withColumn(column, expr("STRING(" + column + ")"));
    refused("must keep their types", () -> privatize(plan, others));
    refused("must keep their types", () -> privatize(plan, others, "2026-01-04"));
    assertEquals(120, drawn(reports()).size());
  }

  /** A day of which only people outside came first, as just after midnight. */
  @Test
  void aRunWithoutReportsStopsNobody() {
    Plan plan = daily("outside = drop", "outside_reason = \"a test\"");
    privatize(plan, days(20, 1));
    privatize(plan, days(10, 2).where("day > DATE'2026-01-01'").withColumn("item", expr("'x'")));
    assertEquals(20, accumulate(plan));
    privatize(plan, days(30, 2).where("day > DATE'2026-01-01'"));
    assertEquals(50, accumulate(plan));
    assertEquals(50, estimate(plan, false).reports());
  }

  /** The same people with other values, after the reports were deleted by hand. */
  @Test
  void accumulatorsOfReportsThatAreNoMoreAreReplaced() throws IOException {
    Plan plan = plan("protocol = \"grr(epsilon=20)\"");
    new Privatization(plan).run(people(40, 2), output(reports()));
    accumulate(plan);
    FileUtils.deleteDirectory(reports().toFile());
    new Privatization(plan).run(people(40, 2).withColumn("item", expr("'e'")), output(reports()));
    accumulate(plan);
    assertArrayEquals(
        new double[] {0, 0, 0, 0, 40}, estimates(estimate(plan, false).groups().get(0)), 1e-6);
  }

  /** January's reports are gone, and its accumulators are all there is. */
  @Test
  void accumulatorsOfOtherReportsAreNotOverwritten() {
    Plan plan = withThreeDays();
    Path february = folder.resolve("february");
    privatize(plan, february, exactDays(4), "2026-01-04");
    badInput(
        "give their folder as well",
        () ->
            new Accumulation(plan)
                .run(List.of(output(february)), List.of(), output(folder.resolve("acc"))));
    assertEquals(120, estimate(plan, false).reports());
  }

  @Test
  void anotherKeyWouldLetPeopleAnswerTwiceWithPeriodsOrWithout() {
    Plan plan = withThreeDays();
    Plan once = plan();
    privatize(once, folder.resolve("once"), people(20, 1));
    Path other = SparkTest.writeKey(folder.resolve("other.key"), "5a".repeat(32));
    SparkTest.startedWith(KeyLocation.KEY_FILE, other.toString());
    refused("one release key", () -> privatize(plan, exactDays(4)));
    refused("one release key", () -> privatize(once, folder.resolve("once"), people(30, 1)));
  }

  @Test
  void onlyWhatIsNewIsAccumulatedAndTheSumIsThatOfAllAtOnce() {
    Plan plan = withThreeDays();
    privatize(plan, days(50, 1), "2026-01-01"); // twenty came late
    assertEquals(140, accumulate(plan));
    assertEquals(140, accumulate(plan)); // nothing new
    List<Run> runs = output(folder.resolve("acc")).runs();
    assertEquals(List.of(120L, 20L), runs.stream().map(Run::reports).toList());

    Path twin = folder.resolve("twin");
    new Accumulation(plan).run(List.of(output(reports())), List.of(), output(twin));
    assertEquals(1, output(twin).runs().size());
    assertArrayEquals(bytes(twin), bytes(folder.resolve("acc")));
    assertEquals(140, estimate(plan, false).reports());
  }

  private byte[] bytes(Path accumulators) {
    return (byte[])
        table(accumulators, "accumulators").selectExpr("ldp_merge(accumulator)").head().get(0);
  }

  @Test
  void estimatesAreOfAnySetOfDays() {
    Plan plan = withThreeDays();
    assertEquals(120, estimate(plan, false).reports());
    assertEquals(90, estimate(plan, false, "2026-01-02..2026-01-09").reports());
    Estimates each = estimate(plan, true, "2026-01-01", "2026-01-03");
    assertEquals(
        List.of("day=2026-01-01", "day=2026-01-03"),
        each.groups().stream().map(each::label).toList());
    assertArrayEquals(new double[] {10, 10, 10, 0, 0}, estimates(each.groups().get(0)), 1e-6);
    assertArrayEquals(new double[] {17, 17, 16, 0, 0}, estimates(each.groups().get(1)), 1e-6);
    badInput("periods that are asked for", () -> estimate(plan, false, "2026-02-01"));
  }

  @Test
  void reportsMayBeDroppedOnceTheyAreAccumulated() {
    Plan plan = withThreeDays();
    output(reports())
        .drop(
            "reports", Privatization.of(output(reports()).runs(), Days.of(List.of("2026-01-01"))));
    assertEquals(90, table(reports(), "reports").count());
    privatize(plan, exactDays(4));
    assertEquals(170, accumulate(plan));
    assertEquals(170, estimate(plan, false).reports());
    assertEquals(30, estimate(plan, false, "2026-01-01").reports());
    badInput("were deleted before", () -> accumulate(plan, "person"));
  }

  /** Accumulators of one folder's reports in two places are the same reports. */
  @Test
  void reportsAreCountedOnceThoughTheirAccumulatorsLieTwice() {
    Plan plan = withThreeDays();
    Path copy = folder.resolve("copy");
    new Accumulation(plan).run(List.of(output(reports())), List.of(), output(copy));
    refused(
        "counted once",
        () ->
            new Estimation(spark(), plan, List.of())
                .run(
                    List.of(output(folder.resolve("acc")), output(copy)),
                    output(folder.resolve("est"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "true | must be of type DATE, STRING or an integer type",
        "TIMESTAMP'2026-01-01 10:00:00' | name one in a view",
        "'x' COLLATE UTF8_LCASE | give it one spelling in a view",
        "CAST(NULL AS DATE) | Rows without one: 20;",
        "'../up' | names a folder",
        "'a/b' | names a folder",
      })
  void aPeriodNamesAFolder(String day, String words) {
    if (day.contains("COLLATE")) {
      SparkTest.assumeSince("4.0", "COLLATE");
    }
    badInput(words, () -> privatize(daily(), people(20, 1).withColumn("day", expr(day))));
    assertEquals(List.of(), names(folder));
  }

  @Test
  void daysThatAreAskedForMustBeThere() {
    badInput(
        "day=2026-01-07: the table has no rows of it.",
        () -> privatize(daily(), days(20, 2), "2026-01-01..2026-01-02", "2026-01-07"));
    badInput(
        "Provided: 2027-01-01..2027-12-31",
        () -> privatize(daily(), days(20, 2), "2027-01-01..2027-12-31"));
    // The others were drawn. Rows without a period are of none of these.
    Dataset<Row> some = days(20, 2).withColumn("day", expr("IF(id < 5, NULL, day)"));
    assertEquals(
        "day=2026-01-02 drawn 15 0",
        said(privatize(daily(), folder.resolve("some"), some, "2026-01-02")));
  }
}
