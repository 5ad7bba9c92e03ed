package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Generation;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.task.Query;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.jobs.task.QueryValues;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.sql.SparkTest;

/** Statistical queries through plans, and the sizes that they need. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class QueryCommandsTest {
  private static final int PEOPLE = 80_000;

  private static final Path SAMPLE = Path.of("..", "conf", "plans", "audience.conf");

  @TempDir static Path tables;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    Generation.write(
        SparkTest.spark(), Datasets.find("events(days=2)"), 1, PEOPLE, 3, events().toString());
  }

  private static Path events() {
    return tables.resolve("events");
  }

  private Ended run(String command, String text, String input, String name, String... more)
      throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), text);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--plan",
                plan.toString(),
                "--input",
                input,
                "--output",
                folder.resolve(name).toString()));
    arguments.addAll(List.of(more));
    return Ended.of(arguments.toArray(String[]::new));
  }

  private static String plan(String... queries) {
    return """
    task = query
    name = people
    id = user_id
    protocol = "sq(epsilon=2.0)"
    outside = fail
    randomness = keyed
    queries = [
    """
        + String.join("\n", queries)
        + "\n]\n";
  }

  private static double[] truth(String... expressions) {
    var row = SparkTest.spark().read().parquet(events().toString()).selectExpr(expressions).head();
    double[] truth = new double[expressions.length];
    Arrays.setAll(truth, row::getDouble);
    return truth;
  }

  private static boolean isWithin(double errors, String csv, double[] truth) {
    double[] estimates = Ended.column(csv, "estimate");
    double[] standardErrors = Ended.column(csv, "standard_error");
    boolean all = estimates.length == truth.length;
    for (int i = 0; i < truth.length; i++) {
      all &= Math.abs(estimates[i] - truth[i]) <= errors * standardErrors[i];
    }
    return all;
  }

  /** The sample plan's truth, shares of people and a mean. */
  private static double[] sampleTruth() {
    return truth(
        "avg(IF(subscribed = 1, 1D, 0D))",
        "avg(IF(age < 30, 1D, 0D))",
        "avg(IF(subscribed = 1 AND age < 30, 1D, 0D))",
        "avg(double(greatest(18, least(90, age))))");
  }

  @Test
  void theSamplePlanAnswersItsQueriesToItsTolerance() throws IOException {
    Path html = folder.resolve("report.html");
    Ended ended =
        run(
            "run",
            Files.readString(SAMPLE),
            events().toString(),
            "out",
            "--format",
            "csv",
            "--html",
            html.toString());
    ended.done();
    String csv = ended.out();
    double[] truth = sampleTruth();

    assertEquals("item,estimate,standard_error,lower,upper,note", csv.lines().findFirst().get());
    assertEquals(
        List.of("paying", "under-30", "paying-under-30", "age"),
        Ended.csv(csv).stream().skip(1).map(row -> row[0]).toList());
    assertTrue(isWithin(6, csv, truth), csv + Arrays.toString(truth));
    assertFalse(isWithin(6, csv, new double[] {truth[1], truth[2], truth[3], truth[0]}), csv);
    double[] estimates = Ended.column(csv, "estimate");
    for (int i = 0; i < 4; i++) { // keyed: it holds always, or never
      assertEquals(truth[i], estimates[i], i < 3 ? 0.025 : 1.8);
    }
    ended.says("within 0.05, except with probability 0.05, need 76058 people");
    assertTrue(Files.readString(html).contains("The answers of paying"));

    Ended again =
        run("run", Files.readString(SAMPLE), events().toString(), "out", "--format", "csv");
    assertEquals(csv, again.out());
    again.says("already done");
  }

  /** Bounds clip, whatever the protocol; without them a value beyond is a value outside. */
  @Test
  void anExpressionIsAnsweredWithinItsBoundsAndInItsOwnUnit() throws IOException {
    String bounded = "{ name = age, expression = age, lower = 30, upper = 50 }";
    Ended ended = run("run", plan(bounded), events().toString(), "out", "--format", "csv");
    ended.done();
    double[] clipped = truth("avg(double(greatest(30, least(50, age))))");
    assertTrue(isWithin(6, ended.out(), clipped), ended.out());
    assertFalse(isWithin(6, ended.out(), truth("avg(double(age))")), ended.out());

    Ended unit =
        run(
            "run",
            plan("{ name = u, expression = \"age / 10\", lower = -1, upper = 1 }"),
            events().toString(),
            "unit");
    unit.done();
    Ended beyond =
        run("run", plan("{ name = u, expression = \"age / 10\" }"), events().toString(), "no");
    beyond.badInput("every value must be in the domain");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expression = age, lower = 30 | both lower and upper",
        "predicate = \"age > 3\", lower = 0, upper = 1 | both lower and upper",
        "expression = age, lower = 3, upper = 3 | lower must be less than its upper",
        "expression = age, lower = 3, upper = 1e999 | lower must be less than its upper",
      })
  void boundsThatAreNoneAreRefused(String query, String words) throws IOException {
    Ended ended = run("run", plan("{ name = a, " + query + " }"), events().toString(), "out");
    ended.badInput(words);
  }

  @Test
  void everybodyAnswersOneQueryAndGroupsAreEven() throws IOException {
    Ended ended =
        run(
            "privatize",
            plan(
                "{ name = a, predicate = \"age < 30\" }",
                "{ name = b, expression = \"1\" }",
                "{ name = c, expression = \"-1\" }"),
            events().toString(),
            "out");
    ended.done();

    var counts =
        SparkTest.spark()
            .read()
            .parquet(folder.resolve("out/reports").toString())
            .selectExpr("report DIV 2 AS query", "report % 2 AS plus")
            .groupBy("query")
            .agg(functions.count("*").as("people"), functions.avg("plus"))
            .orderBy("query")
            .collectAsList();
    assertEquals(3, counts.size());
    long people = 0;
    for (var row : counts) {
      assertEquals(PEOPLE / 3.0, row.getLong(1), 6 * Math.sqrt(PEOPLE * 2.0 / 9));
      people += row.getLong(1);
    }
    assertEquals(PEOPLE, people);
    // Constant queries: randomized response on 1 and on -1, at epsilon 2.
    double keep = Math.exp(2) / (1 + Math.exp(2));
    assertEquals(keep, counts.get(1).getDouble(2), 6 * 0.33 / Math.sqrt(PEOPLE / 3.0));
    assertEquals(1 - keep, counts.get(2).getDouble(2), 6 * 0.33 / Math.sqrt(PEOPLE / 3.0));
  }

  @Test
  void tooFewPeopleForTheToleranceAreNotAsked() throws IOException {
    Ended ended =
        run(
            "privatize",
            Files.readString(SAMPLE).replace("tau = 0.05", "tau = 0.04"),
            events().toString(),
            "out");

    ended.badInput("118836. Provided: 80000");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  /** A table that notices when it is read. */
  private static final class Watched {
    private static final AtomicInteger ROWS = new AtomicInteger();

    static int rows() {
      return ROWS.get();
    }

    static String view() {
      ROWS.set(0);
      SparkTest.spark()
          .udf()
          .register(
              "watched",
              (UDF1<Long, Integer>)
                  id -> {
                    ROWS.incrementAndGet();
                    return (int) (id % 90);
                  },
              DataTypes.IntegerType);
      SparkTest.spark()
          .sql(
              "CREATE OR REPLACE TEMPORARY VIEW watched_people AS SELECT watched(id) AS age, id AS"
                  + " user_id, named_struct('a', 1) AS s, 'x' AS word FROM range(1000)");
      return "watched_people";
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "expression | agee | Missing: `agee`",
        "expression | age / 90 + rand() - 1 | nothing random",
        "expression | CASE WHEN uuid() < '8' THEN 1 ELSE -1 END | nothing random",
        "predicate  | current_timestamp() > '2020-01-01' | nothing random",
        "predicate  | current_date() > '2020-01-01' | nothing random",
        "predicate  | now() > '2020-01-01' | nothing random",
        "predicate  | current_user() = 'me' | nothing random",
        "predicate  | current_time() > time'01:00:00' | nothing random",
        "predicate  | spark_partition_id() = 1 | nothing random",
        "expression | avg(age) / 100 | one person's row",
        "expression | rank() OVER (ORDER BY age) / 1000 | one person's row",
        "predicate  | age > (SELECT 7) | one person's row",
        "predicate  | age IN (SELECT 7) | one person's row",
        "expression | explode(array(1, -1)) | one person's row",
        "expression | age < 30 | what is true or false is a predicate",
        "expression | word | must be a number",
        "expression | s | must be a number",
        "predicate  | age | must be BOOLEAN",
        "predicate  | age <<< 30 | must be valid SQL",
        "predicate  | nosuch(age) | must be valid SQL",
        "expression | * | ",
        "expression | age, 1 | must be valid SQL",
      })
  void aQueryThatCannotBeAskedIsRefusedBeforeAnyRowIsRead(String kind, String sql, String words) {
    Privatization asking =
        asking(
            kind.equals("predicate") ? Query.predicate("bad", sql) : Query.expression("bad", sql));
    Dataset<Row> people = SparkTest.spark().table(Watched.view());

    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> asking.run(people, new Output(SparkTest.spark(), folder.resolve("out") + "")));
    assertTrue(refusal.getMessage().contains(words == null ? "" : words), refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
    assertEquals(0, Watched.rows(), "rows read");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  /** A plan that drops people without a value of one expression. */
  private Path dropping(String sql) throws IOException {
    String plan =
        """
        task = query
        name = fails
        id = user_id
        protocol = "sq(epsilon=1.0,outside=clip)"
        queries = [ { name = bad, expression = "%s" } ]
        outside = drop
        outside_reason = "a test"
        randomness = keyed
        """;
    return Files.writeString(folder.resolve("plan.conf"), plan.formatted(sql));
  }

  /** Each fails, by division, index, cast, overflow, regular expression, on one person's row. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "greatest(-1, least(1, 1 / (age - 25)))",
        "greatest(-1, least(1, 1 % (age - 25)))",
        "greatest(-1, least(1, element_at(array(1, 2, 3), age - 25)))",
        "greatest(-1, least(1, CAST(word AS DOUBLE)))",
        "greatest(-1, least(1, CAST(age * 89478486 AS INT)))",
        "greatest(-1, least(1, regexp_count(repeat('a', IF(age = 25, 30000, 1)), '(a|b)*c')))",
        "CASE WHEN raise_error(word) IS NULL THEN 1 ELSE -1 END",
        "greatest(-1, least(1, 1 / (age - 25))) + 0 * greatest(-1, least(1, 1 / (age - 25)))",
      })
  void aQueryThatFailsOnSomebodyHasNoValueThere(String sql) throws IOException {
    SparkTest.spark()
        .sql(
            "SELECT id AS user_id, CAST(24 + id % 3 AS INT) AS age, IF(id % 3 = 1, 'secret4711',"
                + " '1') AS word FROM range(300)")
        .createOrReplaceTempView("some_fail");
    Path file = dropping(sql);
    for (String mode : List.of("CODEGEN_ONLY", "NO_CODEGEN")) {
      SparkTest.spark().conf().set("spark.sql.codegen.factoryMode", mode);
      SparkTest.spark()
          .conf()
          .set("spark.sql.codegen.wholeStage", mode.equals("CODEGEN_ONLY") + "");
      try {
        Ended ended =
            ldp("privatize --plan %s --input some_fail --output %s", file, folder.resolve(mode))
                .done();
        assertFalse(ended.err().contains("4711"), ended.err());
      } finally {
        SparkTest.spark().conf().unset("spark.sql.codegen.factoryMode");
        SparkTest.spark().conf().unset("spark.sql.codegen.wholeStage");
      }
    }
    assertEquals(
        ldp("sql --format csv -e %s", count("CODEGEN_ONLY")).done().out(),
        ldp("sql --format csv -e %s", count("NO_CODEGEN")).done().out());
    SparkTest.spark().catalog().dropTempView("some_fail");
  }

  /**
   * What fails half-way through a map keeps what it had; the next person's row must not meet it.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int(str_to_map(word, '&', '=')['src'] = 'ad')",
        "int(map_concat(map('src', word), map(word, 'x'))['src'] IS NOT NULL)",
        "int(size(transform_keys(map('a', 1, 'b', 2), (k, v) -> if(word = 'src=ad&src=ad', 'z',"
            + " k))) = 2)",
      })
  void aFailureLeavesNothingBehindForTheNextRow(String sql) throws IOException {
    Path file = dropping(sql);
    SparkTest.spark()
        .range(0, 100, 1, 1)
        .selectExpr("id AS user_id", "IF(id = 3, 'src=ad&src=ad', 'src=ad') AS word")
        .createOrReplaceTempView("one_fails");
    Ended ended =
        ldp("privatize --plan %s --input one_fails --output %s", file, folder.resolve("out"))
            .done();
    // map_concat fails on nobody here; the others on one person, and on nobody after them.
    assertTrue(
        ended.err().contains("100 reports") || ended.err().contains("99 reports"), ended.err());
    SparkTest.spark().catalog().dropTempView("one_fails");
  }

  private String count(String name) {
    return "SELECT count(*) FROM parquet.`" + folder.resolve(name).resolve("reports") + "`";
  }

  private static Privatization asking(Query query) {
    Query good = Query.expression("good", "age");
    return new Privatization(
        Plan.once(
            "queries",
            "user_id",
            new QueryTask(
                new QueryValues(List.of(good, query)), StatisticalQueries.of(1, 2, Outside.CLIP)),
            OutsideRule.FAIL,
            Plan.Randomness.KEYED,
            List.of()));
  }

  @Test
  void theCommandSaysSoInOneSentence() throws IOException {
    Ended ended =
        run("privatize", plan("{ name = bad, expression = \"agee / 90\" }"), Watched.view(), "out");

    ended.badInput();
    assertEquals(
        "ldp: the table must have the columns that queries speak of. Missing: `agee`; it has age,"
            + " user_id, s, word. Provided: bad = agee / 90. Nothing was read.\n",
        ended.err());
    assertEquals(0, Watched.rows(), "rows read");
  }

  /** The wrong twin of the test above: what is not refused is read. */
  @Test
  void aQueryThatCanBeAskedReadsRows() throws IOException {
    Ended ended =
        run(
            "privatize",
            plan("{ name = good, expression = \"greatest(-1, least(1, age))\" }"),
            Watched.view(),
            "out");

    ended.done();
    assertTrue(Watched.rows() >= 1000, "rows read");
  }

  @Test
  void valuesOutsideAreClippedOrDroppedWhereThePlanSaysSo() throws IOException {
    String ages = plan("{ name = age, expression = \"age / 45 - 0.9\" }");
    Ended clipped =
        run("privatize", ages.replace("2.0)", "2.0,outside=clip)"), Watched.view(), "c");
    clipped.done().says("1000 reports");

    Ended dropped =
        run(
            "privatize",
            ages.replace("= fail", "= drop\noutside_reason = \"the very old\""),
            Watched.view(),
            "d");
    dropped.done().says(" rows left out");
  }

  @Test
  void aQueryWithoutAValueForSomebodyIsCountedAndNotShown() throws IOException {
    Ended ended =
        run(
            "privatize",
            plan("{ name = odd, expression = \"CASE WHEN age >= 1 THEN 1 END\" }"),
            Watched.view(),
            "out");

    ended.badInput("Rows that are not: 12");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "predicate = \"age < 30\" | predicate = \"age < 30\", expression = \"1\" | either an"
            + " expression or a predicate",
        "predicate = \"age < 30\" | sql = \"age < 30\" | a query knows the keys",
        "name = young | name = old | a name of its own",
        "sq(epsilon=2.0) | sq(epsilon=2.0,queries=3) | queries must be the number of the plan's"
            + " queries, 2",
        "sq(epsilon=2.0) | duchi(epsilon=2.0,lower=-1,upper=1) | need the protocol sq",
        "outside = fail | outside = category | numbers have no further category",
        "id = user_id | id = user_id, column = age | not to query",
        "id = user_id | id = user_id, tau = 0.1 | tau and beta belong together",
        "task = query | task = mean, column = age | belongs to task = query",
        "id = user_id | id = user_id, public = [age] | neither the private column",
      })
  void aPlanThatCannotBeIsRefusedInOneSentence(String good, String bad, String words)
      throws IOException {
    String right =
        plan(
            "{ name = young, predicate = \"age < 30\" }",
            "{ name = old, predicate = \"age > 60\" }");
    assertTrue(right.contains(good), good);
    Ended ended = run("privatize", right.replace(good, bad), Watched.view(), "out");

    ended.badInput(words);
    assertEquals(0, Watched.rows(), "rows read");
  }

  // --- design ---

  @Test
  void designGivesTheSizesOfTheNotes() {
    String csv =
        ldp("design --task query --queries 10 --error 0.1 --epsilon 1 --beta 0.05 --format "
                + "csv")
            .done()
            .out();

    assertTrue(
        csv.startsWith("task,mechanism,domain,epsilon,standard_error,users_needed,report_bytes"),
        csv);
    assertEquals("56120", needed(csv, "groups"));
    assertEquals("480117", needed(csv, "split-epsilon"));
    assertEquals("36900", needed(csv, "groups-clt"));
    assertEquals(1.0, Double.parseDouble(needed(csv, "groups-by-hash")) / 56_120, 1e-3);
    assertEquals(1.3, Double.parseDouble(needed(csv, "hypercube")) / 56_120, 0.01);
  }

  private static String needed(String csv, String mechanism) {
    return csv.lines()
        .map(line -> line.split(",", -1))
        .filter(cells -> cells[1].equals(mechanism))
        .findFirst()
        .orElseThrow()[5];
  }

  @Test
  void designGivesTheToleranceOfPeopleWhoAreThere() {
    String csv =
        ldp("design --task query --queries 10 --users 56120 --epsilon 1 --format csv")
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");

    int place = Ended.csv(csv).get(1)[1].equals("groups-clt") ? 1 : 0;
    assertEquals(0.1, Ended.column(csv, "tolerance")[place], 1e-4, csv);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "design --task query --epsilon 1 --error 0.1",
        "design --task query --queries 10 --epsilon 1",
        "design --task query --queries 0 --epsilon 1 --error 0.1",
        "design --task query --queries 10 --epsilon 1 --error 2",
        "design --task query --queries 10 --epsilon 1 --users 0",
        "design --task query --queries 10 --epsilon 1 --error 0.1 --beta 1",
        "design --task query --queries 10 --epsilon 1 --error 0.1 --domain 3",
        "design --domain 4 --queries 10 --epsilon 1 --error 0.1",
        "design --task mean --epsilon 1 --error 0.1",
      })
  void designRefusesWhatMakesNoSense(String line) {
    assertEquals(Exit.BAD_INPUT, Ended.of(line.split(" ")).code());
  }

  @Test
  void simulateAndAuditKnowStatisticalQueries() {
    String csv =
        ldp("simulate --spec sq(epsilon=1.0,queries=5) --users 1000 --trials 400 --format " + "csv")
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    double ratio = Ended.column(csv, "rmse_over_theory")[0];
    assertEquals(1, ratio, 0.1, csv);
    assertTrue(
        Math.abs(Ended.column(csv, "bias_z")[0]) < Ended.column(csv, "bias_z_limit")[0], csv);

    Ended audit = ldp("audit --spec sq(epsilon=1.0,queries=3) --format csv");
    audit.done();
    assertTrue(audit.out().contains(",holds,") || audit.out().contains(",holds"), audit.out());
    assertEquals(Exit.REFUSED, ldp("audit --spec sq(epsilon=1.0,queries=3) --mutant 0.2").code());
  }
}
