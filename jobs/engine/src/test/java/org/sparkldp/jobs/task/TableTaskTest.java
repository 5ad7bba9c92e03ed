package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.collected.CollectedTable;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.collected.TableSchema;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Outcome;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.sql.SparkTest;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.LinearAnswers;

/** A whole table in jobs: named tables in one round, and chosen ones in three. */
@ExtendWith(SparkTest.class)
class TableTaskTest {
  private static final int PEOPLE = 60_000;

  private static final String PLAN =
      """
      task = table
      name = people
      id = id
      attributes = [
        { column = school, domain { type = list, items = [low, middle, high] } }
        { column = income, domain { type = bins, from = 0, to = 160, count = 32 }, sum = true }
        { column = age, domain { type = bins, from = 0, to = 100, count = 20 } }
        { column = children, domain { type = range, from = 0, to = 3 } }
      ]
      protocol = "tables(epsilon=4.0)"
      outside = category
      randomness = keyed
      """;

  private static final String NAMED =
      PLAN.replace("count = 32", "count = 8")
          + "ask = [[school, income], [age, children], [school, children]]\n"
          + "impossible = [\"school = 'high' AND income < 60\", \"school = 'low' AND income <"
          + " 40\"]\n";

  @TempDir Path folder;

  private static Plan read(String plan) {
    return PlanFiles.parse(spark(), plan, "plan.conf");
  }

  /** Income depends on school, age on nothing, one child in eight is unknown, one income is. */
  private static Dataset<Row> people() {
    return spark()
        .range(0, PEOPLE, 1, 3)
        .selectExpr(
            "id",
            "CASE WHEN id % 10 < 5 THEN 'low' WHEN id % 10 < 8 THEN 'middle' ELSE 'high' END AS"
                + " school",
            "CAST(CASE WHEN id % 10 < 5 THEN 10 + id % 40 WHEN id % 10 < 8 THEN 50 + id % 37 WHEN"
                + " id % 10 < 9 THEN 120.5 ELSE NULL END AS DOUBLE) AS income",
            "CAST((id * 7919) % 83 AS DOUBLE) AS age",
            "CASE WHEN id % 8 = 0 THEN NULL ELSE id % 4 END AS children");
  }

  private Estimated run(String plan, String name) {
    return Job.of(spark(), read(plan))
        .withKey(SparkTest.KEY_FILE.toString())
        .run(people(), folder.resolve(name).toString());
  }

  private static Listener heard(List<String> said) {
    return new Listener() {
      @Override
      public void says(String sentence) {
        said.add(sentence);
      }

      @Override
      public void ended(Outcome outcome) {
        said.addAll(outcome.sentences());
      }
    };
  }

  private static Map<String, Double> truth() {
    Map<String, Double> truth = new HashMap<>();
    truth.put("school=low", .5 * PEOPLE);
    truth.put("school=(other)", 0.0);
    truth.put("children=(missing)", PEOPLE / 8.0);
    truth.put("children=3", PEOPLE / 4.0);
    truth.put("income=(missing)", PEOPLE / 10.0);
    return truth;
  }

  private static void assertHolds(Estimate estimate, Map<String, Double> truth) {
    for (Map.Entry<String, Double> each : truth.entrySet()) {
      Estimate.Row row =
          estimate.rows().stream()
              .filter(one -> one.item().equals(each.getKey()))
              .findFirst()
              .orElseThrow(() -> new AssertionError(each.getKey() + " in " + estimate.rows()));
      double far = Math.abs(row.estimate() - each.getValue()) / row.standardError();
      assertTrue(far < 4, each.getKey() + " " + each.getValue() + " " + row);
    }
  }

  /** The mean income of those who have one, by the ends of its cells. */
  private static void assertMeanIncome(CollectedTable table) {
    TableAttribute income = table.schema().attributes().get(1);
    double[] values = new double[income.levels()];
    for (int level = 0; level < 2 * income.cells(); level++) {
      values[level] = income.edge(level / 2 + level % 2);
    }
    Answer answer =
        new LinearAnswers(table.schema().domain(), table.asked())
            .answer(new int[] {1}, values)
            .orElseThrow();
    double truth =
        people().selectExpr("avg(coalesce(income, 0))").head().getDouble(0); // 0 counts nothing

    assertEquals(truth, answer.value(), 4 * answer.standardError());
    assertTrue(answer.standardError() < truth / 20, answer + " of " + truth);
  }

