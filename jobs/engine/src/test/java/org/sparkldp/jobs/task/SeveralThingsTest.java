package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.estimate.Compared;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.Comparison;
import org.sparkldp.sql.SparkTest;

/** Questions about people who hold an item and a number, or several items, in jobs. */
@ExtendWith(SparkTest.class)
class SeveralThingsTest {
  private static final int PEOPLE = 40_000;

  private static final String MEANS =
      """
      task = mean-by
      name = means
      column = illness
      domain { type = list, items = [flu, cold] }
      value = income
      id = id
      protocol = "mean-by(epsilon=3.0,lower=0,upper=100)"
      outside = category
      missing = category
      randomness = keyed
      """;

  private static final String PAGES =
      """
      task = items
      name = pages
      column = pages
      domain { type = list, items = [home, cart, help] }
      id = id
      protocol = "privset(epsilon=3.0,m=2)"
      outside = category
      missing = category
      randomness = keyed
      """;

  @TempDir Path folder;

  private Plan read(String plan) {
    return new PlanReader(new TestContext(folder)).read(plan, "plan.conf");
  }

  private List<Estimate.Row> answer(String plan, Dataset<Row> people) {
    return side(plan, people).result().groups().get(0).estimate().rows();
  }

  private Compared.Side side(String plan, Dataset<Row> people) {
    Estimates.Group group =
        Job.of(spark(), read(plan)).withKey(SparkTest.KEY_FILE.toString()).answer(people);
    return new Compared.Side(
        read(plan),
        new Estimates(
            List.of(),
            List.of(group),
            Optional.empty(),
            List.of(),
            new Origin(List.of(), List.of()),
            List.of()));
  }

  private static void assertHolds(List<Estimate.Row> rows, Map<String, Double> truth) {
    Map<String, Estimate.Row> byName =
        rows.stream().collect(Collectors.toMap(Estimate.Row::item, Function.identity()));
    truth.forEach(
        (name, number) -> {
          Estimate.Row row = byName.get(name);
          double far = Math.abs(row.estimate() - number) / row.standardError();
          assertTrue(far < 4, name + " " + number + " " + row); // of one key's coins
        });
  }

  /** A half has the flu, with incomes of 30 and, clipped, 100; the rest is divided evenly. */
  private Dataset<Row> ill() {
    return spark()
        .range(0, PEOPLE, 1, 3)
        .selectExpr(
            "id",
            "CASE id % 8 WHEN 4 THEN 'cold' WHEN 5 THEN 'gout' WHEN 6 THEN NULL"
                + " WHEN 7 THEN 'cold' ELSE 'flu' END AS illness",
            "CAST(CASE id % 8 WHEN 0 THEN 1e9 WHEN 4 THEN 60 WHEN 7 THEN NULL ELSE 30 END AS DOUBLE)"
                + " AS income");
  }

  @Test
  void aMeanByAPrivateKey() {
    double eighth = PEOPLE / 8.0;
    List<Estimate.Row> rows = answer(MEANS, ill());
    assertEquals(12, rows.size());
    assertHolds(
        rows,
        Map.of(
            "flu count",
            4 * eighth,
            "flu sum",
            190 * eighth,
            "flu mean",
            47.5,
            "cold count",
            eighth,
            "cold mean",
            60.0,
            "(other) mean",
            30.0,
            "(missing) count",
            2 * eighth,
            "(missing) sum",
            30 * eighth));
    // Twin: the mean of what is written in the table is far off.
    assertThrows(AssertionError.class, () -> assertHolds(rows, Map.of("flu mean", 55.0)));
  }

