package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** The whole way over generated people: by {@code demo}, verb by verb, and by {@code run}. */
@ExtendWith({SparkTest.class, Interpreted.class})
class DemoCommandTest {
  private static final String PLAN =
      """
      name = ages
      column = age
      id = user_id
      protocol = "hadamard(epsilon=2.0)"
      domain { type = range, from = 16, to = 99 }
      outside = category
      randomness = keyed
      public = [day]
      postprocess = [simplex]
      """;

  @RegisterExtension final Sandbox box = new Sandbox();

  @Test
  void theVerbsOneByOneAndRunGiveTheSameEstimates() {
    box.write("plan.conf", PLAN);
    box.ldp("generate events(days=2) --rows 300 --seed 7 --partitions 3 --output @events").done();
    String privatize = "privatize --plan @plan.conf --input @events --output @r";
    Ended privatized = box.ldp(privatize).done();
    assertEquals("", privatized.out());
    privatized.says("300 reports of hadamard(epsilon=2.0,k=85", "exact epsilon 2.0 a report");
    box.ldp(privatize).done().says("already done, nothing was drawn: 300 reports");

    box.ldp("accumulate --input @r --output @a --group-by day").done();
    Ended estimated = box.ldp("estimate --input @a --output @e --format csv").done();
    assertEquals(
        "day,item,estimate,standard_error,lower,upper,simplex,note,best", estimated.lines().get(0));
    assertEquals(1 + 2 * 85, estimated.lines().size());
    assertTrue(estimated.lines().get(85).contains(",(other),"), estimated.lines().get(85));
    assertEquals(300, Arrays.stream(estimated.column("simplex")).sum(), 1e-6);

    String run = "run --plan @plan.conf --input @events --output @all --group-by day --format csv";
    assertEquals(estimated.out(), box.ldp(run + " --html @report.html").done().out());
    assertTrue(box.read("report.html").contains("ages"));
    assertEquals(estimated.out(), box.ldp(run).done().out());
    box.ldp(run + " --html @report.html").done();
  }

  @Test
  void theDemoShowsEstimatesBesideTheTruthAndKeepsItsKeyToItself() throws IOException {
    Ended demo = box.ldp("demo --rows 300 --output @demo").done();
    assertTrue(demo.lines().get(0).endsWith("truth"), demo.out());
    Map<String, Long> counts = new TreeMap<>();
    for (Row row :
        SparkTest.spark()
            .read()
            .parquet(box.path("demo/events"))
            .groupBy("country")
            .count()
            .collectAsList()) {
      counts.put(row.getString(0), row.getLong(1));
    }
    // The key is new each time, and with it the order and which one item is not shown.
    List<String> shown =
        demo.lines().stream().skip(1).filter(l -> l.matches("[A-Z]{2} .*")).toList();
    assertTrue(shown.size() >= 19, demo.out());
    for (String line : shown) {
      long truth = Long.parseLong(line.replaceAll(".* ", ""));
      assertEquals(counts.getOrDefault(line.substring(0, 2), 0L), truth, line);
    }
    Path key = box.at("demo/release.key");
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(key));
    String digits = Files.readString(key).strip();
    demo.keeps(digits);
    assertFalse(box.read("demo/report.html").contains(digits));
  }

  @Test
  void aGeneratedTableNeedsANewFolder() {
    box.write("v.csv", "user_id,age\nu1,20\n");
    box.ldp("generate zipf --rows 5 --output @v.csv").badInput("must have a new folder");
  }
}
