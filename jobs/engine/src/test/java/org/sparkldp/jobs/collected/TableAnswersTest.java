package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.sql.SparkTest;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.PureLaw;

/** SQL over a collected table. */
@ExtendWith(SparkTest.class)
class TableAnswersTest {
  private static SimulatedTable people;
  private static FittedTable fitted;

  @BeforeAll
  static void collect() {
    people = SimulatedTable.of(400_000, 4, 1);
    fitted = people.table().fit();
    spark().conf().set("spark.sql.ansi.enabled", "true"); // which Spark 3.5 does not by itself
  }

  @AfterAll
  static void leave() {
    spark().conf().unset("spark.sql.ansi.enabled");
  }

  private static List<Row> ask(String sql) {
    return fitted.ask(spark(), sql).collectAsList();
  }

  private static long count(IntPredicate of) {
    return IntStream.range(0, people.ages().length).filter(of).count();
  }

  private static double mean(IntPredicate of) {
    return IntStream.range(0, people.ages().length)
        .filter(of)
        .mapToDouble(i -> people.incomes()[i])
        .average()
        .orElseThrow();
  }

  /** The truth lies within 4 standard errors. */
  private static void near(double truth, Row row) {
    double error = row.getDouble(row.fieldIndex("standard_error"));
    double answer = row.getDouble(row.fieldIndex("answer"));
    assertTrue(Math.abs(answer - truth) <= 4 * error, truth + " in " + row);
  }

  @Test
  void thePageOfTheIssue() {
    List<Row> rows =
        ask(
            "SELECT education, avg(income), count(*) FROM people WHERE age >= 45 GROUP BY"
                + " education");
    assertEquals(8, rows.size());
    assertEquals("measured", rows.get(1).getAs("source"));
    assertEquals("model", rows.get(0).getAs("source"));
    for (Row row : rows) {
      int school = row.isNullAt(0) ? -1 : SimulatedTable.EDUCATION.indexOf(row.getString(0));
      IntPredicate of = i -> people.ages()[i] >= 45 && people.schools()[i] == school;
      near(row.getString(1).startsWith("avg") ? mean(of) : count(of), row);
      assertTrue(!row.<String>getAs("note").contains("cuts"), row.toString());
    }
  }

  @Test
  void sumsAndMeansInsideTablesAreMeasured() {
    for (Row row :
        ask(
            "SELECT education, sum(income), avg(income), avg(income * 12 + 1), count_if(income >="
                + " 40000) / count(*) FROM people GROUP BY education")) {
      assertEquals("measured", row.getAs("source"));
      assertEquals("", row.getAs("note"));
      int school = row.isNullAt(0) ? -1 : SimulatedTable.EDUCATION.indexOf(row.getString(0));
      IntPredicate of = i -> people.schools()[i] == school;
      double truth =
          switch (row.getString(1)) {
            case "sum(income)" -> mean(of) * count(of);
            case "avg(income)" -> mean(of);
            case "avg(((income * 12) + 1))" -> 12 * mean(of) + 1;
            default -> count(i -> of.test(i) && people.incomes()[i] >= 40e3) / (double) count(of);
          };
      near(truth, row);
    }
  }

  @Test
  void everybodyIsKnown() {
    Row row = ask("SELECT count(*) FROM people").get(0);
    assertEquals(400_000, row.<Double>getAs("answer"));
    assertEquals(0, row.<Double>getAs("standard_error"));
  }

  @Test
  void numbersWithoutEndsHaveBounds() {
    Row row = ask("SELECT avg(age) FROM people").get(0);
    assertTrue(row.<String>getAs("note").contains("least to the most"), row.toString());
    double truth = IntStream.of(people.ages()).average().orElseThrow();
    assertTrue(row.<Double>getAs("lower") < truth && truth < row.<Double>getAs("upper"));
    assertTrue(row.<Double>getAs("upper") - row.<Double>getAs("lower") > 10);
  }

  @Test
  void quantilesInvertCounts() {
    Row row = ask("SELECT percentile(income, 0.5), median(income) m FROM people").get(1);
    double truth =
        IntStream.range(0, 400_000)
            .mapToDouble(i -> people.incomes()[i])
            .sorted()
            .skip(200_000)
            .findFirst()
            .orElseThrow();
    assertEquals("m", row.getString(0));
    assertTrue(Math.abs(row.<Double>getAs("answer") - truth) < 2_000, truth + " " + row);
    assertTrue(row.<Double>getAs("lower") < row.<Double>getAs("upper"));
  }

