package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.query.QueryScript;
import org.sparkldp.jobs.query.SparkQueryOracle;
import org.sparkldp.jobs.task.Query;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.sql.SparkTest;

/** Statistical queries one after the other: what is asked, whom, and how often. */
@ExtendWith(SparkTest.class)
@Tag("long")
class AdaptiveQueriesTest {
  private static final int PEOPLE = 30_000;

  /** Ages are 18 to 89, evenly. */
  private static final String SCRIPT =
      """
      name = ages
      id = user_id
      protocol = "sq(epsilon=2.0,queries=4,tau=0.2,beta=0.05)"
      outside = fail
      randomness = keyed
      queries = [
        { name = mean, expression = "greatest(-1, least(1, (age - 54) / 36))" }
        { name = older, predicate = "age > 54 + 36 * :mean" }
        { name = much, predicate = "age > 54 + 36 * :mean + 20 * :older AND ':older' <> ''" }
      ]
      """;

  @TempDir static Path tables;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    SparkTest.spark()
        .sql("SELECT id AS user_id, 18 + pmod(id * 7919, 72) AS age FROM range(" + PEOPLE + ")")
        .write()
        .parquet(people());
  }

  private static String people() {
    return tables.resolve("people").toString();
  }

  private Ended ask(String script, String output) throws IOException {
    return ask(script, people(), output);
  }

  private Ended ask(String script, String input, String output) throws IOException {
    Path file = Files.writeString(folder.resolve("script.conf"), script);
    return ldp(
        "query --script %s --input %s --output %s --format csv",
        file, input, folder.resolve(output));
  }

  private static Dataset<Row> reports(Path folder) {
    return SparkTest.spark().read().parquet(folder + "/query-*/privatized/reports");
  }

  @Test
  void laterQueriesUseEarlierAnswersAndAllAreWithinTheTolerance() throws IOException {
    Ended ended = ask(SCRIPT, "out");
    ended.done();
    String csv = ended.out();

    assertEquals(
        "item,estimate,standard_error,lower,upper,people,note", csv.lines().findFirst().get());
    double[] answers = Ended.column(csv, "estimate");
    double mean = 53.5;
    assertEquals((mean - 54) / 36, answers[0], 0.2);
    double older = share(54 + 36 * answers[0]);
    assertEquals(older, answers[1], 0.1); // a share: half the tolerance
    assertEquals(share(54 + 36 * answers[0] + 20 * answers[1]), answers[2], 0.1);
    for (double people : Ended.column(csv, "people")) {
      assertEquals(PEOPLE / 4.0, people, 6 * Math.sqrt(PEOPLE * 3 / 16.0));
    }
    ended.says("within 0.2, except with probability 0.05, need");
  }

  private static double share(double age) {
    return (89 - Math.floor(age)) / 72;
  }

  /** The plan beside a query's tables is a plan as any other. */
  @Test
  void aQuerysReportsMayBeAccumulatedAndEstimatedAgain() throws IOException {
    Ended asked = ask(SCRIPT, "out");
    asked.done();
    ldp(
            "accumulate --input %s --output %s",
            "" + folder.resolve("out/query-2/privatized"), "" + folder.resolve("sums"))
        .done();
    Ended again =
        ldp(
                "estimate --input %s --output %s --format csv",
                "" + folder.resolve("sums"), "" + folder.resolve("answers"))
            .done();

    String[] first = Ended.csv(asked.out()).get(2);
    String[] second = Ended.csv(again.out()).get(1);
    for (int i = 0; i < 5; i++) {
      assertEquals(first[i], second[i]);
    }
  }

  @Test
  void nobodyIsInTwoBlocks() throws IOException {
    String all =
        SCRIPT.replace("queries = [", "queries = [{ name = first, predicate = \"age > 0\" }");
    Ended ended = ask(all, "out");
    ended.done();

    // All four blocks together are everybody; keyed names of a person's reports differ by plan, so
    // people are distinguished by number only.
    assertEquals(PEOPLE, reports(folder.resolve("out")).count());
    double sum = 0;
    for (double people : Ended.column(ended.out(), "people")) {
      sum += people;
    }
    assertEquals(PEOPLE, sum);
  }

  @Test
  void askingAgainAsksNobodyAndAnotherFolderGivesTheSameBits() throws IOException {
    Ended first = ask(SCRIPT, "out");
    String before = files("out");
    Ended again = ask(SCRIPT, "out");

    again.done();
    assertEquals(first.out(), again.out());
    assertEquals(3, again.err().split("already done", -1).length - 1, again.err());
    assertEquals(before, files("out"));

    assertEquals(first.out(), ask(SCRIPT, "other").out());
    assertEquals(bits("out"), bits("other"));
    assertNotEquals(bits("out"), bits(ask(SCRIPT.replace("= ages", "= others"), "third")));
  }

  private List<Row> bits(Ended ended) {
    ended.done();
    return bits("third");
  }

  private List<Row> bits(String output) {
    return reports(folder.resolve(output))
        .selectExpr("hex(report_id)", "report")
        .orderBy("hex(report_id)")
        .collectAsList();
  }

  private String files(String output) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(output))) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.append(file).append(Files.getLastModifiedTime(file)).append('\n');
      }
      return all.toString();
    }
  }

  @Test
  void whatWasInterruptedGoesOnWhereItStopped() throws IOException {
    String writeOnce = SCRIPT.replace("= keyed", "= write-once");
    Ended first = ask(writeOnce, "out");
    first.done();
    // As if the last query had been stopped after its reports were there, the one before it whole.
    delete(folder.resolve("out/query-3/accumulated"));
    delete(folder.resolve("out/query-3/estimated"));
    Ended again = ask(writeOnce, "out");

    assertEquals(first.out(), again.out());
    assertEquals(3, again.err().split("already done", -1).length - 1, again.err());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aScriptMayGrowUntilThePoolIsSpent() throws IOException {
    assertEquals(Exit.DONE, ask(SCRIPT, "out").code());
    String four =
        SCRIPT.strip().replaceAll("\\]$", "{ name = d, predicate = \"age < 30 * :older\" }\n]");
    Ended grown = ask(four, "out");
    grown.done();
    assertEquals(3, grown.err().split("already done", -1).length - 1, grown.err());

    String before = files("out");
    Ended spent = ask(four.replaceAll("\\]$", "{ name = e, predicate = \"age < 30\" }\n]"), "out");
    spent.refused("nobody answers twice");
    assertEquals(before, files("out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(age - 54) / 36 | (age - 55) / 36",
        "name = ages | name = other",
        "epsilon=2.0 | epsilon=2.5",
        "queries=4 | queries=5",
      })
  void anotherQuestionOverTheSameFolderIsRefused(String good, String bad) throws IOException {
    String one = SCRIPT.replaceAll(" +\\{ name = (older|much).*\n", "");
    assertEquals(Exit.DONE, ask(one, "out").code());
    String before = files("out");
    Ended ended = ask(one.replace(good, bad), "out");

    ended.refused("reports of one plan");
    assertEquals(before, files("out"));
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
        "sq(epsilon=2.0,queries=4,tau=0.2,beta=0.05) | rr(epsilon=1) | need the protocol sq",
        "tau=0.2 | tau=0.01 | people must be enough",
        "id = user_id | id = user_id, public = [] | knows the keys",
        "id = user_id | id = nosuch | Missing: nosuch",
      })
  void aScriptThatCannotBeIsRefusedBeforeAnybodyIsAsked(String good, String bad, String words)
      throws IOException {
    assertTrue(SCRIPT.contains(good), good);
    Ended ended = ask(SCRIPT.replace(good, bad), "out");

    ended.badInput(words);
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void aPersonWhoIsThereTwiceIsRefused() throws IOException {
    SparkTest.spark()
        .read()
        .parquet(people())
        .selectExpr("user_id % 20000 AS user_id", "age")
        .createOrReplaceTempView("twice");
    Ended ended = ask(SCRIPT, "twice", "out");

    ended.refused("a person may report once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void programsMayAskInLoopsAndInBatches(String randomness) {
    QueryScript script = QueryScript.read(SCRIPT.replace("keyed", randomness), "script");
    Dataset<Row> people = SparkTest.spark().read().parquet(people());
    String output = folder.resolve("program").toString();
    SparkQueryOracle oracle = new SparkQueryOracle(people, script.pool(), output);
    Query young = Query.predicate("young", "age < 36");
    Query old = Query.predicate("old", "age >= 72");

    Estimate both = oracle.answerAll(List.of(young, old));
    assertEquals(List.of("young", "old"), both.rows().stream().map(Estimate.Row::item).toList());
    assertEquals(0.25, both.rows().get(0).estimate(), 0.1);
    assertEquals(0.25, both.rows().get(1).estimate(), 0.1);
    assertEquals(2, oracle.left());
    oracle.answer(young);
    assertThrows(PoolSpentException.class, () -> oracle.answerAll(List.of(young, old)));
    oracle.answer(old);
    assertEquals(0, oracle.left());
    assertEquals(PEOPLE, reports(Path.of(output)).count());

    SparkQueryOracle again = new SparkQueryOracle(people, script.pool(), output);
    assertEquals(both, again.answerAll(List.of(young, old)));
  }
}
