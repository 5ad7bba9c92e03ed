package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.sql.DocPage;

/** {@code jobs/bin/ldp} as a process, with a stub for the JVM: no jar has to be built. */
class LauncherTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private Path program(String name, String text) throws IOException {
    return Files.setPosixFilePermissions(
        box.write(name, text), PosixFilePermissions.fromString("rwx------"));
  }

  /** A scheduler that stops the command stops what reads values. */
  @Test
  void whoEndsTheCommandEndsTheJvm() throws IOException, InterruptedException {
    String launcher = Files.readString(DocPage.repository().resolve("jobs/bin/ldp"));
    program("jobs/bin/ldp", launcher);
    for (String built : new String[] {"spark-ldp.jar", "spark.classpath", "launcher.jsa"}) {
      box.write("jobs/target/" + built, built);
      Thread.sleep(20); // the archive is newer than the jar
    }
    for (String source : new String[] {"pom.xml", "udfs/x", "datasets/x"}) {
      Files.setLastModifiedTime(box.write(source, ""), FileTime.fromMillis(0));
    }
    program("java/bin/java", "#!/bin/sh\necho $$\nexec sleep 60\n");
    ProcessBuilder builder = new ProcessBuilder(box.path("jobs/bin/ldp"), "sql", "-e", "SELECT 1");
    builder.environment().put("JAVA_HOME", box.path("java"));
    Process ldp = builder.start();
    long jvm = Long.parseLong(ldp.inputReader().readLine());
    ldp.destroy(); // SIGTERM
    assertTrue(ldp.waitFor(20, TimeUnit.SECONDS), "the launcher ends");
    assertFalse(ProcessHandle.of(jvm).map(ProcessHandle::isAlive).orElse(false), "and its JVM");
  }
}
