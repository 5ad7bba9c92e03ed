package org.sparkldp.jobs.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.PrivatizeRecord;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.sql.SparkTest;

/** What comes into a folder while a stream runs is looked at as what was there when it began. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class StreamingTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private List<String> lines = List.of("public = [zip]");
  private Map<String, String> read = Map.of();

  private Plan plan() {
    box.plan(lines.toArray(String[]::new));
    return PlanFiles.read(spark(), box.path("plan.conf"));
  }

  /** Files that are there when a stream begins, one that comes then, and how that ends. */
  private void stream(String format, String first, String later) {
    box.write("values/1." + format, first.replace('/', '\n') + "\n");
    Plan plan = plan();
    Inputs.Arrivals arrivals = Inputs.stream(spark(), new Input(box.path("values"), read), plan);
    Streaming stream = new Streaming(spark(), plan, "", box.path("out"), Listener.NOBODY);
    stream.run(arrivals, box.path("checkpoint"), true, "1 minute");
    box.write("values/2." + format, later.replace('/', '\n') + "\n");
    stream.run(arrivals, box.path("checkpoint"), true, "1 minute");
  }

  private long reports() {
    return box.table("out/privatized/reports").count();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "json | {\"id\":5,\"item\":\"a\",\"zip\":7} {\"id\":6,\"item\":\"b\",\"zip\":7} | one object",
        "json | {\"id\":5,\"item\":\"a\",\"zip\":7 | one object",
        "json | {\"id\":5,\"Item\":\"a\",\"zip\":7} | spelled in one way",
        "json | {\"id\":5,\"zip\":7} | must stand in some row",
        "json | {\"id\":5,\"item\":\"a\",\"zip\":\"x\"} | agree about a column's type",
        "json | {\"id\":5.5,\"item\":\"a\",\"zip\":7} | an integer type, STRING or BINARY",
        "csv | id,item,zip/5,\"a,7/6,b,7 | quote in a CSV must be closed",
        "csv | id,item,zip/5,a/6,b,7 | as many fields",
        "csv | id,item/5,a | columns that are named",
        "csv | id,item,zip/5,a,x | agree about a column's type",
      })
  void laterFilesGetEveryCheckOfTheFirst(String format, String later, String words) {
    String first =
        format.equals("csv")
            ? "id,item,zip/1,a,7/2,b,8"
            : "{\"id\":1,\"item\":\"a\",\"zip\":7}/{\"id\":2,\"item\":\"b\",\"zip\":8}";
    Exception refused = assertThrows(RuntimeException.class, () -> stream(format, first, later));
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
    assertEquals(2, reports());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "json | {\"id\":5,\"item\":\"a\",\"zip\":9}/{\"zip\":7,\"id\":6,\"item\":\"b\",\"more\":1}",
        "json | {\"id\":5,\"item\":\"a\",\"zip\":null}/{\"id\":6,\"item\":\"b\"}",
        "csv | zip,id,item,more/9,5,a,1/9,6,b,1",
        "csv | id,item,zip/5,a,/6,b,",
        "csv | id,item,zip/p5,a,7/p6,b,7", // ids are texts
      })
  void whatPassesTheFirstLookPasses(String format, String later) {
    String first =
        format.equals("csv")
            ? "id,item,zip/1,a,7/2,b,8"
            : "{\"id\":1,\"item\":\"a\",\"zip\":7}/{\"id\":2,\"item\":\"b\",\"zip\":8}";
    stream(format, first, later);
    assertEquals(4, reports());
  }

  /** Lines less headers and lines that are no row are the rows of the look and of the records. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "csv  | id,item,zip/1,a,7//2,b,8/id,item,zip/3,z,8/4,a | 3 | id,item,zip/5,a,7/6/ | 1",
        "json | {'id':1,'item':'a','zip':7}//{'id':2,'item':'z','zip':8} | 2 | {'id':5,'item':'b','zip':9} | 1",
        "json | [{'id':1,'item':'a','zip':7}/,{'id':2,'item':'b','zip':7}] | 2 | [{'id':3,'item':'a','zip':7}] | 1",
      })
  void recordsOfAStreamHoldTheRowsOfItsFiles(
      String format, String first, long rows, String later, long laterRows) {
    lines =
        List.of("public = [zip]", "malformed = drop", "outside = drop", "outside_reason = tried");
    read = first.startsWith("[") ? Map.of("multiLine", "true") : Map.of();
    stream(format, first.replace('\'', '"'), later.replace('\'', '"'));
    List<PrivatizeRecord> drawn =
        new Output(spark(), box.path("out/privatized"))
            .runs().stream().map(run -> run.as(PrivatizeRecord.class)).toList();
    assertEquals(List.of(rows, laterRows), drawn.stream().map(PrivatizeRecord::rows).toList());
    assertEquals(
        rows + laterRows, reports() + drawn.stream().mapToLong(PrivatizeRecord::rowsLeftOut).sum());
  }

  /** A stream has a session of its own, of the settings at its start. */
  @Test
  void settingsOfTheStreamAreCheckedInEachBatch() {
    box.write("values/1.csv", "id,item,zip\n1,a,7\n");
    Plan plan = plan();
    Inputs.Arrivals arrivals = Inputs.stream(spark(), Input.of(box.path("values")), plan);
    startedWith("spark.sql.files.ignoreMissingFiles", "true");
    Streaming stream = new Streaming(spark(), plan, "", box.path("out"), Listener.NOBODY);
    Exception refused =
        assertThrows(
            RuntimeException.class,
            () -> stream.run(arrivals, box.path("checkpoint"), true, "1 minute"));
    assertTrue(refused.getMessage().contains("ignoreMissingFiles"), refused.getMessage());
  }
}
