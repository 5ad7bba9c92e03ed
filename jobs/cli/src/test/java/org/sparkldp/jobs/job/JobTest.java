package org.sparkldp.jobs.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.CountedFiles;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Outcome;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** A program runs a plan without a command line, and gets what the command line writes. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class JobTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static final String COUNTRY =
      """
      name = country
      column = country
      id = id
      protocol = "grr(epsilon=2.0)"
      domain { type = list, items = [de, fr, other] }
      outside = fail
      randomness = keyed
      public = [parity]
      """;

  private static final String AGE =
      """
      task = quantile
      name = ages
      column = age
      id = id
      protocol = "median(epsilon=8.0,lower=0,upper=120,users=600,rounds=3,outside=clip,step=1)"
      outside = fail
      randomness = keyed
      """;

  private static final String[] NOBODY = {"IF(id = 7, NULL, id) AS id", "country", "age", "parity"};

  @BeforeEach
  void people() {
    spark()
        .range(0, 600, 1, 3)
        .selectExpr(
            "id",
            "element_at(array('de', 'fr', 'other'), CAST(id % 3 AS INT) + 1) AS country",
            "CAST(20 + (id * 7919) % 50 AS INT) AS age",
            "CAST(id % 2 AS INT) AS parity")
        .createOrReplaceTempView("people");
  }

  /** As on the page. */
  private static List<Estimate.Row> program(SparkSession spark, String planFile, String folder) {
    Plan plan = PlanFiles.read(spark, planFile);
    Dataset<Row> people = spark.table("people");
    Estimated done = Job.of(spark, plan).run(people, folder);
    return done.result().groups().get(0).estimate().rows();
  }

  @Test
  void theProgramOnThePageIsThisOne() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "java.md"));
    int from = page.indexOf("```java\n") + 8;
    String block = page.substring(from, page.indexOf("```", from));
    String source =
        Files.readString(Path.of("src/test/java/org/sparkldp/jobs/job/JobTest.java"))
            .replaceAll("(?m)^ +", "");
    assertTrue(block.lines().count() <= 10, block);
    block
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("import"))
        .forEach(line -> assertTrue(source.contains(line.strip()), line));
  }

  /** A cluster that reads a sample plan needs the application's jar alone. */
  @Test
  void strategiesOfSamplePlansAreShipped() throws IOException {
    try (InputStream index = Strategies.class.getResourceAsStream("shipped/index.txt")) {
      String shipped = new String(index.readAllBytes(), StandardCharsets.UTF_8);
      for (String sample : List.of("age-distribution", "segments", "questions")) {
        Path file = DocPage.repository().resolve("conf/plans/" + sample + ".conf");
        Plan plan = PlanFiles.read(spark(), file.toString());
        String strategy = plan.protocol().spec().arguments().get("strategy");
        assertTrue(shipped.contains("-" + strategy + ".strategy\n"), sample + ": " + strategy);
      }
    }
  }

  @Test
  void aProgramGetsWhatTheCommandWrites() {
    String plan = BOX.write("country.conf", COUNTRY).toString();
    List<Estimate.Row> rows = program(spark(), plan, BOX.path("program"));
    BOX.table("persons", "SELECT * FROM people");
    BOX.ldp("run --plan %s --input %s --output %s", plan, BOX.at("persons"), BOX.at("by-hand"))
        .done();

    Output program = new Output(spark(), BOX.path("program/estimated"));
    assertEquals(
        table(new Output(spark(), BOX.path("by-hand/estimated"))),
        table(program),
        "the same coins");
    assertEquals(3, rows.size());
    assertEquals("de", rows.get(0).item());
    assertEquals(200, rows.get(0).estimate(), 6 * rows.get(0).standardError());
    // And again: nobody is drawn.
    assertEquals(rows, program(spark(), plan, BOX.path("program")));
    assertEquals(1, new Output(spark(), BOX.path("program/privatized")).runs().size());
  }

  private static List<String> table(Output estimates) {
    return estimates.read("estimates", estimates.runs()).collectAsList().stream()
        .map(Row::toString)
        .toList();
  }

  @Test
  void aJobRunsEveryRoundAndIsHeard() {
    Plan plan = PlanFiles.read(spark(), BOX.write("age.conf", AGE).toString());
    List<String> heard = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void says(String sentence) {
            heard.add(sentence.replaceAll(":.*", ""));
          }

          @Override
          public void ended(Outcome outcome) {
            Event event = outcome.event();
            heard.add(event.step() + " in round " + event.details().get("round"));
          }
        };
    Estimated done =
        Job.of(spark(), plan).heardBy(listener).run(spark().table("people"), BOX.path("ages"));

    assertEquals(3, done.plan().round());
    assertTrue(done.result().next().isEmpty());
    assertEquals(45, done.result().groups().get(0).estimate().rows().get(0).estimate(), 10);
    List<String> expected = new ArrayList<>(List.of("600 people"));
    for (int round = 1; round <= 3; round++) {
      expected.add("privatize in round " + round);
      expected.add("accumulate in round " + round);
      expected.add("estimate in round " + round);
    }
    assertEquals(expected, heard);
  }

  @Test
  void answersWithoutAFolderAreThoseWithOne() {
    String drops = COUNTRY.replace("outside = fail", "outside = drop\noutside_reason = x");
    for (String text : List.of(COUNTRY, AGE, drops.replace(", other]", "]"))) {
      Job job = Job.of(spark(), PlanFiles.parse(spark(), text, "plan.conf"));
      Dataset<Row> people = spark().table("people");
      Estimates.Group answer = job.answer(people.repartition(5));

      String folder = BOX.path("with-" + text.length());
      assertEquals(job.run(people, folder).result().groups().get(0).estimate(), answer.estimate());
      assertRefused("Rows without an id: 1", job, people.selectExpr(NOBODY));
      assertRefused("Ids that occur more often: 600", job, people.union(people));
    }
  }

  @Test
  void withoutAFolderNobodyNeedsToKnowWhoHasAnswered() {
    String nightly = COUNTRY.replace("public = [parity]", "public = [day]\nperiod = day");
    Map.of(
            COUNTRY.replace("randomness = keyed", "randomness = write-once"),
            "randomness",
            nightly,
            "period",
            COUNTRY + "reports_per_person = 2\n",
            "reports_per_person")
        .forEach(
            (text, offered) ->
                assertRefused(
                    "Provided: " + offered,
                    Job.of(spark(), PlanFiles.parse(spark(), text, "plan.conf")),
                    spark().table("people")));
    Job grouped = Job.of(spark(), PlanFiles.parse(spark(), COUNTRY, "plan.conf"));
    assertRefused(
        "Provided: groups [parity]", grouped.groupedBy(List.of("parity")), spark().table("people"));
  }

  /** What another process changes while people are asked. */
  private static volatile boolean areMore;

  /** The wrong twins of one look: rows that come after it, a round that divides people anew. */
  @Test
  void withoutAFolderPeopleAreThoseOfTheLook() throws IOException {
    UserDefinedFunction isThere =
        functions.udf((Long id) -> id < 590 || areMore, DataTypes.BooleanType);
    Dataset<Row> growing = spark().table("people").where(isThere.apply(functions.col("id")));
    Job job = Job.of(spark(), PlanFiles.parse(spark(), COUNTRY, "plan.conf"));
    assertEquals(590, job.answer(growing).estimate().n());
    Job changed =
        job.heardBy(
            new Listener() {
              @Override
              public void says(String sentence) {
                areMore = true; // the look has been
              }
            });
    assertRefused("Provided: 600 reports in round 0, of 590 people", changed, growing);

    UserDefinedFunction mayChange =
        functions.udf((String country) -> country, DataTypes.StringType).asNondeterministic();
    assertRefused(
        "must be the same each time it is read",
        job,
        spark().table("people").withColumn("country", mayChange.apply(functions.col("country"))));

    Job.of(spark(), PlanFiles.parse(spark(), AGE, "plan.conf"))
        .run(spark().table("people"), BOX.path("round"));
    Path next = Path.of(BOX.path("round/round-1/estimated/next"));
    String renamed = Files.readString(next.resolve("plan.conf")).replace("ages", "others");
    Files.writeString(next.resolve("other.conf"), renamed);
    Plan other = PlanFiles.read(spark(), next.resolve("other.conf").toString());
    assertRefused(
        "must ask the question of the earlier ones",
        Job.of(spark(), other),
        spark().table("people"));
  }

  @Test
  void eachAnswerWithoutAFolderCosts_andOneThatFailsBeforeItDrawsDoesNot() {
    BOX.write("budgets.conf", "budgets = [{ population = people, epsilon = 10 }]");
    BOX.ldp("--ledger @answers.db ledger set-budget @budgets.conf").done();
    SparkTest.startedWith(Purse.LEDGER, BOX.path("answers.db"));
    List<String> heard = new ArrayList<>();
    Job job =
        Job.of(spark(), PlanFiles.parse(spark(), COUNTRY, "plan.conf"))
            .heardBy(
                new Listener() {
                  @Override
                  public void says(String sentence) {
                    heard.add(sentence);
                  }
                });
    job.answer(spark().table("people"));
    job.answer(spark().table("people"));
    assertEquals("epsilon 6 of 10 is left of the budget of people", heard.get(heard.size() - 1));
    UserDefinedFunction fails =
        functions.udf(
            (String country) -> {
              throw new IllegalStateException("broken");
            },
            DataTypes.StringType);
    Dataset<Row> broken =
        spark().table("people").withColumn("country", fails.apply(functions.col("country")));
    assertThrows(Exception.class, () -> job.answer(broken));
    assertEquals(
        "[epsilon 6 of 10 is left of the budget of people]",
        Purse.ofApplication().left().toString());

    // One that fails once people are drawn: nobody knows who has read their reports.
    areMore = false;
    UserDefinedFunction failsLater =
        functions.udf(
            (String country) -> {
              if (areMore) {
                throw new IllegalStateException("broken");
              }
              return country;
            },
            DataTypes.StringType);
    Job drawing =
        Job.of(spark(), PlanFiles.parse(spark(), COUNTRY, "plan.conf"))
            .heardBy(
                new Listener() {
                  @Override
                  public void says(String sentence) {
                    areMore = true; // the look has been
                  }
                });
    assertThrows(
        Exception.class,
        () ->
            drawing.answer(
                spark()
                    .table("people")
                    .withColumn("country", failsLater.apply(functions.col("country")))));
    assertTrue(areMore);
    assertEquals(
        "[epsilon 4 of 10 is left of the budget of people]",
        Purse.ofApplication().left().toString());
  }

  private static void assertRefused(String why, Job job, Dataset<Row> people) {
    String refusal = assertThrows(RuntimeException.class, () -> job.answer(people)).getMessage();
    assertTrue(refusal.contains(why), refusal);
  }

  @Test
  void groupsAndPeriodsAreAskedFor() {
    Plan plan = PlanFiles.read(spark(), BOX.write("groups.conf", COUNTRY).toString());
    Job job = Job.of(spark(), plan);

    Estimated done =
        job.groupedBy(List.of("parity")).run(spark().table("people"), BOX.path("groups"));
    assertEquals(
        List.of("parity=0", "parity=1"),
        done.result().groups().stream().map(done.result()::label).toList());
    Days days = Days.of(Arrays.asList("2026-01-01"));
    assertThrows(IllegalArgumentException.class, () -> job.during(days));
  }

  /** A night in a folder that has two: what is known is not looked for again. */
  @Test
  void aRunListsAFolderFiveTimesAndReadsAPeriodsRecordOnce() {
    String nightly = COUNTRY + "period = day\n";
    Plan plan =
        PlanFiles.read(
            spark(), BOX.write("nightly.conf", nightly.replace("[parity]", "[day]")).toString());
    Dataset<Row> people =
        spark().table("people").withColumn("day", functions.lit("2026-01-03")).drop("parity");
    for (int day = 1; day <= 2; day++) {
      Dataset<Row> before = people.withColumn("day", functions.lit("2026-01-0" + day));
      Job.of(spark(), plan).run(before, BOX.path("nights"));
    }
    CountedFiles.in(spark());
    try {
      Job.of(spark(), plan).run(people, BOX.path("nights"));
    } finally {
      CountedFiles.outOf(spark());
    }
    Map<String, Integer> listed = CountedFiles.listed();
    for (String step : List.of("privatized", "accumulated", "estimated")) {
      String folder = BOX.path("nights/" + step);
      assertTrue(listed.containsKey(folder), step);
      assertEquals(
          Map.of(),
          only(listed, (path, times) -> path.startsWith(folder) && times > 4),
          "folders that were listed more often");
    }
    // Beside each result a killed run may have left something: before it is read, and written.
    assertTrue(listed.get(BOX.path("nights")) <= 7);
    assertEquals(
        Map.of(BOX.path("nights/privatized/runs/day=2026-01-01/run.json"), 1),
        only(CountedFiles.opened(), (path, times) -> path.contains("/day=2026-01-01/run")));
  }

  /** A look and the draw, with a shuffle each, the sums, the merge and two tables. */
  @Test
  void aRunTakesFewSparkJobs() throws Exception {
    int jobs = jobs(COUNTRY, spark().table("people"));
    assertTrue(jobs > 0 && jobs <= 8, "jobs: " + jobs);
  }

  /** Without shuffles, the draw, the sums, the merge and two tables are a job each. */
  @Test
  void roundsOfASmallFileTakeFiveSparkJobsEach_andOneLookTogether() throws Exception {
    spark().table("people").coalesce(1).write().parquet(BOX.path("one-file"));
    Dataset<Row> people = spark().read().parquet(BOX.path("one-file"));
    int jobs = jobs(AGE, people);
    assertTrue(jobs > 0 && jobs <= 2 + 3 * 5, "jobs: " + jobs);
    // Of texts that Spark reads, the files are looked at in three jobs, once.
    people.write().option("header", "true").csv(BOX.path("texts"));
    Dataset<Row> texts =
        spark().read().option("header", "true").schema(people.schema()).csv(BOX.path("texts"));
    assertTrue(jobs(AGE, texts) <= jobs + 3, "looks more often");
    // Of several files, a round's reports are shuffled.
    spark().table("people").write().parquet(BOX.path("files"));
    jobs = jobs(AGE, spark().read().parquet(BOX.path("files")));
    assertTrue(jobs <= 2 + 3 * 6, "jobs: " + jobs);
  }

  /** How many Spark jobs a run takes. */
  private static int jobs(String text, Dataset<Row> people) throws Exception {
    Plan plan = PlanFiles.read(spark(), BOX.write("jobs.conf", text).toString());
    AtomicInteger jobs = new AtomicInteger();
    SparkListener counter =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            jobs.incrementAndGet();
          }
        };
    spark().sparkContext().listenerBus().waitUntilEmpty(); // of what ran before
    spark().sparkContext().addSparkListener(counter);
    try {
      Job.of(spark(), plan).run(people, BOX.path("jobs-" + System.nanoTime()));
      spark().sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark().sparkContext().removeSparkListener(counter);
    }
    return jobs.get();
  }

  private static Map<String, Integer> only(
      Map<String, Integer> counts, BiPredicate<String, Integer> which) {
    Map<String, Integer> some = new TreeMap<>(counts);
    some.entrySet().removeIf(entry -> !which.test(entry.getKey(), entry.getValue()));
    return some;
  }

  @Test
  void aRefusalIsTheCommandsSentence() {
    String plan = BOX.write("refused.conf", COUNTRY).toString();
    Dataset<Row> others = spark().table("people").withColumnRenamed("country", "land");
    Job job = Job.of(spark(), PlanFiles.read(spark(), plan));
    String sentence =
        assertThrows(IllegalArgumentException.class, () -> job.run(others, BOX.path("refused")))
            .getMessage();
    others.write().parquet(BOX.path("others"));

    BOX.ldp("run --plan %s --input %s --output %s", plan, BOX.at("others"), BOX.at("no"))
        .badInput(sentence);
  }
}
