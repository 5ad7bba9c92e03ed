package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * A CSV is read by several tasks, each file by its own header, and no person is lost on the way.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class CsvTableTest {
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

  private Dataset<Row> read(String path, Map<String, String> options) {
    return Inputs.values(
        spark(),
        new Input(box.path(path), options),
        List.of("id"),
        Map.of("answer", DataTypes.LongType));
  }

  private BadFile refused(String path) {
    return assertThrows(BadFile.class, () -> read(path, Map.of()).count());
  }

  @Test
  void eachFileIsReadByItsOwnHeader() {
    box.write("in/1.csv", "id,answer\n1,1\n2,2\n");
    box.write("in/2.csv", "\ufeffAnswer,more,\"ID\"\r\n3,x,3\r\n");
    box.write("in/3.csv", "\n\nid,answer");
    List<String> rows =
        read("in/", Map.of()).orderBy("id").collectAsList().stream().map(Row::toString).toList();
    assertEquals(List.of("[1,1]", "[2,2]", "[3,3]"), rows);
    box.write("in/4.csv", "id,age\n4,4711\n5,1\n");
    String without = refused("in/").getMessage();
    assertTrue(without.contains("Missing: answer in 4.csv (rows: 2)"), without);
    assertFalse(without.contains("4711"), without);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id,answer,Answer", "id, answer", "id,answer\u00a0"})
  void aNameThatCouldBeTwoOrNoneIsRefused(String header) {
    box.write("in/day=7/1.csv", header + "\n1,2" + ",3".repeat(header.split(",").length - 2));
    BadFile found =
        assertThrows(
            BadFile.class,
            () ->
                Inputs.values(
                    spark(),
                    Input.of(box.path("in/")),
                    List.of("id", "day"),
                    Map.of("answer", DataTypes.LongType)));
    assertTrue(found.getMessage().contains("day=7/1.csv"), found.getMessage());
  }

  /** Pieces of one file; each is read from the line that begins in it, by the file's header. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void severalTasksShareAFile(String end) {
    SparkTest.startedWith("spark.sql.files.maxPartitionBytes", "1000");
    SparkTest.startedWith("spark.sql.files.openCostInBytes", "1");
    box.write(
        "a.csv",
        IntStream.range(0, 1000)
            .mapToObj(i -> "x," + i + "," + i % 3)
            .collect(Collectors.joining(end, "text,id,answer" + end, end + "\u001a")));
    Dataset<Row> rows = read("a.csv", Map.of());
    assertTrue(rows.javaRDD().getNumPartitions() > 5);
    assertEquals(1000, rows.count());
    assertEquals(499_500, rows.selectExpr("sum(CAST(id AS INT))").head().getLong(0));
    assertEquals(334, rows.where("answer = 0").count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16", "UTF-32", "ISO-8859-1"})
  void everyEncodingIsReadWhateverIsSaidOfLines(String charset) throws IOException {
    String text = "id,answer\nä,1\nö,2\r\nü,3";
    Files.write(box.at("a.csv"), text.getBytes(Charset.forName(charset)));
    for (String breaks : List.of("false", "true")) {
      Map<String, String> options = Map.of("encoding", charset, "multiLine", breaks);
      assertEquals(3, read("a.csv", options).where("id IN ('ä', 'ö', 'ü')").count());
    }
  }

  @Test
  void bytesOfAnotherEncodingAreRefused() throws IOException {
    Files.write(box.at("a.csv"), "id,answer\nä,1\nb,2\n".getBytes(StandardCharsets.ISO_8859_1));
    String found = refused("a.csv").getMessage();
    assertTrue(
        found.contains("a.csv, whose line 2 is not in UTF-8 (lines that are not: 1)"), found);
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
  void aStreamLooksAtEachFileThatComes() throws IOException {
    box.write("plan.conf", PLAN.formatted("category\nlate_rows = draw"));
    box.write("values/1.csv", people(""));
    String stream =
        "run --follow --until-done --plan @plan.conf --input @values --output @out"
            + " --checkpoint @checkpoint --read format=csv";
    box.ldp(stream).done();
    box.write(
        "values/2.csv", people("").replace("20,3", "20,\"3").replaceAll("\n([0-5])", "\n1$1"));
    box.ldp(stream).badInput("opened in line 22 of 2.csv");
    box.write("values/2.csv", people("").replace("id,answer", "id,age"));
    box.ldp(stream).badInput("Missing: answer in 2.csv");
    assertEquals(60, box.table("out/privatized/reports").count());
    // One with another order of columns, one of 2020, and one on its way.
    box.write("values/2.csv", "answer,more,id\n1,x,100\n2,y,101\n");
    box.write("values/3.csv", "id,answer\n102,1\n");
    box.at("values/3.csv").toFile().setLastModified(1_577_836_800_000L);
    box.write("values/_4.csv", "id,answer\n103,1\n");
    box.ldp(stream).done().says("not read").says("_4.csv");
    assertEquals(63, box.table("out/privatized/reports").count());
    Files.move(box.at("values/_4.csv"), box.at("values/4.csv"));
    box.ldp(stream).done();
    assertEquals(64, box.table("out/privatized/reports").count());
  }
}
