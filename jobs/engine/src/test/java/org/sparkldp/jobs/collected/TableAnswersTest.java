package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;

/** SQL over a collected table. */
@ExtendWith(SparkTest.class)
class TableAnswersTest {
  private static SimulatedTable people;
  private static FittedTable fitted;

  @BeforeAll
  static void collect() {
    people = SimulatedTable.of(400_000, 4, 1);
    fitted = people.table().fit();
  }

  private static List<Row> ask(String sql) {
    Dataset<Row> rows = fitted.ask(spark(), sql);
    if (Boolean.getBoolean("show")) {
      System.out.println(sql);
      rows.show(100, false);
    }
    return rows.collectAsList();
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
  }

  @Test
  void refusesWhatReportsCannotAnswer() {
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
    badInput("percentile must be of a column", () -> ask("SELECT median(age + 1) FROM people"));
  }
}
