package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.SparkTest;

/**
 * Plans, values and results on HDFS, of one machine: the results of a local disk, once, whoever
 * runs at the same time. Its rename does not replace a file, and files are created exclusively.
 */
@Tag("long")
@Timeout(300)
@ExtendWith(SparkTest.class)
class HdfsIT {
  private static final String PLAN =
      """
      name = countries
      column = country
      id = user_id
      protocol = "hadamard(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT] }
      outside = category
      randomness = %s
      late_rows = draw
      public = [day]
      period = day
      """;

  @TempDir static Path folder;
  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    Configuration configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown(true);
  }

  private static FileSystem files() throws IOException {
    return cluster.getFileSystem();
  }

  private static String hdfs(String name) throws IOException {
    return files().getUri() + "/" + name;
  }

  private static String plan(String randomness) throws IOException {
    String place = hdfs(randomness + ".conf");
    try (FSDataOutputStream out = files().create(new org.apache.hadoop.fs.Path(place))) {
      out.write(PLAN.formatted(randomness).getBytes(StandardCharsets.UTF_8));
    }
    return place;
  }

  private static void values(String place, int people) {
    SparkTest.spark()
        .range(people)
        .selectExpr(
            "id AS user_id",
            "element_at(array('DE', 'FR', 'IT'), CAST(id % 3 AS INT) + 1) AS country",
            "make_date(2026, 1, CAST(1 + id % 2 AS INT)) AS day")
        .write()
        .mode("overwrite")
        .parquet(place);
  }

  private static Ended run(String plan, String values, String output) {
    return Ended.ldp("run --plan %s --input %s --output %s", plan, values, output).done();
  }

  @Test
  void allOnHdfsGivesTheResultsOfALocalDiskLateRowsIncluded() throws IOException {
    String plan = plan("keyed");
    String local = folder.resolve("out").toString();
    for (int people : new int[] {200, 260}) {
      values(folder.resolve("values").toString(), people);
      values(hdfs("values"), people);
      run(plan, folder.resolve("values").toString(), local);
      run(plan, hdfs("values"), hdfs("out"));
    }
    for (String table :
        List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates")) {
      List<String> expected = ResultRows.of(local + "/" + table);
      assertEquals(expected, ResultRows.of(hdfs("out") + "/" + table), table);
    }
    run(plan, hdfs("values"), hdfs("out")).says("already done, nothing was drawn: 130 reports");
  }

  /** Two schedulers start the same night; what a run that was killed left is there too. */
  @Test
  void ofTwoRunsAtOnceOneDrawsAndNothingElseStays() throws Exception {
    String plan = plan("write-once");
    values(hdfs("people"), 200);
    String left = hdfs(".two-0b0f7ab4-9c5e-4a8e-8d6b-000000000000.day=2026-01-01/reports/part-0");
    files().create(new org.apache.hadoop.fs.Path(left)).close();
    Ended.twiceAtOnce(
        "privatize --plan %s --input %s --output %s", plan, hdfs("people"), hdfs("two"));
    assertEquals(200, SparkTest.spark().read().parquet(hdfs("two") + "/reports").count());
    FileStatus[] around = files().listStatus(new org.apache.hadoop.fs.Path(hdfs("")));
    assertEquals(
        List.of(),
        Arrays.stream(around)
            .map(status -> status.getPath().getName())
            .filter(name -> name.startsWith(".two-") && !name.contains("claim"))
            .toList());
  }
}