  @Test
  void namedTablesAreAskedInOneRound() {
    List<String> said = new ArrayList<>();
    Estimated done =
        Job.of(spark(), read(NAMED))
            .withKey(SparkTest.KEY_FILE.toString())
            .heardBy(heard(said))
            .run(people(), folder.resolve("named").toString());
    Estimate estimate = done.result().groups().get(0).estimate();
    FittedTable fitted = FittedTable.read(spark(), done.folder());
    CollectedTable table = fitted.table();

    assertEquals(PEOPLE, estimate.n());
    assertHolds(estimate, truth());
    // Nobody is in the one part, and the reports say that people are in the other.
    assertEquals(1, fitted.notes().size(), fitted.notes().toString());
    assertTrue(fitted.notes().get(0).endsWith("school = 'low' AND income < 40"));
    assertTrue(said.containsAll(fitted.notes()), said.toString());
    assertEquals(
        0, fitted.model().shares(new int[] {0, 1})[2 * 17], "people who cannot be, in the model");
    Map<String, Double> twin = Map.of("school=low", .55 * PEOPLE);
    assertThrows(AssertionError.class, () -> assertHolds(estimate, twin));
    assertEquals(3, table.chosen().size());
    assertEquals(List.of(), table.others());
    assertEquals(PEOPLE, table.people());
    Row known = fitted.ask(spark(), "SELECT count(income) FROM people WHERE school = 'low'").head();
    assertTrue(known.<String>getAs("note").contains("in no cell are taken for missing"));
    assertEquals(List.of(4, 17, 21, 5), table.schema().domain().sizes());
    assertMeanIncome(table);
    assertEquals(List.of(), Estimation.doubts(done.plan(), done.result()));
  }

  /** As of a date in bins, which a CSV gives as NULL. */
  @Test
  void nearlyAllPeopleMissingInAColumnIsANote() {
    Dataset<Row> dates = people().where("id < 20000").withColumn("age", lit(null).cast("double"));
    Estimated done =
        Job.of(spark(), read(NAMED))
            .withKey(SparkTest.KEY_FILE.toString())
            .run(dates, folder.resolve("dates").toString());
    List<String> doubts = Estimation.doubts(done.plan(), done.result());

    assertEquals(1, doubts.size(), doubts.toString());
    assertTrue(doubts.get(0).startsWith("Nearly all people are in age=(missing), "), doubts.get(0));
    assertTrue(done.result().groups().get(0).notes().containsAll(doubts));
    // Each column's levels are a part, and categories alone have no order.
    List<Counting.Part> parts = done.plan().task().facet(Counting.class).orElseThrow().parts(0);
    assertEquals(List.of(4, 9, 21, 5), parts.stream().map(Counting.Part::rows).toList());
    assertEquals(
        List.of(false, true, true, true), parts.stream().map(Counting.Part::isOrdered).toList());
  }

  @Test
  void whatToExpectIsKnownWithoutATable() {
    Plan plan = read(NAMED);
    String expected = Recruiting.of(plan.task()).expected(PEOPLE).orElseThrow();

    assertEquals(Optional.of(expected), Notes.forecast(plan, PEOPLE));
    assertTrue(expected.startsWith("60,000 people: expect"), expected);
  }

  /** A tenth of the incomes is unknown, and an eighth of the children. */
  @Test
  void aRefusalSaysHowManyValuesAreOutsideByColumn() {
    String plan = NAMED.replace("outside = category", "outside = fail");
    String words = "(by column: income 6000, children 7500)";

    badInput(words, () -> run(plan, "outside"));
  }

