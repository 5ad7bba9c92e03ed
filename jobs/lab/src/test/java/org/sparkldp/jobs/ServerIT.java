package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.LdpFunctions;

/**
 * Spark's own Connect server, started by the page's line with our jar, and a real client: the
 * functions work, refusals arrive whole, no key is there to be had, and a server that holds one
 * refuses every function.
 *
 * <p>The test fetches server and client.
 */
@Tag("long")
@Timeout(900)
class ServerIT {
  private static final Path REPOSITORY = DocPage.repository();
  private static final String KEY = "0123456789abcdef".repeat(4);

  @TempDir Path folder;

  /** The page's line, at a port of its own. */
  private List<String> line(int port, String... more) throws IOException, InterruptedException {
    String page = Files.readString(REPOSITORY.resolve("jobs/docs/deploy.md"));
    Matcher block =
        Pattern.compile("```\n(spark-submit --class [^`]*SparkConnectServer[^`]*)```")
            .matcher(page);
    assertTrue(block.find(), "the page shows how a server is started");
    List<String> words = new ArrayList<>(Ended.words(block.group(1).replace("\\\n", " ")));
    words.remove("spark-submit");
    words.replaceAll(word -> word.replace("jobs/target", REPOSITORY + "/jobs/target"));
    // What the script spark-submit of a Spark distribution runs.
    List<String> command =
        new ArrayList<>(
            List.of(
                "java",
                "@" + REPOSITORY.resolve("conf/jvm.options"),
                "-cp",
                jars(
                    "spark-sql_2.13",
                    "4.2.0",
                    "spark-connect_2.13",
                    "4.2.0",
                    "spark-mllib_2.13",
                    "4.2.0"),
                "org.apache.spark.deploy.SparkSubmit",
                "--conf",
                "spark.connect.grpc.binding.port=" + port));
    command.addAll(List.of(more));
    command.addAll(words);
    return command;
  }

  /** Asks a server that was started by the page's line, and in this environment. */
  private List<String> answers(
      Map<String, String> environment, List<String> statements, String... more) throws Exception {
    int port = freePort();
    ProcessBuilder builder =
        new ProcessBuilder(line(port, more))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.txt").toFile());
    builder.environment().remove("LDP_KEY");
    builder.environment().putAll(environment);
    Process server = builder.start();
    try {
      awaitServer(server, port);
      for (InetAddress other : addressesOfOthers()) {
        assertFalse(isReached(other, port), "others do not reach it: " + other);
      }
      return asked(jars("spark-connect-client-jvm_2.13", "4.2.0"), port, statements);
    } finally {
      server.destroy();
      assertTrue(server.waitFor(1, TimeUnit.MINUTES), "it ends");
    }
  }

  /** The class path of artifacts of Spark and their versions, fetched as a user's build would. */
  private String jars(String... artifacts) throws IOException, InterruptedException {
    StringBuilder dependencies = new StringBuilder();
    for (int i = 0; i < artifacts.length; i += 2) {
      dependencies.append(
          """
          <dependency><groupId>org.apache.spark</groupId>
          <artifactId>%s</artifactId><version>%s</version></dependency>
          """
              .formatted(artifacts[i], artifacts[i + 1]));
    }
    Path pom = folder.resolve("pom.xml");
    Files.writeString(
        pom,
        """
        <project><modelVersion>4.0.0</modelVersion>
        <groupId>jars</groupId><artifactId>jars</artifactId><version>1</version>
        <packaging>pom</packaging><dependencies>%s</dependencies></project>
        """
            .formatted(dependencies));
    Path found = folder.resolve("classpath");
    Ended.of(
            new ProcessBuilder(
                "mvn",
                "--batch-mode",
                "--quiet",
                "-f",
                pom.toString(),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + found))
        .done();
    return Files.readString(found).strip();
  }

