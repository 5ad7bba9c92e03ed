package org.sparkldp.lab.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.sql.SparkTest;

/** Statistical queries one after the other: what is asked, whom, and how often. */
@ExtendWith(SparkTest.class)
@Tag("long")
class AdaptiveQueriesTest {
  private static final int PEOPLE = 720;

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  /** Ages are 18 to 89, evenly. */
  private static final String SCRIPT =
      """
      name = ages
      id = user_id
      protocol = "sq(epsilon=8.0,queries=4,tau=0.5,beta=0.05)"
      outside = fail
      randomness = keyed
      queries = [
        { name = mean, expression = "greatest(-1, least(1, (age - 54) / 36))" }
        { name = older, predicate = "age > 54 + 36 * :mean" }
        { name = much, predicate = "age > 54 + 36 * :mean + 20 * :older AND ':older' <> ''" }
      ]
      """;

  private static final String FOUR =
      SCRIPT.strip().replaceAll("\\]$", "{ name = d, predicate = \"age < 30 * :older\" }\n]");

  private static Ended first;

  @BeforeAll
  static void run() {
    BOX.table(
        "people",
        "SELECT id AS user_id, 18 + pmod(id * 7919, 72) AS age FROM range(" + PEOPLE + ")");
    first = ask(SCRIPT, "out").done();
  }

  private static Ended ask(String script, String output) {
    BOX.write("script.conf", script);
    return BOX.ldp("run --plan @script.conf --input @people --output @%s --format csv", output);
  }

  /** A copy of the first run, for a test that goes on with it. */
  private static void copy(String name) throws IOException {
    FileUtils.copyDirectory(BOX.at("out").toFile(), BOX.at(name).toFile());
  }

  private static Dataset<Row> reports(String folder) {
    return SparkTest.spark().read().parquet(BOX.path(folder) + "/query-*/privatized/reports");
  }

  private static List<Row> bits(String folder) {
    return reports(folder)
        .selectExpr("hex(report_id)", "report")
        .orderBy("hex(report_id)")
        .collectAsList();
  }

  private static void assertAlreadyDone(int queries, Ended ended) {
    ended.done();
    assertEquals(queries, ended.err().split("already done", -1).length - 1, ended.err());
  }

  @Test
  void laterQueriesUseEarlierAnswersAndAllAreWithinTheTolerance() {
    assertEquals("item,estimate,standard_error,lower,upper,people,note", first.lines().get(0));
    double[] answers = first.column("estimate");
    assertEquals((53.5 - 54) / 36, answers[0], 0.5);
    double older = share(54 + 36 * answers[0]);
    assertEquals(older, answers[1], 0.25); // a share: half the tolerance
    assertEquals(share(54 + 36 * answers[0] + 20 * answers[1]), answers[2], 0.25);
    for (double people : first.column("people")) {
      assertEquals(PEOPLE / 4.0, people, 6 * Math.sqrt(PEOPLE * 3 / 16.0));
    }
    first.says("within 0.5, except with probability 0.05, need");
  }

  private static double share(double age) {
    return (89 - Math.floor(age)) / 72;
  }

  /** The plan beside a query's tables is a plan as any other. */
  @Test
  void aQuerysReportsMayBeAccumulatedAndEstimatedAgain() {
    BOX.ldp("accumulate --input @out/query-2/privatized --output @sums").done();
    Ended again = BOX.ldp("estimate --input @sums --output @answers --format csv").done();

    assertEquals(
        List.of(Ended.csv(first.out()).get(2)).subList(0, 5),
        List.of(Ended.csv(again.out()).get(1)).subList(0, 5));
  }

  @Test
  void askingAgainAsksNobodyAndAnotherFolderGivesTheSameBits() {
    var before = Fixture.files(BOX.at("out"));
    Ended again = ask(SCRIPT, "out");
    assertEquals(first.out(), again.out());
    assertAlreadyDone(3, again);
    assertEquals(before, Fixture.files(BOX.at("out")));

    assertEquals(first.out(), ask(SCRIPT, "other").out());
    assertEquals(bits("out"), bits("other"));
  }

