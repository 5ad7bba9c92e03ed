package org.sparkldp.sql;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Assumptions;
import org.sparkldp.protocols.Protocols;

/**
 * A Python interpreter for tests, with PySpark or without, found by SPARK_HOME or by an import.
 * Where there is none, the test is skipped and says so on standard error, with the number of Python
 * tests that were left out.
 *
 * @param command the interpreter
 * @param path entries of PYTHONPATH
 * @param environment more variables
 */
public record PythonOfThisMachine(
    String command, List<String> path, Map<String, String> environment) {
  private static final Path PROJECT = DocPage.repository().resolve("udfs/python");

  /** How a program ended. */
  public record Ended(int code, String output) {}

  /** A Python 3. */
  public static PythonOfThisMachine orSkip(int tests) {
    // The system's own first: it is the one that has Jupyter and matplotlib as packages.
    for (String command : List.of("/usr/bin/python3", "python3")) {
      PythonOfThisMachine python =
          new PythonOfThisMachine(
              command,
              List.of(PROJECT.resolve("src").toString(), PROJECT.resolve("tests").toString()),
              Map.of());
      if (python.prints("import sys; print(sys.version_info >= (3, 9))").equals("True")) {
        return python;
      }
    }
    throw skipped(tests, "there is no python3 of version 3.9 or later");
  }

  /** A Python 3 with the PySpark of this build's Spark. */
  public static PythonOfThisMachine withPySparkOrSkip(int tests) throws Exception {
    PythonOfThisMachine python = orSkip(tests);
    String home = System.getenv().getOrDefault("SPARK_HOME", "");
    if (!home.isEmpty()) {
      for (String entry : ofSpark(Path.of(home))) {
        python = python.withPath(entry);
      }
    }
    String version = python.prints("import pyspark; print(pyspark.__version__)");
    if (version.isEmpty()) {
      throw skipped(
          tests, "there is no PySpark: set SPARK_HOME, or install pyspark for " + python.command);
    }
    String line = org.apache.spark.package$.MODULE$.SPARK_VERSION().replaceAll("\\.\\d+$", "");
    if (!version.startsWith(line + ".")) {
      throw skipped(tests, "PySpark is " + version + ", and this build is for Spark " + line);
    }
    return python
        .with("LDP_JAR", jars())
        .with("PYSPARK_PYTHON", python.command)
        .with("SPARK_LOCAL_IP", "127.0.0.1");
  }

  /** The classes that a session needs, this module's and the protocols', as jars. */
  private static String jars() throws IOException {
    List<String> found = new ArrayList<>();
    for (Class<?> each : List.of(LdpFunctions.class, Protocols.class)) {
      Path place =
          Path.of(URI.create(each.getProtectionDomain().getCodeSource().getLocation().toString()));
      found.add((Files.isDirectory(place) ? jar(place) : place).toString());
    }
    return String.join(",", found);
  }

  private static Path jar(Path classes) throws IOException {
    Path jar = Files.createTempFile("classes", ".jar");
    jar.toFile().deleteOnExit();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private static List<String> ofSpark(Path home) throws IOException {
    Path lib = home.resolve("python/lib");
    if (!Files.isDirectory(lib)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(lib)) {
      return Stream.concat(
              Stream.of(home.resolve("python")),
              files.filter(file -> file.getFileName().toString().startsWith("py4j-")))
          .map(Path::toString)
          .toList();
    }
  }

  /** This Python, if it has these modules. */
  public PythonOfThisMachine havingOrSkip(List<String> modules, int tests) {
    for (String module : modules) {
      if (!prints("import " + module + "; print('there')").equals("there")) {
        throw skipped(tests, command + " has no " + module);
      }
    }
    return this;
  }

  private static RuntimeException skipped(int tests, String reason) {
    String line = "SKIPPED " + tests + " Python tests: " + reason + ".";
    System.err.println("ldp: " + line);
    Assumptions.abort(line);
    throw new IllegalStateException("a test that is skipped does not come here");
  }

  /** With one more folder or zip of modules. */
  public PythonOfThisMachine withPath(String entry) {
    return new PythonOfThisMachine(
        command, Stream.concat(Stream.of(entry), path.stream()).toList(), environment);
  }

  /** With one more variable. */
  public PythonOfThisMachine with(String variable, String value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(variable, value);
    return new PythonOfThisMachine(command, path, Map.copyOf(more));
  }

  /** What an expression prints; empty if it fails. */
  String prints(String code) {
    try {
      Ended ended = run(PROJECT, "-B", "-c", code);
      return ended.code == 0 ? ended.output.strip() : "";
    } catch (IOException | InterruptedException e) {
      return "";
    }
  }

  /** Runs the interpreter, for ten minutes at most. */
  public Ended run(Path folder, String... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile("python", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of(command), Stream.of(arguments)).toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .put("PYTHONPATH", path.stream().collect(Collectors.joining(File.pathSeparator)));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      return new Ended(
          ended ? process.exitValue() : -1, Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }

  @Override
  public String toString() {
    return command;
  }
}
