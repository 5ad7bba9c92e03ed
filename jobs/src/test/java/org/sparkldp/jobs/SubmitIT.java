package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.spark.package$;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * {@code conf/deploy/spark-submit.sh} and {@code conf/spark-defaults.conf} as they are shipped, on
 * a standalone cluster: the results of the embedded run, and ldp's exit codes.
 */
@ExtendWith(SparkTest.class)
class SubmitIT {
  private static final String PLAN =
      """
      name = countries
      column = country
      id = user_id
      protocol = "grr(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT] }
      outside = category
      randomness = keyed
      """;

  /** Named after the line of Spark that it was built for. */
  private static final String SQL =
      "ldp-sql-spark-"
          + package$.MODULE$.SPARK_VERSION().replaceFirst("^(\\d+\\.\\d+)\\..*", "$1")
          + "_2.13";

  private static final String VERSION = "0.1.0";

  /** What fits a small machine; all else is what the file of the repository says. */
  private static final List<String> OF_THE_CLUSTER =
      List.of(
          "spark.driver.host 127.0.0.1",
          "spark.driver.bindAddress 127.0.0.1",
          "spark.ui.enabled false",
          "spark.executor.memory 512m",
          "spark.sql.shuffle.partitions 2",
          "spark.executor.extraJavaOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

  @TempDir Path folder;

  private int submit(LoopbackCluster cluster, String name, String plan, String results)
      throws IOException, InterruptedException {
    Process process =
        cluster.call(
            name,
            OF_THE_CLUSTER,
            Map.of("LDP_KEY_FILE", SparkTest.KEY_FILE.toString()),
            DocPage.repository().resolve("conf/deploy/spark-submit.sh").toString(),
            plan,
            folder.resolve("people").toString(),
            results);
    assertTrue(process.waitFor(240, TimeUnit.SECONDS), name + " must end");
    return process.exitValue();
  }

  @Tag("slow")
  @Test
  @Timeout(600)
  void theScriptWorksAsShippedAndGivesExitCodesOfLdp() throws IOException, InterruptedException {
    String plan = Files.writeString(folder.resolve("plan.conf"), PLAN).toString();
    String other =
        Files.writeString(folder.resolve("other.conf"), PLAN.replace("1.0", "2.0")).toString();
    String bad =
        Files.writeString(folder.resolve("bad.conf"), PLAN.replace("= country", "= nothing"))
            .toString();
    String people = folder.resolve("people").toString();
    SparkTest.spark()
        .range(2_000)
        .selectExpr(
            "id AS user_id",
            "element_at(array('DE', 'FR', 'IT'), CAST(id % 3 AS INT) + 1) AS country")
        .write()
        .parquet(people);
    String results = folder.resolve("results").toString();
    try (LoopbackCluster cluster = new LoopbackCluster(folder.resolve("cluster"))) {
      assertEquals(
          Exit.DONE,
          submit(cluster, "first", plan, results),
          () -> text(cluster.log("first", "err")));
      assertTrue(text(cluster.log("first", "out")).startsWith("item,estimate,standard_error"));
      assertEquals(Exit.DONE, submit(cluster, "second", plan, results));
      assertTrue(text(cluster.log("second", "err")).contains("already done, nothing was drawn"));
      assertEquals(Exit.REFUSED, submit(cluster, "refused", other, results));
      assertEquals(Exit.BAD_INPUT, submit(cluster, "bad", bad, folder + "/others"));
      assertFalse(text(cluster.log("bad", "err")).contains("ldp accumulate"), "nothing follows");
    }
    ldp("privatize --plan %s --input %s --output %s", plan, people, folder.resolve("r")).done();
    assertEquals(
        ResultRows.of(folder.resolve("r/reports")),
        ResultRows.of(folder.resolve("results/reports/reports")));
  }

  /** What a published version is: poms and jars in a repository's layout. */
  private static Path repository(Path folder) throws IOException {
    Path home = DocPage.repository();
    Map<String, Path> modules =
        Map.of("ldp-protocols", home.resolve("udfs/protocols"), SQL, home.resolve("udfs/sql"));
    for (Map.Entry<String, Path> module : modules.entrySet()) {
      Path place =
          Files.createDirectories(
              folder.resolve("org/sparkldp").resolve(module.getKey()).resolve(VERSION));
      String name = module.getKey() + "-" + VERSION;
      Path made = module.getValue().resolve("target");
      Files.copy(made.resolve("published-pom.xml"), place.resolve(name + ".pom"));
      Files.copy(made.resolve(name + ".jar"), place.resolve(name + ".jar"));
    }
    return folder;
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

  @Test
  @Timeout(300)
  void sparkTakesTheFunctionsFromARepository_byTheirName() throws Exception {
    Path program = folder.resolve("program.jar");
    String entry = UsersProgram.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(program));
        InputStream code = UsersProgram.class.getClassLoader().getResourceAsStream(entry)) {
      jar.putNextEntry(new ZipEntry(entry));
      code.transferTo(jar);
    }
    try (LoopbackCluster cluster = new LoopbackCluster(folder.resolve("cluster"))) {
      Process process =
          cluster.call(
              "program",
              List.of(
                  "spark.ui.enabled false",
                  "spark.jars.ivy " + folder.resolve("ivy"),
                  "spark.sql.extensions org.sparkldp.sql.LdpExtensions"),
              Map.of(),
              "env",
              "spark-submit",
              "--master",
              "local[1]",
              "--repositories",
              repository(folder.resolve("repository")).toUri().toString(),
              "--packages",
              "org.sparkldp:" + SQL + ":" + VERSION,
              "--class",
              UsersProgram.class.getName(),
              program.toString());
      assertTrue(process.waitFor(200, TimeUnit.SECONDS), "the program must end");
      assertEquals(0, process.exitValue(), () -> text(cluster.log("program", "err")));
      assertTrue(
          text(cluster.log("program", "out")).contains("epsilon 1.0\n")
              || text(cluster.log("program", "out")).contains("epsilon 0.99999"),
          () -> text(cluster.log("program", "out")));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
