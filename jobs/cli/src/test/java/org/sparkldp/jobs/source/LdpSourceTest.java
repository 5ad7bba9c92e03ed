package org.sparkldp.jobs.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;
import static org.sparkldp.sql.SparkTest.value;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.exit.Ended;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.sql.SparkTest;

/** A plan runs where only SQL or a DataFrame is to be had, and as safely as by a command. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class LdpSourceTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  static final String PLAN =
      """
      name = country
      column = country
      id = id
      protocol = "grr(epsilon=2.0)"
      domain { type = list, items = [de, fr, other] }
      outside = fail
      randomness = keyed
      """;

  private static final String ROUNDS =
      """
      task = quantile
      name = half
      column = parity
      id = id
      protocol = "median(epsilon=1.0,lower=0,upper=1,users=100000)"
      outside = fail
      randomness = write-once
      """;

  private String options;

  @BeforeEach
  void people() {
    box.write("country.conf", PLAN);
    options =
        "OPTIONS (plan '%s', output '%s')".formatted(box.path("country.conf"), box.path("out"));
    spark().sql("DROP TABLE IF EXISTS countries");
    spark().sql("DROP TABLE IF EXISTS people");
    people(600).createOrReplaceTempView("somebody");
  }

  @AfterEach
  void drop() {
    spark().sql("DROP TABLE IF EXISTS countries");
    spark().sql("DROP TABLE IF EXISTS people");
  }

  static Dataset<Row> people(int n) {
    return spark()
        .range(0, n, 1, 3)
        .selectExpr(
            "id",
            "element_at(array('de', 'fr', 'other'), CAST(id % 3 AS INT) + 1) AS country",
            "CAST(id % 2 AS INT) AS parity");
  }

  private DataFrameWriter<Row> written(Dataset<Row> people) {
    return people.write().format("ldp").option("plan", box.path("country.conf"));
  }

  private static DataFrameWriter<Row> asked(Dataset<Row> people, String plan) {
    return people.write().format("ldp").option("plan_text", plan);
  }

  private List<Run> draws() {
    return new Output(spark(), box.path("out/privatized")).runs();
  }

  private long asked() {
    return new Output(spark(), box.path("out/privatized")).read("reports", draws()).count();
  }

  private static String table() {
    return rows("SELECT * FROM countries ORDER BY item").toString();
  }

  @Test
  void aStatementRunsThePlanAndItsTableIsTheEstimates() {
    spark().sql("CREATE TABLE countries USING ldp " + options + " AS SELECT * FROM somebody");
    List<Row> rows = rows("SELECT item, estimate, standard_error FROM countries ORDER BY item");

    assertEquals(List.of("de", "fr", "other"), rows.stream().map(row -> row.get(0)).toList());
    assertEquals(200, rows.get(0).getDouble(1), 6 * rows.get(0).getDouble(2));
    assertEquals(
        List.of("item", "estimate", "standard_error", "lower", "upper", "note", "best"),
        List.of(spark().table("countries").columns()));
    assertEquals(
        table(),
        spark()
            .read()
            .format("ldp")
            .option("output", box.path("out"))
            .load()
            .orderBy("item")
            .collectAsList()
            .toString());
  }

  @Test
  void nobodyIsDrawnAgainByAnyModeAndWhoIsInsertedLaterIs() {
    spark().sql("CREATE TABLE countries USING ldp " + options + " AS SELECT * FROM somebody");
    String first = table();
    spark().sql("DROP TABLE countries");
    spark().sql("CREATE TABLE countries USING ldp " + options + " AS SELECT * FROM somebody");
    for (String mode : List.of("append", "ignore")) {
      written(people(600)).mode(mode).save(box.path("out"));
    }
    written(people(900)).mode("ignore").save(box.path("out"));
    badInput(
        "append asks those who came later",
        () -> written(people(900)).mode("errorifexists").save(box.path("out")));
    spark().sql("INSERT INTO countries SELECT id, country FROM somebody");

    assertEquals(first, table());
    assertEquals(600, asked());
    assertEquals(1, draws().size());

    people(900).createOrReplaceTempView("more");
    spark().sql("INSERT INTO countries SELECT country, id FROM more");

    assertEquals(900, asked());
    assertEquals(2, draws().size());
    assertTrue(!first.equals(table()), "the table shows what is in storage");
    assertEquals(900L, (long) rows("SELECT sum(estimate) FROM countries").get(0).getDouble(0));
  }

  @Test
  void aPlanMayBeGivenAsTextAndEstimatesByGroup() {
    asked(people(600), PLAN + "public = [parity]\n")
        .option("output", box.path("out"))
        .option("group_by", "parity")
        .save();
    spark().sql("CREATE TABLE countries USING ldp OPTIONS (output '" + box.path("out") + "')");

    assertEquals(6L, value("SELECT count(*) FROM countries"));
    assertEquals("parity", spark().table("countries").columns()[0]);
    badInput(
        "needs the option plan", () -> spark().sql("INSERT INTO countries SELECT * FROM somebody"));
  }

  private static void badInput(String words, Runnable action) {
    assertRefused(Ended.BadInput.class, words, action);
  }

  /** A privacy rule, and no slip of the pen. */
  private static void refused(String words, Runnable action) {
    assertRefused(Ended.Refused.class, words, action);
  }

  @Test
  void aStreamIsWrittenBatchByBatch() {
    Dataset<Row> stream = spark().readStream().format("rate").load();
    badInput(
        "foreachBatch",
        () -> {
          try {
            stream
                .writeStream()
                .format("ldp")
                .option("output", box.path("out"))
                .option("checkpointLocation", box.path("checkpoint"))
                .start();
          } catch (TimeoutException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void thePageIsWhatHtmlWrites() {
    written(people(600)).save(box.path("out"));
    String page =
        spark()
            .read()
            .format("ldp")
            .option("show", "page")
            .load(box.path("out"))
            .head()
            .getString(0);
    assertTrue(page.startsWith("<!DOCTYPE html>") && page.contains("de"), page::toString);
    assertEquals(1, draws().size());
    DataFrameReader compared = spark().read().format("ldp").option("show", "compared");
    Row both = compared.option("items", "de; fr").load(box.path("out")).head();
    assertEquals("de to fr", both.getAs("item"));
    assertRefused(
        Ended.BadInput.class,
        "two sides",
        () -> compared.option("days", "1,2").load(box.path("out")).count());
    assertRefused(
        Ended.BadInput.class,
        "jointly must be one of false, true",
        () -> compared.option("jointly", "yes").load(box.path("out")).count());
    assertRefused(
        Ended.BadInput.class,
        "go with show = compared",
        () -> spark().read().format("ldp").option("items", "de; fr").load(box.path("out")).count());
  }

  private static Ended assertRefused(Class<? extends Ended> as, String words, Runnable action) {
    Ended refused = assertInstanceOf(as, assertThrows(Ended.class, action::run));
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
    assertNull(refused.getCause());
    assertEquals(0, refused.getStackTrace().length);
    return refused;
  }

  @Test
  void whatCannotBeIsRefusedInOneSentence() {
    badInput("needs the option output", () -> spark().read().format("ldp").load());
    badInput("finished estimates", () -> spark().read().format("ldp").load(box.path("nothing")));
    badInput("both", () -> written(people(9)).option("plan_text", PLAN).save(box.path("out")));
    badInput(
        "Provided key: colour",
        () -> asked(people(9), PLAN + "colour = red\n").save(box.path("out")));
    badInput(
        "the same each time",
        () -> written(people(9).withColumn("chance", functions.rand())).save(box.path("out")));
    badInput(
        "days can be chosen",
        () -> written(people(9)).option("days", "2026-01-01").save(box.path("out")));
    assertTrue(!box.has("out"), "nobody was asked");
  }

  /** A slip of the pen in days would ask everybody. */
  @Test
  void whatWouldBeLeftOutIsRefused() {
    badInput(
        "Provided: day. Did you mean days?",
        () ->
            spark()
                .sql(
                    "CREATE TABLE countries USING ldp "
                        + options.replace(")", ", day '2026-01-01')")
                        + " AS SELECT * FROM somebody"));
    badInput(
        "Provided: partitionBy",
        () -> written(people(9)).partitionBy("country").save(box.path("out")));
    badInput(
        "Provided: overwrite", () -> written(people(9)).mode("overwrite").save(box.path("out")));
    assertTrue(!box.has("out"), "nobody was asked");

    spark().sql("CREATE TABLE countries USING ldp " + options + " AS SELECT * FROM somebody");
    badInput(
        "Provided: overwrite",
        () -> spark().sql("INSERT OVERWRITE countries SELECT id, country FROM somebody"));
    DataFrameReader reader = spark().read().format("ldp").option("output", box.path("out"));
    badInput("go with writing", () -> reader.option("days", "2026-01-01").load().collectAsList());
    badInput("Provided: foo", () -> reader.option("foo", "1").load());
    assertEquals(600, asked());
  }

  /** The ledger is the application's; whoever may run plans sees what they may still ask. */
  @Test
  void whatTheLedgerHasLeftIsATable() {
    assertEquals(List.of(), shown("left"), "no ledger, no budget");
    box.write("budget.conf", "budgets = [{ population = people, per = ever, epsilon = 5.0 }]");
    startedWith("spark.ldp.ledger", box.path("ledger.db"));
    box.ldp("--ledger @ledger.db ledger set-budget @budget.conf").done();
    written(people(9)).save(box.path("out"));
    Row left = spark().read().format("ldp").option("show", "left").load().first();
    assertEquals("[people,,,ever,,5.0,2.0,3.0]", left.toString(), "one report of epsilon 2 each");
  }

  @Test
  void theStepsAreTakenOneByOne() {
    written(people(600)).option("step", "privatize").save(box.path("steps"));
    assertTrue(!box.has("steps/accumulated"), "reports alone");
    for (String step : List.of("accumulate", "estimate")) {
      written(people(600).limit(0)).option("step", step).save(box.path("steps"));
    }
    written(people(600)).save(box.path("all"));
    assertEquals(
        spark().read().format("ldp").load(box.path("all")).collectAsList(),
        spark().read().format("ldp").load(box.path("steps")).collectAsList());
    badInput(
        "step must be one of run, privatize, accumulate, estimate",
        () -> written(people(9)).option("step", "draw").save(box.path("out")));
    badInput(
        "the steps of a plan of several rounds",
        () -> asked(people(9), ROUNDS).option("step", "privatize").save(box.path("out")));
  }

  /** What Spark throws then has rows' values in its causes, and is no RuntimeException. */
  @Test
  void tasksThatDieLeaveOneSentenceAndNoCause() {
    UserDefinedFunction wrong =
        functions.udf(
            (UDF1<Long, Integer>) id -> Integer.valueOf("secret" + id), DataTypes.IntegerType);
    Dataset<Row> people = people(600).withColumn("country", wrong.apply(functions.col("id")));
    Ended failed =
        assertRefused(
            Ended.Failed.class, "a step failed with ", () -> written(people).save(box.path("out")));
    assertFalse(failed.getMessage().contains("secret"), failed::getMessage);
  }

  /** A path in the wrong option: the file is read as a plan, and no digit of the key is shown. */
  @Test
  void aKeyFileGivenAsThePlanShowsNothingOfTheKey() {
    String key = "ab".repeat(32);
    box.write("release.key", key + "\n");
    DataFrameWriter<Row> writer =
        people(9).write().format("ldp").option("plan", box.path("release.key"));
    Throwable refused = assertThrows(Exception.class, () -> writer.save(box.path("out")));
    assertFalse(refused.toString().contains(key.substring(0, 8)), refused::toString);
    assertNull(refused.getCause());
  }

  private static List<Object> shown(String show, String... options) {
    DataFrameReader reader = spark().read().format("ldp").option("show", show);
    for (int i = 0; i < options.length; i += 2) {
      reader = reader.option(options[i], options[i + 1]);
    }
    return reader.load().collectAsList().stream().<Object>map(row -> row.get(0)).toList();
  }

  @Test
  void beforeAnybodyIsAskedTheErrorAndTheTablesFlawsAreKnown() {
    spark()
        .sql("SELECT * FROM somebody UNION ALL SELECT NULL, 'de', 0 UNION ALL SELECT 7, 'xx', 1")
        .createOrReplaceTempView("flawed");
    String plan = box.path("country.conf");

    assertEquals(
        "[10,000 people: expect an error of about 99 people either way (95 % interval) in each"
            + " count, which is 3 % of an item that 1 in 3 people hold; for 5 % of that, about"
            + " 3,600 people are needed]",
        shown("forecast", "plan", plan, "users", "10000").toString());
    assertEquals(
        List.of("602", "0", "1 (0.2 %)", "1", "0 (0.0 %)", "1 (0.2 %)"),
        shown("rehearsal", "plan", plan, "people", "flawed").stream()
            .map(line -> line.toString().replaceAll(".*  +", ""))
            .toList());
    badInput("option users", () -> shown("forecast", "plan", plan));
    badInput("people, the name of", () -> shown("rehearsal", "plan", plan));
    badInput("show must be one of", () -> shown("everything"));
    assertTrue(!box.has("out"), "nobody was asked");
  }

  @Test
  void whatWasDrawnIsShownRunByRun() {
    written(people(600)).save(box.path("out"));
    written(people(900)).mode("append").save(box.path("out"));

    assertEquals(
        "[[0,,0,600,null,], [0,,1,300,null,]]",
        spark()
            .read()
            .format("ldp")
            .option("show", "drawn")
            .load(box.path("out"))
            .collectAsList()
            .toString());
  }

  /** Whoever chooses rows for a keyed plan sees which value agrees with a person's report. */
  @Test
  void inASharedApplicationMadeUpRowsAreRefused() {
    people(600).write().saveAsTable("people");
    startedWith("spark.ldp.sharedServer", "true");
    refused(
        "must hold no release key", () -> written(spark().table("people")).save(box.path("out")));
    startedWith("spark.ldp.keyed.attributes", "other=default.people.country@id");
    refused(
        "must be allowed by the operator",
        () -> written(spark().table("people")).save(box.path("out")));

    startedWith("spark.ldp.keyed.attributes", "country=default.people.country@id");
    String madeUp = "SELECT 7L AS id, 'de' AS country";
    for (String query :
        List.of(
            madeUp,
            "SELECT id, 'de' AS country FROM people",
            "SELECT 7L AS id, country FROM people",
            "SELECT parity AS id, country FROM people", // another column that could name a person
            "SELECT p.id, q.country FROM people p JOIN people q ON q.id = p.id + 1",
            "SELECT id, country FROM people UNION ALL " + madeUp,
            "SELECT id, CAST(parity AS STRING) AS country FROM people")) {
      refused("made-up rows", () -> written(spark().sql(query)).save(box.path("out")));
      refused(
          "made-up rows",
          () -> written(spark().sql(query)).option("step", "privatize").save(box.path("out")));
    }
    assertTrue(!box.has("out"), "nobody was asked");

    written(spark().sql("SELECT country, id FROM people WHERE parity = 1")).save(box.path("out"));
    assertEquals(300, asked());
  }

  /** The twin of the rule: without it, made-up rows find somebody's report, and what it hides. */
  @Test
  void whereMadeUpRowsAreAllowedTheyUndoAReport() {
    people(600).write().saveAsTable("people");
    written(spark().table("people")).save(box.path("out"));
    List<String> agrees = new ArrayList<>();
    for (String item : List.of("de", "fr", "other")) {
      written(spark().sql("SELECT 7L AS id, '" + item + "' AS country"))
          .save(box.path("guess-" + item));
      Row guess = reports("guess-" + item).head();
      Row said =
          reports("out").where(functions.col("report_id").equalTo(guess.getAs("report_id"))).head();
      if (said.getAs("report").equals(guess.getAs("report"))) {
        agrees.add(item);
      }
    }
    assertTrue(agrees.contains("fr"), "person 7 is in fr, and that gives the report again");
    assertTrue(agrees.size() < 3, "other values are known to be false: " + agrees);
  }

  private Dataset<Row> reports(String folder) {
    Output reports = new Output(spark(), box.path(folder + "/privatized"));
    return reports.read("reports", reports.runs());
  }

  @Test
  void writeOncePlansAskMadeUpRowsAnywhere() {
    box.write("country.conf", PLAN.replace("keyed", "write-once"));
    startedWith("spark.ldp.sharedServer", "true");
    startedWith("spark.ldp.keyFile", null);
    written(spark().sql("SELECT 7L AS id, 'de' AS country")).save(box.path("out"));

    assertEquals(1, asked());
  }
}