  @Test
  void aCutCellIsSaid() {
    Row row = ask("SELECT count(*) FROM people WHERE age > 50").get(0);
    assertTrue(row.<String>getAs("note").contains("cuts a cell"));
    assertTrue(
        ask("SELECT count(*) FROM people WHERE age BETWEEN 30 AND 44 AND sex = 'F'")
            .get(0)
            .<String>getAs("note")
            .startsWith("assumes"));
  }

  /** Points of another column, and its cells, change neither the source nor the error. */
  @Test
  void anAnswerHangsOnNothingBesideIt() {
    for (String measure :
        List.of(
            "count_if(age > 50)", "count_if(income > 33000)", "avg(income * IF(age > 50, 1, 2))")) {
      Row alone = ask("SELECT " + measure + " FROM people").get(0);
      for (String more : List.of("avg(log(income + 1))", "avg(sqrt(age))", "count_if(sex = 'F')")) {
        Row beside = ask("SELECT " + measure + ", " + more + " FROM people").get(0);
        assertEquals(alone.<String>getAs("source"), beside.getAs("source"), measure + more);
        for (String column : List.of("answer", "standard_error", "best")) {
          double number = alone.getAs(column);
          assertEquals(number, beside.<Double>getAs(column), 1e-3 * number, measure + more);
        }
      }
    }
  }

  private static void isCut(boolean isCut, Row row) {
    assertEquals(isCut, row.<String>getAs("note").contains("cuts a cell"), row.toString());
  }

  /**
   * Parts of cells of a log-normal number: as its column is spread, answers are nearer than those
   * of people who would be evenly spread, in the measured answer and in the model's.
   */
  @Test
  void peopleOfAPartAreSpreadAsTheColumnIs() {
    double[] edges = {0, 20e3, 40e3, 70e3, 200e3};
    double spread = 0;
    double evenly = 0;
    for (int cell = 1; cell < edges.length - 1; cell++) {
      double middle = (edges[cell] + edges[cell + 1]) / 2;
      String from = "SELECT count(*) FROM people WHERE income >= " + edges[cell];
      Row part = ask(from + " AND income < " + middle).get(0);
      double whole = ask(from + " AND income < " + edges[cell + 1]).get(0).getAs("answer");
      double low = edges[cell];
      double truth = Arrays.stream(people.incomes()).filter(x -> x >= low && x < middle).count();
      spread += Math.abs(part.<Double>getAs("answer") - truth);
      evenly += Math.abs(whole / 2 - truth);
      assertEquals(truth, part.<Double>getAs("best"), 0.3 * truth);
      isCut(true, part);
    }
    assertTrue(spread < evenly / 2, spread + " of " + evenly);
  }

  /** How people of a part are spread is a guess; without its error 8 of 30 intervals held. */
  @Test
  void intervalsOfPartsHoldTheTruth() {
    int all = 0;
    int held = 0;
    int heldByThird = 0;
    double errors = 0;
    double stated = 0;
    for (int age = 25; age <= 75; age += 10) {
      for (int income = 15; income <= 95; income += 20) {
        int years = age;
        int least = income * 1000;
        IntPredicate of = i -> people.ages()[i] >= years && people.incomes()[i] >= least;
        Row row =
            ask("SELECT count(*) FROM people WHERE age >= %s AND income >= %s"
                    .formatted(years, least))
                .get(0);
        double error = row.<Double>getAs("answer") - count(of);
        all++;
        double half = (row.<Double>getAs("upper") - row.<Double>getAs("lower")) / 2;
        held += Math.abs(error) <= half ? 1 : 0;
        heldByThird += Math.abs(error) <= half / 3 ? 1 : 0;
        errors += Math.abs(error);
        stated += row.<Double>getAs("standard_error");
      }
    }
    assertTrue(held >= 25, held + " of " + all);
    assertTrue(heldByThird < 25, heldByThird + " of " + all);
    assertTrue(stated < 4 * errors, stated + " of " + errors);
  }

