package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.sql.DocPage;

/**
 * A plan runs in the sessions that managed platforms start, each a process of its own: with the
 * session extension by a setting alone, and without it, as where a jar comes too late for it. The
 * user may write on the local disk only where Spark does: neither at home nor where it was started.
 */
@Timeout(300)
public class SessionsIT {
  private static final Path JAR =
      Path.of("..", "target", "spark-ldp.jar").toAbsolutePath().normalize();

  @RegisterExtension final Sandbox box = new Sandbox();

  /** What somebody writes in a notebook. */
  public static final class Notebook {
    private static final String SOURCE = "org.sparkldp.jobs.source.LdpSource";

    private static final String PLAN =
        """
        name = country
        column = country
        id = id
        protocol = "grr(epsilon=2.0)"
        domain { type = list, items = [de, fr, other] }
        outside = fail
        randomness = write-once
        """;

    private Notebook() {}

    public static void main(String[] arguments) {
      SparkSession spark = SparkSession.builder().getOrCreate();
      spark
          .range(0, 3_000, 1, 3)
          .selectExpr(
              "id", "element_at(array('de', 'fr', 'other'), CAST(id % 3 AS INT) + 1) AS country")
          .write()
          .format(SOURCE)
          .option("plan_text", PLAN)
          .save(arguments[0]);
      long items = spark.read().format(SOURCE).load(arguments[0]).count();
      System.out.println(
          items + " items; functions: " + spark.catalog().functionExists("ldp_merge"));
    }
  }

  @Tag("slow")
  @Test
  void withoutTheExtensionAPlanRunsAndSqlHasNoFunctions() throws Exception {
    assertEquals("3 items; functions: false\n", submitted(""));
  }

  @Tag("long")
  @Test
  void withTheExtensionBySettingSqlHasTheFunctionsToo() throws Exception {
    assertEquals(
        "3 items; functions: true\n",
        submitted("--conf spark.sql.extensions=org.sparkldp.sql.LdpExtensions"));
  }

  /** Standard output of the notebook, with a jar whose service files a platform does not see. */
  private String submitted(String more) throws IOException, InterruptedException {
    Path jar = withoutServices();
    String jars =
        String.join(
            File.pathSeparator,
            jar.toString(),
            Path.of("target", "test-classes").toAbsolutePath().toString(),
            Files.readString(JAR.resolveSibling("spark.classpath")).strip());
    String line =
        "%s/bin/java @%s -Duser.home=/nowhere -cp %s org.apache.spark.deploy.SparkSubmit --master"
            + " local[2] --conf spark.ui.enabled=false %s --jars %s --class %s spark-internal %s";
    String[] words =
        line.formatted(
                System.getProperty("java.home"),
                DocPage.repository().resolve("conf/jvm.options"),
                jars,
                more,
                jar,
                Notebook.class.getName(),
                box.path("out"))
            .split(" +");
    return Ended.of(new ProcessBuilder(words).directory(new File("/proc"))).done().out();
  }

  private Path withoutServices() throws IOException {
    Path jar = box.at("late.jar");
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(JAR));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (!entry.getName().startsWith("META-INF/services/org.apache.spark.")) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          in.transferTo(out);
        }
      }
    }
    return jar;
  }
}
