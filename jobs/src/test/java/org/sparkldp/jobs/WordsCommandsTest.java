package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.pipeline.Generation;
import org.sparkldp.sql.SparkTest;

/** Words through plans, design and simulations. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class WordsCommandsTest {
  private static final int PEOPLE = 20_000;

  private static final String SPEC =
      "words(epsilon=4,length=6,alphabet=a-z,users=20000,rounds=2,kept=64)";

  private static final String PLAN =
      """
      task = words
      name = frequent
      column = word
      id = id
      protocol = "%s"
      outside = category
      randomness = keyed
      """
          .formatted(SPEC);

  @TempDir static Path tables;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    Generation.write(spark(), Datasets.find("zipf(k=10000,s=1.5)"), 1, PEOPLE, 3, words());
  }

  private static String words() {
    return tables.resolve("words").toString();
  }

  private Ended run(String text, String input, String name, String... more) throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), text);
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "--plan", plan.toString(), "--input", input, "--format", "csv"));
    arguments.addAll(List.of("--output", folder.resolve(name).toString()));
    arguments.addAll(List.of(more));
    return Ended.of(arguments.toArray(String[]::new));
  }

  private static Map<String, Long> truth() {
    Map<String, Long> truth = new HashMap<>();
    for (Row row :
        spark()
            .read()
            .parquet(words())
            .groupBy("word")
            .agg(functions.count("id"))
            .collectAsList()) {
      truth.put(row.getString(0), row.getLong(1));
    }
    return truth;
  }

  /** And whatever a killed run has left, the next one goes on, to the same bytes. */
  @Test
  void aPlanFindsTheWordsThatManyHoldAndNoOthersAlsoWhenItWasKilled() throws IOException {
    Path html = folder.resolve("report.html");
    String sample = Files.readString(Path.of("..", "conf", "plans", "words.conf"));
    String plan = sample.replaceFirst("words\\(.*\\)", SPEC); // a small one
    Ended ended = run(plan, words(), "out", "--html", html.toString());
    ended.done();
    List<String[]> rows = Ended.csv(ended.out());
    Map<String, Long> truth = truth();

    assertEquals("item,estimate,standard_error,lower,upper", String.join(",", rows.get(0)));
    ended.says("is found with probability 0.95 at least");
    List<String> found = rows.stream().skip(1).map(row -> row[0]).toList();
    assertTrue(truth.keySet().containsAll(found), found::toString);
    truth.forEach((word, count) -> assertTrue(count < 1000 || found.contains(word), word));
    assertTrue(found.size() >= 3, found::toString);
    for (String[] row : rows.subList(1, rows.size())) {
      double error = Double.parseDouble(row[2]);
      assertEquals(truth.get(row[0]), Double.parseDouble(row[1]), 5 * error, row[0]);
      assertTrue(Double.parseDouble(row[3]) <= Double.parseDouble(row[4]));
    }
    assertTrue(Files.readString(html).contains("Words of word that many hold"));

    Path round2 = folder.resolve("out/round-2");
    List<String> reports = reports(round2.resolve("privatized/reports"));
    String beside = Files.readString(round2.resolve("estimated/plan.conf"));
    delete(round2);
    Ended again = run(plan, words(), "out");
    assertEquals(ended.out(), again.out());
    again.says("already done, nothing was drawn");
    assertEquals(reports, reports(round2.resolve("privatized/reports")));
    assertEquals(beside, Files.readString(round2.resolve("estimated/plan.conf")));
  }

  private static List<String> reports(Path table) {
    return spark()
        .read()
        .parquet(table.toString())
        .selectExpr("to_json(struct(*))")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Two identifiers, and texts: one too long, one missing, one with upper case. */
  private static Dataset<Row> odd() {
    return spark()
        .range(0, 6000, 1, 2)
        .selectExpr(
            "id",
            "IF(id % 2 = 0, 42L, -7L * 1000000000000) AS number",
            "CASE id % 4 WHEN 0 THEN 'ab' WHEN 1 THEN 'toolong' WHEN 2 THEN NULL ELSE 'Ab' END"
                + " AS word");
  }

  @Test
  void identifiersAreWholeNumbers() throws IOException {
    String input = folder.resolve("odd").toString();
    odd().write().parquet(input);
    String texts =
        PLAN.replaceFirst("words\\(.*\\)", "words(epsilon=4,encoding=identifier,users=6000)");
    Path plan = Files.writeString(folder.resolve("plan.conf"), texts);
    List<String> arguments =
        List.of("privatize", "--plan", plan.toString(), "--input", input, "--output");
    Ended refused = Ended.of(with(arguments, "texts"));
    refused.badInput("must be in a column of an integer type");

    Files.writeString(plan, texts.replace("column = word", "column = number"));
    Ended ended = Ended.of(with(arguments, "numbers"));
    ended.done().says("reports of words(epsilon=4.0,encoding=identifier");
  }

  private String[] with(List<String> arguments, String output) {
    List<String> all = new ArrayList<>(arguments);
    all.add(folder.resolve(output).toString());
    return all.toArray(String[]::new);
  }

  /** People without a word are another item under category, and decide nothing else. */
  @Test
  void valuesThatAreNoWordsAreOutside() throws IOException {
    String input = folder.resolve("odd").toString();
    odd().write().parquet(input);
    String plan = PLAN.replace("users=20000,rounds=2,kept=64", "users=6000");
    Ended ended = run(plan, input, "out");
    ended.done();
    assertEquals(
        List.of("ab"), Ended.csv(ended.out()).stream().skip(1).map(row -> row[0]).toList());
    assertEquals(1500, Ended.column(ended.out(), "estimate")[0], 400);

    Ended failed = run(plan.replace("outside = category", "outside = fail"), input, "failed");
    failed.badInput("Rows that are not: 4500");
    assertFalse(failed.err().contains("toolong"), failed.err());
  }

  /** Nobody's word is frequent: an empty list, a page, and no exception. */
  @Test
  void nothingFrequentIsAnEmptyList() throws IOException {
    String input = folder.resolve("rare").toString();
    Generation.write(spark(), Datasets.find("uniform(k=10000)"), 1, 6000, 2, input);
    Path html = folder.resolve("report.html");
    Ended ended =
        run(
            PLAN.replace("users=20000,rounds=2,kept=64", "users=6000"),
            input,
            "out",
            "--html",
            html.toString());

    ended.done();
    assertEquals("item,estimate,standard_error,lower,upper", ended.out().strip());
    assertTrue(Files.exists(html));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "words(epsilon=4,length=6,alphabet=a-z,users=20000,rounds=2,kept=64) |"
            + " grr(epsilon=1,k=4) | words are found by the protocol words",
        "outside = category | outside = category, missing = category | words have none",
        "users=20000 | users=100 | a word that everybody holds is found",
        "id = id | id = row | divide people by",
        "length=6, | length=600, | length must be between",
        "name = frequent | name = frequent, postprocess = [clip] | postprocess must name known"
      })
  void aPlanThatCannotBeIsRefusedInOneSentence(String good, String bad, String sentence)
      throws IOException {
    String plan = PLAN.replace(good, bad);
    Ended ended =
        run(plan.contains("row") ? plan.replace("keyed", "write-once") : plan, words(), "out");

    ended.badInput(sentence);
  }

  @Test
  void designShowsFromHowManyPeopleOnAWordIsFound() {
    String csv = design("--users", "100000").replaceAll("\"[^\"]*\"", "spec");
    double[] reach = Ended.column(csv, "found_from");

    assertTrue(reach.length >= 2, csv);
    for (double other : reach) {
      assertTrue(reach[0] <= 1.031 * other, csv);
    }
    assertArrayEquals(
        new double[] {100_000}, new double[] {Ended.column(csv, "users_needed")[0]}, csv);
  }

  @Test
  void designFindsHowManyPeopleAnErrorNeeds() {
    for (double error : new double[] {0.002, 0.01, 0.1}) { // the best rounds change near 0.01
      String csv = design("--error", Double.toString(error)).replaceAll("\"[^\"]*\"", "spec");
      long users = (long) Ended.column(csv, "users_needed")[0];
      double reached = Ended.column(csv, "standard_error")[0];

      assertTrue(reached <= error && (reached > 0.9 * error || error == 0.1), csv);
      assertEquals(csv, design("--users", Long.toString(users)).replaceAll("\"[^\"]*\"", "spec"));
    }
    assertRefused("an error must lie strictly between 0 and 1", "--error", "1");
    assertRefused("an error must be reached by at most 2147483647 people", "--error", "1e-6");
  }

  private static void assertRefused(String sentence, String... size) {
    Ended ended = Ended.of(designArguments(size));
    ended.badInput(sentence);
  }

  private static String design(String... size) {
    return Ended.of(designArguments(size)).done().out();
  }

  private static String[] designArguments(String... size) {
    String[] fixed = {
      "design", "--task", "words", "--domain", "3", "--epsilon", "4", "--format", "csv"
    };
    return Stream.concat(Stream.of(fixed), Stream.of(size)).toArray(String[]::new);
  }

  @Test
  void simulateMeasuresCountsOfFrequentWords() {
    String csv =
        ldp("simulate --spec "
                + "words(epsilon=4,length=6,alphabet=a-z,users=20000,rounds=2,kept=64) --data "
                + "zipf(k=10000,s=1.5) --users 20000 --trials 12 --format csv")
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");

    assertEquals(0, Ended.column(csv, "failures")[0], 1, csv);
    assertTrue(Ended.column(csv, "coverage")[0] > 0.85, csv);
    assertEquals(1, Ended.column(csv, "rmse_over_theory")[0], 0.3, csv);
  }
}