  /**
   * A quantile lies within a cell, and how people are spread there is a guess; without its error 32
   * of 80 intervals held.
   */
  @Test
  void intervalsOfQuantilesHoldTheTruth() {
    int held = 0;
    int heldByLess = 0;
    int all = 0;
    for (Row row :
        ask(
            "SELECT sex, percentile(income, 0.1), percentile(income, 0.25), percentile(income, 0.5),"
                + " percentile(income, 0.75), percentile(income, 0.9) FROM people WHERE age >= 30"
                + " GROUP BY sex")) {
      int sex = SimulatedTable.SEX.indexOf(row.getString(0));
      double part = Double.parseDouble(row.getString(1).split(", ")[1]);
      double[] incomes =
          IntStream.range(0, people.ages().length)
              .filter(i -> people.ages()[i] >= 30 && people.sexes()[i] == sex)
              .mapToDouble(i -> people.incomes()[i])
              .sorted()
              .toArray();
      double off = incomes[(int) (part * incomes.length)] - row.<Double>getAs("answer");
      double end = row.getAs(off < 0 ? "lower" : "upper");
      double reach = Math.abs(end - row.<Double>getAs("answer"));
      all++;
      held += Math.abs(off) <= reach ? 1 : 0;
      heldByLess += Math.abs(off) <= reach / 6 ? 1 : 0;
      assertEquals("model", row.getAs("source"));
      assertTrue(row.<String>getAs("note").contains("people of a cell"), row.toString());
    }
    assertTrue(held >= 8, held + " of " + all);
    assertTrue(heldByLess < 8, heldByLess + " of " + all);
  }

  /** What is narrower than the points of a cell is weighed, or said; never a bare 0. */
  @Test
  void narrowPredicatesAreWeighed() {
    double cell =
        ask("SELECT count(*) FROM people WHERE income >= 40000 AND income < 70000")
            .get(0)
            .getAs("answer");
    Row narrow = ask("SELECT count(*) FROM people WHERE income BETWEEN 50000 AND 51000").get(0);
    double[] edges = {0, 20e3, 40e3, 70e3, 200e3};
    Density density = fitted.density(2);
    assertEquals(edges.length - 1, fitted.spreads().get(2).size());
    double thousand = density.between(50e3, 51e3) / density.between(edges[2], edges[3]) * cell;
    assertEquals(thousand, narrow.<Double>getAs("answer"), 1e-3 * cell);
    assertTrue(thousand > 1.05 * cell / 30, "more than if people were evenly spread");
    isCut(true, narrow);
    Row list =
        ask("SELECT count_if(NOT (income / 2 < 30000 OR 61000 <= income)) FROM people").get(0);
    double next = density.between(60e3, 61e3) / density.between(edges[2], edges[3]) * cell;
    assertEquals(next, list.<Double>getAs("answer"), 0.1 * next);
    isCut(true, list);
    for (String point : List.of("income = 50000", "income IN (40000, 50000)", "income = 40000")) {
      Row row = ask("SELECT count(*) FROM people WHERE " + point).get(0);
      assertEquals(0, row.<Double>getAs("answer"));
      isCut(true, row);
    }
    isCut(true, ask("SELECT count(*) FROM people WHERE income % 1000 = 7").get(0));
    isCut(true, ask("SELECT sum(IF(income % 1000 = 7, 1, 0)) FROM people").get(0));
    isCut(false, ask("SELECT avg(age), count_if(income < 40000) FROM people").get(1));
    double years =
        ask("SELECT count(*) FROM people WHERE age BETWEEN 45 AND 59").get(0).getAs("answer");
    Row year = ask("SELECT count(*) FROM people WHERE age = 45").get(0);
    Density ages = fitted.density(0);
    double person = years / ages.between(45, 60);
    assertEquals(person * ages.between(45, 46), year.<Double>getAs("answer"), 1e-6 * years);
    isCut(true, year);
    assertEquals(
        IntStream.of(47, 50, 57).mapToDouble(age -> person * ages.between(age, age + 1)).sum(),
        ask("SELECT count(*) FROM people WHERE age % 10 = 7 AND age BETWEEN 45 AND 59 OR age = 50")
            .get(0)
            .<Double>getAs("answer"),
        1e-6 * years);
  }

  @Test
  void groupsInACellAreAllFoundOrRefused() {
    assertEquals(200, ask("SELECT floor(income / 1000), count(*) FROM people GROUP BY 1").size());
    badInput(
        "good part of a cell",
        () -> ask("SELECT floor(income / 10), count(*) FROM people GROUP BY 1"));
    assertEquals(10, ask("SELECT age % 10, count(*) FROM people GROUP BY 1").size());
    assertEquals(
        60,
        ask("SELECT age % 3, floor(income / 10000), count(*) FROM people GROUP BY 1, 2").size());
  }

