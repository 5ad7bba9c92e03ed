package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.collected.SimulatedTable;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/** What anybody may do with a collected table: ask, synthesize, look. */
@ExtendWith({SparkTest.class, Interpreted.class})
class AskCommandTest {
  private static final String QUERY =
      "SELECT education, count(*) FROM people WHERE age >= 45 GROUP BY education";

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void collect() {
    SimulatedTable.of(4_000, 3, 1).write(spark(), box.path("out"));
  }

  /** Refused in these words, of which a notebook knows the kind. */
  private static void refused(int code, String words, Executable action) {
    org.sparkldp.jobs.exit.Ended ended = assertThrows(org.sparkldp.jobs.exit.Ended.class, action);
    assertTrue(ended.getMessage().contains(words), ended.getMessage());
    assertEquals(code, ended.code());
  }

  @Test
  void answersAndPages() {
    Ended asked =
        Ended.of(
                "ask",
                "--input",
                box.path("out"),
                "--format",
                "csv",
                "--html",
                box.path("out.html"),
                QUERY)
            .done();
    assertEquals(
        "education,measure,answer,standard_error,lower,upper,source,note,best",
        asked.lines().get(0));
    assertEquals(5, asked.lines().size());
    String page = box.read("out.html");
    for (String words :
        List.of(
            "education and income",
            "What one person gave away",
            "Cannot be answered well",
            "How many people of each age",
            "Most strongly tied: ",
            "towards which of its ends")) {
      assertTrue(page.contains(words), words);
    }
  }

  @Test
  void tableFunctionsDoTheSame() {
    String call =
        "SELECT * FROM ldp_ask('%s', '%s') ORDER BY education".formatted(box.path("out"), QUERY);
    List<Row> rows = spark().sql(call).collectAsList();
    assertEquals(4, rows.size());
    assertEquals("count(1)", rows.get(1).getAs("measure"));
    refused(
        Exit.BAD_INPUT,
        "two constant texts",
        () -> spark().sql("SELECT * FROM ldp_ask('a')").collectAsList());
    String drawn = "SELECT * FROM ldp_synthesize('%s', %s)";
    assertEquals(70, spark().sql(drawn.formatted(box.path("out"), "70")).count());
    assertEquals(140, spark().sql(drawn.formatted(box.path("out"), "70, 2, 5")).count());
    refused(Exit.BAD_INPUT, "takes constants", () -> spark().sql(drawn.formatted("a", "'b'")));
  }

  @Test
  void onASharedServerTheFolderLiesBelowOneThatTheOperatorNamed() {
    String call = "SELECT * FROM ldp_ask('%s', 'SELECT count(*) FROM people')";
    startedWith("spark.ldp.sharedServer", "true");
    refused(
        Exit.REFUSED,
        "must hold no release key",
        () -> spark().sql(call.formatted(box.path("out"))));
    startedWith("spark.ldp.keyFile", null);
    refused(
        Exit.REFUSED,
        "must lie below a folder",
        () -> spark().sql(call.formatted(box.path("out"))));
    startedWith("spark.ldp.tableFolders", box.path("other") + ", " + box.path("ou"));
    refused(
        Exit.REFUSED,
        "must lie below a folder",
        () -> spark().sql(call.formatted(box.path("out"))));
    refused(
        Exit.REFUSED,
        "must lie below a folder",
        () -> spark().sql(call.formatted(box.path("other") + "/../out")));
    startedWith("spark.ldp.tableFolders", box.path(""));
    assertEquals(1, spark().sql(call.formatted(box.path("out"))).count());
  }

  @Test
  void synthesizesTablesAndCopies() {
    Ended one =
        Ended.of(
                "synthesize",
                "--input",
                box.path("out"),
                "--rows",
                "100",
                "--output",
                box.path("one.csv"))
            .done();
    one.says("synthetic rows carry no error");
    assertEquals(100, spark().read().option("header", true).csv(box.path("one.csv")).count());
    Ended.of(
            "synthesize",
            "--input",
            box.path("out"),
            "--rows",
            "50",
            "--copies",
            "3",
            "--output",
            box.path("three"))
        .done();
    spark().read().parquet(box.path("three")).createOrReplaceTempView("three");
    Row combined =
        spark()
            .sql(
                "SELECT ldp_combine(e, v).standard_error s FROM (SELECT avg(income) e,"
                    + " var_samp(income) / count(*) v FROM three GROUP BY copy)")
            .head();
    assertTrue(combined.getDouble(0) > 0);
    Exception refusal = // a SparkException around it on Spark 3.5
        assertThrows(
            Exception.class,
            () ->
                spark()
                    .sql("SELECT ldp_combine(e, v) FROM VALUES (1.0, 0.1), (2.0, NULL) AS c(e, v)")
                    .collect());
    assertTrue(refusal.toString().contains("each copy must have"), refusal.toString());
  }

  @Test
  void writesAskedTablesAsOtherToolsTakeThem() {
    Ended.of("ask", "--input", box.path("out"), "--tables", box.path("tables")).done();
    List<Row> rows =
        spark()
            .read()
            .option("header", true)
            .csv(box.path("tables") + "/01_education_income")
            .collectAsList();
    assertEquals(4 * 5, rows.size(), "each of five edges once");
    assertEquals(
        "[education, income, count]", List.of(rows.get(0).schema().fieldNames()).toString());
    double sum = rows.stream().mapToDouble(row -> Double.parseDouble(row.getString(2))).sum();
    assertEquals(4000, sum, 1e-6);
  }

  @Test
  void refusesNoQuestion() {
    Ended.of("ask", "--input", box.path("out")).badInput("needs a query");
    Ended.of("ask", "--input", box.path("elsewhere"), QUERY).badInput("must hold finished tables");
  }
}
