package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.sql.SparkTest;

/** Tables of which Spark's own readers of texts lose people are refused at every door. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class TextRelationsTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  /**
   * A file of six people, or of whom Spark's reader makes others.
   *
   * @param says what the refusal names; empty where the table is read
   * @param options of Spark's reader
   */
  record Texts(String format, String text, String says, String... options) {
    DataFrameReader reader() {
      Map<String, String> all = new LinkedHashMap<>();
      for (int i = 0; i < options.length; i += 2) {
        all.put(options[i], options[i + 1]);
      }
      return spark().read().format(format).schema("id STRING, item STRING").options(all);
    }
  }

  private static final String SIX =
      """
      id,item
      1,a
      2,b
      3,c
      4,a
      5,b
      6,c
      """;

  private static final String SIX_OBJECTS =
      """
      {"id": 1, "item": "a"}
      {"id": 2, "item": "b"}
      {"id": 3, "item": "c"}
      {"id": 4, "item": "a"}
      {"id": 5, "item": "b"}
      {"id": 6, "item": "c"}
      """;

  private static final String[] HEADER = {"header", "true"};

  private static Texts csv(String text, String says) {
    return new Texts("csv", text, says, HEADER);
  }

  private static Texts lines(String text, String says) {
    return new Texts("csv", text, says, "header", "true", "multiLine", "true");
  }

  static Stream<Texts> lossy() {
    return Stream.of(
        new Texts("json", SIX_OBJECTS.replace("\n{\"id\": 2", "{\"id\": 2"), "one object"),
        new Texts("json", SIX_OBJECTS + "{\"id\": 7", "one object"),
        new Texts("json", SIX_OBJECTS, "one array of objects", "multiLine", "true"),
        csv(SIX.replace("2,b", "2,\"b"), "quote in a CSV must be closed"),
        csv(SIX.replace("2,b", "2,\"b \"\" c\""), "quote in a CSV must be closed"), // for \ escapes
        csv(SIX.replace("2,b", "2"), "as many fields"),
        csv(SIX.replace("2,b", "2,b,c"), "as many fields"),
        csv(SIX.replace("id,item", "item,id"), "order of its table"),
        lines(SIX.replace("2,b", "2,\"b"), "quote in a CSV must be closed"),
        lines(SIX.replace("4,a\n", "4,a\r").replace("5,b\n", "5,b\r"), "read each row"));
  }

  static Stream<Texts> whole() {
    return Stream.of(
        new Texts("json", SIX_OBJECTS + "\n", ""),
        new Texts("json", SIX_OBJECTS.replace("\n", "\r\n"), ""),
        new Texts("json", "[" + SIX_OBJECTS.strip().replace("\n", ", ") + "]", ""),
        new Texts(
            "json", "[" + SIX_OBJECTS.strip().replace("\n", ",\n") + "]", "", "multiLine", "true"),
        new Texts(
            "json", SIX_OBJECTS.replace("\"id\"", "id"), "", "allowUnquotedFieldNames", "true"),
        csv(SIX + "\n\u001a", ""),
        csv(SIX.replace("2,b", "\"2 \\\" 2\",b"), ""),
        csv(SIX.replace("\n", "\r"), ""),
        csv(SIX.replace("id,item", "user,answer"), ""), // a reader may rename columns
        lines(SIX.replace("2,b", "\"2\n2\",b"), ""),
        new Texts("csv", SIX.replace("id,item\n", ""), ""),
        new Texts("csv", SIX.replace("id,item\n", "").replace(",", ";"), "", "sep", ";"),
        new Texts(
            "csv", SIX.replace("id,item\n", "#\n"), "", "comment", "#", "charset", "ISO-8859-1"));
  }

  private Job job() {
    return Job.of(spark(), PlanFiles.read(spark(), box.path("plan.conf")));
  }

  @BeforeEach
  void plan() {
    box.plan("public = []");
    spark().sql("DROP TABLE IF EXISTS somebody");
  }

  @AfterEach
  void drop() {
    spark().sql("DROP TABLE IF EXISTS somebody");
  }

  private static void assertSays(String says, Runnable work) {
    String said = assertThrows(RuntimeException.class, work::run).getMessage();
    assertTrue(said.contains(says), said);
  }

  private Dataset<Row> people(Texts texts) {
    box.write("in/a.txt", texts.text);
    return texts.reader().load(box.path("in"));
  }

  @ParameterizedTest
  @MethodSource("lossy")
  void whatSparkWouldLoseIsRefused(Texts texts) {
    Dataset<Row> people = people(texts).where("id <> 3");
    assertSays(texts.says, () -> job().answer(people));
    assertSays(texts.says, () -> job().run(people, box.path("out")));
    startedWith("spark.sql.sources.useV1SourceList", "");
    assertSays(texts.says, () -> job().answer(people(texts)));
    assertFalse(box.has("out/privatized/reports"));
  }

  @ParameterizedTest
  @MethodSource("whole")
  void whatSparkReadsWholeIsRead(Texts texts) {
    assertEquals(6, job().answer(people(texts)).estimate().n());
    startedWith("spark.sql.sources.useV1SourceList", "");
    assertEquals(6, job().answer(people(texts)).estimate().n());
  }

  /** A table of the catalogue, by whichever way it is asked. */
  @Test
  void everyDoorLooks() {
    box.write("in/day=1/a.json", SIX_OBJECTS);
    String columns = "(id STRING, item STRING, day INT) ";
    spark()
        .sql(
            "CREATE TABLE somebody "
                + columns
                + "USING json PARTITIONED BY (day) LOCATION '"
                + box.path("in")
                + "'");
    spark().sql("MSCK REPAIR TABLE somebody");
    String run = "run --plan @plan.conf --input somebody --output ";
    String follow = " --follow --until-done --checkpoint @checkpoint";
    box.ldp(run + "@whole").done();
    box.ldp(run + "@streamed" + follow).done();
    box.write("in/day=1/b.json", SIX_OBJECTS.replace("}\n", "}"));
    spark().sql("REFRESH TABLE somebody");
    for (String command :
        List.of(
            run + "@out",
            run + "@streamed" + follow, // which sees the later file alone
            "privatize --plan @plan.conf --input somebody --output @whole")) {
      box.ldp(command).badInput("one object");
    }
    assertSays(
        "one object",
        () ->
            spark()
                .read()
                .format("ldp")
                .option("show", "rehearsal")
                .option("plan", box.path("plan.conf"))
                .option("people", "somebody")
                .load()
                .collect());
    assertSays(
        "one object",
        () ->
            spark()
                .table("somebody")
                .write()
                .format("ldp")
                .option("plan", box.path("plan.conf"))
                .mode("append")
                .save(box.path("out")));
    assertFalse(box.has("out"));
  }
}