  @Test
  void groupsOfANumberAreItsCells() {
    List<Row> rows = ask("SELECT age, count(*) AS n FROM people GROUP BY age ORDER BY age DESC");
    assertEquals(List.of(60, 45, 30, 17), rows.stream().map(row -> row.getInt(0)).toList());
    assertEquals("age: [60, 90]", rows.get(0).getAs("note"));
    List<Row> decades = ask("SELECT age >= 45 AS old, count(*) FROM people GROUP BY 1");
    near(count(i -> people.ages()[i] >= 45), decades.get(1));
  }

  @Test
  void rowsAreSelectedAndOrderedByAnswers() {
    List<Row> rows =
        ask(
            "SELECT education, count(*) AS n FROM people GROUP BY education HAVING count(*) > 90000"
                + " ORDER BY n DESC LIMIT 2");
    assertEquals(List.of("school", "college"), rows.stream().map(row -> row.getString(0)).toList());
    assertTrue(rows.get(0).<String>getAs("note").contains("HAVING"));
    String grouped = "SELECT education, count(*) FROM people GROUP BY education ";
    for (String selecting : List.of("ORDER BY count(*) DESC LIMIT 1", "HAVING count(*) > 9")) {
      assertTrue(ask(grouped + selecting).get(0).<String>getAs("note").contains("selected"));
    }
    for (String other :
        List.of("ORDER BY count(*)", "ORDER BY education LIMIT 2", "HAVING education > 'a'")) {
      assertEquals("", ask(grouped + other).get(0).<String>getAs("note"));
    }
  }

  /** SQL drops a group whose answer is NULL; here that is said. */
  @Test
  void groupsWithoutAnAnswerAreCounted() {
    String all = "SELECT education, avg(income) FROM people GROUP BY education";
    FittedTable few = SimulatedTable.of(3000, 0.7, 1).table().fit();
    long unknown =
        few.ask(spark(), all).collectAsList().stream().filter(row -> row.isNullAt(2)).count();
    String note = few.ask(spark(), all + " HAVING avg(income) > 0").head().getAs("note");
    assertTrue(note.endsWith("of the groups left out, " + unknown + " have no answer"), note);
    FittedTable fewer = SimulatedTable.of(600, 0.5, 1).table().fit();
    badInput(
        "4 groups, 4 of them without an answer",
        () -> fewer.ask(spark(), all + " HAVING avg(income) > 0"));
  }

  /** Spark runs a command as it analyzes it. */
  @Test
  void commandsAreRefusedBeforeTheyRun() {
    spark().range(3).createOrReplaceTempView("kept");
    for (String command :
        List.of(
            "DROP VIEW kept",
            "DROP TABLE kept",
            "SET spark.ldp.asked = 1",
            "USE kept",
            "SHOW TABLES",
            "EXPLAIN SELECT count(*) FROM people",
            "CREATE TEMPORARY VIEW made AS SELECT count(*) FROM people",
            "CREATE TABLE made AS SELECT count(*) FROM people",
            "INSERT INTO kept SELECT count(*) FROM people",
            "SELECT count(*) FROM (SELECT * FROM range(3))",
            "SELECT count(*) FROM ldp_ask('d', 'DROP VIEW kept')")) {
      badInput("nothing else", () -> ask(command));
    }
    assertEquals(3, spark().table("kept").count());
    assertTrue(spark().conf().getOption("spark.ldp.asked").isEmpty());
    assertFalse(spark().catalog().tableExists("made"));
    spark().catalog().dropTempView("kept");
  }

  @Test
  void castsThatChangeANumberAreNoted() {
    assertEquals("", ask("SELECT sum(CAST(income AS DOUBLE)) FROM people").get(0).getAs("note"));
    for (String cast : List.of("INT", "DECIMAL(10, 0)", "STRING")) {
      isCut(true, ask("SELECT sum(CAST(income AS " + cast + ")) FROM people").get(0));
    }
    badInput(
        "a column must be a group's",
        () -> ask("SELECT CAST(count(*) / sum(income) AS INT) FROM people"));
  }

