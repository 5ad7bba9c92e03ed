package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.spark.package$;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * The application jar on a cluster of real processes, one of which is killed in the middle: the
 * same reports, accumulators and estimates to the byte as embedded, and neither the key nor a value
 * in anything that any process wrote. The shipped {@code conf/sample/spark-submit.sh} and {@code
 * conf/spark-defaults.conf} give the same, and ldp's exit codes.
 */
@Timeout(900)
@ExtendWith(SparkTest.class)
class ClusterIT {
  private static final int PEOPLE = 3_000;
  private static final int FILES = 60;

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

  private static final String VERSION = "0.1.0";

  /** Named after the line of Spark that it was built for. */
  private static final String SQL =
      "ldp-sql-spark-"
          + package$.MODULE$.SPARK_VERSION().replaceFirst("^(\\d+\\.\\d+)\\..*", "$1")
          + "_2.13";

  @RegisterExtension static final Sandbox box = new Sandbox();

  private static LoopbackCluster cluster;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    box.write("plan.conf", PLAN);
    spark()
        .range(0, PEOPLE, 1, FILES)
        .selectExpr(
            "'citizen-' || id AS user_id",
            "IF(id = 471, 'Atlantis7f3a', element_at(array('DE', 'FR', 'IT', 'ES', 'PL'),"
                + " CAST(id % 5 AS INT) + 1)) AS country",
            "id % 2 AS day",
            "55.0D + id % 11 AS weight")
        .write()
        .parquet(box.path("values"));
    Files.createDirectories(box.at("events"));
    box.ldp("run --plan @plan.conf --input @values --output @embedded --group-by day").done();
    cluster = new LoopbackCluster(box.at("cluster"));
  }

  @AfterAll
  static void nothingPrivateWasWritten() throws IOException, InterruptedException {
    cluster.close();
    assertNothingPrivateIn("cluster", "events", "out");
  }

  private static Process submit(String name, String line, String... more) throws IOException {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "spark.ldp.keyFile=" + SparkTest.KEY_FILE,
                "spark.sql.shuffle.partitions=4",
                "spark.eventLog.enabled=true",
                "spark.eventLog.compress=false",
                "spark.eventLog.dir=" + box.at("events").toUri()));
    settings.addAll(List.of(more));
    return cluster.submit(name, settings, line.replace("@", box.path("") + "/").split(" "));
  }

  private static void assertEnded(String name, Process process) throws InterruptedException {
    assertTrue(process.waitFor(240, TimeUnit.SECONDS), name + " must end");
    assertEquals(0, process.exitValue(), () -> name + ": " + log(name, "err"));
  }

  private static String log(String name, String stream) {
    return text(cluster.log(name, stream));
  }

  /** What a run on the cluster and one embedded have written is the same. */
  private static void assertSameTables(String embedded, String onCluster) {
    for (String table :
        List.of("privatized/reports", "accumulated/accumulators", "estimated/estimates")) {
      assertSameTable(embedded + "/" + table, onCluster + "/" + table);
    }
  }

  private static void assertSameTable(String embedded, String onCluster) {
    List<String> rows = ResultRows.of(box.path(embedded));
    assertEquals(rows, ResultRows.of(box.path(onCluster)), onCluster);
    assertFalse(rows.isEmpty());
  }

  @Tag("slow")
  @Test
  void aClusterThatLosesAnExecutorGivesTheBytesOfTheEmbeddedRun()
      throws IOException, InterruptedException {
    Process run =
        submit(
            "run",
            "run --plan @plan.conf --input @values --output @out --group-by day --format csv",
            // Each small file is a task.
            "spark.sql.files.maxPartitionBytes=4096",
            "spark.sql.files.openCostInBytes=4096");
    LoopbackCluster.await(
        120,
        "the middle of privatize",
        // Each small file is shuffled twice: for the look at the table, and as reports.
        () -> !run.isAlive() || shuffledTasks() >= 10);
    ProcessHandle victim = cluster.executors().get(0);
    int before = shuffledTasks();
    assertTrue(victim.destroyForcibly());
    assertTrue(before < 2 * FILES, "killed too late: " + before);
    assertEnded("run", run);
    assertFalse(victim.isAlive());
    assertTrue(log("run", "err").contains("Lost executor"), "Spark noticed the loss");
    assertTrue(log("run", "err").contains(PEOPLE + " reports of hadamard("), "it says what it did");
    assertSameTables("embedded", "out");
  }

  /** Tasks of the first stages that are done, by what they laid down to be shuffled. */
  private static int shuffledTasks() {
    try (Stream<Path> all = Files.walk(box.at("cluster"))) {
      return (int)
          all.filter(p -> p.getFileName().toString().matches("shuffle_.*\\.index")).count();
    } catch (IOException | UncheckedIOException e) {
      return 0; // not there yet, or moved while it was walked
    }
  }

  /** From the strategy that the cluster's driver made and laid beside its reports. */
  @Tag("long")
  @Test
  void executorsAreGivenTheStrategyThatTheDriverMade() throws IOException, InterruptedException {
    box.write("workload.conf", WORKLOAD);
    assertEnded(
        "workload",
        submit("workload", "run --plan @workload.conf --input @values --output @out/workload"));

    Files.copy(box.at("out/workload/privatized/plan.attachment"), box.at("cluster.strategy"));
    box.write(
        "embedded.conf",
        WORKLOAD.replace("factorization(epsilon=1.0)", "strategy(file=cluster.strategy)"));
    box.ldp("run --plan @embedded.conf --input @values --output @embedded-workload").done();
    assertSameTables("embedded-workload", "out/workload");
  }

  /** Executors learn from the attachment what the second round asks. */
  @Tag("long")
  @Test
  void roundsAreDividedAndAskedAlike() throws IOException, InterruptedException {
    box.write("rounds.conf", ROUNDS);
    String rounds = "run --plan @rounds.conf --input @values --output @";
    assertEnded("rounds", submit("rounds", rounds + "out/rounds"));
    box.ldp(rounds + "embedded-rounds").done();
    for (String round : List.of("/round-1", "/round-2")) {
      assertSameTables("embedded-rounds" + round, "out/rounds" + round);
    }
  }

  /** A worker gives its drivers no module options, and spark-submit says 0 of each of them. */
  @Tag("long")
  @Test
  void aDriverInClusterModeSaysAtOnceWhatItLacks() throws Exception {
    String dates = PLAN + "period = day";
    box.write("dates.conf", dates);
    spark()
        .range(40)
        .selectExpr("id AS user_id", "'DE' AS country", "DATE'2026-01-01' AS day")
        .write()
        .parquet(box.path("dated"));
    String run = "run --plan @dates.conf --input @dated --output @out/";
    String[] inClusterMode = {"spark.submit.deployMode=cluster", "spark.driver.memory=512m"};
    assertEnded("bare", submit("bare", run + "bare", inClusterMode));
    LoopbackCluster.await(
        120, "the refusal", () -> driversSaid("Spark needs module options of its JVM"));
    assertFalse(box.has("out/bare"));

    String options =
        Files.readAllLines(DocPage.repository().resolve("conf/jvm.options")).stream()
            .filter(line -> !line.startsWith("#"))
            .collect(Collectors.joining(" "));
    assertEnded(
        "given",
        submit(
            "given",
            run + "given",
            inClusterMode[0],
            inClusterMode[1],
            "spark.driver.extraJavaOptions=" + options));
    LoopbackCluster.await(
        180,
        "the estimates",
        () -> box.has("out/given/estimated/run.json") || driversSaid("failed with"));
    assertTrue(box.has("out/given/estimated/run.json"));
  }

  private static boolean driversSaid(String words) {
    try (Stream<Path> all = Files.walk(box.at("cluster"), 3)) {
      return all.filter(file -> file.toString().matches(".*/driver-[^/]*/stderr"))
          .anyMatch(file -> text(file).contains(words));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  // As a user submits.

  /** What fits a small machine; all else is what the file of the repository says. */
  private static final List<String> OF_THE_CLUSTER =
      List.of(
          "spark.driver.host 127.0.0.1",
          "spark.driver.bindAddress 127.0.0.1",
          "spark.ui.enabled false",
          "spark.executor.memory 512m",
          "spark.sql.shuffle.partitions 2",
          "spark.executor.extraJavaOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

  private static int script(String name, String plan) throws IOException, InterruptedException {
    Process process =
        cluster.call(
            name,
            OF_THE_CLUSTER,
            Map.of("LDP_KEY_FILE", SparkTest.KEY_FILE.toString()),
            DocPage.repository().resolve("conf/sample/spark-submit.sh").toString(),
            box.path(plan),
            box.path("values"),
            box.path("out/script"));
    assertTrue(process.waitFor(240, TimeUnit.SECONDS), name + " must end");
    return process.exitValue();
  }

  @Tag("long")
  @Test
  void theScriptWorksAsShippedAndGivesExitCodesOfLdp() throws IOException, InterruptedException {
    assertEquals(Exit.DONE, script("first", "plan.conf"), () -> log("first", "err"));
    assertTrue(log("first", "out").startsWith("item,estimate,standard_error"));
    assertSameTable("embedded/privatized/reports", "out/script/reports/reports");

    box.write("other.conf", PLAN.replace("1.0", "2.0"));
    assertEquals(Exit.REFUSED, script("refused", "other.conf"));
    assertFalse(log("refused", "err").contains("ldp accumulate"), "nothing follows");
  }

  /** A user's program: it names no class of ours. */
  public static final class UsersProgram {
    public static void main(String[] arguments) throws IOException {
      try (SparkSession spark = SparkSession.builder().getOrCreate()) {
        System.out.println(
            "epsilon " + spark.sql("SELECT ldp_epsilon('grr(epsilon=1.0,k=4)')").first().get(0));
      }
    }
  }

  /** What a published version is: poms and jars in a repository's layout. */
  private static Path repository() throws IOException {
    Path home = DocPage.repository();
    Map<String, Path> modules =
        Map.of("ldp-protocols", home.resolve("udfs/protocols"), SQL, home.resolve("udfs/sql"));
    for (Map.Entry<String, Path> module : modules.entrySet()) {
      Path place =
          Files.createDirectories(
              box.at("repository/org/sparkldp").resolve(module.getKey()).resolve(VERSION));
      String name = module.getKey() + "-" + VERSION;
      Path made = module.getValue().resolve("target");
      Files.copy(made.resolve("published-pom.xml"), place.resolve(name + ".pom"));
      Files.copy(made.resolve(name + ".jar"), place.resolve(name + ".jar"));
    }
    return box.at("repository");
  }

  @Tag("long")
  @Test
  void sparkTakesTheFunctionsFromARepository_byTheirName() throws Exception {
    Path program = box.at("program.jar");
    String entry = UsersProgram.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(program));
        InputStream code = UsersProgram.class.getClassLoader().getResourceAsStream(entry)) {
      jar.putNextEntry(new ZipEntry(entry));
      code.transferTo(jar);
    }
    Process process =
        cluster.call(
            "program",
            List.of(
                "spark.ui.enabled false",
                "spark.jars.ivy " + box.path("ivy"),
                "spark.sql.extensions org.sparkldp.sql.LdpExtensions"),
            Map.of(),
            "env",
            "spark-submit",
            "--master",
            "local[1]",
            "--repositories",
            repository().toUri().toString(),
            "--packages",
            "org.sparkldp:" + SQL + ":" + VERSION,
            "--class",
            UsersProgram.class.getName(),
            program.toString());
    assertEnded("program", process);
    String printed = log("program", "out");
    assertTrue(printed.matches("(?s).*epsilon (1\\.0\n|0\\.99999).*"), printed);
  }

  /**
   * Neither the key's digits nor its bytes, in workers' folders, drivers' temporary ones, or
   * output.
   */
  private static void assertNothingPrivateIn(String... folders) throws IOException {
    String bytes = new String(HexFormat.of().parseHex(SparkTest.KEY), StandardCharsets.ISO_8859_1);
    Map<String, Integer> seen = new TreeMap<>();
    List<Path> files = new ArrayList<>();
    for (String part : folders) {
      try (Stream<Path> all = Files.walk(box.at(part))) {
        all.filter(Files::isRegularFile)
            .filter(file -> !file.toString().endsWith(".jar"))
            .forEach(files::add);
      }
    }
    for (Path file : files) {
      String text = text(file);
      assertFalse(text.toLowerCase(Locale.ROOT).contains(SparkTest.KEY), file.toString());
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
    assertTrue(seen.getOrDefault("SparkListenerTaskEnd", 0) >= 1, "event logs: " + seen);
    // A driver, two executors and a successor: all but few wrote this.
    assertTrue(seen.getOrDefault("Finished task", 0) >= 2, "logs: " + seen);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
