package org.sparkldp.jobs;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A standalone Spark cluster on loopback, made from the packaged application jar and the list of
 * Spark's jars beside it, as no distribution is needed: one master, two workers of one core, each a
 * JVM of its own, and one more JVM for every application that is submitted and every executor.
 *
 * <p>Ends all its processes when closed, and at the latest with this JVM.
 */
final class LoopbackCluster implements AutoCloseable {
  private static final Path JAR =
      Path.of("..", "target", "spark-ldp.jar").toAbsolutePath().normalize();
  private static final Path JARS =
      Path.of("..", "target", "spark.classpath").toAbsolutePath().normalize();
  private static final Path JVM_OPTIONS =
      Path.of("..", "..", "conf", "jvm.options").toAbsolutePath().normalize();

  /** What the application jar must bring itself. */
  private static final String OURS =
      "(picocli|config|chart\\.js|commons-statistics-.*)-[0-9].*\\.jar";

  private final Path home;
  private final String master;
  private final List<Process> processes = new ArrayList<>();
  private final Thread lastResort = new Thread(this::kill);

  /** Starts the cluster in a folder; returns when both workers are there. */
  LoopbackCluster(Path home) throws IOException, InterruptedException {
    this.home = home;
    Runtime.getRuntime().addShutdownHook(lastResort);
    Files.createDirectories(home.resolve("jars"));
    for (String jar : Files.readString(JARS).strip().split(File.pathSeparator)) {
      Path name = Path.of(jar).getFileName();
      if (!name.toString().matches(OURS)) {
        Files.createSymbolicLink(home.resolve("jars").resolve(name), Path.of(jar));
      }
    }
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/log4j2.properties"),
        """
        rootLogger.level = info
        rootLogger.appenderRef.console.ref = console
        appender.console.type = Console
        appender.console.name = console
        appender.console.target = SYSTEM_ERR
        appender.console.layout.type = PatternLayout
        appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n%ex
        """);
    int port = freePort();
    int web = freePort();
    master = "spark://127.0.0.1:" + port;
    String ports = "--host 127.0.0.1 --port " + port + " --webui-port " + web;
    start("master", java("master.Master", ports.split(" ")), Map.of());
    URI state = URI.create("http://127.0.0.1:" + web + "/json/");
    await(60, "the master", () -> !read(state).isEmpty()); // before a worker may take its ports
    for (String worker : List.of("worker1", "worker2")) {
      String words =
          "--host 127.0.0.1 --webui-port 0 --cores 1 --memory 600m -d %s %s"
              .formatted(home.resolve(worker), master);
      start(worker, java("worker.Worker", words.split(" ")), Map.of());
    }
    await(60, "two workers", () -> read(state).matches("(?s).*\"aliveworkers\"\\s*:\\s*2\\b.*"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String read(URI uri) {
    try (var in = uri.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Waits until something is so; fails after so many seconds. */
  static void await(int seconds, String what, BooleanSupplier so) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " did not come within " + seconds + " s");
      }
      Thread.sleep(20);
    }
  }

  /** The command that runs a class of Spark with these arguments. */
  private List<String> java(String main, String... arguments) throws IOException {
    String line =
        "%s/bin/java @%s -Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=%s -cp"
            + " %s%s%s/jars/* org.apache.spark.deploy.%s";
    Path tmp = Files.createDirectories(home.resolve("tmp"));
    String[] words =
        line.formatted(
                System.getProperty("java.home"),
                JVM_OPTIONS,
                tmp,
                home.resolve("conf"),
                File.pathSeparator,
                home,
                main)
            .split(" ");
    return Stream.concat(Stream.of(words), Stream.of(arguments)).toList();
  }

  private Process start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                home.toString(),
                "SPARK_CONF_DIR",
                home.resolve("conf").toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_DIRS",
                home.resolve("local").toString(), // looked through afterwards
                "SPARK_LOCAL_IP",
                "127.0.0.1",
                "SPARK_LOCAL_HOSTNAME",
                "localhost"));
    builder.environment().putAll(environment);
    builder.redirectOutput(log(name, "out").toFile());
    builder.redirectError(log(name, "err").toFile());
    Process process = builder.start();
    synchronized (processes) {
      processes.add(process);
    }
    return process;
  }

  /** What a process wrote on standard output ("out") or error ("err"). */
  Path log(String name, String stream) {
    return home.resolve(name + "." + stream);
  }

  /** Submits a command of the application jar. */
  Process submit(String name, List<String> options, String... command) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--master", master));
    List<String> settings = new ArrayList<>(options);
    settings.addAll(
        List.of(
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.ui.enabled=false",
            "spark.executor.memory=512m",
            "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"));
    settings.forEach(setting -> arguments.addAll(List.of("--conf", setting)));
    arguments.addAll(List.of("--class", "org.sparkldp.jobs.Ldp", JAR.toString()));
    arguments.addAll(Arrays.asList(command));
    // Only the driver has a folder of strategies: executors must be given theirs.
    return start(
        name,
        java("SparkSubmit", arguments.toArray(String[]::new)),
        Map.of("LDP_STRATEGIES", home.resolve("strategies").toString()));
  }

  /**
   * Runs a user's program, which finds spark-submit on its PATH and the cluster in SPARK_MASTER.
   *
   * @param defaults of the cluster's own spark-defaults.conf
   */
  Process call(
      String name, List<String> defaults, Map<String, String> environment, String... command)
      throws IOException {
    Files.write(home.resolve("conf/spark-defaults.conf"), defaults);
    Path bin = Files.createDirectories(home.resolve("bin"));
    Path script = bin.resolve("spark-submit");
    Files.writeString(
        script,
        java("SparkSubmit").stream()
            .collect(Collectors.joining("' '", "#!/bin/sh\nexec '", "' \"$@\"\n")));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> all = new HashMap<>(environment);
    all.put("PATH", bin + File.pathSeparator + System.getenv("PATH"));
    all.put("SPARK_MASTER", master);
    return start(name, List.of(command), all);
  }

  /** The executors that run now, in any application. */
  List<ProcessHandle> executors() {
    return processes.stream()
        .flatMap(process -> process.toHandle().descendants())
        .filter(
            handle ->
                handle.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
        .toList();
  }

  private void kill() {
    synchronized (processes) {
      // Children first: a worker that dies leaves its executors to end by themselves, later.
      List<ProcessHandle> all =
          processes.stream()
              .flatMap(p -> Stream.concat(p.toHandle().descendants(), Stream.of(p.toHandle())))
              .toList();
      all.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Override
  public void close() throws InterruptedException {
    kill();
    for (Process process : processes) {
      process.waitFor(10, TimeUnit.SECONDS);
    }
    kill(); // whatever a worker started while it was dying
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