  /** A whole domain of a plan is ordered numbers, not cells. */
  @Test
  void orderedNumbersHavePercentiles() {
    TableColumn children =
        new TableColumn("children", new Domain.RangeDomain(2, 5), false, "TINYINT");
    TableSchema schema =
        new TableSchema(List.of(TableAttribute.of(children, false, true)), "", List.of());
    AskedTable asked =
        AskedTable.of(
            schema.domain(),
            new int[] {0},
            new double[] {0.3, 0.3, 0.1, 0.1, 0.2},
            PureLaw.best(5, 4),
            100_000);
    FittedTable ordered = new CollectedTable(schema, 4, 100_000, List.of(asked), List.of()).fit();
    String sql = "SELECT median(children), percentile(children, 0.9) FROM people";
    List<Row> rows = ordered.ask(spark(), sql).collectAsList();
    assertEquals(3, rows.get(0).<Double>getAs("answer"));
    assertEquals(3, rows.get(0).<Double>getAs("upper"));
    assertEquals(5, rows.get(1).<Double>getAs("answer"));
    assertEquals("", rows.get(1).getAs("note"));
    String three = "SELECT count(*) FROM people WHERE children = ";
    assertEquals(30_000, ordered.ask(spark(), three + "3.0").head().<Double>getAs("answer"), 1e-6);
    badInput(
        "children = 6 is true of no level of children; its levels are 2, 3, 4, 5.",
        () -> ordered.ask(spark(), three + "6"));
  }

  /** Cells of one whole number each have percentiles that are whole numbers, as in SQL. */
  @Test
  void percentilesOfWholeNumbersAreWhole() {
    TableSchema schema =
        new TableSchema(
            List.of(SimulatedTable.number("rooms", "INT", false, 0, 1, 2, 3)), "", List.of());
    double[] shares = {0.1, 0.3, 0.6}; // the last cell is of 2 and 3
    AskedTable asked =
        AskedTable.of(schema.domain(), new int[] {0}, shares, PureLaw.best(3, 4), 100_000);
    FittedTable rooms = new CollectedTable(schema, 4, 100_000, List.of(asked), List.of()).fit();
    String sql = "SELECT percentile(rooms, 0.25), percentile(rooms, 0.99) FROM people";
    List<Row> rows = rooms.ask(spark(), sql).collectAsList();
    for (String column : List.of("answer", "lower", "upper")) {
      assertEquals(1, rows.get(0).<Double>getAs(column), column);
    }
    assertEquals(3, rows.get(1).<Double>getAs("answer"));
  }

  /** An interval that ends where the answer must has no less of an error for it. */
  @Test
  void errorsAreThoseBeforeIntervalsAreCut() {
    SimulatedTable few = SimulatedTable.of(2_000, 0.5, 1);
    String rare =
        "SELECT sex, count(*) FROM people WHERE age >= 60 AND income < 20000 GROUP BY sex";
    Row row = few.table().fit().ask(spark(), rare).head();
    assertEquals("model", row.getAs("source"));
    assertEquals(0, row.<Double>getAs("lower"));
    assertTrue(
        row.<Double>getAs("standard_error")
            > (row.<Double>getAs("upper") - row.<Double>getAs("lower")) / (2 * 1.96) * 1.001,
        row.toString());
  }

