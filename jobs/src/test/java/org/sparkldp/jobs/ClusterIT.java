package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/**
 * The application jar on a cluster of real processes, one of which is killed in the middle: the
 * same reports, accumulators and estimates to the byte as embedded, and neither the key nor a value
 * in anything that any process wrote.
 */
@Tag("slow")
@ExtendWith(SparkTest.class)
class ClusterIT {
  private static final int PEOPLE = 30_000;
  private static final int FILES = 150;

  /** A value that one person holds, and the text in every person's id. */
  private static final List<String> PRIVATE = List.of("Atlantis7f3a", "citizen-");

  private static final String PLAN =
      """
      name = countries
      column = country
      id = user_id
      protocol = "hadamard(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT, ES, PL] }
      outside = category
      randomness = keyed
      public = [day]
      """;

  /** The same people, asked for a distribution function; its strategy must reach the executors. */
  private static final String WORKLOAD =
      """
      task = workload
      name = upto
      column = country
      id = user_id
      workload = prefix
      protocol = "factorization(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT, ES, PL] }
      outside = category
      randomness = keyed
      """;

  private static final String ROUNDS =
      """
      task = gaussian-mean
      name = weights
      column = weight
      id = user_id
      protocol = "gaussian(epsilon=2.0,sigma=3,center=60,range=50,users=100000)"
      outside = fail
      randomness = keyed
      """;

  @TempDir Path folder;

  @Test
  @Timeout(900)
  void aClusterThatLosesAnExecutorGivesTheBytesOfTheEmbeddedRun()
      throws IOException, InterruptedException {
    String plan = Files.writeString(folder.resolve("plan.conf"), PLAN).toString();
    String input = folder.resolve("values").toString();
    writePeople(input);
    List<String> settings =
        List.of(
            "spark.ldp.keyFile=" + SparkTest.KEY_FILE,
            "spark.sql.shuffle.partitions=4",
            "spark.eventLog.enabled=true",
            "spark.eventLog.compress=false",
            "spark.eventLog.dir=" + Files.createDirectories(folder.resolve("events")).toUri());
    List<String> manyTasks = new ArrayList<>(settings); // each small file is one
    manyTasks.add("spark.sql.files.maxPartitionBytes=4096");
    manyTasks.add("spark.sql.files.openCostInBytes=4096");
    try (LoopbackCluster cluster = new LoopbackCluster(folder.resolve("cluster"))) {
      Process privatize =
          cluster.submit(
              "privatize",
              manyTasks,
              "privatize",
              "--plan",
              plan,
              "--input",
              input,
              "--output",
              folder.resolve("out/privatized").toString());
      LoopbackCluster.await(
          120,
          "the middle of privatize",
          // Each small file is shuffled twice: for the look at the table, and as reports.
          () -> !privatize.isAlive() || shuffledTasks(folder.resolve("cluster")) >= 20);
      ProcessHandle victim = cluster.executors().get(0);
      int before = shuffledTasks(folder.resolve("cluster"));
      assertTrue(victim.destroyForcibly());
      assertTrue(before < 2 * FILES, "killed too late: " + before);
      ended(cluster, "privatize", privatize);
      assertFalse(victim.isAlive());
      assertTrue(
          text(cluster.log("privatize", "err")).contains(PEOPLE + " reports of hadamard("),
          "privatize says what it did");

      Process run =
          cluster.submit(
              "run",
              settings,
              "run",
              "--plan",
              plan,
              "--input",
              input,
              "--output",
              folder.resolve("out").toString(),
              "--group-by",
              "day",
              "--format",
              "csv");
      ended(cluster, "run", run);
      assertTrue(
          text(cluster.log("run", "err")).contains("already done, nothing was drawn"),
          "run finds the reports that are there");
      assertTrue(
          text(cluster.log("privatize", "err")).contains("Lost executor"),
          "Spark noticed the loss");

      Process workload =
          cluster.submit(
              "workload",
              settings,
              "run",
              "--plan",
              Files.writeString(folder.resolve("workload.conf"), WORKLOAD).toString(),
              "--input",
              input,
              "--output",
              folder.resolve("out/workload").toString(),
              "--format",
              "csv");
      ended(cluster, "workload", workload);

      Process rounds =
          cluster.submit(
              "rounds",
              settings,
              "run",
              "--plan",
              Files.writeString(folder.resolve("rounds.conf"), ROUNDS).toString(),
              "--input",
              input,
              "--output",
              folder.resolve("out/rounds").toString());
      ended(cluster, "rounds", rounds);
    }
    workloadIsAnsweredByItsOwnStrategy();
    roundsAreDividedAndAskedAlike();

    assertEquals(
        Exit.DONE,
        Ldp.run(
            "run",
            "--plan",
            plan,
            "--input",
            input,
            "--output",
            folder.resolve("embedded").toString(),
            "--group-by",
            "day"));
    for (String table :
        List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates")) {
      List<String> embedded = ResultRows.of(folder.resolve("embedded").resolve(table));
      assertEquals(embedded, ResultRows.of(folder.resolve("out").resolve(table)), table);
      assertFalse(embedded.isEmpty());
    }
    nothingPrivateIsWritten();
  }