  /** Infinite numbers are outside; with a rule that keeps nothing, so is whoever has no number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CAST('Infinity' AS DOUBLE) | category",
        "CAST(NULL AS DOUBLE) | category",
        "CAST('NaN' AS DOUBLE) | fail",
        "CAST('-Infinity' AS DOUBLE) | fail",
      })
  void withoutANumber(String income, String rule) {
    Dataset<Row> people =
        spark().range(0, 4000, 1, 2).selectExpr("id", "'flu' AS illness", income + " AS income");
    String plan =
        MEANS
            .replace("missing = category\n", "")
            .replace("outside = category", "outside = " + rule);
    if (rule.equals("fail")) {
      RuntimeException refusal = assertThrows(RuntimeException.class, () -> answer(plan, people));
      assertTrue(refusal.getMessage().contains("4000"), refusal.getMessage());
    } else {
      assertHolds(answer(plan, people), Map.of("flu count", 0.0, "(other) count", 4000.0));
    }
  }

  private Dataset<Row> visits() {
    return spark()
        .range(0, PEOPLE, 1, 3)
        .selectExpr(
            "id",
            "CASE id % 8 WHEN 0 THEN array('home') WHEN 1 THEN array('home', 'cart', 'home')"
                + " WHEN 2 THEN array() WHEN 3 THEN NULL WHEN 4 THEN array('home', 'cart', 'help')"
                + " WHEN 5 THEN array('jobs') WHEN 6 THEN array(CAST(NULL AS STRING))"
                + " ELSE array('help') END AS pages");
  }

  /** Of the three pages of an eighth, two count: two thirds of each. */
  @ParameterizedTest
  @CsvSource({"privset, 0.6667", "item-bits, 1"})
  void severalItems(String protocol, double counted) {
    double eighth = PEOPLE / 8.0;
    String plan =
        protocol.equals("privset")
            ? PAGES
            : PAGES.replace("privset(epsilon=3.0,m=2)", "item-bits(epsilon=3.0)");
    assertHolds(
        answer(plan, visits()),
        Map.of(
            "home", (2 + counted) * eighth,
            "cart", (1 + counted) * eighth,
            "help", (1 + counted) * eighth,
            "(other)", eighth,
            "(missing)", 2 * eighth));
  }

  /** NULL and NaN, of arrays and in them, follow the plan's rules as those of scalars do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "category | category | 4 | 2",
        "category | outside  | 6 | -1",
        "category | drop     | 4 | -1",
        "fail     | category | refused: 4000 | -1",
        "fail     | outside  | refused: 6000 | -1",
        "fail     | drop     | refused: 4000 | -1",
        "drop     | category | -1 | 2",
        "drop     | outside  | -1 | -1",
        "drop     | drop     | -1 | -1",
      })
  void missingSetsAndItems(String outside, String missing, String other, double without) {
    String plan =
        PAGES
            .replaceAll("domain .*", "domain { type = bins, edges = [0, 1, 2] }")
            .replaceAll("privset.*[)]", "item-bits(epsilon=8.0)")
            .replace("missing = category", "missing = " + missing)
            .replace("outside = category", "outside = " + outside)
            .replace(
                "id = id", outside.equals("drop") ? "outside_reason = rare\nid = id" : "id = id");
    Dataset<Row> people =
        spark()
            .range(0, 10_000, 1, 2)
            .selectExpr(
                "id",
                "CASE id % 10 WHEN 0 THEN NULL WHEN 1 THEN array(0.5D, CAST('NaN' AS DOUBLE))"
                    + " WHEN 2 THEN array(7D) WHEN 3 THEN array(7D, 1.5D) WHEN 4 THEN array(-1D)"
                    + " WHEN 5 THEN array(9D) WHEN 6 THEN array() ELSE array(0.5D) END AS pages");
    if (other.startsWith("refused: ")) {
      RuntimeException refusal = assertThrows(RuntimeException.class, () -> answer(plan, people));
      String count = other.substring(9);
      assertTrue(refusal.getMessage().contains(count), refusal.getMessage());
      return;
    }
    boolean drops = outside.equals("drop");
    boolean isDropped = missing.equals("drop") || (drops && missing.equals("outside"));
    Map<String, Double> truth = new HashMap<>(Map.of("[0, 1)", isDropped ? 3000.0 : 4000.0));
    truth.put("[1, 2]", drops ? 0.0 : 1000.0);
    if (!drops) {
      truth.put("(other)", 1000 * Double.parseDouble(other));
    }
    if (without >= 0) {
      truth.put("(missing)", 1000 * without);
    }
    List<Estimate.Row> rows = answer(plan, people);
    assertEquals(truth.size(), rows.size());
    assertHolds(rows, truth);
  }

  /** Reports are the same bytes whether Spark compiles the expressions or not. */
  @ParameterizedTest
  @CsvSource({"items", "mean-by"})
  void inBothWaysOfSpark(String task) {
    boolean isItems = task.equals("items");
    Dataset<Row> people = isItems ? visits() : ill();
    List<Estimate.Row> compiled = answer(isItems ? PAGES : MEANS, people);
    spark().conf().set("spark.sql.codegen.wholeStage", "false");
    spark().conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    try {
      assertEquals(compiled, answer(isItems ? PAGES : MEANS, people));
    } finally {
      spark().conf().unset("spark.sql.codegen.wholeStage");
      spark().conf().unset("spark.sql.codegen.factoryMode");
    }
  }

