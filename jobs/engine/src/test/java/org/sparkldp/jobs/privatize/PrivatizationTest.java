package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.Refused.refused;
import static org.sparkldp.jobs.privatize.Fixture.files;
import static org.sparkldp.jobs.privatize.Fixture.names;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.jobs.privatize.Fixture.reportsByPerson;
import static org.sparkldp.jobs.privatize.Fixture.table;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SparkTest;

/** Values to reports: what is written, what is refused, and that refusals hold no value. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class PrivatizationTest {
  /** Looked for in every message. */
  private static final String SECRET = "secret4711";

  /** One file of 300 reports, read by several tests. */
  @TempDir static Path shared;

  @TempDir Path folder;

  private static Privatized outcome;

  @BeforeAll
  static void drawOnce() {
    Metadata statistics = new MetadataBuilder().putString("most_frequent_item", SECRET).build();
    Dataset<Row> people =
        people(300, 1).withColumn("person", col("person").as("person", statistics));
    outcome = new Privatization(plan()).run(people, output(shared.resolve("out")));
  }

  private static Dataset<Row> reports() {
    return table(shared.resolve("out"), "reports");
  }

  private Privatized privatize(Plan plan, Dataset<Row> values, String name) {
    return new Privatization(plan).run(values, output(folder.resolve(name)));
  }

  private static String said(Privatized outcome) {
    return "drawn %d of %d, %d left out"
        .formatted(outcome.drawn(), outcome.reports(), outcome.leftOut());
  }

  @Test
  void keyedReportsAreThoseOfTheJavaFloorUnderThePlansFingerprint() {
    Plan plan = plan();
    assertEquals("drawn 300 of 300, 0 left out", said(outcome));
    Dataset<Row> reports = reports();
    assertEquals(
        List.of("report_id", "plan", "round", "report", "person"),
        Arrays.asList(reports.columns()));
    CellProtocol oracle = (CellProtocol) plan.protocol();
    KeyedRandomness randomness = KeyLocation.find().randomness(plan.fingerprint());
    List<Row> rows = reports.collectAsList();
    assertEquals(300, rows.size());
    for (Row row : rows) {
      long id = row.getAs("person");
      int item = (int) (id % 5);
      assertEquals(oracle.randomize(item, randomness.open(id, item)), row.<Integer>getAs("report"));
      assertEquals(plan.fingerprint(), row.getAs("plan"));
      assertEquals(8, row.<byte[]>getAs("report_id").length);
    }
    assertEquals(300, reports.select("report_id").distinct().count());
    assertEquals(plan.text().strip(), output(shared.resolve("out")).plan().strip());
    assertEquals(
        Metadata.empty(),
        reports.schema().apply("person").metadata(),
        "what the pipeline left on a public column is lost");
  }

  @Test
  void withinAFileReportsLieInTheOrderOfTheirNamesNotOfTheInput() {
    List<Row> rows = reports().selectExpr("hex(report_id)", "person").collectAsList();
    List<String> ids = rows.stream().map(row -> row.getString(0)).toList();
    assertEquals(ids.stream().sorted().toList(), ids);
    List<Long> people = rows.stream().map(row -> row.getLong(1)).toList();
    assertNotEquals(people.stream().sorted().toList(), people);
  }

  @Test
  void twoPlansNameReportsDifferentlySoThatTheyCannotBeJoined() {
    privatize(plan("name = other"), people(50, 1), "b");
    assertEquals(0, reports().join(table(folder.resolve("b"), "reports"), "report_id").count());
  }

  @Test
  void writeOnceReportsAreFreshInEveryFolderDrawnOnceAndNeedNoKey() {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    Plan plan = plan("randomness = write-once");
    privatize(plan, people(300, 2), "a");
    privatize(plan, people(300, 2), "b");
    assertEquals(300, reportsByPerson(folder.resolve("a")).size());
    assertNotEquals(reportsByPerson(folder.resolve("a")), reportsByPerson(folder.resolve("b")));
    assertTrue(output(folder.resolve("a")).run().path("key").isNull());
    List<Long> people =
        table(folder.resolve("a"), "reports").select("person").as(Encoders.LONG()).collectAsList();
    assertNotEquals(people.stream().sorted().toList(), people, "they lie in the order of a lot");
    Map<String, String> before = files(folder);
    assertEquals("drawn 0 of 300, 0 left out", said(privatize(plan, people(300, 5), "a")));
    assertEquals(before, files(folder));
  }

  @Test
  void anotherPlanOverAFinishedOutputIsRefused() {
    Map<String, String> before = files(shared);
    Privatization other = new Privatization(plan("name = other"));
    refused("one plan", () -> other.run(people(300, 1), output(shared.resolve("out"))));
    assertEquals(before, files(shared));
  }

  @Test
  void aFolderThatHoldsSomethingElseIsLeftAlone() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/thesis.txt"), "years of work");
    badInput("new or empty", () -> privatize(plan(), people(10, 1), "out"));
    assertEquals(List.of("thesis.txt"), names(folder.resolve("out")));
    assertEquals(List.of("out"), names(folder));
    Files.delete(folder.resolve("out/thesis.txt"));
    privatize(plan(), people(10, 1), "out"); // an empty folder is as good as none
    assertEquals(10, reportsByPerson(folder.resolve("out")).size());
  }

  // What happens to values that do not fit.

  private static final String STRANGE =
      "SELECT * FROM VALUES (1, 0.5D), (2, 9.5D), (3, CAST(NULL AS DOUBLE)), (4, DOUBLE('NaN')),"
          + " (5, DOUBLE('Infinity')), (6, DOUBLE('-Infinity')), (7, 10.0D), (8, -0.0D),"
          + " (9, 10.001D) AS t(id, item)";

  private static Plan binned(String... lines) {
    String[] all = Arrays.copyOf(lines, lines.length + 3);
    all[lines.length] = "domain { type = bins, from = 0, to = 10, count = 2 }";
    all[lines.length + 1] = "public = []";
    // So large an epsilon that a report is its item, up to 1e-7 of the fixed draws.
    all[lines.length + 2] = "protocol = \"grr(epsilon=20)\"";
    return plan(all);
  }

  private List<Long> counts(String name, int items) {
    List<Row> rows =
        table(folder.resolve(name), "reports").groupBy("report").count().collectAsList();
    return IntStream.range(0, items)
        .mapToObj(
            i ->
                rows.stream()
                    .filter(row -> row.getInt(0) == i)
                    .mapToLong(row -> row.getLong(1))
                    .sum())
        .toList();
  }

  @Test
  void underCategoryStrangeValuesAreOneMoreItem() {
    privatize(binned("outside = category"), spark().sql(STRANGE), "out");
    assertEquals(List.of(2L, 2L, 5L), counts("out", 3));
  }

  @Test
  void underDropStrangeValuesAreLeftOutAndCounted() {
    Plan plan = binned("outside = drop", "outside_reason = \"sensor faults, unrelated to people\"");
    Privatized some = privatize(plan, spark().sql(STRANGE), "out");
    assertEquals("drawn 4 of 4, 5 left out", said(some));
    assertEquals(5L, some.event().details().get("left_out"));
    assertEquals(0L, some.event().details().get("other_rounds"));
    assertEquals(List.of(2L, 2L), counts("out", 2));
    assertEquals(5, output(folder.resolve("out")).run().path("rows_left_out").asLong());
  }

  @Test
  void idsOfTextAndBytesAreOnePersonAndIntegersOfAnyWidthToo() {
    Dataset<Row> people = people(300, 2);
    privatize(plan(), people.withColumn("id", expr("'u' || id")), "text");
    privatize(plan(), people.withColumn("id", expr("CAST('u' || id AS BINARY)")), "binary");
    privatize(plan(), people.withColumn("id", expr("CAST(id AS SMALLINT)")), "short");
    assertEquals(
        reportsByPerson(folder.resolve("text")), reportsByPerson(folder.resolve("binary")));
    assertEquals(reportsByPerson(shared.resolve("out")), reportsByPerson(folder.resolve("short")));
  }

  // People with several rows.

  @Test
  void crowdedIdsAreBoundedByTheSameRowsFromAnyCut() {
    Plan plan = plan("reports_per_person = 2", "protocol = \"grr(epsilon=20)\"");
    // Person p has p % 4 + 1 rows, with different items.
    Dataset<Row> rows =
        spark()
            .sql(
                "SELECT id, item, id AS person FROM (SELECT id, explode(slice(array('a', 'b', 'c',"
                    + " 'd'), 1, CAST(id % 4 AS INT) + 1)) AS item FROM range(80))");
    privatize(plan, rows.repartition(1), "a");
    privatize(plan, rows.repartition(5), "b");
    Map<Long, List<String>> reports = reportsByPerson(folder.resolve("a"));
    for (long id = 0; id < 80; id++) {
      assertEquals(Math.min(2, id % 4 + 1), reports.get(id).size());
      assertEquals(reports.get(id).stream().distinct().toList(), reports.get(id));
    }
    assertEquals(reports, reportsByPerson(folder.resolve("b")));
    assertEquals(60, output(folder.resolve("a")).run().path("rows_left_out").asLong());
  }

  /** Four rows of each of 400 people: id, person and day in clear, and an item. */
  private static Dataset<Row> fourDays(String item) {
    return spark()
        .range(0, 1600, 1, 3)
        .selectExpr("id DIV 4 AS id", "id DIV 4 AS person", "id % 4 AS day")
        .selectExpr("id", "person", "day", item + " AS item");
  }

  private List<Row> daysThatStay(Plan plan, Dataset<Row> rows, String name) {
    privatize(plan, rows, name);
    return table(folder.resolve(name), "reports")
        .select("person", "day")
        .orderBy("person", "day")
        .collectAsList();
  }

  @ParameterizedTest
  @CsvSource({"keyed, id", "keyed, string(id)", "write-once, id"})
  void whichRowsOfACrowdedIdStayHangsOnNoValueAndCannotBeComputedFromTheTable(
      String randomness, String id) {
    Plan plan =
        plan("reports_per_person = 2", "public = [person, day]", "randomness = " + randomness);
    Dataset<Row> rows = fourDays("IF(day < 2, 'a', 'b')").withColumn("id", expr(id));
    List<Row> stay = daysThatStay(plan, rows, "out");
    if (randomness.equals("keyed")) { // whatever the values are, the same rows stay
      Dataset<Row> others = rows.withColumn("item", expr("IF(person % 3 = day, 'c', 'd')"));
      assertEquals(stay, daysThatStay(plan, others, "other"));
    }
    assertEquals(800, stay.size());
    Map<Long, Set<Long>> days = new TreeMap<>();
    stay.forEach(
        row -> days.computeIfAbsent(row.getLong(0), p -> new TreeSet<>()).add(row.getLong(1)));
    // Of 400 people none has one of the six pairs in less than one of 10^30 keys.
    assertEquals(6, Set.copyOf(days.values()).size(), "pairs of four days");
    // The attack: rows were chosen by a public hash of all their columns, so whoever guessed a
    // person's items could check the guess by the days that stayed.
    List<Row> attack =
        rows.selectExpr(
                "person",
                "day",
                "row_number() OVER (PARTITION BY id ORDER BY xxhash64(id, person, day, item,"
                    + " CAST(ascii(item) - 97 AS BIGINT), id)) AS n")
            .where("n <= 2")
            .select("person", "day")
            .orderBy("person", "day")
            .collectAsList();
    // Of 800, 400 agree by chance, with a standard deviation below 15: more than 500 in less than
    // one of 10^9 runs. All agreed under the old rule.
    long agreed = stay.stream().filter(attack::contains).count();
    assertTrue(agreed < 500, () -> agreed + " of 800 rows as the public hash chooses them");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void filesHoldReportsOfAllKindsThoughTheInputIsCutByValue(String randomness) {
    Plan plan = plan("protocol = \"grr(epsilon=20)\"", "randomness = " + randomness);
    new Privatization(plan)
        .withFilesOf(500)
        .run(people(2000, 3).repartition(5, col("item")), output(folder.resolve("out")));
    List<Row> files =
        table(folder.resolve("out"), "reports")
            .groupBy(functions.input_file_name())
            .agg(functions.countDistinct("report"), functions.count("report"))
            .collectAsList();
    // 2000 rows make 4 files, but the tests' session has 3 shuffle partitions.
    assertEquals(3, files.size());
    for (Row file : files) {
      assertEquals(5, file.getLong(1));
      // Binomial(2000, 1/3): further than 160 from 667, 7.6 standard deviations, less often than
      // once in 10^13 files.
      assertEquals(2000 / 3.0, file.getLong(2), 160);
    }
  }

  @Test
  void howManyFilesThereAreFollowsFromTheRowsNotFromTheInputsFiles() {
    Plan plan = plan();
    for (int partitions : new int[] {1, 7}) {
      new Privatization(plan)
          .withFilesOf(500)
          .run(people(1000, partitions), output(folder.resolve("from-" + partitions)));
      assertEquals(2, parts("from-" + partitions));
    }
  }

  private long parts(String name) {
    return names(folder.resolve(name).resolve("reports")).stream()
        .filter(file -> file.startsWith("part-"))
        .count();
  }

  // Refusals, before anything is written.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the table
        "item AS other, id, person FROM people | | 2 | Missing: item; it has other, id, person",
        "item, id AS other, person FROM people | | 2 | Missing: id",
        "item, id FROM people | | 2 | Missing: person",
        "item, id, person FROM people WHERE id < 0 | | 2 | must have rows",
        "item, id, person FROM people | domain { type = range, from = 1, to = 5 } | 2 | Provided:"
            + " item of type STRING",
        "item, id, person FROM people | domain { type = bins, edges = [0, 1, 2] } | 2 | Provided:"
            + " item of type STRING",
        "id / 2 AS item, id, person FROM people | domain { type = range, from = 1, to = 5 } | 2 |"
            + " Rows that are not: 35;",
        "'secret4711' AS item, id, person FROM people | | 2 | Rows that are not: 40;",
        "NULL AS item, id, person FROM people | | 2 | item of type VOID",
        // the ids
        "item, id * 1.5D AS id, person FROM people | | 2 | an integer type, STRING or BINARY",
        "item, IF(id = 7, NULL, id) AS id, person FROM people | | 3 | Rows without an id: 1;",
        "item, IF(id < 9, 'secret4711', STRING(id)) AS id, person FROM people | | 3 | Ids that"
            + " occur more often: 1;",
        "item, id % 20 AS id, person FROM people | | 3 | Ids that occur more often: 20;",
        // whatever their values are, though one of their two rows would be dropped
        "IF(id < 20, 'a', 'x') AS item, id % 20 AS id, person FROM people | outside = drop,"
            + " outside_reason = \"a test\" | 3 | Ids that occur more often: 20;",
      })
  void whatIsRefusedLeavesNothingBehind(String select, String line, int code, String words) {
    people(40, 1).createOrReplaceTempView("people");
    Dataset<Row> rows = spark().sql("SELECT " + select);
    RuntimeException refusal =
        assertThrows(
            RuntimeException.class,
            () -> privatize(line == null ? plan() : plan(line), rows, "out"));
    assertEquals(
        code == 3 ? Refusal.class : IllegalArgumentException.class,
        refusal.getClass(),
        refusal.toString());
    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(SECRET), refusal.getMessage());
    assertEquals(List.of(), names(folder));
  }

  @Test
  void withoutAKeyAKeyedPlanIsRefused() {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    badInput("needs a release key", () -> privatize(plan(), people(10, 1), "out"));
    assertEquals(List.of(), names(folder));
  }

  /** Of a block alone: people of other blocks, and rows that were there, are not late. */
  @Test
  void rowsCameLaterOnlyWherePeopleAreAsked() {
    String half = "block { pool = p, from = 0, to = 1, blocks = 2 }";
    Plan plan = plan("randomness = write-once", half);
    long asked = privatize(plan, people(60, 1), "half").reports();
    long more = privatize(plan, people(90, 1), "more").reports();

    assertTrue(0 < asked && asked < more && more < 90);
    assertEquals(0, privatize(plan, people(60, 1), "half").gone());
    assertEquals(more - asked, privatize(plan, people(60, 1), "more").gone());
    refused(
        "Rows that came later: " + (more - asked) + ";",
        () -> privatize(plan, people(90, 1), "half"));
  }

  @Test
  void whoComesAfterARoundIsCounted() {
    Plan plan =
        Fixture.reader()
            .read(
                """
                task = words
                name = words
                column = item
                id = id
                protocol = "words(epsilon=4,users=4000,kept=4,rounds=2,length=2)"
                outside = category
                randomness = write-once
                block { pool = p, from = 0, to = 1, blocks = 2 }
                """,
                "the test's plan");
    privatize(plan, people(8000, 1), "words");
    Privatized same = privatize(plan, people(8000, 1), "words");
    Privatized late = privatize(plan, people(9000, 1), "words");
    Privatized gone = privatize(plan, people(7000, 1), "words");

    assertEquals("0 0", same.leftOut() + " " + same.gone());
    assertTrue(late.leftOut() > 400 && late.leftOut() < 600, late.sentences().toString());
    assertTrue(gone.gone() > 400 && gone.gone() < 600, gone.sentences().toString());
    assertEquals(0, privatize(plan, people(0, 1), "words").gone(), "all: no word");
  }

  /** Other tables may have changed since: a later round must not miss who came. */
  @Test
  void onlyATableOfFilesIsLookedAtOnceForAllRounds() {
    spark().range(3).toDF("id").write().parquet(folder.resolve("looks").toString());
    Dataset<Row> files = spark().read().parquet(folder.resolve("looks").toString());
    Dataset<Row> others = spark().range(3).toDF("id");
    assertEquals(1, looks(files, files));
    assertEquals(2, looks(files, files.where("id > 0")));
    assertEquals(2, looks(others, others));
    Dataset<Row> both = files.union(others);
    assertEquals(2, looks(both, both));
  }

  private static int looks(Dataset<Row> first, Dataset<Row> second) {
    AtomicInteger times = new AtomicInteger();
    Looks looks = new Looks();
    for (Dataset<Row> rows : List.of(first, second)) {
      looks.at(
          rows,
          () -> {
            times.incrementAndGet();
            return new Look(3, 0, 0, 0, 0, Map.of(), Map.of());
          });
    }
    return times.get();
  }
}