  @Test
  void whatIsImpossibleHasACell() {
    String fail = NAMED.replace("outside = category", "outside = fail");
    String never =
        fail.substring(0, fail.indexOf("impossible")) + "impossible = [\"age IS NULL\"]\n";

    badInput("must hold for an item of the domain", () -> read(never));
    read(never + "missing = category"); // NULL is a cell
  }

  /**
   * Texts that the plan does not list are a cell, to which a missing one belongs without its own.
   */
  @Test
  void anotherTextCanBeImpossible() {
    String plan = NAMED.substring(0, NAMED.indexOf("impossible"));
    String missing = "missing = category\nimpossible = [\"school IS NULL\"]\n";

    assertEquals(List.of(3), never(plan + "impossible = [\"school = '(other)'\"]\n"));
    assertEquals(List.of(4), never(plan + missing));
    badInput(
        "must hold for an item of the domain",
        () -> read(plan + "impossible = [\"school IS NULL\"]\n"));
  }

  /** The cells of what the plan calls impossible. */
  private static List<Integer> never(String plan) {
    boolean[] cells = ((TableValues) read(plan).task().values()).schema().empty().get(0).cells();
    return IntStream.range(0, cells.length).filter(cell -> cells[cell]).boxed().toList();
  }

  /** Values that the people's type does not have are outside in their column, too. */
  @Test
  void halvesAreOutsideOfWholeNumbers() {
    String plan =
        NAMED
            .replace("outside = category", "outside = fail\nmissing = category")
            .replace("count = 8 }", "count = 8 }, type = INT");

    badInput("(by column: income 6000)", () -> run(plan, "halves"));
  }

  @Test
  void aLongRangeIsJoinedToFewCellsInThreeRounds() {
    String years = "{ column = children, domain { type = range, from = 0, to = 63 }, sum = true }";
    String chosen =
        PLAN.replace("{ column = children, domain { type = range, from = 0, to = 3 } }", years);
    Plan plan = read(chosen);

    assertTrue(plan.protocol().spec().toString().contains("_63N1"));
    TableSchema schema = ((TableValues) plan.task().values()).schema();
    int[] whole = IntStream.range(0, 100).toArray();
    TableAttribute children =
        schema.joined(List.of(whole, whole, whole, thirds(63))).attributes().get(3);
    assertEquals(List.of(0.0, 21.0, 42.0, 63.0), children.edges());
    assertEquals("BIGINT", children.column().type());
    // In one round each number stays a cell of its own, and needs no ends.
    Plan named = read(chosen + "ask = [[school, income], [age, children]]\n");
    assertTrue(named.protocol().spec().toString().contains("_64o1,"));
  }

  private static int[] thirds(int cells) {
    return IntStream.range(0, cells).map(cell -> cell * 3 / cells).toArray();
  }

  @Tag("slow")
  @Test
  void tablesAreChosenInThreeRounds() throws IOException {
    // It cuts cells that later rounds join. Texts outside the list are not 'low', so they count.
    String plan = PLAN + "impossible = [\"school <> 'low' AND income < 45\"]\n";
    Estimated done = run(plan, "chosen");
    Estimate estimate = done.result().groups().get(0).estimate();
    CollectedTable table = FittedTable.read(spark(), done.folder()).table();
    List<AskedTable> chosen = table.chosen();

    assertEquals(PEOPLE, estimate.n());
    assertEquals(Optional.empty(), done.result().next());
    assertHolds(estimate, truth());
    // The pair that hangs together is in the tree.
    assertTrue(chosen.stream().anyMatch(one -> List.of(0, 1).equals(list(one.attributes()))));
    assertEquals(4 + 6, table.others().size());
    assertMeanIncome(table);
    TableAttribute income = table.schema().attributes().get(1);
    assertTrue(income.cells() <= 16);
    boolean[] marks = table.schema().empty().get(0).cells();
    List<Integer> empty =
        IntStream.range(0, marks.length).filter(cell -> marks[cell]).boxed().toList();
    int whole = (int) income.edges().stream().filter(edge -> edge > 0 && edge <= 45).count();
    List<Integer> expected =
        IntStream.of(1, 2, 3)
            .flatMap(
                school -> IntStream.range(0, 2 * whole).map(end -> school * income.levels() + end))
            .boxed()
            .toList();
    assertEquals(expected, empty);

    // Who came later stays out, and hears why.
    List<String> said = new ArrayList<>();
    Job.of(spark(), read(plan))
        .withKey(SparkTest.KEY_FILE.toString())
        .heardBy(heard(said))
        .run(
            people().union(people().limit(7).withColumn("id", expr("id + 1e6"))),
            folder.resolve("chosen").toString());
    long late =
        said.stream()
            .filter(each -> each.contains("; the table has 7 rows more than then, and late people"))
            .filter(each -> each.endsWith("one round, which takes late people"))
            .count();
    assertEquals(3, late, said.toString());

    // As after a kill between rounds: what is there is taken, and the bytes are the same.
    for (String gone : List.of("round-2/accumulated", "round-2/estimated", "round-3")) {
      FileUtils.deleteDirectory(folder.resolve("chosen").resolve(gone).toFile());
    }
    Estimated again = run(plan, "chosen");
    CollectedTable same = FittedTable.read(spark(), again.folder()).table();
    assertEquals(estimate, again.result().groups().get(0).estimate());
    for (int t = 0; t < chosen.size(); t++) {
      assertArrayEquals(chosen.get(t).shares(), same.chosen().get(t).shares());
    }
  }