  private List<String> asked(String jars, int port, List<String> statements)
      throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("statements.sql"), statements);
    Process client =
        new ProcessBuilder(
                "java",
                "@" + REPOSITORY.resolve("conf/jvm.options"),
                "-cp",
                jars,
                REPOSITORY.resolve("jobs/lab/src/test/connect/Client.java").toString(),
                "sc://127.0.0.1:" + port,
                file.toString())
            .redirectError(folder.resolve("client.txt").toFile())
            .redirectOutput(folder.resolve("answers.txt").toFile())
            .start();
    assertTrue(client.waitFor(4, TimeUnit.MINUTES), "the client must end");
    List<String> lines = text("answers.txt").lines().toList();
    assertEquals(statements.size(), lines.size(), () -> text("client.txt") + lines);
    return lines;
  }

  @Test
  void aClientRunsTheFunctions_seesRefusalsWhole_andFindsNoKey() throws Exception {
    List<String> lines =
        answers(
            Map.of(),
            List.of(
                "SELECT ldp_epsilon('rr(epsilon=1.0)') <= 1",
                "SELECT size(ldp_estimate(ldp_accumulate(report, 'grr(epsilon=1.0,k=4)'))) FROM"
                    + " (SELECT ldp_randomize(CAST(id % 4 AS INT), 'grr(epsilon=1.0,k=4)') AS"
                    + " report FROM range(1000))",
                "SELECT ldp_epsilon('grr(epsilon=-1.0,k=4)')",
                "SELECT ldp_randomize(CAST(id AS INT), 'grr(epsilon=1.0,k=4)', id, 'a') FROM"
                    + " range(4)",
                "SET spark.ldp.keyFile=/etc/hostname",
                "SELECT ldp_randomize(CAST(id AS INT), 'grr(epsilon=1.0,k=4)', id, 'a') FROM"
                    + " range(4)",
                "DESCRIBE FUNCTION ldp_merge"));
    assertEquals("[[true]]", lines.get(0));
    assertEquals("[[4]]", lines.get(1));
    assertTrue(lines.get(2).startsWith("REFUSED ") && lines.get(2).contains("-1.0"), lines.get(2));
    assertFalse(lines.get(2).startsWith("REFUSED :"), "it has a condition: " + lines.get(2));
    for (int keyed : new int[] {3, 5}) {
      assertTrue(lines.get(keyed).contains("must be allowed by the operator"), lines.get(keyed));
    }
    assertTrue(lines.get(6).contains("ldp_merge"), lines.get(6));
  }

  @Test
  void aServerWithAKeyRefusesEveryFunction_untilItsOperatorPinsTheKey() throws Exception {
    List<String> calls =
        LdpFunctions.ALL.stream().map(function -> function.example().statement()).toList();
    List<String> statements = new ArrayList<>(calls);
    statements.add("SET spark.ldp.keyed.attributes=a=default.people.a@id"); // as a user would
    statements.add(calls.get(0));
    statements.add("SELECT 40 + 2");
    Map<String, String> key = Map.of("LDP_KEY", KEY);
    List<String> lines = answers(key, statements);
    for (int i = 0; i < statements.size() - 1; i++) {
      String answer = lines.get(i);
      assertTrue(i == calls.size() || answer.contains("holds a release key"), answer);
    }
    assertEquals("[[42]]", lines.get(statements.size() - 1));
    assertFalse((lines + text("server.txt")).contains(KEY));

    String pin = "spark.ldp.keyed.attributes=a=default.people.a@id";
    lines = answers(key, calls, "--conf", pin);
    assertTrue(lines.stream().noneMatch(line -> line.startsWith("REFUSED")), lines::toString);
  }

  private void awaitServer(Process server, int port) throws InterruptedException {
    for (int tries = 0; tries < 1200; tries++) {
      if (isReached(InetAddress.getLoopbackAddress(), port)) {
        return;
      }
      assertTrue(server.isAlive(), () -> text("server.txt"));
      Thread.sleep(500);
    }
    throw new AssertionError(text("server.txt"));
  }

  private static boolean isReached(InetAddress address, int port) {
    try (Socket socket = new Socket(address, port)) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Where other machines would reach this one. */
  private static List<InetAddress> addressesOfOthers() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress())
        .toList();
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
