package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.PrivatizeRecord;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.sql.SparkTest;

/**
 * Rows by the format's own count are the rows of the look and those of the record, whatever the
 * plan asks; and a table that changes between the look and the draw is refused, and nothing is
 * published.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class CountsTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  /** Sixty rows of people, the header once more, a line with a field too few, and Ctrl-Z. */
  private static String people(int from) {
    return IntStream.range(from, from + 60)
        .mapToObj(i -> i / 2 + "," + i + "," + (char) ('a' + i % 5))
        .collect(Collectors.joining("\r\n", "id,person,item\n", "\nid,person,item\n7,7\n\u001a"));
  }

  private Ended run(String table) {
    return box.ldp("privatize --plan @plan.conf --input @" + table + " --output @out");
  }

  private List<PrivatizeRecord> drawn() {
    return new Output(spark(), box.path("out"))
        .runs().stream().map(run -> run.as(PrivatizeRecord.class)).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Without a public column only a value could tell the header from a person.
        "id = row;randomness = write-once;late_rows = refuse;public = [person]",
        "id = person;public = []",
        "reports_per_person = 2;public = []",
        "id = person;public = [];block = { pool = a, from = 0, to = 5, blocks = 10 }",
      })
  void rowsOfTheFilesAreThoseOfTheLookAndOfTheRecord(String lines) {
    box.plan((lines + ";malformed = drop").split(";"));
    box.write("in/1.csv", people(0));
    box.write("in/2.csv", people(60));
    run("in").done().says("2 rows had more or fewer fields", "the header once more", "(Ctrl-Z): 2");
    PrivatizeRecord first = drawn().get(0);
    boolean isBlock = lines.contains("block");
    assertTrue(isBlock ? first.rows() > 30 && first.rows() < 90 : first.rows() == 120);
    assertEquals(first.rows(), first.reports() + first.rowsLeftOut());
    if (!lines.contains("refuse")) {
      box.write("in/3.csv", people(120));
      run("in").done();
      PrivatizeRecord late = drawn().get(1);
      assertTrue(isBlock ? late.rows() > first.rows() : late.rows() == 180, "all that are there");
      assertEquals(late.rows(), first.reports() + late.reports() + late.rowsLeftOut());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id = person",
        "reports_per_person = 2",
        "id = person;block = { pool = a, from = 0, to = 5, blocks = 10 }",
      })
  void aFileThatChangesBetweenLookAndDrawIsRefusedByItsName(String lines) throws Exception {
    box.plan((lines + ";malformed = drop;public = []").split(";"));
    box.write("in/1.csv", people(0));
    Plan plan = Fixture.reader().read(box.read("plan.conf"), "plan.conf");
    Input input = Input.of(box.path("in/1.csv"));
    Dataset<Row> looked = Inputs.values(spark(), input, plan, Days.ALL).rows();
    box.write("in/1.csv", people(0).replace(",a", ",b"));
    Files.setLastModifiedTime(box.at("in/1.csv"), FileTime.fromMillis(1_600_000_000_000L));
    IllegalArgumentException refused =
        Assertions.assertThrows(
            IllegalArgumentException.class,
            () -> Job.of(spark(), plan).privatize(() -> looked, box.path("out")));
    assertTrue(refused.getMessage().contains("1.csv, which has changed"), refused.getMessage());
    List<Run> runs = new Output(spark(), box.path("out")).runs();
    assertEquals(List.of(), runs);
    assertFalse(box.has("out/reports"));
  }

  /** Late people of a changed table are not published either; who was asked keeps the report. */
  @Test
  void lateRowsOfAChangedFileAreNotPublished() throws Exception {
    box.plan("id = person", "malformed = drop", "public = []");
    box.write("in/1.csv", people(0));
    run("in").done();
    Plan plan = Fixture.reader().read(box.read("plan.conf"), "plan.conf");
    box.write("in/2.csv", people(60));
    Dataset<Row> looked = Inputs.values(spark(), Input.of(box.path("in")), plan, Days.ALL).rows();
    Files.setLastModifiedTime(box.at("in/2.csv"), FileTime.fromMillis(1_600_000_000_000L));
    Assertions.assertThrows(
        IllegalArgumentException.class,
        () -> Job.of(spark(), plan).privatize(() -> looked, box.path("out")));
    assertEquals(1, drawn().size());
    run("in").done();
    assertEquals(60, drawn().get(1).reports(), "the table as it is now");
  }
}