  @Test
  void itemsOutsideAndOtherTypesAreRefused() {
    String fail = PAGES.replace("missing = category\n", "").replace("= category", "= fail");
    RuntimeException outside = assertThrows(RuntimeException.class, () -> answer(fail, visits()));
    assertTrue(outside.getMessage().contains("15000"), outside.getMessage());
    RuntimeException type =
        assertThrows(
            RuntimeException.class,
            () -> answer(PAGES, spark().range(4).selectExpr("id", "'home' AS pages")));
    assertTrue(type.getMessage().contains("an array of the domain's values"), type.getMessage());
  }

  /** Arrays of whole numbers, of a range. */
  @Test
  void itemsOfARange() {
    String plan = PAGES.replaceAll("domain .*", "domain { type = range, from = 3, to = 5 }");
    Dataset<Row> people = spark().range(0, 4000, 1, 2).selectExpr("id", "array(3, 5, 9) AS pages");
    List<Estimate.Row> rows =
        answer(plan.replace("privset(epsilon=3.0,m=2)", "item-bits(epsilon=3.0)"), people);
    assertHolds(rows, Map.of("3", 4000.0, "4", 0.0, "5", 4000.0, "(other)", 4000.0));
  }

  /** Files hold whole numbers as they like, and rows without a list have a missing value. */
  @Test
  void arraysOfFiles() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      String pages = List.of("[3, 5]", "[3.0, 5.0]", "\"home\"", "[4, 4.5]").get(i % 4);
      lines.add("{\"id\": " + i + ", \"pages\": " + pages + "}");
    }
    Files.write(folder.resolve("people.json"), lines);
    String plan =
        PAGES
            .replaceAll("domain .*", "domain { type = range, from = 3, to = 5 }")
            .replaceAll("privset.*[)]", "item-bits(epsilon=8.0)");
    Dataset<Row> people =
        Inputs.values(
                spark(),
                Input.of(folder.resolve("people.json").toString()),
                read(plan),
                Days.of(List.of()))
            .rows();
    List<Estimate.Row> rows = answer(plan, people);
    assertHolds(rows, Map.of("3", 2000.0, "4", 1000.0, "5", 2000.0, "(missing)", 2000.0));
  }

  /** Of twice as many people, counts and sums are larger, and means are the same. */
  @Test
  void meansAreComparedAndNoNumbersOfPeople() {
    List<Comparison.ComparisonRow> rows =
        Compared.sides(side(MEANS, ill()), side(MEANS, ill().where("id < 20000")), false)
            .get(0)
            .rows();
    assertEquals(
        List.of("flu mean", "cold mean", "(other) mean", "(missing) mean"),
        rows.stream().map(Comparison.ComparisonRow::item).toList());
    assertTrue(rows.stream().noneMatch(Comparison.ComparisonRow::differs), rows.toString());
    Dataset<Row> richer =
        ill().selectExpr("id", "illness", "IF(illness = 'flu', 100D, income) AS income");
    assertEquals(
        "different, all rows considered: flu mean",
        Compared.sides(side(MEANS, ill()), side(MEANS, richer), false).get(0).sentence());
  }

  /** A list that fits no row looks like a mistake. */
  @ParameterizedTest
  @CsvSource({"items, false", "items, true", "mean-by, false", "mean-by, true"})
  void everybodyOutside(String task, boolean isMissing) {
    boolean isItems = task.equals("items");
    Dataset<Row> people =
        spark()
            .range(0, 4000, 1, 2)
            .selectExpr(
                "id",
                "IF(" + isMissing + ", NULL, ' flu') AS illness",
                "30D AS income",
                "IF(" + isMissing + ", NULL, array('Home')) AS pages");
    Compared.Side wrong = side(isItems ? PAGES : MEANS, people);
    String said = Estimation.doubts(wrong.plan(), wrong.result()).toString();
    String level = isMissing ? "(missing)" : "(other)";
    assertTrue(said.contains("Nearly all people are in " + level), said);
    Compared.Side right = side(isItems ? PAGES : MEANS, isItems ? visits() : ill());
    assertEquals(List.of(), Estimation.doubts(right.plan(), right.result()));
  }
}
