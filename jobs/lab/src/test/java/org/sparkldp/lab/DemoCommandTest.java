package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

/** The whole way over generated people, by {@code demo}, and what {@code generate} refuses. */
@ExtendWith({SparkTest.class, Interpreted.class})
class DemoCommandTest {
  @RegisterExtension final Sandbox box = new Sandbox();

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
