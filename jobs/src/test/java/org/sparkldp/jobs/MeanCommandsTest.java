package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
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
import org.sparkldp.sql.SparkTest;

/** Means through plans: Gaussian ones round by round, and those of people's own numbers. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class MeanCommandsTest {
  private static final int PEOPLE = 60_000;

  /** Means 165, 170 and 175 cm. */
  private static final double[] MEANS = {165, 170, 175};

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
        tables.resolve("heights").toString());
  }

  private static String heights() {
    return tables.resolve("heights").toString();
  }

  private static final String PLAN =
      """
      task = gaussian-mean
      name = heights
      column = height
      id = id
      protocol = "gaussian(epsilon=2.0,sigma=7,center=170,range=100,users=20000)"
      sigma_exact = true
      strata { column = region, domain { type = list, items = [r000, r001, r002] } }
      outside = fail
      randomness = keyed
      """;

  private Path plan(String text) throws IOException {
    return Files.writeString(folder.resolve("plan.conf"), text);
  }

  private String run(Path plan, String input, String name, String... more) {
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
    return Ended.of(arguments.toArray(String[]::new)).done().out();
  }

  @Test
  void runGoesThroughAllRoundsAndFindsEachStratumsMean() throws IOException {
    Path html = folder.resolve("report.html");
    String csv = run(plan(PLAN), heights(), "out", "--html", html.toString());

    assertEquals("item,estimate,standard_error,lower,upper,note", csv.lines().findFirst().get());
    assertEquals(
        List.of("r000 mean", "r001 mean", "r002 mean"),
        Ended.csv(csv).stream().skip(1).map(row -> row[0]).toList());
    double[] errors = Ended.column(csv, "standard_error");
    assertTrue(isWithin(6, csv, MEANS), csv); // normal errors are beyond 6 of them in 2e-9 of cases
    assertFalse(isWithin(6, csv, new double[] {175, 170, 165}), csv);
    // The limit is 7 √(V/20,000) with V = 2.71 at epsilon 2.
    assertTrue(Arrays.stream(errors).allMatch(e -> e > 0.08 && e < 0.12), csv);
    String page = Files.readString(html);
    assertTrue(page.contains("The mean of height"), page);
  }

  private static boolean isWithin(double z, String csv, double[] truth) {
    double[] estimates = Ended.column(csv, "estimate");
    double[] errors = Ended.column(csv, "standard_error");
    for (int i = 0; i < truth.length; i++) {
      if (!(Math.abs(estimates[i] - truth[i]) < z * errors[i])) {
        return false;
      }
    }
    return true;
  }

  @Test
  void eachPersonAnswersInOneRound() throws IOException {
    run(plan(PLAN), heights(), "out");
    long first = reports("out/round-1");
    long second = reports("out/round-2");

    assertEquals(PEOPLE, first + second);
    assertTrue(first > PEOPLE / 100 && first < second, first + " and " + second);
    assertEquals(1, round("out/round-1"));
    assertEquals(2, round("out/round-2"));
  }

  private long reports(String round) {
    return SparkTest.spark().read().parquet(table(round)).count();
  }

  private int round(String round) {
    List<Row> rounds =
        SparkTest.spark().read().parquet(table(round)).select("round").distinct().collectAsList();
    assertEquals(1, rounds.size());
    return rounds.get(0).getInt(0);
  }

  private String table(String round) {
    return folder.resolve(round + "/privatized/reports").toString();
  }

  @Test
  void anotherPartitioningGivesTheSameEstimatesToTheLastDigit() throws IOException {
    String cut = folder.resolve("cut").toString();
    SparkTest.spark()
        .read()
        .parquet(heights())
        .repartition(11, functions.col("height"))
        .write()
        .parquet(cut);
    Path plan = plan(PLAN);

    assertEquals(run(plan, heights(), "a"), run(plan, cut, "b"));
  }

  @Test
  void roundByRoundGivesWhatRunGives() throws IOException {
    Path plan = plan(PLAN);
    for (int round = 1; round <= 2; round++) {
      ldp(
              "privatize --plan %s --input %s --output %s",
              (round == 1 ? plan : folder.resolve("e1/next/plan.conf")).toString(),
              heights(),
              folder.resolve("p" + round))
          .done();
      ldp(
              "accumulate --input %s --output %s",
              folder.resolve("p" + round), folder.resolve("a" + round))
          .done();
      Ended estimated =
          ldp(
              "estimate --input %s --output %s --format csv",
              folder.resolve("a" + round), folder.resolve("e" + round));
      estimated.done();
      assertEquals(round == 1, estimated.err().contains("next/plan.conf"), estimated.err());
      if (round == 2) {
        assertEquals(run(plan, heights(), "out"), estimated.out());
      }
    }
  }

  /**
   * The division into rounds hangs on the question: asked otherwise, somebody might answer twice.
   */
  @Test
  void aLaterRoundOfAnotherQuestionIsRefused() throws IOException {
    run(plan(PLAN), heights(), "out");
    Path next = folder.resolve("out/round-1/estimated/next/plan.conf");
    Files.writeString(next, Files.readString(next).replace("\"heights\"", "\"other\""));
    Ended ended =
        ldp("privatize --plan %s --input %s --output %s", next, heights(), folder.resolve("again"));

    ended.refused("a person might answer in two");
  }

  @Test
  void aRunAgainDrawsNothing() throws IOException {
    Path plan = plan(PLAN);
    String first = run(plan, heights(), "out");
    Ended again =
        ldp(
            "run --plan %s --input %s --output %s --format csv",
            plan, heights(), folder.resolve("out"));

    assertEquals(first, again.out());
    assertEquals(2, again.err().split("already done", -1).length - 1, again.err());
  }

  @Test
  void numbersThatAreNotFiniteAndUnknownStrataAreOutside() throws IOException {
    String table = folder.resolve("odd").toString();
    SparkTest.spark()
        .sql(
            "SELECT id, CASE id WHEN 1 THEN double('NaN') WHEN 2 THEN double('Infinity') WHEN 3"
                + " THEN NULL ELSE 170.0D + id % 10 END AS height, IF(id = 4, 'elsewhere', 'r000')"
                + " AS region FROM range(5000)")
        .write()
        .parquet(table);
    Path plan = plan(PLAN);
    Ended ended = Ended.of(privatize(plan, table, "fail"));
    ended.badInput("Rows that are not: 4");
    assertFalse(Files.exists(folder.resolve("fail")));

    Ended dropped =
        Ended.of(
            privatize(
                plan(PLAN.replace("= fail", "= drop\noutside_reason = \"broken scales\"")),
                table,
                "drop"));
    dropped.done();
  }

  /** Nobody knows sigma exactly, but who says so is believed. */
  @Test
  void aPlanTakesSigmaForABandUnlessItInsists() throws IOException {
    Ended exact = Ended.of(privatize(plan(PLAN), heights(), "exact"));
    exact.done().says("gaussian(epsilon=2.0,sigma=7.0,", "a standard deviation of exactly 7.0");

    String text = PLAN.replace("sigma_exact = true\n", "");
    Ended banded = Ended.of(privatize(plan(text), heights(), "banded"));
    banded
        .done()
        .says(
            "sigma_min=5.6,sigma_max=8.75,",
            "a standard deviation from 5.6 to 8.75",
            "not rounded");
  }

  @Test
  void theCentreIsFoundInThreeRounds() throws IOException {
    String robust = PLAN.replace("gaussian(", "gaussian-robust(");
    String csv = run(plan(robust.replace("sigma=7", "sigma=5,step=1")), heights(), "out");

    assertEquals(
        List.of("r000 centre", "r001 centre", "r002 centre"),
        Ended.csv(csv).stream().skip(1).map(row -> row[0]).toList());
    assertTrue(isWithin(6, csv, MEANS), csv);
    assertEquals(PEOPLE, reports("out/round-1") + reports("out/round-2") + reports("out/round-3"));
  }

  @Test
  void whatTheModelAssumesIsSaidOnce() throws IOException {
    Ended ended =
        ldp("run --plan %s --input %s --output %s", plan(PLAN), heights(), folder.resolve("out"));

    ended.done();
    assertEquals(1, ended.err().split("taken for normally", -1).length - 1, ended.err());
  }

  /** A step of whole numbers is seen in the table's types. */
  @Test
  void wholeNumbersAreNotAskedAboutWithoutTheirStep() throws IOException {
    String table = folder.resolve("whole").toString();
    SparkTest.spark()
        .sql("SELECT id, int(170 + id % 10) AS height, 'r000' AS region FROM range(5000)")
        .write()
        .parquet(table);
    Ended ended = Ended.of(privatize(plan(PLAN), table, "refused"));
    ended.badInput("put step=1 into the protocol");
    assertFalse(Files.exists(folder.resolve("refused")));

    Ended asked =
        Ended.of(privatize(plan(PLAN.replace(",users", ",step=1,users")), table, "asked"));
    asked.done().says("rounded to multiples of 1.0");
  }

  /** Reports of a plan that was read otherwise are still of their plan. */
  @Test
  void aPlanBesideItsTablesIsReadAsItWasAsked() throws IOException {
    Ended.of(privatize(plan(PLAN), heights(), "out")).done();
    Path beside = folder.resolve("out/plan.conf");
    assertTrue(Files.readString(beside).contains("sigma_exact"), Files.readString(beside));
    Files.writeString(beside, Files.readString(beside).replaceAll(".*sigma_exact.*\n", ""));
    Files.deleteIfExists(beside.resolveSibling(".plan.conf.crc"));

    ldp("accumulate --input %s --output %s", folder.resolve("out"), folder.resolve("accumulated"))
        .done();
  }

  private String[] privatize(Path plan, String table, String output) {
    return new String[] {
      "privatize",
      "--plan",
      plan.toString(),
      "--input",
      table,
      "--output",
      folder.resolve(output).toString()
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sigma=7 | sigma=0 | sigma must be above 0",
        ",users=20000 | '' | must be asked of a stated number of people",
        "sigma_exact = true | sigma_exact = maybe | sigma_exact must be",
        "sigma=7 | sigma_min=9,sigma_max=7 | sigma_min must be at most sigma_max",
        "range=100 | range=-1 | range must be above 0",
        "outside = fail | outside = category | numbers have no further category",
        "column = height | column = region | must be a number",
        "users=20000 | users=20000,strata=4 | strata must be the number of the plan's strata",
        "task = gaussian-mean | task = mean | sigma_exact belongs to task = gaussian-mean",
        "gaussian(epsilon=2.0,sigma=7,center=170,range=100,users=20000) |"
            + " duchi(epsilon=1,lower=0,upper=1) | needs a protocol for it",
      })
  void aPlanThatCannotBeIsRefusedInOneSentence(String good, String bad, String words)
      throws IOException {
    Ended ended = Ended.of(privatize(plan(PLAN.replace(good, bad)), heights(), "out"));

    ended.badInput(words);
  }

  /** The paper's rule for its first round needs more people than there are. */
  @Test
  void tooFewPeopleForAPublishedProtocolAreNotAsked() throws IOException {
    String published = "kv-gaussian(epsilon=0.5,sigma=7,center=170,range=100)";
    Ended ended =
        Ended.of(
            privatize(plan(PLAN.replaceFirst("gaussian\\(.*\\)", published)), heights(), "out"));

    ended.badInput("enough for the protocol's own analysis");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void strataTakeThePlaceOfGroups() throws IOException {
    Ended ended =
        ldp(
            "run --plan %s --input %s --output %s --group-by region",
            plan(PLAN + "public = [region]\n"), heights(), folder.resolve("out"));

    ended.badInput("has strata, not groups");
  }

  /** The plan of conf/plans, on the table that it was written for. */
  @Test
  void theSamplePlanFindsTheMeansOfTwentyRegions() throws IOException {
    String table = folder.resolve("regions").toString();
    Generation.write(SparkTest.spark(), Datasets.find("heights"), 1, 150_000, 2, table);
    String csv = run(Path.of("..", "conf", "plans", "heights.conf"), table, "out");
    double[] truth = new double[40]; // of each region the mean and sigma
    Arrays.setAll(truth, i -> i % 2 == 0 ? 165 + 5.0 * i / 19 : 7);
    double[] reversed = new double[40];
    Arrays.setAll(reversed, i -> i % 2 == 0 ? truth[38 - i] : 7);

    assertTrue(isWithin(6, csv, truth), csv);
    assertFalse(isWithin(6, csv, reversed), csv);
  }

  // --- people's own numbers ---

  private static final String OWN =
      """
      task = mean
      name = heights
      column = height
      id = id
      protocol = "mean(epsilon=1.0,lower=100,upper=250,outside=clip)"
      outside = fail
      randomness = keyed
      public = [region]
      """;

  @Test
  void theMeanOfNumbersByGroup() throws IOException {
    String csv = run(plan(OWN), heights(), "out", "--group-by", "region");

    assertEquals(
        "region,item,estimate,standard_error,lower,upper,note", csv.lines().findFirst().get());
    double[] truth =
        SparkTest.spark()
            .read()
            .parquet(heights())
            .groupBy("region")
            .avg("height")
            .orderBy("region")
            .collectAsList()
            .stream()
            .mapToDouble(row -> row.getDouble(1))
            .toArray();
    assertTrue(isWithin(6, csv, truth), csv);
    assertFalse(isWithin(6, csv, new double[] {truth[0] + 15, truth[1], truth[2]}), csv);
  }

  @Test
  void theSamplePlanFindsTheMeanOfClippedIncomes() throws IOException {
    String table = folder.resolve("events").toString();
    Generation.write(SparkTest.spark(), Datasets.find("events(days=2)"), 1, 30_000, 2, table);
    String csv = run(Path.of("..", "conf", "plans", "income-mean.conf"), table, "out");
    double truth =
        SparkTest.spark()
            .read()
            .parquet(table)
            .selectExpr("avg(least(income, 200000))")
            .head()
            .getDouble(0);

    assertTrue(isWithin(6, csv, new double[] {truth}), csv);
    assertFalse(isWithin(6, csv, new double[] {200_000 - truth}), csv);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "column = v",
        "columns = [a, b, c]",
      })
  void theMeanOfVectorsFromAnArrayOrFromColumns(String columns) throws IOException {
    String table = folder.resolve("vectors").toString();
    SparkTest.spark()
        .sql(
            "SELECT id, a, b, c, array(a, b, c) AS v FROM (SELECT id, 0.5D AS a, -0.25D AS b,"
                + " IF(id % 2 = 0, 1D, 0D) AS c FROM range(20000))")
        .write()
        .parquet(table);
    String text =
        """
        task = mean
        name = vectors
        id = id
        protocol = "hypercube(epsilon=2.0,d=3,radius=1.0)"
        outside = fail
        randomness = write-once
        """;
    String csv = run(plan(text + columns + "\n"), table, "out");

    assertTrue(isWithin(6, csv, new double[] {0.5, -0.25, 0.5}), csv);
    assertFalse(isWithin(6, csv, new double[] {-0.25, 0.5, 0.5}), csv);
    assertArrayEquals(
        columns.contains("[")
            ? new String[] {"a", "b", "c"}
            : new String[] {"v[0]", "v[1]", "v[2]"},
        Ended.csv(csv).stream().skip(1).map(row -> row[0]).toArray());
  }

  @Test
  void numbersOutsideTheRangeAreCountedAndNotShown() throws IOException {
    Path plan = plan(OWN.replace("lower=100,upper=250,outside=clip", "lower=170,upper=250"));
    Ended ended = Ended.of(privatize(plan, heights(), "out"));

    ended.badInput("Rows that are not: ");
  }

  @Test
  void theDensityOfNumbers() throws IOException {
    String text =
        OWN.replace("task = mean", "task = density")
            .replaceFirst(
                "mean\\(.*\\)",
                "density(epsilon=4.0,lower=130,upper=210,outside=clip,terms=7,points=16)");
    Path html = folder.resolve("density.html");
    String csv =
        run(plan(text + "postprocess = [density]\n"), heights(), "out", "--html", html.toString());

    double[] density = Ended.column(csv, "density");
    assertEquals(1, Arrays.stream(density).sum() * 5, 1e-9); // places are 5 cm apart
    double[] raw = Ended.column(csv, "estimate");
    int mode = 0;
    for (int i = 1; i < raw.length; i++) {
      mode = raw[i] > raw[mode] ? i : mode;
    }
    assertEquals(170, Double.parseDouble(Ended.csv(csv).get(mode + 1)[0]), 6);
    assertTrue(Files.readString(html).contains("The density of height"));
  }

  /** Few rounds: enough to see all of them run, and which way the label goes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logistic(epsilon=4.0,radius=1.0,rounds=6,replicates=2,users=12000) | 6",
        "logistic-regression(epsilon=6.0,radius=1.0,users=12000) | 14",
      })
  void aRegressionGoesThroughItsRounds(String protocol, int rounds) throws IOException {
    String table = folder.resolve("bought").toString();
    SparkTest.spark()
        .sql(
            "SELECT id, (id % 7 - 3) / 6.0D AS a, (id % 5 - 2) / 6.0D AS b,"
                + " IF((id * 7919) % 100 < 50 + 40 * (id % 7 - 3) / 3, 1, 0) AS bought"
                + " FROM range(12000)")
        .write()
        .parquet(table);
    String csv =
        run(
            plan(
                """
                task = regression
                name = bought
                columns = [a, b]
                label = bought
                id = id
                protocol = "%s"
                outside = fail
                randomness = keyed
                """
                    .formatted(protocol)),
            table,
            "out");

    assertEquals(
        List.of("a", "b", "intercept"),
        Ended.csv(csv).stream().skip(1).map(row -> row[0]).toList());
    double[] coefficients = Ended.column(csv, "estimate");
    assertTrue(coefficients[0] > 3 * Math.abs(coefficients[1]), csv);
    assertTrue(Files.exists(folder.resolve("out/round-" + rounds + "/estimated/estimates")));
  }

  // --- simulate, audit ---

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=1.0,sigma=1.0,range=1000)",
        "gaussian-1round(epsilon=1.0,sigma=1.0,range=1000)",
        "gaussian-robust(epsilon=1.0,sigma=1.0,range=1000,step=0.5)",
        "gaussian(epsilon=2.0,sigma_min=1.0,sigma_max=16.0,range=1000)",
        "kv-gaussian(epsilon=2.0,sigma=1.0,range=1000)",
        "kv-gaussian-1round(epsilon=2.0,sigma=1.0,range=1000)",
        "uv-gaussian(epsilon=2.0,sigma_min=1.0,sigma_max=16.0,range=1000)",
        "uv-gaussian-1round(epsilon=2.0,sigma_min=1.0,sigma_max=16.0,range=1000)",
      })
  void simulateMeasuresEveryGaussianProtocol(String spec) {
    String csv =
        ldp("simulate --spec %s --users 40000 --trials 10 --format csv", spec)
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");

    assertTrue(Ended.column(csv, "ratio_to_limit")[0] > 0.2, csv);
    assertTrue(Ended.column(csv, "failures")[0] <= 10, csv);
  }

  /** Thirty trials: a coverage of 95 % is below 60 % in 1e-10 of cases. */
  @Test
  void simulateSeesPeopleWhoAreNotTheModels() {
    String right = simulated("gaussian(mu=20,sigma=1)");
    assertEquals(0, Ended.column(right, "failures")[0], right);
    assertTrue(Ended.column(right, "coverage")[0] > 0.6, right);

    String wrong = simulated("gaussian(mu=20,sigma=3)");
    boolean isSeen =
        wrong.contains(",NaN,")
            || Ended.column(wrong, "failures")[0] > 0
            || Ended.column(wrong, "coverage")[0] < 0.6;
    assertTrue(isSeen, wrong);
  }

  private static String simulated(String data) {
    return ldp(
            "simulate --spec gaussian(epsilon=1.0,sigma=1.0,range=100) --data %s --users "
                + "20000 --trials 30 --format csv",
            data)
        .done()
        .out()
        .replaceAll("\"[^\"]*\"", "spec");
  }

  /**
   * 800 independent numbers or more: the ratio strays by 2.5 % or less, and 15 % is six of that.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mean(epsilon=1.0,lower=0,upper=10) | 1000",
        "laplace-mean(epsilon=1.0,lower=0,upper=10) | 1000",
        "gaussian-noise(epsilon=1.0,delta=1e-5,lower=0,upper=10) | 1000",
        "density(epsilon=1.0,lower=0,upper=10,terms=5,points=7) | 400",
        "hypercube(epsilon=1.0,d=4,radius=1) | 200",
        "one-coordinate(epsilon=1.0,d=4,radius=1) | 200",
        "privunit-g(epsilon=1.0,d=4,radius=1) | 200",
      })
  void simulateMeasuresMeans(String spec, String trials) {
    String csv =
        ldp("simulate --spec %s --users 1000 --trials %s --format csv", spec, trials)
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    double ratio = Ended.column(csv, "rmse_over_theory")[0];

    assertEquals(1, ratio, 0.15, csv);
    assertTrue(
        Math.abs(Ended.column(csv, "bias_z")[0]) < Ended.column(csv, "bias_z_limit")[0], csv);
    // The wrong twin: variances stated twice as large.
    assertTrue(Math.abs(ratio / Math.sqrt(2) - 1) > 0.15, csv);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian-1round(epsilon=1.0,sigma=1.0,range=100) | holds",
        "gaussian(epsilon=3.0,sigma=1.0,range=100) | holds",
        "gaussian-1round(epsilon=1.0,sigma=1.0,range=100,step=0.5) | holds",
        "kv-gaussian(epsilon=1.0,sigma=1.0,range=100) | holds",
        "uv-gaussian-1round(epsilon=1.0,sigma_min=1.0,sigma_max=4.0,range=100,users=1000) | not"
            + " refuted",
        "laplace-mean(epsilon=1.0,lower=0,upper=10) | not refuted",
        "gaussian-noise(epsilon=1.0,delta=1e-5,lower=0,upper=10) | not refuted",
        "hypercube(epsilon=1.0,d=4,radius=1) | holds",
        "one-coordinate(epsilon=1.0,d=5,radius=1) | holds",
      })
  void auditLooksAtProtocolsOfNumbers(String spec, String verdict) {
    Ended ended = ldp("audit --spec %s --format csv", spec);
    ended.done();
    assertTrue(ended.out().contains("," + verdict + ","), ended.out());

    Ended tampered = ldp("audit --spec %s --mutant 0.2 --format csv", spec);
    assertTrue(tampered.code() == Exit.REFUSED || verdict.equals("not refuted"), tampered.out());
  }
}