  /** Embedded, from the strategy that the cluster's driver made and laid beside its reports. */
  private void workloadIsAnsweredByItsOwnStrategy() throws IOException {
    Path strategy = folder.resolve("out/workload/privatized/plan.attachment");
    Files.copy(strategy, folder.resolve("cluster.strategy"));
    String plan = WORKLOAD.replace("factorization(epsilon=1.0)", "strategy(file=cluster.strategy)");
    assertEquals(
        Exit.DONE,
        Ldp.run(
            "run",
            "--plan",
            Files.writeString(folder.resolve("embedded.conf"), plan).toString(),
            "--input",
            folder.resolve("values").toString(),
            "--output",
            folder.resolve("embedded-workload").toString()));
    for (String table :
        List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates")) {
      List<String> embedded = ResultRows.of(folder.resolve("embedded-workload").resolve(table));
      assertEquals(embedded, ResultRows.of(folder.resolve("out/workload").resolve(table)), table);
      assertFalse(embedded.isEmpty());
    }
  }

  /** Executors learn from the attachment what the second round asks. */
  private void roundsAreDividedAndAskedAlike() throws IOException {
    assertEquals(
        Exit.DONE,
        Ldp.run(
            "run",
            "--plan",
            folder.resolve("rounds.conf").toString(),
            "--input",
            folder.resolve("values").toString(),
            "--output",
            folder.resolve("embedded-rounds").toString()));
    for (String round : List.of("round-1", "round-2")) {
      for (String table :
          List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates")) {
        List<String> embedded =
            ResultRows.of(folder.resolve("embedded-rounds").resolve(round).resolve(table));
        assertEquals(
            embedded,
            ResultRows.of(folder.resolve("out/rounds").resolve(round).resolve(table)),
            table);
        assertFalse(embedded.isEmpty());
      }
    }
  }

  private static void writePeople(String path) {
    spark()
        .range(0, PEOPLE, 1, FILES)
        .selectExpr(
            "'citizen-' || id AS user_id",
            "IF(id = 4711, 'Atlantis7f3a', element_at(array('DE', 'FR', 'IT', 'ES', 'PL'),"
                + " CAST(id % 5 AS INT) + 1)) AS country",
            "id % 2 AS day",
            "55.0D + id % 11 AS weight")
        .write()
        .parquet(path);
  }

  private static void ended(LoopbackCluster cluster, String name, Process process)
      throws InterruptedException {
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), name + " must end");
    assertEquals(0, process.exitValue(), () -> name + ": " + text(cluster.log(name, "err")));
  }

  /** Tasks of the writing stage that are done: their folders wait in the hidden staging folder. */
  private static int shuffledTasks(Path workers) {
    try (Stream<Path> all = Files.walk(workers)) {
      return (int)
          all.filter(p -> p.getFileName().toString().matches("shuffle_.*\\.index")).count();
    } catch (IOException | UncheckedIOException e) {
      return 0; // not there yet, or moved while it was walked
    }
  }

  /** Rows as text, in an order of their own. */
  /**
   * Neither the key's digits nor its bytes, in workers' folders, drivers' temporary ones, or
   * output.
   */
  private void nothingPrivateIsWritten() throws IOException {
    String bytes = new String(HexFormat.of().parseHex(SparkTest.KEY), StandardCharsets.ISO_8859_1);
    Map<String, Integer> seen = new TreeMap<>();
    List<Path> files = new ArrayList<>();
    for (String part : List.of("cluster", "events", "out")) {
      try (Stream<Path> all = Files.walk(folder.resolve(part))) {
        all.filter(Files::isRegularFile)
            .filter(file -> !file.toString().endsWith(".jar"))
            .forEach(files::add);
      }
    }
    for (Path file : files) {
      String text = text(file);
      assertFalse(text.toLowerCase(java.util.Locale.ROOT).contains(SparkTest.KEY), file.toString());
      assertFalse(text.contains(bytes), file.toString());
      for (String secret : PRIVATE) {
        assertFalse(text.contains(secret), () -> secret + " in " + file);
      }
      // What must be there, were it the right files and were they readable.
      for (String known : List.of("ldp_randomize", "Finished task", "SparkListenerTaskEnd")) {
        if (text.contains(known)) {
          seen.merge(known, 1, Integer::sum);
        }
      }
    }
    assertTrue(seen.getOrDefault("ldp_randomize", 0) >= 1, "plans: " + seen);
    assertTrue(seen.getOrDefault("SparkListenerTaskEnd", 0) >= 2, "event logs: " + seen);
    // Two drivers, and two executors and their successor of either: all but few wrote this.
    assertTrue(seen.getOrDefault("Finished task", 0) >= 4, "logs: " + seen);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
