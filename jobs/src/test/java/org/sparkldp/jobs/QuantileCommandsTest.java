package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

/** Quantiles through plans and simulations, and the experiments of the paper they come from. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class QuantileCommandsTest {
  private static final int PEOPLE = 60_000;

  private static final String PLAN =
      """
      task = quantile
      name = heights
      column = height
      id = id
      protocol = "median(epsilon=2.0,lower=100,upper=250,users=60000,rounds=4,outside=clip)"
      outside = fail
      randomness = keyed
      """;

  @TempDir static Path tables;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    Generation.write(
        SparkTest.spark(),
        Datasets.find("heights(regions=3,spread=5,sigma=7)"),
        1,
        PEOPLE,
        3,
        heights());
  }

  private static String heights() {
    return tables.resolve("heights").toString();
  }

  private Ended run(String text, String name, String... more) throws IOException {
    return over(heights(), text, name, more);
  }

  private Ended over(String input, String text, String name, String... more) throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), text);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--plan",
                plan.toString(),
                "--input",
                input,
                "--output",
                folder.resolve(name).toString(),
                "--format",
                "csv"));
    arguments.addAll(List.of(more));
    return Ended.of(arguments.toArray(String[]::new));
  }

  private static double truth(double p) {
    return SparkTest.spark()
        .read()
        .parquet(heights())
        .selectExpr("percentile(height, " + p + ")")
        .head()
        .getDouble(0);
  }

  @Test
  void aPlanFindsTheMedianInAllItsRounds() throws IOException {
    Path html = folder.resolve("report.html");
    Ended ended = run(PLAN, "out", "--html", html.toString());
    ended.done();
    String csv = ended.out();

    assertEquals("item,estimate,standard_error,lower,upper,note", csv.lines().findFirst().get());
    assertEquals("median", Ended.csv(csv).get(1)[0]);
    double error = Ended.column(csv, "standard_error")[0];
    assertTrue(error < 0.5, csv);
    double estimate = Ended.column(csv, "estimate")[0];
    assertTrue(Math.abs(estimate - truth(0.5)) < 6 * error, csv);
    assertFalse(Math.abs(estimate - truth(0.8)) < 6 * error, csv);
    assertTrue(Files.readString(html).contains("The median of height"));
    long answered = 0;
    for (int round = 1; round <= 4; round++) {
      answered +=
          SparkTest.spark()
              .read()
              .parquet(folder.resolve("out/round-" + round + "/privatized/reports").toString())
              .count();
    }
    assertEquals(PEOPLE, answered); // each person in one round
  }

  @Test
  void theSamplePlanFindsTheMedian() throws IOException {
    Path sample = Path.of("..", "conf", "plans", "median-height.conf");
    Ended ended = run(Files.readString(sample), "out");
    ended.done();

    double error = Ended.column(ended.out(), "standard_error")[0];
    assertTrue(error < 1, ended.out());
    assertEquals(truth(0.5), Ended.column(ended.out(), "estimate")[0], 6 * error);
  }

  @Test
  void aPlanFindsAnyQuantileByDescent() throws IOException {
    Ended ended =
        run(
            PLAN.replaceFirst(
                "median\\(.*\\)",
                "quantile(p=0.75,epsilon=2.0,lower=150,upper=190,rounds=4,method=sgd,outside=clip)"),
            "out");
    ended.done();

    assertEquals("quantile", Ended.csv(ended.out()).get(1)[0]);
    assertEquals(truth(0.75), Ended.column(ended.out(), "estimate")[0], 12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "median(epsilon=2.0,lower=100,upper=250,users=60000,rounds=4,outside=clip) |"
            + " duchi(epsilon=1,lower=0,upper=1) | a quantile needs a protocol for it",
        "task = quantile | task = mean | a mean needs a protocol for it",
        "outside = fail | outside = category | numbers have no further category",
        "users=60000 | users=60 | users must be at least",
        "name = heights | name = heights, postprocess = [clip] | postprocess must name known steps",
      })
  void aPlanThatCannotBeIsRefusedInOneSentence(String good, String bad, String words)
      throws IOException {
    Ended ended = run(PLAN.replace(good, bad), "out");

    ended.badInput(words);
  }

  /** Without users in the plan, the table shows how many there are before anybody is asked. */
  @Test
  void tooFewPeopleAreNotAsked() throws IOException {
    String few = folder.resolve("few").toString();
    SparkTest.spark().read().parquet(heights()).where("id < 300").write().parquet(few);
    Ended ended = over(few, PLAN.replace("users=60000,rounds=4,", "rounds=40,"), "out");

    ended.badInput("enough for the protocol's own analysis");
    assertFalse(Files.exists(folder.resolve("out/round-1/privatized")));
  }

  /** Ages of 20 to 69 years: the answer is one of them, and the short interval is refused. */
  @Test
  void wholeNumbersHaveAWholeMedian() throws IOException {
    String ages = folder.resolve("ages").toString();
    SparkTest.spark()
        .range(0, 40_000, 1, 3)
        .selectExpr("id", "CAST(20 + (id * 7919) % 50 AS INT) AS height")
        .write()
        .parquet(ages);
    Ended refused = over(ages, PLAN.replace("outside=clip", "outside=clip,law=smooth"), "smooth");

    refused.badInput("must be asked without law=smooth");
    assertFalse(Files.exists(folder.resolve("smooth/round-1/privatized")));

    String plan = PLAN.replace("lower=100,upper=250", "lower=0,upper=120");
    Ended ended = over(ages, plan.replace("outside=clip", "outside=clip,step=1"), "out");
    ended.done();
    for (String column : new String[] {"estimate", "lower", "upper"}) {
      double number = Ended.column(ended.out(), column)[0];
      assertEquals(Math.rint(number), number, ended.out());
    }
    assertTrue(Ended.column(ended.out(), "lower")[0] <= 44, ended.out());
    assertTrue(Ended.column(ended.out(), "upper")[0] >= 44, ended.out());
    assertFalse(ended.err().contains("no steps"), ended.err());
  }

  @Test
  void privatizeSaysWhatAShortIntervalAssumes() throws IOException {
    Ended ended = run(PLAN.replace("outside=clip", "outside=clip,law=smooth"), "out");

    ended.done().says("no steps and gaps near the quantile");
  }

  /** The naive baseline is off by more than all its intervals, the others are not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "median(epsilon=1.0,lower=0,upper=10) | 0.85 | 1",
        "quantile(p=0.8,epsilon=1.0,lower=0,upper=10) | 0.85 | 1",
        "median(epsilon=1.0,lower=0,upper=10,method=sgd) | 0.5 | 1",
        "naive-median(epsilon=1.0,lower=0,upper=10) | 0 | 0",
      })
  void simulateMeasuresQuantiles(String spec, double least, double most) {
    String csv =
        ldp("simulate --spec %s --users 50000 --trials 40 --format csv", spec)
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    double coverage = Ended.column(csv, "coverage")[0];

    assertTrue(coverage >= least && coverage <= most, csv);
    assertEquals(0, Ended.column(csv, "failures")[0], 1, csv);
  }

  // --- figures ---

  private List<String[]> figure(String name, int users, int trials) throws IOException {
    ldp(
            "reproduce %s --users %s --trials %s --output %s",
            name, Integer.toString(users), Integer.toString(trials), folder)
        .done();
    assertTrue(Files.readString(folder.resolve(name + ".html")).contains("Minimax rates"));
    List<String[]> rows = Ended.csv(Files.readString(folder.resolve(name + ".csv")));
    return rows.subList(1, rows.size());
  }

  /** √(5832/173.6) = 5.8 with centred data, in the mean of the largest of 27. */
  @Test
  void ofTheDrugsLaplaceErrsAboutSixTimesAsMuchAsTheHypercube() throws IOException {
    Map<String, Double> errors = new TreeMap<>();
    for (String[] row : figure("minimax-1", 4000, 40)) {
      errors.put(row[0], Double.parseDouble(row[4])); // the last is of all 4,000
    }
    double laplace = errors.get("laplace-vector");
    double hypercube = errors.get("hypercube");

    assertEquals(5.8, laplace / hypercube, 1.2, errors::toString);
    assertTrue(errors.get("one-coordinate") < hypercube);
    assertTrue(errors.get("none") < 0.1 * hypercube);
  }

  /** The note's closed form for the printed Laplace noise at epsilon 1 and all people is 10.5 %. */
  @Test
  void ofTheSalariesTheBestMomentForTheMeanIsBetweenTwoAndSix() throws IOException {
    Map<Double, Double> paper = new TreeMap<>();
    Map<Double, Double> ours = new TreeMap<>();
    for (String[] row : figure("minimax-5", 5000, 10)) {
      if (row[1].equals("1.0")) {
        (row[0].equals("published") ? paper : ours)
            .put(Double.valueOf(row[2]), Double.valueOf(row[5]));
      }
    }
    double best = paper.get(3.5);

    assertTrue(paper.get(1.5) > best && paper.get(2.0) > best, paper::toString);
    assertTrue(ours.get(3.5) < 0.5 * best, ours::toString);
  }

  @Test
  void ofTheSalariesTheNaiveMedianIsWorstAndMoreSoInWiderRanges() throws IOException {
    Map<String, Double> gaps = new TreeMap<>();
    for (String[] row : figure("minimax-6", 20_000, 8)) {
      gaps.put(row[0] + " " + row[2], Double.valueOf(row[5]));
    }
    for (String radius : List.of("50000.0", "100000.0", "200000.0", "400000.0")) {
      double naive = gaps.get("naive-median " + radius);
      assertTrue(naive > 5 * gaps.get("sgd " + radius), gaps::toString);
      assertTrue(naive > 5 * gaps.get("search " + radius), gaps::toString);
      assertTrue(gaps.get("none " + radius) < gaps.get("search " + radius));
    }
    assertTrue(gaps.get("naive-median 400000.0") > 5 * gaps.get("naive-median 50000.0"));
  }
}
