package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Settings of Spark under which people are left out without a word are refused at every door, and
 * others leave out nobody.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class ReadSettingsTest {
  private static final Pattern LINE = Pattern.compile("\\| `([^`=]+)=([^`]+)` \\| (\\w+) \\| .*");

  /** Its tables are laid once; what a test writes beside them goes with it. */
  @RegisterExtension static final Sandbox box = new Sandbox();

  /** A line of the page's table, or one that is harmless. */
  record Setting(String name, String value, String of) {
    boolean isOption() {
      return of.equals("reader");
    }

    /** As the page says, under a session, or a reader of people. */
    Dataset<Row> people(DataFrameReader reader, String path) {
      if (!isOption()) {
        startedWith(name, value);
      }
      return (isOption() ? reader.option(name, value) : reader).load(path);
    }
  }

  static Stream<Setting> refused() throws IOException {
    Path page = DocPage.repository().resolve("jobs/docs/data-contract.md");
    String text = Files.readString(page);
    String section = text.split("\n### Settings of Spark\n")[1].split("\n##")[0];
    return section
        .lines()
        .map(LINE::matcher)
        .filter(line -> line.matches())
        .map(line -> new Setting(line.group(1), line.group(2), line.group(3)));
  }

  @BeforeAll
  static void lay() {
    people().write().option("header", "true").csv(box.path("csv"));
    people().write().json(box.path("json"));
    people().write().parquet(box.path("people"));
  }

  @BeforeEach
  void begin() {
    box.plan("public = []", "id_type = integer");
    box.delete("out");
    spark().sql("DROP TABLE IF EXISTS somebody");
  }

  @AfterAll
  static void drop() {
    spark().sql("DROP TABLE IF EXISTS somebody");
  }

  private static Dataset<Row> people() {
    return spark().range(0, 300, 1, 2).selectExpr("id", "chr(97 + id % 3) AS item");
  }

  private Plan plan() {
    return PlanFiles.read(spark(), box.path("plan.conf"));
  }

  private Job job() {
    return Job.of(spark(), plan());
  }

  private static String refusal(Runnable work) {
    return assertThrows(RuntimeException.class, work::run).getMessage();
  }

  private static void assertNames(String name, Runnable work) {
    String said = refusal(work);
    assertTrue(said.contains("must be read whole") && said.contains(name), said);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatThePageRefusesIsRefused(Setting setting) {
    for (String format : List.of("csv", "json", "parquet")) {
      DataFrameReader reader =
          spark().read().format(format).schema("id BIGINT, item STRING").option("header", "true");
      String folder = format.equals("parquet") ? "people" : format;
      Dataset<Row> people = setting.people(reader, box.path(folder));
      boolean isOfTexts = setting.name.contains("timeParser");
      if (!isOfTexts || !format.equals("parquet")) {
        assertNames(setting.name, () -> job().answer(people));
        assertNames(setting.name, () -> job().run(people.where("id > 3"), box.path("out")));
      } else {
        assertEquals(300, job().answer(people).estimate().n());
      }
      assertTrue(!box.has("out/privatized/reports"));
    }
  }

  static Stream<Setting> others() {
    return """
        spark.sql.parquet.mergeSchema|true|session
        spark.sql.orc.mergeSchema|true|session
        spark.sql.parquet.respectSummaryFiles|true|session
        spark.sql.parquet.aggregatePushdown|true|session
        spark.sql.parquet.filterPushdown|false|session
        spark.sql.parquet.datetimeRebaseModeInRead|LEGACY|session
        spark.sql.csv.parser.columnPruning.enabled|false|session
        spark.sql.json.enablePartialResults|false|session
        spark.sql.sources.partitionColumnTypeInference.enabled|false|session
        spark.sql.legacy.timeParserPolicy|EXCEPTION|session
        spark.sql.session.timeZone|Asia/Tokyo|session
        spark.sql.ansi.enabled|true|session
        spark.sql.files.maxPartitionBytes|100|session
        mergeSchema|true|reader
        pathGlobFilter|*|reader
        recursiveFileLookup|true|reader
        mode|PERMISSIVE|reader
        mode|FAILFAST|reader
        samplingRatio|1.0|reader
        maxFilesPerTrigger|1|reader
        maxBytesPerTrigger|1|reader
        """
        .lines()
        .map(line -> line.split("\\|"))
        .map(words -> new Setting(words[0], words[1], words[2]));
  }

  @ParameterizedTest
  @MethodSource("others")
  void othersLeaveOutNobody(Setting setting) {
    Map.of("json", "json", "parquet", "people")
        .forEach(
            (format, folder) -> {
              DataFrameReader reader = spark().read().format(format);
              Dataset<Row> people = setting.people(reader, box.path(folder));
              assertEquals(300, job().answer(people).estimate().n());
            });
  }

  /** All at once, as a command draws: what one of them forbade or left out would be missed. */
  @Test
  void allOthersTogetherDrawEverybodyOnce() {
    others()
        .filter(setting -> !setting.isOption())
        // Merged schemas would be looked for in summaries alone, and there are none.
        .filter(setting -> !setting.name.contains("respectSummaryFiles"))
        .forEach(setting -> startedWith(setting.name, setting.value));
    box.ldp("run --plan @plan.conf --input @json --output @out --format csv").done();
    box.ldp("run --plan @plan.conf --input @people --output @out").done().says("already");
    assertEquals(300, box.table("out/privatized/reports").count());
  }

  /** A relation's options, wherever they were written down. */
  @Test
  void optionsAreSeenOfEveryRelationOfAQuery() {
    String path = box.path("people");
    String options = "USING parquet OPTIONS (path '" + path + "', ignoreMissingFiles 'true')";
    spark().sql("CREATE TABLE somebody " + options);
    spark().sql("CREATE TEMPORARY VIEW viewed " + options);
    box.table("people").createOrReplaceTempView("whole");
    Stream.of(
            "SELECT * FROM somebody",
            "SELECT * FROM viewed",
            "SELECT * FROM whole UNION ALL SELECT id + 1000, item FROM viewed",
            "WITH few AS (SELECT * FROM viewed WHERE id < 9) SELECT * FROM few",
            "SELECT * FROM whole WHERE id IN (SELECT id FROM viewed)",
            "SELECT * FROM whole WHERE id < (SELECT max(id) FROM viewed)")
        .map(query -> spark().sql(query))
        .forEach(table -> assertNames("ignoreMissingFiles", () -> job().answer(table)));
    startedWith("spark.sql.sources.useV1SourceList", "");
    Dataset<Row> ofVersion2 = spark().read().option("ignoreCorruptFiles", "TRUE").parquet(path);
    assertNames("ignoreCorruptFiles", () -> job().answer(ofVersion2));
    assertEquals(300, job().answer(spark().table("whole")).estimate().n());
  }

  /** A SET in the middle is seen by whatever reads next, through every door. */
  @Test
  void everyDoorSeesWhatTheSessionSaysNow() {
    Dataset<Row> people = box.table("people");
    people.write().saveAsTable("somebody");
    box.write("release.conf", Fixture.RELEASE);
    box.plan("public = []", "late_rows = draw", "randomness = write-once");
    box.ldp("privatize --plan @plan.conf --input @people --output @drawn").done();
    box.ldp("accumulate --input @drawn --output @sums").done();
    startedWith("spark.sql.files.ignoreCorruptFiles", "true");
    for (String command :
        List.of(
            "run --plan @plan.conf --input @people --output @out",
            "run --plan @plan.conf --input somebody --output @out",
            "run --plan @plan.conf --input @json --output @out",
            "privatize --plan @plan.conf --input @people --output @drawn",
            "run --plan @plan.conf --input @csv --output @out",
            "accumulate --input @drawn --output @out",
            "estimate --input @sums --output @out",
            "run --plan @release.conf --input @people --output @out",
            "run --plan @plan.conf --input somebody --output @out --follow --until-done"
                + " --checkpoint @cp")) {
      box.ldp(command).badInput("read whole", "spark.sql.files.ignoreCorruptFiles");
    }
    String name = "spark.sql.files.ignoreCorruptFiles";
    assertNames(name, () -> job().run(people, box.path("out")));
    assertNames(name, () -> job().privatize(() -> people, box.path("drawn")));
    assertNames(name, () -> job().accumulate(List.of(box.path("drawn")), box.path("out")));
    assertNames(name, () -> job().estimate(box.path("sums"), box.path("out")));
    assertNames(name, () -> written(people));
    assertNames(
        name,
        () ->
            spark()
                .read()
                .format("ldp")
                .option("show", "rehearsal")
                .option("plan", box.path("plan.conf"))
                .option("people", "somebody")
                .load()
                .collect());
    assertTrue(!box.has("out"));
  }

  private void written(Dataset<Row> people) {
    people
        .write()
        .format("ldp")
        .option("plan", box.path("plan.conf"))
        .mode("append")
        .save(box.path("out"));
  }

  /** Settings of Spark's own, which no session shows. */
  @Test
  void soAreThoseOfTheApplication() {
    startedWith("spark.files.ignoreMissingFiles", "true");
    assertNames("spark.files.ignoreMissingFiles", () -> job().answer(box.table("people")));
  }

  /** What was drawn is known, and a damaged folder is not taken for an empty one. */
  @Test
  void nobodyIsDrawnAgainForAFileOfZeroBytes() throws IOException {
    box.plan("public = []", "late_rows = draw", "randomness = write-once");
    job().run(box.table("people"), box.path("out"));
    Path lost = Fixture.listed(box.at("out/privatized/people"), "part-.*parquet").get(0);
    Files.write(lost, new byte[64]);
    startedWith("spark.sql.files.ignoreCorruptFiles", "true");
    assertNames("ignoreCorruptFiles", () -> job().run(box.table("people"), box.path("out")));
  }
}
