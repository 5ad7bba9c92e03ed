package org.sparkldp.sql;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client of Spark Connect sees of a refusal what Java sees, through a server of its own in
 * another JVM. Runs where {@value #SERVER} and {@value #CLIENT} hold the class paths of a server
 * and of a client, which are in no build of ours (see udfs/docs/versions.md); elsewhere it says
 * that it is skipped.
 */
@ExtendWith(SparkTest.class)
class ConnectErrorsTest {
  private static final String SERVER = "LDP_CONNECT_SERVER_CLASSPATH";
  private static final String CLIENT = "LDP_CONNECT_CLIENT_CLASSPATH";

  @TempDir Path folder;

  @Test
  void aClientCatchesEveryRefusalWithItsConditionStateParametersAndMessage() throws Exception {
    String server = System.getenv(SERVER);
    String client = System.getenv(CLIENT);
    if (server == null || client == null) {
      throw SeenErrors.skipped("Connect", SERVER + " and " + CLIENT + " are not set");
    }
    SeenErrors seen = new SeenErrors(folder);
    Path repository = DocPage.repository();
    String options = "@" + repository.resolve("conf/jvm.options");
    int port = freePort();
    String classes =
        Stream.concat(seen.jars().stream().map(Path::toString), Stream.of(server))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                "java",
                options,
                "-cp",
                classes,
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local[1]",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.connect.grpc.binding.address=127.0.0.1",
                "--conf",
                "spark.connect.grpc.binding.port=" + port,
                "--conf",
                "spark.sql.extensions=org.sparkldp.sql.LdpExtensions",
                // As the session of these tests, so that all examples are refused for the same.
                "--conf",
                "spark.ldp.sharedServer=false",
                "--class",
                "org.apache.spark.sql.connect.service.SparkConnectServer",
                "spark-internal")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.txt").toFile())
            .start();
    try {
      awaitServer(process, port);
      Path program = repository.resolve("udfs/sql/src/test/connect/Errors.java");
      seen.require(
          Map.of(),
          List.of("java", options, "-cp", client, program.toString(), "sc://127.0.0.1:" + port));
    } finally {
      process.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
    }
  }

  private void awaitServer(Process process, int port) throws Exception {
    for (int tries = 0; tries < 240; tries++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException notYet) {
        if (!process.isAlive()) {
          break;
        }
        Thread.sleep(500);
      }
    }
    throw new AssertionError(Files.readString(folder.resolve("server.txt")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
