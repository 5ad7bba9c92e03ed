package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.DocPage;

/**
 * {@code ldp server --connect} as a user starts it, and a real client of Connect: the functions
 * work, refusals arrive whole, and no key is there to be had.
 *
 * <p>In the profile lake: the launcher fetches Connect's server, the test its client.
 */
@Tag("long")
@Timeout(900)
class ServerIT {
  private static final Path REPOSITORY = DocPage.repository();

  @TempDir Path folder;

  private Process ldp(String log, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(REPOSITORY.resolve("jobs/bin/ldp").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove("LDP_KEY");
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(folder.resolve(log).toFile()).start();
  }

  private int ended(String log, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Process process = ldp(log, environment, arguments);
    assertTrue(process.waitFor(10, TimeUnit.MINUTES), log);
    return process.exitValue();
  }

  /** The jars of a client, fetched as a user's build would. */
  private String clientJars() throws IOException, InterruptedException {
    Path pom = folder.resolve("pom.xml");
    Files.writeString(
        pom,
        """
        <project><modelVersion>4.0.0</modelVersion>
        <groupId>client</groupId><artifactId>client</artifactId><version>1</version>
        <packaging>pom</packaging>
        <dependencies><dependency><groupId>org.apache.spark</groupId>
        <artifactId>spark-connect-client-jvm_2.13</artifactId><version>4.1.0</version>
        </dependency></dependencies></project>
        """);
    Process maven =
        new ProcessBuilder(
                "mvn",
                "--batch-mode",
                "--quiet",
                "-f",
                pom.toString(),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + folder.resolve("client.classpath"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("maven.txt").toFile())
            .start();
    assertTrue(maven.waitFor(10, TimeUnit.MINUTES));
    assertEquals(0, maven.exitValue(), () -> text("maven.txt"));
    return text("client.classpath").strip();
  }

  private List<String> asked(String jars, int port, String... statements)
      throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("statements.sql"), List.of(statements));
    Process client =
        new ProcessBuilder(
                "java",
                "@" + REPOSITORY.resolve("conf/jvm.options"),
                "-cp",
                jars,
                REPOSITORY.resolve("jobs/src/test/connect/Client.java").toString(),
                "sc://127.0.0.1:" + port,
                file.toString())
            .redirectError(folder.resolve("client.txt").toFile())
            .redirectOutput(folder.resolve("answers.txt").toFile())
            .start();
    assertTrue(client.waitFor(4, TimeUnit.MINUTES), "the client must end");
    List<String> lines = text("answers.txt").lines().toList();
    assertEquals(statements.length, lines.size(), () -> text("client.txt") + lines);
    return lines;
  }

  @Test
  void aClientRunsTheFunctions_seesRefusalsWhole_andFindsNoKey() throws Exception {
    int port = freePort();
    Process server = ldp("server.txt", Map.of(), "server", "--connect", "--port", "" + port);
    try {
      awaitServer(server, port);
      List<String> lines =
          asked(
              clientJars(),
              port,
              "SELECT ldp_epsilon('rr(epsilon=1.0)') <= 1",
              "SELECT size(ldp_estimate(ldp_accumulate(report, 'grr(epsilon=1.0,k=4)'))) FROM"
                  + " (SELECT ldp_randomize(CAST(id % 4 AS INT), 'grr(epsilon=1.0,k=4)') AS report"
                  + " FROM range(1000))",
              "SELECT ldp_epsilon('grr(epsilon=-1.0,k=4)')",
              "SELECT ldp_randomize(CAST(id AS INT), 'grr(epsilon=1.0,k=4)', id) FROM range(4)",
              "SET spark.ldp.keyFile=/etc/hostname",
              "SELECT ldp_randomize(CAST(id AS INT), 'grr(epsilon=1.0,k=4)', id) FROM range(4)",
              "DESCRIBE FUNCTION ldp_merge");
      assertEquals("[[true]]", lines.get(0));
      assertEquals("[[4]]", lines.get(1));
      assertTrue(
          lines.get(2).startsWith("REFUSED ") && lines.get(2).contains("-1.0"), lines.get(2));
      assertFalse(lines.get(2).startsWith("REFUSED :"), "it has a condition: " + lines.get(2));
      assertTrue(lines.get(3).startsWith("REFUSED "), lines.get(3));
      assertTrue(lines.get(5).startsWith("REFUSED "), "no setting of a client brings a key");
      assertTrue(lines.get(6).contains("ldp_merge"), lines.get(6));
    } finally {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
      assertTrue(server.waitFor(1, TimeUnit.MINUTES), "Ctrl-C ends it");
    }
  }

  @Test
  void aServerWithAKeyIsRefused_andOneThatOthersReachWithoutAToken() throws Exception {
    assertEquals(
        Exit.REFUSED, ended("key.txt", Map.of("LDP_KEY", "0".repeat(64)), "server", "--connect"));
    assertTrue(text("key.txt").contains("must hold no release key"), text("key.txt"));
    assertFalse(text("key.txt").contains("0".repeat(64)));
    assertEquals(
        Exit.BAD_INPUT, ended("open.txt", Map.of(), "server", "--connect", "--bind", "0.0.0.0"));
    assertTrue(text("open.txt").contains("must ask for a token"), text("open.txt"));
  }

  private void awaitServer(Process server, int port) throws InterruptedException {
    for (int tries = 0; tries < 1200; tries++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException notYet) {
        assertTrue(server.isAlive(), () -> text("server.txt"));
        Thread.sleep(500);
      }
    }
    throw new AssertionError(text("server.txt"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String text(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