  /** A part of a sum with ends is a number a level of the query, however many columns it has. */
  @Test
  void manyColumnsFitInMemory() {
    List<TableAttribute> attributes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      attributes.add(SimulatedTable.list("c" + i, List.of("a", "b", "c", "d"), false));
    }
    attributes.add(SimulatedTable.number("x", "", true, 0, 8));
    TableSchema schema = new TableSchema(attributes, "", List.of());
    double[] shares = {0.5, 0.5};
    AskedTable asked =
        AskedTable.of(schema.domain(), new int[] {8}, shares, PureLaw.best(2, 4), 1000);
    FittedTable wide = new CollectedTable(schema, 4, 1000, List.of(asked), List.of()).fit();
    StringBuilder sql = new StringBuilder("SELECT sum(x) FROM people WHERE c0 <> 'a'");
    for (int i = 1; i < 8; i++) {
      sql.append(" AND c" + i + " <> 'a'");
    }
    double answer = wide.ask(spark(), sql.toString()).head().getAs("answer");
    assertEquals(4000 * Math.pow(0.75, 8), answer, 1e-6);
    sql.append(" GROUP BY c0, c1, c2, c3, c4, c5, c6");
    badInput("group by less", () -> wide.ask(spark(), sql.toString()));
  }

  private static void same(String expected, String sql) {
    List<Row> left = ask(expected);
    List<Row> right = ask(sql);
    assertEquals(left.size(), right.size(), sql);
    for (int i = 0; i < left.size(); i++) {
      for (String column : List.of("answer", "standard_error", "lower", "upper")) {
        double number = left.get(i).getAs(column);
        double tolerance = 1e-9 * Math.max(1, Math.abs(number));
        assertEquals(number, right.get(i).<Double>getAs(column), tolerance, sql + column);
      }
    }
  }

  /** Whatever says the same has the same answer, with the same error. */
  @Test
  void namesAndSubqueriesArePartsOfTheQuery() {
    String women = "SELECT education, avg(income) FROM people WHERE sex = 'F' AND age >= 45 ";
    for (String sql :
        List.of(
            "SELECT * FROM (" + women + "GROUP BY education) t",
            "WITH f AS (SELECT * FROM people WHERE sex = 'F'), o (e, i) AS (SELECT education, income"
                + " FROM f WHERE age >= 45) SELECT e, avg(i) FROM o GROUP BY e",
            "SELECT e, avg(i) FROM (SELECT education AS e, income AS i, IF(age >= 45, 'old', 'young')"
                + " AS b FROM people p WHERE p.sex = 'F') WHERE b = 'old' GROUP BY e",
            "WITH people AS (SELECT * FROM people WHERE sex = 'F') SELECT /*+ COALESCE(1) */"
                + " Education, avg(`Income`) FROM PEOPLE WHERE age >= 45 GROUP BY 1; -- comment")) {
      same(women + "GROUP BY education", sql);
    }
    List<Row> rows =
        ask(
            "SELECT education, sex, grouping_id(), count(*) FROM people GROUP BY CUBE(education, sex)"
                + " ORDER BY 3, 1, 2");
    assertEquals(4 * 2 + 4 + 2 + 1, rows.size());
    assertEquals(400_000, rows.get(14).<Double>getAs("answer"));
    assertEquals(0, rows.get(14).<Double>getAs("standard_error"));
    Row all = ask("SELECT count(*) FROM people WHERE education = 'school'").get(0);
    assertEquals(all.<Double>getAs("answer"), rows.get(10).<Double>getAs("answer"));
  }

  @Test
  void sumsAreAddedMultipliedAndDivided() {
    String share = "count_if(sex = 'F') / count(*)";
    same(
        "SELECT count_if(sex = 'M') FROM people",
        "SELECT count(*) - count_if(sex = 'F') FROM people");
    same(
        "SELECT avg(IF(sex = 'F', 100, 0)) FROM people",
        "SELECT round(100.0 * " + share + ", 1) FROM people");
    same("SELECT avg(IF(sex = 'F', 0, 1)) FROM people", "SELECT 1 - " + share + " FROM people");
    same("SELECT sum(income * 12) FROM people", "SELECT sum(income) * 12 FROM people");
    same(
        "SELECT avg(income) FROM people",
        "SELECT try_divide(coalesce(sum(income), 0), nullif(count(income), 0)) FROM people");
    same("SELECT avg(12 - income / 4) FROM people", "SELECT -(avg(income) - 48) / 4 FROM people");
    same(
        "SELECT avg(income) - 1 FROM people",
        "SELECT (sum(income) - count(income)) / count(income) FROM people");
    same("SELECT 5 FROM people".replace("5", "count(*)"), "SELECT count(*) + 5 - 5 FROM people");
    assertTrue(
        ask("SELECT round(avg(income)) FROM people")
            .get(0)
            .<String>getAs("note")
            .contains("not rounded"));
    same(
        "SELECT median(income) FROM people",
        "SELECT round(percentile(income, 0.5, 1), -3) FROM people");
    assertEquals("", ask("SELECT sum(IF(income >= 40000, 1, 0)) FROM people").get(0).getAs("note"));
    Row low = ask("SELECT sum(age) FROM people").get(0);
    Row high = ask("SELECT -sum(age) FROM people").get(0);
    assertEquals(low.<Double>getAs("upper"), -high.<Double>getAs("lower"), 1);
    assertEquals(low.<Double>getAs("lower"), -high.<Double>getAs("upper"), 1);
    for (String none :
        List.of(
            "avg(income) - avg(age)",
            "count(*) / 0",
            "count_if(sex = 'F') / count(*) * count(*)")) {
      badInput("sum divided by another", () -> ask("SELECT " + none + " FROM people"));
    }
    badInput("sum divided by another", () -> ask("SELECT avg(income) * avg(income) FROM people"));
    badInput("sum divided by another", () -> ask("SELECT sqrt(avg(income)) FROM people"));
  }

  @Test
  void constantsNeedNoGroup() {
    Row row = ask("SELECT DATE '2020-01-01' AS d, count(*) FROM people WHERE false").get(0);
    assertEquals("2020-01-01", row.get(0).toString());
    assertEquals(0, row.<Double>getAs("answer"));
    assertEquals(List.of(), ask("SELECT sex, count(*) FROM people WHERE false GROUP BY sex"));
  }

  /** A note is of the measure that it stands beside. */
  @Test
  void notesAreOfTheirMeasure() {
    List<Row> rows =
        ask(
            "SELECT avg(income / 1000), avg(log(income + 1)), count(*), count(income + 1), count_if(age"
                + " > 50), sum(income * IF(sex = 'F', 1, 0)) FROM people");
    boolean[] cut = {false, true, false, false, true, false};
    for (int i = 0; i < cut.length; i++) {
      isCut(cut[i], rows.get(i));
    }
    assertEquals(0, rows.get(2).<Double>getAs("standard_error"));
    assertEquals(0, rows.get(3).<Double>getAs("standard_error"));
  }

  /** A category of all other values is never missing. */
  @Test
  void othersAreNoted() {
    TableColumn country =
        new TableColumn("country", new Domain.ItemDomain(List.of("DE")), false, "");
    TableSchema schema =
        new TableSchema(List.of(TableAttribute.of(country, true, false)), "", List.of());
    AskedTable asked =
        AskedTable.of(
            schema.domain(), new int[] {0}, new double[] {0.3, 0.7}, PureLaw.best(2, 4), 1000);
    FittedTable table = new CollectedTable(schema, 4, 1000, List.of(asked), List.of()).fit();
    Row row = table.ask(spark(), "SELECT count(*) FROM people WHERE country IS NULL").head();
    assertTrue(row.<String>getAs("note").contains("which IS NULL does not find"), row.toString());
    badInput(
        "'DE', '(other)'. Each other value is within (other).",
        () -> table.ask(spark(), "SELECT count_if(country = 'FR') FROM people"));
    badInput(
        "a value for each cell",
        () -> table.ask(spark(), "SELECT sum(CAST(country AS INT)) FROM people"));
  }

  /** A label that nobody can have would be answered 0 ± 0. */
  @Test
  void comparesCategoriesWithTheirLevels() {
    for (String where :
        List.of(
            "sex = 'f'",
            "'f' <> sex",
            "sex <=> 'f'",
            "sex NOT IN ('F', 'f')",
            "CASE sex WHEN 'f' THEN true ELSE false END",
            "sex LIKE 'f%'",
            "sex LIKE ANY ('f%', 'g%')",
            "lower(sex) = 'g'",
            "coalesce(sex, 'none') IN ('F', 'nobody')",
            "age > 44 AND IF(sex = concat('f', ''), income > 1, income > 2)")) {
      badInput(
          "is true of no level of sex; its levels are 'F', 'M'.",
          () -> ask("SELECT count(*) FROM people WHERE " + where));
    }
    badInput("no level of sex", () -> ask("SELECT sex = 'f', count(*) FROM people GROUP BY 1"));
    badInput("no level of sex", () -> ask("SELECT count_if(sex = 'f') FROM people"));
    for (String choice : List.of("HAVING sex = 'f'", "HAVING s LIKE 'f%'", "ORDER BY s = 'f'")) {
      badInput(
          "no level of sex",
          () -> ask("SELECT sex AS s, count(*) FROM people GROUP BY sex " + choice));
    }
    same(
        "SELECT count(*) FROM people WHERE sex = 'F'",
        "SELECT count(*) FROM people WHERE lower(sex) LIKE 'f%' AND education IS DISTINCT FROM NULL"
            + " OR sex ILIKE 'f' AND education IS NULL");
    assertEquals(
        0,
        ask("SELECT count(*) FROM people WHERE education = NULL").get(0).<Double>getAs("answer"));
    badInput(
        "no level of sex",
        () -> ask("SELECT count(*) FROM (SELECT sex AS s FROM people) WHERE s = 'f'"));
    same(
        "SELECT count(*) FROM people WHERE education IS NULL",
        "SELECT count(*) FROM people WHERE CASE WHEN education IS NULL THEN 'none' ELSE education"
            + " END = 'none'");
    same(
        "SELECT count(*) FROM people WHERE education IS NULL",
        "SELECT count(*) FROM people WHERE education <=> NULL");
  }

  /** A part of the people that noise hides has no ratio; nothing is said of how many they are. */
  @Test
  void aRatioOverNoiseIsNotStated() {
    Row row =
        SimulatedTable.of(600, 0.5, 1)
            .table()
            .fit()
            .ask(
                spark(),
                "SELECT count_if(income < 20000) / count(*) FROM people WHERE education ="
                    + " 'university'")
            .head();
    assertTrue(row.isNullAt(row.fieldIndex("answer")), row.toString());
    assertTrue(row.<String>getAs("note").matches("what it is divided by is .*for an answer"));
  }

  /** Refusals are sentences for analysts: no class, no code, no second line. */
  @Test
  void refusalsArePlain() {
    for (String sql :
        List.of(
            "SELECT * FROM people",
            "SELECT 1",
            "TABLE people",
            "VALUES (1)",
            "SELECT count(*) FROM people TABLESAMPLE (10 PERCENT)",
            "SELECT count(*) FROM people LATERAL VIEW explode(array(1)) t AS x",
            "SELECT count(*) FROM people UNION SELECT count(*) FROM people",
            "SELECT max(n) FROM (SELECT sex, count(*) AS n FROM people GROUP BY sex)",
            "SELECT sex, count(*) / sum(count(*)) OVER () FROM people GROUP BY sex",
            "SELECT DISTINCT sex FROM people",
            "SELECT count(*) FROM people WHERE sex = 3",
            "SELECT count(*) * 'x' FROM people",
            "SELECT count(*) FROM people WHERE CAST(sex AS DATE) > DATE '2020-01-01'",
            "SELECT sex, count(*) FROM people GROUP BY sex HAVING 1 / (count(*) - count(*)) > 0",
            "SELECT count(*) FROM people WHERE age > :years",
            "SELECT percentile(income, array(0.1, 0.9)) FROM people",
            "SELECT stddev(income) FROM people",
            "SELECT count(*) FROM people WHERE nothing(age)",
            "SELEC count(*)",
            "")) {
      String sentence =
          assertThrows(IllegalArgumentException.class, () -> ask(sql), sql).getMessage();
      assertFalse(
          sentence.matches("(?s).*(\\n|SQLSTATE|\\[[A-Z_]|[a-z][A-Z][a-z]|org\\.).*"), sentence);
    }
  }

  @Test
  void refusesWhatReportsCannotAnswer() {
    badInput(
        "must be one of its columns",
        () -> ask("SELECT education FROM people GROUP BY education HAVING count(*) > 100"));
    badInput("no other table", () -> ask("WITH a AS (SELECT * FROM kept) SELECT count(*) FROM a"));
    badInput("divided by must be", () -> ask("SELECT sum(income) / sum(age) FROM people"));
    for (String random : List.of("HAVING count(*) > rand() ", "ORDER BY now()")) {
      badInput(
          "same value whenever",
          () -> ask("SELECT sex, count(*) FROM people GROUP BY sex " + random));
    }
    badInput("must count or sum people", () -> ask("SELECT education FROM people"));
    badInput("must read people", () -> ask("SELECT count(*) FROM others"));
    badInput(
        "nothing else", () -> ask("SELECT count(*) FROM people a JOIN people b ON a.sex = b.sex"));
    badInput(
        "no subquery",
        () -> ask("SELECT count(*) FROM people WHERE age > (SELECT max(age) FROM people)"));
    badInput("DISTINCT", () -> ask("SELECT count(DISTINCT sex) FROM people"));
    badInput("same value whenever", () -> ask("SELECT count(*) FROM people WHERE rand() < 0.5"));
    badInput("a column must be a group's", () -> ask("SELECT max(age) FROM people"));
    badInput("windows", () -> ask("SELECT sum(count(*)) OVER () FROM people GROUP BY sex"));
    badInput("Spark says", () -> ask("SELECT count(*) FROM people WHERE country = 'DE'"));
    badInput("Spark says", () -> ask("SELEC count(*)"));
    badInput(
        "count each person once", () -> ask("SELECT percentile(income, 0.5, age) FROM people"));
    badInput("percentile must be of a column", () -> ask("SELECT median(age + 1) FROM people"));
  }
}