  /**
   * A query of the people and of their table: how many of the answers' intervals hold the truth.
   *
   * @param part of the intervals' width
   */
  private static long held(FittedTable fitted, String query, double part) {
    Map<Object, Row> truth = new HashMap<>();
    spark().sql(query).collectAsList().forEach(row -> truth.put(row.get(0), row));
    return fitted.ask(spark(), query).collectAsList().stream()
        .filter(answer -> truth.containsKey(answer.get(0)))
        .filter(
            answer -> {
              Number of = truth.get(answer.get(0)).getAs(answer.<String>getAs("measure"));
              double lower = answer.getAs("lower");
              double upper = answer.getAs("upper");
              assertEquals("measured", answer.getAs("source"));
              double middle = (lower + upper) / 2;
              return Math.abs(of.doubleValue() - middle) <= part * (upper - lower) / 2;
            })
        .count();
  }

  /** The same people asked again and again, under plans of other names, with other coins. */
  @Tag("long")
  @Test
  void intervalsOfAPlansAnswersHoldTheTruth() {
    people().createOrReplaceTempView("people");
    List<String> queries =
        List.of(
            "SELECT school, count(1), sum(income), avg(income) FROM people GROUP BY school",
            "SELECT children, count(1) FROM people WHERE age >= 50 GROUP BY children");
    int runs = 15;
    long held = 0;
    long heldByHalf = 0;
    for (int run = 0; run < runs; run++) {
      String plan = NAMED.replace("name = people", "name = people" + run);
      FittedTable fitted = FittedTable.read(spark(), run(plan, "people" + run).folder());
      for (String query : queries) {
        held += held(fitted, query, 1);
        heldByHalf += held(fitted, query, 0.5);
      }
    }
    // Key and people are fixed. Of 210 intervals of 95 %, fewer than 190 hold by a chance of .002.
    System.out.println(held + " of " + 14 * runs + ", half as wide " + heldByHalf);
    assertTrue(held >= 190, held + " of " + 14 * runs);
    assertTrue(heldByHalf < 190, heldByHalf + " of " + 14 * runs);
  }

  private static List<Integer> list(int[] of) {
    return Arrays.stream(of).boxed().toList();
  }

  @Test
  void tooFewPeopleAreNotAsked() {
    Plan plan = read(NAMED.replace("4.0", "0.1"));
    Dataset<Row> few = people().where("id < 300");
    RuntimeException refusal =
        assertThrows(
            RuntimeException.class,
            () ->
                Job.of(spark(), plan)
                    .withKey(SparkTest.KEY_FILE.toString())
                    .run(few, folder.resolve("few").toString()));

    assertTrue(refusal.getMessage().contains("more than noise"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("people are needed"), refusal.getMessage());
  }
}
