package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Statistical queries through plans. Reports and their sums are those of plain Java
 * (AccumulatorsAsInJavaTest); here is what commands make of them, and which queries may be asked.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class QueriesTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private Ended privatize(String plan, String table, String output) {
    box.write("plan.conf", plan);
    return box.ldp("privatize --plan @plan.conf --input %s --output @%s", table, output);
  }

  private static String plan(String... queries) {
    return """
    task = query
    name = people
    id = user_id
    protocol = "sq(epsilon=8.0)"
    outside = fail
    randomness = keyed
    queries = [
    """
        + String.join("\n", queries)
        + "\n]\n";
  }

  /** Bounds clip, whatever the protocol, and answers are in each query's own unit. */
  @Test
  void aPlanAnswersItsQueriesWithinItsTolerance() {
    box.table(
        "people", "SELECT id AS user_id, 20 + id % 50 AS age, 1 AS subscribed FROM range(600)");
    box.write(
        "plan.conf",
        plan(
                "{ name = older, predicate = \"age BETWEEN 30 AND 69\" }",
                "{ name = all, predicate = \"age > 0\" }",
                "{ name = age, expression = age, lower = 30, upper = 50 }")
            + "tau = 0.5, beta = 0.05\n");
    Ended ended =
        box.ldp("run --plan @plan.conf --input @people --output @out --format csv").done();

    assertEquals("item,estimate,standard_error,lower,upper,note,best", ended.lines().get(0));
    assertEquals(
        List.of("older", "all", "age"),
        Ended.csv(ended.out()).stream().skip(1).map(row -> row[0]).toList());
    double[] estimates = ended.column("estimate");
    double[] errors = ended.column("standard_error");
    double[] truth = {0.8, 1, (10 * 30 + 20 * 39.5 + 20 * 50) / 50};
    for (int i = 0; i < 3; i++) { // keyed: it holds always, or never
      assertEquals(truth[i], estimates[i], 6 * errors[i]);
      assertTrue(Math.abs(truth[(i + 1) % 3] - estimates[i]) > 2 * errors[i], ended.out());
    }
    ended.says("within 0.5, except with probability 0.05, need");

    Path sample = DocPage.repository().resolve("conf/plans/audience.conf");
    box.ldp("privatize --plan %s --input @people --output @few", sample)
        .badInput("76058. Provided: 600");
    assertFalse(box.has("few"));
  }

  /** A table that notices when it is read. */
  private static final class Watched {
    private static final AtomicInteger ROWS = new AtomicInteger();

    static int rows() {
      return ROWS.get();
    }

    static String view() {
      ROWS.set(0);
      spark()
          .udf()
          .register(
              "watched",
              (UDF1<Long, Integer>)
                  id -> {
                    ROWS.incrementAndGet();
                    return (int) (id % 90);
                  },
              DataTypes.IntegerType);
      spark()
          .sql(
              "CREATE OR REPLACE TEMPORARY VIEW watched_people AS SELECT watched(id) AS age, id AS"
                  + " user_id, named_struct('a', 1) AS s, 'x' AS word FROM range(300)");
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
    if (sql.contains("current_time()")) {
      SparkTest.assumeSince("4.1", "the type TIME");
    }
    Privatization asking =
        asking(
            kind.equals("predicate")
                ? StatisticalQuery.predicate("bad", sql)
                : StatisticalQuery.expression("bad", sql));
    var people = spark().table(Watched.view());

    String refusal =
        badInput(
            words == null ? "" : words,
            () -> asking.run(people, new Output(spark(), box.path("out"))));
    assertEquals(1, refusal.lines().count());
    assertEquals(0, Watched.rows(), "rows read");
    assertFalse(box.has("out"));
  }

  private static Privatization asking(StatisticalQuery query) {
    StatisticalQuery good = StatisticalQuery.expression("good", "age");
    return new Privatization(
        Plan.builder(
                "queries",
                "user_id",
                new QueryTask(
                    new QueryValues(List.of(good, query)),
                    StatisticalQueries.DECLARATION.of(1, 2, "", "", Outside.CLIP)),
                Plan.Randomness.KEYED)
            .build());
  }

  @Test
  void theCommandSaysSoInOneSentence() {
    Ended ended =
        privatize(plan("{ name = bad, expression = \"agee / 90\" }"), Watched.view(), "out");

    ended.badInput();
    assertEquals(
        "ldp: the table must have the columns that queries speak of. Missing: `agee`; it has age,"
            + " user_id, s, word. Provided: bad = agee / 90. Nothing was read.\n",
        ended.err());
    String shown = plan("{ name = a, predicate = \"age < 30\" }") + "public = [age]\n";
    privatize(shown, Watched.view(), "out").badInput("neither the private column");
    assertEquals(0, Watched.rows(), "rows read");
  }

  /** The wrong twin of the refusals above is that what is not refused is read. */
  @Test
  void valuesOutsideAreClippedOrDroppedWhereThePlanSaysSoAndElseCounted() {
    String ages = plan("{ name = age, expression = \"age / 45 - 0.9\" }");
    privatize(ages, Watched.view(), "no").badInput("every value must be finite, and in the range");
    privatize(ages.replace("8.0)", "8.0,outside=clip)"), Watched.view(), "clipped")
        .done()
        .says("300 reports");
    assertTrue(Watched.rows() >= 300, "rows read");
    privatize(
            ages.replace("= fail", "= drop\noutside_reason = \"the very old\""),
            Watched.view(),
            "dropped")
        .done()
        .says(" rows left out");

    String odd = plan("{ name = odd, expression = \"CASE WHEN age >= 1 THEN 1 END\" }");
    privatize(odd, Watched.view(), "odd").badInput("Rows that are not: 4");
    assertFalse(box.has("odd"));
  }

  /** A plan that drops people without a value of their expression. */
  private static String dropping(Stream<String> expressions) {
    return plan(expressions
            .map(sql -> "{ name = \"%s\", expression = \"%s\" }".formatted(sql.hashCode(), sql))
            .collect(Collectors.joining("\n")))
        .replace("8.0)", "1.0,outside=clip)")
        .replace("= fail", "= drop\noutside_reason = \"a test\"");
  }

  /** Each fails, by division, index, cast, overflow, regular expression, on one person's row. */
  @Test
  void aQueryThatFailsOnSomebodyHasNoValueThere() {
    SparkTest.withAnsi();
    box.table(
        "people",
        "SELECT id AS user_id, CAST(24 + id % 3 AS INT) AS age, IF(id % 3 = 1, 'secret4711', '1')"
            + " AS word FROM range(300)");
    String plan =
        dropping(
            Stream.of(
                "greatest(-1, least(1, 1 / (age - 25)))",
                "greatest(-1, least(1, 1 % (age - 25)))",
                "greatest(-1, least(1, element_at(array(1, 2, 3), age - 25)))",
                "greatest(-1, least(1, CAST(word AS DOUBLE)))",
                "greatest(-1, least(1, CAST(age * 89478486 AS INT)))",
                "greatest(-1, least(1, regexp_count(repeat('a', IF(age = 25, 30000, 1)),"
                    + " '(a|b)*c')))",
                "CASE WHEN raise_error(word) IS NULL THEN 1 ELSE -1 END",
                "greatest(-1, least(1, 1 / (age - 25))) + 0 * greatest(-1, least(1, 1 / (age -"
                    + " 25)))"));
    AtomicInteger mode = new AtomicInteger();
    SparkTest.inBothModes(
        () -> {
          Ended ended = privatize(plan, box.path("people"), "out" + mode.incrementAndGet()).done();
          ended.keeps("4711");
          return box.table("out" + mode + "/reports").orderBy("report_id").collectAsList();
        });
    long reports = box.table("out1/reports").count();
    assertTrue(reports > 100 && reports < 200, "who has no value is left out: " + reports);
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
  void aFailureLeavesNothingBehindForTheNextRow(String sql) {
    box.table(
        "people",
        "SELECT id AS user_id, IF(id = 3, 'src=ad&src=ad', 'src=ad') AS word"
            + " FROM range(0, 100, 1, 1)");
    Ended ended = privatize(dropping(Stream.of(sql)), box.path("people"), "out").done();
    // map_concat fails on nobody here; the others on one person, and on nobody after them.
    assertTrue(
        ended.err().contains("100 reports") || ended.err().contains("99 reports"), ended.err());
  }
}
