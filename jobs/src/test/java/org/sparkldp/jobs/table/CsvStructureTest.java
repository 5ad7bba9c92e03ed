package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.sql.SparkTest;

/** A CSV whose quotes swallow people is refused, and rows that are none are counted. */
@ExtendWith({SparkTest.class, Interpreted.class})
class CsvStructureTest {
  private static final String PLAN =
      """
      name = answers
      column = answer
      id = id
      protocol = "grr(epsilon=1.0)"
      domain { type = range, from = 1, to = 3 }
      outside = %s
      randomness = write-once
      """;

  @RegisterExtension final Sandbox box = new Sandbox();

  private long malformed(String text, String... options) throws Exception {
    return malformed(text, StandardCharsets.UTF_8, options);
  }

  private long malformed(String text, Charset charset, String... options) throws Exception {
    Map<String, String> given = new TreeMap<>();
    for (String option : options) {
      given.put(option.replaceFirst("=.*", ""), option.replaceFirst("(?s)^[^=]*=", ""));
    }
    Files.writeString(box.at("a.csv"), text.replace("~", "\n"), charset);
    return new CsvStructure(spark(), given, TableFormat.CSV.all("a.csv", given))
        .malformed(new String[] {box.at("a.csv").toUri().toString()}, "");
  }

  private void headers(String first, String second, String... options) throws Exception {
    Map<String, String> given = new TreeMap<>();
    for (String option : options) {
      given.put(option.replaceFirst("=.*", ""), option.replaceFirst("^[^=]*=", ""));
    }
    String[] files = new String[2];
    for (int i = 0; i < 2; i++) {
      box.write(i + ".csv", (i == 0 ? first : second).replace("~", "\n"));
      files[i] = box.at(i + ".csv").toUri().toString();
    }
    CsvStructure read = new CsvStructure(spark(), given, TableFormat.CSV.all("a.csv", given));
    assertEquals(0, read.malformed(files, ""));
  }

