package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.task.ItemValues;
import org.sparkldp.jobs.task.NumberValues;
import org.sparkldp.jobs.task.QueryValues;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.jobs.task.VectorValues;
import org.sparkldp.jobs.task.WordValues;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Events;
import org.sparkldp.jobs.watch.StoppedClock;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SeededEntropy;
import org.sparkldp.protocols.words.WordsRound;
import org.sparkldp.sql.Observed;
import org.sparkldp.sql.SparkTest;

/**
 * Nothing but reports depends on a value: commands over two tables that differ in every private
 * value and in nothing else, under protocols whose reports say nothing, put out the same to the
 * byte: files (names, sizes, order, content), records, messages, exit codes, log, event log, plans,
 * events.
 *
 * <p>What is allowed to differ is named by its line in {@code udfs/docs/guarantee.md} and masked in
 * that case alone.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class NoninterferenceTest {
  private static final String EVENTS = "events.jsonl";

  @RegisterExtension final Sandbox box = new Sandbox();

  /** How a table is laid down under the path {@code input}. */
  private interface Layout {
    void write(Dataset<Row> rows, String path);
  }

  /** One cell of the matrix: of {@link #PLAN}, in Parquet, one row a person, nothing excepted. */
  private static final class Case {
    private final String name;
    private final String input; // what the command is given, after path
    private final Layout layout;
    private final List<String> plan = new ArrayList<>(); // replace or join those of PLAN
    private final Map<String, String> conf = new LinkedHashMap<>();
    private int people = 120;
    private int rows = 1;
    private List<String> exceptions = List.of(); // what may differ, see EXCEPTIONS
    private final List<Pattern> roads = new ArrayList<>(); // what plans must show, see road

    Case(String name, String input, String format, Layout layout) {
      this.name = name;
      this.input = input;
      this.layout = layout;
      road("(?i)FileScan .*Format: " + format);
    }

    /** Which way Spark must take, for another would not show what the case is about. */
    Case road(String operator) {
      roads.add(Pattern.compile(operator));
      return this;
    }

    /** Fails where the comparison says nothing of what its name says. */
    void requireRoads(List<String> plans) {
      String all = String.join("\n", plans);
      for (Pattern road : roads) {
        assertTrue(road.matcher(all).find(), () -> name + " did not take " + road + ":\n" + all);
      }
    }

    Case plan(String... lines) {
      plan.addAll(List.of(lines));
      return this;
    }

    Case conf(String key, String value) {
      conf.put(key, value);
      return this;
    }

    Case rows(int each) {
      rows = each;
      return this;
    }

    Case people(int many) {
      people = many;
      return this;
    }

    Case except(String... names) {
      exceptions = List.of(names);
      return this;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final String PLAN =
      """
      name = test
      column = item
      id = id
      protocol = "blank(epsilon=1.0,k=6)"
      domain { type = range, from = 10, to = 14 }
      outside = category
      randomness = keyed
      public = [day, zip]
      """;

  /** What guarantee.md says may depend on values, under "What may depend on values". */
  private static final Map<String, Pattern> EXCEPTIONS =
      Map.of(
          // "Bytes between tasks": rows with values are shuffled, compressed.
          "bytes between tasks",
          Pattern.compile(
              "(?i)\"[a-z. ]*(bytes|size)[a-z. ]*\"(,\"(value|update)\")?[:,]\"?[0-9]+"
                  + "|[0-9.]+ [KM]?i?B\\b|range: 0-[0-9]+"),
          // "Bytes of the input": Spark counts what it reads.
          "bytes of the input",
          Pattern.compile(
              "(?i)\"[a-z. ]*(bytes ?read|size of files read)[a-z. ]*\"(,\"(value|update)\")?"
                  + "[:,]\"?[0-9]+|range: 0-[0-9]+|max size: [0-9]+"));

  /** "Names of folders": Spark logs the paths that it reads, and counts the rows in each. */
  private static final String FOLDERS = "names of folders";

  private static Case parquet(String name) {
    return new Case(name, "input", "parquet", (rows, path) -> plain(rows).parquet(path));
  }

  /** Files that are as long for one value as for another, which is up to whoever writes values. */
  private static DataFrameWriter<Row> plain(Dataset<Row> rows) {
    return rows.write()
        .option("compression", "none")
        .option("parquet.enable.dictionary", "false")
        .option("parquet.page.write-checksum.enabled", "false");
  }

  static Stream<Case> everyBuild() {
    return Stream.of(
        parquet("keyed").plan("numbers = [zip]"),
        parquet("write-once") // variants have other numbers of values outside
            .plan("randomness = write-once", "domain { type = range, from = 10, to = 12 }")
            .plan("protocol = \"blank(epsilon=1.0,k=4)\"")
            .except("bytes between tasks"),
        new Case(
            "csv",
            "input.csv",
            "CSV",
            (rows, path) -> rows.drop("vector").write().option("header", "true").csv(path)));
  }

  static Stream<Case> matrix() {
    String five = "protocol = \"blank(epsilon=1.0,k=5)\"";
    return Stream.of(
        parquet("fail").plan("outside = fail", five),
        parquet("drop").plan("outside = drop", "outside_reason = \"a test\"", five),
        parquet("refused")
            .plan("outside = fail", five, "domain { type = range, from = 20, to = 24 }"),
        parquet("refused ids").rows(2),
        parquet("nothing public").plan("public = []"),
        parquet("bits").plan("protocol = \"blank-bits(epsilon=1.0,k=6)\""),
        parquet("bins").plan("domain { type = bins, from = 10, to = 15, count = 5 }"),
        parquet("texts").plan("domain { type = list, items = [10, 11, 12, 13, 14] }"),
        parquet("two attributes")
            .plan(
                "column = ",
                "domain = ",
                "attributes = [ { column = item, domain { type = range, from = 10, to = 14 } },"
                    + " { column = second, domain { type = range, from = 10, to = 14 } } ]")
            .plan("protocol = \"blank(epsilon=1.0,k=36)\""),
        parquet("vectors")
            .plan(
                "task = mean",
                "column = vector",
                "domain = ",
                "outside = fail",
                "protocol = \"blank-vector(epsilon=1.0,d=2,radius=40)\""),
        parquet("each row a person")
            .rows(2)
            .plan("id = row", "randomness = write-once")
            .except("bytes between tasks"),
        parquet("each row a person, drop")
            .plan("id = row", "randomness = write-once", "outside = drop", five)
            .plan("outside_reason = \"a test\"")
            .except("bytes between tasks"),
        parquet("missing apart")
            .plan("missing = category", "protocol = \"blank(epsilon=1.0,k=7)\""),
        parquet("crowded")
            .rows(4)
            .plan("reports_per_person = 2")
            .road("Window ")
            .except("bytes between tasks"),
        parquet("crowded, write-once, spilling")
            .rows(4)
            .plan("reports_per_person = 2", "randomness = write-once")
            .conf("spark.sql.windowExec.buffer.in.memory.threshold", "2")
            .conf("spark.sql.windowExec.buffer.spill.threshold", "2")
            .except("bytes between tasks"),
        parquet("interpreted")
            .conf("spark.sql.codegen.wholeStage", "false")
            .conf("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .road("^(?![^*]*\\*\\()"),
        parquet("not adaptive")
            .conf("spark.sql.adaptive.enabled", "false")
            .road("^(?!(?s:.*)AdaptiveSparkPlan)"),
        parquet("write-once, not adaptive")
            .plan("randomness = write-once")
            .conf("spark.sql.adaptive.enabled", "false")
            .except("bytes between tasks"),
        new Case("json", "input.json", "json", (rows, path) -> rows.write().json(path)),
        new Case("orc", "input.orc", "orc", (rows, path) -> rows.write().orc(path))
            .except("bytes of the input"),
        new Case("in buckets", "bucketed", "parquet", NoninterferenceTest::bucketed)
            .road("default\\.bucketed\\[.*Bucketed: "),
        new Case(
                "cut by value",
                "input",
                "parquet",
                (rows, path) -> plain(rows.repartition(5)).partitionBy("item").parquet(path))
            .except(FOLDERS));
  }

  private static void bucketed(Dataset<Row> rows, String path) {
    spark().sql("DROP TABLE IF EXISTS bucketed");
    plain(rows).bucketBy(3, "id").sortBy("id").option("path", path).saveAsTable("bucketed");
  }

  /** Vectors of which those of the one variant are compressed to far fewer bytes. */
  private static void vectors(Dataset<Row> rows, String path) {
    String vector =
        "IF(item = 10 OR id % 40 = 0, array_repeat(id % 3 + 0D, 32),"
            + " transform(sequence(1, 32), x -> hash(id, x) / 2147483648D))";
    plain(rows.withColumn("vector", functions.expr(vector))).parquet(path);
  }

  /** People with an item of two digits that no variant shares with another. */
  private static Dataset<Row> people(Case c, int variant) {
    // Nearly all alike, and not; and no line of Spark finds that the one is never NULL.
    String item = variant == 0 ? "10 + CAST(id % 40 = 0 AS INT)" : "11 + (id + 1) % 4";
    return spark()
        .range(0, (long) c.people * c.rows, 1, 3)
        .selectExpr(
            "id DIV " + c.rows + " AS id",
            "id % 3 AS day",
            "id % 7 AS zip",
            "CAST(nullif(" + item + ", 0) AS INT) AS item")
        .selectExpr(
            "*",
            "item AS second",
            "array(CAST(item AS DOUBLE), item / 2D) AS vector",
            "id AS person");
  }

  private void lay(Case c, int variant) throws IOException {
    String place = c.input.startsWith("input") ? c.input : "input";
    box.delete(place);
    box.delete("out");
    c.layout.write(people(c, variant), box.path(place));
    // Folders list files by their names, which are random; tasks take them in that order.
    try (Stream<Path> all = Files.walk(box.at(place))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.move(
            file, file.resolveSibling(RANDOM_NAME.matcher(file.getFileName() + "").replaceAll("")));
      }
    }
  }

  private static final Pattern RANDOM_NAME =
      Pattern.compile("-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static String plan(Case c) {
    String text = PLAN;
    for (String line : c.plan) {
      String key = line.split("[ =]", 2)[0];
      text =
          text.replaceFirst("(?m)^" + key + " .*\\n", "")
              + (line.endsWith("= ") ? "" : line + "\n"); // a key alone takes its line away
    }
    return text;
  }

  /** What a step that takes long says meanwhile. */
  private static final String PROGRESS = "ldp: \\d+ of \\d+ tasks done\n";

  private Observed observed(Case c, int variant) throws IOException {
    return observed(c, variant, () -> commands(c, 2));
  }

  private Observed observed(Case c, int variant, Callable<String> work) throws IOException {
    lay(c, variant);
    Files.deleteIfExists(box.at(EVENTS));
    Observed seen;
    try (SeededEntropy seeded = SeededEntropy.of(new TaskSources(spark()));
        StoppedClock stopped = StoppedClock.now()) {
      seen = Observed.of(() -> work.call().replaceAll(PROGRESS, ""));
    }
    c.requireRoads(seen.lines("plans"));
    seen = seen.with("watch", box.read(EVENTS));
    if (box.has("out")) {
      seen = seen.with("files", files(box.at("out")));
    }
    Observed masked = seen;
    for (String exception : c.exceptions) {
      masked =
          exception.equals(FOLDERS)
              ? masked.without("log", "events")
              : masked.masking(EXCEPTIONS.get(exception));
    }
    return masked;
  }

  /** People who take turns by days, half of whom come late, and all that reads what was drawn. */
  private String nights(Case c) throws IOException {
    earlyAndLate(c);
    Files.deleteIfExists(box.at("ledger.db"));
    box.write("budget.conf", "budgets = [ { population = people, epsilon = 100 } ]");
    return said(
        "--ledger @ledger.db ",
        "ledger set-budget @budget.conf",
        "privatize --plan @plan.conf --input early --output @out/reports",
        "privatize --plan @plan.conf --input everybody --output @out/reports",
        "accumulate --input @out/reports --output @out/sums",
        "estimate --input @out/sums --each-period --output @out/estimates",
        "clean @out/reports --reports",
        "ledger show --all --format json");
  }

  /** The plan, and views of those who come in time and of all. */
  private void earlyAndLate(Case c) {
    box.write("plan.conf", plan(c));
    Dataset<Row> all = box.table("input");
    all.createOrReplaceTempView("everybody");
    all.where("id % 2 = 0").createOrReplaceTempView("early");
  }

  /** What commands say and how they end, one after the other. */
  private String said(String options, String... lines) {
    StringBuilder said = new StringBuilder();
    for (String line : lines) {
      said.append(box.ldp("--events @" + EVENTS + " " + options + line));
    }
    return said.toString();
  }

  private String stream(Case c) {
    box.write("plan.conf", plan(c));
    box.delete("checkpoint");
    return said(
        "run --follow --until-done ",
        "--plan @plan.conf --input @input --output @out/stream --checkpoint @checkpoint");
  }

  /** So that Spark would choose tasks by the bytes of few rows. */
  private static Case fine(Case c) {
    return c.people(1500)
        .conf("spark.sql.shuffle.partitions", "20")
        .conf("spark.sql.adaptive.coalescePartitions.parallelismFirst", "false")
        .conf("spark.sql.adaptive.coalescePartitions.minPartitionSize", "1b")
        .conf("spark.sql.adaptive.advisoryPartitionSizeInBytes", "1200b");
  }

  /**
   * People who came in time, and others: values meet those who have answered.
   *
   * @param limit below which Spark would send a table to all tasks
   */
  private static Case late(String limit, boolean isAdaptive, boolean areHintsHeard) {
    String name = "late, " + limit + ", " + isAdaptive + ", " + areHintsHeard;
    return fine(new Case(name, "input", "parquet", NoninterferenceTest::vectors))
        .plan("randomness = write-once", "late_rows = draw")
        .plan("task = mean", "column = vector", "domain = ", "outside = fail")
        .plan("protocol = \"blank-vector(epsilon=1.0,d=32,radius=40)\"")
        .conf("spark.sql.adaptive.advisoryPartitionSizeInBytes", "12000b")
        .conf("spark.sql.autoBroadcastJoinThreshold", limit)
        .conf("spark.sql.adaptive.enabled", "" + isAdaptive)
        .conf("spark.sql.optimizer.disableHints", "" + !areHintsHeard)
        .road(areHintsHeard ? "BroadcastHashJoin" : "REPARTITION_BY_NUM")
        .road(areHintsHeard || !limit.equals("-1") ? "Join" : "SortMergeJoin")
        .except("bytes between tasks");
  }

  static Stream<Case> joins() {
    return Stream.of("10485760", "10240", "-1")
        .flatMap(
            limit ->
                Stream.of(
                    late(limit, true, true),
                    late(limit, true, false),
                    late(limit, false, true),
                    late(limit, false, false)));
  }

  private String lateRows(Case c) {
    earlyAndLate(c);
    return said(
        "",
        "privatize --plan @plan.conf --input early --output @out",
        "privatize --plan @plan.conf --input everybody --output @out");
  }

  private void assertSameOfLateRows(Case c) throws IOException {
    c.conf.forEach(SparkTest::startedWith);
    lay(c, 0);
    assertEquals("0 0", codes(lateRows(c)));
    Observed.assertSame(
        () -> observed(c, 0, () -> lateRows(c)), () -> observed(c, 1, () -> lateRows(c)));
  }

  /** Where tables are sent to all tasks, and where they are too large for it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void soAreTasksOfPeopleWhoComeLate(boolean areSent) throws IOException {
    assertSameOfLateRows(late("-1", true, areSent));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("joins")
  void soAreTheyUnderOtherSettings(Case c) throws IOException {
    assertSameOfLateRows(c);
  }

  /** It is drawn to be kept beside names, and would tell who has answered. */
  @Test
  void theSaltOfPeopleIsShownNowhere() throws IOException {
    Case c = parquet("salt").plan("randomness = write-once", "late_rows = draw");
    lay(c, 0);
    Observed seen = Observed.of(() -> lateRows(c));
    List<Row> salts = box.table("out/people").select("salt").distinct().collectAsList();
    assertEquals(2, salts.size());
    for (Row row : salts) {
      String salt = HexFormat.of().formatHex(row.<byte[]>getAs(0)).substring(4, 20);
      for (String part : List.of("outcome", "log", "events", "plans")) {
        for (String line : seen.lines(part)) {
          assertFalse(line.toLowerCase(Locale.ROOT).contains(salt), () -> part + ": " + line);
        }
      }
    }
  }

  /** A statement of SQL asks as a command does. */
  @Test
  void soAreTheDataSourceAndCalls() throws IOException {
    Case c = parquet("written").conf("spark.sql.catalog.ldp", CALLS).road("SaveIntoDataSource");
    c.conf.forEach(SparkTest::startedWith);
    lay(c, 0);
    statements(c);
    Observed.assertSame(
        () -> observed(c, 0, () -> statements(c)), () -> observed(c, 1, () -> statements(c)));
  }

  private static final String CALLS = "org.sparkldp.jobs.source.LdpCatalog";

  private String statements(Case c) {
    box.delete("out");
    box.write(EVENTS, "none, as no command runs");
    earlyAndLate(c);
    spark()
        .table("everybody")
        .write()
        .format("ldp")
        .mode("append")
        .option("plan_text", plan(c))
        .save(box.path("out/source"));
    String said = spark().read().format("ldp").load(box.path("out/source")).collectAsList() + "\n";
    if (spark().version().startsWith("4")) { // 3.5 has no procedures
      String arguments = "plan => '%s', people => 'everybody', output => '%s'";
      String call = arguments.formatted(box.path("plan.conf"), box.path("out/call"));
      said += spark().sql("CALL ldp.run(" + call + ")").collectAsList();
    }
    return said;
  }

  private static String codes(String said) {
    return Pattern.compile("Ended\\[code=([0-9]+)")
        .matcher(said)
        .results()
        .map(code -> code.group(1))
        .collect(Collectors.joining(" "));
  }

  private static Case nightly(String coins) {
    return parquet("nights, " + coins)
        .plan("randomness = " + coins, "late_rows = draw", "period = day")
        .plan("block { pool = test, blocks = 2 }")
        .except("bytes between tasks");
  }

  @Test
  void soAreNightsAndWhatReadsThem() throws IOException {
    assertSameNights(nightly("write-once"));
  }

  @Tag("long")
  @Test
  void soAreKeyedNights() throws IOException {
    assertSameNights(nightly("keyed"));
  }

  private void assertSameNights(Case c) throws IOException {
    lay(c, 0);
    assertEquals("0 0 0 0 0 0 0", codes(nights(c)), "what is refused shows little");
    Observed.assertSame(
        () -> observed(c, 0, () -> nights(c)), () -> observed(c, 1, () -> nights(c)));
  }

  /** The twin is a protocol that tells values apart. */
  @Test
  void soAreAnswersWithoutAFolder() throws IOException {
    for (String outside : List.of("category", "drop")) {
      Case c = fine(parquet("answered")).plan("outside = " + outside);
      c.conf.forEach(SparkTest::startedWith);
      if (outside.equals("drop")) {
        c.plan("outside_reason = \"a test\"", "protocol = \"blank(epsilon=1.0,k=5)\"");
      }
      Observed.assertSame(
          () -> observed(c, 0, () -> answered(c)), () -> observed(c, 1, () -> answered(c)));
    }
    Case c = parquet("little noise").plan("protocol = \"grr(epsilon=8.0)\"");
    Observed one = observed(c, 0, () -> answered(c));
    assertFalse(one.differences(observed(c, 1, () -> answered(c))).isEmpty());
  }

  private String answered(Case c) {
    box.write(EVENTS, "none, as no command runs");
    Dataset<Row> people = spark().read().parquet(box.path("input"));
    return Job.of(spark(), PlanFiles.parse(spark(), plan(c), "plan"))
        .answer(people)
        .estimate()
        .toString();
  }

  /** Spark lists the files of a stream in any order, and counts its clocks in events of its own. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void soAreStreams(String coins) throws IOException {
    Case c = nightly(coins);
    lay(c, 0);
    assertEquals("0", codes(stream(c)));
    Observed.assertSame(
        () -> observed(c, 0, () -> stream(c)).without("log", "events", "plans"),
        () -> observed(c, 1, () -> stream(c)).without("log", "events", "plans"));
  }

  /** Real protocols of several rounds and queries, and a release. */
  private String rest() {
    return said(
        "run ",
        "--plan @rounds.conf --input @input --output @out/rounds",
        "--plan @script.conf --input @input --output @out/queries",
        "--plan @release.conf --input @input --output @out/release");
  }

  /**
   * Their reports depend on values, but not on what they do not ask: digits after the point. Spark
   * notes folders of the script's own steps, which have random names.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void soAreRoundsQueriesAndReleases(String coins) throws IOException {
    Case c = numbers("id % 40 + item / 100D");
    String asked = "id = id, outside = fail, randomness = " + coins + ", name = test, ";
    box.write("rounds.conf", asked + "task = quantile, column = number, " + MEDIAN);
    box.write(
        "script.conf",
        asked
            + "protocol = \"sq(epsilon=4.0,queries=2,tau=0.9,beta=0.5)\", queries = [{ name = low,"
            + " predicate = \"number < 20\" }, { name = high, expression = \"IF(:low > 0.5,"
            + " floor(number) / 40, 0)\" }]");
    box.write(
        "release.conf",
        "name = test, outside = fail, task = release, user = id, statistic = count, cells = [{"
            + " column = number, domain { type = bins, from = 0, to = 40, count = 4 } }],"
            + " contribution { cells = 1, per_cell = 1 }, neighbours = add-remove, mechanism ="
            + " \"laplace(epsilon=1.0)\"");
    lay(c, 0);
    String said = rest();
    assertEquals("0 0 0", codes(said), said);
    Observed one = observed(c, 0, this::rest).without("log", "events", "plans");
    Observed.assertSame(
        () -> one, () -> observed(c, 1, this::rest).without("log", "events", "plans"));
    // Twin: values that they do tell apart.
    Case other = numbers("id % 20 + item");
    List<String> seen = one.differences(observed(other, 1, this::rest));
    assertTrue(seen.stream().anyMatch(line -> line.startsWith("files")), seen::toString);
  }

  private static final String WHOLE =
      """
      task = table
      name = test
      id = id
      attributes = [
        { column = number, domain { type = bins, from = 0, to = 40, count = 20 } }
        { column = money, domain { type = bins, from = 0, to = 4, count = 4 }, sum = true }
        { column = text, domain { type = list, items = [a, b] } }
        { column = truth, domain { type = list, items = [0, 1] }, type = INT }
      ]
      protocol = "tables(epsilon=4.0)"
      outside = category
      """;

  /** Values that differ within cells, and in no cell. */
  private static Case whole(String number) {
    Layout layout =
        (rows, path) ->
            plain(
                    rows.selectExpr(
                        "id",
                        number + " AS number",
                        "id % 4 + item / 1e9 AS money",
                        "elt(1 + id % 3, 'a', 'b', 'c' || item) AS text",
                        "elt(1 + id % 5 DIV 2, '0', '1', 'c' || item) AS truth"))
                .parquet(path);
    return new Case("whole", "input", "parquet", layout).people(1200).except("bytes between tasks");
  }

  /** A whole table in three rounds, what is asked of it, and people who are made up. */
  private String wholeTable() {
    box.delete("rows.parquet");
    String said =
        said("", "run --plan @whole.conf --input @input --output @out --html @out/page.html");
    for (String query :
        List.of(
            "SELECT text, avg(money), count(*) FROM people WHERE number >= 7.5 GROUP BY text",
            "SELECT truth, median(number) FROM people GROUP BY truth HAVING truth >= 0")) {
      said += box.ldp("--events @" + EVENTS + " ask --input @out --html @out/asked.html %s", query);
    }
    said += said("", "synthesize --input @out --rows 300 --output @rows.parquet");
    return said + box.table("rows.parquet").collectAsList();
  }

  /** The reports of a whole table depend on cells, and all that comes after them on reports. */
  @Test
  void soAreWholeTables() throws IOException {
    assertSameWholeTables("keyed");
    // Twin: other cells.
    Observed one = observed(whole("id % 40"), 0, this::wholeTable);
    List<String> seen = one.differences(observed(whole("id % 20 + item"), 1, this::wholeTable));
    for (String part : List.of("files", "outcome")) {
      assertTrue(seen.stream().anyMatch(line -> line.startsWith(part)), seen::toString);
    }
  }

  @Tag("long")
  @Test
  void soAreWholeTablesOfFreshCoins() throws IOException {
    assertSameWholeTables("write-once");
  }

  private void assertSameWholeTables(String coins) throws IOException {
    Case c = whole("id % 40 + item / 100D");
    box.write("whole.conf", WHOLE + "randomness = " + coins);
    // Once before: a program reads a collected table once.
    String said = String.join("\n", observed(c, 0, this::wholeTable).lines("outcome"));
    assertEquals("0 0 0 0", codes(said), said);
    Observed.assertSame(
        () -> observed(c, 0, this::wholeTable), () -> observed(c, 1, this::wholeTable));
  }

  private static Case numbers(String number) {
    Layout layout =
        (rows, path) -> plain(rows.selectExpr("id", number + " AS number")).parquet(path);
    return new Case("numbers", "input", "parquet", layout)
        .people(1200)
        .except("bytes between tasks");
  }

  private static final String MEDIAN =
      "protocol = \"median(epsilon=8.0,lower=0,upper=40,users=1000,rounds=3,step=1)\"";

  /** From values to a page, and then again over what is finished. */
  private String commands(Case c, int times) throws IOException {
    box.write("plan.conf", plan(c));
    String input = c.input.startsWith("input") ? "@" + c.input : c.input;
    String line = "run --plan @plan.conf --output @out --html @out/page.html --input " + input;
    return said("", Collections.nCopies(times, line).toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("everyBuild")
  void whatIsPutOutIsTheSameForOtherValues(Case c) throws IOException {
    assertSame(c);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("matrix")
  void whatIsPutOutIsTheSameInEveryWayOfAskingAndStoring(Case c) throws IOException {
    assertSame(c);
  }

  /** Of so many rows Spark would choose tasks by bytes, and there is more than one file. */
  @Tag("long")
  @Test
  void soAreTasksAndFilesOfManyRows() throws IOException {
    assertSame(
        parquet("crowded, many")
            .people(75_000)
            .rows(2)
            .plan("reports_per_person = 2")
            .except("bytes between tasks"));
  }

  private void assertSame(Case c) throws IOException {
    c.conf.forEach(SparkTest::startedWith);
    lay(c, 0);
    Observed.warm(() -> commands(c, 2));
    Observed.assertSame(() -> observed(c, 0), () -> observed(c, 1));
  }

  @AfterEach
  void asBefore() {
    spark().sql("DROP TABLE IF EXISTS bucketed");
  }

  // What other tasks randomize, whose protocols cannot be blank: their values, in plans made in
  // Java.

  private static final String TABLE =
      """
      task = table
      name = test
      id = id
      attributes = [
        { column = item, domain { type = bins, from = 0, to = 13, count = 13 }, sum = true }
        { column = second, domain { type = list, items = [10, 11, 12, 14] } }
      ]
      ask = [[item, second]]
      protocol = "tables(epsilon=1.0)"
      outside = drop
      outside_reason = "a test"
      randomness = keyed
      """;

  static Stream<Plan> plansInJava() {
    Protocol<?, ?> number = Protocols.of("blank-number(epsilon=1.0,lower=-1,upper=40)");
    Attribute item = new Attribute("item", new Domain.RangeDomain(1, 6));
    Attribute day = new Attribute("day", new Domain.RangeDomain(0, 2));
    WordsRound words = (WordsRound) Protocols.of("words(epsilon=4,length=2,users=1000000)");
    List<Task> tasks =
        List.of(
            new BlankTask( // texts of an open domain
                new LookedUp(new WordValues("item", false), words),
                Protocols.of("blank(epsilon=1.0,k=" + words.k() + ")")),
            new BlankTask(new NumberValues("item", Optional.empty()), number),
            new BlankTask(new NumberValues("second", Optional.of(day)), number),
            new BlankTask(
                new QueryValues(
                    List.of(
                        StatisticalQuery.expression("near", "1 / (CAST(item AS INT) - 9)"),
                        new StatisticalQuery(
                            "age",
                            Optional.of("item"),
                            Optional.empty(),
                            OptionalDouble.of(0),
                            OptionalDouble.of(3)),
                        StatisticalQuery.predicate("low", "second < 3"))),
                number),
            new BlankTask( // features and a label, as of a regression
                new VectorValues(List.of("item", "second"), Optional.of("second")),
                Protocols.of("blank-vector(epsilon=1.0,d=3,radius=40)")),
            new BlankTask( // coordinates, as of a whole table
                new PlanReader(new TestContext(Path.of(""))).read(TABLE, "test").task().values(),
                Protocols.of("blank-vector(epsilon=1.0,d=2,radius=40)")),
            new BlankTask( // several attributes, as of a workload
                new ItemValues(
                    new ProductDomain(
                        List.of(item, new Attribute("second", item.domain())), false, false)),
                Protocols.of("blank(epsilon=1.0,k=36)")));
    return Stream.of(Plan.Randomness.KEYED, Plan.Randomness.WRITE_ONCE)
        .flatMap(
            randomness ->
                tasks.stream()
                    .map(
                        task ->
                            Plan.builder("test", "id", task, randomness)
                                .outside(
                                    new OutsideRule(
                                        OutsideRule.Action.DROP,
                                        "a test",
                                        OutsideRule.Missing.OUTSIDE))
                                .publicColumns("day")
                                .build()));
  }

  /** Values that one protocol looks up as it does, for another one to randomize. */
  private record LookedUp(Values values, Protocol<?, ?> lookup) implements Values {
    @Override
    public List<String> columns() {
      return values.columns();
    }

    @Override
    public Map<String, DataType> types() {
      return values.types();
    }

    @Override
    public Map<String, Object> settings() {
      return values.settings();
    }

    @Override
    public Column item(Plan plan, StructType schema, Column number) {
      Plan own =
          Plan.builder(plan.name(), "id", new BlankTask(values, lookup), plan.randomness())
              .outside(plan.outside())
              .build();
      return values.item(own, schema, number);
    }

    @Override
    public Optional<Column> number(Plan plan, StructType schema, Column id) {
      return values.number(plan, schema, id);
    }

    @Override
    public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
      return values.arguments(isKeyed, item, number, id);
    }
  }

  /** A question whose reports ignore values, whatever they are. */
  private record BlankTask(Values values, Protocol<?, ?> protocol) implements Task {
    @Override
    public TaskKind<?, ?> kind() {
      return Tasks.of("mean");
    }

    @Override
    public Task withProtocol(Protocol<?, ?> round) {
      return new BlankTask(values, round);
    }

    @Override
    public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
      return Answers.raw(Protocols.estimate(protocol, reports, confidence));
    }
  }

  private Observed ofPlan(Plan plan, int variant) throws IOException {
    Case c = parquet("in Java");
    lay(c, variant);
    Output out = new Output(spark(), box.path("out"));
    Observed seen;
    try (SeededEntropy seeded = SeededEntropy.of(new TaskSources(spark()));
        StoppedClock stopped = StoppedClock.now()) {
      seen =
          Observed.of(
              () -> new Privatization(plan).run(box.table("input"), out).alreadyDone() + "");
    }
    Observed all = seen.with("files", files(box.at("out")));
    boolean isFresh = plan.randomness() == Plan.Randomness.WRITE_ONCE;
    return isFresh ? all.masking(EXCEPTIONS.get("bytes between tasks")) : all;
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("plansInJava")
  void theValuesOfEveryTaskToo(Plan plan) throws IOException {
    ofPlan(plan, 0);
    Observed.assertSame(() -> ofPlan(plan, 0), () -> ofPlan(plan, 1));
  }

  // The twins: what a protocol's report shows, the comparison sees.

  @Test
  void aReportThatDependsOnItsValueIsSeen() throws IOException {
    Case c = parquet("leak").plan("protocol = \"blank(epsilon=1.0,k=6,leak=report)\"");
    Observed one = observed(c, 0, () -> commands(c, 1));
    Observed two = observed(c, 1, () -> commands(c, 1));
    assertTrue(
        one.differences(two).stream().anyMatch(line -> line.startsWith("files")),
        "no difference in files");
  }

  /** What a careless step could do to the folder that a run has left. */
  private enum Careless {
    NOTHING {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        put(out, reports.orderBy("report_id"));
      }
    },
    ROWS_SORTED_BY_ITEM {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        Dataset<Row> items = values.groupBy("person").agg(functions.sum("item").as("item"));
        put(out, reports.join(items, "person").orderBy("item", "report_id").drop("item"));
      }
    },
    AN_ITEM_IN_THE_NAME {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        Dataset<Row> items = values.groupBy("person").agg(functions.min("item").as("item"));
        put(
            out,
            reports
                .join(items, "person")
                .withColumn("report_id", functions.expr("substr(report_id, 1, 7) || chr(item)"))
                .drop("item")
                .orderBy("person", "report_id"));
      }
    },
    ROWS_OF_A_CROWD_BY_ITEM {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        Dataset<Row> kept =
            values.groupBy("person").agg(functions.expr("min_by(zip, item * 100 + zip) AS zip"));
        put(out, reports.drop("zip").join(kept, "person").orderBy("person", "report_id"));
      }
    },
    A_COUNT_IN_A_RECORD {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        record(out, "{", "{ \"tens\" : " + values.where("item = 10").count() + ",");
      }
    },
    A_COUNT_IN_THE_SECONDS {
      @Override
      void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException {
        record(
            out, "\"seconds\" : 0.0", "\"seconds\" : " + values.where("item = 10").count() / 1e3);
      }
    };

    abstract void change(Path out, Dataset<Row> reports, Dataset<Row> values) throws IOException;

    private static void record(Path out, String text, String other) throws IOException {
      try (Stream<Path> all = Files.walk(out)) {
        Path file = all.filter(f -> f.endsWith("run-1.json")).findFirst().orElseThrow();
        String before = Files.readString(file);
        assertTrue(before.contains(text), before);
        Files.writeString(file, before.replace(text, other));
      }
    }

    private static void put(Path out, Dataset<Row> rows) throws IOException {
      Path other = out.resolveSibling("other");
      FileUtils.deleteDirectory(other.toFile());
      rows.coalesce(1).write().parquet(other.toString());
      FileUtils.deleteDirectory(out.resolve("reports").toFile());
      try (Stream<Path> all = Files.list(other)) {
        Path file = all.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
        Files.createDirectory(out.resolve("reports"));
        Files.move(file, out.resolve("reports/part-0.parquet"));
      }
    }
  }

  /** The second run draws people who came late. */
  private void lateRuns(Case c, int variant) throws IOException {
    lay(c, variant);
    earlyAndLate(c);
    try (SeededEntropy seeded = SeededEntropy.of(new TaskSources(spark()));
        StoppedClock stopped = StoppedClock.now()) {
      for (String input : List.of("early", "everybody")) {
        box.ldp("privatize --plan @plan.conf --output @out --input " + input).done();
      }
    }
  }

  @Test
  void carelessStepsOfAWriteOnceRunAreSeen() throws IOException {
    Case c =
        parquet("late")
            .rows(4)
            .plan("randomness = write-once", "late_rows = draw", "reports_per_person = 2")
            .plan("public = [zip, person]");
    Map<Careless, List<String>> seen = new TreeMap<>();
    for (int variant = 0; variant < 2; variant++) {
      lateRuns(c, variant);
      Dataset<Row> values = box.table("input");
      for (Careless step : Careless.values()) {
        box.delete("copy");
        Fixture.copy(box.at("out"), box.at("copy"));
        step.change(box.at("copy"), box.table("out/reports"), values);
        seen.computeIfAbsent(step, any -> new ArrayList<>()).add(files(box.at("copy")));
      }
    }
    seen.forEach(
        (step, files) ->
            assertEquals(step == Careless.NOTHING, files.get(0).equals(files.get(1)), step.name()));
  }

  /**
   * Work that shows a value, as a careless step might: in a new detail, and in one that is there.
   */
  private String careless(Case c) throws IOException {
    String said = commands(c, 1);
    long tens = box.table("input").where("item = 10").count();
    try (Events events = new Events(box.at(EVENTS), Map.of("command", "run"))) {
      for (String detail : List.of("tens", Event.REPORTS)) {
        events.emit(Event.done("run", false, Map.of("exact_epsilon", 1.0, detail, tens)));
      }
    }
    return said;
  }

  @Test
  void anEventThatDependsOnAValueIsSeen() throws IOException {
    Case c = parquet("careless");
    observed(c, 0, () -> careless(c)); // a JVM logs some things once
    Observed one = observed(c, 0, () -> careless(c));
    Observed two = observed(c, 1, () -> careless(c));
    for (String part : List.of("watch", "log")) {
      List<String> different = new ArrayList<>(one.lines(part));
      two.lines(part).forEach(different::remove);
      for (String detail : List.of("\"tens\"", "\"reports\"")) {
        assertTrue(
            different.stream().anyMatch(line -> line.contains(detail)),
            () -> detail + " is not among " + different);
      }
    }
  }

  /** Every file's name, length and bytes. */
  private static String files(Path folder) throws IOException {
    StringBuilder files = new StringBuilder();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        byte[] bytes = Files.readAllBytes(file);
        String name = file.getFileName().toString();
        if (name.matches("\\.run.*\\.json\\.crc")) {
          continue; // the sum of a record that names its attempt
        }
        String shown =
            name.endsWith(".json") || name.endsWith(".conf") || name.endsWith(".html")
                ? new String(bytes, StandardCharsets.UTF_8).replace("\n", " ")
                : bytes.length + " " + HexFormat.of().formatHex(bytes);
        files.append(folder.relativize(file)).append(' ').append(shown).append('\n');
      }
    }
    return files.isEmpty() ? "an empty folder\n" : files.toString();
  }
}