  @Test
  void whatWasInterruptedGoesOnWhereItStopped() throws IOException {
    String writeOnce = SCRIPT.replace("= keyed", "= write-once");
    Ended fresh = ask(writeOnce, "fresh").done();
    // As if the last query had been stopped after its reports were there, the one before it whole.
    FileUtils.deleteDirectory(BOX.at("fresh/query-3/accumulated").toFile());
    FileUtils.deleteDirectory(BOX.at("fresh/query-3/estimated").toFile());
    Ended again = ask(writeOnce, "fresh");

    assertEquals(fresh.out(), again.out());
    assertAlreadyDone(3, again);
  }

  /** Keyed names of a person's reports differ by plan, so that people are told apart by number. */
  @Test
  void aScriptMayGrowUntilThePoolIsSpentAndEverybodyHasAnsweredOnce() throws IOException {
    copy("grown");
    Ended grown = ask(FOUR, "grown");
    assertAlreadyDone(3, grown);
    assertEquals(PEOPLE, reports("grown").count());
    assertEquals(PEOPLE, Arrays.stream(grown.column("people")).sum());

    var before = Fixture.files(BOX.at("grown"));
    ask(FOUR.replaceAll("\\]$", "{ name = e, predicate = \"age < 30\" }\n]"), "grown")
        .refused("nobody answers twice");
    assertEquals(before, Fixture.files(BOX.at("grown")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(age - 54) / 36 | (age - 55) / 36",
        "name = ages | name = other",
        "epsilon=8.0 | epsilon=7.5",
        "queries=4 | queries=5",
      })
  void anotherQuestionOverTheSameFolderIsRefused(String good, String bad) {
    var before = Fixture.files(BOX.at("out"));
    ask(SCRIPT.replace(good, bad), "out").refused("reports of one plan");
    assertEquals(before, Fixture.files(BOX.at("out")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":mean\" | :later\" | must be the name of an earlier query",
        "{ name = mean | { name = older | must be the name of an earlier query",
        "name = older | name = mean | names of their own",
        "* :older AND | * rand() * :older AND | nothing random",
        "* :older AND | * agee AND | Missing: `agee`",
        "* :older AND | * avg(age) * :older AND | one person's row",
        "outside = fail | outside = category | no further category",
        "sq(epsilon=8.0,queries=4,tau=0.5,beta=0.05) | rr(epsilon=1) | need the protocol sq",
        "tau=0.5 | tau=0.01 | people must be enough",
        "id = user_id | id = user_id, public = [] | knows the keys",
        "id = user_id | id = nosuch | Missing: nosuch",
      })
  void aScriptThatCannotBeIsRefusedBeforeAnybodyIsAsked(String good, String bad, String words) {
    assertTrue(SCRIPT.contains(good), good);
    ask(SCRIPT.replace(good, bad), "refused").badInput(words);

    assertFalse(BOX.has("refused"));
  }

  @Test
  void aPersonWhoIsThereTwiceIsRefused() {
    BOX.table(
        "twice", "SELECT user_id % 500 AS user_id, age FROM parquet.`" + BOX.path("people") + "`");
    BOX.write("script.conf", SCRIPT);
    BOX.ldp("run --plan @script.conf --input @twice --output @doubled")
        .refused("a person may report once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void programsMayAskInLoopsAndInBatches(String randomness) {
    QueryScript script = QueryScript.read(SCRIPT.replace("keyed", randomness), "script");
    Dataset<Row> people = BOX.table("people");
    SparkQueryOracle oracle = new SparkQueryOracle(people, script.pool(), BOX.path(randomness));
    StatisticalQuery young = StatisticalQuery.predicate("young", "age < 36");
    StatisticalQuery old = StatisticalQuery.predicate("old", "age >= 72");

    Estimate both = oracle.answerAll(List.of(young, old));
    assertEquals(List.of("young", "old"), both.rows().stream().map(Estimate.Row::item).toList());
    for (Estimate.Row row : both.rows()) { // normal errors are beyond 6 of them in 2e-9 of cases
      assertEquals(0.25, row.estimate(), 6 * row.standardError(), row.item());
      assertTrue(row.standardError() < 0.06, row.item());
    }
    assertEquals(2, oracle.left());
    oracle.answer(young);
    assertThrows(PoolSpentException.class, () -> oracle.answerAll(List.of(young, old)));
    oracle.answer(old);
    assertEquals(0, oracle.left());
    assertEquals(PEOPLE, reports(randomness).count());

    SparkQueryOracle again = new SparkQueryOracle(people, script.pool(), BOX.path(randomness));
    assertEquals(both, again.answerAll(List.of(young, old)));
  }
}