  /** Spark reads all files by the first one's header. */
  @Test
  void allFilesHaveTheSameHeader() throws Exception {
    headers("id,age,hours~1,2,3~", "\ufeff\"ID\", age ,Hours\r\n4,5,6~");
    headers("id,age~1,2~", "~~id,age");
    headers("id,age~1,2~", "");
    headers("1,2~", "3,4~", "header=false");
    headers("#x~id!age~1!2~", "id!age~", "comment=#", "delimiter=!");
    String wide = "c".repeat(1 << 16);
    headers("id," + wide + "~1,2~", "id," + wide + "~3,4~");
    for (String other : List.of("id,hours,age~", "id,age,work~", "7,4711,3~", "id,age~")) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> headers("id,age,hours~1,2,3~", other))
              .getMessage();
      assertTrue(said.contains("1.csv with another first line"), said);
      assertFalse(said.contains("4711") || said.contains("work"), said);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> headers("id," + wide + "~1,2~", "id," + wide + "d~3,4~"));
  }

  private void refused(String line, String text, String... options) {
    String said =
        assertThrows(IllegalArgumentException.class, () -> malformed(text, options)).getMessage();
    assertTrue(said.contains("opened in line " + line + " of a.csv"), said);
    assertFalse(said.contains("secret"), said);
  }

  /** The text is read in parts of 2^16 characters, and a line's end may stand across two. */
  @ParameterizedTest
  @ValueSource(ints = {-2, -1, 0, 1})
  void aLineMayEndWhereAPartDoes(int offset) throws Exception {
    String start = "a,b\r\n1,";
    String row = start + "x".repeat((1 << 16) + offset - start.length());
    for (String end : List.of("\r\n", "\r", "\n")) {
      assertEquals(0, malformed(row + end + "2,3" + end));
      assertEquals(1, malformed(row + end + "2,3,4" + end));
      refused("4", row + end + "2,3" + end + "4,\"secret");
    }
  }

  @Test
  void aFileOfAMarkAloneHasNoRows() throws Exception {
    assertEquals(0, malformed("\ufeff"));
    assertEquals(0, malformed(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "3 | a,b~1,2~3,\"secret~4,5~",
        "3 | a,b~1,2~3,\"secret",
        "2 | a,b~1,\"2~3,4~5,\"secret~",
        "2 | a,b~1,\"secret~3\",4~",
        "1 | \"a,b~1,2~",
        "4 | a,b~~~1,\"2\" secret~",
        "2 | a,b~\"se\"cret,2~",
      })
  void aQuoteThatIsNotClosedInItsLineIsRefused(String line, String text) {
    refused(line, text);
  }

  @Test
  void whereFieldsHaveLineBreaksAQuoteMustBeClosedAllTheSame() throws Exception {
    assertEquals(0, malformed("a,b~1,\"x~y~z\"~3,4~", "multiLine=true"));
    refused("2", "a,b~1,\"x~\"y~3,\"4\"~", "multiLine=true");
    refused("4", "a,b~1,\"x~y\"~5,\"secret~7,8~", "multiLine=true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b~1,2~3,4",
        "\ufeff\"a\",b~\"1\",\"2\"~",
        "a,b~\"say \"\"hi\"\", you\",2~\"\",\"\"\"\"~",
        "a,b\r\n1,\"2\"\r\n\r\n3,4\r\n",
        "a,b\r1,\"2\"\r3,4",
        "a,b~5\" pipe,2~6\",3\"~",
        "a,b~1,\"2\"  ~,~",
      })
  void aCsvThatFollowsTheRulesPasses(String text) throws Exception {
    assertEquals(0, malformed(text));
    assertEquals(0, malformed(text, "multiLine=true"));
  }

  @Test
  void rowsWithMoreOrFewerFieldsAreCounted() throws Exception {
    assertEquals(3, malformed("a,b~1,2~3~4,5,6~7,8,~9,\"10,11\"~"));
    assertEquals(1, malformed("a;b~1;2~3,4~", "delimiter=;", "multiLine=false"));
    assertEquals(1, malformed("a||b~1||2~3|4~", "delimiter=||"));
    assertEquals(1, malformed("a§b~1§2~3,4~", StandardCharsets.UTF_8, "delimiter=§"));
    assertEquals(1, malformed("a\tb~1\t2~3~", "delimiter=\\t"));
    assertEquals(1, malformed("a,b~#1~1,2~3~", "comment=#"));
    assertEquals(1, malformed("a,b~1,'2,3'~4~", "quote='"));
    assertEquals(0, malformed("a,b~1,\"2~3,4\"~", "quote="));
    assertEquals(1, malformed("a,b~1,\"2\\\",3\"~4~", "escape=\\"));
    assertEquals(1, malformed("a,b~1, \"2,3\"~4~", "ignoreLeadingWhiteSpace=true"));
    assertEquals(1, malformed("a,b!1,2!3!", "lineSep=!"));
    assertEquals(1, malformed("a,b~ä,\"ö,ü\"~4~", StandardCharsets.UTF_16LE, "encoding=UTF-16LE"));
    assertEquals(1, malformed("a,b~ä,\"ö,ü\"~4~", StandardCharsets.ISO_8859_1, "encoding=latin1"));
  }

  /** In pieces of 64 MiB: each has the lines that begin in it. */
  @Test
  @Tag("slow")
  void ofALongFileEachLineIsLookedAtOnce() throws Exception {
    String line = "1,".repeat(31) + "1~"; // 2^6 bytes
    String piece = line.repeat(1 << 20);
    assertEquals(2, malformed(piece + "1~" + line + "2~"));
    assertEquals(1, malformed(line + "1~" + piece));
    refused("" + ((1 << 20) + 2), piece + line + "\"secret~");
  }

  /** What the buffer held before is no part of the file. */
  @Test
  void aLongFileMayEndWithAQuote() throws Exception {
    assertEquals(0, malformed("\"a\"~".repeat((1 << 14) + 1) + "\"aa\""));
  }

  /** Spark's own parser says the same of any text. */
  @Test
  @Tag("slow")
  void whatCountsAsMalformedIsWhatSparkLeavesOut() throws Exception {
    String text = "id,answer~1,1~2~3,3,3~4,x~~5,\"2\"~6,~7,2,~\"8\",1.5~";
    box.write("plan.conf", PLAN.formatted("drop\noutside_reason = test") + "malformed = drop\n");
    box.write("a.csv", text.replace("~", "\n"));
    box.ldp("privatize --plan @plan.conf --input @a.csv --output @out")
        .done()
        .says("malformed = drop: 3 rows had more");
    assertEquals(2, box.table("out/reports").count());
    assertTrue(box.read("out/run.json").contains("malformed = drop: 3 rows"));
    assertTrue(box.read("out/plan.conf").contains("\"malformed\" : \"drop\""));
  }

  private static String people(String last) {
    return IntStream.range(0, 60)
        .mapToObj(i -> i + "," + (1 + i % 3))
        .collect(Collectors.joining("\n", "id,answer\n", "\n" + last));
  }

  private Ended run(String policy, String csv, String options) {
    box.write("plan.conf", PLAN.formatted(policy));
    box.write("people.csv", csv);
    return box.ldp("run --plan @plan.conf --input @people.csv --output @out" + options);
  }

  /** The half of a file that one quote swallows had the right number of fields. */
  @ParameterizedTest
  @Tag("slow")
  @ValueSource(strings = {"category", "fail", "drop\noutside_reason = test\nmalformed = drop"})
  void noPolicyLetsAQuoteSwallowPeople(String policy) {
    String swallowing = people("").replace("20,3", "20,\"3");
    run(policy, swallowing, "").badInput("opened in line 22 of people.csv").keeps("20,");
    assertFalse(box.has("out"));
  }

  @Test
  @Tag("slow")
  void rowsThatAreNoneAreRefusedUnlessThePlanDropsThem() {
    run("category", people("61\n62,1,1\n"), "").badInput("Rows with more or fewer: 2");
    assertFalse(box.has("out"));
    run("category\nmalformed = drop", people("61\n62,1,1\n"), " --html @page.html").done();
    assertEquals(60, box.table("out/privatized/reports").count());
    for (String told :
        List.of("privatized/run.json", "accumulated/run.json", "estimated/run.json")) {
      assertTrue(box.read("out/" + told).contains("malformed = drop: 2 rows"), told);
    }
    assertTrue(box.read("page.html").contains("malformed = drop: 2 rows"), "the page says it");
    assertEquals(
        0, box.table("out/estimated/estimates").where("note NOT LIKE '%drop: 2 rows%'").count());
  }

  private String fingerprint(String output) {
    return box.read(output + "/privatized/run.json")
        .replaceAll("(?s).*\"plan\" : \"(\\w+)\".*", "$1");
  }

  @Test
  @Tag("slow")
  void thePlanSaysHowItsTableIsRead() {
    String csv = people("").replace(',', ';');
    run("category\nread { delimiter = \";\", header = true }", csv, "").done();
    run("category\nread { delimiter = \",\" }", csv, "2 --read Delimiter=;").done();
    String plan = box.read("out/privatized/plan.conf");
    assertTrue(plan.contains("\"read\" : {"), plan);
    assertEquals(fingerprint("out"), fingerprint("out2"), "how it is read is no part of it");
    run("category\nread { inferSchema = true }", csv, "3").badInput("inferSchema for CSV");
    run("category\nread = \";\"", csv, "3").badInput("read");
  }

  @Test
  @Tag("slow")
  void aStreamRefusesAFileThatCameLater() {
    box.write("plan.conf", PLAN.formatted("category\nlate_rows = draw"));
    box.write("values/1.csv", people(""));
    String stream =
        "run --follow --until-done --plan @plan.conf --input @values --output @out"
            + " --checkpoint @checkpoint --read format=csv";
    box.ldp(stream).done();
    box.write(
        "values/2.csv", people("").replace("20,3", "20,\"3").replaceAll("\n([0-5])", "\n1$1"));
    box.ldp(stream).badInput("opened in line 22 of 2.csv");
    box.write("values/2.csv", people("").replace("id,answer", "answer,id"));
    box.ldp(stream).badInput("2.csv with another first line");
    assertEquals(60, box.table("out/privatized/reports").count());
  }

  /** Its columns are those of the files that were there when it began. */
  @Test
  @Tag("slow")
  void aBatchHasTheHeaderThatTheStreamBeganWith() throws Exception {
    box.write("values/2.csv", people(""));
    Input input = Input.of(box.path("values/"));
    Plan plan = PlanFiles.parse(spark(), PLAN.formatted("category"), "test");
    Dataset<Row> stream = Inputs.stream(spark(), input, plan);
    VoidFunction2<Dataset<Row>, Long> whole = (batch, number) -> Inputs.requireWhole(batch, input);
    DataStreamWriter<Row> writer =
        stream
            .writeStream()
            .option("checkpointLocation", box.path("checkpoint"))
            .trigger(Trigger.AvailableNow())
            .foreachBatch(whole);
    writer.start().awaitTermination();
    box.write("values/1.csv", people("").replace("id,answer", "answer,id"));
    StreamingQuery later = writer.start();
    String said = assertThrows(StreamingQueryException.class, later::awaitTermination).toString();
    assertTrue(said.contains("1.csv with another first line"), said);
  }
}
